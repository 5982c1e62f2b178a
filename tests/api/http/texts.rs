//! Text that players type: names that look alike, common passwords, invisible characters. And the
//! data that a deleted account leaves.

use base::refusal::Refusal;
use db::schema::{presence as seen, reports};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use reqwest::Method;
use serde_json::{Value, json};
use social::presence;
use turnpike::http::problem::Problem;

use crate::database_helpers::*;
use crate::helpers::*;
use crate::table::*;

async fn sign_up(server: &Server, name: &str, password: &str) -> Answer {
    let body = json!({"name": name, "email": "joe@example.org", "password": password});
    server.call(Method::POST, "/v1/players", body).await
}

#[tokio::test]
async fn common_password_is_rejected() {
    let server = server().await;
    for bad in [
        "12345678",
        "password1",
        "qwertyuiop",
        "iloveyou",
        "Passw0rd",
        "aaaaaaaaaaaa",
        "abcdefgh",
        "josephine",
        "joe@example.org",
    ] {
        sign_up(&server, "josephine", bad)
            .await
            .problem(400, "invalid-request");
    }
    let ann = server.player("ann").await;
    let change = json!({"current_password": PASSWORD, "password": "12345678"});
    ann.patch("/v1/me", change)
        .await
        .problem(400, "invalid-request");
    let ask = json!({"email": "ann@example.org"});
    let path = "/v1/password-resets";
    server.call(Method::POST, path, ask).await.ok();
    let code = code_for(&server, "password_reset", "ann@example.org").await;
    let body = json!({"name": "ann", "code": code, "password": "12345678"});
    server
        .call(Method::POST, "/v1/password-resets/confirm", body)
        .await
        .problem(400, "invalid-request");
    let form = format!("player=ann&code={code}&password=12345678");
    let page = server.form("/reset-password", &form).await;
    assert_eq!(page.status.as_u16(), 400);
    assert!(page.text.contains("<form"), "{}", page.text);
    for (n, good) in [
        "another password",
        "h7#qLw2x",
        "пароль🔑!",
        &"é".repeat(256),
    ]
    .into_iter()
    .enumerate()
    {
        sign_up(&server, &format!("good{n}"), good).await.ok();
    }
}

#[tokio::test]
async fn name_that_looks_like_another_is_rejected() {
    let server = server().await;
    for name in ["Bill", "Tom", "Zoo_1"] {
        sign_up(&server, name, PASSWORD).await.ok();
    }
    for alike in ["BiII", "Bil1", "BilI", "Torn", "Z0o_1", "zOO_l", "ZOo_I"] {
        sign_up(&server, alike, PASSWORD)
            .await
            .problem(409, "name-taken");
    }
    for kept in [
        "Adrnin",
        "SUPP0RT",
        "rnoderator",
        "fo1mer",
        "forrner-p1ayer-x",
    ] {
        let answer = sign_up(&server, kept, PASSWORD).await;
        let refused = answer.status.as_u16() == 400;
        assert_eq!(refused, kept != "fo1mer", "{kept}");
    }
    for other in ["Bull", "Tim", "Zoo_2"] {
        sign_up(&server, other, PASSWORD).await.ok();
    }
}

#[tokio::test]
async fn concurrent_sign_ups_with_similar_names_create_one_account() {
    let server = server().await;
    let (one, two) = tokio::join!(
        sign_up(&server, "Bill", PASSWORD),
        sign_up(&server, "BiII", PASSWORD),
    );
    let mut statuses = [one.status.as_u16(), two.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409]);
}

#[tokio::test]
async fn orders_with_control_characters_return_400() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    let path = format!("/v1/games/{game}/orders");
    for bad in [
        json!([{"text": "roll\u{0}"}]),
        json!([{"type": "roll\u{0}"}]),
        json!([{"ro\u{0}ll": 1}]),
        json!([{"type": "roll", "deep": [{"er": ["\u{0}"]}]}]),
        json!([{"text": "roll\u{202e}"}]),
    ] {
        let body = json!({"moves": bad});
        ben.put(&path, body).await.problem(400, "invalid-request");
    }
}

/// Every request with a text that others read. The body has `TEXT` in its place.
fn places(game: &str) -> Vec<(Method, String, Value)> {
    let post = |path: String, body| (Method::POST, path, body);
    vec![
        post(format!("/v1/games/{game}/chat"), json!({"text": "TEXT"})),
        (
            Method::PUT,
            format!("/v1/games/{game}/note"),
            json!({"text": "TEXT"}),
        ),
        post(
            format!("/v1/games/{game}/reports"),
            json!({"player": "ben", "reason": "TEXT"}),
        ),
        post(
            "/v1/games".to_owned(),
            json!({"kind": "thats-life", "entropy": "TEXT"}),
        ),
        (
            Method::PUT,
            format!("/v1/games/{game}/orders"),
            json!({"moves": [{"text": "TEXT"}]}),
        ),
    ]
}

#[tokio::test]
async fn text_with_invisible_characters_returns_400() {
    let operated = |settings: &mut base::config::Settings| {
        settings.operator_email = Some("operator@example.org".into());
    };
    let server = server_with(fresh_database().await, operated, |_| {}).await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ben, &ann]).await;
    for bad in [
        "\u{0}",
        "\u{7}",
        "\u{1b}[2J",
        "\u{7f}",
        "\u{85}",
        "\u{2028}",
        "\u{202e}",
        "\u{2066}",
        "\u{61c}",
        "\u{206a}",
        "\u{fff9}",
    ] {
        for (method, path, body) in places(&game) {
            let text = serde_json::to_string(&format!("a{bad}b")).unwrap();
            let body = body.to_string().replace("\"TEXT\"", &text);
            let request = server
                .request(method.clone(), &path)
                .bearer_auth(&ann.token)
                .header("content-type", "application/json")
                .body(body);
            let answer = answer(request).await;
            assert_eq!(
                answer.status.as_u16(),
                400,
                "{path} {bad:?} {}",
                answer.text
            );
            answer.problem(400, "invalid-request");
        }
    }
    // Letters of all scripts, and the marks that some of them need, are fine.
    let body = json!({"text": "السلام عليكم שלום 👩‍👧 می‌خواهم"});
    let path = format!("/v1/games/{game}/chat");
    ann.post(&path, body).await.ok();
}

#[tokio::test]
async fn deleted_players_do_not_block_saving_presence() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let body = json!({"password": PASSWORD});
    let gone = server
        .send(Method::DELETE, "/v1/me", Some(&ben.token), Some(&body))
        .await;
    assert_eq!(gone.status.as_u16(), 204);
    let now = server.app.clock.now();
    for nobody in [2, 424_242, i64::MAX] {
        server.app.presence.note(common::ids::PlayerId(nobody), now);
    }
    ann.get("/v1/me").await.ok();
    presence::write_down(&server.app).await.unwrap();
    let conn = &mut *server.app.db.get().await.unwrap();
    let rows: Vec<i64> = seen::table
        .select(seen::player_id)
        .load(conn)
        .await
        .unwrap();
    assert_eq!(rows.len(), 1, "only who is there was seen: {rows:?}");
}

#[tokio::test]
async fn deleted_account_keeps_its_reports_and_reserves_its_name() {
    let operated = |settings: &mut base::config::Settings| {
        settings.operator_email = Some("operator@example.org".into());
    };
    let server = server_with(fresh_database().await, operated, |_| {}).await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    let path = format!("/v1/games/{game}/reports");
    let body = json!({"player": "ben", "reason": "He cheats."});
    ann.post(&path, body).await.ok();
    let body = json!({"password": PASSWORD});
    server
        .send(Method::DELETE, "/v1/me", Some(&ben.token), Some(&body))
        .await
        .ok();
    let conn = &mut *server.app.db.get().await.unwrap();
    let kept: i64 = reports::table.count().get_result(conn).await.unwrap();
    assert_eq!(kept, 1, "the report is gone");
    // No player can pose as Ben, even with a similar name.
    for name in ["ben", "BEN"] {
        sign_up(&server, name, PASSWORD)
            .await
            .problem(409, "name-taken");
    }
    server.app.clock.forward(chrono::Duration::days(366));
    sign_up(&server, "ben", PASSWORD).await.ok();
}

#[tokio::test]
async fn player_cannot_take_a_second_seat_of_a_game() {
    let server = server().await;
    let [ann, ben, cleo, dan] = server.players(["ann", "ben", "cleo", "dan"]).await;
    let game = thats_life(&[&ann, &ben]).await;
    let mine = format!("/v1/games/{game}/seats/me/replacement");
    let seat = |n: u8| format!("/v1/games/{game}/seats/{n}/replacement");
    let hand_over = async |from: &Player<'_>, to: &Player<'_>, n: u8| {
        let body = json!({"player": to.name});
        from.post(&mine, body).await.ok();
        to.post(&seat(n), json!({})).await.ok();
    };
    hand_over(&ann, &cleo, 0).await;
    // Long ago counts as well: it is not the last one before alone.
    hand_over(&cleo, &dan, 0).await;
    for former in ["ann", "cleo"] {
        ben.post(&mine, json!({"player": former}))
            .await
            .problem(403, "forbidden");
    }
    // Their own seat shows them nothing new.
    hand_over(&dan, &ann, 0).await;
    ben.post(&mine, json!({"player": "cleo"}))
        .await
        .problem(403, "forbidden");
    audited(&server.database).await;
}

#[test]
fn database_errors_about_nul_become_status_400() {
    use diesel::result::{DatabaseErrorKind, Error};
    for said in [
        "invalid byte sequence for encoding \"UTF8\": 0x00",
        "unsupported Unicode escape sequence",
    ] {
        let said = Box::new(said.to_owned());
        let error = Error::DatabaseError(DatabaseErrorKind::Unknown, said);
        assert_eq!(Problem::from(Refusal::from(error)).status(), 400);
    }
}
