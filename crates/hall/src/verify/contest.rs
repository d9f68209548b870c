//! Checks that the journal of a contest agrees with its records.

use std::path::Path;

use anyhow::{Result, bail};
use contest::played::points;
use contest::{Played, journal};
use protocol::Record;
use protocol::analysis::Verified;

/// Whether a folder belongs to a contest.
pub fn is_one(folder: &Path) -> bool {
    folder.join(journal::NAME).is_file()
}

/// The games that count: the file of each record, and the journal's facts about it.
pub fn games(folder: &Path) -> Result<Vec<(std::path::PathBuf, Played)>> {
    let mut games = Vec::new();
    for played in journal::games(folder)? {
        match &played.record {
            Some(file) => games.push((folder.join(file), played)),
            None => bail!("a game in {} has no record", journal::NAME),
        }
    }
    Ok(games)
}

/// Compares a journal entry with its record.
pub fn compare(played: &Played, record: &Record, verified: &Verified) -> Result<()> {
    if played.hash.as_deref() != Some(verified.hash.as_str()) {
        bail!(
            "the journal has the hash {}, the record {}",
            played.hash.as_deref().unwrap_or("of no record"),
            verified.hash
        );
    }
    let seats = played.seats.len();
    let ending = verified.ending.as_ref();
    let winners = ending.map_or(&[][..], |ending| &ending.winners);
    let placed = ending.and_then(|ending| ending.places.as_deref());
    let places: Vec<u32> = (0..seats)
        .map(|seat| match placed.and_then(|places| places.get(seat)) {
            Some(place) => *place,
            None if winners.is_empty() || winners.contains(&(seat as u16)) => 1,
            None => 2,
        })
        .collect();
    let failed = |seat: usize| {
        let mut verdicts = record.verdicts.iter();
        verdicts.any(|verdict| usize::from(verdict.seat) == seat)
    };
    let points = points(&places);
    for (seat, said) in played.seats.iter().enumerate() {
        let due = if seats == 2 && failed(seat) {
            0.0
        } else {
            points[seat]
        };
        if said.place != places[seat] || (said.points - due).abs() > 1e-9 {
            bail!(
                "the journal gives seat {seat} place {} and {} points, the record place {} and {due}",
                said.place,
                said.points,
                places[seat]
            );
        }
    }
    Ok(())
}
