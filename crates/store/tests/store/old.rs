//! A file from a hall of version 0.1, with finished and running games.

use store::{Append, Listing, Outcome, Phase, Store};

use crate::{event, log};

const FILE: &[u8] = include_bytes!("../../../server/tests/data/hall-0.1.sqlite");

#[tokio::test]
async fn a_file_of_0_1_is_opened_read_and_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hall.sqlite");
    std::fs::write(&file, FILE).unwrap();
    let store = Store::sqlite(&file).await.unwrap();
    store.claim().await.unwrap();
    for (phase, tables) in [(Phase::Open, 3), (Phase::Running, 6), (Phase::Finished, 8)] {
        let listed = store.tables(&Listing::of(phase, 100)).await.unwrap();
        assert_eq!(listed.len(), tables, "{phase:?}");
        for table in listed {
            let log = log(&store, table.id).await;
            let numbers = log.iter().map(|event| event.seq);
            assert!(numbers.eq(1..=log.len() as u64));
            assert!(log[0].body.contains("\"created\""));
            let ended = store.result(table.id).await.unwrap();
            assert_eq!(ended.is_some(), phase == Phase::Finished);
            let next = log.len() as u64 + 1;
            let append = Append::of(table.id, next, vec![event("more")]);
            let written = store.append(append).await;
            assert_eq!(written, Ok(Outcome::Appended { first: next }));
        }
    }
    let leaders = store.leaders("brandub", 0, 0, 10).await.unwrap();
    let names = leaders.iter().filter_map(|leader| leader.name.as_deref());
    assert!(names.eq(["Bob", "Ann", "Robo"]));
    for leader in &leaders {
        let known = store.identity(leader.rating.identity).await.unwrap();
        assert_eq!(known.map(|known| known.name), leader.name);
    }
    // Version 0.1 kept contests under their own names.
    let contests = store.contests(100).await.unwrap();
    assert_eq!(contests.len(), 3);
    for contest in contests {
        assert!(contest.contains("\"brandub\""));
        let id = contest.split("\"contest\":\"").nth(1).unwrap();
        let id = id.split('"').next().unwrap();
        assert_eq!(store.contest(id).await.unwrap(), Some(contest.clone()));
    }
    for name in ["contest 1", "contest 1 over"] {
        assert_eq!(store.settled(name).await.unwrap(), None);
    }
    store.close().await;
}
