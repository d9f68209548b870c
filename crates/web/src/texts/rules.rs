//! What the rules and the hall say: why a game ended, what seats and options are
//! called, why something was refused. They say it in English, or in a word for
//! programs; here it is looked up.

use super::t;

/// Words and sentences of the rules, and what to say instead.
pub struct RulesTexts {
    /// Why games end, by the word in records.
    reasons: &'static [(&'static str, &'static str)],
    /// Boards of ranks that are not named like a game.
    boards: &'static [(&'static str, &'static str)],
    /// Seats, options, refusals.
    sentences: &'static [(&'static str, &'static str)],
    /// Seats with a number, by the word before it.
    numbered: &'static [(&'static str, &'static str)],
}

fn find(list: &'static [(&'static str, &'static str)], text: &str) -> Option<&'static str> {
    let found = list.iter().find(|(known, _)| *known == text);
    found.map(|(_, said)| *said)
}

/// Why a game ended, in words.
pub fn reason(word: &str) -> String {
    let known = find(t().rules.reasons, word);
    known.map_or_else(|| word.replace('-', " "), str::to_owned)
}

/// With a large letter at the beginning.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// What the ranks of a board are called.
pub fn board(id: &str) -> String {
    let game = catalog::GAMES.iter().find(|info| info.id == id);
    let known = game
        .map(|info| info.name)
        .or_else(|| find(t().rules.boards, id));
    known.unwrap_or(id).to_owned()
}

/// A sentence or a name of the rules or the hall in the language of the page; what
/// is not known stays as it is, as a sentence.
pub fn said(text: &str) -> String {
    let rules = &t().rules;
    if let Some(known) = find(rules.sentences, text) {
        return known.to_owned();
    }
    for (word, instead) in rules.numbered {
        if let Some(number) = text.strip_prefix(word)
            && number.bytes().all(|byte| byte.is_ascii_digit())
        {
            return format!("{instead}{number}");
        }
    }
    let mut text = text.to_owned();
    // A name such as `d4` in the first place stays as it is.
    let first = text.split(|c: char| !c.is_alphanumeric()).next();
    let is_sentence = text.contains(' ')
        && first
            .is_some_and(|word| word.len() > 1 && word.bytes().all(|b| b.is_ascii_alphabetic()));
    if is_sentence && let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
        if !text.ends_with(['.', '!', '?', ')']) {
            text.push('.');
        }
    }
    text
}

pub(super) const ENGLISH: RulesTexts = RulesTexts {
    reasons: &[
        ("corner", "the automaton is in the corner"),
        ("max-turns", "all turns were played"),
        ("no-moves", "no move was left"),
        ("quiet-limit", "nothing was captured for long"),
        ("king-escaped", "the king has escaped"),
        ("king-captured", "the king is caught"),
        ("repetition", "the same position once more"),
        ("one-owner", "all pieces have one owner"),
        ("rounds", "all rounds were played"),
        ("resigned", "given up"),
        ("time", "time ran out"),
        ("abandoned", "left alone"),
        ("agreed", "agreed upon"),
        ("claimed", "claimed"),
        ("aborted", "broken off"),
    ],
    boards: &[
        ("automatafl-many", "Automatafl, more than two"),
        ("game17-many", "Game 17, more than two"),
    ],
    sentences: &[],
    numbered: &[],
};

pub(super) const GERMAN: RulesTexts = RulesTexts {
    reasons: &[
        ("corner", "der Automat steht in der Ecke"),
        ("max-turns", "alle Züge sind gespielt"),
        ("no-moves", "kein Zug war mehr möglich"),
        ("quiet-limit", "lange wurde nichts geschlagen"),
        ("king-escaped", "der König ist entkommen"),
        ("king-captured", "der König ist gefangen"),
        ("repetition", "dieselbe Stellung noch einmal"),
        ("one-owner", "alle Steine gehören einem"),
        ("rounds", "alle Runden sind gespielt"),
        ("resigned", "aufgegeben"),
        ("time", "die Zeit ist um"),
        ("abandoned", "im Stich gelassen"),
        ("agreed", "vereinbart"),
        ("claimed", "beansprucht"),
        ("aborted", "abgebrochen"),
    ],
    boards: &[
        ("automatafl-many", "Automatafl, mehr als zwei"),
        ("game17-many", "Game 17, mehr als zwei"),
    ],
    sentences: &[
        // Seats.
        ("Attackers", "Angreifer"),
        ("Defenders", "Verteidiger"),
        ("White", "Weiß"),
        ("Black", "Schwarz"),
        // Options, and the words they may have.
        ("columns of the board", "Spalten des Bretts"),
        ("rows of the board", "Reihen des Bretts"),
        (
            "moves in a row without a capture until the game is drawn; 0 is never",
            "Züge hintereinander ohne Schlagen, bis das Spiel unentschieden ist; 0 ist nie",
        ),
        ("how many play", "wie viele spielen"),
        (
            "where the pieces stand at the beginning",
            "wo die Steine am Anfang stehen",
        ),
        (
            "what the automaton does when both axes offer the same",
            "was der Automat tut, wenn Reihe und Spalte gleich viel bieten",
        ),
        (
            "what becomes of equal moves of several players",
            "was aus gleichen Zügen mehrerer Spieler wird",
        ),
        (
            "turns until the game is drawn; 0 is never",
            "Züge, bis das Spiel unentschieden ist; 0 ist nie",
        ),
        (
            "how many automata the board has",
            "wie viele Automaten auf dem Brett stehen",
        ),
        (
            "rows and columns of the board",
            "Reihen und Spalten des Bretts",
        ),
        ("rounds until the game ends", "Runden, bis das Spiel endet"),
        (
            "pieces on every square at the start",
            "Steine auf jedem Feld am Anfang",
        ),
        (
            "owners with a seat; all others are zombies",
            "Besitzer mit einem Platz; alle anderen sind Zombies",
        ),
        (
            "whether a corner helps to capture the king",
            "ob eine Ecke hilft, den König zu fangen",
        ),
        (
            "what happens to a side that cannot move",
            "was mit einer Seite geschieht, die nicht ziehen kann",
        ),
        (
            "how often a position may occur until the game is drawn; 0 is never",
            "wie oft eine Stellung vorkommen darf, bis das Spiel unentschieden ist; 0 ist nie",
        ),
        ("standard", "üblich"),
        ("small", "klein"),
        ("twins", "Zwillinge"),
        ("column", "die Spalte gilt"),
        ("freeze", "er bleibt stehen"),
        ("conflict", "ein Konflikt"),
        ("merge", "sie gelten als einer"),
        ("loss", "sie verliert"),
        ("draw", "unentschieden"),
        ("true", "ja"),
        ("false", "nein"),
        // Refusals.
        (
            "you are not at this table; join it first",
            "Du bist nicht an diesem Tisch; komm erst dazu.",
        ),
        (
            "this table is private, and the link is not the right one",
            "Dieser Tisch ist privat, und der Link ist nicht der richtige.",
        ),
        (
            "there is no such table, or its link is not complete",
            "Diesen Tisch gibt es nicht, oder sein Link ist nicht vollständig.",
        ),
        (
            "a name needs at least one character that can be seen",
            "Ein Name braucht mindestens ein sichtbares Zeichen.",
        ),
        (
            "only the one who made the table may do this",
            "Das darf nur, wer den Tisch aufgestellt hat.",
        ),
        (
            "you have no seat at this table",
            "Du hast an diesem Tisch keinen Platz.",
        ),
        (
            "this can only be done before the game begins",
            "Das geht nur vor dem Spiel.",
        ),
        (
            "this can only be done while the game is played",
            "Das geht nur während des Spiels.",
        ),
        (
            "this can only be done after the game",
            "Das geht nur nach dem Spiel.",
        ),
        ("there is nothing to say in this", "Darin steht nichts."),
        (
            "observers may not talk at this table now",
            "Zuschauer dürfen an diesem Tisch jetzt nicht reden.",
        ),
        ("it is not your turn", "Du bist nicht am Zug."),
        (
            "you are out of this game",
            "Du bist aus diesem Spiel ausgeschieden.",
        ),
        ("your time is up", "Deine Zeit ist um."),
        ("you have sealed no move", "Du hast keinen Zug versiegelt."),
        (
            "this was declined in this turn; play on before you ask again",
            "Das wurde in diesem Zug abgelehnt; spiele weiter, bevor du noch einmal fragst.",
        ),
        (
            "this offer is not yours to accept",
            "Dieses Angebot gilt nicht dir.",
        ),
        (
            "there is nobody to ask",
            "Es ist niemand da, den man fragen könnte.",
        ),
        ("nothing would change", "Es würde sich nichts ändern."),
        ("the hall does not answer", "Die Halle antwortet nicht."),
        ("the connection was lost", "Die Verbindung ist abgerissen."),
    ],
    numbered: &[("Seat ", "Platz "), ("Owner ", "Besitzer ")],
};
