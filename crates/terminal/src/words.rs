//! Sentences about a game.

use std::sync::OnceLock;

use catalog::Language;
use catalog::scene::{Axis, Foresight};
use entry::History;
use protocol::{Finish, OfferKind, Phase};

use crate::follow::Follow;

/// The next thing to do, and the player who is to do it.
pub fn prompt(follow: &Follow) -> String {
    let Some(view) = &follow.view else {
        return "Waiting for the hall.".to_owned();
    };
    match view.phase {
        Phase::Lobby => {
            let waits = |free: bool| {
                let seats = view.seats.iter();
                let seats = seats.filter(|place| {
                    if free {
                        place.sitter().is_none()
                    } else {
                        place.member.is_some() && !place.is_ready()
                    }
                });
                let names = seats.map(|place| place.sitter().unwrap_or(&place.called).to_owned());
                names.collect::<Vec<_>>().join(", ")
            };
            match (waits(true), waits(false)) {
                (free, _) if !free.is_empty() => {
                    format!("Waiting for someone to sit down: {free}.")
                }
                (_, unready) => format!("Waiting until all are ready: {unready}."),
            }
        }
        Phase::Over => result(follow),
        Phase::Playing => {
            let sealed = view.you.as_ref().and_then(|you| you.sealed.as_deref());
            match (view.is_my_turn(), sealed, &view.conflict) {
                (true, Some(sealed), _) => {
                    let others: Vec<u16> = view
                        .game
                        .to_act
                        .iter()
                        .copied()
                        .filter(|seat| Some(*seat) != view.seat())
                        .collect();
                    let others = follow.names(&others);
                    format!(
                        "Your move {sealed} is sealed; {others} may still choose. Until then you can enter another."
                    )
                }
                (true, None, Some(_)) => "Enter another move: yours is in conflict.".to_owned(),
                (true, None, None) if view.game.to_act.len() > 1 => {
                    "Your move, in secret: nobody sees it until all have chosen.".to_owned()
                }
                (true, None, None) => "Your move.".to_owned(),
                (false, _, Some(conflict)) => {
                    format!(
                        "{} must enter another move.",
                        follow.names(&conflict.reenter)
                    )
                }
                (false, _, None) => format!("{} to move.", follow.names(&view.game.to_act)),
            }
        }
    }
}

/// The squares in conflict and the players who choose again.
pub fn conflict(follow: &Follow) -> Option<String> {
    let view = follow.view.as_ref()?;
    let conflict = view.conflict.as_ref()?;
    let squares = conflict.squares.join(", ");
    let (are, they) = match conflict.squares.len() {
        1 => ("is", "it"),
        _ => ("are", "them"),
    };
    let again = follow.names(&conflict.reenter);
    let tried = conflict.rounds.last().map(|round| {
        let tried = round.iter();
        let tried = tried.map(|(seat, text)| format!("{} {text}", follow.name(*seat)));
        tried.collect::<Vec<_>>().join(", ")
    });
    Some(format!(
        "CONFLICT: {}. {squares} {are} marked (!) until this turn ends: no move may begin or end on {they}. \
         Again: {again}.",
        tried.unwrap_or_default()
    ))
}

/// The name of an offer.
pub fn offered(what: OfferKind) -> &'static str {
    match what {
        OfferKind::Draw => "a draw",
        OfferKind::Takeback => "to take back",
        OfferKind::Rematch => "another game",
    }
}

/// How the game ended.
pub fn result(follow: &Follow) -> String {
    let finish = follow.view.as_ref().and_then(|view| view.finish.as_ref());
    let Some(finish) = finish else {
        return "The game is over.".to_owned();
    };
    let why = reason(finish);
    match finish.winners.as_slice() {
        [] if finish.reason == "aborted" => format!("The game was ended without a result: {why}."),
        [] if is_of_owners(follow) => format!("Zombies win: {why}."),
        [] => format!("Drawn: {why}."),
        [seat] => {
            let (name, called) = (follow.name(*seat), follow.called(*seat));
            let verb = if name == "You" { "win" } else { "wins" };
            format!("{name} ({called}) {verb}: {why}.")
        }
        seats => format!("{} win together: {why}.", follow.names(seats)),
    }
}

fn is_of_owners(follow: &Follow) -> bool {
    follow
        .history
        .as_ref()
        .is_some_and(|history| history.film.is_of_owners())
}

fn reason(finish: &Finish) -> String {
    let why = match finish.reason.as_str() {
        "resigned" => "the other side resigned",
        "time" => "the other side's time is up",
        "agreed" => "both agreed",
        "corner" => "the automaton stepped into the corner",
        "max-turns" => "the last turn is played",
        "no-moves" => "there is no move left",
        "quiet-limit" => "too many moves without a capture",
        "king-escaped" => "the king has reached a corner",
        "king-captured" => "the king is captured",
        "repetition" => "the same position came up again and again",
        "rounds" => "all rounds are played",
        "one-owner" => "all pieces have one owner",
        other => return with_detail(other.replace('-', " "), &finish.detail),
    };
    with_detail(why.to_owned(), &finish.detail)
}

fn with_detail(why: String, detail: &str) -> String {
    match detail.trim_end_matches('.') {
        "" => why,
        detail => format!("{why} ({detail})"),
    }
}

/// What a piece that moves by itself sees and would do, line by line.
pub fn explained(step: &Foresight) -> Vec<String> {
    let Foresight { from, to, .. } = step;
    let first = if from == to {
        format!("It would stay on {from}, as things stand.")
    } else {
        format!("It would step {from} to {to}, as things stand.")
    };
    let line = |name: &str, axis: Axis, ways: [&str; 2]| {
        let sees = axis.seen.iter().zip(ways);
        let sees = sees.map(|(seen, way)| format!("{way} {} {}", seen.what, seen.distance));
        let verdict = match axis.offer {
            Some((way, rule)) => format!("go {} (rule {rule})", ways[way]),
            None => "nothing".to_owned(),
        };
        format!("{name}: {}: {verdict}", sees.collect::<Vec<_>>().join(", "))
    };
    vec![
        first,
        line("column", step.axes[0], ["↑", "↓"]),
        line("row", step.axes[1], ["→", "←"]),
    ]
}

/// The language of this terminal.
pub fn language() -> Language {
    static LANGUAGE: OnceLock<Language> = OnceLock::new();
    *LANGUAGE.get_or_init(|| Language::of_locale(|name| std::env::var(name).ok()))
}

/// The moves so far: for each step of a player, its number among all steps and
/// its text.
pub fn moves(history: &History) -> Vec<(usize, String)> {
    let frames = history.film.frames().iter().enumerate();
    let key = frames.filter(|(_, frame)| frame.is_key);
    key.map(|(at, frame)| (at + 1, language().say(&frame.moves)))
        .collect()
}

/// Such as `4:05`; with tenths of a second when time is short.
pub fn clock(ms: u64) -> String {
    let (hours, minutes, seconds) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60);
    match hours {
        0 if ms < 10_000 => format!("0:0{seconds}.{}", ms / 100 % 10),
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_has_tenths_when_little_is_left() {
        assert_eq!(clock(305_000), "5:05");
        assert_eq!(clock(9_870), "0:09.8");
        assert_eq!(clock(3_661_000), "1:01:01");
    }
}
