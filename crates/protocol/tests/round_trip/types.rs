//! Every type of the protocol, field by field. If a field or a variant is
//! missing, this does not compile; if a type is missing, a test fails.

use protocol::analysis::*;
use protocol::contest::*;
use protocol::record::*;
use protocol::report::*;
use protocol::rest::*;
use protocol::worker::*;
use protocol::*;
use serde_json::Value;

use crate::round_trip;
use crate::sample::{Sample, Source};

macro_rules! object {
    ($name:ident { $($field:tt),* $(,)? }) => {
        impl Sample for $name {
            fn sample(source: &mut Source) -> $name {
                $name { $($field: Sample::sample(source)),* }
            }
        }
    };
}

macro_rules! choice {
    ($name:ident { $($variant:ident { $($field:tt),* }),* $(,)? }) => {
        impl Sample for $name {
            fn sample(source: &mut Source) -> $name {
                let variants: &[fn(&mut Source) -> $name] = &[
                    $(|_source| $name::$variant { $($field: Sample::sample(_source)),* }),*
                ];
                variants[source.below(variants.len())](source)
            }
        }
        // Fails to compile if a variant is missing.
        const _: fn($name) = |value| match value { $($name::$variant { .. } => {}),* };
    };
}

/// Types with an implementation of their own, below.
macro_rules! own {
    ($name:ident {}) => {};
}

macro_rules! types {
    ($($kind:ident $name:ident { $($part:tt)* })*) => {
        $($kind!($name { $($part)* });)*

        /// All types by name, each with its round-trip test.
        pub const TYPES: &[(&str, fn(&[u8]))] = &[$((stringify!($name), round_trip::<$name>)),*];
    };
}

types! {
    // analysis
    object Depth { engine, ms, lines }
    own Position {}
    object Opinion { seat, action, depth, states, seconds, table_fill, lines, strategy, matrix }
    object Line { score, moves }
    choice Score { Points { 0 }, Chance { 0 }, WinIn { 0 }, LossIn { 0 } }
    object Matrix { mine, theirs, worth }
    object JudgedStep { step, played, chance_of_seat_0, opinions }
    object Judgement { game, steps, end, turned }
    object Turn { step, swing }
    object Verdict { holds, sentences, verified }
    object Verified { game, steps, draws, ending, hash }

    // report
    object MatchReport {
        game, options, seed, games, players, ended_by, verdicts, duel, sides, sprt,
    }
    object MatchPlayer { player, first, mean_place, moves, seconds, states }
    object MatchVerdict { game, player, verdict, detail }
    object MatchScore { won, drawn, lost, score, low, high, elo }
    object MatchTest { low, high, ratio, verdict }

    // command
    choice Request {
        Join { name, program, key }, Leave {}, Sit { seat }, Stand {},
        SeatComputer { seat, player }, Unseat { seat }, Choose { choice }, Ready { ready },
        Start {}, Chat { text }, Move { turn, action }, Withdraw { turn }, Resign {},
        Offer { what }, Accept { offer }, Decline { offer }, Claim {}, Return {}, Tick {},
        Present { who, present }, Resumed { down_ms }, Forfeit { seat, verdict, detail },
        Abort { detail }, Next { table },
    }
    choice OfferKind { Draw {}, Takeback {}, Rematch {} }
    object Answer { seq, turn }

    // contest
    object NewContest { game, options, entrants, format, games, rounds, clock, title }
    choice Entry { Computer { 0 }, Player { player } }
    object ContestsBody { contests }
    object ContestRow {
        contest, title, game, options, seats, format, games_each, clock, maker, created, ended,
        state, why, played, planned, entrants, leaders,
    }
    choice ContestState { Running {}, Finished {}, Stopped {}, Interrupted {} }
    object ContestEntrant { name, computer, player, program }
    object ContestBody { row, scores, games }
    object ContestScores { standings, crosstable, first_seat, notes }
    object StandingsRow {
        rank, player, name, points, games, duels, firsts, forfeits, byes, survived, pieces,
        clock_left_ms, by_seat, verdicts, set_aside_after, rating, pace,
    }
    object Duel { won, drawn, lost }
    object SeatDuel { duel, seat }
    object Pace { moves, ms_per_move, ms_slowest_move, cpu_ms }
    object Estimate { elo, low, high }
    object ContestRating { estimate, glicko2, weng_lin }
    object Glicko2 { rating, deviation, volatility }
    object WengLin { rating, uncertainty }
    choice ContestNote {
        Bye { round, bye, points }, Decided { round, winner, loser, by },
        SetAside { set_aside, after, verdict, detail },
    }
    object ContestGame { game, seating, table, state, result }
    choice ContestGameState { Running {}, Finished {}, Forfeit {}, Stopped {} }
    object ContestResult { places, points, verdicts, reason, steps }

    // data
    own GameData {}
    own Body {}

    // event
    object TableEvent { v, seq, at, change }
    choice TableChange {
        Created { 0 }, Joined { member, you }, Own { seat, action, ms }, Rematch {}, Public { 0 },
    }
    choice PublicChange {
        Left { member }, Seated { seat, member },
        ComputerSeated { seat, player }, Freed { seat }, Chosen { owners }, Ready { seat, ready },
        Started { fill }, Present { member, present }, Said { member, text },
        Entered { seat, ms }, Stepped { made },
        Offered { offer, what, seat }, Accepted { offer, seat }, Declined { offer, seat },
        TakenBack { steps, seat, state, conflict }, Claimed { seat }, Dropped { 0 },
        Returned { seat }, Resumed { down_ms }, Ended { finish }, Next { table },
    }
    choice Made { Act { 0 }, Draw { 0 } }
    object Act { moves, ms, lag_ms, idle, conflict }
    object Conflict { squares, reenter }
    object Dropped { seat, reason, detail, may_return }
    object Finish { reason, winners, places, detail, on_board, seed }

    // message
    object ClientMessage { v, id, request }
    choice ClientRequest {
        Watch { table, key, after, bot }, Unwatch { table }, Command { table, request },
        Answer { table, turn, answer }, Lobby { on }, Available { games }, Decline { table },
        Ping {},
    }
    choice ServerMessage {
        Hello { you, now, ping_ms }, Ok { id, done }, Refused { id, code, reason, message },
        Table { table, now, view }, Event { table, event }, Request { table, turn, request },
        Thought { table, seat, turn, thought }, Lost { table }, Lobby { table },
        Challenge { challenge }, Declined { table }, Bye { code, reason },
    }
    object Done { table, seq, turn, now }
    object Effort { depth, states, ms }

    // people
    own Identity {}
    object Member { 0 }

    // record
    object Record {
        rules, game, options, players, origin, seed, opening, steps, ending, verdicts, hash,
    }
    object RecordPlayer { name, kind, sandbox }
    choice PlayerKind { Person {}, Program {}, BuiltIn {} }
    choice RecordStep { Draw { draw, hash }, Act { act, us, lag_ms, idle, hash } }
    object RecordVerdict { seat, verdict, detail, after }
    object SeatEffort {
        moves, us, longest_us, cpu_us, memory, clock_left_us, voided, first_void, log,
    }

    // rest
    own Sentence {}
    own SentenceValue {}
    object RefusalBody { code, reason, message }
    object GamesBody { games, leaderboards }
    object GameInfo { game, name, what, options, usual, seats, computers }
    object OptionInfo { name, values, what }
    object OptionValues { low, high, one_of, position, corners }
    choice OptionValue { Flag { 0 }, Number { 0 }, Word { 0 } }
    object PlayerView { player, name, program }
    object NewIdentity { name, program, guest }
    object IdentityBody { you, token }
    object GuestsBody { guests }
    object Rename { name }
    object AvailableBody { available }
    object AvailablePlayer { player, games }
    object PlayerBody { player, since, connected, ratings }
    object RatingView { system, value, games }
    choice RatingSystem {
        Glicko2 { rating, deviation, volatility }, WengLin { rating, uncertainty },
    }
    object LeaderboardBody { leaderboard, players }
    object Leader { rating, player, name, program }
    object ChallengesBody { to_you, by_you }
    object Challenge {
        game, options, clock, seat, table, key, link, from, until, contest, your_seat,
    }
    object NewChallenge { player, table }
    object TablesBody { tables, next }
    object TableRow { table, game, phase, created, updated, summary }
    object TableSummary { title, options, clock, fill, seats, steps, finish }
    choice ListPhase { Open {}, Running {}, Finished {} }
    object SeatRow { seat, called, computer, name, program, player }
    object FinishRow { reason, winners, places }
    object TablesQuery { phase, game, after, limit }
    object KeyQuery { key }
    object BoardQuery { key, step, theme }
    object LeaderboardQuery { least_games, skip, limit }
    object NewTableBody { table, key, link }
    object TableBody { now, view }
    object NewCommand { id, request }
    object MovesBody { turn, seats }
    object SeatMoves { seat, moves }
    object StepBody { step, made, text, told, data }

    // settings
    choice Clock { None {}, PerMove { ms }, Total { ms, increment_ms }, Days { days } }
    choice ObserverChat { Always {}, NotDuring {}, Never {} }
    object NewTable {
        game, options, title, clock, private, seat, computers, fill, observer_chat, show_entered,
        takebacks, lag_credit_ms, away_ms, claim_after_ms,
    }

    // view
    object TableView {
        v, seq, at, phase, turn, terms, members, creator, seats, game, steps, conflict, entered,
        offers, chat, finish, rematch, next, you,
    }
    choice Phase { Lobby {}, Playing {}, Over {} }
    choice Standing { In {}, Abandoned {}, Out {} }
    object Terms {
        game, options, title, clock, private, fill, show_entered, takebacks, lag_credit_ms, away_ms,
        claim_after_ms, commitment,
    }
    object MemberView { member, name, program, away_since }
    object SeatView { seat, called, standing, computer, member, name, ready, away_since, clock }
    object ClockView { left_ms, since, used_ms }
    object GameView { game, seats, viewer, to_act, ending, state }
    object EndingView { reason, winners, places }
    object ConflictView { squares, reenter, rounds, idle }
    object OfferView { offer, what, seat, accepted }
    object ChatLine { at, member, name, text }
    object You { member, seat, creator, sealed, clock, key }

    // worker
    choice RequestId { Number { 0 }, Word { 0 } }
    choice PageMessage {
        Open { saved }, Connect { token }, Hall { token, text },
        Request { id, token, method, path, body }, Save {}, Question { question },
        Thought { thought }, ThinkerLost {}, Analyse { id, record, depth },
        Position { id, game, options, position, depth }, Verify { id, record },
        Svg { id, record, step, theme }, Gif { id, record, theme, width },
    }
    choice Theme { Light {}, Dark {} }
    choice WorkerMessage {
        Opened { dropped }, Hall { token, text }, Reply { id, status, json }, Saved { text },
        Question { question }, Thought { thought }, Judged { id, of, step },
        Analysed { id, judgement }, Opinions { id, opinions }, Verdict { id, verdict },
        Drawn { id, done, of }, Picture { id, picture }, Failed { id, reason }, Broken { reason },
    }
    choice Picture { Svg { 0 }, Gif { 0 } }
    object Question { question, table, game, options, state, seat, turn, player, left_ms, seed }
    object Thought { question, table, action, failed, thought }
}

impl Sample for GameLine {
    fn sample(source: &mut Source) -> GameLine {
        GameLine::of(&GameData::sample(source))
    }
}

impl Sample for GameData {
    fn sample(source: &mut Source) -> GameData {
        Value::sample(source).into()
    }

    fn something(source: &mut Source) -> GameData {
        Value::something(source).into()
    }
}

// A part of records that is never written on its own.
choice!(Origin {
    Table { clock, commitment, takebacks, on_board }, Contest { clock, seats },
});

impl Sample for Sentence {
    fn sample(source: &mut Source) -> Sentence {
        let part = Sentence {
            id: String::sample(source),
            args: Default::default(),
        };
        let values = [
            SentenceValue::Number(i64::sample(source)),
            SentenceValue::Text(String::sample(source)),
            SentenceValue::List(
                Vec::<i64>::sample(source)
                    .into_iter()
                    .map(SentenceValue::Number)
                    .collect(),
            ),
            SentenceValue::Sentence(part.clone()),
        ];
        let args = values
            .into_iter()
            .map(|value| (String::sample(source), value));
        let args = args.collect();
        Sentence { args, ..part }
    }
}

impl Sample for SentenceValue {
    fn sample(source: &mut Source) -> SentenceValue {
        SentenceValue::Sentence(Sentence::sample(source))
    }
}

impl Sample for Body {
    fn sample(source: &mut Source) -> Body {
        Body::of(&Value::sample(source))
    }

    fn something(source: &mut Source) -> Body {
        Body::of(&Value::something(source))
    }
}

impl Sample for Identity {
    fn sample(source: &mut Source) -> Identity {
        Identity(u128::sample(source))
    }
}

/// A state must not be a text: a text is notation.
impl Sample for Position {
    fn sample(source: &mut Source) -> Position {
        if bool::sample(source) {
            Position::State(GameData::something(source))
        } else {
            Position::Notation(String::sample(source))
        }
    }
}
