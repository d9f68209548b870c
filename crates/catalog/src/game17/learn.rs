//! Diagrams of Game 17.

use crate::learn::Shows::{Ends, Refuses, Says};
use crate::learn::{Course, Diagram, Try, then, turns};

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

pub(crate) static DIAGRAMS: &[Diagram] = &[
    land(
        "land-take",
        LAND,
        &[then(
            &["0,0e3"],
            &[Says(VERDICT, r#""taken""#), Says("/fights/0/at", "[0,1]")],
        )],
    ),
    land(
        "land-fewer",
        LAND,
        &[then(&["0,0e1"], &[Says(VERDICT, r#""lost""#)])],
    ),
    land(
        "land-tie",
        LAND,
        &[then(
            &["0,0e2"],
            &[Says(VERDICT, r#""tied""#), Says("/what", r#""coin""#)],
        )],
    ),
    land(
        "land-edge",
        LAND,
        &[
            then(
                &["0,0n1"],
                &[Says(VERDICT, r#""taken""#), Says("/fights/0/at", "[2,0]")],
            ),
            then(
                &["0,0w3"],
                &[Says(VERDICT, r#""taken""#), Says("/fights/0/at", "[0,2]")],
            ),
        ],
    ),
    land(
        "land-orders",
        LAND,
        &[
            then(
                &["0,0n1 0,0e3 0,0s2"],
                &[Says("/orders", "3"), Says("/sent", "6")],
            ),
            then(&["0,0s1 1,0e2"], &[Refuses("1,0")]),
            then(&["0,1s1"], &[Refuses("belongs to owner 1")]),
        ],
    ),
    Diagram {
        options: r#"{"size":3,"players":1}"#,
        ..land(
            "land-zombies",
            LAND,
            &[then(&["-"], &[Says("/owner", "5"), Says("/sent", "4")])],
        )
    },
    land(
        "land-all",
        nine!("[[0,0,0],[1,0,0],[0,0,0]]", "[[3,0,0],[2,0,0],[0,0,0]]"),
        &[then(
            &["0,0s3"],
            &[Says(VERDICT, r#""taken""#), Ends("one-owner")],
        )],
    ),
    land(
        "land-squares",
        nine!("[[0,0,0],[1,0,0],[0,0,0]]", "[[1,0,0],[3,0,0],[0,0,0]]"),
        &[then(
            &["0,0s1"],
            &[Says(VERDICT, r#""lost""#), Ends("one-owner")],
        )],
    ),
];

const fn land(id: &'static str, position: &'static str, tries: &'static [Try]) -> Diagram {
    Diagram {
        options: r#"{"size":3,"players":9}"#,
        option: None,
        course: Course::Round,
        ..turns(id, "game17", position, tries)
    }
}
