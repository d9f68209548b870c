//! The rules in German.

use super::Part::{Code, List, Say};
use super::{Learn, Rules, Section, section, see};

pub(in crate::texts) const GERMAN: Learn = Learn {
    lead: "Die Regeln der vier Spiele. In jedem Diagramm kannst du ziehen: die Regeln selbst antworten.",
    rules_of: "Regeln von",
    others: "Alle Spiele",
    contents: "Inhalt",
    try_play: "Ziehe auf dem Brett, oder sieh dir das an:",
    try_table: "Verschiebe Steine auf dem Brett, oder sieh dir das an:",
    play_this: "Zeigen:",
    again: "Von vorn",
    step: "Gehen lassen",
    enters: "Platz {seat} gibt ein:",
    conflict: "Konflikt. Die markierten Felder sind in dieser Runde gesperrt.",
    refused: "Das lassen die Regeln nicht zu.",
    won: "Das Spiel ist zu Ende. Gewonnen hat: {name}.",
    drawn: "Das Spiel ist zu Ende: unentschieden.",
    automatafl: Rules {
        lead: "Locke den Automaten in eine deiner Ecken. Niemand zieht ihn: alle ziehen, was ihn anzieht und abstößt, zugleich und im Geheimen.",
        sections: AUTOMATAFL,
    },
    combo: Rules {
        lead: "Stapel, die sich vereinen, teilen und schlagen. Je mehr Steine ziehen, desto weiter kommen sie.",
        sections: COMBO,
    },
    brandub: Rules {
        lead: "Ein König und vier Verteidiger in einem Ring von acht Angreifern. Er will in eine Ecke, sie wollen ihn fangen.",
        sections: BRANDUB,
    },
    game17: Rules {
        lead: "Viele Besitzer auf einem Brett ohne Ränder. Wer mehr Steine auf ein Feld bringt, nimmt es.",
        sections: GAME17,
    },
};

static AUTOMATAFL: &[Section] = &[
    section(
        "goal",
        "Das Ziel",
        &[
            Say(
                "Zwei oder vier Spieler. Auf dem Brett stehen Anzieher (plus), Abstoßer (minus) und ein Automat (der Stern). Die Steine gehören niemandem: jeder darf jeden Anzieher und jeden Abstoßer ziehen, aber nie den Automaten.",
            ),
            Say(
                "Jede Ecke gehört einem Spieler. Die Plätze der Spieler sind von 0 an gezählt. Zu zweit hat Platz 0 die beiden unteren Ecken und Platz 1 die beiden oberen. Zu viert hat jeder eine, von unten links gegen den Uhrzeigersinn. Vor dem Spiel können andere Ecken vereinbart werden.",
            ),
            Say(
                "In wessen Ecke der Automat geht, der gewinnt, gleich wer ihn dorthin gebracht hat.",
            ),
            see(
                "corner",
                "In die Ecke",
                "Der Automat steht neben deiner Ecke a1. Schiebe ihn hinein: d3-d1 stellt einen Abstoßer hinter ihn.",
            ),
        ],
    ),
    section(
        "turn",
        "Eine Runde",
        &[
            List(&[
                "Jeder gibt einen Zug ein, verdeckt, und kann ihn ändern, bis der letzte eingegeben ist.",
                "Alle Züge werden zugleich aufgedeckt. Wessen Züge im Konflikt sind, gibt andere ein, bis es keinen Konflikt mehr gibt.",
                "Die Züge werden zusammen ausgeführt.",
                "Der Automat geht einen Schritt oder bleibt.",
            ]),
            Say(
                "Ein Zug nennt zwei verschiedene Felder einer Reihe oder Spalte: von wo und wohin. Auf keinem darf der Automat stehen, keines darf markiert sein. Das erste darf leer sein: vielleicht kommt in derselben Runde ein Stein dorthin. Was dazwischen steht, ist noch ohne Bedeutung.",
            ),
            Say(
                "In den Diagrammen hast du Platz 0 und siehst, was die anderen eingegeben haben; im Spiel sähest du es nicht.",
            ),
            see(
                "together",
                "Zwei Züge",
                "Beide Züge werden ausgeführt, dann urteilt der Automat über das neue Brett.",
            ),
        ],
    ),
    section(
        "conflicts",
        "Konflikte",
        &[
            Say(
                "Zwei Züge sind im Konflikt, wenn beide dasselbe Startfeld nennen und dort ein Stein steht, oder wenn beide dasselbe Ziel nennen. Jedes solche Feld wird markiert: kein neuer Zug darf es in dieser Runde nennen. Die Beteiligten geben neu ein, die Züge der anderen stehen fest.",
            ),
            see(
                "source-conflict",
                "Derselbe Start",
                "Beide greifen nach a1. Dann ist a1 markiert, und beide geben neu ein: versuche es noch einmal damit, dann mit etwas anderem.",
            ),
            see(
                "destination-conflict",
                "Dasselbe Ziel",
                "Beide wollen nach b1. Es wird markiert, und keiner darf jetzt dorthin.",
            ),
            see(
                "identical",
                "Derselbe Zug",
                "Gleiche Züge sind auf beiden Feldern im Konflikt.",
            ),
            see(
                "merge",
                "Derselbe Zug, vereint",
                "Mit der Option „identical = merge“ gelten gleiche Züge als einer.",
            ),
            see(
                "locked",
                "Auch ein fester Zug kann verloren gehen",
                "Vier Spieler. Erst wollt ihr, du und Platz 1, nach b1. Nach der neuen Eingabe ist Platz 1 im Konflikt mit dem festen Zug von Platz 2, der nun auch neu eingibt.",
            ),
            Say(
                "Nach jeder neuen Eingabe werden alle Züge wieder verglichen, auch die festen. Markierungen sperren nur neue Züge und bleiben, bis die Züge ausgeführt werden. Wer keinen erlaubten Zug mehr hat, passt.",
            ),
        ],
    ),
    section(
        "moves",
        "Die Züge ausführen",
        &[
            Say(
                "Jeder Stein auf einem Startfeld wird angehoben. Alle anderen stehen fest, auch der Automat. Die Reihenfolge der Spieler ist immer gleichgültig.",
            ),
            see(
                "blocked",
                "Blockiert",
                "Ein feststehender Stein auf dem Weg oder auf dem Ziel blockiert den Zug: sein Stein geht zurück.",
            ),
            see(
                "lifted",
                "Angehobene blockieren nicht",
                "c1 wird vom anderen Zug angehoben, also kommst du vorbei.",
            ),
            see(
                "lifted-back",
                "Auch wenn sie zurückkommen",
                "Der Stein von c1 wird auf e1 blockiert und geht zurück; a1-d1 zieht trotzdem über ihn hinweg. Aber a1-c1 findet sein Ziel besetzt und bleibt.",
            ),
            see(
                "chain",
                "Eine Kette",
                "Ein Stein geht, ein anderer nimmt seinen Platz ein. Dort bleibt er: c1 war nicht leer.",
            ),
            see(
                "carried",
                "Weitergetragen",
                "Der andere Zug beginnt auf dem leeren b1. Bring einen Stein dorthin, und er wird gleich bis b5 weitergetragen. Kommt keiner, bewirkt der Zug nichts.",
            ),
            see(
                "cycle",
                "Ein Kreis",
                "Züge, die einen Kreis schließen, heben sich auf: kein Stein darin zieht. Auch der Tausch zweier Steine ist ein Kreis.",
            ),
            see(
                "contested",
                "Umstritten",
                "Zwei Züge nennen dasselbe leere Feld b1: keiner gilt, und ein Stein, der dort ankommt, bleibt. Ein Zug, der auch blockiert ist, gilt als blockiert.",
            ),
        ],
    ),
    section(
        "automaton",
        "Der Automat schaut",
        &[
            Say(
                "Er schaut in seiner Reihe und seiner Spalte nach beiden Seiten bis zum nächsten Stein oder zum Rand. Dann beurteilt er Reihe und Spalte, jede nach der ersten von drei Regeln, die passt. Er geht höchstens ein Feld weit und nie auf einen Stein.",
            ),
            Say(
                "In den folgenden Diagrammen wartet der Automat. Verschiebe die Steine und sieh, was er täte; dann lass ihn gehen.",
            ),
            see(
                "sight",
                "Nichts in Sicht",
                "In seiner Reihe und Spalte steht kein Stein: er bleibt. Bring einen in seine Sicht.",
            ),
        ],
    ),
    section(
        "rules",
        "Die drei Regeln",
        &[
            see(
                "pair",
                "Regel 1: Gegenpaar",
                "Ein Anzieher auf der einen Seite, ein Abstoßer auf der anderen: er geht zum Anzieher. Steht der schon neben ihm (a4-c4), bietet die Reihe nichts, auch keine Flucht.",
            ),
            see(
                "from",
                "Regel 2: vom Abstoßer weg",
                "Abstoßer auf beiden Seiten: weg vom näheren. Bei gleichem Abstand (g4-f4) heben sie sich auf. Bei einem Abstoßer und keinem Stein gegenüber (g4-g7): weg von ihm.",
            ),
            see(
                "no-room",
                "Regel 2 ohne Platz",
                "Der Abstoßer drückt zum Rand, wo kein Feld mehr ist: die Reihe bietet nichts. Die Spalte kann noch helfen: b6-g6.",
            ),
            see(
                "toward",
                "Regel 3: zum Anzieher hin",
                "Anzieher auf beiden Seiten: zum näheren, außer er steht schon daneben (b4-c4). Bei gleichem Abstand (g4-f4) heben sie sich auf. Bei nur einem Anzieher (b4-b7): zu ihm.",
            ),
        ],
    ),
    section(
        "choice",
        "Reihe oder Spalte",
        &[
            Say("Bietet nur eine Achse einen Schritt, dann geht er ihn. Bieten beide einen:"),
            see(
                "lower",
                "Die kleinere Regel gewinnt",
                "Die Reihe bietet Regel 1, die Spalte Regel 2: die Reihe gewinnt. Nimm den Abstoßer weg (f4-f7), und die Reihe bietet nur noch Regel 3: nun gewinnt die Spalte.",
            ),
            see(
                "both-1",
                "Regel 1 auf beiden",
                "Der nähere Anzieher gewinnt. Sind sie gleich weit (a4-b4), dann der nähere Abstoßer. Sind auch die gleich weit (d3-d2), siehe unten.",
            ),
            see(
                "both-2",
                "Regel 2 auf beiden",
                "Der nähere Abstoßer gewinnt.",
            ),
            see(
                "both-3",
                "Regel 3 auf beiden",
                "Der nähere Anzieher gewinnt.",
            ),
            see(
                "column",
                "Alles gleich: die Spaltenregel",
                "Der Automat geht in seiner Spalte.",
            ),
            see(
                "freeze",
                "Alles gleich: er bleibt",
                "Mit der Option „tie = freeze“ bleibt er stattdessen stehen.",
            ),
        ],
    ),
    section(
        "more",
        "Mehrere Automaten, Remis, Optionen",
        &[
            Say(
                "Mit der Option „automata“ gibt es mehrere. Sie gehen in der Ordnung ihrer Felder, die unterste Reihe zuerst und von a an, jeder auf dem Brett, wie es der vorige hinterließ. Ein anderer Automat beendet die Sicht wie ein Rand. Der erste, der in eine Ecke geht, entscheidet das Spiel.",
            ),
            see(
                "several",
                "Zwei Automaten",
                "b3 geht zuerst. Solange er dort steht, sieht d3 nicht über ihn hinaus.",
            ),
            Say(
                "Die Spieler können Remis vereinbaren. Nach 500 Runden ist das Spiel remis (Option „max_turns“; 0 heißt nie). Aufstellungen sind standard (11 x 11), small (5 x 5), twins (zwei Automaten) und jedes Brett von 3 x 3 bis 26 x 26.",
            ),
        ],
    ),
    section(
        "notation",
        "Notation",
        &[
            Say(
                "Spalten sind Buchstaben von links, Reihen Zahlen von unten: a1 ist unten links. Ein Zug ist Start, Bindestrich, Ziel; ein Bindestrich allein ist Passen.",
            ),
            Code("a1-a5"),
            Say(
                "Eine Stellung nennt die Reihen von Reihe 1 aufwärts: a ist ein Anzieher, r ein Abstoßer, @ der Automat, eine Zahl so viele leere Felder.",
            ),
            Code("/r1r1r/5/a1@1a/5/r1r1r/"),
        ],
    ),
];

static COMBO: &[Section] = &[
    section(
        "board",
        "Brett und Ziel",
        &[
            Say(
                "Zwei Spieler auf 8 x 8 Feldern. Weiß beginnt auf den ersten beiden Reihen, oben, Schwarz auf den letzten beiden, mit einem Stein auf jedem Feld. Schwarz zieht zuerst, dann geht es abwechselnd. Wer am Zug ist und nicht ziehen kann, verliert.",
            ),
            Say(
                "Alle Steine einer Farbe auf einem Feld sind ein Stapel. In den Diagrammen ziehst du für beide Seiten.",
            ),
        ],
    ),
    section(
        "moves",
        "Züge",
        &[
            Say(
                "Nimm einige oder alle Steine eines eigenen Stapels und trage sie in gerader Linie, in einer Reihe, Spalte oder Diagonale. Sie kommen höchstens so viele Felder weit, wie sie Steine sind, und nie über einen anderen Stein.",
            ),
            see(
                "combo-reach",
                "So weit wie viele",
                "Drei Steine kommen drei Felder weit, zwei kommen zwei. Wähle den Stapel, dann wie viele gehen; die erreichbaren Felder leuchten.",
            ),
            see(
                "combo-split",
                "Teilen",
                "Was nicht mitgeht, bleibt. Mehr als da sind, können nicht gehen.",
            ),
            see(
                "combo-merge",
                "Vereinen",
                "Auf einen eigenen Stapel: beide werden einer.",
            ),
            see(
                "combo-path",
                "Nicht über Steine",
                "Der Stein auf b3 steht im Weg, obwohl er ein eigener ist.",
            ),
        ],
    ),
    section(
        "captures",
        "Schlagen",
        &[
            Say(
                "Zwei oder mehr Steine, die auf einen fremden Stapel ziehen, schlagen ihn ganz, wie hoch er auch ist. Sie müssen nicht mehr sein als er.",
            ),
            see(
                "combo-capture",
                "Zwei schlagen fünf",
                "Der ganze Stapel ist weg.",
            ),
            see(
                "combo-lone",
                "Ein einzelner Stein schlägt nichts",
                "Weder ein einzelner Stein noch einer von einem größeren Stapel. Zwei schlagen.",
            ),
        ],
    ),
    section(
        "end",
        "Das Ende",
        &[
            see(
                "combo-win",
                "Alles geschlagen",
                "Weiß hat keinen Stein mehr und kann also nicht ziehen.",
            ),
            see(
                "combo-shut",
                "Eingeschlossen",
                "Weiß hat noch einen Stein, aber jeder Weg ist ihm versperrt. Auch das verliert.",
            ),
            see(
                "combo-quiet",
                "Remis",
                "Nach 200 Zügen hintereinander ohne Schlagen ist das Spiel remis (Option „quiet_limit“; 0 heißt nie). Hier ist die Grenze 2.",
            ),
            Say(
                "Wessen Uhr abläuft, der verliert. Ein Programm, das einen verbotenen Zug macht, verliert sofort; ein Mensch erfährt den Grund und zieht noch einmal. Das Brett kann 1 bis 26 Spalten und 4 bis 26 Reihen haben.",
            ),
        ],
    ),
    section(
        "notation",
        "Notation",
        &[
            Say(
                "Spalten sind Buchstaben von links, Reihen Zahlen von oben: a1 ist oben links. Ein Zug ist Start, Bindestrich, Ziel, dann = und wie viele gehen; ohne das geht der ganze Stapel.",
            ),
            Code("d7-d5=2"),
            Say(
                "Eine Stellung nennt die Reihen von oben: w oder b mit der Anzahl (ohne sie ist es 1), x für ein leeres Feld, x5 für fünf davon; dann wer am Zug ist.",
            ),
            Code("x4/x,w5,x2/x,b,x2/x,b3,x2 b"),
        ],
    ),
];

static BRANDUB: &[Section] = &[
    section(
        "board",
        "Brett und Ziel",
        &[
            Say(
                "7 x 7 Felder. Der König beginnt in der Mitte mit vier Verteidigern um sich; acht Angreifer stehen außen. Die Angreifer ziehen zuerst, dann geht es abwechselnd. Der König gewinnt für die Verteidiger auf jeder Ecke. Die Angreifer gewinnen, wenn sie ihn fangen.",
            ),
            Say("In den Diagrammen ziehst du für beide Seiten."),
        ],
    ),
    section(
        "moves",
        "Züge",
        &[
            Say(
                "Jeder Stein, auch der König, zieht beliebig weit in seiner Reihe oder Spalte, nicht über einen Stein und nicht auf einen.",
            ),
            List(&[
                "Die Mitte: kein Stein darf dort stehen bleiben, auch der König nicht mehr, wenn er sie verlassen hat. Solange sie leer ist, darf jeder über sie hinweg.",
                "Die Ecken: nur der König darf dort stehen.",
            ]),
            see(
                "brandub-move",
                "Über die Mitte, nicht auf sie",
                "Der Angreifer darf von d1 nach d7, aber weder auf der Mitte d4 noch auf der Ecke a1 halten.",
            ),
        ],
    ),
    section(
        "captures",
        "Schlagen",
        &[
            Say(
                "Ein Stein außer dem König wird geschlagen, wenn ein Gegner neben ihn zieht und auf der gegenüberliegenden Seite ein weiterer Gegner von ihm steht, eine Ecke ist oder die leere Mitte. Der König schlägt wie ein Verteidiger.",
            ),
            see(
                "brandub-between",
                "Zwischen zweien",
                "Der Angreifer zieht nach d3; c3 steht nun zwischen ihm und b3.",
            ),
            see(
                "brandub-three",
                "Drei auf einmal",
                "Ein Zug kann auf bis zu drei Seiten schlagen.",
            ),
            see(
                "brandub-corner",
                "Gegen eine Ecke",
                "Eine Ecke ist jedermanns Gegner.",
            ),
            see(
                "brandub-throne",
                "Gegen die leere Mitte",
                "Ebenso die Mitte, solange sie leer ist.",
            ),
            see(
                "brandub-throne-king",
                "Aber nicht, wenn der König dort steht",
                "Derselbe Zug; nun steht der König in der Mitte, und sein Verteidiger ist sicher.",
            ),
            see(
                "brandub-safe",
                "Dazwischenziehen ist sicher",
                "Nur der eigene Zug des Gegners schlägt.",
            ),
            see(
                "brandub-king-helps",
                "Auch der König schlägt",
                "Er zieht nach e3 und schlägt d3 zusammen mit c3.",
            ),
        ],
    ),
    section(
        "king",
        "Den König fangen",
        &[
            Say(
                "Wie viele Angreifer es braucht, hängt davon ab, wo er steht. Ein Angreifer muss neben ihn gezogen sein; auch er darf sicher dazwischenziehen.",
            ),
            see(
                "brandub-four",
                "In der Mitte: vier",
                "Angreifer auf allen vier Seiten.",
            ),
            see(
                "brandub-three-sides",
                "Neben der Mitte: drei",
                "Angreifer auf den drei Seiten außer der Mitte.",
            ),
            see(
                "brandub-two-not-enough",
                "Zwei reichen dort nicht",
                "Er steht zwischen zwei Angreifern, aber neben der Mitte.",
            ),
            see(
                "brandub-two",
                "Sonst: zwei",
                "Wie jeder andere Stein, zwischen dem Angreifer, der zog, und einem zweiten.",
            ),
            see(
                "brandub-king-corner",
                "Oder einer und eine Ecke",
                "Die Ecke a1 hilft.",
            ),
            see(
                "brandub-king-corner-off",
                "Ohne die Ecke",
                "Mit der Option „king_by_corner = false“ hilft eine Ecke nicht gegen den König. Gegen andere hilft sie weiterhin.",
            ),
        ],
    ),
    section(
        "end",
        "Das Ende",
        &[
            see(
                "brandub-escape",
                "Auf einer Ecke",
                "Der König ist entkommen: die Verteidiger gewinnen.",
            ),
            see(
                "brandub-stuck",
                "Kein Zug mehr",
                "Die Angreifer können nicht ziehen, denn die Ecke ist ihnen verboten. Wer nicht ziehen kann, verliert; mit „no_moves = draw“ ist das Spiel remis.",
            ),
            see(
                "brandub-repeat",
                "Das dritte Mal",
                "Steht dasselbe Brett mit derselben Seite am Zug zum dritten Mal da, ist das Spiel remis (Option „repetition“; 0 heißt nie).",
            ),
            Say("Passen gibt es nicht."),
        ],
    ),
    section(
        "notation",
        "Notation",
        &[
            Say(
                "Spalten sind Buchstaben von links, Reihen Zahlen von unten: a1 ist unten links, d4 die Mitte. Ein Zug ist Start, Bindestrich, Ziel.",
            ),
            Code("d1-c1"),
            Say(
                "Eine Stellung nennt die Reihen von Reihe 1 aufwärts: t ist ein Angreifer, T ein Verteidiger, K der König, eine Zahl so viele leere Felder; dann wer am Zug ist, a oder d.",
            ),
            Code("/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ a"),
        ],
    ),
];

static GAME17: &[Section] = &[
    section(
        "board",
        "Brett und Ziel",
        &[
            Say(
                "14 x 14 Felder, deren Ränder zusammenhängen: über der obersten Reihe ist die unterste, hinter der letzten Spalte die erste. Am Anfang hat jedes Feld vier Steine und einen eigenen Besitzer, zufällig verteilt. Einige Besitzer sind Spieler, alle anderen Zombies.",
            ),
            Say(
                "Die Reihenfolge wird einmal ausgelost und gilt für alle 50 Runden. Wer am Ende die meisten Felder hat, gewinnt.",
            ),
        ],
    ),
    section(
        "turn",
        "Ein Zug",
        &[
            Say(
                "Gib beliebig viele Befehle oder keinen. Ein Befehl schickt Steine von einem eigenen Feld zum Nachbarn im Norden, Osten, Süden oder Westen. Von einem Feld können mehrere Befehle ausgehen, zusammen mit nicht mehr Steinen, als dort stehen. Alle gehen zugleich: was ankommt, zieht im selben Zug nicht weiter.",
            ),
            see(
                "land-orders",
                "Befehle",
                "Ziehe von deinem Feld 0,0 zu seinen Nachbarn oder klicke beide an, dann beende den Zug. Was erst ankommt, kann nicht geschickt werden, und fremde Felder geben nichts.",
            ),
            Say(
                "Ein Mensch erfährt sofort, wenn ein Befehl eine Regel bricht. Ein Programm verliert damit den ganzen Zug: nichts bewegt sich.",
            ),
        ],
    ),
    section(
        "squares",
        "Wer ein Feld bekommt",
        &[
            Say(
                "Wo Steine auf einem fremden Feld ankommen, werden sie mit denen verglichen, die dort geblieben sind. Kein Stein verschwindet je: alle auf dem Feld gehen an den Gewinner.",
            ),
            see(
                "land-take",
                "Mehr nehmen",
                "Drei gegen zwei: das Feld und alle fünf Steine gehören dir.",
            ),
            see(
                "land-fewer",
                "Weniger gehen auf",
                "Einer gegen zwei: der Besitzer behält das Feld und bekommt deinen Stein.",
            ),
            see(
                "land-tie",
                "Gleichstand: eine Münze",
                "Zwei gegen zwei. Jedes solche Feld hat eine eigene faire Münze; fang von vorn an und sieh.",
            ),
            see(
                "land-edge",
                "Über den Rand",
                "Nördlich von Reihe 0 ist die letzte Reihe. Das Feld dort ist leer: es gehört noch seinem letzten Besitzer, und ein Stein genügt.",
            ),
            Say(
                "Auf einem eigenen Feld kommen die Steine einfach dazu. Steine, die ein Feld verlassen, sind fort, bevor etwas verglichen wird.",
            ),
        ],
    ),
    section(
        "zombies",
        "Zombies",
        &[
            Say(
                "Ein Zombie schickt jeden seiner Steine zu einem Nachbarn, jeden für sich und mit gleicher Chance. Ein T-800 ist ein Computergegner, der abwägt, wie viele Steine um ihn stehen.",
            ),
            see(
                "land-zombies",
                "Die Zombies gehen",
                "Beende deinen Zug, und alle anderen Besitzer schicken ihre Steine umher.",
            ),
            Say(
                "Ein Besitzer ohne Felder wird übersprungen. Ein Besitzer mit Feldern, aber ohne Steine ist am Zug und kann nichts schicken.",
            ),
        ],
    ),
    section(
        "end",
        "Das Ende",
        &[
            see(
                "land-all",
                "Alle Steine bei einem",
                "Sobald ein Besitzer alle Steine hat, endet das Spiel.",
            ),
            see(
                "land-squares",
                "Felder zählen, nicht Steine",
                "Du verlierst deinen letzten Stein, also hat Besitzer 1 alle. Aber du hast acht Felder und gewinnst.",
            ),
            Say(
                "Sonst endet das Spiel nach allen Runden. Wer die meisten Felder hat, gewinnt, leere zählen mit; alle auf dem ersten Platz gewinnen. Zombies können gewinnen. Größe, Runden, Steine und Spieler sind Optionen.",
            ),
        ],
    ),
    section(
        "notation",
        "Notation",
        &[
            Say(
                "Ein Feld ist Reihe und Spalte, beide von 0 und von oben links. Ein Befehl ist das Feld, eine Richtung (n, e, s, w) und wie viele gehen; ein Zug ist Befehle mit Leerzeichen dazwischen, oder ein Bindestrich für keinen.",
            ),
            Code("3,4n2 3,4e1"),
            Say("Eine Stellung ist JSON: Reihen von Besitzern und Reihen von Anzahlen."),
        ],
    ),
];
