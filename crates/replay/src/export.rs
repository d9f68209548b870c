//! Exports a recorded game as pictures and as a page.

use std::fs::{self, File};
use std::io::{BufWriter, IsTerminal, Write};
use std::path::Path;

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use picture::film::Reel;
use picture::raster;
use picture::viewer::{self, Detail, GameView};
use picture::{Theme, svg};

use crate::Recorded;

/// The files to write.
pub struct Export<'a> {
    /// The path of an animation.
    pub gif: Option<&'a Path>,
    /// The path of a picture, or of a folder for a picture of every step.
    pub svg: Option<&'a Path>,
    /// The path of a page that plays the game.
    pub html: Option<&'a Path>,
    /// The step to draw; without it, the last one, or all.
    pub step: Option<usize>,
    /// The speed of the animation.
    pub speed: f64,
    /// The colours of boards.
    pub theme: Theme,
}

/// Writes all requested files and returns their names.
pub fn all(recorded: &Recorded, wanted: &Export<'_>) -> Result<Vec<String>> {
    let mut written = Vec::new();
    let style = svg::Style {
        theme: wanted.theme,
        colours: recorded.colours.clone(),
        coordinates: true,
    };
    if let Some(path) = wanted.gif {
        let pictures = gif(recorded, path, &style, wanted.speed)
            .with_context(|| format!("--gif {}", path.display()))?;
        written.push(format!("{} ({pictures} pictures)", path.display()));
    }
    if let Some(path) = wanted.svg {
        let names = svg(recorded, path, &style, wanted.step)
            .with_context(|| format!("--svg {}", path.display()))?;
        written.extend(names);
    }
    if let Some(path) = wanted.html {
        let game = GameView::of_film(
            &recorded.film,
            &recorded.head,
            &recorded.colours,
            Detail::Full,
        );
        fs::write(path, viewer::page(&recorded.head.title, &[game]))
            .with_context(|| format!("--html {}", path.display()))?;
        written.push(path.display().to_string());
    }
    Ok(written)
}

const GIF_WIDTH: u32 = 520;
fn gif(recorded: &Recorded, path: &Path, style: &svg::Style, speed: f64) -> Result<usize> {
    let shots = raster::shots(&recorded.film, style, speed);
    let bar = if std::io::stderr().is_terminal() {
        ProgressBar::new(shots.len() as u64)
    } else {
        ProgressBar::hidden()
    };
    bar.set_style(ProgressStyle::with_template(
        "{bar:30} {pos} of {len} pictures",
    )?);
    let mut out = BufWriter::new(File::create(path)?);
    raster::gif(&mut out, &shots, GIF_WIDTH, |done| {
        bar.set_position(done as u64);
    })?;
    out.flush()?;
    bar.finish_and_clear();
    Ok(shots.len())
}

fn svg(
    recorded: &Recorded,
    path: &Path,
    style: &svg::Style,
    step: Option<usize>,
) -> Result<Vec<String>> {
    let film = &recorded.film;
    let mut reel = film.reel();
    let is_folder = path.is_dir() || path.as_os_str().to_string_lossy().ends_with('/');
    if !is_folder {
        reel.seek(step.unwrap_or(film.len()));
        fs::write(path, drawn(&reel, style))?;
        return Ok(vec![path.display().to_string()]);
    }
    fs::create_dir_all(path)?;
    let steps = step.map_or(0..=film.len(), |step| step..=step);
    let (first, last) = (*steps.start(), *steps.end());
    for step in steps {
        reel.seek(step);
        fs::write(
            path.join(format!("step-{step:05}.svg")),
            drawn(&reel, style),
        )?;
    }
    let folder = path.display();
    Ok(vec![format!("{folder}: steps {first} to {last}")])
}

fn drawn(reel: &Reel<'_>, style: &svg::Style) -> String {
    svg::board(reel.board(), &reel.marks(), style)
}
