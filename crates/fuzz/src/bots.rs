//! Answers of bots, and requests to them.

use catalog::bot::{self, About, AnswerError, BotGame};
use catalog::{GAMES, GameData};
use game::Pending;

use crate::games::{chosen, examine, follow};
use crate::text;

/// Every line is the answer of a bot on the first seat that is to choose.
pub fn answers(data: &[u8]) {
    fn run<G: BotGame>(game: G, text: &str) {
        follow(&game, text, |state, seat, line| {
            // A bot gets no request out of turn.
            if !game.pending(state).to_act().contains(seat) {
                return None;
            }
            match game.answer(state, seat, line) {
                Ok(action) => {
                    assert_eq!(game.check(state, seat, &action), Ok(()), "{line}");
                    let written = bot::line(&game.write_answer(&action));
                    let again = game.answer(state, seat, &written);
                    assert_eq!(again.as_ref(), Ok(&action), "{line} is written {written}");
                    Some(action)
                }
                Err(error) => {
                    let shown = error.to_string();
                    assert!(!shown.is_empty() && shown.len() < 4096, "{shown}");
                    let is_json = serde_json::from_str::<GameData>(line).is_ok();
                    assert!(is_json || matches!(error, AnswerError::Protocol(_)));
                    None
                }
            }
        });
    }
    if let Some((id, options, text)) = chosen(data) {
        catalog::dispatch!(id, &options, run, text).expect("a game of the list");
    }
}

/// The text is a request to a bot.
pub fn requests(data: &[u8]) {
    fn run<G: BotGame>(_: G, request: &str) {
        let Ok((game, state, seat)) = G::read_request(request) else {
            return;
        };
        if let Pending::Choose(seats) = game.pending(&state)
            && seats.contains(seat)
        {
            let written = bot::line(&game.request(&state, seat, &About::default()));
            let (game, state, seat) = G::read_request(&written)
                .unwrap_or_else(|error| panic!("{written} is not read: {error}"));
            let again = bot::line(&game.request(&state, seat, &About::default()));
            assert_eq!(again, written);
        }
        examine(&game, state);
    }
    let Some(line) = text(data) else {
        return;
    };
    for game in &GAMES {
        catalog::dispatch!(game.id, &GameData::NULL, run, line).expect("a game of the list");
    }
}
