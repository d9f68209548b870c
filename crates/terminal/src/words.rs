//! Sentences about a game.

use automatafl::Explanation;
use automatafl::automaton::{Judgement, Seen as Sees, Way};
use catalog::typed::Automatafl;
use catalog::{AnyGame, AnyState};
use entry::History;
use picture::Cell;
use picture::board::{Board, Look};
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
                let seats = seats.filter(|place| match free {
                    true => place.sitter().is_none(),
                    false => place.member.is_some() && !place.is_ready(),
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

/// What every automaton would do on this board. Empty in other games.
pub fn foresee(game: &dyn AnyGame, state: &AnyState) -> Vec<Explanation> {
    let typed = catalog::typed_game::<Automatafl>(game);
    typed.map_or_else(Vec::new, |typed| {
        typed.foresee(state.of::<Automatafl>().board())
    })
}

/// What an automaton sees and would do, line by line.
pub fn explained(step: &Explanation) -> Vec<String> {
    let first = match step.from == step.to {
        true => format!("It would stay on {}, as things stand.", step.from),
        false => format!(
            "It would step {} to {}, as things stand.",
            step.from, step.to
        ),
    };
    let axis = |name: &str, seen: [Sees; 2], ways: [&str; 2], judged: Judgement| {
        let sees = seen.iter().zip(ways).map(|(seen, way)| match seen {
            Sees::Attractor(n) => format!("{way} attractor {n}"),
            Sees::Repulsor(n) => format!("{way} repulsor {n}"),
            Sees::Space(n) => format!("{way} edge {n}"),
        });
        let verdict = match (judged.rule(), judged.offer()) {
            (Some(rule), Some(Way::Up)) => format!("go {} (rule {rule})", ways[0]),
            (Some(rule), Some(Way::Down)) => format!("go {} (rule {rule})", ways[1]),
            _ => "nothing".to_owned(),
        };
        format!("{name}: {}: {verdict}", sees.collect::<Vec<_>>().join(", "))
    };
    vec![
        first,
        axis("column", step.sight.column, ["↑", "↓"], step.verdict.column),
        axis("row", step.sight.row, ["→", "←"], step.verdict.row),
    ]
}

/// The moves so far: for each step of a player, its number among all steps and
/// its text.
pub fn moves(history: &History) -> Vec<(usize, String)> {
    let frames = history.film.frames().iter().enumerate();
    let key = frames.filter(|(_, frame)| frame.is_key);
    key.map(|(at, frame)| (at + 1, frame.moves.clone()))
        .collect()
}

/// The lands in Game 17: owner, squares, pieces; the most squares first.
pub fn lands(board: &Board) -> Vec<(u16, u32, u64)> {
    let mut owners: Vec<(u16, u32, u64)> = Vec::new();
    for cell in board.cells() {
        let Cell::Land { owner, count } = cell else {
            continue;
        };
        match owners.iter_mut().find(|(known, ..)| known == owner) {
            Some((_, squares, pieces)) => {
                *squares += 1;
                *pieces += u64::from(*count);
            }
            None => owners.push((*owner, 1, u64::from(*count))),
        }
    }
    owners.sort_by_key(|&(owner, squares, _)| (std::cmp::Reverse(squares), owner));
    owners
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

/// How to write a move of a game, with an example.
pub fn notation(look: Look) -> &'static str {
    match look {
        Look::Automatafl => "a1-a5: from, to. - is a pass, for who has no legal move.",
        Look::Combo => "a7-a6: from, to; a7-a5=2 sends two of the stack.",
        Look::Brandub => "d1-c1: from, to.",
        Look::Game17 => {
            "3,4n2 3,4e1: row, column, way (n e s w), how many; orders with spaces between; - is none."
        }
    }
}

/// The game in three lines.
pub fn hints(look: Look) -> [&'static str; 3] {
    match look {
        Look::Automatafl => [
            "All choose in secret and at the same time; moves go along a row or a column.",
            "Nobody moves the automaton: it goes to attractors and away from repulsors.",
            "Whoever owns the corner that it steps into wins.",
        ],
        Look::Combo => [
            "So many pieces of a stack as go, so far they may: in a line, over nothing.",
            "Two or more capture what they land on; friends are joined.",
            "Who has no move left loses.",
        ],
        Look::Brandub => [
            "Pieces move any distance in a row or a column; the attackers begin.",
            "A piece between two enemies is captured; so is the king away from his throne.",
            "The king wins on a corner, the attackers when they capture him.",
        ],
        Look::Game17 => [
            "Send pieces from your squares to their neighbours; edges are linked.",
            "A square belongs to whoever has more pieces there; a tie is up to a coin.",
            "Most squares after the last round win.",
        ],
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
