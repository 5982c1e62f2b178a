//! Tests every caller with every call, in every state of a game. Each call of the contract has a
//! rule here that determines the responses. A call without a rule fails.
//!
//! Calls outside games have a row in [`rows`]: the response to a caller with the rights for the
//! call. The policy of the call determines the responses to others. Calls of a game have a rule in
//! [`rules`], for all callers, states and visibilities.
//!
//! Successful responses are also checked against the contract.

use std::collections::BTreeSet;

use accounts::limits::{Limits, Quotas};
use accounts::tokens::Scope;
use base::config::Settings;
use reqwest::Method;
use serde_json::{Value, json};
use turnpike::App;
use turnpike::http::policy::{self, Needs};

use crate::database_helpers::few;
use crate::helpers::*;
use crate::http::contract::Contract;
use crate::integrations::pushes;

/// A call outside of games.
struct Row {
    method: Method,
    path: &'static str,
    body: Option<Value>,
    /// The status that a caller with the rights for the call gets.
    status: u16,
}

fn row(method: Method, path: &'static str, status: u16) -> Row {
    Row {
        method,
        path,
        body: None,
        status,
    }
}

impl Row {
    /// The statuses of callers without a token, signed in, and signed in as an admin. They follow
    /// from the status and the call's policy.
    fn statuses(&self, needs_account: bool) -> [u16; 3] {
        let policy = policy::of(self.method.as_str(), self.path).unwrap();
        let is_for_admins = policy.needs == Needs::Scope(Scope::Admin);
        [
            if needs_account { 401 } else { self.status },
            if is_for_admins { 403 } else { self.status },
            self.status,
        ]
    }
}

fn with(body: Value, row: Row) -> Row {
    Row {
        body: Some(body),
        ..row
    }
}

fn rows() -> Vec<Row> {
    let get = |path, status| row(Method::GET, path, status);
    let post = |path, body, status| with(body, row(Method::POST, path, status));
    let delete = |path, status| row(Method::DELETE, path, status);
    let wrong_code = json!({"code": "ABCD2345"});
    let wrong_sign_in = json!({"name": "ann", "password": "wrong password"});
    let wrong_reset = json!({"name": "ann", "code": "ABCD2345", "password": PASSWORD});
    vec![
        get("/v1/kinds", 200),
        get("/v1/kinds/{kind}", 200),
        get("/v1/kinds/{kind}/schema", 200),
        get("/v1/kinds/{kind}/ratings", 200),
        get("/v1/receipt-keys", 200),
        get("/v1/archive", 200),
        get("/v1/archive/random", 404),
        get("/v1/archive/files", 200),
        get("/v1/archive/files/{file}", 404),
        get("/v1/games", 200),
        get("/v1/events", 200),
        row(Method::POST, "/v1/games/reservations", 201),
        post("/v1/games", json!({"kind": "ferry-follies"}), 201),
        post(
            "/v1/deals",
            json!({"kind": "ferry-follies", "closes_at": "2026-03-08T12:00:00Z"}),
            201,
        ),
        get("/v1/deals/{deal}", 404),
        // Open to everybody, so only the empty body is rejected.
        post("/v1/players", json!({}), 400),
        // Without a `prefix`.
        get("/v1/players", 400),
        row(Method::POST, "/v1/players/guest", 201),
        get("/v1/players/{name}", 200),
        get("/v1/players/{name}/games", 200),
        get("/v1/players/{name}/ratings", 200),
        get("/v1/players/{name}/statistics", 200),
        post("/v1/sessions", wrong_sign_in, 401),
        post("/v1/sessions/code", json!({"name": "nobody"}), 202),
        post("/v1/sessions/refresh", json!({"refresh_token": "x"}), 401),
        post(
            "/v1/password-resets",
            json!({"email": "no@example.org"}),
            202,
        ),
        post("/v1/password-resets/confirm", wrong_reset, 422),
        post(
            "/v1/admin/actions",
            json!({"action": {"type": "resend-mail"}, "reason": "x"}),
            201,
        ),
        get("/v1/admin/actions", 200),
        get("/v1/admin/reports", 200),
        get("/v1/admin/failed-mails", 200),
        get("/v1/admin/players", 200),
        get("/v1/admin/overview", 200),
        // The server is no sandbox.
        get("/v1/sandbox/clock", 404),
        post("/v1/sandbox/clock", json!({"advance_seconds": 60}), 404),
        get("/v1/sandbox/mails", 404),
        // A player's token is not the secret of a mail server.
        row(Method::POST, "/v1/inbound/mime", 401),
        get("/v1/me", 200),
        post(
            "/v1/me/upgrade",
            json!({"name": "kept", "email": "kept@example.org", "password": PASSWORD}),
            409,
        ),
        get("/v1/me/export", 200),
        get("/v1/me/sessions", 200),
        delete("/v1/me/sessions/{session}", 404),
        row(Method::POST, "/v1/sessions/passkey", 201),
        get("/v1/me/tokens", 200),
        post(
            "/v1/me/tokens",
            json!({"name": "x", "scopes": ["chat"], "reauthentication": {"password": PASSWORD}}),
            201,
        ),
        delete("/v1/me/tokens/{token}", 404),
        get("/.well-known/oauth-authorization-server", 200),
        // These calls accept forms, so they reject a JSON body.
        post("/oauth/token", json!({}), 400),
        post("/oauth/device", json!({}), 400),
        post("/oauth/introspect", json!({}), 400),
        post("/oauth/revoke", json!({}), 400),
        post(
            "/v1/me/grants",
            json!({
                "client_id": "x", "redirect_uri": "org.example.app:/", "scope": "chat", "code_challenge": "x".repeat(43),
                "code_challenge_method": "S256", "reauthentication": {"password": PASSWORD},
            }),
            201,
        ),
        get("/v1/me/grants/{user_code}", 422),
        post("/v1/me/grants/{user_code}", json!({"allow": false}), 422),
        get("/v1/me/feeds", 200),
        row(Method::POST, "/v1/me/feeds", 201),
        delete("/v1/me/feeds", 204),
        // The caller has the secret of an address, or nothing.
        get("/v1/me/calendar.ics", 404),
        get("/v1/me/feed.atom", 404),
        get("/v1/me/push-subscriptions", 200),
        post(
            "/v1/me/push-subscriptions",
            pushes::browser("https://8.8.8.8/").0,
            201,
        ),
        delete("/v1/me/push-subscriptions/{subscription}", 404),
        row(
            Method::POST,
            "/v1/me/push-subscriptions/{subscription}/test",
            404,
        ),
        get("/v1/me/webhooks", 200),
        post(
            "/v1/me/webhooks",
            json!({"url": "https://8.8.8.8/", "events": ["game.turn"]}),
            201,
        ),
        get("/v1/me/webhooks/{webhook}", 404),
        with(
            json!({"url": "https://8.8.8.8/", "events": ["game.turn"]}),
            row(Method::PUT, "/v1/me/webhooks/{webhook}", 404),
        ),
        delete("/v1/me/webhooks/{webhook}", 404),
        get("/v1/me/webhooks/{webhook}/deliveries", 404),
        row(Method::POST, "/v1/me/webhooks/{webhook}/secret", 404),
        row(Method::POST, "/v1/me/webhooks/{webhook}/test", 404),
        get("/v1/me/passkeys", 200),
        post(
            "/v1/me/passkeys/challenge",
            json!({"password": PASSWORD}),
            201,
        ),
        post(
            "/v1/me/passkeys",
            json!({"name": "It", "credential": {}}),
            422,
        ),
        with(
            json!({"password": PASSWORD}),
            delete("/v1/me/passkeys/{passkey}", 404),
        ),
        get("/v1/me/totp", 200),
        post("/v1/me/totp", json!({"password": PASSWORD}), 201),
        post("/v1/me/totp/confirm", json!({"totp": "none"}), 422),
        post(
            "/v1/me/totp/recovery-codes",
            json!({"password": PASSWORD}),
            404,
        ),
        with(json!({"password": PASSWORD}), delete("/v1/me/totp", 204)),
        get("/v1/me/events", 200),
        get("/v1/me/mail-settings", 200),
        with(
            json!({"news": "off"}),
            row(Method::PUT, "/v1/me/mail-settings", 200),
        ),
        get("/v1/me/following", 200),
        row(Method::PUT, "/v1/me/following/{name}", 204),
        delete("/v1/me/following/{name}", 204),
        get("/v1/me/muted", 200),
        row(Method::PUT, "/v1/me/muted/{name}", 204),
        delete("/v1/me/muted/{name}", 204),
        get("/v1/me/blocked", 200),
        row(Method::PUT, "/v1/me/blocked/{name}", 204),
        delete("/v1/me/blocked/{name}", 204),
        get("/v1/me/holidays", 200),
        post("/v1/me/holidays", json!({"until": "1999-12-31"}), 409),
        delete("/v1/me/holidays/{holiday}", 404),
        post("/v1/me/confirmation", wrong_code, 422),
        row(Method::POST, "/v1/me/confirmation/mail", 202),
        with(
            json!({"current_password": PASSWORD, "email": "cleo@example.net"}),
            row(Method::PATCH, "/v1/me", 200),
        ),
        // These two end resources that the rows before need.
        with(
            json!({"password": PASSWORD}),
            row(Method::DELETE, "/v1/me", 204),
        ),
        delete("/v1/sessions", 204),
    ]
}

/// The callers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    /// Without a token.
    Nobody,
    /// With an invalid token.
    BadToken,
    /// Signed in, and not involved in the game. A running game has a bot, so this caller is also
    /// the spectator of a game with bots.
    Stranger,
    /// An admin who is not involved in the game and has access through acts only.
    Admin,
    /// A player with a reserved seat of an open game, or with an offered seat of a running one.
    Invited,
    /// Had a seat and gave it away while the game ran.
    Former,
    /// Has a seat.
    Seated,
    /// Has a seat, and made the game.
    Creator,
}
use Who::*;

impl Who {
    const ALL: [Who; 8] = [
        Nobody, BadToken, Stranger, Admin, Invited, Former, Seated, Creator,
    ];
}

/// How far a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Open,
    Running,
    Over,
    Cancelled,
}
use State::*;

impl State {
    const ALL: [State; 4] = [Open, Running, Over, Cancelled];
}

/// The players of the game.
const PLAYERS: &[Who] = &[Seated, Creator];

/// The callers who may see a private game.
const KNOWN: &[Who] = &[Invited, Former, Seated, Creator];

/// The states of a game that has begun.
const BEGUN: &[State] = &[Running, Over];

/// One thing that must be so for a call to be carried out.
enum Check {
    /// It is for these; others get this status.
    Only(&'static [Who], u16),
    /// It is for these states; in others one gets this status.
    When(&'static [State], u16),
    /// These callers get this status in these states, before any other check.
    For(&'static [Who], &'static [State], u16),
    /// To these a private game is not there in these states, although they may look at it.
    Hidden(&'static [Who], &'static [State]),
}
use Check::*;

/// The responses to callers of a call of a game.
struct Rule {
    method: Method,
    path: &'static str,
    query: &'static str,
    body: Option<Value>,
    /// The checks, in this order.
    checks: Vec<Check>,
    /// The response if the call is carried out.
    done: u16,
    /// Whether it leaves the game as it is, for everybody else.
    harmless: bool,
}

fn of_game(method: Method, path: &'static str, checks: impl Into<Vec<Check>>, done: u16) -> Rule {
    Rule {
        harmless: method == Method::GET,
        method,
        path,
        query: "",
        body: None,
        checks: checks.into(),
        done,
    }
}

impl Rule {
    fn with(self, body: Value) -> Rule {
        let body = Some(body);
        Rule { body, ..self }
    }

    fn asking(self, query: &'static str) -> Rule {
        Rule { query, ..self }
    }

    fn harmless(self) -> Rule {
        let harmless = true;
        Rule { harmless, ..self }
    }

    /// Returns the status for a caller. `needs_account` comes from the contract.
    fn status(&self, who: Who, state: State, private: bool, needs_account: bool) -> u16 {
        if who == BadToken || (who == Nobody && needs_account) {
            return 401;
        }
        let who = match (who, state) {
            // A player who left before the game began is no longer involved.
            (Former, Open | Cancelled) | (Admin, _) => Stranger,
            // The end of a game ends the offers of its seats.
            (Invited, Over) => Stranger,
            _ => who,
        };
        let hidden = |check: &Check| matches!(check, Hidden(those, states) if those.contains(&who) && states.contains(&state));
        if private && (!KNOWN.contains(&who) || self.checks.iter().any(hidden)) {
            return 404;
        }
        let decides = |check: &Check| match check {
            Only(these, status) => (!these.contains(&who)).then_some(*status),
            When(states, status) => (!states.contains(&state)).then_some(*status),
            For(these, states, status) => {
                (these.contains(&who) && states.contains(&state)).then_some(*status)
            }
            Hidden(..) => None,
        };
        self.checks.iter().find_map(decides).unwrap_or(self.done)
    }
}

/// The calls of a game. Ann made it and sits in seat 0, Ben sits in seat 1, Cleo is invited or
/// offered seat 1, Dan had seat 2.
fn rules() -> Vec<Rule> {
    let get = |path, checks: Vec<Check>| of_game(Method::GET, path, checks, 200);
    let put = |path, body, checks: Vec<Check>| of_game(Method::PUT, path, checks, 200).with(body);
    let post =
        |path, body, checks: Vec<Check>, done| of_game(Method::POST, path, checks, done).with(body);
    let delete = |path, checks: Vec<Check>| of_game(Method::DELETE, path, checks, 204);
    let begun = || vec![When(BEGUN, 409)];
    let hand = || vec![When(BEGUN, 409), Only(PLAYERS, 409)];
    // A player who gave away a seat may only watch.
    let makers = || {
        vec![
            Hidden(&[Former], BEGUN),
            Only(&[Creator], 403),
            When(&[Open], 409),
        ]
    };
    let table = |done| {
        vec![
            For(&[Nobody], &State::ALL, 401),
            For(&[Invited], &[Open], done),
            Only(&[Seated, Creator, Former], 403),
        ]
    };
    let gallery = |done| {
        vec![
            When(&[Running], done),
            For(&[Nobody], &[Running], 401),
            Only(&[Stranger, Invited], 403),
        ]
    };
    let leave = json!({"seq": 1, "moves": [{"type": "leave"}]});
    vec![
        get("/v1/games/{id}", vec![]),
        get("/v1/games/{id}/log", vec![]),
        get("/v1/games/{id}/events", vec![]),
        get("/v1/games/{id}/presence", vec![Only(PLAYERS, 409)]),
        get("/v1/games/{id}/positions/{ply}", begun()),
        post(
            "/v1/games/{id}/analysis",
            json!({"ply": 0, "moves": []}),
            vec![When(&[Over], 409)],
            200,
        )
        .harmless(),
        get("/v1/games/{id}/board.txt", begun()),
        get("/v1/games/{id}/board.svg", begun()),
        get("/v1/games/{id}/board.png", begun()),
        get("/v1/games/{id}/export", begun()),
        get("/v1/games/{id}/legal", hand()),
        get("/v1/games/{id}/legal/completions", hand()),
        get("/v1/games/{id}/chat", table(200)).asking("room=table"),
        get("/v1/games/{id}/chat", gallery(200)).asking("room=spectators"),
        delete(
            "/v1/games/{id}",
            // Once more changes nothing.
            vec![
                Hidden(&[Former], BEGUN),
                Only(&[Creator], 403),
                When(&[Open, Cancelled], 409),
            ],
        ),
        delete("/v1/games/{id}/seats/{seat}", makers()),
        post(
            "/v1/games/{id}/invitations",
            json!({"player": "fay"}),
            makers(),
            200,
        ),
        post(
            "/v1/games/{id}/seats",
            json!({"entropy": "another one"}),
            vec![
                Hidden(&[Former], BEGUN),
                When(&[Open], 409),
                For(PLAYERS, &[Open], 409),
            ],
            200,
        ),
        delete(
            "/v1/games/{id}/seats/me",
            vec![
                Hidden(&[Former], BEGUN),
                Only(&[Seated, Creator, Invited], 409),
                When(&[Open], 409),
                For(&[Creator], &[Open], 403),
            ],
        ),
        post(
            "/v1/games/{id}/moves",
            leave,
            vec![
                Hidden(&[Former, Invited], BEGUN),
                When(BEGUN, 409),
                // In a finished game both have left, so the repeated request gets its first
                // response.
                Only(PLAYERS, 409),
            ],
            200,
        ),
        post(
            "/v1/games/{id}/rematch",
            json!({}),
            vec![
                Hidden(&[Former, Invited], &State::ALL),
                Only(PLAYERS, 409),
                When(&[Over], 409),
            ],
            200,
        ),
        post(
            "/v1/games/{id}/seats/{seat}/extension",
            json!({"days": 1}),
            vec![
                Only(PLAYERS, 409),
                When(&[Running], 409),
                // Players cannot give themselves time.
                For(&[Creator], &[Running], 403),
            ],
            200,
        ),
        post(
            "/v1/games/{id}/seats/me/replacement",
            json!({"bot": "greedy"}),
            vec![Only(PLAYERS, 409), When(&[Running], 409)],
            200,
        ),
        delete(
            "/v1/games/{id}/seats/me/replacement",
            vec![
                Hidden(&[Former, Invited], &State::ALL),
                Only(PLAYERS, 409),
                When(&[Running], 409),
            ],
        ),
        post(
            "/v1/games/{id}/seats/{seat}/replacement",
            json!({}),
            vec![
                // The player of the seat gets the same response again.
                For(&[Seated], &State::ALL, 200),
                Only(&[Invited], 403),
                For(&[Invited], &[Open, Cancelled], 403),
                When(&[Running], 409),
            ],
            200,
        ),
        delete(
            "/v1/games/{id}/seats/{seat}/replacement",
            vec![Only(&[Invited], 403), When(BEGUN, 403)],
        ),
        get("/v1/games/{id}/orders", vec![Only(PLAYERS, 409)]),
        put(
            "/v1/games/{id}/orders",
            json!({"moves": []}),
            vec![Only(PLAYERS, 409), When(&[Running], 409)],
        )
        .harmless(),
        get("/v1/games/{id}/mail-settings", vec![Only(PLAYERS, 409)]),
        put(
            "/v1/games/{id}/mail-settings",
            json!({"turns": "off"}),
            vec![Only(PLAYERS, 409)],
        )
        .harmless(),
        get("/v1/games/{id}/note", vec![]),
        put("/v1/games/{id}/note", json!({"text": "x"}), vec![]).harmless(),
        post(
            "/v1/games/{id}/chat",
            json!({"room": "table", "text": "x"}),
            table(201),
            201,
        ),
        post(
            "/v1/games/{id}/chat",
            json!({"room": "spectators", "text": "x"}),
            gallery(201),
            201,
        ),
        post(
            "/v1/games/{id}/reports",
            json!({"player": "ann", "reason": "x"}),
            // Players cannot report themselves.
            vec![For(&[Creator], &State::ALL, 400)],
            202,
        )
        .harmless(),
    ]
}

/// Whether a caller below gets a successful response of this call. Then the tests below check it
/// against the contract.
pub fn succeeds(method: &Method, path: &str) -> bool {
    let is_success = |status: u16| (200..300).contains(&status);
    let of_row = |row: Row| row.method == *method && row.path == path && is_success(row.status);
    let of_rule = |it: Rule| it.method == *method && it.path == path && is_success(it.done);
    rows().into_iter().any(of_row) || rules().into_iter().any(of_rule)
}

/// The players of the games below.
struct Cast<'a> {
    server: &'a Server,
    ann: Player<'a>,
    ben: Player<'a>,
    cleo: Player<'a>,
    dan: Player<'a>,
    eve: Player<'a>,
    root: Player<'a>,
}

impl Cast<'_> {
    async fn of(server: &Server) -> Cast<'_> {
        server.player("fay").await;
        Cast {
            server,
            ann: server.player("ann").await,
            ben: server.player("ben").await,
            cleo: server.player("cleo").await,
            dan: server.player("dan").await,
            eve: server.player("eve").await,
            root: server.admin("root2").await,
        }
    }

    fn token(&self, who: Who) -> Option<&str> {
        Some(match who {
            Nobody => return None,
            BadToken => "nonsense",
            Stranger => &self.eve.token,
            Admin => &self.root.token,
            Invited => &self.cleo.token,
            Former => &self.dan.token,
            Seated => &self.ben.token,
            Creator => &self.ann.token,
        })
    }

    /// A game that is so far.
    async fn game(&self, state: State, private: bool) -> String {
        let Cast { ann, ben, dan, .. } = self;
        let guest = |name: &str| json!({"player": name});
        let invite = match state {
            Open | Cancelled => json!([guest("ben"), guest("cleo"), guest("dan")]),
            Running | Over => json!([guest("ben"), guest("dan")]),
        };
        let seats = if BEGUN.contains(&state) { 3 } else { 5 };
        let visibility = if private { "private" } else { "public" };
        let game = json!({"kind": "thats-life", "seats": seats, "visibility": visibility,
            "invite": invite, "pace": {"days_per_move": 3}});
        let game = ann.makes(game).await;
        ben.joins(&game).await;
        dan.joins(&game).await;
        let mine = format!("/v1/games/{game}/seats/me");
        let replacement = format!("{mine}/replacement");
        if !BEGUN.contains(&state) {
            dan.delete(&mine).await.ok();
        } else {
            dan.post(&replacement, json!({"bot": "greedy"})).await.ok();
            ben.post(&replacement, guest("cleo")).await.ok();
        }
        if state == Over {
            for player in [ann, ben] {
                player.plays(&game, "leave").await;
            }
        }
        if state == Cancelled {
            ann.delete(&format!("/v1/games/{game}")).await.ok();
        }
        game
    }

    async fn calls(&self, rule: &Rule, who: Who, game: &str) -> Answer {
        // The extension is for the seat to act. The other seat is the offered one.
        let seat = if rule.path.ends_with("extension") {
            "0"
        } else {
            "1"
        };
        let path = rule.path.replace("{id}", game).replace("{seat}", seat);
        let path = path.replace("{ply}", "0");
        let path = match rule.query {
            "" => path,
            query => format!("{path}?{query}"),
        };
        let (method, body) = (rule.method.clone(), rule.body.as_ref());
        self.server.send(method, &path, self.token(who), body).await
    }
}

/// A server on which one may make as many games as one likes, and report others.
async fn a_patient_server() -> Server {
    let operator =
        |settings: &mut Settings| settings.operator_email = Some("op@example.org".into());
    let many = |app: &mut App| {
        app.limits = Limits::new(Quotas {
            games: few(1_000_000),
            invitations: few(1_000_000),
            invitations_to: few(1_000_000),
            messages: few(1_000_000),
            reports: few(1_000_000),
            ..Quotas::default()
        });
    };
    server_with(fresh_database().await, operator, many).await
}

#[test]
fn every_call_has_an_authorization_rule() {
    let contract = Contract::new();
    let (rows, rules) = (rows(), rules());
    let mut ruled: BTreeSet<(String, &str)> = BTreeSet::new();
    for row in &rows {
        let of_game = row.path.starts_with("/v1/games/{id}");
        assert!(!of_game, "{} {} belongs to `rules`", row.method, row.path);
        ruled.insert((row.method.to_string(), row.path));
    }
    ruled.extend(rules.iter().map(|it| (it.method.to_string(), it.path)));
    let operations = contract.operations();
    let calls = operations
        .iter()
        .map(|(path, method, _)| (method.to_string(), *path));
    let calls: BTreeSet<(String, &str)> = calls.collect();
    let without: Vec<_> = calls.difference(&ruled).collect();
    assert!(without.is_empty(), "say who may: {without:?}");
    let gone: Vec<_> = ruled.difference(&calls).collect();
    assert!(gone.is_empty(), "no calls: {gone:?}");
}

#[tokio::test]
async fn game_calls_follow_authorization_rules_for_every_caller_and_state() {
    let server = a_patient_server().await;
    let cast = Cast::of(&server).await;
    let contract = Contract::new();
    let rules = rules();
    let mut wrong = Vec::new();
    let mut cells = 0;
    for state in State::ALL {
        for private in [false, true] {
            let shared = cast.game(state, private).await;
            let seen = format!("/v1/games/{shared}");
            let before = cast.ann.get(&seen).await.ok();
            for (rule, who) in rules.iter().flat_map(|it| Who::ALL.map(|who| (it, who))) {
                let needs_account = contract.needs_account(&rule.method, rule.path);
                let expected = rule.status(who, state, private, needs_account);
                let changes = !rule.harmless && (200..300).contains(&expected);
                let game = match changes {
                    true => cast.game(state, private).await,
                    false => shared.clone(),
                };
                let answer = cast.calls(rule, who, &game).await;
                let status = answer.status.as_u16();
                if answer.status.is_success() {
                    contract.check_answer(&rule.method, rule.path, &answer);
                }
                cells += 1;
                let visibility = if private { "private" } else { "public" };
                let cell = format!(
                    "{} {} {} in a {visibility} game that is {state:?}, by {who:?}",
                    rule.method, rule.path, rule.query
                );
                if status != expected {
                    let text: String = answer.text.chars().take(200).collect();
                    wrong.push(format!("{cell}: {status}, not {expected}: {text}"));
                }
                if [401, 404].contains(&status) && answer.text.contains(&game) {
                    wrong.push(format!("{cell}: names the game"));
                }
            }
            if cast.ann.get(&seen).await.ok() != before {
                wrong.push(format!("a refused call changed a game that is {state:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(cells, rules.len() * Who::ALL.len() * State::ALL.len() * 2);
}

#[tokio::test]
async fn calls_outside_games_follow_authorization_rules() {
    let server = server().await;
    let cleo = server.player("cleo").await;
    let root = server.admin("root2").await;
    server.player("ann").await;
    let contract = Contract::new();
    for (n, row) in rows().iter().enumerate() {
        let path = row
            .path
            .replace("{kind}", "thats-life")
            .replace("{holiday}", "HoL1dAyHoLi")
            .replace("{session}", "SeSs10nSeSs")
            .replace("{deal}", "DeAlDeAlDeA")
            .replace("{name}", "ann");
        let needs_account = contract.needs_account(&row.method, row.path);
        let [nobody, player, by_admin] = row.statuses(needs_account);
        let own;
        let (caller, admin) = if row.method == Method::DELETE {
            // The call may end resources that the other rows need.
            let player = server.player(&format!("dan{n}")).await;
            own = (player, server.admin(&format!("root{n}0")).await);
            (&own.0, &own.1)
        } else {
            (&cleo, &root)
        };
        let tries = [
            (None, "cleo", nobody),
            (Some("nonsense"), "cleo", 401),
            (Some(caller.token.as_str()), "cleo", player),
            (Some(admin.token.as_str()), "root2", by_admin),
        ];
        for (token, name, status) in tries {
            let body = row.body.as_ref().map(|body| {
                let body = body.to_string().replace("cleo", name);
                serde_json::from_str::<Value>(&body).unwrap()
            });
            let sent = server.send(row.method.clone(), &path, token, body.as_ref());
            let answer = sent.await;
            assert_eq!(
                answer.status, status,
                "{} {path} with token {token:?}: {}",
                row.method, answer.text
            );
            if answer.status.is_success() {
                contract.check_answer(&row.method, row.path, &answer);
            }
        }
    }
}
