//! Bots over the network: they get the same requests as on standard input.

use catalog::bot::BotGame;
use catalog::typed::Brandub;
use dice::Quick;
use game::Game;
use protocol::Record;
use serde_json::{Value, json};

use crate::harness::{Client, Hall};

/// Answers one request with a random move.
async fn answers(bot: &mut Client, table: &str, dice: &mut Quick) -> bool {
    let message = bot
        .until(|message| message["type"] == "request" || message["event"]["type"] == "ended")
        .await;
    if message["type"] != "request" {
        return false;
    }
    assert_eq!(message["table"], table);
    let (game, state, seat) = Brandub::read_request(&message["request"].to_string()).unwrap();
    let answer = game.write_answer(&game.propose(&state, seat, dice));
    let turn = &message["turn"];
    let done = bot
        .ask(json!({"type": "answer", "table": table, "turn": turn, "answer": answer}))
        .await;
    assert_eq!(done["type"], "ok", "{done}");
    true
}

#[tokio::test(flavor = "multi_thread")]
async fn two_bots_play_a_game_after_a_challenge() {
    let hall = Hall::open().await;
    let mut one = hall.program("One").await;
    let mut two = hall.program("Two").await;
    two.ask(json!({"type": "available", "games": ["brandub"]}))
        .await;
    let available = hall.get("/players").await["available"].clone();
    assert_eq!(available[0]["name"], "Two");
    assert_eq!(available[0]["program"], true);
    let challenge = json!({
        "player": available[0]["player"],
        "table": {"game": "brandub", "seat": 0, "clock": {"kind": "total", "ms": 300_000, "increment_ms": 0}},
    });
    let secret = one.secret.clone();
    let (status, made) = hall
        .call("POST", "/challenges", &secret, Some(challenge))
        .await;
    assert_eq!(status, 201, "{made}");
    let told = two.until(|message| message["type"] == "challenge").await["challenge"].clone();
    assert_eq!(told["from"]["name"], "One");
    let table = told["table"].as_str().unwrap().to_owned();
    two.does(&table, json!({"do": "join", "key": told["key"]}))
        .await;
    two.does(&table, json!({"do": "sit", "seat": 1})).await;
    for bot in [&mut one, &mut two] {
        bot.ask(json!({"type": "watch", "table": table, "bot": true}))
            .await;
        bot.does(&table, json!({"do": "ready", "ready": true}))
            .await;
    }
    let mut dice = Quick::new(3);
    let mut turns = 0;
    while answers(&mut one, &table, &mut dice).await && answers(&mut two, &table, &mut dice).await {
        turns += 2;
        assert!(turns < 2000);
    }
    let (_, record) = hall
        .call(
            "GET",
            &format!("/tables/{table}/record"),
            &one.secret.clone(),
            None,
        )
        .await;
    assert_eq!(record["on_board"], true);
    assert_eq!(record["players"][0]["kind"], "program");
    assert!(record::verify(&Record::from_json(&record).unwrap()).is_ok());
    let board = hall.get("/leaderboards/brandub").await;
    assert_eq!(board["players"][0]["program"], true);
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_names_the_rule_and_the_bot_may_answer_again() {
    let hall = Hall::open().await;
    let mut bot = hall.program("Bot").await;
    let settings = json!({"game": "brandub", "seat": 0, "computers": [null, "random"]});
    let (table, _) = hall.table(&bot, settings).await;
    bot.ask(json!({"type": "watch", "table": table, "bot": true}))
        .await;
    bot.does(&table, json!({"do": "start"})).await;
    let request = bot.until(|message| message["type"] == "request").await;
    let mut answer = async |turn: &Value, answer: Value| {
        bot.ask(json!({"type": "answer", "table": table, "turn": turn, "answer": answer}))
            .await
    };
    let square = |x: u8, y: u8| json!({"x": x, "y": y});
    let turn = &request["turn"];
    let refused = answer(turn, json!({"from": square(3, 3), "to": square(3, 4)})).await;
    assert_eq!(
        (&refused["type"], &refused["code"]),
        (&json!("refused"), &json!("illegal"))
    );
    let refused = answer(turn, json!("what?")).await;
    assert_eq!(refused["code"], "protocol");
    let refused = answer(
        &json!(99),
        json!({"from": square(3, 0), "to": square(2, 0)}),
    )
    .await;
    assert_eq!(refused["code"], "stale");
    let fine = answer(turn, json!({"from": square(3, 0), "to": square(2, 0)})).await;
    assert_eq!(fine["type"], "ok", "{fine}");
    // After the stale answer the request came again; the next request is for a new
    // turn.
    bot.until(|message| message["type"] == "request" && message["turn"] != *turn)
        .await;
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_can_be_declined() {
    let hall = Hall::open().await;
    let mut ann = hall.person("Ann").await;
    let mut bob = hall.person("Bob").await;
    let to = bob.you["player"].clone();
    let challenge = json!({"player": to, "table": {"game": "combo"}});
    let secret = ann.secret.clone();
    let (status, made) = hall
        .call("POST", "/challenges", &secret, Some(challenge.clone()))
        .await;
    assert_eq!(status, 201, "{made}");
    let (_, waiting) = hall
        .call("GET", "/challenges", &bob.secret.clone(), None)
        .await;
    assert_eq!(waiting["to_you"][0]["table"], made["table"]);
    let declined = bob
        .ask(json!({"type": "decline", "table": made["table"]}))
        .await;
    assert_eq!(declined["type"], "ok");
    let told = ann.until(|message| message["type"] == "declined").await;
    assert_eq!(told["table"], made["table"]);
    bob.socket.close(None).await.unwrap();
    assert!(bob.is_cut_off().await);
    let (status, refused) = hall
        .call("POST", "/challenges", &secret, Some(challenge))
        .await;
    assert_eq!((status, &refused["code"]), (409, &json!("not-connected")));
    hall.close().await;
}
