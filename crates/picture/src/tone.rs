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

const fn tone(
    gradient: &'static str,
    [light, dark, rim, sign]: [&'static str; 4],
    text: (u32, u32),
) -> Colours {
    Colours {
        gradient,
        light,
        dark,
        rim,
        sign,
        text,
    }
}

/// The colours of a tone.
pub(crate) fn colours(tone: Tone) -> &'static Colours {
    &TONES[tone as usize]
}

/// All tones in their order, those with one gradient side by side.
pub(crate) static TONES: [Colours; 8] = [
    // Ivory.
    tone(
        "gi",
        ["#fffdf3", "#d8c698", "#a58d5c", "#86703f"],
        (0x5c4a22, 0xf3e7c8),
    ),
    // Bone.
    tone(
        "gi",
        ["#fffdf3", "#cdbb92", "#8f7a4b", "#a58d5c"],
        (0x5c4a22, 0xf3e7c8),
    ),
    // Royal.
    tone(
        "gi",
        ["#fffdf3", "#cdbb92", "#8f7a4b", "#b8860b"],
        (0x6b4700, 0xffd75e),
    ),
    // Slate.
    tone(
        "gn",
        ["#5c617b", "#232638", "#12141d", "#d9dcec"],
        (0xe9ebf5, 0x2f3348),
    ),
    // Amber.
    tone(
        "gg",
        ["#ffe9a3", "#d6861a", "#9a5d0c", "#4a2a05"],
        (0x4a2a05, 0xf0ac3c),
    ),
    // Crimson.
    tone(
        "gr",
        ["#8f3323", "#4a120c", "#350b06", "#e2a493"],
        (0xf6d9d0, 0x7a2416),
    ),
    // White.
    tone(
        "",
        ["#f6ecd6", "#c8b283", "#9a8352", "#3a3122"],
        (0x3a3122, 0xf6ecd6),
    ),
    // Black.
    tone(
        "",
        ["#3d4459", "#20242f", "#79819a", "#f3ecdc"],
        (0xf3ecdc, 0x2c3140),
    ),
];
