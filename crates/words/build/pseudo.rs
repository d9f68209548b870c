//! A language made from English: every letter has an accent, and every text is a third
//! longer. What looks plain on a page in this language does not come from the files, and
//! what does not fit would not fit in other languages either.

use crate::fluent::{Body, Message, Piece};
use crate::rules::{Part, Rules};
use crate::source::{Area, Game, Language};

/// The language made from another one.
pub fn of(language: &Language) -> Language {
    let areas = |areas: &[Area]| {
        let areas = areas.iter().map(|area| Area {
            name: area.name.clone(),
            file: area.file.clone(),
            messages: area.messages.iter().map(message).collect(),
        });
        areas.collect()
    };
    let games = language.games.iter().map(|game| Game {
        name: game.name.clone(),
        file: game.file.clone(),
        rules: rules(&game.rules),
    });
    Language {
        code: "qps".to_owned(),
        variant: "Pseudo".to_owned(),
        name: accented("Pseudo"),
        areas: areas(&language.areas),
        lists: areas(&language.lists),
        games: games.collect(),
    }
}

fn message(message: &Message) -> Message {
    let body = match &message.body {
        Body::One(text) => Body::One(pieces(text)),
        Body::Lines(lines) => Body::Lines(
            lines
                .iter()
                .map(|(name, text)| (name.clone(), pieces(text)))
                .collect(),
        ),
    };
    Message {
        body,
        ..message.clone()
    }
}

/// The texts of choices are inside a text, which alone gets longer.
fn pieces(text: &[Piece]) -> Vec<Piece> {
    let mut new: Vec<Piece> = text.iter().map(piece).collect();
    new.push(Piece::Text(padding(length(text))));
    new
}

fn piece(piece: &Piece) -> Piece {
    match piece {
        Piece::Text(text) => Piece::Text(accented(text)),
        Piece::Value(name) => Piece::Value(name.clone()),
        Piece::Choice { value, texts } => Piece::Choice {
            value: value.clone(),
            texts: texts
                .iter()
                .map(|(key, text)| (key.clone(), text.iter().map(self::piece).collect()))
                .collect(),
        },
    }
}

fn length(text: &[Piece]) -> usize {
    let lengths = text.iter().map(|piece| match piece {
        Piece::Text(text) => text.chars().count(),
        Piece::Value(_) => 0,
        Piece::Choice { texts, .. } => texts.last().map_or(0, |(_, text)| length(text)),
    });
    lengths.sum()
}

fn rules(rules: &Rules) -> Rules {
    let mut rules = rules.clone();
    rules.lead = longer(&rules.lead);
    for section in &mut rules.sections {
        section.title = longer(&section.title);
        for part in &mut section.parts {
            match part {
                Part::Say(words) => *words = longer(words),
                Part::List(points) => points.iter_mut().for_each(|point| *point = longer(point)),
                Part::Code(_) => {}
                Part::Try { title, caption, .. } => {
                    *title = longer(title);
                    *caption = longer(caption);
                }
            }
        }
    }
    rules
}

fn longer(text: &str) -> String {
    accented(text) + &padding(text.chars().count())
}

/// A third of the length, in words of at most six signs.
fn padding(length: usize) -> String {
    let sign = |at: usize| if at.is_multiple_of(7) { ' ' } else { '~' };
    (0..length.div_ceil(3) + 1).map(sign).collect()
}

/// With an accent on every letter.
pub fn accented(text: &str) -> String {
    const PLAIN: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const ACCENTED: &str = "áƀčďéƒĝĥíĵķĺṁñóṗɋŕšťúṽŵẋýžÁƁČĎÉƑĜĤÍĴĶĹṀÑÓṖɊŔŠŤÚṼŴẊÝŽ";
    let accent = |letter: char| {
        let at = PLAIN.find(letter);
        at.and_then(|at| ACCENTED.chars().nth(at)).unwrap_or(letter)
    };
    text.chars().map(accent).collect()
}
