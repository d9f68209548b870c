//! The game: whose turn it is, what is drawn, and when it ends.

use game::{Dice, Ending, Game, NotationError, Outcome, Pending, Seat, Step, shuffle};

use crate::board::Board;
use crate::illegal::Illegal;
use crate::movers;
use crate::options::{Options, OptionsError};
use crate::report::Report;
use crate::settle::Scratch;
use crate::state::{Chance, Draw, Parts, Phase, RestoreError, State};
use crate::turn::Turn;

/// The rules of Game 17 with some options. Seat i plays owner i; owners without a seat
/// are zombies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game17 {
    options: Options,
}

impl Game17 {
    /// Creates the rules with these options.
    pub fn new(options: Options) -> Result<Game17, OptionsError> {
        options.check()?;
        Ok(Game17 { options })
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The number of rounds after the current one.
    pub fn rounds_left(&self, state: &State) -> u32 {
        self.options.rounds.saturating_sub(state.round + 1)
    }

    /// Makes all draws until a seat must choose or the game is over. With the same dice
    /// the result is the same as drawing and applying step by step, but turns of
    /// zombies do not allocate.
    ///
    /// You may continue a state under options with fewer players: with none, zombies
    /// play it out.
    /// is played out by zombies.
    pub fn run<D: Dice + ?Sized>(
        &self,
        state: &mut State,
        mut dice: &mut D,
        scratch: &mut Scratch,
    ) {
        loop {
            match state.mover() {
                Some(mover) if state.tied.is_empty() => {
                    if mover < self.options.players {
                        return;
                    }
                    state.board.zombie_turn(mover, dice, scratch);
                    state.advance(self.options.rounds);
                }
                None if matches!(state.phase, Phase::Over(_)) => return,
                _ => {
                    let draw = self.draw(state, &mut dice);
                    self.apply(state, Step::Draw(&draw));
                }
            }
        }
    }

    /// Rebuilds a state from its parts. Fails with the first thing that does not fit.
    pub fn restore(&self, parts: Parts) -> Result<State, RestoreError> {
        let Parts {
            mut board,
            dealt,
            order,
            round,
            mover,
            tied,
            over,
        } = parts;
        if board.size() != self.options.size {
            return Err(RestoreError::Size);
        }
        let mut state = self.start();
        if order.is_empty() {
            let fits = if dealt {
                self.is_permutation(board.owners())
            } else {
                board == state.board
            };
            if !fits || mover.is_some() || over.is_some() || round > 0 || !tied.is_empty() {
                return Err(RestoreError::Order);
            }
            state.phase = if dealt { Phase::Order } else { Phase::Deal };
            state.board = board;
            return Ok(state);
        }
        if round > self.options.rounds || mover.is_some() && round == self.options.rounds {
            return Err(RestoreError::Round);
        }
        if !dealt || !self.is_permutation(&order) {
            return Err(RestoreError::Order);
        }
        state.phase = match (mover, over) {
            (None, Some(reason)) if tied.is_empty() => Phase::Over(reason),
            (Some(mover), None) if board.squares_of(mover) > 0 => {
                let turn = order.iter().position(|&owner| owner == mover);
                state.turn = turn.ok_or(RestoreError::Mover)?;
                for &(row, col) in tied.iter().rev() {
                    let square = board.index(row, col).ok_or(RestoreError::Tied)?;
                    let number = board.numbers()[square];
                    if board.owners()[square] == mover {
                        return Err(RestoreError::Tied);
                    }
                    board.bring(mover, number);
                    state.tied.push(square as u16);
                }
                if !state.tied.is_sorted_by(|a, b| a > b) {
                    return Err(RestoreError::Tied);
                }
                Phase::Play
            }
            _ => return Err(RestoreError::Mover),
        };
        state.board = board;
        state.order = order;
        state.round = round;
        Ok(state)
    }

    /// Whether the list has every number from 0 to the last owner exactly once.
    fn is_permutation(&self, owners: &[u16]) -> bool {
        let mut seen = vec![false; usize::from(self.options.squares())];
        owners.len() == seen.len()
            && owners.iter().all(|&owner| {
                seen.get_mut(usize::from(owner))
                    .is_some_and(|seen| !std::mem::replace(seen, true))
            })
    }

    fn shuffled(&self, dice: &mut dyn Dice) -> Vec<u16> {
        let mut owners: Vec<u16> = (0..self.options.squares()).collect();
        shuffle(&mut owners, dice);
        owners
    }

    fn dealt(&self, owners: Vec<u16>) -> Board {
        let numbers = vec![self.options.pieces; owners.len()];
        Board::from_flat(self.options.size, owners, numbers)
    }

    /// The draw that is due.
    fn chance(&self, state: &State) -> Option<Chance> {
        match state.phase {
            Phase::Deal => Some(Chance::Deal),
            Phase::Order => Some(Chance::Order),
            Phase::Over(_) => None,
            Phase::Play => {
                let mover = state.mover()?;
                match state.tied.last() {
                    Some(&square) => {
                        let (row, col) = state.board.place(usize::from(square));
                        Some(Chance::Coin { row, col, mover })
                    }
                    None if mover < self.options.players => None,
                    None => Some(Chance::Zombie { owner: mover }),
                }
            }
        }
    }

    fn play(&self, state: &mut State, turn: &Turn) {
        let Some(mover) = state.mover().filter(|_| state.tied.is_empty()) else {
            return;
        };
        // An order that breaks a rule voids the whole turn, and play goes on.
        if state.board.check(mover, turn).is_ok() {
            state.tied = state.board.turn_up_to_coins(mover, turn);
        }
        if state.tied.is_empty() {
            state.advance(self.options.rounds);
        }
    }
}

impl Game for Game17 {
    type State = State;
    type Action = Turn;
    type Chance = Chance;
    type Draw = Draw;
    type Illegal = Illegal;
    type Report = Report;

    fn seats(&self) -> u16 {
        self.options.players
    }

    fn start(&self) -> State {
        State {
            board: self.dealt((0..self.options.squares()).collect()),
            order: Vec::new(),
            round: 0,
            turn: 0,
            tied: Vec::new(),
            phase: Phase::Deal,
        }
    }

    fn pending(&self, state: &State) -> Pending<Chance> {
        if let Some(chance) = self.chance(state) {
            return Pending::Chance(chance);
        }
        match (state.phase, state.mover()) {
            (Phase::Over(reason), _) => Pending::Over(Ending {
                outcome: Outcome::Places(state.board.places(self.options.players)),
                reason: reason.name(),
            }),
            (_, mover) => Pending::Choose(mover.map(Seat).into_iter().collect()),
        }
    }

    fn check(&self, state: &State, seat: Seat, turn: &Turn) -> Result<(), Illegal> {
        if matches!(state.phase, Phase::Over(_)) {
            return Err(Illegal::Over);
        }
        let owner = seat.0;
        if self.chance(state).is_some() || state.mover() != Some(owner) {
            return Err(Illegal::NotToMove { seat });
        }
        state.board.check(owner, turn)
    }

    fn check_draw(&self, state: &State, draw: &Draw) -> Result<(), Illegal> {
        let last = self.options.squares() - 1;
        match (self.chance(state), draw) {
            (Some(Chance::Deal), Draw::Deal(owners)) => {
                if self.is_permutation(owners) {
                    Ok(())
                } else {
                    Err(Illegal::Deal { last })
                }
            }
            (Some(Chance::Order), Draw::Order(owners)) => {
                if self.is_permutation(owners) {
                    Ok(())
                } else {
                    Err(Illegal::Order { last })
                }
            }
            (Some(Chance::Zombie { owner }), Draw::Zombie(turn)) => {
                state.board.check(owner, turn)?;
                all_are_sent(&state.board, owner, turn)
            }
            (Some(Chance::Coin { .. }), Draw::Coin(_)) => Ok(()),
            (chance, draw) => {
                if matches!(state.phase, Phase::Over(_)) {
                    return Err(Illegal::Over);
                }
                Err(Illegal::NotDrawn {
                    due: match chance {
                        Some(Chance::Deal) => "deal",
                        Some(Chance::Order) => "order",
                        Some(Chance::Zombie { .. }) => "zombie",
                        Some(Chance::Coin { .. }) => "coin",
                        None => "none",
                    },
                    drawn: match draw {
                        Draw::Deal(_) => "deal",
                        Draw::Order(_) => "order",
                        Draw::Zombie(_) => "zombie",
                        Draw::Coin(_) => "coin",
                    },
                })
            }
        }
    }

    fn apply(&self, state: &mut State, step: Step<'_, Self>) {
        match step {
            Step::Act(turns) => {
                if let [(_, turn)] = turns {
                    self.play(state, turn);
                }
            }
            Step::Draw(Draw::Zombie(turn)) => self.play(state, turn),
            Step::Draw(Draw::Deal(owners)) => {
                if state.phase == Phase::Deal && self.is_permutation(owners) {
                    state.board = self.dealt(owners.clone());
                    state.phase = Phase::Order;
                }
            }
            Step::Draw(Draw::Order(owners)) => {
                if state.phase == Phase::Order && self.is_permutation(owners) {
                    state.begin(owners.clone(), self.options.rounds);
                }
            }
            Step::Draw(&Draw::Coin(coin)) => {
                if let (Some(mover), Some(square)) = (state.mover(), state.tied.pop()) {
                    let winner = coin.into();
                    state.board.settle_tie(mover, usize::from(square), winner);
                    if state.tied.is_empty() {
                        state.advance(self.options.rounds);
                    }
                }
            }
        }
    }

    fn propose(&self, state: &State, seat: Seat, dice: &mut dyn Dice) -> Turn {
        movers::any(&state.board, seat.0, dice)
    }

    fn idle(&self, _: &State, _: Seat) -> Option<Turn> {
        Some(Turn::default())
    }

    fn draw(&self, state: &State, dice: &mut dyn Dice) -> Draw {
        match self.chance(state) {
            Some(Chance::Deal) => Draw::Deal(self.shuffled(dice)),
            Some(Chance::Order) => Draw::Order(self.shuffled(dice)),
            Some(Chance::Zombie { owner }) => {
                Draw::Zombie(movers::zombie(&state.board, owner, dice))
            }
            Some(Chance::Coin { .. }) | None => Draw::Coin(dice.coin()),
        }
    }

    fn report(&self, before: &State, step: Step<'_, Self>) -> Report {
        Report::new(before, step)
    }

    fn read(&self, _: &State, text: &str) -> Result<Turn, NotationError> {
        Turn::read(text, self.options.size)
    }
}

/// Fails with the first square on which a zombie would leave pieces.
fn all_are_sent(board: &Board, owner: u16, turn: &Turn) -> Result<(), Illegal> {
    if turn.sent() == u64::from(board.pieces_of(owner)) {
        return Ok(());
    }
    for (row, col) in board.owned(owner) {
        let stand = board.number(row, col).unwrap_or(0);
        let orders = turn
            .orders()
            .iter()
            .filter(|order| order.square() == (row, col));
        let kept = stand - orders.map(|order| order.count.get()).sum::<u32>();
        if kept > 0 {
            return Err(Illegal::ZombieKeeps {
                owner,
                row,
                col,
                kept,
            });
        }
    }
    Ok(())
}
