//! A record's hashes, and how they are checked.
//!
//! Every step carries a hash of everything before it, and the record ends with the hash
//! of its whole content. [`verify`] replays a record by the rules, checks every draw
//! against the seed and every hash, and names the first difference. That finds damage
//! and careless changes. If you invent a whole game, you can compute its hashes too: a
//! record does not prove its author.

use catalog::any::ending_view;
use catalog::{AnyGame, AnyPending, AnyState, AnyStep};
use dice::Seed;
use protocol::analysis::Verified;
use protocol::record::{Origin, RecordStep};
use protocol::{Body, EndingView, Record};
use thiserror::Error;

use crate::verdict::{self, Kind};

/// Computes all hashes of a record, those of the steps and the last one.
pub fn seal(mut record: Record) -> Record {
    let mut chain = Chain::begin(&record);
    for step in &mut record.steps {
        step.set_hash(chain.step(step));
    }
    record.hash = chain.end(&record);
    record
}

/// The running hash of a record.
struct Chain(blake3::Hash);

impl Chain {
    fn begin(record: &Record) -> Chain {
        Chain(blake3::hash(record.canonical_head().as_bytes()))
    }

    fn add(&mut self, text: &str) {
        let mut hasher = blake3::Hasher::new();
        hasher.update(self.0.as_bytes()).update(text.as_bytes());
        self.0 = hasher.finalize();
    }

    /// The first 16 digits, which a step carries.
    fn step(&mut self, step: &RecordStep) -> String {
        self.add(&step.canonical());
        self.0.to_hex()[..16].to_owned()
    }

    fn end(mut self, record: &Record) -> String {
        self.add(&record.canonical_end());
        self.0.to_hex().to_string()
    }
}

/// The result of a successful check.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// The game of the record.
    pub verified: Verified,
    /// Whether its draws were checked against a seed.
    pub seeded: bool,
    /// Facts that the record cannot prove, in sentences.
    pub unproved: Vec<String>,
}

/// Replays a record by the rules and checks every step, every draw against the
/// seed, the ending, and all hashes. An error names the first difference.
///
/// Read files with [`Record::read`]: other ways of reading skip fields, and this does
/// not check skipped fields.
pub fn verify(record: &Record) -> Result<Checked, RecordError> {
    let game = catalog::open(&record.game, &record.options)
        .map_err(|error| RecordError::Difference(format!("its options: {error}")))?;
    let seed = match &record.seed {
        None => None,
        Some(text) => Some(
            text.parse::<Seed>()
                .map_err(|_| RecordError::Field("seed"))?,
        ),
    };
    check_shape(game.seats(), record)?;
    let mut chain = Chain::begin(record);
    let mut state = game.start();
    let mut draws = 0;
    for (number, step) in (1..).zip(&record.steps) {
        let differs = |problem: String| RecordError::Step {
            step: number,
            problem,
        };
        let any = AnyStep::from(step);
        if let (AnyStep::Draw(drawn), AnyPending::Chance(_)) = (&any, game.pending(&state)) {
            if let Some(seed) = &seed {
                let due = game.draw(&state, &mut seed.draw(draws));
                if due != *drawn {
                    return Err(differs(format!("{drawn} was drawn; the seed gives {due}")));
                }
            }
            draws += 1;
        }
        game.play(&mut state, &any)
            .map_err(|error| differs(error.to_string()))?;
        let (said, due) = (step.hash(), chain.step(step));
        if said != due {
            return Err(differs(format!(
                "its hash is {said:?}, but this step and those before it give {due:?}: something was changed"
            )));
        }
    }
    let ending = ending_of(&*game, &state, record)?;
    if ending != record.ending {
        return Err(RecordError::Difference(format!(
            "the ending: the record says {}, the game gives {}",
            Body::of(&record.ending),
            Body::of(&ending)
        )));
    }
    let hash = chain.end(record);
    if record.hash != hash {
        // If steps were cut off, the remaining ones have the right hashes.
        if matches!(game.pending(&state), AnyPending::Choose(_)) {
            return Err(RecordError::Difference(format!(
                "the last hash is {:?}, but everything in the record gives {hash:?}: the game goes on after the last \
                 step, number {}, so steps are missing at the end, or the ending, the verdicts or the seats were changed",
                record.hash,
                record.steps.len()
            )));
        }
        return Err(RecordError::Difference(format!(
            "the last hash is {:?}, but everything in the record gives {hash:?}: the ending, the \
             verdicts or the seats were changed",
            record.hash
        )));
    }
    let mut unproved = Vec::new();
    if seed.is_none() && draws > 0 {
        unproved.push("the draws are not checked, since the record has no seed".to_owned());
    }
    if !matches!(game.pending(&state), AnyPending::Over(_)) {
        let how = match &ending {
            Some(ending) => format!("the game ended off the board ({})", ending.reason),
            None => "the game was not finished".to_owned(),
        };
        unproved.push(format!("{how}, which steps cannot show"));
    }
    Ok(Checked {
        verified: Verified {
            game: record.game.clone(),
            steps: record.steps.len(),
            draws,
            ending,
            hash,
        },
        seeded: seed.is_some(),
        unproved,
    })
}

/// Checks that everything beside the steps fits this number of seats.
fn check_shape(seats: u16, record: &Record) -> Result<(), RecordError> {
    if record.rules != Record::RULES {
        return Err(RecordError::Rules(record.rules));
    }
    let of_seats = |count: usize, name| {
        if count == usize::from(seats) {
            Ok(())
        } else {
            Err(RecordError::Field(name))
        }
    };
    of_seats(record.players.len(), "players")?;
    if let Origin::Contest { seats, .. } = &record.origin {
        of_seats(seats.len(), "seats")?;
    }
    let mut winners = record.ending.iter().flat_map(|ending| &ending.winners);
    if winners.all(|winner| *winner < seats) {
        Ok(())
    } else {
        Err(RecordError::Field("ending"))
    }
}

/// The verdict on a seat that left a table.
const LEFT: [&str; 2] = ["resigned", "abandoned"];

/// The ending that follows from the last state and the verdicts on failed seats.
fn ending_of(
    game: &dyn AnyGame,
    state: &AnyState,
    record: &Record,
) -> Result<Option<EndingView>, RecordError> {
    let mut failed = vec![None; usize::from(game.seats())];
    for entry in &record.verdicts {
        match (
            failed.get_mut(usize::from(entry.seat)),
            Kind::named(&entry.verdict),
        ) {
            (Some(seat), Some(kind)) => *seat = Some(kind),
            // A seat that left a table did not fail: the game went on without it, or
            // ended off the board.
            (Some(_), None) if LEFT.contains(&&*entry.verdict) => {}
            _ => return Err(RecordError::Field("verdicts")),
        }
    }
    let on_board = match game.pending(state) {
        AnyPending::Over(ending) => Some(ending),
        _ => None,
    };
    let view = |ending| ending_view(&ending, game.seats());
    // A table knows whether the rules or the players ended the game: by resigning,
    // agreeing to a draw, running out of time or staying away.
    if let Origin::Table {
        on_board: Some(said),
        ..
    } = record.origin
    {
        return match (said, on_board) {
            (true, Some(ending)) => Ok(Some(view(ending))),
            (false, None) => Ok(record.ending.clone()),
            _ => Err(RecordError::Difference(format!(
                "the record says that the rules {} the game, and after the last step they {}",
                if said { "ended" } else { "did not end" },
                if said { "did not" } else { "did" },
            ))),
        };
    }
    if on_board.is_none() && failed.iter().all(Option::is_none) {
        return Ok(record.ending.clone());
    }
    Ok(verdict::settle(on_board, &failed).map(view))
}

/// Why a record is not valid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    /// It follows another version of the rules.
    #[error("this record was played by version {0} of the rules; this hall knows version 1")]
    Rules(u32),
    /// A field does not fit the game.
    #[error("the record's field {0:?} is missing or not of the right shape")]
    Field(&'static str),
    /// A value in it differs from the result of the game.
    #[error("{0}")]
    Difference(String),
    /// A step is not possible.
    #[error("step {step} of the record: {problem}")]
    Step {
        /// Its number, from 1.
        step: usize,
        /// The reason.
        problem: String,
    },
}

/// Plays a record by the rules and returns the last state. Calls `see` for every step,
/// with its number from 1 and the state before it.
pub fn replay<E: From<RecordError>>(
    game: &dyn AnyGame,
    record: &Record,
    mut see: impl FnMut(usize, &RecordStep, &AnyState) -> Result<(), E>,
) -> Result<AnyState, E> {
    let mut state = game.start();
    for (number, step) in (1..).zip(&record.steps) {
        see(number, step, &state)?;
        let played = game.play(&mut state, &AnyStep::from(step));
        played.map_err(|error| RecordError::Step {
            step: number,
            problem: error.to_string(),
        })?;
    }
    Ok(state)
}
