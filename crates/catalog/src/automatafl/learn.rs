//! Diagrams of Automatafl.

use crate::learn::Shows::{Ends, Refuses, Says, Steps};
use crate::learn::{Course, Diagram, Kind, Shows, Try, then};

pub(crate) static AUTOMATON: &[Diagram] = &[
    table(
        "sight",
        "/7/1a3r1/7/3@3/7/1r3a1/7/",
        &[
            Says(ROW, r#""clear""#),
            Says(COLUMN, r#""clear""#),
            Says(RULE, "null"),
        ],
        &[
            then(&["b2-b4"], &[Says(RULE, "3"), Says(TO, r#""c4""#)]),
            then(&["f2-f4"], &[Says(RULE, "2"), Says(TO, r#""c4""#)]),
        ],
    ),
    table(
        "pair",
        "/7/7/7/a2@1r1/7/7/7/",
        &[Says(RULE, "1"), Says(TO, r#""c4""#)],
        &[
            then(&["a4-c4"], &[Says(RULE, "null"), Says(ROW, r#""beside""#)]),
            then(&["f4-e4"], &[Says(RULE, "1"), Says(TO, r#""c4""#)]),
        ],
    ),
    table(
        "from",
        "/7/7/7/1r1@2r/7/7/7/",
        &[Says(RULE, "2"), Says(TO, r#""e4""#)],
        &[
            then(
                &["g4-f4"],
                &[Says(RULE, "null"), Says(ROW, r#""balanced""#)],
            ),
            then(&["g4-g7"], &[Says(RULE, "2"), Says(TO, r#""e4""#)]),
        ],
    ),
    table(
        "no-room",
        "/7/7/7/3r2@/7/1r5/7/",
        &[Says(RULE, "null"), Says(ROW, r#""no-room""#)],
        &[then(&["b6-g6"], &[Says(RULE, "2"), Says(TO, r#""g3""#)])],
    ),
    table(
        "toward",
        "/7/7/7/1a1@2a/7/7/7/",
        &[Says(RULE, "3"), Says(TO, r#""c4""#)],
        &[
            then(&["b4-c4"], &[Says(RULE, "null"), Says(ROW, r#""beside""#)]),
            then(
                &["g4-f4"],
                &[Says(RULE, "null"), Says(ROW, r#""balanced""#)],
            ),
            then(&["b4-b7"], &[Says(RULE, "3"), Says(TO, r#""e4""#)]),
        ],
    ),
    table(
        "lower",
        "/7/7/7/a2@1r1/3r3/7/7/",
        &[Steps(1, "c4", "lower-rule")],
        &[then(&["f4-f7"], &[Steps(2, "d3", "lower-rule")])],
    ),
    table(
        "both-1",
        "/7/7/3r3/a2@1r1/7/3a3/7/",
        &[Steps(1, "d5", "nearer-attractor")],
        &[
            then(
                &["a4-b4"],
                &[Says(RULE, "1"), Says(BECAUSE, r#""nearer-repulsor""#)],
            ),
            then(
                &["a4-b4", "d3-d2"],
                &[Says(RULE, "1"), Says(BECAUSE, r#""column-rule""#)],
            ),
        ],
    ),
    table(
        "both-2",
        "/7/3r3/7/r2@3/7/7/7/",
        &[Steps(2, "d5", "nearer-repulsor")],
        &[then(&["a4-c4"], &[Steps(2, "e4", "nearer-repulsor")])],
    ),
    table(
        "both-3",
        "/3a3/7/7/1a1@3/7/7/7/",
        &[Steps(3, "c4", "nearer-attractor")],
        &[then(
            &["d1-d2", "b4-a4"],
            &[Steps(3, "d3", "nearer-attractor")],
        )],
    ),
    table(
        "column",
        "/7/3a3/7/1a1@3/7/7/7/",
        &[Steps(3, "d3", "column-rule")],
        &[then(
            &["d2-d1"],
            &[Says(TO, r#""c4""#), Says(BECAUSE, r#""nearer-attractor""#)],
        )],
    ),
    Diagram {
        options: r#"{"tie":"freeze"}"#,
        ..table(
            "freeze",
            "/7/3a3/7/1a1@3/7/7/7/",
            &[Says(TO, r#""d4""#), Says(BECAUSE, r#""freeze""#)],
            &[then(
                &["d2-d1"],
                &[Says(TO, r#""c4""#), Says(BECAUSE, r#""nearer-attractor""#)],
            )],
        )
    },
];

pub(crate) static MOVES: &[Diagram] = &[
    Diagram {
        position: "/1@3/5/3r1/5/2a2/",
        ..moves(
            "corner",
            &[(1, &["c5-c4"])],
            &[then(
                &["d3-d1"],
                &[
                    Says(RULE, "2"),
                    Says(TO, r#""a1""#),
                    Says("/winner", "0"),
                    Ends("corner"),
                ],
            )],
        )
    },
    moves(
        "together",
        &[(1, &["e5-e4"])],
        &[then(
            &["a1-a2"],
            &[Says(MINE, r#""moved""#), Says(THEIRS, r#""moved""#)],
        )],
    ),
    moves(
        "source-conflict",
        &[(1, &["a1-b1", "e5-e4"])],
        &[
            then(
                &["a1-a2"],
                &[Says("/conflicts", r#"["a1"]"#), Says("/reenter", "[0,1]")],
            ),
            then(&["a1-a2", "a1-a4"], &[Refuses("marked")]),
            then(
                &["a1-a2", "c1-c2"],
                &[
                    Says(MINE, r#""moved""#),
                    Says("/moves/1/move", r#""e5-e4""#),
                ],
            ),
        ],
    ),
    moves(
        "destination-conflict",
        &[(1, &["c1-b1", "e5-e4"])],
        &[
            then(&["a1-b1"], &[Says("/conflicts", r#"["b1"]"#)]),
            then(&["a1-b1", "c1-b1"], &[Refuses("marked")]),
            then(&["a1-b1", "a1-a2"], &[Says(MINE, r#""moved""#)]),
        ],
    ),
    moves(
        "identical",
        &[(1, &["a1-a2", "e5-e4"])],
        &[then(&["a1-a2"], &[Says("/conflicts", r#"["a1","a2"]"#)])],
    ),
    Diagram {
        options: r#"{"identical":"merge"}"#,
        ..moves(
            "merge",
            &[(1, &["a1-a2", "e5-e4"])],
            &[then(
                &["a1-a2"],
                &[Says(MINE, r#""moved""#), Says(THEIRS, r#""moved""#)],
            )],
        )
    },
    Diagram {
        options: r#"{"players":4}"#,
        ..moves(
            "locked",
            &[
                (1, &["c1-b1", "c2-e2", "c2-d2"]),
                (2, &["e1-e2", "e1-d1"]),
                (3, &["a5-a4"]),
            ],
            &[
                then(
                    &["a1-b1"],
                    &[Says("/conflicts", r#"["b1"]"#), Says("/reenter", "[0,1]")],
                ),
                then(
                    &["a1-b1", "a1-a2"],
                    &[
                        Says("/conflicts", r#"["e2"]"#),
                        Says("/reenter", "[1,2]"),
                        Says("/moves/2/move", r#""e1-d1""#),
                    ],
                ),
            ],
        )
    },
    moves(
        "blocked",
        &[(1, &["e5-e4"])],
        &[then(
            &["a1-d1"],
            &[
                Says(MINE, r#""blocked""#),
                Says("/moves/0/because/at", r#""c1""#),
            ],
        )],
    ),
    moves(
        "lifted",
        &[(1, &["c1-c2"])],
        &[then(
            &["a1-d1"],
            &[Says(MINE, r#""moved""#), Says(THEIRS, r#""moved""#)],
        )],
    ),
    moves(
        "lifted-back",
        &[(1, &["c1-e1"])],
        &[
            then(
                &["a1-d1"],
                &[Says(MINE, r#""moved""#), Says(THEIRS, r#""blocked""#)],
            ),
            then(
                &["a1-c1"],
                &[Says(MINE, r#""occupied""#), Says(THEIRS, r#""blocked""#)],
            ),
        ],
    ),
    moves(
        "chain",
        &[(1, &["c1-c2"])],
        &[then(
            &["a1-c1"],
            &[
                Says(MINE, r#""moved""#),
                Says("/moves/0/because/carried_on", "null"),
                Says(THEIRS, r#""moved""#),
            ],
        )],
    ),
    moves(
        "carried",
        &[(1, &["b1-b5"])],
        &[
            then(
                &["a1-b1"],
                &[
                    Says(THEIRS, r#""moved""#),
                    Says("/moves/1/because/carried_on", "0"),
                ],
            ),
            then(&["c1-d1"], &[Says(THEIRS, r#""empty""#)]),
        ],
    ),
    moves(
        "cycle",
        &[(1, &["b1-a1"])],
        &[then(
            &["a1-b1"],
            &[Says(MINE, r#""cycle""#), Says(THEIRS, r#""cycle""#)],
        )],
    ),
    Diagram {
        options: r#"{"players":4}"#,
        ..moves(
            "contested",
            &[(1, &["b1-b2"]), (2, &["b1-b4"]), (3, &["e5-e4"])],
            &[then(
                &["a1-b1"],
                &[
                    Says(MINE, r#""moved""#),
                    Says(THEIRS, r#""contested""#),
                    Says("/moves/2/outcome", r#""contested""#),
                ],
            )],
        )
    },
    Diagram {
        options: r#"{"automata":2}"#,
        position: "/5/r4/1@1@1/5/1a3/",
        shows: &[
            Says("/automata/0/from", r#""b3""#),
            Says("/automata/1/from", r#""d3""#),
            Says("/automata/0/seen/right/what", r#""space""#),
        ],
        ..table("several", "", &[], &[])
    },
];

const fn table(
    id: &'static str,
    position: &'static str,
    shows: &'static [Shows],
    tries: &'static [Try],
) -> Diagram {
    Diagram {
        id,
        game: "automatafl",
        options: "",
        option: Some("setup"),
        course: Course::OneTurn,
        position,
        kind: Kind::Table,
        others: &[],
        shows,
        tries,
    }
}

const fn moves(
    id: &'static str,
    others: &'static [(u16, &'static [&'static str])],
    tries: &'static [Try],
) -> Diagram {
    Diagram {
        id,
        game: "automatafl",
        options: "",
        option: Some("setup"),
        course: Course::OneTurn,
        position: SMALL,
        kind: Kind::Play,
        others,
        shows: &[],
        tries,
    }
}

/// The setup of the same name.
const SMALL: &str = "/r1r1r/5/a1@1a/5/r1r1r/";
const RULE: &str = "/automata/0/rule";
const TO: &str = "/automata/0/to";
const BECAUSE: &str = "/automata/0/because";
const ROW: &str = "/automata/0/row/because";
const COLUMN: &str = "/automata/0/column/because";
const MINE: &str = "/moves/0/outcome";
const THEIRS: &str = "/moves/1/outcome";
