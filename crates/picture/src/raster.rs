//! PNG and animated GIF.

use std::collections::HashMap;
use std::io::Write;

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use thiserror::Error;

use crate::colour::Rgb;
use crate::film::Film;
use crate::svg;

/// Why a picture cannot be made.
#[derive(Debug, Error)]
pub enum RasterError {
    /// The SVG cannot be read.
    #[error("the picture cannot be drawn: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// One of its sides.
    #[error("a picture is 16 to 8192 pixels wide and at most as high, not {0}")]
    Size(u32),
    /// It cannot be encoded as PNG.
    #[error("the picture cannot be written: {0}")]
    Png(String),
    /// It cannot be encoded as GIF.
    #[error("the animation cannot be written: {0}")]
    Gif(#[from] gif::EncodingError),
    /// There are no pictures.
    #[error("an animation has at least one picture")]
    Empty,
}

/// One frame of an animation.
#[derive(Clone, Debug)]
pub struct Shot {
    /// The picture.
    pub svg: String,
    /// How long it stays, in hundredths of a second.
    pub hundredths: u16,
}

/// The most frames: a viewer would not watch more, and the file would be very large.
const MOST_SHOTS: usize = 400;
/// The time of a frame, in hundredths of a second.
const SHOWN: f64 = 70.0;
/// The last position stays longer before the animation starts again.
const SHOWN_LAST: u16 = 300;
/// Browsers take a shorter time for a mistake and show it slowly.
const SHOWN_LEAST: f64 = 2.0;

/// The frames of a whole game, or of its most important steps if it is long. At `speed`
/// 2 it runs twice as fast.
pub fn shots(film: &Film, style: &svg::Style, speed: f64) -> Vec<Shot> {
    let shown = if film.is_of_owners() {
        SHOWN / 4.0
    } else {
        SHOWN
    };
    let hundredths = (shown / speed).clamp(SHOWN_LEAST, 6000.0) as u16;
    let mut reel = film.reel();
    let mut shots: Vec<Shot> = film
        .choice(MOST_SHOTS)
        .into_iter()
        .map(|step| {
            reel.seek(step);
            Shot {
                svg: svg::board(reel.board(), &reel.marks(), style),
                hundredths,
            }
        })
        .collect();
    if let Some(last) = shots.last_mut() {
        last.hundredths = SHOWN_LAST;
    }
    shots
}

/// A picture as PNG with this width in pixels.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, RasterError> {
    let pixmap = pixels(svg, width)?;
    pixmap
        .encode_png()
        .map_err(|error| RasterError::Png(error.to_string()))
}

/// An animated GIF of frames that all have the size of the first. It runs forever.
/// Calls `progress` with the number of finished frames.
pub fn gif(
    out: impl Write,
    shots: &[Shot],
    width: u32,
    mut progress: impl FnMut(usize),
) -> Result<(), RasterError> {
    let first = pixels(&shots.first().ok_or(RasterError::Empty)?.svg, width)?;
    let (across, down) = (first.width(), first.height());
    let mut palette = Palette::of(&sample(shots, width)?);
    let (Ok(wide), Ok(high)) = (u16::try_from(across), u16::try_from(down)) else {
        return Err(RasterError::Size(across.max(down)));
    };
    let mut encoder = Encoder::new(out, wide, high, &palette.bytes())?;
    encoder.set_repeat(Repeat::Infinite)?;
    let mut shown: Vec<u8> = Vec::new();
    for (number, shot) in shots.iter().enumerate() {
        let next = palette.indices(&pixels(&shot.svg, width)?);
        // Writes only the changes, because a move touches a small part of a board. Long
        // runs of one number take next to no room.
        let [left, top, right, bottom] = changed(&shown, &next, usize::from(wide));
        let mut buffer = Vec::with_capacity((right - left) * (bottom - top));
        for y in top..bottom {
            let line = y * usize::from(wide);
            let row = line + left..line + right;
            let before = shown.get(row.clone()).unwrap_or(&[]);
            for (n, pixel) in next[row].iter().enumerate() {
                let same = before.get(n) == Some(pixel);
                buffer.push(if same { UNCHANGED } else { *pixel });
            }
        }
        encoder.write_frame(&Frame {
            delay: shot.hundredths,
            dispose: DisposalMethod::Keep,
            transparent: Some(UNCHANGED),
            left: left as u16,
            top: top as u16,
            width: (right - left) as u16,
            height: (bottom - top) as u16,
            buffer: buffer.into(),
            ..Frame::default()
        })?;
        shown = next;
        progress(number + 1);
    }
    Ok(())
}

/// The number for no colour: the pixel stays as it was.
const UNCHANGED: u8 = 255;

fn pixels(svg: &str, width: u32) -> Result<Pixmap, RasterError> {
    const MOST: u32 = 8192;
    if !(16..=MOST).contains(&width) {
        return Err(RasterError::Size(width));
    }
    let tree = Tree::from_str(svg, &Options::default())?;
    let size = tree.size();
    let scale = width as f32 / size.width();
    let height = (size.height() * scale).round() as u32;
    let mut pixmap = Some(height)
        .filter(|height| (1..=MOST).contains(height))
        .and_then(|height| Pixmap::new(width, height))
        .ok_or(RasterError::Size(height))?;
    resvg::render(
        &tree,
        Transform::from_scale(scale, scale),
        &mut pixmap.as_mut(),
    );
    Ok(pixmap)
}

/// How often each colour occurs in some of the frames.
fn sample(shots: &[Shot], width: u32) -> Result<HashMap<Rgb, u32>, RasterError> {
    const SAMPLES: usize = 8;
    let mut counts = HashMap::new();
    let last = shots.len() - 1;
    let mut picked: Vec<usize> = (0..SAMPLES).map(|n| n * last / (SAMPLES - 1)).collect();
    picked.dedup();
    for number in picked {
        for pixel in pixels(&shots[number].svg, width)?.pixels() {
            *counts.entry(colour(*pixel)).or_insert(0) += 1;
        }
    }
    Ok(counts)
}

/// Pictures have round corners; in a GIF they are white.
fn colour(pixel: resvg::tiny_skia::PremultipliedColorU8) -> Rgb {
    let missing = 255 - pixel.alpha();
    let over_white = |channel: u8| channel.saturating_add(missing);
    Rgb(
        over_white(pixel.red()),
        over_white(pixel.green()),
        over_white(pixel.blue()),
    )
}

/// The box around all differences. It has at least one pixel, because a frame cannot be
/// empty.
fn changed(shown: &[u8], next: &[u8], width: usize) -> [usize; 4] {
    let height = next.len() / width;
    if shown.len() != next.len() {
        return [0, 0, width, height];
    }
    let mut found: Option<[usize; 4]> = None;
    for (at, _) in next
        .iter()
        .zip(shown)
        .enumerate()
        .filter(|(_, (a, b))| a != b)
    {
        let (x, y) = (at % width, at / width);
        found = Some(match found {
            None => [x, y, x + 1, y + 1],
            Some([l, t, r, b]) => [l.min(x), t.min(y), r.max(x + 1), b.max(y + 1)],
        });
    }
    found.unwrap_or([0, 0, 1, 1])
}

/// At most 255 colours, and the nearest of them for any other colour.
struct Palette {
    colours: Vec<Rgb>,
    known: HashMap<Rgb, u8>,
}

impl Palette {
    /// Median cut: the box with the largest error is halved until there are enough.
    fn of(counts: &HashMap<Rgb, u32>) -> Palette {
        // One number is reserved for pixels that show the frame before.
        const MOST: usize = UNCHANGED as usize;
        let mut all: Vec<(Rgb, u32)> = counts.iter().map(|(c, n)| (*c, *n)).collect();
        // A hash map has no order, but the same pictures must give the same bytes.
        all.sort_unstable();
        let mut boxes = vec![all];
        while boxes.len() < MOST {
            let costs = boxes.iter().map(|colours| cost(colours)).enumerate();
            let Some((worst, cost)) = costs.max_by_key(|(_, cost)| *cost) else {
                break;
            };
            if cost == 0 {
                break;
            }
            let taken = boxes.swap_remove(worst);
            boxes.extend(halves(taken));
        }
        Palette {
            colours: boxes.iter().map(|colours| mean(colours)).collect(),
            known: HashMap::new(),
        }
    }

    /// All 256 colours, so that the last number has one too.
    fn bytes(&self) -> Vec<u8> {
        let colours = self.colours.iter().flat_map(|c| [c.0, c.1, c.2]);
        let mut bytes: Vec<u8> = colours.collect();
        bytes.resize(3 * (usize::from(UNCHANGED) + 1), 0);
        bytes
    }

    fn indices(&mut self, picture: &Pixmap) -> Vec<u8> {
        let colours = &self.colours;
        let pixels = picture.pixels().iter();
        pixels
            .map(|pixel| {
                let wanted = colour(*pixel);
                *self.known.entry(wanted).or_insert_with(|| {
                    let apart = |n: &usize| distance(colours[*n], wanted);
                    (0..colours.len()).min_by_key(apart).unwrap_or(0) as u8
                })
            })
            .collect()
    }
}

fn distance(a: Rgb, b: Rgb) -> u32 {
    let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
    // Eyes are most sensitive to green.
    2 * square(a.0, b.0) + 4 * square(a.1, b.1) + square(a.2, b.2)
}

const CHANNELS: [fn(Rgb) -> u8; 3] = [|c| c.0, |c| c.1, |c| c.2];

fn range(colours: &[(Rgb, u32)], channel: fn(Rgb) -> u8) -> u64 {
    let values = colours.iter().map(|(c, _)| channel(*c));
    let (low, high) = values.fold((255, 0), |(l, h), v| (l.min(v), h.max(v)));
    u64::from(high.saturating_sub(low))
}

fn cost(colours: &[(Rgb, u32)]) -> u64 {
    let widest = CHANNELS.map(|channel| range(colours, channel));
    let weight: u64 = colours.iter().map(|(_, n)| u64::from(*n)).sum();
    // The square root keeps large even areas from taking the colours of small pieces.
    let widest = widest.into_iter().max().unwrap_or(0);
    widest * widest * (weight.isqrt() + 1)
}

fn halves(mut colours: Vec<(Rgb, u32)>) -> [Vec<(Rgb, u32)>; 2] {
    let channel = CHANNELS.into_iter().max_by_key(|c| range(&colours, *c));
    let channel = channel.unwrap_or(CHANNELS[1]);
    colours.sort_by_key(|(c, _)| channel(*c));
    let total: u64 = colours.iter().map(|(_, n)| u64::from(*n)).sum();
    let mut seen = 0;
    let middle = colours.iter().position(|(_, n)| {
        seen += u64::from(*n);
        seen * 2 >= total
    });
    // Both halves must contain a colour.
    let middle = middle.map_or(1, |at| at + 1).clamp(1, colours.len() - 1);
    let upper = colours.split_off(middle);
    [colours, upper]
}

fn mean(colours: &[(Rgb, u32)]) -> Rgb {
    let total: u64 = colours.iter().map(|(_, n)| u64::from(*n)).sum();
    let mean = |channel: fn(Rgb) -> u8| {
        let sum: u64 = colours
            .iter()
            .map(|(c, n)| u64::from(channel(*c)) * u64::from(*n))
            .sum();
        (sum / total.max(1)) as u8
    };
    Rgb(mean(CHANNELS[0]), mean(CHANNELS[1]), mean(CHANNELS[2]))
}
