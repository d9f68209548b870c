//! Diagrams of Combo.

use crate::learn::Shows::{Ends, Refuses, Says};
use crate::learn::{Diagram, Try, then, turns};

pub(crate) static DIAGRAMS: &[Diagram] = &[
    combo(
        "combo-reach",
        "x3,w/x4/x4/b3,x3 b",
        &[
            then(&["a4-a1=3"], &[Says("/count", "3"), Says("/rest", "0")]),
            then(&["a4-c2=2"], &[Says("/count", "2"), Says("/rest", "1")]),
            then(&["a4-a1=2"], &[Refuses("further than a count of 2")]),
            then(
                &["a4-b2=3"],
                &[Refuses("not in one row, column or diagonal")],
            ),
        ],
    ),
    combo(
        "combo-merge",
        "x3,w/x4/b,x3/b2,x3 b",
        &[then(
            &["a4-a3=2"],
            &[Says("/joined", "1"), Says("/rest", "0")],
        )],
    ),
    combo(
        "combo-split",
        "x3,w/x4/x4/b3,x3 b",
        &[
            then(&["a4-b4=1"], &[Says("/count", "1"), Says("/rest", "2")]),
            then(&["a4-b4=4"], &[Refuses("only 3")]),
        ],
    ),
    combo(
        "combo-path",
        "x4/x,w5,x2/x,b,x2/x,b3,x2 b",
        &[then(&["b4-b2=3"], &[Refuses("b3 is in the way")])],
    ),
    combo(
        "combo-capture",
        "x4/w5,x3/x4/b2,x2,w b",
        &[then(&["a4-a2=2"], &[Says("/captured", "5")])],
    ),
    combo(
        "combo-lone",
        "w,x3/x4/w3,x3/b,b2,x2 b",
        &[
            then(&["a4-a3=1"], &[Refuses("a single piece cannot capture")]),
            then(&["b4-a3=1"], &[Refuses("a single piece cannot capture")]),
            then(&["b4-a3=2"], &[Says("/captured", "3")]),
        ],
    ),
    combo(
        "combo-win",
        "x4/w2,x3/x4/b2,x3 b",
        &[then(
            &["a4-a2=2"],
            &[Says("/captured", "2"), Ends("no-moves")],
        )],
    ),
    combo(
        "combo-shut",
        "w,x,b,x/b,b,x2/x4/x4 b",
        &[then(&["c1-b1=1"], &[Ends("no-moves")])],
    ),
    Diagram {
        options: r#"{"quiet_limit":2}"#,
        ..combo(
            "combo-quiet",
            "w,x3/x4/x4/x3,b b",
            &[then(&["d4-d3=1", "a1-a2=1"], &[Ends("quiet-limit")])],
        )
    },
];

const fn combo(id: &'static str, position: &'static str, tries: &'static [Try]) -> Diagram {
    turns(id, "combo", position, tries)
}
