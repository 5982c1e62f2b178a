//! The published vectors of the derivation of dice, one by one.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::Arc;

use rules::dice::Randomness;
use rules::{Dice, GameSeed, Hash, Header, SeedSource, ServerSeed};
use serde_json::Value;

fn vectors() -> Value {
    serde_json::from_str(include_str!("data/randomness.vectors.json")).unwrap()
}

fn bytes(value: &Value) -> [u8; 32] {
    let mut bytes = [0; 32];
    hex::decode_to_slice(value.as_str().unwrap(), &mut bytes).unwrap();
    bytes
}

fn seed_of(value: &Value) -> GameSeed {
    GameSeed(bytes(&value["game_seed"]))
}

fn words(value: &Value) -> Vec<u32> {
    serde_json::from_value(value.clone()).unwrap()
}

#[test]
fn commitment_and_game_seed() {
    let vectors = vectors();
    let server_seed = ServerSeed(bytes(&vectors["server_seed"]));
    assert_eq!(server_seed.commitment(), bytes(&vectors["seed_commitment"]));
    for case in [&vectors, &vectors["non_ascii"]] {
        let id = case["game_id"].as_str().unwrap();
        let entropies: Vec<&str> = case["entropies"]
            .as_array()
            .unwrap()
            .iter()
            .map(|entropy| entropy.as_str().unwrap())
            .collect();
        assert_eq!(server_seed.game_seed(id, entropies), seed_of(case));
    }
    let solo = server_seed.game_seed("test-game-0001", [""]);
    assert_eq!(solo, seed_of(&vectors["setups"]["ferry-follies"]));
}

#[test]
fn words_of_the_stream() {
    let vectors = vectors();
    for case in vectors["first_8_words"].as_array().unwrap() {
        let mut dice = Dice::new(seed_of(&vectors), case["entry"].as_u64().unwrap());
        let read: Vec<u32> = (0..8).map(|_| dice.word()).collect();
        assert_eq!(read, words(&case["words"]));
    }
    let mut dice = Dice::new(seed_of(&vectors), 4);
    let read: Vec<u32> = (0..40).map(|_| dice.word()).collect();
    assert_eq!(read[32..], words(&vectors["words_32_to_39"]["words"]));
    let mut dice = Dice::new(seed_of(&vectors["non_ascii"]), 0);
    let read: Vec<u32> = (0..8).map(|_| dice.word()).collect();
    assert_eq!(
        read,
        words(&vectors["non_ascii"]["first_8_words_of_entry_0"])
    );
}

#[test]
fn below_refuses_words_that_would_be_unfair() {
    let vectors = vectors();
    let six = &vectors["below_6_x_10"];
    let mut dice = Dice::new(seed_of(&vectors), 1);
    let read: Vec<u32> = (0..10).map(|_| dice.below(6)).collect();
    assert_eq!(read, words(&six["answers"]));
    assert_eq!(dice.words_read(), 10);

    let refused = &vectors["below_with_refused_words"];
    let k = refused["k"].as_u64().unwrap() as u32;
    let mut dice = Dice::new(seed_of(&vectors), 2);
    let read: Vec<u32> = (0..10).map(|_| dice.below(k)).collect();
    assert_eq!(read, words(&refused["answers"]));
    assert_eq!(
        u64::from(dice.words_read()),
        refused["words_read"].as_u64().unwrap()
    );
}

#[test]
fn mixed_draws() {
    let vectors = vectors();
    let mixed = &vectors["mixed"];
    let mut dice = Dice::new(seed_of(&vectors), mixed["entry"].as_u64().unwrap());
    for draw in mixed["draws"].as_array().unwrap() {
        match draw[0].as_str().unwrap() {
            "below" => assert_eq!(dice.below(draw[1].as_u64().unwrap() as u32), draw[2]),
            "die" => assert_eq!(dice.die(draw[1].as_u64().unwrap() as u32), draw[2]),
            "shuffle" => {
                let mut list = draw[1].as_array().unwrap().clone();
                dice.shuffle(&mut list);
                assert_eq!(Value::from(list), draw[2]);
            }
            other => panic!("unknown draw {other}"),
        }
    }
    assert_eq!(
        u64::from(dice.words_read()),
        mixed["words_read"].as_u64().unwrap()
    );
}

#[test]
fn shuffles() {
    let vectors = vectors();
    for (first, last, name) in [(0, 51, "shuffle_0_to_51"), (1, 18, "shuffle_1_to_18")] {
        let mut list: Vec<u32> = (first..=last).collect();
        Dice::new(seed_of(&vectors), 0).shuffle(&mut list);
        assert_eq!(list, words(&vectors[name]["result"]));
    }
}

/// Version 2: games on a deal.
fn shared() -> Value {
    serde_json::from_str(include_str!("data/randomness-2.vectors.json")).unwrap()
}

#[test]
fn all_games_on_a_deal_have_its_seed() {
    let vectors = shared();
    let server_seed = ServerSeed(bytes(&vectors["server_seed"]));
    assert_eq!(server_seed.commitment(), bytes(&vectors["seed_commitment"]));
    for case in [&vectors, &vectors["another_deal"]] {
        let deal = case["deal"].as_str().unwrap();
        assert_eq!(server_seed.seed_on_deal(deal), seed_of(case));
    }
}

#[test]
fn a_deal_has_streams_and_shuffles_like_every_game() {
    let vectors = shared();
    for case in vectors["first_8_words"].as_array().unwrap() {
        let mut dice = Dice::new(seed_of(&vectors), case["entry"].as_u64().unwrap());
        let read: Vec<u32> = (0..8).map(|_| dice.word()).collect();
        assert_eq!(read, words(&case["words"]));
    }
    for (kind, mut cards) in [
        ("ferry-follies", (1..=18).collect::<Vec<u32>>()),
        ("flip-freighters", (0..52).collect()),
    ] {
        Dice::new(seed_of(&vectors), 0).shuffle(&mut cards);
        assert_eq!(cards, words(&vectors["setups"][kind]["deck"]), "{kind}");
    }
}

fn header(id: &str, entropies: &[&str]) -> Header {
    Header {
        id: id.to_owned(),
        rules: "pig@1".to_owned(),
        options: Arc::default(),
        entropies: entropies.iter().map(|it| (*it).to_owned()).collect(),
        seed_commitment: Hash([1; 32]),
        seed_source: SeedSource::Deal,
        blinding_commitment: Some(Hash([2; 32])),
        deal: Some("aDealOfMany".to_owned()),
    }
}

#[test]
fn nothing_of_a_game_changes_what_its_deal_deals() {
    let seed = ServerSeed([7; 32]);
    let [one, other] = [header("one", &["ann"]), header("other", &["", "ben"])];
    assert_eq!(one.game_seed(&seed), other.game_seed(&seed));
    assert_eq!(one.randomness(), Randomness::Shared);
    assert_ne!(one.hash(), other.hash());
    let of = |deal: Option<&str>| Header {
        deal: deal.map(str::to_owned),
        ..one.clone()
    };
    let hashes = [None, Some("anotherDeal")].map(|deal| of(deal).hash());
    assert!(!hashes.contains(&one.hash()) && hashes[0] != hashes[1]);
    let own = of(None);
    assert_eq!(own.randomness(), Randomness::Own);
    assert_eq!(own.game_seed(&seed), seed.game_seed("one", ["ann"]));
    assert_ne!(own.game_seed(&seed), one.game_seed(&seed));
}
