//! Checks responses against the contract: a client generated from `openapi.yaml` must be able to
//! read all of them. Also checks how the server publishes the contract.
//!
//! `authorization` checks the successful responses to its callers, too. A call that succeeds there
//! needs no request here.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::rc::Rc;

use ::games::KINDS;
use admin::acts::Act;
use chrono::TimeDelta;
use common::clock::rfc3339;
use flate2::read::GzDecoder;
use jsonschema::Validator;
use reqwest::Method;
use serde_json::{Value, json};
use turnpike::http::openapi;
use turnpike::http::problem::Problem;

use crate::accounts::passkeys::Authenticator;
use crate::accounts::second_factor::Phone;
use crate::conformance;
use crate::helpers::*;
use crate::http::authorization;
use crate::integrations::pushes;
use crate::operating::sandbox::a_sandbox;
use crate::play::archive_files::make_files;

/// The document, and the calls whose responses were checked.
pub struct Contract {
    document: Value,
    validators: RefCell<BTreeMap<String, Rc<Validator>>>,
    read: RefCell<BTreeSet<String>>,
}

impl Contract {
    pub fn new() -> Contract {
        Contract {
            document: conformance::strict(),
            validators: RefCell::default(),
            read: RefCell::default(),
        }
    }

    /// Every call: path, method, operation.
    pub fn operations(&self) -> Vec<(&str, Method, &Value)> {
        let mut found = Vec::new();
        for (path, item) in self.document["paths"].as_object().unwrap() {
            for (method, operation) in item.as_object().unwrap() {
                let method = method.to_uppercase().parse().unwrap();
                found.push((path.as_str(), method, operation));
            }
        }
        found
    }

    /// Whether a call cannot be made without a token.
    pub fn needs_account(&self, method: &Method, path: &str) -> bool {
        let security = self.operation(method, path)["security"].as_array();
        security.is_some_and(|ways| !ways.is_empty() && !ways.contains(&json!({})))
    }

    fn operation(&self, method: &Method, path: &str) -> &Value {
        let operation = &self.document["paths"][path][method.as_str().to_lowercase()];
        assert!(operation.is_object(), "{method} {path} is no call");
        operation
    }

    fn validator(&self, schema: &Value) -> Rc<Validator> {
        let make = || {
            let whole = json!({
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "components": {"schemas": self.document["components"]["schemas"]},
                "allOf": [schema],
            });
            let options = jsonschema::draft202012::options().should_validate_formats(true);
            Rc::new(options.build(&whole).unwrap())
        };
        let mut validators = self.validators.borrow_mut();
        Rc::clone(validators.entry(schema.to_string()).or_insert_with(make))
    }

    fn check(&self, what: &str, schema: &Value, value: &Value) {
        let validator = self.validator(schema);
        let faults: Vec<String> = validator
            .iter_errors(value)
            .map(|fault| format!("{}: {fault}", fault.instance_path()))
            .collect();
        assert_eq!(faults, [""; 0], "{what}: {value}");
    }

    /// Checks that the call promises this response.
    pub fn check_answer(&self, method: &Method, path: &str, answer: &Answer) {
        let operation = self.operation(method, path);
        let status = answer.status.as_str();
        let what = format!("{method} {path} {status}");
        let response = openapi::followed(&self.document, &operation["responses"][status]);
        assert!(
            response.is_object(),
            "{what} is not promised: {}",
            answer.text
        );
        let Some(content) = response["content"].as_object() else {
            assert_eq!(answer.text, "", "{what} has no body");
            return;
        };
        let media = answer.headers["content-type"].to_str().unwrap();
        let media = media.split(';').next().unwrap();
        let schema = &content
            .get(media)
            .unwrap_or_else(|| panic!("{what}: {media}"))["schema"];
        if media == "application/x-ndjson" {
            for line in answer.text.lines() {
                self.check(&what, schema, &serde_json::from_str(line).unwrap());
            }
        } else if media.ends_with("json") {
            self.check(&what, schema, &answer.json());
        }
        if answer.status.is_success() {
            let id = operation["operationId"].as_str().unwrap();
            self.read.borrow_mut().insert(id.to_owned());
        }
    }
}

/// A client that believes in the contract.
struct Reader<'a> {
    server: &'a Server,
    contract: &'a Contract,
    token: Option<String>,
}

impl Reader<'_> {
    /// Sends a request that the contract allows, and checks the response. `path` is a template with
    /// the values in its braces, as in `/v1/games/{id=Xk3}`.
    async fn call(&self, method: Method, path: &str, body: Option<Value>) -> Value {
        let (template, target) = filled(path);
        let operation = self.contract.operation(&method, &template);
        if let Some(body) = &body {
            let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
            let what = format!("body of {method} {template}");
            self.contract.check(&what, schema, body);
        }
        let token = self.token.as_deref();
        let sent = self
            .server
            .send(method.clone(), &target, token, body.as_ref());
        let answer = sent.await;
        self.contract.check_answer(&method, &template, &answer);
        serde_json::from_str(&answer.text).unwrap_or(Value::Null)
    }

    /// The same with a form, whose fields are text.
    async fn form(&self, path: &str, fields: &Value) -> Value {
        let operation = self.contract.operation(&Method::POST, path);
        let schema =
            &operation["requestBody"]["content"]["application/x-www-form-urlencoded"]["schema"];
        self.contract
            .check(&format!("form of {path}"), schema, fields);
        let mut request = self.server.request(Method::POST, path).form(fields);
        if let Some(token) = &self.token {
            request = request.bearer_auth(token);
        }
        let answer = answer(request).await;
        self.contract.check_answer(&Method::POST, path, &answer);
        serde_json::from_str(&answer.text).unwrap_or(Value::Null)
    }

    async fn get(&self, path: &str) -> Value {
        self.call(Method::GET, path, None).await
    }

    async fn post(&self, path: &str, body: Value) -> Value {
        self.call(Method::POST, path, Some(body)).await
    }
}

/// The template and the path of `/v1/games/{id=Xk3}?limit=2`.
fn filled(path: &str) -> (String, String) {
    let (mut template, mut target) = (String::new(), String::new());
    for (i, piece) in path.split(['{', '}']).enumerate() {
        match piece.split_once('=') {
            Some((name, value)) if i % 2 == 1 => {
                template += &format!("{{{name}}}");
                target += value;
            }
            _ => {
                template += piece.split('?').next().unwrap();
                target += piece;
            }
        }
    }
    (template, target)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}"))
}

/// Gives programs tokens, by a code and by a device's, and shows them.
async fn let_programs_in(ann: &Reader<'_>, program: &Reader<'_>) {
    program.get("/.well-known/oauth-authorization-server").await;
    let (client, sure) = ("Phone client", json!({"password": PASSWORD}));
    let granted = json!({
        "client_id": client, "redirect_uri": "org.example.phone:/", "scope": "chat",
        "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
        "code_challenge_method": "S256", "reauthentication": sure.clone(),
    });
    let granted = ann.post("/v1/me/grants", granted).await;
    let location = url::Url::parse(text(&granted["location"])).unwrap();
    let code = location.query_pairs().find(|it| it.0 == "code").unwrap().1;
    let shown = json!({
        "grant_type": "authorization_code", "client_id": client, "code": code,
        "code_verifier": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
    });
    let token = program.form("/oauth/token", &shown).await;
    program.form("/oauth/token", &shown).await;
    let token = json!({"token": token["access_token"]});
    ann.form("/oauth/introspect", &token).await;
    program.form("/oauth/revoke", &token).await;
    let asked = json!({"client_id": client, "scope": "chat"});
    let begun = program.form("/oauth/device", &asked).await;
    let path = format!("/v1/me/grants/{{user_code={}}}", text(&begun["user_code"]));
    ann.get(&path).await;
    ann.post(&path, json!({"allow": true, "reauthentication": sure}))
        .await;
    let shown = json!({
        "grant_type": "urn:ietf:params:oauth:grant-type:device_code", "client_id": client,
        "device_code": begun["device_code"],
    });
    program.form("/oauth/token", &shown).await;
}

/// Plays a whole game of a kind and reads everything there is to read of it.
async fn play_through(
    server: &Server,
    contract: &Contract,
    kind: &dyn rules::Kind,
    names: &[&str],
) {
    let info = kind.info();
    let mut readers = Vec::new();
    for name in &names[..usize::from(*info.seats.start())] {
        let signed_in = json!({"name": name, "password": PASSWORD});
        let nobody = Reader {
            server,
            contract,
            token: None,
        };
        let session = nobody.post("/v1/sessions", signed_in).await;
        readers.push(Reader {
            token: Some(text(&session["access_token"]).to_owned()),
            ..nobody
        });
    }
    let ann = &readers[0];
    let anybody = Reader {
        server,
        contract,
        token: None,
    };
    ann.get(&format!("/v1/kinds/{{kind={}}}", info.id)).await;
    ann.get(&format!("/v1/kinds/{{kind={}}}/schema", info.id))
        .await;
    let new = json!({"kind": info.id, "invite": [], "entropy": "Ann"});
    let made = ann.post("/v1/games", new).await;
    let game = format!("/v1/games/{{id={}}}", text(&made["id"]));
    anybody.get(&game).await;
    anybody.get(&format!("{game}/log")).await;
    ann.get(&format!("{game}/legal")).await;
    for (reader, name) in readers.iter().zip(names).skip(1) {
        let guest = json!({"player": name});
        ann.post(&format!("{game}/invitations"), guest).await;
        reader.get(&game).await;
        reader.post(&format!("{game}/seats"), json!({})).await;
    }
    anybody.get("/v1/games?limit=2").await;

    // Moves picked all over the lists, and refusals among them.
    let mut over = false;
    for turn in 0..60 {
        let state = anybody.get(&game).await;
        let Some(seat) = state["to_act"][0].as_u64() else {
            over = true;
            break;
        };
        let reader = &readers[seat as usize];
        let legal = reader.get(&format!("{game}/legal")).await;
        let moves = legal["moves"].as_array().unwrap();
        let branch = reader.get(&format!("{game}/legal/completions")).await;
        let word = text(&branch["next"][0]).replace(' ', "%20");
        reader
            .get(&format!("{game}/legal/completions?text={word}"))
            .await;
        let body = json!({"seq": legal["seq"], "moves": [moves[turn * 7 % moves.len()]]});
        if turn == 3 {
            for (seat, reader) in readers.iter().enumerate() {
                let seq = reader.get(&game).await["seq"].clone();
                let said =
                    json!({"seq": seq, "moves": [{"type": "text", "text": "fly to the moon"}]});
                reader.post(&format!("{game}/moves"), said).await;
                let every = kind.examples();
                let late = json!({"seq": 1000, "moves": [every[seat % every.len()]]});
                reader.post(&format!("{game}/moves"), late).await;
            }
            let then = anybody.get(&game).await;
            assert_eq!(then["ply"], state["ply"], "nothing of that was a move");
        }
        reader.post(&format!("{game}/moves"), body).await;
        if turn % 20 == 10 {
            anybody
                .get(&format!("{game}/positions/{{ply={}}}", turn / 2))
                .await;
            anybody.get(&format!("{game}/export")).await;
            reader.get(&format!("{game}/log?since=2&limit=3")).await;
            anybody.get(&format!("{game}/board.txt")).await;
            anybody.get(&format!("{game}/board.svg?theme=dark")).await;
            anybody.get(&format!("{game}/board.png?scale=1")).await;
        }
    }
    for reader in readers.iter().filter(|_| !over) {
        let seq = reader.get(&game).await["seq"].clone();
        let leave = json!({"seq": seq, "moves": [{"type": "leave"}]});
        reader.post(&format!("{game}/moves"), leave).await;
    }
    let end = anybody.get(&game).await;
    assert_eq!(end["status"], "finished");
    assert!(end["server_seed"].is_string() && end["result"].is_object());
    anybody.get(&format!("{game}/log")).await;
    anybody.get(&format!("{game}/board.svg")).await;
    anybody
        .get(&format!("{game}/positions/{{ply={}}}", end["ply"]))
        .await;
    let record = anybody.get(&format!("{game}/export")).await;
    rules::record::verify(
        &rules::record::Record::from_json(&record.to_string()).unwrap(),
        KINDS,
    )
    .unwrap();
    ann.get(&format!("{game}/legal")).await;
    let late = json!({"seq": 1000, "moves": [{"type": "leave"}]});
    ann.post(&format!("{game}/moves"), late).await;
    ann.post(&format!("{game}/rematch"), json!({})).await;
    anybody.get(&format!("/v1/games?kind={}", info.id)).await;
    let bots = json!([{"seat": 0, "bot": "greedy"}]);
    let other = json!({"ply": 0, "moves": [], "bots": bots});
    anybody.post(&format!("{game}/analysis"), other).await;
    let archive = format!("/v1/archive?kind={}&limit=2", info.id);
    anybody.get(&archive).await;
    let random = format!("/v1/archive/random?kind={}", info.id);
    anybody.get(&random).await;
}

/// All calls about webhooks. Nothing is sent: no job runs.
async fn keep_webhooks(ann: &Reader<'_>) {
    let wanted = json!({"url": "https://8.8.8.8/", "events": ["game.turn"]});
    let made = ann.post("/v1/me/webhooks", wanted.clone()).await;
    let path = format!("/v1/me/webhooks/{{webhook={}}}", text(&made["id"]));
    ann.get("/v1/me/webhooks").await;
    ann.get(&path).await;
    ann.call(Method::PUT, &path, Some(wanted)).await;
    for what in ["test", "secret"] {
        ann.call(Method::POST, &format!("{path}/{what}"), None)
            .await;
    }
    ann.get(&format!("{path}/deliveries")).await;
    ann.call(Method::DELETE, &path, None).await;
}

/// Makes all calls about subscribed browsers and phones. Nothing is sent: no job runs.
async fn keep_pushes(ann: &Reader<'_>) {
    let (wanted, _) = pushes::browser("https://8.8.8.8/");
    let made = ann.post("/v1/me/push-subscriptions", wanted).await;
    let path = format!(
        "/v1/me/push-subscriptions/{{subscription={}}}",
        text(&made["id"])
    );
    ann.get("/v1/me/push-subscriptions").await;
    ann.call(Method::POST, &format!("{path}/test"), None).await;
    ann.call(Method::DELETE, &path, None).await;
}

/// Begins as a guest, and signs up.
async fn play_as_a_guest(anybody: &Reader<'_>) {
    let begun = anybody.call(Method::POST, "/v1/players/guest", None).await;
    let guest = Reader {
        token: Some(text(&begun["session"]["access_token"]).to_owned()),
        ..*anybody
    };
    guest.get("/v1/me").await;
    let open = json!({"kind": "buttons"});
    guest.post("/v1/games", open).await;
    let new = json!({"name": "gus", "email": "gus@example.org", "password": PASSWORD});
    for _ in 0..2 {
        guest.post("/v1/me/upgrade", new.clone()).await;
    }
}

/// The addresses of the calendar and the feed, and what these show.
async fn keep_feeds(ann: &Reader<'_>) {
    let made = ann.call(Method::POST, "/v1/me/feeds", None).await;
    ann.get("/v1/me/feeds").await;
    for member in ["calendar_url", "feed_url"] {
        let url = text(&made[member]);
        let at = url.find("/v1/").unwrap();
        ann.get(&url[at..]).await;
    }
    ann.call(Method::DELETE, "/v1/me/feeds", None).await;
}

/// A game with clocks: more time, a holiday, orders, a seat that changes hands.
async fn keep_time(ann: &Reader<'_>, ben: &Reader<'_>, cleo: &Reader<'_>) {
    let night = json!({"from": "22:00", "to": "08:00"});
    let pause = json!({"time_zone": "Europe/Paris", "weekends": true, "nightly": night});
    let pace = json!({"days_per_move": 3, "on_timeout": "bot", "grace_hours": 2, "pause": pause});
    let new = json!({"kind": "thats-life", "seats": 2, "visibility": "private", "pace": pace,
        "invite": [{"player": "ben"}]});
    let made = ann.post("/v1/games", new).await;
    let game = format!("/v1/games/{{id={}}}", text(&made["id"]));
    ben.post(&format!("{game}/seats"), json!({})).await;
    let taken = json!({"from": "2026-03-10", "until": "2026-03-12"});
    let holiday = ann.post("/v1/me/holidays", taken).await;
    ann.get("/v1/me/holidays").await;
    ben.post(
        &format!("{game}/seats/{{seat=0}}/extension"),
        json!({"days": 2}),
    )
    .await;
    let seen = ben.get(&game).await;
    assert!(seen["seats"][0]["clock"]["deadline"].is_string(), "{seen}");
    let holiday = format!("/v1/me/holidays/{{holiday={}}}", text(&holiday["id"]));
    ann.call(Method::DELETE, &holiday, None).await;
    let orders = json!({"play_forced_moves": true, "moves": [{"type": "text", "text": "roll"}]});
    ben.call(Method::PUT, &format!("{game}/orders"), Some(orders))
        .await;
    ben.get(&format!("{game}/orders")).await;
    let mail = json!({"turns": "digest", "quiet_hours": {"from": 22, "to": 7}});
    ben.call(Method::PUT, "/v1/me/mail-settings", Some(mail))
        .await;
    ben.get("/v1/me/mail-settings").await;
    let here = json!({"turns": "off"});
    ben.call(Method::PUT, &format!("{game}/mail-settings"), Some(here))
        .await;
    ben.get(&format!("{game}/mail-settings")).await;
    let hello = json!({"text": "Hello", "id": "m-1"});
    ben.post(&format!("{game}/chat"), hello).await;
    ben.get(&format!("{game}/chat?room=table&after=0")).await;
    ben.get(&format!("{game}/chat?room=spectators")).await;
    let note = json!({"text": "Ann is slow."});
    ben.call(Method::PUT, &format!("{game}/note"), Some(note))
        .await;
    ben.get(&format!("{game}/note")).await;
    ben.get(&format!("{game}/events")).await;
    ben.get(&format!("{game}/presence")).await;
    ben.get("/v1/me/events").await;
    ben.get("/v1/events").await;
    let report = json!({"player": "ann", "reason": "x"});
    ben.post(&format!("{game}/reports"), report).await;
    ben.call(Method::PUT, "/v1/me/following/{name=dan}", None)
        .await;
    ben.get("/v1/me/following").await;
    ben.get("/v1/players?prefix=an").await;
    ben.call(Method::PUT, "/v1/me/muted/{name=dan}", None).await;
    ben.get("/v1/me/muted").await;
    ben.get("/v1/me/blocked").await;
    let mine = format!("{game}/seats/me/replacement");
    ann.post(&mine, json!({"player": "cleo"})).await;
    let offer = format!("{game}/seats/{{seat=0}}/replacement");
    cleo.call(Method::DELETE, &offer, None).await;
    ann.post(&mine, json!({"player": "cleo"})).await;
    cleo.call(Method::POST, &offer, None).await;
    cleo.get(&format!("{game}/log")).await;
    ben.get(&format!("{game}/export")).await;
}

/// Moves the clock of a sandbox.
async fn move_a_clock(contract: &Contract) {
    let server = a_sandbox().await;
    let anybody = Reader {
        server: &server,
        contract,
        token: None,
    };
    anybody.get("/v1/sandbox/clock").await;
    let a_minute = json!({"advance_seconds": 60});
    anybody.post("/v1/sandbox/clock", a_minute).await;
    anybody.get("/v1/sandbox/mails").await;
}

#[tokio::test]
async fn every_response_matches_the_contract() {
    let (server, contract) = (server().await, Contract::new());
    let anybody = Reader {
        server: &server,
        contract: &contract,
        token: None,
    };
    let names = ["ann", "ben", "cleo", "dan"];
    for name in names {
        let email = format!("{name}@example.org");
        let body = json!({"name": name, "email": email, "password": PASSWORD});
        anybody.post("/v1/players", body).await;
    }
    play_as_a_guest(&anybody).await;
    anybody.get("/v1/kinds").await;
    anybody.get("/v1/receipt-keys").await;
    anybody.get("/v1/players/{name=ann}").await;
    anybody.get("/v1/players/{name=nobody}").await;
    for kind in KINDS.current() {
        play_through(&server, &contract, kind, &names).await;
    }

    let body = json!({"name": "ann", "password": PASSWORD});
    let session = anybody.post("/v1/sessions", body).await;
    let refresh = json!({"refresh_token": session["refresh_token"]});
    let session = anybody.post("/v1/sessions/refresh", refresh).await;
    let ann = Reader {
        server: &server,
        contract: &contract,
        token: Some(text(&session["access_token"]).to_owned()),
    };
    let mut others = Vec::new();
    for name in ["ben", "cleo"] {
        let body = json!({"name": name, "password": PASSWORD});
        let session = anybody.post("/v1/sessions", body).await;
        others.push(Reader {
            token: Some(text(&session["access_token"]).to_owned()),
            ..anybody
        });
    }
    keep_time(&ann, &others[0], &others[1]).await;
    ann.get("/v1/me").await;
    ann.get("/v1/me/sessions").await;
    let change = json!({"current_password": PASSWORD, "email": "ann@example.net"});
    ann.call(Method::PATCH, "/v1/me", Some(change)).await;
    ann.get("/v1/me/totp").await;
    let sure = json!({"password": PASSWORD});
    let token =
        json!({"name": "My robot", "scopes": ["games:read"], "reauthentication": sure.clone()});
    let made = ann.post("/v1/me/tokens", token).await;
    ann.get("/v1/me/tokens").await;
    let path = format!("/v1/me/tokens/{{token={}}}", text(&made["id"]));
    ann.call(Method::DELETE, &path, None).await;
    keep_webhooks(&ann).await;
    keep_pushes(&ann).await;
    let_programs_in(&ann, &anybody).await;
    move_a_clock(&contract).await;
    ann.get("/v1/me/export").await;
    ann.get("/v1/players/{name=ben}/games").await;
    keep_feeds(&ann).await;
    let asked = ann.post("/v1/me/passkeys/challenge", sure.clone()).await;
    let mut phone = Authenticator::new(1);
    let added = json!({"name": "It", "credential": phone.registers(&asked["options"])});
    ann.post("/v1/me/passkeys", added).await;
    ann.get("/v1/me/passkeys").await;
    let asked = anybody
        .call(Method::POST, "/v1/sessions/passkey", None)
        .await;
    let shown = json!({"passkey": phone.signs(&asked["options"])});
    anybody.post("/v1/sessions", shown).await;
    let begun = ann.post("/v1/me/totp", sure.clone()).await;
    let code = json!({"totp": Phone::scans(&begun).shows(&server)});
    ann.post("/v1/me/totp/confirm", code).await;
    ann.post("/v1/me/totp/recovery-codes", sure).await;
    ann.get("/v1/games?mine=true&my_turn=true").await;
    let practice = json!({
        "kind": KINDS.current().next().unwrap().info().id,
        "visibility": "private",
        "seed": "00".repeat(32),
    });
    ann.post("/v1/games", practice).await;
    let reserved = ann.call(Method::POST, "/v1/games/reservations", None).await;
    let kind = KINDS.current().next().unwrap().info().id;
    let promised = json!({"kind": kind, "reservation": reserved["id"]});
    for _ in 0..2 {
        ann.post("/v1/games", promised.clone()).await;
    }
    let other = json!({"kind": kind, "reservation": reserved["id"], "entropy": "x"});
    ann.post("/v1/games", other).await;
    let closes_at = rfc3339(server.app.clock.now() + TimeDelta::days(1));
    let deal = json!({"kind": "ferry-follies", "options": {}, "closes_at": closes_at});
    let deal = ann.post("/v1/deals", deal).await;
    let played = json!({"kind": "ferry-follies", "deal": deal["id"]});
    for _ in 0..2 {
        ann.post("/v1/games", played.clone()).await;
    }
    let deal = format!("/v1/deals/{{deal={}}}", text(&deal["id"]));
    anybody.get(&deal).await;
    server.app.clock.forward(TimeDelta::days(1));
    anybody.get(&deal).await;

    let player = "ben".to_owned();
    server.operator_does(Act::Appoint { player }).await.unwrap();
    let body = json!({"name": "ben", "password": PASSWORD});
    let session = anybody.post("/v1/sessions", body).await;
    let admin = Reader {
        token: Some(text(&session["access_token"]).to_owned()),
        ..anybody
    };
    let body = json!({"action": {"type": "resend-mail"}, "reason": "It was asked for."});
    admin.post("/v1/admin/actions", body).await;
    admin.get("/v1/admin/actions").await;
    admin.get("/v1/admin/reports").await;
    admin.get("/v1/admin/failed-mails").await;
    admin.get("/v1/admin/players").await;
    admin.get("/v1/admin/overview").await;

    server.app.clock.forward(TimeDelta::days(40));
    make_files(&server).await;
    let files = anybody.get("/v1/archive/files").await;
    let name = text(&files["files"][0]["name"]);
    let path = format!("/v1/archive/files/{{file={name}}}");
    anybody.get(&path).await;

    let read = contract.read.borrow();
    for (path, method, operation) in contract.operations() {
        let responses = operation["responses"].as_object().unwrap();
        let has_body = responses
            .iter()
            .any(|(status, response)| status.starts_with('2') && response["content"].is_object());
        let id = text(&operation["operationId"]);
        assert!(
            !has_body || read.contains(id) || authorization::succeeds(&method, path),
            "no response of {method} {path} was checked against the contract"
        );
    }
}

#[tokio::test]
async fn contract_examples_create_games() {
    let (server, contract) = (server().await, Contract::new());
    let ann = server.player("ann").await;
    let options = &contract.document["components"]["schemas"]["GameOptions"]["x-kinds"];
    for (kind, schema) in options.as_object().unwrap() {
        let schema = openapi::followed(&contract.document, schema);
        let body = json!({"kind": kind, "options": schema["examples"][0]});
        let game = ann.post("/v1/games", body).await.ok();
        assert_eq!(game["options"], schema["examples"][0]);
    }
}

#[tokio::test]
async fn server_publishes_contract_and_documentation() {
    let server = server().await;
    let get = async |path: &str| server.send(Method::GET, path, None, None).await;

    assert_eq!(get("/openapi.json").await.ok(), openapi::document());
    let yaml = get("/openapi.yaml").await;
    assert_eq!(
        yaml.headers["content-type"],
        "application/yaml; charset=utf-8"
    );
    assert_eq!(yaml.text, openapi::yaml(&openapi::document()));

    let home = get("/").await.text;
    for link in ["/docs/", "/about#privacy"] {
        assert!(home.contains(&format!("href=\"{link}\"")), "{link}");
    }
    // To others the local mailbox is not there.
    assert!(!home.contains("/mailbox"));
}

#[tokio::test]
async fn contract_is_served_compressed_and_with_etag() {
    let server = server().await;
    for path in ["/openapi.json", "/openapi.yaml"] {
        let ask = |name, value: &str| server.request(Method::GET, path).header(name, value);
        let plain = server.send(Method::GET, path, None, None).await;
        assert!(!plain.headers.contains_key("content-encoding"));
        let tag = plain.headers["etag"].to_str().unwrap();

        let zipped = ask("Accept-Encoding", "gzip, br").send().await.unwrap();
        assert_eq!(zipped.headers()["content-encoding"], "gzip");
        let varies = zipped.headers()["vary"].to_str().unwrap();
        assert!(varies.contains("Accept-Encoding"), "{varies}");
        assert_eq!(zipped.headers()["etag"], tag);
        let bytes = zipped.bytes().await.unwrap();
        let mut text = String::new();
        GzDecoder::new(&bytes[..])
            .read_to_string(&mut text)
            .unwrap();
        assert!(text == plain.text && bytes.len() * 5 < text.len(), "{path}");

        let known = answer(ask("If-None-Match", tag)).await;
        assert_eq!((known.status.as_u16(), known.text.as_str()), (304, ""));
        assert_eq!(known.headers["etag"], tag);
        let other = answer(ask("If-None-Match", "W/\"another\"")).await;
        assert!(other.text == plain.text, "{path}");
    }
}

#[tokio::test]
async fn every_problem_has_a_page_at_its_type() {
    let server = server().await;
    for problem in Problem::every() {
        let path = format!("/problems/{}", problem.code());
        let meaning = server.send(Method::GET, &path, None, None).await.ok();
        assert_eq!(meaning["type"], path);
        assert_eq!(meaning["status"], problem.status());
        assert_eq!(meaning["title"], problem.title());
        let page = server
            .request(Method::GET, &path)
            .header("Accept", "text/html");
        let page = answer(page).await;
        assert_eq!(page.headers["content-type"], "text/html; charset=utf-8");
        assert!(page.text.contains(problem.code()), "{}", page.text);
    }
    let unknown = server.send(Method::GET, "/problems/none", None, None).await;
    unknown.problem(404, "not-found");
    let list = server.send(Method::GET, "/problems", None, None).await;
    assert!(list.text.contains("/problems/illegal-move"));
}

#[tokio::test]
async fn unsupported_method_returns_405_with_allow_header() {
    let server = server().await;
    let contract = Contract::new();
    let mut offered: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for (path, method, _) in contract.operations() {
        offered.entry(path).or_default().insert(method.to_string());
    }
    // A path that another one takes in is offered with what that is, too.
    let takes_in = |other: &str, path: &str| {
        let (other, path) = (other.split('/'), path.split('/'));
        other.clone().count() == path.clone().count()
            && other
                .zip(path)
                .all(|(other, part)| other == part || other.starts_with('{'))
    };
    let paths: Vec<&str> = offered.keys().copied().collect();
    for (path, mut methods) in offered {
        if paths.iter().any(|it| *it != path && takes_in(it, path)) {
            continue;
        }
        if methods.contains("GET") {
            methods.insert("HEAD".to_owned());
        }
        let target = path.replace(['{', '}'], "x");
        for method in ["GET", "POST", "PUT", "PATCH", "DELETE"] {
            if methods.contains(method) {
                continue;
            }
            let method = Method::from_bytes(method.as_bytes()).unwrap();
            let answer = server.send(method.clone(), &target, None, None).await;
            assert_eq!(answer.status, 405, "{method} {path}");
            let allowed = answer.headers["allow"].to_str().unwrap();
            let allowed: BTreeSet<String> = allowed.split(", ").map(str::to_owned).collect();
            let mut expected = methods.clone();
            expected.insert("OPTIONS".to_owned());
            assert_eq!(allowed, expected, "{path}");
        }
    }
    let answer = server.send(Method::DELETE, "/confirm", None, None).await;
    assert_eq!(answer.headers["allow"], "GET, POST, HEAD, OPTIONS");
}

#[tokio::test]
async fn head_returns_headers_of_get_without_body() {
    let server = server().await;
    let ann = server.player("ann").await;
    let game = ann
        .post("/v1/games", json!({"kind": "ferry-follies"}))
        .await;
    let id = text(&game.ok()["id"]).to_owned();
    for path in ["/v1/kinds", "/v1/me", "/v1/nothing", "/", "/docs"]
        .map(str::to_owned)
        .into_iter()
        .chain(["", "/log", "/board.svg", "/export"].map(|it| format!("/v1/games/{id}{it}")))
    {
        let got = ann.get(&path).await;
        let token = Some(ann.token.as_str());
        let head = server.send(Method::HEAD, &path, token, None).await;
        assert_eq!(
            (head.status, head.text.as_str()),
            (got.status, ""),
            "{path}"
        );
        for name in ["content-type", "etag", "cache-control", "vary"] {
            assert_eq!(
                head.headers.get(name),
                got.headers.get(name),
                "{path}: {name}"
            );
        }
    }
}

#[tokio::test]
async fn unknown_query_parameter_returns_400() {
    let server = server().await;
    let ann = server.player("ann").await;
    let contract = Contract::new();
    for (path, method, _) in contract.operations() {
        // Nothing is read of a mail before its courier has shown a secret.
        if path == "/v1/inbound/mime" {
            continue;
        }
        let path = path.replace(['{', '}'], "x");
        let path = format!("{path}?limmit=3");
        let answer = server
            .send(method.clone(), &path, Some(&ann.token), None)
            .await;
        let problem = answer.problem(400, "invalid-request");
        assert_eq!(
            problem["errors"][0]["parameter"], "limmit",
            "{method} {path}"
        );
    }
}

#[tokio::test]
async fn invalid_body_error_points_to_the_member() {
    let server = server().await;
    let ann = server.player("ann").await;
    for (path, body, pointer, detail) in [
        (
            "/v1/me/holidays",
            json!({}),
            "#/until",
            "“until” is missing.",
        ),
        (
            "/v1/games",
            json!({"kind": "buttons", "seats": "2"}),
            "#/seats",
            "“seats” cannot be \"2\". It is a whole number from 0 to 255.",
        ),
        (
            "/v1/games",
            json!({"kind": "buttons", "clock": {"days": 3}}),
            "#/clock",
            "“clock” is not a member of this call",
        ),
    ] {
        let problem = ann.post(path, body.clone()).await;
        let problem = problem.problem(400, "invalid-request");
        let said = problem["detail"].as_str().unwrap();
        assert!(said.starts_with(detail), "{body}: {said}");
        let error = &problem["errors"][0];
        assert_eq!(error["pointer"], pointer, "{body}");
        assert_eq!(error["detail"], problem["detail"], "{body}");
    }
}
