//! Every message exists in every language, and the code uses every message.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use common::notice::Changed;
use common::texts::TEXTS;
use reqwest::Method;
use serde_json::{Value, json};
use strum::VariantArray;

use crate::helpers::*;
use crate::table::*;

/// Returns the text of all files below a folder whose names end like this.
fn files(folder: &str, ends: &[&str]) -> String {
    fn add(all: &mut String, folder: &Path, ends: &[&str]) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                add(all, &path, ends);
            } else if ends
                .iter()
                .any(|end| path.extension().is_some_and(|it| it == *end))
            {
                all.push_str(&fs::read_to_string(path).unwrap());
            }
        }
    }
    let mut all = String::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    add(&mut all, &folder, ends);
    all
}

/// Returns the argument of this call if it is a quoted word.
fn named<'a>(source: &'a str, call: &str) -> BTreeSet<&'a str> {
    let calls = source.split(call).skip(1);
    calls
        .filter_map(|rest| rest.trim_start().strip_prefix('"')?.split('"').next())
        .collect()
}

#[test]
fn every_message_exists_in_every_language() {
    assert_eq!(TEXTS.faults(), [""; 0]);
}

#[test]
fn message_ids_in_code_match_defined_messages() {
    let crates = [
        "accounts",
        "admin",
        "base",
        "common",
        "guides",
        "integrations",
        "letters",
        "mail",
        "mail-commands",
        "play",
        "social",
    ]
    .map(|name| format!("crates/{name}/src"));
    let source = crates.map(|folder| files(&folder, &["rs"])).concat() + &files("src", &["rs"]);
    let templates = ["templates", "crates/mail/templates"].map(|it| files(it, &["txt", "html"]));
    let templates = templates.concat();
    let ids = TEXTS.ids();
    let mut names = named(&source, "message(");
    names.extend(named(&templates, "message("));
    names.extend(named(&templates, "say("));
    let missing: Vec<_> = names.into_iter().filter(|id| !ids.contains(*id)).collect();
    assert_eq!(missing, [""; 0], "named and not there");
    let words = source.split('"').chain(templates.split('"'));
    let mut words: BTreeSet<&str> = words.collect();
    // Their names are made of those of their variants.
    for change in Changed::VARIANTS {
        words.insert(change.into());
    }
    let unused: Vec<_> = ids.difference(&words).copied().collect();
    assert_eq!(unused, [""; 0], "there and never named");
}

/// Returns the response of a call to a client that prefers a language.
async fn told(server: &Server, path: &str, language: &str) -> Answer {
    let request = server.request(Method::GET, path);
    answer(request.header("accept-language", language)).await
}

#[tokio::test]
async fn api_answers_in_language_of_accept_language_header() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    let path = format!("/v1/games/{game}/board.txt");
    for (language, said) in [
        ("en", "ann is to roll the die"),
        ("fr-CA, en;q=0.5", "À ann de lancer le dé"),
        ("de", "ann ist dran: würfeln"),
        ("ja, de;q=0.2, en;q=0.1", "ann ist dran: würfeln"),
        ("ja", "ann is to roll the die"),
        ("*", "ann is to roll the die"),
        // Responses are not shared between languages.
        ("en", "ann is to roll the die"),
    ] {
        let board = told(&server, &path, language).await;
        assert!(board.text.contains(said), "{language}: {}", board.text);
        let vary = board.headers["vary"].to_str().unwrap().to_lowercase();
        assert!(vary.contains("accept-language"), "{vary}");
    }
    for (language, said) in [
        ("en", "There is nothing here."),
        ("fr", "Il n’y a rien ici."),
        ("de", "Hier gibt es nichts."),
    ] {
        let none = told(&server, "/v1/games/nowhere", language).await;
        assert_eq!(none.json()["detail"], said);
        assert_eq!(none.json()["title"], "Not found.");
        assert_eq!(none.headers["content-language"], language);
    }
    // Rejections by the rules and events are in this language, too.
    let moves = |text: &str| json!({"seq": 1, "moves": [{"text": text}]});
    let path = format!("/v1/games/{game}/moves");
    let plays = |text: &str| {
        let request = server.request(Method::POST, &path);
        let request = request.bearer_auth(&ann.token).json(&moves(text));
        answer(request.header("accept-language", "de"))
    };
    let refused = plays("fly").await;
    let problem = refused.problem(422, "illegal-move");
    assert!(
        problem["detail"].as_str().unwrap().contains("„fly“"),
        "{problem}"
    );
    let played = plays("würfeln").await.ok();
    let text = played["events"][0]["text"].as_str().unwrap();
    assert!(text.starts_with("ann würfelt eine "), "{played}");
}

#[tokio::test]
async fn option_titles_exist_in_three_languages() {
    let server = server().await;
    for (language, pawns, two, guards) in [
        ("en", "Pawns", "2 pawns each", "With guards"),
        ("fr", "Pions", "2 pions chacun", "Avec gardiens"),
        ("de", "Figuren", "Je 2 Figuren", "Mit Wächtern"),
    ] {
        let list = told(&server, "/v1/kinds", language).await;
        assert_eq!(list.headers["content-language"], language);
        let mut vary = list.headers.get_all("vary").iter();
        let names = |it: &reqwest::header::HeaderValue| {
            it.to_str().is_ok_and(|it| it.contains("Accept-Language"))
        };
        assert!(vary.any(names), "{:?}", list.headers);
        let list = list.ok();
        let listed = list["kinds"].as_array().unwrap();
        let listed = listed.iter().find(|it| it["id"] == "thats-life").unwrap();
        let shown = told(&server, "/v1/kinds/thats-life", language).await.ok();
        assert_eq!(listed["options_schema"], shown["options_schema"]);
        let options = &listed["options_schema"]["properties"];
        let called = |option: &str, value: Value| {
            let choices = options[option]["oneOf"].as_array().unwrap();
            let choice = choices.iter().find(|it| it["const"] == value).unwrap();
            choice["title"].clone()
        };
        assert_eq!(options["pawns"]["title"], pawns);
        assert_eq!(called("pawns", json!("2")), two);
        assert_eq!(called("guards", json!(true)), guards);
        assert_eq!(listed["default_options"]["pawns"], "3");
    }
}

#[tokio::test]
async fn kind_guide_and_rules_exist_in_three_languages() {
    let server = server().await;
    for (language, guide, rules) in [
        ("en", "# How to play That's Life!", "## R1 Aim"),
        ("fr", "# Comment jouer à That's Life!", "## R1 But"),
        ("de", "# So spielst du That's Life!", "## R1 Ziel"),
    ] {
        let kind = told(&server, "/v1/kinds/thats-life", language).await;
        assert_eq!(kind.headers["content-language"], language);
        let kind = kind.ok();
        let text = |member: &str| kind[member].as_str().unwrap().to_owned();
        assert!(text("how_to_play").starts_with(guide), "{language}");
        assert!(text("rules_text").contains(rules), "{language}");
        let page = told(&server, "/how-to-play/thats-life", language).await;
        assert_eq!(page.headers["content-language"], language);
        let title = format!("<h1>{}</h1>", &guide[2..]);
        let title = title.replace('\'', "&#39;");
        let plain = page.text.replace('\'', "&#39;");
        assert!(plain.contains(&title), "{}", page.text);
        let board = format!("/how-to-play/thats-life/board.svg?language={language}");
        assert!(page.text.contains(&board), "{}", page.text);
        let board = server.get(&board).await;
        assert_eq!(board.headers["content-type"], "image/svg+xml");
        assert!(board.text.starts_with("<svg"), "{}", board.text);
        let rules_page = format!("/rules/thats-life?language={language}");
        let page = server.get(&rules_page).await;
        assert!(page.text.contains(&rules[3..]), "{}", page.text);
        assert!(page.text.contains("<table>"), "{}", page.text);
    }
    let page = server.get("/rules/ferry-follies?language=klingon").await;
    assert_eq!(page.headers["content-language"], "en");
    for path in [
        "/how-to-play/chess",
        "/rules/chess",
        "/how-to-play/chess/board.svg",
    ] {
        assert_eq!(server.get(path).await.status.as_u16(), 404, "{path}");
    }
}
