//! A diagram on the page: a board, moves to try, and their effects.

use catalog::learn::{Diagram, Kind};
use catalog::scene::Foresight;
use entry::{Highlights, MoveEntry, Pressed};
use game::{Dice, Message, Outcome, Seat};
use leptos::prelude::*;
use picture::{Arrow, Colours, Marks};

use super::bench::{Bench, Told};
use crate::app::App;
use crate::board::{Board, BoardView, Extra, Touch};
use crate::boards::foresight::{Why, foreseen};
use crate::boards::{Amount, squares};
use crate::browser;
use crate::stage::Stage;
use crate::texts::{self, t};

/// The browser's chance, for coins and zombies.
struct Chance;

impl Dice for Chance {
    fn bits(&mut self) -> u64 {
        let half = || (browser::chance() * 4_294_967_296.0) as u64;
        half() << 32 | half()
    }
}

/// The latest message to the reader.
#[derive(Clone, Debug, Default, PartialEq)]
struct Notice {
    words: Vec<Message>,
    is_conflict: bool,
    is_refusal: bool,
    end: Option<String>,
}

/// The signals of a diagram. They are all derived from its state.
#[derive(Clone, Copy)]
struct Desk {
    diagram: &'static Diagram,
    bench: StoredValue<Bench>,
    hand: StoredValue<Option<Box<dyn MoveEntry>>>,
    stage: RwSignal<Stage>,
    marks: RwSignal<Marks>,
    lit: RwSignal<Highlights>,
    message: RwSignal<Notice>,
    given: RwSignal<Vec<(Seat, String)>>,
    arrows: RwSignal<Vec<Arrow>>,
    explained: RwSignal<Vec<Foresight>>,
    is_active: RwSignal<bool>,
    is_over: RwSignal<bool>,
}

impl Desk {
    fn new(diagram: &'static Diagram) -> Result<Desk, Message> {
        let bench = Bench::new(diagram)?;
        let stage = Stage::new(bench.board());
        let desk = Desk {
            diagram,
            bench: StoredValue::new(bench),
            hand: StoredValue::new(None),
            stage: RwSignal::new(stage),
            marks: RwSignal::new(Marks::default()),
            lit: RwSignal::new(Highlights::default()),
            message: RwSignal::new(Notice::default()),
            given: RwSignal::new(Vec::new()),
            arrows: RwSignal::new(Vec::new()),
            explained: RwSignal::new(Vec::new()),
            is_active: RwSignal::new(false),
            is_over: RwSignal::new(false),
        };
        desk.take_up();
        Ok(desk)
    }

    /// Opens a move entry for the current state, and derives the layers.
    fn take_up(self) {
        let (spot, given, arrows, explained, is_over) = self.bench.with_value(|bench| {
            let explained = match self.diagram.kind {
                Kind::Table => bench.game().foresee(bench.state()),
                Kind::Play => Vec::new(),
            };
            (
                bench.spot(),
                bench.given(),
                bench.arrows(),
                explained,
                bench.ending().is_some(),
            )
        });
        let new = spot.as_ref().map(entry::open);
        self.is_active.set(new.is_some());
        self.lit
            .set(new.as_ref().map(|hand| hand.lit()).unwrap_or_default());
        self.hand.set_value(new);
        self.given.set(given);
        self.arrows.set(arrows);
        self.explained.set(explained);
        self.is_over.set(is_over);
    }

    fn again(self) {
        let Ok(bench) = Bench::new(self.diagram) else {
            return;
        };
        self.stage.set(Stage::new(bench.board()));
        self.bench.set_value(bench);
        self.marks.set(Marks::default());
        self.message.set(Notice::default());
        self.take_up();
    }

    /// Plays moves from the beginning.
    fn show(self, moves: &[&str]) {
        self.again();
        for text in moves {
            self.act(|hand| hand.typed(text));
        }
    }

    fn touch(self, touch: Touch) {
        self.act(|hand| touch.apply(&mut **hand));
    }

    fn act(self, with: impl FnOnce(&mut Box<dyn MoveEntry>) -> Pressed) {
        let did = self
            .hand
            .try_update_value(|hand| hand.as_mut().map(with))
            .flatten();
        let lit = self
            .hand
            .with_value(|hand| hand.as_ref().map(|hand| hand.lit()));
        self.lit.set(lit.unwrap_or_default());
        match did {
            None | Some(Pressed::Nothing | Pressed::Changed) => {}
            Some(Pressed::Refused(reason)) => self.refuse(reason),
            Some(Pressed::Entered(action)) => {
                let told = self
                    .bench
                    .try_update_value(|bench| bench.enter(&action, &mut Chance));
                self.tell(told);
            }
        }
    }

    /// Lets the pieces go that move by themselves.
    fn step(self) {
        let told = self.bench.try_update_value(Bench::step);
        self.tell(told);
    }

    fn refuse(self, reason: Message) {
        App::here().speak(texts::told(&reason));
        self.message.set(Notice {
            words: vec![reason],
            is_refusal: true,
            ..Notice::default()
        });
    }

    fn tell(self, told: Option<Result<Told, Message>>) {
        let told = match told {
            Some(Ok(told)) => told,
            Some(Err(reason)) => return self.refuse(reason),
            None => return,
        };
        let (board, end) = self
            .bench
            .with_value(|bench| (bench.board(), end_words(bench)));
        self.stage.update(|stage| stage.go(board, &told.marks));
        self.take_up();
        let is_conflict = told.is_conflict();
        self.marks.set(told.marks);
        let mut spoken = texts::told(&told.words);
        if let Some(end) = &end {
            spoken += " ";
            spoken += end;
        }
        App::here().speak(spoken);
        self.message.set(Notice {
            words: told.words,
            is_conflict,
            is_refusal: false,
            end,
        });
    }
}

/// The ending of the game in words.
fn end_words(bench: &Bench) -> Option<String> {
    let ending = bench.ending()?;
    let learn = &t().learn;
    let winners = (0..bench.game().seats())
        .map(Seat)
        .filter(|seat| ending.outcome.won(*seat));
    let names: Vec<String> = winners
        .map(|seat| texts::told(&bench.game().seat_message(seat)))
        .collect();
    Some(match ending.outcome {
        Outcome::Drawn => learn.drawn().to_owned(),
        _ => learn.won(names.join(", ")),
    })
}

/// A diagram with its caption.
#[component]
pub(super) fn Figure(
    /// The diagram.
    diagram: &'static Diagram,
    /// Its caption.
    title: &'static str,
    /// What to look at and what to try.
    caption: &'static str,
) -> impl IntoView {
    // The tests have opened all diagrams.
    let Ok(desk) = Desk::new(diagram) else {
        return ().into_any();
    };
    let is_table = diagram.kind == Kind::Table;
    let (is_land, seats) = desk.bench.with_value(|bench| {
        let game = bench.game();
        (game.look().is_owned(), game.seats())
    });
    let extra = Signal::derive(move || {
        let explained = if is_table {
            desk.explained.get()
        } else {
            Vec::new()
        };
        Extra {
            sealed: desk.arrows.get(),
            sight: explained.iter().flat_map(Foresight::lines).collect(),
            foreseen: explained.iter().filter_map(foreseen).collect(),
            won: if desk.is_over.get() {
                let decided = desk
                    .bench
                    .with_value(|bench| bench.game().decided(bench.state()));
                desk.marks.with(|marks| squares(decided, marks))
            } else {
                Vec::new()
            },
        }
    });
    let active = Signal::derive(move || desk.is_active.get());
    let given = move || {
        let given = desk.given.get();
        (!given.is_empty()).then(|| {
            let each = |(seat, text): (Seat, String)| {
                view! { <li>{t().learn.enters(seat.0 + 1)}" "<span class="mono">{text}</span></li> }
            };
            view! { <ul class="given">{given.into_iter().map(each).collect_view()}</ul> }
        })
    };
    let tries = diagram.tries.iter().map(|attempt| {
        let moves = attempt.moves;
        view! {
            <button class="small mono" on:click=move |_| desk.show(moves)
                aria-label=move || t().learn.play_this(moves.join(", "))>{moves.join(" ")}</button>
        }
    });
    let has_tries = !diagram.tries.is_empty();
    let amount = Signal::derive(move || desk.lit.with(|lit| lit.amount));
    let change = move |count| desk.act(|hand| hand.amount(count));
    let choosing = Memo::new(move |_| desk.lit.with(|lit| lit.amount.is_some()));
    let board = Board {
        stage: desk.stage.into(),
        marks: desk.marks.into(),
        lit: desk.lit.into(),
        extra,
        colours: Signal::stored(if is_land {
            Colours::seats(seats)
        } else {
            Colours::default()
        }),
        active,
        label: Signal::stored(title.to_owned()),
        touch: Callback::new(move |touch| desk.touch(touch)),
    };
    view! {
        <figure class="card diagram" id=format!("diagram-{}", diagram.id)>
            <div class="diagram-board">
                <BoardView board/>
            </div>
            <figcaption>
                <h3>{title}</h3>
                <p>{caption}</p>
                {given}
                <Show when=move || has_tries>
                    <p class="muted small try-head">{move || if is_table { t().learn.try_table() } else { t().learn.try_play() }}</p>
                </Show>
                <div class="row">{tries.collect_view()}</div>
                <Show when=move || choosing.get()><Amount amount change/></Show>
                <div class="row">
                    <Show when=move || is_land && desk.is_active.get()>
                        <button class="small main" on:click=move |_| desk.act(|hand| hand.finish())>{move || t().boards.end_turn()}</button>
                        <button class="small" on:click=move |_| desk.act(|hand| hand.undo())>{move || t().table.undo()}</button>
                    </Show>
                    <Show when=move || is_table && !desk.is_over.get()>
                        <button class="small main" on:click=move |_| desk.step()>{move || t().learn.step()}</button>
                    </Show>
                    <button class="small" on:click=move |_| desk.again()>{move || t().learn.again()}</button>
                </div>
                {move || message(desk)}
                <Show when=move || is_table && !desk.is_over.get()><Why steps=desk.explained/></Show>
            </figcaption>
        </figure>
    }
    .into_any()
}

/// The latest message to the reader.
fn message(desk: Desk) -> impl IntoView {
    let message = desk.message.get();
    let learn = &t().learn;
    let head = match (message.is_refusal, message.is_conflict) {
        (true, _) => Some(learn.refused()),
        (_, true) => Some(learn.conflict()),
        _ => None,
    };
    let class = if head.is_some() {
        "told trouble"
    } else {
        "told"
    };
    let words = message
        .words
        .into_iter()
        .map(|words| view! { <p>{texts::told(&words)}</p> })
        .collect_view();
    view! {
        <div class=class>
            {head.map(|head| view! { <p><strong>{head}</strong></p> })}
            {words}
            {message.end.map(|end| view! { <p><strong>{end}</strong></p> })}
        </div>
    }
}
