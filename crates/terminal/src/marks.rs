//! The marks on a board.

use entry::History;
use picture::{Cell, Marks};

/// The marks after this many steps. On a board of owners, with its many
/// small steps, these are the squares that players won since `seat` last acted, and
/// those it lost.
pub fn marks(history: &History, step: usize, seat: Option<u16>) -> Marks {
    let frames = &history.film.frames()[..step.min(history.len())];
    if !history.film.is_of_owners() {
        return frames
            .last()
            .map_or_else(Marks::default, |f| f.marks.clone());
    }
    let own = |at: usize| {
        history
            .acts(at)
            .iter()
            .any(|(mover, _)| Some(mover.0) == seat)
    };
    let since = (1..=frames.len()).rev().find(|&at| own(at)).unwrap_or(0);
    // Changes among zombies are not interesting.
    let (before, after) = (history.film.board(since), history.film.board(step));
    let seats = history.game.seats();
    let squares = after
        .squares()
        .filter(|&at| match (before.at(at), after.at(at)) {
            (Cell::Land { owner: was, .. }, Cell::Land { owner: is, .. }) => {
                was != is && since > 0 && (is < seats || Some(was) == seat)
            }
            _ => false,
        });
    Marks {
        captured: squares.collect(),
        ..Marks::default()
    }
}
