//! Facts about every store. Each case gets two handles to one empty store, like two
//! nodes.

use std::collections::BTreeSet;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use store::{
    Access, Append, Error, Finish, GameResult, Identity, IdentityId, Kind, Listing, Outcome, Phase,
    Rating, Store, Summary, TableId,
};

use crate::{bodies, command, event, log};

pub type Nodes = [Store; 2];

type Case = (
    &'static str,
    fn(Nodes) -> Pin<Box<dyn Future<Output = ()> + Send>>,
);

macro_rules! cases {
    ($($case:ident)*) => {
        const CASES: &[Case] = &[$((stringify!($case), |nodes| Box::pin($case(nodes)))),*];
    };
}

cases! {
    a_new_table_begins_with_number_one
    events_are_read_in_the_order_in_which_they_were_appended
    a_log_is_read_in_pages
    an_unexpected_number_is_a_conflict_and_writes_nothing
    number_zero_is_refused
    an_append_sent_many_times_at_once_is_written_once
    several_events_are_appended_together_or_not_at_all
    appends_for_one_number_at_once_have_one_winner
    a_conflict_does_not_harm_others_in_its_group
    appends_to_one_table_may_follow_each_other_without_waiting
    many_writers_leave_no_gap_and_no_duplicate
    bodies_of_a_mebibyte_are_read_back_whole
    odd_texts_come_back_as_they_were
    unstorable_values_are_refused
    a_summary_is_written_with_the_events_and_only_with_them
    a_table_keeps_its_game_and_birthday
    tables_are_listed_newest_first_in_pages
    tables_are_listed_by_access_and_game
    identities_are_found_by_id_and_by_secret
    names_may_be_shared_but_ids_and_secrets_may_not
    an_identity_is_renamed
    a_result_is_written_with_the_last_event
    the_first_result_of_a_table_stands
    results_are_listed_in_the_order_of_their_ends
    ratings_that_were_outrun_are_refused_with_everything_else
    games_that_end_at_once_are_all_counted
    leaders_come_best_first_with_their_names
    contests_are_kept_as_they_stand_and_listed_newest_first
    the_first_to_settle_decides_for_all
    a_closed_store_says_so
}

/// Runs all cases, each on a store of its own, and names the failures.
pub async fn holds<F: Future<Output = Nodes>>(mut open: impl FnMut(usize) -> F) {
    let mut failed = Vec::new();
    for (number, (name, case)) in CASES.iter().enumerate() {
        let nodes = open(number).await;
        let stores = nodes.clone();
        if tokio::spawn(case(nodes)).await.is_err() {
            failed.push(*name);
        }
        for store in stores {
            store.close().await;
        }
    }
    assert!(failed.is_empty(), "these facts do not hold: {failed:#?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn holds_in_memory() {
    holds(async |_| {
        let store = Store::memory();
        [store.clone(), store]
    })
    .await;
}

const TABLE: TableId = TableId(0x0123_4567_89ab_cdef_0123_4567_89ab_cdef);

fn appended(first: u64) -> Result<Outcome, Error> {
    Ok(Outcome::Appended { first })
}

fn conflict(next: u64) -> Result<Outcome, Error> {
    Ok(Outcome::Conflict { next })
}

async fn a_new_table_begins_with_number_one([a, _]: Nodes) {
    assert_eq!(a.next_seq(TABLE).await, Ok(1));
    assert_eq!(a.read(TABLE, 1, 10).await, Ok(vec![]));
    assert_eq!(a.table(TABLE).await, Ok(None));
    assert_eq!(a.append(command(TABLE, 2, 1)).await, conflict(1));
    assert_eq!(a.append(command(TABLE, 1, 1)).await, appended(1));
}

async fn events_are_read_in_the_order_in_which_they_were_appended([a, b]: Nodes) {
    let first = vec![event("one"), event("two"), event("three")];
    assert_eq!(a.append(Append::of(TABLE, 1, first)).await, appended(1));
    let second = vec![event("four"), event("five")];
    assert_eq!(b.append(Append::of(TABLE, 4, second)).await, appended(4));
    for store in [&a, &b] {
        let log = log(store, TABLE).await;
        let numbers: Vec<_> = log.iter().map(|event| event.seq).collect();
        assert_eq!(numbers, [1, 2, 3, 4, 5]);
        assert!(log.iter().all(|event| event.at_ms == 1_700_000_000_000));
        let bodies: Vec<_> = log.iter().map(|event| event.body.as_str()).collect();
        assert_eq!(bodies, ["one", "two", "three", "four", "five"]);
        assert_eq!(store.next_seq(TABLE).await, Ok(6));
    }
}

async fn a_log_is_read_in_pages([a, _]: Nodes) {
    let events = (1..=25).map(|number| event(number.to_string())).collect();
    a.append(Append::of(TABLE, 1, events)).await.unwrap();
    let neighbour = Append::of(TableId(TABLE.0 + 1), 1, vec![event("another log")]);
    a.append(neighbour).await.unwrap();
    for (from, limit, numbers) in [
        (0, 3, 1..=3),
        (1, 10, 1..=10),
        (11, 10, 11..=20),
        (21, 10, 21..=25),
    ] {
        let page = a.read(TABLE, from, limit).await.unwrap();
        let found: Vec<_> = page.iter().map(|event| event.seq).collect();
        assert_eq!(found, numbers.collect::<Vec<_>>());
    }
    assert_eq!(a.read(TABLE, 26, 10).await, Ok(vec![]));
    assert_eq!(a.read(TABLE, 1, 0).await, Ok(vec![]));
}

async fn an_unexpected_number_is_a_conflict_and_writes_nothing([a, b]: Nodes) {
    a.append(command(TABLE, 1, 1)).await.unwrap();
    for expected in [1, 3, 1000] {
        assert_eq!(b.append(command(TABLE, expected, 2)).await, conflict(2));
    }
    assert_eq!(bodies(&a, TABLE).await, ["{\"command\":1}"]);
    // With the right number the same command succeeds.
    assert_eq!(b.append(command(TABLE, 2, 2)).await, appended(2));
}

async fn number_zero_is_refused([a, _]: Nodes) {
    let refused = a.append(command(TABLE, 0, 1)).await;
    assert!(matches!(refused, Err(Error::Unfit { .. })), "{refused:?}");
}

async fn an_append_sent_many_times_at_once_is_written_once(nodes: Nodes) {
    for round in 1..=5 {
        let sent: Vec<_> = (0..16)
            .map(|n| {
                let store = nodes[n % 2].clone();
                tokio::spawn(async move { store.append(command(TABLE, round, round)).await })
            })
            .collect();
        let mut carried_out = 0;
        for answer in sent {
            match answer.await.unwrap() {
                Ok(Outcome::Appended { first }) => {
                    assert_eq!(first, round);
                    carried_out += 1;
                }
                other => assert_eq!(other, conflict(round + 1)),
            }
        }
        assert_eq!(carried_out, 1);
        assert_eq!(nodes[0].next_seq(TABLE).await, Ok(round + 1));
    }
}

async fn several_events_are_appended_together_or_not_at_all(nodes: Nodes) {
    // Both nodes write blocks of three at once: no block may be torn.
    let writers = ["a", "b"].iter().zip(nodes.clone()).map(|(name, store)| {
        tokio::spawn(async move {
            let mut written = 0;
            while written < 30 {
                let next = store.next_seq(TABLE).await.unwrap();
                let block = (0..3).map(|part| event(format!("{name}{written}.{part}")));
                let append = Append::of(TABLE, next, block.collect());
                if let Outcome::Appended { .. } = store.append(append).await.unwrap() {
                    written += 1;
                }
            }
        })
    });
    for writer in writers.collect::<Vec<_>>() {
        writer.await.unwrap();
    }
    let bodies = bodies(&nodes[0], TABLE).await;
    assert_eq!(bodies.len(), 180);
    for block in bodies.chunks(3) {
        let (name, _) = block[0].split_once('.').unwrap();
        let whole: Vec<_> = (0..3).map(|part| format!("{name}.{part}")).collect();
        assert_eq!(block, whole);
    }
}

async fn appends_for_one_number_at_once_have_one_winner(nodes: Nodes) {
    let sent: Vec<_> = (0..20)
        .map(|n| {
            let store = nodes[n % 2].clone();
            tokio::spawn(async move { store.append(command(TABLE, 1, n as u64)).await })
        })
        .collect();
    let mut won = 0;
    for answer in sent {
        match answer.await.unwrap() {
            Ok(Outcome::Appended { first: 1 }) => won += 1,
            other => assert_eq!(other, conflict(2)),
        }
    }
    assert_eq!(won, 1);
    assert_eq!(nodes[1].next_seq(TABLE).await, Ok(2));
}

async fn a_conflict_does_not_harm_others_in_its_group(nodes: Nodes) {
    let a = &nodes[0];
    let sent: Vec<_> = (0..60_u64)
        .map(|n| {
            let store = a.clone();
            // Every third one expects a wrong number.
            let expected = if n % 3 == 0 { 5 } else { 1 };
            let append = command(TableId(u128::from(n)), expected, n);
            tokio::spawn(async move { store.append(append).await })
        })
        .collect();
    for (answer, n) in sent.into_iter().zip(0..) {
        let expected = if n % 3 == 0 { conflict(1) } else { appended(1) };
        assert_eq!(answer.await.unwrap(), expected, "{n}");
        let next = if n % 3 == 0 { 1 } else { 2 };
        assert_eq!(a.next_seq(TableId(n)).await, Ok(next), "{n}");
    }
}

async fn appends_to_one_table_may_follow_each_other_without_waiting([a, _]: Nodes) {
    // One task polls both in order, so they are handed in in order.
    let first = a.append(command(TABLE, 1, 1));
    let second = a.append(command(TABLE, 2, 2));
    let (first, second) = tokio::join!(first, second);
    assert_eq!(first, appended(1));
    // If a store does not order them, the second may have come too early.
    assert!(second == appended(2) || second == conflict(1), "{second:?}");
    let written = if second == appended(2) { 2 } else { 1 };
    assert_eq!(bodies(&a, TABLE).await.len(), written);
}

async fn many_writers_leave_no_gap_and_no_duplicate(nodes: Nodes) {
    const WRITERS: u64 = 64;
    const TABLES: u64 = 50;
    const EACH: u64 = 10;
    let conflicts = Arc::new(AtomicUsize::new(0));
    let writers: Vec<_> = (0..WRITERS)
        .map(|writer| {
            let store = nodes[writer as usize % 2].clone();
            let conflicts = Arc::clone(&conflicts);
            tokio::spawn(async move {
                for n in 0..EACH {
                    // In strides, so that writers meet at the tables.
                    let table = TableId(u128::from((writer * 7 + n * 13) % TABLES));
                    let id = writer * 1000 + n;
                    let mut expected = store.next_seq(table).await.unwrap();
                    loop {
                        match store.append(command(table, expected, id)).await.unwrap() {
                            Outcome::Appended { first } => {
                                assert_eq!(first, expected);
                                break;
                            }
                            Outcome::Conflict { next } => {
                                conflicts.fetch_add(1, Ordering::Relaxed);
                                expected = next;
                            }
                            other => panic!("{other:?}"),
                        }
                    }
                }
            })
        })
        .collect();
    for writer in writers {
        writer.await.unwrap();
    }
    let mut seen = BTreeSet::new();
    for table in 0..TABLES {
        let log = log(&nodes[1], TableId(u128::from(table))).await;
        for (event, seq) in log.iter().zip(1..) {
            assert_eq!(event.seq, seq);
            assert!(
                seen.insert(event.body.clone()),
                "{} is there twice",
                event.body
            );
        }
    }
    assert_eq!(seen.len() as u64, WRITERS * EACH);
}

async fn bodies_of_a_mebibyte_are_read_back_whole([a, b]: Nodes) {
    let body = format!("\"{}\"", "0123456789abcde€".repeat((1 << 20) / 18));
    let events = vec![event(body.clone()), event("{}"), event(body.clone())];
    a.append(Append::of(TABLE, 1, events)).await.unwrap();
    assert_eq!(
        bodies(&b, TABLE).await,
        [body.as_str(), "{}", body.as_str()]
    );
}

async fn odd_texts_come_back_as_they_were([a, b]: Nodes) {
    let texts = [
        "",
        r#"{"nul":"\u0000"}"#,
        "{\"emoji\":\"🎲👩‍👩‍👧‍👦\"}",
        "{\"controls\":\"\u{1}\u{7f}\u{85}\u{2028}\"}",
        "'; DROP TABLE events; --",
        "\"\\\\ $1 ? %s\"",
        "line\r\nline\ttab ",
        "\u{feff}bom \u{10ffff} e\u{301} ﷽",
    ];
    for (text, seq) in texts.iter().zip(1..) {
        let mut append = Append::of(TABLE, seq, vec![event(*text)]);
        append.summary = Some(summary(Phase::Open, seq));
        if let Some(summary) = &mut append.summary {
            (*text).clone_into(&mut summary.body);
        }
        assert_eq!(a.append(append).await, appended(seq), "{text:?}");
        assert_eq!(b.table(TABLE).await.unwrap().unwrap().summary.body, *text);
    }
    assert_eq!(bodies(&b, TABLE).await, texts);
}

async fn unstorable_values_are_refused([a, _]: Nodes) {
    let good = command(TABLE, 1, 1);
    let mut raw_nul = good.clone();
    raw_nul.events[0].body = "a\0b".to_owned();
    let mut long = good.clone();
    long.events[0].body = "x".repeat(store::model::LONGEST + 1);
    let mut late = good.clone();
    late.events[0].at_ms = u64::MAX;
    let mut no_number = good.clone();
    no_number.finish = Some(finish(1, &[(1, f64::NAN, 1)]));
    let mut twice = good.clone();
    twice.finish = Some(finish(1, &[(1, 1.0, 1), (1, 2.0, 1)]));
    for wrong in [raw_nul, long, late, no_number, twice] {
        let refused = a.append(wrong).await;
        assert!(matches!(refused, Err(Error::Unfit { .. })), "{refused:?}");
    }
    assert_eq!(a.append(good).await, appended(1));
}

fn summary(phase: Phase, created_ms: u64) -> Summary {
    Summary {
        game: "brandub".to_owned(),
        access: Access::Public,
        phase,
        created_ms,
        updated_ms: created_ms + 5,
        body: format!("{{\"created\":{created_ms}}}"),
    }
}

async fn a_summary_is_written_with_the_events_and_only_with_them([a, b]: Nodes) {
    let mut append = command(TABLE, 1, 1);
    append.summary = Some(summary(Phase::Open, 10));
    a.append(append).await.unwrap();
    let listed = b.table(TABLE).await.unwrap().unwrap();
    assert_eq!(listed.id, TABLE);
    assert_eq!(listed.summary, summary(Phase::Open, 10));

    // A conflict does not change it.
    for expected in [1, 3] {
        let mut refused = command(TABLE, expected, 2);
        refused.summary = Some(summary(Phase::Finished, 10));
        assert_eq!(a.append(refused).await, conflict(2));
        let listed = b.table(TABLE).await.unwrap().unwrap();
        assert_eq!(listed.summary.phase, Phase::Open);
    }
    // Events without a summary do not change it.
    assert_eq!(a.append(command(TABLE, 2, 3)).await, appended(2));
    let listed = b.table(TABLE).await.unwrap().unwrap();
    assert_eq!(listed.summary, summary(Phase::Open, 10));
}

async fn a_table_keeps_its_game_and_birthday([a, _]: Nodes) {
    let mut append = command(TABLE, 1, 1);
    append.summary = Some(summary(Phase::Open, 10));
    a.append(append).await.unwrap();
    let mut append = command(TABLE, 2, 2);
    let mut changed = summary(Phase::Running, 999);
    changed.game = "combo".to_owned();
    changed.access = Access::Private;
    append.summary = Some(changed.clone());
    a.append(append).await.unwrap();
    changed.game = "brandub".to_owned();
    changed.created_ms = 10;
    assert_eq!(a.table(TABLE).await.unwrap().unwrap().summary, changed);
    assert_eq!(a.tables(&Listing::of(Phase::Open, 9)).await, Ok(vec![]));
    assert_eq!(
        a.tables(&Listing::of(Phase::Running, 9))
            .await
            .unwrap()
            .len(),
        1
    );
}

async fn tables_are_listed_newest_first_in_pages([a, b]: Nodes) {
    // Three tables each were created in the same millisecond.
    for n in 0..20_u64 {
        let mut append = command(TableId(u128::from(n)), 1, 1);
        append.summary = Some(summary(Phase::Running, 100 + n / 3));
        a.append(append).await.unwrap();
    }
    let mut found = Vec::new();
    let mut listing = Listing::of(Phase::Running, 7);
    loop {
        let page = b.tables(&listing).await.unwrap();
        assert!(page.len() <= 7);
        let Some(last) = page.last() else { break };
        listing.after = Some((last.summary.created_ms, last.id));
        found.extend(page.iter().map(|listed| listed.id.0));
    }
    assert_eq!(found, (0..20).rev().collect::<Vec<u128>>());
}

async fn tables_are_listed_by_access_and_game([a, b]: Nodes) {
    for n in 0..8_u128 {
        let mut append = command(TableId(n), 1, 1);
        let mut summary = summary(Phase::Open, 1);
        if n % 2 == 1 {
            summary.access = Access::Private;
        }
        if n >= 4 {
            summary.game = "combo".to_owned();
        }
        append.summary = Some(summary);
        a.append(append).await.unwrap();
    }
    for (access, game, ids) in [
        (None, None, vec![7, 6, 5, 4, 3, 2, 1, 0]),
        (Some(Access::Public), None, vec![6, 4, 2, 0]),
        (Some(Access::Private), Some("combo"), vec![7, 5]),
        (None, Some("brandub"), vec![3, 2, 1, 0]),
        (None, Some("game17"), vec![]),
    ] {
        let mut listing = Listing::of(Phase::Open, 100);
        listing.access = access;
        listing.game = game.map(str::to_owned);
        let found = b.tables(&listing).await.unwrap();
        let found: Vec<_> = found.iter().map(|listed| listed.id.0).collect();
        assert_eq!(found, ids, "{access:?} {game:?}");
    }
}

fn identity(id: u128, name: &str, secret: u8) -> Identity {
    Identity {
        id: IdentityId(id),
        name: name.to_owned(),
        kind: if id.is_multiple_of(2) {
            Kind::Person
        } else {
            Kind::Program
        },
        secret_hash: [secret; 32],
        created_ms: 12,
    }
}

async fn identities_are_found_by_id_and_by_secret([a, b]: Nodes) {
    let ann = identity(2, "Ann 🎲", 1);
    let bot = identity(u128::MAX, "bot", 2);
    a.add_identity(ann.clone()).await.unwrap();
    b.add_identity(bot.clone()).await.unwrap();
    assert_eq!(b.identity(ann.id).await, Ok(Some(ann.clone())));
    assert_eq!(a.identity_by_secret(&[2; 32]).await, Ok(Some(bot)));
    assert_eq!(b.identity_by_secret(&[1; 32]).await, Ok(Some(ann)));
    assert_eq!(a.identity(IdentityId(3)).await, Ok(None));
    assert_eq!(a.identity_by_secret(&[3; 32]).await, Ok(None));
}

async fn names_may_be_shared_but_ids_and_secrets_may_not([a, b]: Nodes) {
    a.add_identity(identity(1, "Ann", 1)).await.unwrap();
    b.add_identity(identity(2, "Ann", 2)).await.unwrap();
    // The answer was lost, so the same identity is sent again.
    b.add_identity(identity(1, "Ann", 1)).await.unwrap();
    assert_eq!(
        b.add_identity(identity(1, "Eve", 3)).await,
        Err(Error::Taken)
    );
    assert_eq!(
        b.add_identity(identity(3, "Eve", 1)).await,
        Err(Error::Taken)
    );
    assert_eq!(
        a.identity(IdentityId(1)).await,
        Ok(Some(identity(1, "Ann", 1)))
    );
    assert_eq!(a.identity(IdentityId(3)).await, Ok(None));
}

async fn an_identity_is_renamed([a, b]: Nodes) {
    a.add_identity(identity(1, "Ann", 1)).await.unwrap();
    assert_eq!(b.rename(IdentityId(1), "Anna").await, Ok(true));
    assert_eq!(
        a.identity(IdentityId(1)).await,
        Ok(Some(identity(1, "Anna", 1)))
    );
    assert_eq!(b.rename(IdentityId(2), "Nobody").await, Ok(false));
    let refused = b.rename(IdentityId(1), "An\0na").await;
    assert!(matches!(refused, Err(Error::Unfit { .. })));
}

/// A result with ratings: identity, value, number of games.
fn finish(ended_ms: u64, ratings: &[(u128, f64, u64)]) -> Finish {
    let rating = |&(identity, value, games): &(u128, f64, u64)| Rating {
        identity: IdentityId(identity),
        value,
        games,
        body: format!("{{\"games\":{games}}}"),
    };
    Finish {
        result: GameResult {
            game: "brandub".to_owned(),
            ended_ms,
            seats: format!("[{ended_ms}]"),
        },
        ratings: ratings.iter().map(rating).collect(),
    }
}

fn ending(table: TableId, expected: u64, finish: Finish) -> Append {
    let mut append = command(table, expected, expected);
    append.finish = Some(finish);
    append
}

async fn games(store: &Store, ids: &[u128]) -> Vec<u64> {
    let ids: Vec<_> = ids.iter().copied().map(IdentityId).collect();
    let ratings = store.ratings("brandub", &ids).await.unwrap();
    ratings.iter().map(|rating| rating.games).collect()
}

async fn a_result_is_written_with_the_last_event([a, b]: Nodes) {
    let first = finish(50, &[(1, 1510.5, 1), (2, 1489.5, 1)]);
    // Too early: none of it is written.
    assert_eq!(a.append(ending(TABLE, 2, first.clone())).await, conflict(1));
    assert_eq!(a.result(TABLE).await, Ok(None));
    assert_eq!(a.ratings("brandub", &[IdentityId(1)]).await, Ok(vec![]));

    assert_eq!(a.append(ending(TABLE, 1, first.clone())).await, appended(1));
    assert_eq!(b.result(TABLE).await, Ok(Some(first.result)));
    let ids = [IdentityId(2), IdentityId(7), IdentityId(1)];
    let ratings = b.ratings("brandub", &ids).await.unwrap();
    assert_eq!(
        ratings,
        [first.ratings[1].clone(), first.ratings[0].clone()]
    );
    assert_eq!(b.ratings("combo", &ids).await, Ok(vec![]));
}

async fn the_first_result_of_a_table_stands([a, b]: Nodes) {
    let first = finish(50, &[(1, 1510.0, 1)]);
    a.append(ending(TABLE, 1, first.clone())).await.unwrap();
    let second = finish(60, &[(1, 1520.0, 2)]);
    assert_eq!(b.append(ending(TABLE, 2, second)).await, appended(2));
    assert_eq!(b.result(TABLE).await, Ok(Some(first.result)));
    assert_eq!(games(&a, &[1]).await, [1]);
    assert_eq!(a.results("brandub", None, 9).await.unwrap().len(), 1);
}

async fn results_are_listed_in_the_order_of_their_ends([a, b]: Nodes) {
    for n in 0..10_u64 {
        let table = TableId(u128::from(n));
        let ended = if n % 2 == 0 { 5 } else { 3 };
        a.append(ending(table, 1, finish(ended, &[])))
            .await
            .unwrap();
    }
    let mut found = Vec::new();
    let mut after = None;
    loop {
        let page = b.results("brandub", after, 3).await.unwrap();
        let Some((table, result)) = page.last() else {
            break;
        };
        after = Some((result.ended_ms, *table));
        found.extend(page.iter().map(|(table, _)| table.0));
    }
    assert_eq!(found, [1, 3, 5, 7, 9, 0, 2, 4, 6, 8]);
    assert_eq!(b.results("combo", None, 9).await, Ok(vec![]));
}

async fn ratings_that_were_outrun_are_refused_with_everything_else([a, b]: Nodes) {
    let first = finish(50, &[(1, 1510.0, 1), (2, 1490.0, 1)]);
    a.append(ending(TableId(1), 1, first)).await.unwrap();
    // Computed before that game was counted; the third player is new.
    for late in [
        finish(51, &[(3, 1500.0, 1), (2, 1480.0, 1)]),
        finish(51, &[(3, 1500.0, 1), (2, 1480.0, 3)]),
        finish(51, &[(3, 1500.0, 2), (2, 1480.0, 2)]),
    ] {
        let outcome = b.append(ending(TableId(2), 1, late)).await;
        assert_eq!(outcome, Ok(Outcome::Outrun));
        assert_eq!(a.next_seq(TableId(2)).await, Ok(1));
        assert_eq!(a.result(TableId(2)).await, Ok(None));
        assert_eq!(games(&a, &[1, 2, 3]).await, [1, 1]);
    }
    let again = finish(51, &[(3, 1500.0, 1), (2, 1480.0, 2)]);
    assert_eq!(b.append(ending(TableId(2), 1, again)).await, appended(1));
    assert_eq!(games(&a, &[1, 2, 3]).await, [1, 2, 1]);
}

async fn games_that_end_at_once_are_all_counted(nodes: Nodes) {
    const GAMES: u64 = 24;
    let sent: Vec<_> = (0..GAMES)
        .map(|n| {
            let store = nodes[n as usize % 2].clone();
            tokio::spawn(async move {
                let table = TableId(u128::from(n));
                // Everyone plays the champion, some from the other side.
                let mut ids = [IdentityId(77), IdentityId(100 + u128::from(n % 5))];
                if n % 2 == 0 {
                    ids.reverse();
                }
                loop {
                    let known = store.ratings("brandub", &ids).await.unwrap();
                    let change = |id: &IdentityId| {
                        let mut known = known.iter();
                        let old = known.find(|rating| rating.identity == *id);
                        let (value, games) =
                            old.map_or((1500.0, 0), |rating| (rating.value, rating.games));
                        (id.0, value + 1.0, games + 1)
                    };
                    let ratings: Vec<_> = ids.iter().map(change).collect();
                    match store
                        .append(ending(table, 1, finish(n, &ratings)))
                        .await
                        .unwrap()
                    {
                        Outcome::Appended { .. } => break,
                        outcome => assert_eq!(outcome, Outcome::Outrun),
                    }
                }
            })
        })
        .collect();
    for game in sent {
        game.await.unwrap();
    }
    let champion = nodes[0]
        .ratings("brandub", &[IdentityId(77)])
        .await
        .unwrap();
    assert_eq!(champion[0].games, GAMES);
    assert_eq!(champion[0].value, 1500.0 + GAMES as f64);
    let others = games(&nodes[1], &[100, 101, 102, 103, 104]).await;
    assert_eq!(others.iter().sum::<u64>(), GAMES);
}

async fn leaders_come_best_first_with_their_names([a, b]: Nodes) {
    a.add_identity(identity(1, "Ann", 1)).await.unwrap();
    a.add_identity(identity(3, "Cleo", 3)).await.unwrap();
    let ratings = [
        (1, 1400.5, 1),
        (2, 1600.0, 1),
        (3, 1600.0, 1),
        (4, -20.0, 1),
    ];
    a.append(ending(TableId(1), 1, finish(1, &ratings)))
        .await
        .unwrap();
    let ratings = [(1, 1450.0, 2), (4, 10.0, 2)];
    a.append(ending(TableId(2), 1, finish(1, &ratings)))
        .await
        .unwrap();

    let leaders = b.leaders("brandub", 0, 0, 10).await.unwrap();
    let found: Vec<_> = leaders
        .iter()
        .map(|leader| (leader.name.as_deref(), leader.rating.identity.0))
        .collect();
    assert_eq!(
        found,
        [(None, 2), (Some("Cleo"), 3), (Some("Ann"), 1), (None, 4)]
    );
    let ids = |leaders: Vec<store::Leader>| -> Vec<u128> {
        leaders
            .iter()
            .map(|leader| leader.rating.identity.0)
            .collect()
    };
    assert_eq!(ids(b.leaders("brandub", 0, 1, 2).await.unwrap()), [3, 1]);
    assert_eq!(ids(b.leaders("brandub", 2, 0, 9).await.unwrap()), [1, 4]);
    assert_eq!(b.leaders("combo", 0, 0, 9).await, Ok(vec![]));
}

async fn contests_are_kept_as_they_stand_and_listed_newest_first(nodes: Nodes) {
    let (one, other) = (&nodes[0], &nodes[1]);
    assert_eq!(one.contests(10).await, Ok(Vec::new()));
    for (id, begun_ms) in [("b", 5), ("a", 5), ("c", 9), ("d", 1)] {
        one.keep_contest(id, begun_ms, &format!("{id} runs"))
            .await
            .unwrap();
    }
    other.keep_contest("d", 1, "d is over").await.unwrap();
    let kept = ["c runs", "a runs", "b runs", "d is over"];
    assert_eq!(one.contests(10).await.unwrap(), kept);
    assert_eq!(other.contests(2).await.unwrap(), kept[..2]);
    assert_eq!(other.contest("a").await, Ok(Some("a runs".to_owned())));
    assert_eq!(other.contest("e").await, Ok(None));
    for (id, line) in [("a", "1"), ("b", "other"), ("a", "2"), ("a", "3")] {
        one.add_contest_line(id, line).await.unwrap();
    }
    assert_eq!(other.contest_lines("a").await.unwrap(), ["1", "2", "3"]);
    assert_eq!(other.contest_lines("c").await, Ok(Vec::new()));
}

async fn the_first_to_settle_decides_for_all(nodes: Nodes) {
    assert_eq!(nodes[0].settled("key").await, Ok(None));
    let sent: Vec<_> = (0..10)
        .map(|n| {
            let store = nodes[n % 2].clone();
            tokio::spawn(async move { store.settle("key", &n.to_string()).await.unwrap() })
        })
        .collect();
    let mut values = BTreeSet::new();
    for value in sent {
        values.insert(value.await.unwrap());
    }
    assert_eq!(values.len(), 1, "{values:?}");
    let settled = nodes[1].settled("key").await.unwrap();
    assert_eq!(settled, values.pop_first());
    assert_eq!(nodes[1].settled("other").await, Ok(None));
}

async fn a_closed_store_says_so([a, _]: Nodes) {
    a.append(command(TABLE, 1, 1)).await.unwrap();
    let handle = a.clone();
    a.close().await;
    assert_eq!(
        handle.append(command(TABLE, 2, 2)).await,
        Err(Error::Closed)
    );
    assert_eq!(handle.read(TABLE, 1, 1).await, Err(Error::Closed));
}
