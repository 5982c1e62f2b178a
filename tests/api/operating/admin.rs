//! Admin acts on the command line and over HTTP: their effects, their log, and the mails about
//! them.

use accounts::sessions::sync_revocations;
use admin::acts::{self, Act, Operator};
use chrono::TimeDelta;
use diesel_async::SimpleAsyncConnection;
use letters::mailer::deliver_due;
use play::clocks::deadlines::{look_at_all, watch};
use reqwest::Method;
use serde_json::{Value, json};

use crate::database_helpers::*;
use crate::helpers::*;

impl Server {
    /// Does it as the command line does.
    pub async fn operator_does(&self, act: Act) -> Result<String, play::Refusal> {
        let operator = Operator::on_the_command_line("root");
        let done = acts::carry_out(&self.app, &operator, &act, "It was asked for.").await;
        done.map(|done| done.outcome)
    }

    /// A player who is an admin.
    pub async fn admin(&self, name: &str) -> Player<'_> {
        self.player(name).await;
        let player = name.to_owned();
        self.operator_does(Act::Appoint { player }).await.unwrap();
        self.returns(name).await
    }

    /// Returns the subjects of the operator's mails to a player, the oldest first.
    pub async fn operator_told(&self, name: &str) -> Vec<String> {
        while deliver_due(&self.app).await.unwrap() > 0 {}
        let address = format!("{name}@example.org");
        let mailbox = self.app.mail.mailbox().unwrap();
        let mut mails = mailbox.list(Some(&address), 999).await.unwrap();
        mails.retain(|mail| mail.message_id.starts_with("operator."));
        mails.reverse();
        for mail in &mails {
            assert!(mail.text.contains("It was asked for."), "{}", mail.text);
        }
        mails.into_iter().map(|mail| mail.subject).collect()
    }
}

impl Player<'_> {
    pub async fn does(&self, act: Value) -> Answer {
        let body = json!({"action": act, "reason": "It was asked for."});
        self.post("/v1/admin/actions", body).await
    }
}

fn on(what: &str, key: &str, value: &str) -> Value {
    json!({"type": what, key: value})
}

/// A running game of two players.
async fn game(ann: &Player<'_>, ben: &Player<'_>, more: Value) -> String {
    let mut body = json!({"kind": "thats-life"});
    body.as_object_mut()
        .unwrap()
        .extend(more.as_object().unwrap().clone());
    let game = ann.post("/v1/games", body).await.ok();
    let id = game["id"].as_str().unwrap().to_owned();
    let seats = format!("/v1/games/{id}/seats");
    ben.post(&seats, json!({})).await.ok();
    id
}

fn roll(seq: u32) -> Value {
    json!({"seq": seq, "moves": [{"text": "roll"}]})
}

#[tokio::test]
async fn admin_act_by_player_without_appointment_returns_403() {
    let server = server().await;
    let ann = server.player("ann").await;
    let act = on("suspend", "player", "ann");
    ann.does(act.clone()).await.problem(403, "forbidden");
    let root = server.admin("root2").await;
    root.does(on("verify", "game", "nothing"))
        .await
        .problem(404, "not-found");
    // A token from before carries nothing, and one from after ends with the office.
    let player = "root2".to_owned();
    server.operator_does(Act::Dismiss { player }).await.unwrap();
    root.send_with_old_token(act)
        .await
        .problem(401, "not-signed-in");
    let again = server.returns("root2").await;
    again
        .does(on("suspend", "player", "ann"))
        .await
        .problem(403, "forbidden");
    assert_eq!(ann.get("/v1/me").await.status, 200);
}

impl Player<'_> {
    async fn send_with_old_token(&self, act: Value) -> Answer {
        let body = json!({"action": act, "reason": "x"});
        self.server
            .send(
                Method::POST,
                "/v1/admin/actions",
                Some(&self.token),
                Some(&body),
            )
            .await
    }
}

#[tokio::test]
async fn token_of_former_admin_grants_no_admin_rights() {
    let server = server().await;
    let root = server.admin("root2").await;
    // As if the node had not heard of it yet.
    let mut owner = superuser(&server.database).await;
    owner.batch_execute("DELETE FROM admins").await.unwrap();
    root.does(json!({"type": "resend-mail"}))
        .await
        .problem(403, "forbidden");
    root.get("/v1/admin/actions")
        .await
        .problem(403, "forbidden");
    root.get("/v1/admin/reports")
        .await
        .problem(403, "forbidden");
}

#[tokio::test]
async fn admin_acts_are_logged_and_the_log_is_append_only() {
    let server = server().await;
    let root = server.admin("root2").await;
    server.player("ann").await;
    root.does(on("suspend", "player", "ann")).await.ok();
    root.does(on("suspend", "player", "nobody"))
        .await
        .problem(404, "not-found");
    let acts = root.get("/v1/admin/actions").await.ok();
    let line = |at: usize| {
        let act = &acts["actions"][at];
        (
            act["admin"].clone(),
            act["action"].clone(),
            act["failure"].clone(),
        )
    };
    let failed = on("suspend", "player", "nobody");
    assert_eq!(
        line(0),
        (json!("root2"), failed.clone(), json!("not-found"))
    );
    assert_eq!(line(1), (json!("root2"), failed, Value::Null));
    assert_eq!(
        line(2),
        (json!("root2"), on("suspend", "player", "ann"), Value::Null)
    );
    let appointed = on("appoint", "player", "root2");
    assert_eq!(
        line(3),
        (json!("command line (root)"), appointed, Value::Null)
    );
    assert_eq!(acts["actions"][2]["reason"], "It was asked for.");
    let older = root.get("/v1/admin/actions?limit=1&before=2").await.ok();
    assert_eq!(older["actions"][0]["id"], 1);
    // Without a reason nothing is done.
    let body = json!({"action": {"type": "resend-mail"}, "reason": " "});
    root.post("/v1/admin/actions", body)
        .await
        .problem(400, "invalid-request");

    let changes = ["UPDATE admin_acts SET who = 'x'", "DELETE FROM admin_acts"];
    for change in changes {
        let mut conn = server.app.db.get().await.unwrap();
        let refused = conn.batch_execute(change).await.unwrap_err();
        assert!(
            refused.to_string().contains("permission denied"),
            "{refused}"
        );
        let mut owner = superuser(&server.database).await;
        let refused = owner.batch_execute(change).await.unwrap_err();
        assert!(refused.to_string().contains("append-only"), "{refused}");
    }
}

#[tokio::test]
async fn suspended_player_is_locked_out_on_every_node() {
    let one = server().await;
    let two = server_on(one.database.clone()).await;
    let (ann, ben) = (one.player("ann").await, one.player("ben").await);
    let root = one.admin("root2").await;
    let id = game(&ann, &ben, json!({})).await;
    let elsewhere = ann.at(&two);
    assert_eq!(elsewhere.get("/v1/me").await.status, 200);
    let open = ann
        .post("/v1/games", json!({"kind": "thats-life"}))
        .await
        .ok();

    root.does(on("suspend", "player", "ann")).await.ok();
    sync_revocations(&two.app).await.unwrap();
    for player in [&ann, &elsewhere] {
        player.get("/v1/me").await.problem(401, "not-signed-in");
    }
    let sign_in = json!({"name": "ann", "password": PASSWORD});
    for node in [&one, &two] {
        let refused = node
            .call(Method::POST, "/v1/sessions", sign_in.clone())
            .await;
        let refused = refused.problem(403, "suspended");
        let detail = refused["detail"].as_str().unwrap();
        assert!(detail.ends_with("It was asked for."), "{detail}");
        let refresh = json!({"refresh_token": ann.refresh_token});
        let refused = node
            .call(Method::POST, "/v1/sessions/refresh", refresh)
            .await;
        refused.problem(403, "suspended");
    }
    // A stranger who does not know the password does not learn of the suspension.
    let wrong = json!({"name": "ann", "password": "wrong password"});
    let refused = one.call(Method::POST, "/v1/sessions", wrong).await;
    refused.problem(401, "bad-credentials");
    assert_eq!(
        one.operator_told("ann").await,
        ["[Turnpike] Your account is suspended"]
    );

    // No player waits: without clocks a bot has the seat, and open tables are gone.
    let seen = ben.get(&format!("/v1/games/{id}")).await.ok();
    assert_eq!(seen["seats"][0]["bot"], "greedy");
    let open = format!("/v1/games/{}", open["id"].as_str().unwrap());
    assert_eq!(ben.get(&open).await.ok()["status"], "cancelled");

    root.does(on("reinstate", "player", "ann")).await.ok();
    let back = two.returns("ann").await;
    assert_eq!(back.get("/v1/me").await.status, 200);
}

#[tokio::test]
async fn clocks_of_suspended_player_keep_running() {
    let server = server().await;
    let (ann, ben) = (server.player("ann").await, server.player("ben").await);
    let pace = json!({"pace": {"days_per_move": 1, "on_timeout": "bot"}});
    let id = game(&ann, &ben, pace).await;
    let player = "ann".to_owned();
    server.operator_does(Act::Suspend { player }).await.unwrap();
    let seen = ben.get(&format!("/v1/games/{id}")).await.ok();
    assert_eq!(seen["seats"][0]["player"], "ann");
    server.app.clock.forward(TimeDelta::days(8));
    look_at_all(&server.app).await.unwrap();
    let seen = ben.get(&format!("/v1/games/{id}")).await.ok();
    assert_eq!(seen["seats"][0]["bot"], "greedy");
}

#[tokio::test]
async fn paused_game_rejects_moves_and_stops_clocks() {
    let one = server().await;
    let two = server_on(one.database.clone()).await;
    let (ann, ben) = (one.player("ann").await, one.player("ben").await);
    let root = one.admin("root2").await;
    let id = game(&ann, &ben, json!({"pace": {"days_per_move": 3}})).await;
    let (page, moves) = (format!("/v1/games/{id}"), format!("/v1/games/{id}/moves"));
    // Both nodes know the game as it runs.
    ann.at(&two).get(&page).await.ok();
    let clock = |game: &Value| game["seats"][0]["clock"].clone();
    let at_first = clock(&ann.get(&page).await.ok());
    let left = |clock: &Value| clock["seconds_left"].as_i64().unwrap();

    root.does(on("pause", "game", &id)).await.ok();
    for node in [&one, &two] {
        let refused = ann.at(node).post(&moves, roll(1)).await;
        refused.problem(409, "game-paused");
    }
    // Orders do not continue the game either.
    let orders = json!({"moves": [{"text": "roll"}]});
    let to_act = if ann.get(&page).await.ok()["to_act"][0] == 0 {
        &ann
    } else {
        &ben
    };
    to_act.put(&format!("{page}/orders"), orders).await.ok();
    assert_eq!(ann.get(&page).await.ok()["ply"], 0);
    one.app.clock.forward(TimeDelta::days(30));
    two.app.clock.forward(TimeDelta::days(30));
    look_at_all(&one.app).await.unwrap();
    let stopped = ann.get(&page).await.ok();
    assert_eq!(stopped["status"], "running");
    assert!(stopped["paused_at"].is_string());
    assert_eq!(clock(&stopped)["deadline"], Value::Null);
    assert_eq!(left(&clock(&stopped)), left(&at_first));

    let root = one.returns("root2").await;
    root.does(on("resume", "game", &id)).await.ok();
    let goes_on = ann.get(&page).await.ok();
    assert_eq!(goes_on["paused_at"], Value::Null);
    assert_eq!(left(&clock(&goes_on)), left(&at_first));
    assert!(clock(&goes_on)["deadline"].is_string());
    assert_eq!(goes_on["ply"], 1);
    let told = ["[Turnpike] A game is paused", "[Turnpike] A game continues"];
    assert_eq!(one.operator_told("ben").await, told);
}

#[tokio::test]
async fn game_ended_by_admin_is_cancelled_without_result() {
    let one = server().await;
    let two = server_on(one.database.clone()).await;
    let (ann, ben) = (one.player("ann").await, one.player("ben").await);
    let root = one.admin("root2").await;
    let id = game(&ann, &ben, json!({"pace": {"days_per_move": 1}})).await;
    let (page, moves) = (format!("/v1/games/{id}"), format!("/v1/games/{id}/moves"));
    ann.post(&moves, roll(1)).await.ok();
    ann.at(&two).get(&page).await.ok();
    root.does(on("end", "game", &id)).await.ok();
    for node in [&one, &two] {
        let player = ann.at(node);
        let seen = player.get(&page).await.ok();
        assert_eq!(seen["status"], "cancelled");
        assert_eq!(
            (&seen["result"], &seen["server_seed"]),
            (&Value::Null, &Value::Null)
        );
        let refused = player.post(&moves, json!({"seq": 2, "moves": [{"text": "move start"}]}));
        refused.await.problem(409, "not-running");
        // A repeated request gets the same response: phones retry.
        player.post(&moves, roll(1)).await.ok();
    }
    one.app.clock.forward(TimeDelta::days(30));
    look_at_all(&one.app).await.unwrap();
    let ann = one.returns("ann").await;
    assert_eq!(ann.get(&page).await.ok()["ply"], 1);
    let log = ann.get(&format!("{page}/log")).await.ok();
    assert_eq!(log["entries"].as_array().unwrap().len(), 1);
    assert_eq!(
        one.operator_told("ben").await,
        ["[Turnpike] A game was ended"]
    );
    let game = id.clone();
    let verified = one.operator_does(Act::Verify { game }).await.unwrap();
    assert!(verified.starts_with("true: 1 entries"), "{verified}");
}

#[tokio::test]
async fn admin_can_give_seat_to_another_player_or_a_bot() {
    let server = server().await;
    let (ann, ben) = (server.player("ann").await, server.player("ben").await);
    let cleo = server.player("cleo").await;
    let root = server.admin("root2").await;
    let id = game(
        &ann,
        &ben,
        json!({"visibility": "private", "seats": 2, "invite": [{"player": "ben"}]}),
    )
    .await;
    let act = json!({"type": "replace", "game": id, "seat": 0, "by": "cleo"});
    root.does(act).await.ok();
    let take = format!("/v1/games/{id}/seats/0/replacement");
    cleo.post(&take, json!({})).await.ok();
    let act = json!({"type": "replace", "game": id, "seat": 1});
    root.does(act.clone()).await.ok();
    let seen = cleo.get(&format!("/v1/games/{id}")).await.ok();
    assert_eq!(seen["seats"][0]["player"], "cleo");
    assert_eq!(seen["seats"][1]["bot"], "greedy");
    root.does(act).await.problem(409, "not-seated");
    assert_eq!(
        server.operator_told("ben").await,
        ["[Turnpike] A bot plays for you"]
    );
}

#[tokio::test]
async fn replacement_without_its_notice_changes_nothing() {
    let server = server().await;
    let (ann, ben) = (server.player("ann").await, server.player("ben").await);
    let root = server.admin("root2").await;
    let id = game(&ann, &ben, json!({})).await;
    let fails = "CREATE FUNCTION fails() RETURNS TRIGGER LANGUAGE plpgsql
        AS 'BEGIN RAISE EXCEPTION $$no notice$$; END';
        CREATE TRIGGER fails BEFORE INSERT ON outbox FOR EACH ROW
        WHEN (NEW.kind = 'operator') EXECUTE FUNCTION fails()";
    let mut owner = superuser(&server.database).await;
    owner.batch_execute(fails).await.unwrap();
    let act = json!({"type": "replace", "game": id, "seat": 1});
    assert!(root.does(act).await.status.is_server_error());
    let seen = ann.get(&format!("/v1/games/{id}")).await.ok();
    assert_eq!(seen["seats"][1]["player"], "ben");
}

#[tokio::test]
async fn player_renamed_by_admin_appears_only_under_new_name() {
    let server = server().await;
    let (ann, ben) = (server.player("ann").await, server.player("ben").await);
    let root = server.admin("root2").await;
    let id = game(&ann, &ben, json!({})).await;
    let rename = |to: &str| json!({"type": "rename", "player": "ann", "to": to});
    root.does(rename("ben")).await.problem(409, "name-taken");
    root.does(rename("anna")).await.ok();
    let played = ann
        .post(&format!("/v1/games/{id}/moves"), roll(1))
        .await
        .ok();
    assert!(!played.to_string().contains("ann "), "{played}");
    let seen = ben.get(&format!("/v1/games/{id}")).await.ok();
    assert_eq!(seen["seats"][0]["player"], "anna");
    server
        .get("/v1/players/ann")
        .await
        .problem(404, "not-found");
    server.returns("anna").await;
    assert_eq!(
        server.operator_told("ann").await,
        ["[Turnpike] You have a new name"]
    );
}

#[tokio::test]
async fn admin_can_delete_reported_message_and_resolve_report() {
    let operator = |settings: &mut base::config::Settings| {
        settings.operator_email = Some("operator@example.org".into());
    };
    let server = server_with(fresh_database().await, operator, |_| {}).await;
    let (ann, ben) = (server.player("ann").await, server.player("ben").await);
    let root = server.admin("root2").await;
    let id = game(&ann, &ben, json!({})).await;
    let chat = format!("/v1/games/{id}/chat");
    ann.post(&chat, json!({"text": "You are a pig."}))
        .await
        .ok();
    let report = json!({"message": 1, "reason": "An insult."});
    let filed = ben.post(&format!("/v1/games/{id}/reports"), report).await;
    assert!(filed.status.is_success(), "{}", filed.text);
    let open = root.get("/v1/admin/reports").await.ok();
    let report = &open["reports"][0];
    assert_eq!(
        (&report["reported"], &report["text"]),
        (&json!("ann"), &json!("You are a pig."))
    );
    let delete = json!({"type": "delete-message", "game": id, "n": 1});
    root.does(delete.clone()).await.ok();
    root.does(delete).await.problem(404, "not-found");
    let said = ben.get(&chat).await.ok();
    assert!(!said.to_string().contains("pig"), "{said}");
    let resolve = on("resolve-report", "report", report["id"].as_str().unwrap());
    root.does(resolve).await.ok();
    let open = root.get("/v1/admin/reports").await.ok();
    assert_eq!(open["reports"], json!([]));
}

#[tokio::test]
async fn actions_on_one_player_include_reports_about_them() {
    let operator = |settings: &mut base::config::Settings| {
        settings.operator_email = Some("operator@example.org".into());
    };
    let server = server_with(fresh_database().await, operator, |_| {}).await;
    let (ann, ben) = (server.player("ann").await, server.player("ben").await);
    let root = server.admin("root2").await;
    let id = game(&ann, &ben, json!({})).await;
    let report = json!({"player": "ann", "reason": "Threats."});
    ben.post(&format!("/v1/games/{id}/reports"), report).await;
    let open = root.get("/v1/admin/reports").await.ok();
    let report = open["reports"][0]["id"].as_str().unwrap();
    root.does(on("suspend", "player", "ANN")).await.ok();
    root.does(on("unlock-sign-in", "player", "ben")).await.ok();
    root.does(on("resolve-report", "report", report)).await.ok();
    let acts = root.get("/v1/admin/actions?player=Ann").await.ok();
    let acts: Vec<_> = acts["actions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["action"]["type"].as_str().unwrap())
        .collect();
    assert_eq!(acts, ["resolve-report", "suspend"]);
    let none = root.get("/v1/admin/actions?player=%00").await.ok();
    assert_eq!(none["actions"], json!([]));
}

#[tokio::test]
async fn admin_finds_players_by_name_and_address() {
    let server = server().await;
    server.player("ann").await;
    server.player("ben").await;
    server.player("hannah").await;
    let root = server.admin("root2").await;
    root.does(on("suspend", "player", "ben")).await.ok();
    let found = |list: &Value| -> Vec<String> {
        let players = list["players"].as_array().unwrap().iter();
        players
            .map(|it| it["name"].as_str().unwrap().to_owned())
            .collect()
    };
    let newest = root.get("/v1/admin/players").await.ok();
    assert_eq!(found(&newest), ["root2", "hannah", "ben", "ann"]);
    let named = root.get("/v1/admin/players?text=ANN").await.ok();
    assert_eq!(found(&named), ["hannah", "ann"]);
    let limited = root.get("/v1/admin/players?text=ann&limit=1").await.ok();
    assert_eq!(found(&limited), ["hannah"]);
    let addressed = root.get("/v1/admin/players?text=ben@ex").await.ok();
    let ben = &addressed["players"][0];
    assert_eq!(
        (&ben["email"], &ben["suspended"], &ben["admin"]),
        (&json!("ben@example.org"), &json!(true), &json!(false))
    );
    assert_eq!(
        (&ben["mail_suspended"], &ben["guest"]),
        (&Value::Null, &json!(false))
    );
    for wrong in ["limit=0", "limit=201", "text=%00"] {
        root.get(&format!("/v1/admin/players?{wrong}"))
            .await
            .problem(400, "invalid-request");
    }
}

#[tokio::test]
async fn overview_counts_sign_ups_and_what_fails() {
    let server = server().await;
    server.player("ann").await;
    server
        .call(Method::POST, "/v1/players/guest", json!({}))
        .await
        .ok();
    let root = server.admin("root2").await;
    let mut owner = superuser(&server.database).await;
    owner
        .batch_execute(
            "INSERT INTO webhooks (player_id, id, url, format, events, secret, created_at, failing_since)
             SELECT id, 'w', 'https://hooks.example.org/x', 'standard', 'game.turn', decode(repeat('00', 32), 'hex'), now(), now()
             FROM players WHERE name = 'ann';
             UPDATE outbox SET status = 'dead', done_at = now()",
        )
        .await
        .unwrap();
    let dead = root.get("/v1/admin/failed-mails").await.ok();
    let seen = root.get("/v1/admin/overview").await.ok();
    let days = seen["sign_ups"].as_array().unwrap();
    assert_eq!(days.len(), 7);
    assert_eq!(
        (&days[0]["players"], &days[0]["guests"]),
        (&json!(2), &json!(1))
    );
    assert_eq!(days[1]["players"], 0);
    assert_eq!(
        seen["mails_failed"].as_u64().unwrap() as usize,
        dead["mails"].as_array().unwrap().len()
    );
    let failing = &seen["failing_webhooks"][0];
    assert_eq!(
        (&failing["player"], &failing["host"]),
        (&json!("ann"), &json!("hooks.example.org"))
    );
    assert_eq!(seen["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(seen["open_reports"], 0);
}

#[tokio::test]
async fn session_says_whether_its_player_is_an_admin() {
    let server = server().await;
    server.player("ann").await;
    server.admin("root2").await;
    for (name, is_admin) in [("ann", false), ("root2", true)] {
        let sign_in = json!({"name": name, "password": PASSWORD});
        let session = server
            .call(Method::POST, "/v1/sessions", sign_in)
            .await
            .ok();
        assert_eq!(session["admin"], is_admin, "{name}");
        let refresh = json!({"refresh_token": session["refresh_token"]});
        let again = server.call(Method::POST, "/v1/sessions/refresh", refresh);
        assert_eq!(again.await.ok()["admin"], is_admin, "{name}");
    }
}

#[tokio::test]
async fn admin_can_resend_dead_mails() {
    let server = server().await;
    let (ann, ben) = (server.player("ann").await, server.player("ben").await);
    let root = server.admin("root2").await;
    game(&ann, &ben, json!({})).await;
    let mut conn = server.app.db.get().await.unwrap();
    conn.batch_execute("UPDATE outbox SET status = 'dead', done_at = now(), payload = '{}'")
        .await
        .unwrap();
    let done = root.does(json!({"type": "resend-mail"})).await.ok();
    assert_eq!(done["outcome"], "2 mails are sent once more.");
    assert_eq!(mails(&server).await.len(), 2);
}

#[tokio::test]
async fn operator_can_lift_sign_in_lock() {
    let server = limited_server(|quotas| quotas.guesses_from_anywhere = few(2)).await;
    server.player("ann").await;
    let wrong = json!({"name": "ann", "password": "wrong password"});
    let right = json!({"name": "ann", "password": PASSWORD});
    for _ in 0..2 {
        let refused = server.call(Method::POST, "/v1/sessions", wrong.clone());
        refused.await.problem(401, "bad-credentials");
    }
    let refused = server.call(Method::POST, "/v1/sessions", right.clone());
    refused.await.problem(429, "rate-limited");
    let act = Act::UnlockSignIn {
        player: "ann".to_owned(),
        from: None,
    };
    let done = server.operator_does(act).await.unwrap();
    assert_eq!(done, "1 counts of tries are forgotten.");
    server.call(Method::POST, "/v1/sessions", right).await.ok();
}

#[tokio::test]
async fn suspended_player_loses_seat_even_if_reloading_the_game_fails() {
    let server = server().await;
    let (ann, ben) = (server.player("ann").await, server.player("ben").await);
    let id = game(&ann, &ben, json!({})).await;
    let moves = format!("/v1/games/{id}/moves");
    ann.get(&format!("/v1/games/{id}")).await.ok();
    let mut owner = superuser(&server.database).await;
    // Reading the table fails after the seat has another player.
    owner
        .batch_execute(
            "INSERT INTO suspensions SELECT id, now(), 'x' FROM players WHERE name = 'ann';
             CREATE FUNCTION hide() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
             BEGIN REVOKE SELECT ON players FROM turnpike_app; RETURN NULL; END $$;
             CREATE TRIGGER hide AFTER UPDATE ON seats FOR EACH STATEMENT EXECUTE FUNCTION hide()",
        )
        .await
        .unwrap();
    acts::hand_over_waiting(&server.app).await.unwrap();
    owner
        .batch_execute("DROP TRIGGER hide ON seats; GRANT SELECT ON players TO turnpike_app")
        .await
        .unwrap();
    for seq in [1, 2] {
        ann.post(&moves, roll(seq)).await.problem(409, "not-seated");
    }
    let seen = ben.get(&format!("/v1/games/{id}")).await.ok();
    assert_eq!(seen["seats"][0]["bot"], "greedy");
}

#[tokio::test]
async fn player_is_mailed_once_when_admin_offers_their_seat() {
    let server = server().await;
    let (ann, ben) = (server.player("ann").await, server.player("ben").await);
    server.player("cleo").await;
    let root = server.admin("root2").await;
    let id = game(&ann, &ben, json!({})).await;
    let act = json!({"type": "replace", "game": id, "seat": 0, "by": "cleo"});
    root.does(act.clone()).await.ok();
    assert_eq!(
        server.operator_told("ann").await,
        ["[Turnpike] Your seat is offered to somebody else"]
    );
    // A repeated offer to the same player sends no second mail.
    root.does(act).await.ok();
    assert_eq!(server.operator_told("ann").await.len(), 1);
}

#[tokio::test]
async fn pause_right_after_downtime_keeps_remaining_time() {
    let server = server().await;
    let (ann, ben) = (server.player("ann").await, server.player("ben").await);
    let id = game(&ann, &ben, json!({"pace": {"days_per_move": 1}})).await;
    let clock = &server.app.clock;
    clock.forward(TimeDelta::hours(20));
    watch(&server.app).await.unwrap();
    // From here on the server is down for ten hours. The deadline is after four of them.
    clock.forward(TimeDelta::hours(10));
    let act = |pauses: bool| {
        let game = id.clone();
        if pauses {
            Act::Pause { game }
        } else {
            Act::Resume { game }
        }
    };
    server.operator_does(act(true)).await.unwrap();
    watch(&server.app).await.unwrap();
    clock.forward(TimeDelta::seconds(20));
    watch(&server.app).await.unwrap();
    server.operator_does(act(false)).await.unwrap();
    clock.forward(TimeDelta::seconds(20));
    watch(&server.app).await.unwrap();
    let seen = server.get(&format!("/v1/games/{id}")).await.ok();
    assert_eq!(
        (&seen["status"], &seen["ply"]),
        (&json!("running"), &json!(0))
    );
    // Four hours were left when it began, and a moment of them is gone.
    let left = seen["seats"][0]["clock"]["seconds_left"].as_i64().unwrap();
    assert_eq!(left, 4 * 3600 - 20);
}

#[tokio::test]
async fn admin_can_list_dead_mails_without_addresses() {
    let server = server().await;
    let (ann, ben) = (server.player("ann").await, server.player("ben").await);
    let root = server.admin("root2").await;
    let id = game(&ann, &ben, json!({})).await;
    let mut conn = server.app.db.get().await.unwrap();
    conn.batch_execute(
        "UPDATE outbox SET status = 'dead', done_at = now(), payload = '{}', attempts = 3,
             last_error = '550 no such user' WHERE game_id <> ''",
    )
    .await
    .unwrap();
    let list = root.get("/v1/admin/failed-mails").await.ok();
    let mails = list["mails"].as_array().unwrap();
    assert_eq!(mails.len(), 2, "{list}");
    for mail in mails {
        assert_eq!(mail["game"], json!(id));
        assert_eq!(mail["error"], "550 no such user");
        assert_eq!(mail["resendable"], true);
        assert!(["ann", "ben"].contains(&mail["player"].as_str().unwrap()));
    }
    assert!(!list.to_string().contains("@"), "{list}");
    root.does(json!({"type": "resend-mail"})).await.ok();
    let list = root.get("/v1/admin/failed-mails").await.ok();
    assert_eq!(list["mails"], json!([]));
}

#[tokio::test]
async fn admin_cannot_act_on_own_account() {
    let operator = |settings: &mut base::config::Settings| {
        settings.operator_email = Some("operator@example.org".into());
    };
    let server = server_with(fresh_database().await, operator, |_| {}).await;
    let (root, boss) = (server.admin("root2").await, server.admin("boss").await);
    root.turns_on().await;
    let id = game(&root, &boss, json!({})).await;
    let report = json!({"player": "root2", "reason": "An insult."});
    boss.post(&format!("/v1/games/{id}/reports"), report)
        .await
        .ok();
    let report = root.get("/v1/admin/reports").await.ok()["reports"][0]["id"].clone();
    let acts = [
        on("disable-second-factor", "player", "ROOT2"),
        on("unlock-sign-in", "player", "root2"),
        json!({"type": "rename", "player": "root2", "to": "rooted"}),
        on("suspend", "player", "root2"),
        on("reinstate", "player", "Root2"),
        json!({"type": "resolve-report", "report": report}),
    ];
    for act in acts {
        root.does(act.clone()).await.problem(403, "forbidden");
        let line = root.get("/v1/admin/actions").await.ok()["actions"][0].clone();
        assert_eq!(
            (&line["action"], &line["failure"]),
            (&act, &json!("forbidden"))
        );
    }
    assert_eq!(root.get("/v1/me/totp").await.ok()["enabled"], true);
    assert_eq!(server.operator_told("root2").await, [""; 0]);
    // Another admin may, and so may the operator of the machine.
    let resolve = json!({"type": "resolve-report", "report": report});
    boss.does(resolve).await.ok();
    boss.does(on("unlock-sign-in", "player", "root2"))
        .await
        .ok();
    let player = "root2".to_owned();
    let act = Act::DisableSecondFactor { player };
    server.operator_does(act).await.unwrap();
    assert_eq!(root.get("/v1/me/totp").await.ok()["enabled"], false);
}
