//! What squares are called, and what steps did.

use crate::texts::rules::Phrase;

/// What squares are called, and what stands on them. They come first: a board
/// has many.
pub(super) const SQUARES: &[Phrase] = &[
    (
        "row {} column {}, seat {}, {words}",
        "Reihe {0} Spalte {1}, Platz {2}, {3}",
    ),
    ("{}, {words}", "{0}, {1}"),
    ("row {} column {}", "Reihe {0} Spalte {1}"),
    ("empty", "leer"),
    ("attractor", "Anzieher"),
    ("repulsor", "Abstoßer"),
    ("automaton", "Automat"),
    ("attacker", "Angreifer"),
    ("defender", "Verteidiger"),
    ("king", "König"),
    ("white stack of {}", "weißer Stapel aus {0}"),
    ("black stack of {}", "schwarzer Stapel aus {0}"),
    ("1 piece", "1 Stein"),
    ("{} pieces", "{0} Steine"),
    ("no pieces", "keine Steine"),
    ("corner", "Ecke"),
    ("corner of seat {}", "Ecke von Platz {0}"),
    ("throne", "Mitte"),
    ("marked", "markiert"),
    ("off the board", "außerhalb des Bretts"),
];

/// What steps did.
pub(super) const STEPS: &[Phrase] = &[
    // Automatafl: what became of entries.
    ("seat {} passes", "Platz {0} passt"),
    ("seat {}, {} to {}: {words}", "Platz {0}, {1} nach {2}: {3}"),
    ("the attractor moved", "der Anzieher ist gezogen"),
    ("the repulsor moved", "der Abstoßer ist gezogen"),
    (
        "carried on from seat {}'s move",
        "weitergetragen im Anschluss an den Zug von Platz {0}",
    ),
    (
        "blocked at {} by an attractor",
        "auf {0} von einem Anzieher blockiert",
    ),
    (
        "blocked at {} by a repulsor",
        "auf {0} von einem Abstoßer blockiert",
    ),
    (
        "blocked at {} by an automaton",
        "auf {0} von einem Automaten blockiert",
    ),
    (
        "seat {} also named the empty square {}, so none of these moves applies",
        "auch Platz {0} hat das leere Feld {1} genannt, also gilt keiner dieser Züge",
    ),
    (
        "seats {words} also named the empty square {}, so none of these moves applies",
        "auch die Plätze {0} haben das leere Feld {1} genannt, also gilt keiner dieser Züge",
    ),
    (
        "it closes a circle with seat {}, so no piece in it moves",
        "er schließt einen Kreis mit Platz {0}, also zieht kein Stein darin",
    ),
    (
        "it closes a circle with seats {words}, so no piece in it moves",
        "er schließt einen Kreis mit den Plätzen {0}, also zieht kein Stein darin",
    ),
    (
        "{} did not become free: seat {}'s piece stayed there",
        "{0} wurde nicht frei: der Stein von Platz {1} blieb dort",
    ),
    (
        "{} did not become free: seat {}'s piece ({}) stayed there",
        "{0} wurde nicht frei: der Stein von Platz {1} ({2}) blieb dort",
    ),
    ("there was no piece on {}", "auf {0} stand kein Stein"),
    (
        "conflict on {words}: seats {words} enter again",
        "Konflikt auf {0}: die Plätze {1} geben neu ein",
    ),
    (
        "it has reached the corner {}: seat {} owns it and wins",
        "er hat die Ecke {0} erreicht: sie gehört Platz {1}, der damit gewinnt",
    ),
    // Automatafl: why the automaton steps.
    (
        "the automaton stays on {}: {words}",
        "der Automat bleibt auf {0}: {1}",
    ),
    (
        "the automaton steps from {} to {}: {words}",
        "der Automat geht von {0} nach {1}: {2}",
    ),
    ("in its row {words}", "in seiner Reihe {0}"),
    ("in its column {words}", "in seiner Spalte {0}"),
    (
        "an attractor {words} pulls and a repulsor {words} pushes (rule 1)",
        "zieht ihn ein Anzieher {0} an, und ein Abstoßer {1} stößt ihn ab (Regel 1)",
    ),
    (
        "a repulsor {words} pushes it {words} (rule 2)",
        "drückt ihn ein Abstoßer {0} nach {1} (Regel 2)",
    ),
    (
        "an attractor {words} pulls (rule 3)",
        "zieht ihn ein Anzieher {0} an (Regel 3)",
    ),
    (
        "the attractor {words} is already beside it",
        "steht der Anzieher {0} schon neben ihm",
    ),
    (
        "attractors 1 square away on both sides balance",
        "heben sich die Anzieher auf beiden Seiten auf, je 1 Feld entfernt",
    ),
    (
        "attractors {} squares away on both sides balance",
        "heben sich die Anzieher auf beiden Seiten auf, je {0} Felder entfernt",
    ),
    (
        "repulsors 1 square away on both sides balance",
        "heben sich die Abstoßer auf beiden Seiten auf, je 1 Feld entfernt",
    ),
    (
        "repulsors {} squares away on both sides balance",
        "heben sich die Abstoßer auf beiden Seiten auf, je {0} Felder entfernt",
    ),
    (
        "the repulsor {words} pushes, but it cannot step {words}",
        "drückt der Abstoßer {0}, aber nach {1} ist kein Platz",
    ),
    ("nothing acts on it", "wirkt nichts auf ihn"),
    ("1 square {words}", "1 Feld weiter {0}"),
    ("{} squares {words}", "{0} Felder weiter {1}"),
    ("to the right", "rechts"),
    ("to the left", "links"),
    ("above", "oben"),
    ("below", "unten"),
    ("right", "rechts"),
    ("left", "links"),
    ("up", "oben"),
    ("down", "unten"),
    ("the row wins: {words}", "die Reihe gewinnt: {0}"),
    ("the column wins: {words}", "die Spalte gewinnt: {0}"),
    (
        "rule {} comes before rule {}",
        "Regel {0} kommt vor Regel {1}",
    ),
    ("its attractor is nearer", "ihr Anzieher ist näher"),
    ("its repulsor is nearer", "ihr Abstoßer ist näher"),
    (
        "the attractors are equally near, but its repulsor is nearer",
        "die Anzieher sind gleich nah, aber ihr Abstoßer ist näher",
    ),
    (
        "both are equal: the column rule prefers the column to the row",
        "beide bieten das Gleiche: nach der Spaltenregel gilt die Spalte",
    ),
    (
        "both are equal: it freezes",
        "beide bieten das Gleiche: er bleibt stehen",
    ),
    // Combo.
    (
        "Black moves {} from {} to {}",
        "Schwarz zieht {0} von {1} nach {2}",
    ),
    (
        "White moves {} from {} to {}",
        "Weiß zieht {0} von {1} nach {2}",
    ),
    ("joins {} there", "kommt dort zu {0} eigenen"),
    ("captures 1 White piece", "schlägt 1 weißen Stein"),
    ("captures {} White pieces", "schlägt {0} weiße Steine"),
    ("captures 1 Black piece", "schlägt 1 schwarzen Stein"),
    ("captures {} Black pieces", "schlägt {0} schwarze Steine"),
    ("leaves {} on {}", "lässt {0} auf {1}"),
    // Brandub.
    (
        "the {words} moves from {} to {}",
        "der {0} zieht von {1} nach {2}",
    ),
    (
        "the {words} moves from {} to {} and captures {words}",
        "der {0} zieht von {1} nach {2} und schlägt {3}",
    ),
    (
        "he has reached a corner: the defenders win",
        "er hat eine Ecke erreicht: die Verteidiger gewinnen",
    ),
    (
        "the king is caught: the attackers win",
        "der König ist gefangen: die Angreifer gewinnen",
    ),
    // Game 17.
    ("owners are dealt", "die Besitzer sind verteilt"),
    (
        "the order of turns is drawn: owner {} begins",
        "die Reihenfolge ist ausgelost: Besitzer {0} beginnt",
    ),
    (
        "the order of turns is drawn",
        "die Reihenfolge ist ausgelost",
    ),
    (
        "the turn of owner {} is void: nothing moves",
        "der Zug von Besitzer {0} ist ungültig: nichts bewegt sich",
    ),
    ("nothing moves", "nichts bewegt sich"),
    (
        "the coin at {} falls to owner {}, who gets {words} of owner {}",
        "die Münze auf {0} fällt für Besitzer {1}, er bekommt {2} von Besitzer {3}",
    ),
    ("owner {} sends nothing", "Besitzer {0} schickt nichts"),
    (
        "owner {} sends {words} with 1 order",
        "Besitzer {0} schickt {1} mit 1 Befehl",
    ),
    (
        "owner {} sends {words} with {} orders",
        "Besitzer {0} schickt {1} mit {2} Befehlen",
    ),
    ("it takes {words}", "er nimmt {0}"),
    ("it loses {words}", "er verliert {0}"),
    (
        "it waits for a coin at {words}",
        "er wartet auf eine Münze auf {0}",
    ),
    ("{words} and 1 more", "{0} und 1 weiteres"),
    ("{words} and {} more", "{0} und {1} weitere"),
    ("{} from owner {} ({words})", "{0} von Besitzer {1} ({2})"),
    (
        "{} pieces on {} to owner {}",
        "{0} Steine auf {1} an Besitzer {2}",
    ),
    (
        "1 piece on {} to owner {}",
        "1 Stein auf {0} an Besitzer {1}",
    ),
    // Game 17, in the list of moves.
    ("{}: 1 order", "{0}: 1 Befehl"),
    ("{}: {} orders", "{0}: {1} Befehle"),
    ("{}: void", "{0}: ungültig"),
    ("zombie {words}", "Zombie {0}"),
    ("coin: taken", "Münze: genommen"),
    ("coin: held", "Münze: gehalten"),
    ("deal", "Verteilung"),
    ("order", "Reihenfolge"),
    ("round {} ends", "Runde {0} endet"),
];
