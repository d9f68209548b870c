//! The words of the rules in German.
//!
//! A phrase stands as in the middle of a sentence, unless it is always a whole one.

mod refusals;
mod steps;

use super::{Phrase, RulesTexts};

pub(in crate::texts) const GERMAN: RulesTexts = RulesTexts {
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
    phrases: &[
        steps::SQUARES,
        SEATS,
        steps::STEPS,
        refusals::REFUSALS,
        refusals::NOTATION,
        OPTIONS,
        HALL,
    ],
    joints: &[(", ", ", "), (" and ", " und ")],
};

/// Seats.
const SEATS: &[Phrase] = &[
    ("Attackers", "Angreifer"),
    ("Defenders", "Verteidiger"),
    ("White", "Weiß"),
    ("Black", "Schwarz"),
    ("seat {}", "Platz {0}"),
    ("owner {}", "Besitzer {0}"),
];

/// Options, the words they may have, and what cannot be chosen.
const OPTIONS: &[Phrase] = &[
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
    (
        "{} must be a whole number from {} to {}, not {}",
        "{0} muss eine ganze Zahl von {1} bis {2} sein, nicht {3}",
    ),
    (
        "{} must be 2 or 4, not {}",
        "{0} muss 2 oder 4 sein, nicht {1}",
    ),
    ("the size", "die Größe"),
    ("the width", "die Breite"),
    ("the height", "die Höhe"),
    (
        "the rounds must be from {} to {}, not {}",
        "es müssen {0} bis {1} Runden sein, nicht {2}",
    ),
    (
        "the pieces per square must be from {} to {}, not {}",
        "auf jedem Feld müssen {0} bis {1} Steine stehen, nicht {2}",
    ),
    (
        "a board of size {} has room for {} players, not {}",
        "ein Brett der Größe {0} hat Platz für {1} Spieler, nicht für {2}",
    ),
    (
        "repetition is 0 (never) or from 2 to 1000, not {}",
        "„repetition“ ist 0 (nie) oder von 2 bis 1000, nicht {0}",
    ),
    (
        "automata is from 1 to {}, not {}",
        "„automata“ ist von 1 bis {0}, nicht {1}",
    ),
    (
        "automata on the board: {}; the option automata says {}",
        "Automaten auf dem Brett: {0}; die Option „automata“ sagt {1}",
    ),
    (
        "the automaton may not stand in the corner {}",
        "der Automat darf nicht in der Ecke {0} stehen",
    ),
];

/// What the hall and its tables refuse.
const HALL: &[Phrase] = &[
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
    (
        "this browser cannot run workers, and the hall needs one",
        "Dieser Browser kann keine Worker starten, und die Halle braucht einen.",
    ),
    (
        "this table has room for {} observers, and they are all here",
        "dieser Tisch hat Platz für {0} Zuschauer, und sie sind alle da",
    ),
    (
        "only the hall itself may do this",
        "das darf nur die Halle selbst",
    ),
    (
        "there is no seat {}; this game has {}",
        "einen Platz {0} gibt es nicht; dieses Spiel hat {1}",
    ),
    ("seat {} is taken", "Platz {0} ist besetzt"),
    ("seat {} is empty already", "Platz {0} ist schon leer"),
    (
        "you sit on seat {}; leave it first",
        "du sitzt auf Platz {0}; steh erst auf",
    ),
    (
        "seats {} are empty; fill them, or choose a player that fills them",
        "die Plätze {0} sind leer; besetze sie, oder wähle einen Spieler, der sie füllt",
    ),
    ("seats {} are not ready", "die Plätze {0} sind nicht bereit"),
    (
        "corners are chosen in Automatafl only, and they are numbered 0 to 3",
        "Ecken werden nur in Automatafl gewählt, und ihre Nummern sind 0 bis 3",
    ),
    (
        "this corner belongs to seat {}, and someone sits there",
        "diese Ecke gehört Platz {0}, und dort sitzt jemand",
    ),
    (
        "this was meant for turn {}, but turn {} is being played; look again",
        "das galt für Zug {0}, aber gespielt wird Zug {1}; sieh noch einmal hin",
    ),
    (
        "there is such an offer already; answer offer {}",
        "ein solches Angebot gibt es schon; antworte auf Angebot {0}",
    ),
    (
        "there is no offer {} any more",
        "Angebot {0} gibt es nicht mehr",
    ),
    (
        "nothing can be taken back: {words}",
        "zurücknehmen geht nicht: {0}",
    ),
    (
        "this table does not allow it",
        "dieser Tisch erlaubt es nicht",
    ),
    ("you have not moved yet", "du hast noch nicht gezogen"),
    (
        "chance has spoken since your move",
        "seit deinem Zug hat der Zufall entschieden",
    ),
    (
        "there is nothing to claim: {words}",
        "es gibt nichts zu beanspruchen: {0}",
    ),
    ("the clock decides", "die Uhr entscheidet"),
    (
        "you have claimed in this turn",
        "das hast du in diesem Zug schon getan",
    ),
    (
        "nobody whose move is due has been gone for long enough",
        "niemand, der am Zug ist, ist lange genug fort",
    ),
];
