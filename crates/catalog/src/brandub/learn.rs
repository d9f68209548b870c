//! Diagrams of Brandub.

use crate::learn::Shows::{Ends, Refuses, Says};
use crate::learn::{Diagram, Shows, Try, then, turns};

const CAUGHT: &[Shows] = &[Says("/king", r#""captured""#), Ends("king-captured")];

pub(crate) static DIAGRAMS: &[Diagram] = &[
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
        &[then(
            &["d5-d3"],
            &[Says("/captures", r#"["c3","d2","e3"]"#)],
        )],
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
        &[then(
            &["c4-c3"],
            &[Says("/captures", "[]"), Says("/piece", r#""defender""#)],
        )],
    ),
    brandub(
        "brandub-king-helps",
        "/7/7/2Tt1K1/7/t6/7/7/ d",
        &[then(&["f3-e3"], &[Says("/captures", r#"["d3"]"#)])],
    ),
    brandub(
        "brandub-four",
        "/7/7/3t3/2tKt2/7/3t3/7/ a",
        &[then(&["d6-d5"], CAUGHT)],
    ),
    brandub(
        "brandub-three-sides",
        "/3t3/7/2tKt2/7/7/7/7/ a",
        &[then(&["d1-d2"], CAUGHT)],
    ),
    brandub(
        "brandub-two-not-enough",
        "/7/7/2tK3/7/4t2/7/7/ a",
        &[then(&["e5-e3"], &[Says("/king", r#""open""#)])],
    ),
    brandub(
        "brandub-two",
        "/7/1tK4/7/7/3t3/7/7/ a",
        &[then(&["d5-d2"], CAUGHT)],
    ),
    brandub(
        "brandub-king-corner",
        "/1K5/7/2t4/7/7/7/7/ a",
        &[then(&["c3-c1"], CAUGHT)],
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
        &[then(
            &["b7-a7"],
            &[Says("/king", r#""escaped""#), Ends("king-escaped")],
        )],
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
            &[
                "b1-c1", "e6-e5", "c1-b1", "e5-e6", "b1-c1", "e6-e5", "c1-b1", "e5-e6",
            ],
            &[Ends("repetition")],
        )],
    ),
];

const fn brandub(id: &'static str, position: &'static str, tries: &'static [Try]) -> Diagram {
    turns(id, "brandub", position, tries)
}
