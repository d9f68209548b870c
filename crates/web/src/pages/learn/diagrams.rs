//! The diagrams: positions, what the other players do, and what is to be tried.
//! Every try says what it shows, and the tests hold it to that.

/// A diagram.
#[derive(Debug)]
pub(super) struct Diagram {
    /// Its name, under which the texts refer to it.
    pub(super) id: &'static str,
    /// The game.
    pub(super) game: &'static str,
    /// Its options besides the position, as JSON; nothing for the usual ones.
    pub(super) options: &'static str,
    /// The position as a record.
    pub(super) position: &'static str,
    /// What the reader does with it.
    pub(super) kind: Kind,
    /// What the other seats enter: the first that the rules allow.
    pub(super) others: &'static [(u16, &'static [&'static str])],
    /// What it shows before anything is moved.
    #[cfg_attr(not(test), expect(dead_code, reason = "the tests hold the diagrams to it"))]
    pub(super) shows: &'static [Shows],
    /// What is to be tried.
    pub(super) tries: &'static [Try],
}

/// What the reader does with a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Plays moves.
    Play,
    /// Rearranges the pieces around an automaton, which waits until it is told to
    /// step.
    Table,
}

/// Moves to try, one after the other, and what the last of them shows.
#[derive(Debug)]
pub(super) struct Try {
    /// The moves.
    pub(super) moves: &'static [&'static str],
    /// What the last one shows.
    #[cfg_attr(not(test), expect(dead_code, reason = "the tests hold the diagrams to it"))]
    pub(super) shows: &'static [Shows],
}

/// What is shown. Only the tests look.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(test), expect(dead_code, reason = "the tests hold the diagrams to it"))]
pub(super) enum Shows {
    /// A report of the engine has this value (in JSON) at this place.
    Says(&'static str, &'static str),
    /// The rules refuse the last move, with these words.
    Refuses(&'static str),
    /// The game ends for this reason.
    Ends(&'static str),
}

use Shows::{Ends, Refuses, Says};

/// The diagram with this name.
pub(super) fn diagram(id: &str) -> Option<&'static Diagram> {
    all().find(|diagram| diagram.id == id)
}

/// All diagrams.
pub(super) fn all() -> impl Iterator<Item = &'static Diagram> {
    [AUTOMATON, MOVES, COMBO, BRANDUB, GAME17].into_iter().flatten()
}

const fn table(
    id: &'static str,
    position: &'static str,
    shows: &'static [Shows],
    tries: &'static [Try],
) -> Diagram {
    Diagram { id, game: "automatafl", options: "", position, kind: Kind::Table, others: &[], shows, tries }
}

const fn moves(
    id: &'static str,
    others: &'static [(u16, &'static [&'static str])],
    tries: &'static [Try],
) -> Diagram {
    Diagram { id, game: "automatafl", options: "", position: SMALL, kind: Kind::Play, others, shows: &[], tries }
}

const fn alone(id: &'static str, game: &'static str, position: &'static str, tries: &'static [Try]) -> Diagram {
    Diagram { id, game, options: "", position, kind: Kind::Play, others: &[], shows: &[], tries }
}

const fn combo(id: &'static str, position: &'static str, tries: &'static [Try]) -> Diagram {
    alone(id, "combo", position, tries)
}

const fn brandub(id: &'static str, position: &'static str, tries: &'static [Try]) -> Diagram {
    alone(id, "brandub", position, tries)
}

const fn land(id: &'static str, position: &'static str, tries: &'static [Try]) -> Diagram {
    Diagram { options: r#"{"size":3,"players":9}"#, ..alone(id, "game17", position, tries) }
}

const fn then(moves: &'static [&'static str], shows: &'static [Shows]) -> Try {
    Try { moves, shows }
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

static AUTOMATON: &[Diagram] = &[
    table(
        "sight",
        "/7/1a3r1/7/3@3/7/1r3a1/7/",
        &[Says(ROW, r#""clear""#), Says(COLUMN, r#""clear""#), Says(RULE, "null")],
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
            then(&["g4-f4"], &[Says(RULE, "null"), Says(ROW, r#""balanced""#)]),
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
            then(&["g4-f4"], &[Says(RULE, "null"), Says(ROW, r#""balanced""#)]),
            then(&["b4-b7"], &[Says(RULE, "3"), Says(TO, r#""e4""#)]),
        ],
    ),
    table(
        "lower",
        "/7/7/7/a2@1r1/3r3/7/7/",
        &[Says(RULE, "1"), Says(TO, r#""c4""#), Says(BECAUSE, r#""lower-rule""#)],
        &[then(&["f4-f7"], &[Says(RULE, "2"), Says(TO, r#""d3""#), Says(BECAUSE, r#""lower-rule""#)])],
    ),
    table(
        "both-1",
        "/7/7/3r3/a2@1r1/7/3a3/7/",
        &[Says(RULE, "1"), Says(TO, r#""d5""#), Says(BECAUSE, r#""nearer-attractor""#)],
        &[
            then(&["a4-b4"], &[Says(RULE, "1"), Says(BECAUSE, r#""nearer-repulsor""#)]),
            then(&["a4-b4", "d3-d2"], &[Says(RULE, "1"), Says(BECAUSE, r#""column-rule""#)]),
        ],
    ),
    table(
        "both-2",
        "/7/3r3/7/r2@3/7/7/7/",
        &[Says(RULE, "2"), Says(TO, r#""d5""#), Says(BECAUSE, r#""nearer-repulsor""#)],
        &[then(&["a4-c4"], &[Says(RULE, "2"), Says(TO, r#""e4""#), Says(BECAUSE, r#""nearer-repulsor""#)])],
    ),
    table(
        "both-3",
        "/3a3/7/7/1a1@3/7/7/7/",
        &[Says(RULE, "3"), Says(TO, r#""c4""#), Says(BECAUSE, r#""nearer-attractor""#)],
        &[then(&["d1-d2", "b4-a4"], &[Says(RULE, "3"), Says(TO, r#""d3""#), Says(BECAUSE, r#""nearer-attractor""#)])],
    ),
    table(
        "column",
        "/7/3a3/7/1a1@3/7/7/7/",
        &[Says(RULE, "3"), Says(TO, r#""d3""#), Says(BECAUSE, r#""column-rule""#)],
        &[then(&["d2-d1"], &[Says(TO, r#""c4""#), Says(BECAUSE, r#""nearer-attractor""#)])],
    ),
    Diagram {
        options: r#"{"tie":"freeze"}"#,
        ..table(
            "freeze",
            "/7/3a3/7/1a1@3/7/7/7/",
            &[Says(TO, r#""d4""#), Says(BECAUSE, r#""freeze""#)],
            &[then(&["d2-d1"], &[Says(TO, r#""c4""#), Says(BECAUSE, r#""nearer-attractor""#)])],
        )
    },
];

static MOVES: &[Diagram] = &[
    Diagram {
        position: "/1@3/5/3r1/5/2a2/",
        ..moves(
            "corner",
            &[(1, &["c5-c4"])],
            &[then(&["d3-d1"], &[Says(RULE, "2"), Says(TO, r#""a1""#), Says("/winner", "0"), Ends("corner")])],
        )
    },
    moves(
        "together",
        &[(1, &["e5-e4"])],
        &[then(&["a1-a2"], &[Says(MINE, r#""moved""#), Says(THEIRS, r#""moved""#)])],
    ),
    moves(
        "source-conflict",
        &[(1, &["a1-b1", "e5-e4"])],
        &[
            then(&["a1-a2"], &[Says("/conflicts", r#"["a1"]"#), Says("/reenter", "[0,1]")]),
            then(&["a1-a2", "a1-a4"], &[Refuses("marked")]),
            then(&["a1-a2", "c1-c2"], &[Says(MINE, r#""moved""#), Says("/moves/1/move", r#""e5-e4""#)]),
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
            &[then(&["a1-a2"], &[Says(MINE, r#""moved""#), Says(THEIRS, r#""moved""#)])],
        )
    },
    Diagram {
        options: r#"{"players":4}"#,
        ..moves(
            "locked",
            &[(1, &["c1-b1", "c2-e2", "c2-d2"]), (2, &["e1-e2", "e1-d1"]), (3, &["a5-a4"])],
            &[
                then(&["a1-b1"], &[Says("/conflicts", r#"["b1"]"#), Says("/reenter", "[0,1]")]),
                then(
                    &["a1-b1", "a1-a2"],
                    &[Says("/conflicts", r#"["e2"]"#), Says("/reenter", "[1,2]"), Says("/moves/2/move", r#""e1-d1""#)],
                ),
            ],
        )
    },
    moves(
        "blocked",
        &[(1, &["e5-e4"])],
        &[then(&["a1-d1"], &[Says(MINE, r#""blocked""#), Says("/moves/0/because/at", r#""c1""#)])],
    ),
    moves(
        "lifted",
        &[(1, &["c1-c2"])],
        &[then(&["a1-d1"], &[Says(MINE, r#""moved""#), Says(THEIRS, r#""moved""#)])],
    ),
    moves(
        "lifted-back",
        &[(1, &["c1-e1"])],
        &[
            then(&["a1-d1"], &[Says(MINE, r#""moved""#), Says(THEIRS, r#""blocked""#)]),
            then(&["a1-c1"], &[Says(MINE, r#""occupied""#), Says(THEIRS, r#""blocked""#)]),
        ],
    ),
    moves(
        "chain",
        &[(1, &["c1-c2"])],
        &[then(
            &["a1-c1"],
            &[Says(MINE, r#""moved""#), Says("/moves/0/because/carried_on", "null"), Says(THEIRS, r#""moved""#)],
        )],
    ),
    moves(
        "carried",
        &[(1, &["b1-b5"])],
        &[
            then(&["a1-b1"], &[Says(THEIRS, r#""moved""#), Says("/moves/1/because/carried_on", "0")]),
            then(&["c1-d1"], &[Says(THEIRS, r#""empty""#)]),
        ],
    ),
    moves(
        "cycle",
        &[(1, &["b1-a1"])],
        &[then(&["a1-b1"], &[Says(MINE, r#""cycle""#), Says(THEIRS, r#""cycle""#)])],
    ),
    Diagram {
        options: r#"{"players":4}"#,
        ..moves(
            "contested",
            &[(1, &["b1-b2"]), (2, &["b1-b4"]), (3, &["e5-e4"])],
            &[then(
                &["a1-b1"],
                &[Says(MINE, r#""moved""#), Says(THEIRS, r#""contested""#), Says("/moves/2/outcome", r#""contested""#)],
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

static COMBO: &[Diagram] = &[
    combo(
        "combo-reach",
        "x3,w/x4/x4/b3,x3 b",
        &[
            then(&["a4-a1=3"], &[Says("/count", "3"), Says("/rest", "0")]),
            then(&["a4-c2=2"], &[Says("/count", "2"), Says("/rest", "1")]),
            then(&["a4-a1=2"], &[Refuses("2")]),
            then(&["a4-b2=3"], &[Refuses("row")]),
        ],
    ),
    combo(
        "combo-merge",
        "x3,w/x4/b,x3/b2,x3 b",
        &[then(&["a4-a3=2"], &[Says("/joined", "1"), Says("/rest", "0")])],
    ),
    combo(
        "combo-split",
        "x3,w/x4/x4/b3,x3 b",
        &[
            then(&["a4-b4=1"], &[Says("/count", "1"), Says("/rest", "2")]),
            then(&["a4-b4=4"], &[Refuses("3")]),
        ],
    ),
    combo("combo-path", "x4/x,w5,x2/x,b,x2/x,b3,x2 b", &[then(&["b4-b2=3"], &[Refuses("b3")])]),
    combo(
        "combo-capture",
        "x4/w5,x3/x4/b2,x2,w b",
        &[then(&["a4-a2=2"], &[Says("/captured", "5")])],
    ),
    combo(
        "combo-lone",
        "w,x3/x4/w3,x3/b,b2,x2 b",
        &[
            then(&["a4-a3=1"], &[Refuses("captures nothing")]),
            then(&["b4-a3=1"], &[Refuses("captures nothing")]),
            then(&["b4-a3=2"], &[Says("/captured", "3")]),
        ],
    ),
    combo(
        "combo-win",
        "x4/w2,x3/x4/b2,x3 b",
        &[then(&["a4-a2=2"], &[Says("/captured", "2"), Ends("no-moves")])],
    ),
    combo("combo-shut", "w,x,b,x/b,b,x2/x4/x4 b", &[then(&["c1-b1=1"], &[Ends("no-moves")])]),
    Diagram {
        options: r#"{"quiet_limit":2}"#,
        ..combo("combo-quiet", "w,x3/x4/x4/x3,b b", &[then(&["d4-d3=1", "a1-a2=1"], &[Ends("quiet-limit")])])
    },
];

static BRANDUB: &[Diagram] = &[
    brandub(
        "brandub-move",
        "/3t3/7/7/2T4/5K1/7/7/ a",
        &[
            then(&["d1-d7"], &[Says("/captures", "[]")]),
            then(&["d1-d4"], &[Refuses("centre")]),
            then(&["d1-a1"], &[Refuses("corner")]),
        ],
    ),
    brandub(
        "brandub-between",
        "/7/7/1tT4/7/3t3/5K1/7/ a",
        &[then(&["d5-d3"], &[Says("/captures", r#"["c3"]"#)])],
    ),
    brandub(
        "brandub-three",
        "/3t3/3T3/1tT1Tt1/7/3t3/7/1K5/ a",
        &[then(&["d5-d3"], &[Says("/captures", r#"["c3","d2","e3"]"#)])],
    ),
    brandub(
        "brandub-corner",
        "/1T5/2t4/7/7/4K2/7/7/ a",
        &[then(&["c2-c1"], &[Says("/captures", r#"["b1"]"#)])],
    ),
    brandub(
        "brandub-throne",
        "/7/1t5/7/2T4/5K1/7/7/ a",
        &[then(&["b2-b4"], &[Says("/captures", r#"["c4"]"#)])],
    ),
    brandub(
        "brandub-throne-king",
        "/7/1t5/7/2TK3/7/7/7/ a",
        &[then(&["b2-b4"], &[Says("/captures", "[]")])],
    ),
    brandub(
        "brandub-safe",
        "/7/7/1t1t3/2T4/5K1/7/7/ d",
        &[then(&["c4-c3"], &[Says("/captures", "[]"), Says("/piece", r#""defender""#)])],
    ),
    brandub(
        "brandub-king-helps",
        "/7/7/2Tt1K1/7/t6/7/7/ d",
        &[then(&["f3-e3"], &[Says("/captures", r#"["d3"]"#)])],
    ),
    brandub(
        "brandub-four",
        "/7/7/3t3/2tKt2/7/3t3/7/ a",
        &[then(&["d6-d5"], &[Says("/king", r#""captured""#), Ends("king-captured")])],
    ),
    brandub(
        "brandub-three-sides",
        "/3t3/7/2tKt2/7/7/7/7/ a",
        &[then(&["d1-d2"], &[Says("/king", r#""captured""#), Ends("king-captured")])],
    ),
    brandub(
        "brandub-two-not-enough",
        "/7/7/2tK3/7/4t2/7/7/ a",
        &[then(&["e5-e3"], &[Says("/king", r#""open""#)])],
    ),
    brandub(
        "brandub-two",
        "/7/1tK4/7/7/3t3/7/7/ a",
        &[then(&["d5-d2"], &[Says("/king", r#""captured""#), Ends("king-captured")])],
    ),
    brandub(
        "brandub-king-corner",
        "/1K5/7/2t4/7/7/7/7/ a",
        &[then(&["c3-c1"], &[Says("/king", r#""captured""#), Ends("king-captured")])],
    ),
    Diagram {
        options: r#"{"king_by_corner":false}"#,
        ..brandub(
            "brandub-king-corner-off",
            "/1K5/7/2t4/7/7/7/7/ a",
            &[then(&["c3-c1"], &[Says("/king", r#""open""#)])],
        )
    },
    brandub(
        "brandub-escape",
        "/3t3/7/7/7/7/7/1K5/ d",
        &[then(&["b7-a7"], &[Says("/king", r#""escaped""#), Ends("king-escaped")])],
    ),
    brandub(
        "brandub-stuck",
        "/1tT4/7/1T5/7/7/3K3/7/ d",
        &[then(&["b3-b2"], &[Ends("no-moves")])],
    ),
    brandub(
        "brandub-repeat",
        "/1t5/7/7/7/7/4K2/7/ a",
        &[then(
            &["b1-c1", "e6-e5", "c1-b1", "e5-e6", "b1-c1", "e6-e5", "c1-b1", "e5-e6"],
            &[Ends("repetition")],
        )],
    ),
];

/// Nine owners, and the reader's turn.
macro_rules! nine {
    ($owners:literal, $numbers:literal) => {
        concat!(
            r#"{"owners":"#,
            $owners,
            r#","numbers":"#,
            $numbers,
            r#","dealt":true,"turn_order":[0,1,2,3,4,5,6,7,8],"round":0,"mover":0,"tied":[],"over":null}"#
        )
    };
}

const LAND: &str = nine!("[[0,1,2],[0,0,3],[4,5,6]]", "[[6,2,2],[1,0,3],[0,4,1]]");
const VERDICT: &str = "/fights/0/verdict";

static GAME17: &[Diagram] = &[
    land(
        "land-take",
        LAND,
        &[then(&["0,0e3"], &[Says(VERDICT, r#""taken""#), Says("/fights/0/at", "[0,1]")])],
    ),
    land("land-fewer", LAND, &[then(&["0,0e1"], &[Says(VERDICT, r#""lost""#)])]),
    land("land-tie", LAND, &[then(&["0,0e2"], &[Says(VERDICT, r#""tied""#), Says("/what", r#""coin""#)])]),
    land(
        "land-edge",
        LAND,
        &[
            then(&["0,0n1"], &[Says(VERDICT, r#""taken""#), Says("/fights/0/at", "[2,0]")]),
            then(&["0,0w3"], &[Says(VERDICT, r#""taken""#), Says("/fights/0/at", "[0,2]")]),
        ],
    ),
    land(
        "land-orders",
        LAND,
        &[
            then(&["0,0n1 0,0e3 0,0s2"], &[Says("/orders", "3"), Says("/sent", "6")]),
            then(&["0,0s1 1,0e2"], &[Refuses("1,0")]),
            then(&["0,1s1"], &[Refuses("belongs to owner 1")]),
        ],
    ),
    Diagram {
        options: r#"{"size":3,"players":1}"#,
        ..land("land-zombies", LAND, &[then(&["-"], &[Says("/owner", "5"), Says("/sent", "4")])])
    },
    land(
        "land-all",
        nine!("[[0,0,0],[1,0,0],[0,0,0]]", "[[3,0,0],[2,0,0],[0,0,0]]"),
        &[then(&["0,0s3"], &[Says(VERDICT, r#""taken""#), Ends("one-owner")])],
    ),
    land(
        "land-squares",
        nine!("[[0,0,0],[1,0,0],[0,0,0]]", "[[1,0,0],[3,0,0],[0,0,0]]"),
        &[then(&["0,0s1"], &[Says(VERDICT, r#""lost""#), Ends("one-owner")])],
    ),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use catalog::Value;
    use game::{Dice, Seat};
    use hand::Did;

    use super::super::bench::{Bench, Told};
    use super::*;
    use crate::texts::{Language, Part};

    /// Always the same throw.
    struct Fixed(u64);

    impl Dice for Fixed {
        fn bits(&mut self) -> u64 {
            self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            self.0
        }
    }

    fn hold(diagram: &Diagram, moves: &[&str], shows: &[Shows], told: &Result<Told, String>, bench: &Bench) {
        let name = format!("{} {moves:?}", diagram.id);
        assert!(!shows.is_empty(), "{name} shows nothing");
        for shown in shows {
            match (shown, told) {
                (Says(place, value), Ok(told)) => {
                    let value: Value = serde_json::from_str(value).unwrap();
                    assert!(told.says(place, &value), "{name}: no {place} = {value} in {:?}", told.reports);
                }
                (Ends(reason), Ok(_)) => {
                    assert_eq!(bench.ending().map(|ending| ending.reason), Some(*reason), "{name}");
                }
                (Refuses(words), Err(reason)) => assert!(reason.contains(words), "{name}: {reason}"),
                (shown, told) => panic!("{name} should show {shown:?}, not {told:?}"),
            }
        }
    }

    /// Enters a move the way the reader does.
    fn enter(bench: &mut Bench, text: &str) -> Result<Told, String> {
        let spot = bench.spot().ok_or("it is not the reader's turn")?;
        match hand::hand(&spot).typed(text) {
            Did::Entered(action) => bench.enter(&action, &mut Fixed(7)),
            Did::Refused(reason) => Err(reason),
            other => Err(format!("{other:?}")),
        }
    }

    #[test]
    fn every_diagram_shows_what_it_is_named_after() {
        for diagram in all() {
            let bench = Bench::new(diagram).unwrap_or_else(|error| panic!("{}: {error}", diagram.id));
            assert!(bench.spot().is_some(), "{}: it is not the reader's turn", diagram.id);
            bench.board().unwrap();
            if diagram.kind == Kind::Table {
                hold(diagram, &[], diagram.shows, &bench.foreseen(), &bench);
            } else {
                assert!(!diagram.tries.is_empty(), "{} has nothing to try", diagram.id);
            }
            for attempt in diagram.tries {
                let mut bench = Bench::new(diagram).unwrap();
                let (last, before) = attempt.moves.split_last().unwrap();
                for text in before {
                    enter(&mut bench, text).unwrap_or_else(|error| panic!("{} {text}: {error}", diagram.id));
                }
                let told = enter(&mut bench, last);
                hold(diagram, attempt.moves, attempt.shows, &told, &bench);
                if diagram.kind == Kind::Table {
                    // What the table says is what the automaton then does.
                    hold(diagram, attempt.moves, attempt.shows, &bench.step(), &bench);
                }
            }
        }
    }

    #[test]
    fn the_first_entry_of_every_other_seat_is_legal() {
        for diagram in all() {
            let bench = Bench::new(diagram).unwrap();
            for (seat, entries) in diagram.others {
                let checked = bench.game().check(bench.state(), Seat(*seat), entries[0]);
                assert!(checked.is_ok(), "{}: {checked:?}", diagram.id);
            }
            assert_eq!(bench.given().len(), diagram.others.len(), "{}", diagram.id);
        }
    }

    #[test]
    fn a_diagram_can_be_played_again_after_a_conflict_and_is_done_after_the_turn() {
        let mut bench = Bench::new(diagram("source-conflict").unwrap()).unwrap();
        assert!(enter(&mut bench, "a1-a2").unwrap().is_conflict());
        assert_eq!(bench.given(), [(Seat(1), "e5-e4".to_owned())]);
        assert!(!enter(&mut bench, "c1-c2").unwrap().is_conflict());
        assert!(bench.spot().is_none());
    }

    #[test]
    fn every_language_shows_every_diagram_of_its_game_once() {
        let mut orders = Vec::new();
        for language in Language::ALL {
            let mut order = Vec::new();
            for info in catalog::GAMES {
                let rules = language.texts().learn.rules(info.id).unwrap();
                for section in rules.sections {
                    order.push(format!("#{}", section.id));
                    for part in section.parts {
                        if let Part::Try { diagram: id, .. } = part {
                            let known = diagram(id).unwrap_or_else(|| panic!("no diagram {id}"));
                            assert_eq!(known.game, info.id, "{id}");
                            order.push((*id).to_owned());
                        }
                    }
                }
            }
            let shown: BTreeSet<&str> = order.iter().map(String::as_str).filter(|id| !id.starts_with('#')).collect();
            let there: BTreeSet<&str> = all().map(|diagram| diagram.id).collect();
            assert_eq!(shown, there, "{}", language.name());
            assert_eq!(order.iter().filter(|id| !id.starts_with('#')).count(), all().count());
            orders.push(order);
        }
        assert_eq!(orders[0], orders[1]);
    }
}
