//! What the rules and the hand refuse.

use crate::texts::rules::Phrase;

/// Moves that break a rule.
pub(super) const REFUSALS: &[Phrase] = &[
    ("the game is over", "das Spiel ist zu Ende"),
    ("there is no seat {}", "einen Platz {0} gibt es nicht"),
    ("a move must leave {}", "ein Zug muss {0} verlassen"),
    (
        "{} and {} are not in one row or column",
        "{0} und {1} liegen nicht in einer Reihe oder Spalte",
    ),
    ("no piece stands on {}", "auf {0} steht kein Stein"),
    // Automatafl.
    (
        "the move of seat {} is in and holds for this turn",
        "der Zug von Platz {0} ist eingegeben und gilt für diese Runde",
    ),
    (
        "the automaton stands on {}: nobody moves it",
        "auf {0} steht der Automat: niemand zieht ihn",
    ),
    (
        "the automaton stands on {}: no move may end there",
        "auf {0} steht der Automat: kein Zug darf dort enden",
    ),
    (
        "{} is marked: it was conflicted upon and is barred until this turn ends",
        "{0} ist markiert: darum gab es einen Konflikt, und es ist bis zum Ende der Runde gesperrt",
    ),
    (
        "a player who has a legal move may not pass",
        "wer einen erlaubten Zug hat, darf nicht passen",
    ),
    // Combo.
    (
        "it is Black's turn, not that of seat {}",
        "Schwarz ist am Zug, nicht Platz {0}",
    ),
    (
        "it is White's turn, not that of seat {}",
        "Weiß ist am Zug, nicht Platz {0}",
    ),
    (
        "the pieces on {} are White's",
        "die Steine auf {0} gehören Weiß",
    ),
    (
        "the pieces on {} are Black's",
        "die Steine auf {0} gehören Schwarz",
    ),
    (
        "a move from {} must end on another square",
        "ein Zug von {0} muss auf einem anderen Feld enden",
    ),
    (
        "{} and {} are not in one row, column or diagonal",
        "{0} und {1} liegen nicht in einer Reihe, Spalte oder Diagonale",
    ),
    (
        "{} pieces cannot leave {}: only 1 there",
        "{0} Steine können {1} nicht verlassen: dort steht nur 1",
    ),
    (
        "{} pieces cannot leave {}: only {} there",
        "{0} Steine können {1} nicht verlassen: dort stehen nur {2}",
    ),
    (
        "{} is {} squares away, further than a count of {} can go",
        "{0} ist {1} Felder entfernt: so weit kommt ein Zug mit {2} nicht",
    ),
    (
        "the piece on {} is in the way",
        "der Stein auf {0} steht im Weg",
    ),
    (
        "a single piece cannot capture on {}: it takes at least 2",
        "ein einzelner Stein kann auf {0} nicht schlagen: dazu braucht es mindestens 2",
    ),
    // Brandub.
    (
        "it is not the attackers' turn",
        "die Angreifer sind nicht am Zug",
    ),
    (
        "it is not the defenders' turn",
        "die Verteidiger sind nicht am Zug",
    ),
    (
        "the {words} on {} is not yours",
        "der {0} auf {1} gehört nicht dir",
    ),
    (
        "the way is blocked: a piece stands on {}",
        "der Weg ist versperrt: auf {0} steht ein Stein",
    ),
    (
        "no piece may stop on the centre {}, not even the king",
        "kein Stein darf auf der Mitte {0} halten, auch der König nicht",
    ),
    (
        "only the king may stop on the corner {}",
        "nur der König darf auf der Ecke {0} halten",
    ),
    // Game 17.
    (
        "it is not the turn of player {}",
        "Spieler {0} ist nicht am Zug",
    ),
    (
        "{} belongs to owner {}, not to owner {}",
        "{0} gehört Besitzer {1}, nicht Besitzer {2}",
    ),
    (
        "no pieces stand on {}, not {}",
        "auf {0} stehen keine Steine, nicht {1}",
    ),
    (
        "1 piece stands on {}, not {}",
        "auf {0} steht 1 Stein, nicht {1}",
    ),
    (
        "{} pieces stand on {}, not {}",
        "auf {1} stehen {0} Steine, nicht {2}",
    ),
    // The hand.
    (
        "there is no such square on this board",
        "dieses Feld gibt es auf diesem Brett nicht",
    ),
    (
        "{} is marked: choose another square",
        "{0} ist markiert: wähle ein anderes Feld",
    ),
    (
        "the white stack of {} on {} cannot move now",
        "der weiße Stapel aus {0} auf {1} kann jetzt nicht ziehen",
    ),
    (
        "the black stack of {} on {} cannot move now",
        "der schwarze Stapel aus {0} auf {1} kann jetzt nicht ziehen",
    ),
    (
        "the {words} on {} cannot move now",
        "der {0} auf {1} kann jetzt nicht ziehen",
    ),
    ("no pieces stand on {}", "auf {0} stehen keine Steine"),
    (
        "all pieces on {} have orders: take one back to give another",
        "alle Steine auf {0} haben Befehle: nimm einen zurück, um einen anderen zu geben",
    ),
    (
        "{} is no neighbour of {}: pieces go one square north, east, south or west",
        "{0} ist kein Nachbar von {1}: Steine gehen ein Feld nach Norden, Osten, Süden oder Westen",
    ),
    (
        "{} is out of reach for {words} from {}: it takes all {}",
        "{0} ist von {2} aus zu weit für {1}: es braucht alle {3}",
    ),
    (
        "{} is out of reach for {words} from {}: it takes {} to {}",
        "{0} ist von {2} aus zu weit für {1}: es braucht {3} bis {4}",
    ),
    (
        "choose a stack first, then how many of it go",
        "wähle erst einen Stapel, dann wie viele davon gehen",
    ),
    (
        "choose a square first, then how many pieces go",
        "wähle erst ein Feld, dann wie viele Steine gehen",
    ),
    (
        "from {} only 1 piece can go, not {}",
        "von {0} kann nur 1 Stein gehen, nicht {1}",
    ),
    (
        "from {} only {} pieces can go, not {}",
        "von {0} können nur {1} Steine gehen, nicht {2}",
    ),
    (
        "from {} {} to {} pieces can go, not {}",
        "von {0} können {1} bis {2} Steine gehen, nicht {3}",
    ),
    // Records.
    (
        "a record names its game",
        "eine Aufzeichnung nennt ihr Spiel",
    ),
    (
        "a record lists its steps",
        "eine Aufzeichnung nennt ihre Schritte",
    ),
    (
        "step {} of the record is no step",
        "Schritt {0} der Aufzeichnung ist keiner",
    ),
    (
        "step {} of the game: {words}",
        "Schritt {0} des Spiels: {1}",
    ),
    (
        "seats {} are to act, in this order, not {}",
        "die Plätze {0} sind dran, in dieser Folge, nicht {1}",
    ),
    (
        "nothing is drawn now: seats {} are to act",
        "jetzt wird nichts ausgelost: die Plätze {0} sind dran",
    ),
];

/// Moves that cannot be read.
pub(super) const NOTATION: &[Phrase] = &[
    (
        "move {}: character {}: {words}",
        "Zug {0}, Zeichen {1}: {2}",
    ),
    (
        "expected {words}, found {}",
        "statt {1} sollte hier {0} stehen",
    ),
    (
        "expected {words}, but the text ends",
        "hier sollte noch {0} stehen, aber der Text endet",
    ),
    ("nothing more", "nichts mehr"),
    ("a column from a to {}", "eine Spalte von a bis {0}"),
    (
        "column {} is off the board: a to {}",
        "die Spalte {0} gibt es auf diesem Brett nicht, nur a bis {1}",
    ),
    (
        "'=' and a count, or nothing more",
        "'=' und eine Anzahl oder nichts mehr",
    ),
    (
        "a direction: n, e, s or w",
        "eine Richtung (n, e, s oder w)",
    ),
    ("the row", "die Reihe"),
    ("the column", "die Spalte"),
    ("the count", "die Anzahl"),
    ("the number of pieces", "die Anzahl der Steine"),
    (
        "{words} must be from {} to {}",
        "{0} muss zwischen {1} und {2} liegen",
    ),
    (
        "{words} must be from {} to {}, not {}",
        "{0} muss zwischen {1} und {2} liegen, nicht bei {3}",
    ),
    (
        "the orders from {} to {} add up to more than {} pieces",
        "die Befehle von {0} nach {1} ergeben zusammen mehr als {2} Steine",
    ),
];
