//! Hidden information stays hidden: rolled-back move lists and the hashes of a game with a known
//! seed reveal no cards and no sealed moves.

use ::games::KINDS;
use hmac::{Hmac, KeyInit, Mac};
use rules::canonical;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::helpers::*;
use crate::table::*;

/// A known seed: 32 bytes of 7.
const KNOWN: [u8; 32] = [7; 32];

/// Returns the names of the face-up cards.
fn cards(game: &Value) -> Vec<String> {
    let cards = game["view"]["cards"].as_array().unwrap();
    cards
        .iter()
        .map(|card| card["name"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn move_list_that_continues_after_leaving_reveals_no_card() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = a_game_of("flip-freighters", json!({}), &[&ann, &ben]).await;
    ann.plays(&game, "done").await;
    let before = (stored(&server).await, ben.sees(&game).await);
    let leave = json!({"type": "leave"});
    let mut answers = Vec::new();
    for moves in [
        json!([leave, {"text": "load"}]),
        json!([leave, {"text": "5H any.0"}]),
        json!([leave, {"type": "load", "card": 0, "truck": "any", "square": 0, "value": 1}]),
        json!([leave, leave]),
        json!([{"text": "leave; load"}]),
        json!([{"text": "LEAVE"}, {"text": ""}]),
    ] {
        let answer = ben.sends(&game, &json!(1), moves.clone()).await;
        answers.push(answer.text.clone());
        let problem = answer.problem(422, "reveals-information");
        assert_eq!(problem["index"], 0, "{moves}");
        assert!(problem.get("legal").is_none());
        assert_eq!((stored(&server).await, ben.sees(&game).await), before);
    }
    // The day closes and reveals the hidden cards.
    ben.plays(&game, "done").await;
    let tomorrow = cards(&ben.sees(&game).await);
    assert_ne!(tomorrow, cards(&before.1));
    for (card, answer) in tomorrow
        .iter()
        .flat_map(|card| answers.iter().map(move |it| (card, it)))
    {
        assert!(!answer.contains(card.as_str()), "{card} in {answer}");
    }
    // At the end of a list one may leave.
    let first = format!("{} any.0 as 3", tomorrow[0]);
    let played = ben
        .sends(&game, &json!(2), json!([{"text": first}, leave]))
        .await
        .ok();
    assert_eq!(played["seq"], 4);
}

#[tokio::test]
async fn rejected_move_list_reports_the_stored_position() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = a_game_of("flip-freighters", json!({}), &[&ann, &ben]).await;
    let before = ann.sees(&game).await;
    let legal = ann.may_play(&game).await;
    let card = &cards(&before)[0];
    let [one, other] = [0, 1].map(|square| json!({"text": format!("{card} any.{square} as 3")}));
    let problem = ann
        .sends(&game, &json!(1), json!([one, other]))
        .await
        .problem(422, "illegal-move");
    assert_eq!((&problem["index"], &problem["seq"]), (&json!(1), &json!(1)));
    for member in ["moves", "texts", "complete"] {
        assert_eq!(problem["legal"][member], legal[member]);
    }
    let detail = problem["detail"].as_str().unwrap();
    assert!(
        detail.starts_with("No move of the list was played. Move 1, after the moves before it: "),
        "{detail}"
    );
    assert_eq!(ann.sees(&game).await, before);
}

/// Returns the hash of an entry with these members, if the known seed blinded it.
fn guessed(before: &[u8], game_seed: &[u8], entry: &Value) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(game_seed).unwrap();
    mac.update(b"blind");
    mac.update(&entry["n"].as_u64().unwrap().to_le_bytes());
    let mut hasher = Sha256::new();
    hasher.update(before);
    hasher.update(mac.finalize().into_bytes());
    hasher.update(canonical::to_string(entry));
    hex::encode(hasher.finalize())
}

#[tokio::test]
async fn hashes_of_a_practice_game_do_not_reveal_sealed_moves() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let made = json!({"kind": "flip-freighters", "seats": 2, "seed": hex::encode(KNOWN)});
    let game = ann.makes(made).await;
    let begun = ben
        .post(&format!("/v1/games/{game}/seats"), json!({}))
        .await
        .ok();
    let seed = rules::ServerSeed(KNOWN).game_seed(&game, ["", ""]);
    let start = hex::decode(begun["head"].as_str().unwrap()).unwrap();
    let legal = ann.may_play(&game).await;
    let (moves, texts) = (&legal["moves"], &legal["texts"]);
    assert!(moves.as_array().unwrap().len() > 100);
    ann.plays(&game, texts[40].as_str().unwrap()).await;
    // Ben's view of it, and what he can conclude.
    let log = ben.get(&format!("/v1/games/{game}/log")).await.ok();
    let entry = &log["entries"][0];
    assert_eq!(
        (&entry["sealed"], &entry["move"]),
        (&json!(true), &json!(null))
    );
    for mv in moves.as_array().unwrap() {
        let candidate = json!({"n": 1, "kind": "move", "seat": 0, "seq": 1, "at": entry["at"],
            "move": mv});
        let hash = guessed(&start, &seed.0, &candidate);
        assert_ne!(entry["hash"], hash, "the sealed move is {mv}");
    }
    // The commitment to the blinding secret is public at once. The secret is public after the game.
    let conn = &mut *server.app.db.get().await.unwrap();
    let row = play::store::games::find(conn, &game.clone().try_into().unwrap())
        .await
        .unwrap()
        .unwrap();
    let secret = hex::encode(row.blinding_secret.unwrap());
    for path in ["", "/log", "/export", "/positions/1", "/legal"] {
        let text = ann.get(&format!("/v1/games/{game}{path}")).await.text;
        assert!(!text.contains(&secret), "{path}");
    }
    let promised = hex::encode(Sha256::digest(hex::decode(&secret).unwrap()));
    let running = ben.sees(&game).await;
    assert_eq!(running["blinding_commitment"], promised);
    assert_eq!(running["blinding_secret"], json!(null));
    ann.plays(&game, "leave").await;
    ben.plays(&game, "leave").await;
    let over = ben.sees(&game).await;
    assert_eq!(over["blinding_secret"], secret);
    let export = ben.get(&format!("/v1/games/{game}/export")).await;
    assert_eq!(export.json()["blinding_secret"], secret);
    assert_eq!(export.json()["blinding_commitment"], promised);
    let record = rules::record::Record::from_json(&export.text).unwrap();
    rules::record::verify(&record, KINDS).unwrap();
    audited(&server.database).await;
}

#[tokio::test]
async fn game_with_a_given_seed_is_marked_as_practice() {
    let server = server().await;
    let ann = server.player("ann").await;
    let seed = hex::encode(KNOWN);
    let practice = json!({"kind": "thats-life", "seats": 2, "seed": seed});
    let practice = ann.makes(practice).await;
    let serious = ann.makes(json!({"kind": "thats-life", "seats": 2})).await;
    let page = ann.get("/v1/games").await.ok();
    for game in page["games"].as_array().unwrap() {
        assert_eq!(game["practice"], game["id"] == practice);
    }
    assert_eq!(page["games"].as_array().unwrap().len(), 2);
    assert_eq!(ann.sees(&practice).await["practice"], true);
    assert_eq!(ann.sees(&serious).await["practice"], false);
    assert_eq!(ann.sees(&serious).await["blinding_commitment"], json!(null));
}
