//! The colours of pieces.

use catalog::scene::Tone;

/// What a piece is painted with.
pub(crate) struct Colours {
    /// The name of its gradient. Flat tones have none.
    pub gradient: &'static str,
    /// The lit part, or the top of a disc.
    pub light: &'static str,
    /// The part in the shade, or the side of a disc.
    pub dark: &'static str,
    /// The line around it.
    pub rim: &'static str,
    /// What is drawn or written on it.
    pub sign: &'static str,
    /// In text: letters, then the ground below them.
    pub text: (u32, u32),
}

/// The colours of a tone.
pub(crate) fn colours(tone: Tone) -> Colours {
    numbered(tone as usize)
}

/// All tones in their order, those with one gradient side by side.
pub(crate) fn all() -> impl Iterator<Item = Colours> {
    (0..PAINTS.len()).map(numbered)
}

fn numbered(tone: usize) -> Colours {
    let [gradient, light, dark, rim, sign] = PAINTS[tone];
    let [ink, body] = TEXTS[tone];
    Colours {
        gradient,
        light,
        dark,
        rim,
        sign,
        text: (ink, body),
    }
}

/// The gradient, light, dark, rim and sign of each tone.
const PAINTS: [[&str; 5]; 8] = [
    ["gi", "#fffdf3", "#d8c698", "#a58d5c", "#86703f"],
    ["gi", "#fffdf3", "#cdbb92", "#8f7a4b", "#a58d5c"],
    ["gi", "#fffdf3", "#cdbb92", "#8f7a4b", "#b8860b"],
    ["gn", "#5c617b", "#232638", "#12141d", "#d9dcec"],
    ["gg", "#ffe9a3", "#d6861a", "#9a5d0c", "#4a2a05"],
    ["gr", "#8f3323", "#4a120c", "#350b06", "#e2a493"],
    ["", "#f6ecd6", "#c8b283", "#9a8352", "#3a3122"],
    ["", "#3d4459", "#20242f", "#79819a", "#f3ecdc"],
];

/// The ink and the ground of each tone in text.
const TEXTS: [[u32; 2]; 8] = [
    [0x5c4a22, 0xf3e7c8],
    [0x5c4a22, 0xf3e7c8],
    [0x6b4700, 0xffd75e],
    [0xe9ebf5, 0x2f3348],
    [0x4a2a05, 0xf0ac3c],
    [0xf6d9d0, 0x7a2416],
    [0x3a3122, 0xf6ecd6],
    [0xf3ecdc, 0x2c3140],
];
