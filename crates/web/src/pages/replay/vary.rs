//! Variations: trying moves, and the list of variations.

use catalog::entry::Kind;
use game::Message;
use leptos::prelude::*;

use super::bench::Bench;
use super::line::Line;
use super::reader::Reader;
use crate::boards::Amount;
use crate::boards::orders::{OrderList, in_words};
use crate::texts::{t, told};

/// The panel for trying moves.
#[component]
pub fn Entry(reader: Reader) -> impl IntoView {
    let in_line = Memo::new(move |_| reader.current.get().is_some());
    view! {
        <div class="card try">
            <h2>{move || t().replay.variation()}</h2>
            <Show when=move || in_line.get() fallback=move || view! {
                <p class="muted small">{move || t().replay.try_words()}</p>
                <button id="vary" on:click=move |_| reader.vary()>{move || t().replay.try_here()}</button>
            }>
                <Try reader/>
            </Show>
        </div>
    }
}

#[component]
fn Try(reader: Reader) -> impl IntoView {
    let typed = RwSignal::new(String::new());
    let enter = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let text = typed.get_untracked().trim().to_owned();
        if !text.is_empty() {
            reader.act(|hand| hand.typed(&text));
            typed.set(String::new());
        }
    };
    let acting = Memo::new(move |_| reader.acting().first().copied());
    let words = move || match acting.get() {
        Some(seat) => t().replay.enter_for(reader.name(seat)),
        None => t().replay.over_here().to_owned(),
    };
    let entered = move || {
        reader.lines.with(|lines| {
            let line = reader.current.get().and_then(|current| lines.get(current));
            let entered = line.map_or(&[][..], |line| &line.entered);
            entered
                .iter()
                .map(|(seat, action)| format!("{}: {action}", reader.name(seat.0)))
                .collect::<Vec<_>>()
        })
    };
    let has_amount = Memo::new(move |_| reader.lit.with(|lit| lit.amount.is_some()));
    let kind = reader.history().game.entry().kind;
    let can_pass = matches!(kind, Kind::Move { pass: Some(_) });
    let has_orders = matches!(kind, Kind::Orders { .. });
    let amount = Signal::derive(move || reader.lit.with(|lit| lit.amount));
    let change = move |count| reader.act(|hand| hand.amount(count));
    view! {
        <p id="try-words" role="status">{words}</p>
        {move || entered().into_iter().map(|text| view! { <p class="mono small">{text}</p> }).collect_view()}
        <Show when=move || has_amount.get()><Amount id="try-amount" amount change/></Show>
        {has_orders.then(|| view! { <Orders reader/> })}
        <Show when=move || acting.get().is_some()>
            <form class="typed row" on:submit=enter>
                <input id="try-typed" class="mono" autocomplete="off" autocapitalize="off" spellcheck="false"
                    aria-label=move || t().table.type_move() placeholder=move || t().table.type_move()
                    prop:value=typed on:input=move |event| typed.set(event_target_value(&event))/>
                <button type="submit">{move || t().table.enter()}</button>
                {can_pass.then(|| view! {
                    <button type="button" id="try-pass" on:click=move |_| reader.act(|hand| hand.finish())>{move || t().table.pass()}</button>
                })}
            </form>
        </Show>
        <p class="row"><button class="main" id="back" on:click=move |_| reader.back()>{move || t().replay.back()}</button></p>
    }
}

/// The orders and the end of the turn.
#[component]
fn Orders(reader: Reader) -> impl IntoView {
    let acts = Memo::new(move |_| !reader.acting().is_empty());
    let look = reader.history().game.look();
    let orders = move || reader.lit.with(|lit| in_words(look, &lit.orders));
    let remove = move |at| reader.act(|hand| hand.remove(at));
    view! {
        <Show when=move || acts.get()>
            {move || view! { <OrderList orders=orders() remove/> }}
            <div class="row">
                <button id="try-end-turn" on:click=move |_| reader.act(|hand| hand.finish())>{move || t().boards.end_turn()}</button>
                <button on:click=move |_| reader.act(|hand| hand.undo())>"↶ "{move || t().table.undo()}</button>
            </div>
        </Show>
    }
}

/// A variation in the list.
struct Row {
    from: usize,
    shown: usize,
    first: usize,
    moves: Vec<(usize, Message)>,
}

impl Row {
    fn of(line: &Line) -> Row {
        Row {
            from: line.from,
            shown: line.at,
            first: line.stops().first().copied().unwrap_or(0),
            moves: line.moves(),
        }
    }
}

/// All variations with their moves.
#[component]
pub fn Lines(reader: Reader, bench: Bench) -> impl IntoView {
    let rows = move || {
        reader
            .lines
            .with(|lines| lines.iter().map(Row::of).enumerate().collect::<Vec<_>>())
    };
    let one = move |(number, row): (usize, Row)| {
        let Row {
            from,
            shown,
            first,
            moves,
        } = row;
        let is_current = move || reader.current.get() == Some(number);
        let here = move |at: usize| (is_current() && shown == at).then_some("step");
        let title = t().replay.from_step(from);
        let drop_words = t().replay.drop_line(from);
        view! {
            <li>
                <button class="plain small" aria-current=move || here(first) on:click=move |_| reader.enter_line(number, first)>{title}</button>
                {moves.into_iter().map(|(at, text)| view! {
                    <button class="plain mono" aria-current=move || here(at) on:click=move |_| reader.enter_line(number, at)>{told(&text)}</button>
                }).collect_view()}
                <button class="plain" aria-label=drop_words on:click=move |_| reader.drop_line(number)>"×"</button>
            </li>
        }
    };
    let has_any = Memo::new(move |_| reader.lines.with(|lines| !lines.is_empty()));
    let in_line = Memo::new(move |_| reader.current.get().is_some());
    view! {
        <Show when=move || has_any.get()>
            <section class="card variations">
                <h2>{move || t().replay.variations()}</h2>
                <ul id="variations">{move || rows().into_iter().map(one).collect_view()}</ul>
                <Show when=move || in_line.get()>
                    <div class="row">
                        <button class="small" id="analyse-line" on:click=move |_| bench.look()>{move || t().replay.analyse_position()}</button>
                        <button class="small" on:click=move |_| reader.back()>{move || t().replay.back()}</button>
                    </div>
                </Show>
            </section>
        </Show>
    }
}
