//! The second factor: codes of an authenticator app, and recovery codes.

use chrono::Duration;
use diesel::QueryableByName;
use diesel::sql_types::BigInt;
use diesel_async::RunQueryDsl;
use letters::mailer::deliver_due;
use mail::mailbox::Stored;
use reqwest::Method;
use serde_json::{Value, json};
use totp_rs::{Builder, Secret};

use crate::database_helpers::*;
use crate::helpers::*;

/// An authenticator app with a player's secret.
pub struct Phone(Vec<u8>);

impl Phone {
    /// It scans the secret.
    pub fn scans(begun: &Value) -> Phone {
        let secret = begun["secret"].as_str().unwrap();
        Phone(Secret::try_from_base32(secret).unwrap().as_bytes().into())
    }

    /// Returns the current code.
    pub fn shows(&self, server: &Server) -> String {
        let totp = Builder::new().with_secret(self.0.clone()).build().unwrap();
        let now = server.app.clock.now().timestamp();
        totp.generate(now.try_into().unwrap()).to_string()
    }

    /// Returns the code half a minute later, which has not been used.
    pub fn shows_next(&self, server: &Server) -> String {
        server.app.clock.forward(Duration::seconds(30));
        self.shows(server)
    }

    /// Something that it shows neither now nor around now.
    fn never_shows(&self, server: &Server) -> &'static str {
        let totp = Builder::new().with_secret(self.0.clone()).build().unwrap();
        let now = server.app.clock.now().timestamp();
        let near: Vec<String> = (-120..=120)
            .step_by(30)
            .map(|off| totp.generate((now + off).try_into().unwrap()).to_string())
            .collect();
        [
            "000000", "111111", "222222", "333333", "444444", "555555", "666666", "777777",
            "888888", "999999",
        ]
        .into_iter()
        .find(|code| !near.contains(&(*code).to_owned()))
        .unwrap()
    }
}

fn sure() -> Value {
    json!({"password": PASSWORD})
}

impl Player<'_> {
    /// Turns the second factor on; the phone and the recovery codes.
    pub async fn turns_on(&self) -> (Phone, Vec<String>) {
        let begun = self.post("/v1/me/totp", sure()).await.ok();
        let phone = Phone::scans(&begun);
        let code = json!({"totp": phone.shows(self.server)});
        let on = self.post("/v1/me/totp/confirm", code).await.ok();
        (phone, recovery_codes(&on))
    }

    async fn deletes(&self, path: &str, body: Value) -> Answer {
        let token = Some(self.token.as_str());
        self.server
            .send(Method::DELETE, path, token, Some(&body))
            .await
    }
}

fn recovery_codes(answer: &Value) -> Vec<String> {
    let codes = answer["recovery_codes"].as_array().unwrap();
    codes
        .iter()
        .map(|it| it.as_str().unwrap().to_owned())
        .collect()
}

async fn sign_in(server: &Server, body: &Value) -> Answer {
    server
        .call(Method::POST, "/v1/sessions", body.clone())
        .await
}

fn with_password(totp: &str) -> Value {
    json!({"name": "ann", "password": PASSWORD, "totp": totp})
}

#[tokio::test]
async fn sign_in_without_the_second_factor_returns_401() {
    let server = server().await;
    let ann = server.player("ann").await;
    assert_eq!(ann.get("/v1/me/totp").await.ok()["enabled"], false);
    let (phone, _) = ann.turns_on().await;
    let state = ann.get("/v1/me/totp").await.ok();
    assert_eq!(
        (&state["enabled"], &state["recovery_codes_left"]),
        (&json!(true), &json!(10))
    );

    for kind in ["password", "code", "link"] {
        let mut proof = match kind {
            "password" => json!({"name": "ann", "password": PASSWORD}),
            kind => {
                let asked = json!({"name": "ann"});
                server
                    .call(Method::POST, "/v1/sessions/code", asked)
                    .await
                    .ok();
                let mail = payload_of(&server, "sign_in_code", "ann@example.org").await;
                let secret = mail.unwrap()[kind].clone();
                match kind {
                    "code" => json!({"name": "ann", "code": secret}),
                    _ => json!({"link": secret}),
                }
            }
        };
        // A missing or wrong second factor does not use up the first one.
        let needed = sign_in(&server, &proof).await;
        needed.problem(401, "second-factor-required");
        proof["totp"] = json!(phone.never_shows(&server));
        sign_in(&server, &proof).await.problem(422, "bad-code");
        proof["totp"] = json!(phone.shows_next(&server));
        let session = sign_in(&server, &proof).await.ok();
        assert_eq!(session["player"]["name"], "ann");
    }
    // A wrong password reveals nothing about a second factor.
    for totp in [None, Some(phone.shows_next(&server))] {
        let wrong = json!({"name": "ann", "password": "not the password", "totp": totp});
        sign_in(&server, &wrong)
            .await
            .problem(401, "bad-credentials");
    }
    // A player without a second factor is not asked for one.
    server.player("ben").await;
    let ben = json!({"name": "ben", "password": PASSWORD, "totp": "123456"});
    sign_in(&server, &ben).await.ok();
}

#[tokio::test]
async fn totp_code_is_accepted_once() {
    let server = server().await;
    let other = server_on(server.database.clone()).await;
    let ann = server.player("ann").await;
    let (phone, _) = ann.turns_on().await;
    // Not that which turned it on either.
    let seen = phone.shows(&server);
    sign_in(&server, &with_password(&seen))
        .await
        .problem(422, "bad-code");
    let next = phone.shows_next(&server);
    other.app.clock.forward(Duration::seconds(30));
    let body = with_password(&next);
    let (one, two) = tokio::join!(sign_in(&server, &body), sign_in(&other, &body));
    let mut statuses = [one.status.as_u16(), two.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 422]);
    // Nor an older one, as long as it would be good.
    sign_in(&server, &with_password(&seen))
        .await
        .problem(422, "bad-code");
    // A phone that is slow by less than half a minute is one.
    server.app.clock.forward(Duration::seconds(30));
    let slow = phone.shows(&server);
    server.app.clock.forward(Duration::seconds(30));
    sign_in(&server, &with_password(&slow)).await.ok();
    let old = phone.shows_next(&server);
    server.app.clock.forward(Duration::seconds(60));
    sign_in(&server, &with_password(&old))
        .await
        .problem(422, "bad-code");
}

#[tokio::test]
async fn second_factor_guesses_are_rate_limited() {
    let server = limited_server(|quotas| {
        quotas.guesses_per_name = few(3);
        quotas.guesses_from_anywhere = few(3);
        quotas.second_factors = few(5);
        quotas.mails = few(9);
    })
    .await;
    let ann = server.player("ann").await;
    let (phone, codes) = ann.turns_on().await;
    // A correct code, or one that is not valid yet, uses up nothing.
    for code in &codes[..4] {
        let first = json!({"name": "ann", "password": PASSWORD});
        sign_in(&server, &first)
            .await
            .problem(401, "second-factor-required");
        sign_in(&server, &with_password(code)).await.ok();
    }
    for wrong in [phone.never_shows(&server), "ABCD-EFGH-JKLM-NPQR", ""] {
        sign_in(&server, &with_password(wrong))
            .await
            .problem(422, "bad-code");
    }
    sign_in(&server, &with_password(&codes[4]))
        .await
        .problem(429, "rate-limited");
    // The mailed link is not a guess. The code that comes with it is, and counts separately.
    let code = json!({"name": "ann"});
    server
        .call(Method::POST, "/v1/sessions/code", code)
        .await
        .ok();
    let link = link_for(&server, "sign_in_code", "ann@example.org").await;
    let wrong = json!({"link": link, "totp": phone.never_shows(&server)});
    for _ in 0..4 {
        sign_in(&server, &wrong).await.problem(422, "bad-code");
    }
    // However the first factor was shown, and from wherever.
    sign_in(&server, &wrong).await.problem(429, "rate-limited");
    // The owner has a recovery code, which cannot be guessed.
    let right = json!({"link": link, "totp": codes[4]});
    sign_in(&server, &right).await.ok();
}

#[tokio::test]
async fn password_reset_keeps_the_second_factor_on() {
    let server = server().await;
    let ann = server.player("ann").await;
    let (phone, codes) = ann.turns_on().await;
    let ask = json!({"email": "ann@example.org"});
    server
        .call(Method::POST, "/v1/password-resets", ask)
        .await
        .ok();
    let link = link_for(&server, "password_reset", "ann@example.org").await;
    let new = "staple of the owner";
    let body = json!({"link": link, "password": new});
    server
        .call(Method::POST, "/v1/password-resets/confirm", body)
        .await
        .ok();
    let mut proof = json!({"name": "ann", "password": new});
    sign_in(&server, &proof)
        .await
        .problem(401, "second-factor-required");
    proof["totp"] = json!(phone.shows_next(&server));
    sign_in(&server, &proof).await.ok();
    proof["totp"] = json!(codes[0].to_lowercase().replace('-', " "));
    sign_in(&server, &proof).await.ok();
}

#[tokio::test]
async fn second_factor_change_needs_the_password_and_notifies_the_owner() {
    let server = server().await;
    let ann = server.player("ann").await;
    let wrong = json!({"password": "not the password"});
    ann.post("/v1/me/totp", wrong.clone())
        .await
        .problem(401, "bad-credentials");
    let (phone, codes) = ann.turns_on().await;
    assert_eq!(told(&server).await, ["second_factor_on"]);
    // Another secret does not replace an active one.
    ann.post("/v1/me/totp", sure())
        .await
        .problem(409, "second-factor-enabled");
    let code = json!({"totp": phone.shows_next(&server)});
    ann.post("/v1/me/totp/confirm", code)
        .await
        .problem(409, "second-factor-enabled");

    let path = "/v1/me/totp/recovery-codes";
    ann.post(path, wrong.clone())
        .await
        .problem(401, "bad-credentials");
    let new = recovery_codes(&ann.post(path, sure()).await.ok());
    assert_eq!(told(&server).await.len(), 2);
    sign_in(&server, &with_password(&codes[0]))
        .await
        .problem(422, "bad-code");
    sign_in(&server, &with_password(&new[0])).await.ok();
    let news = told(&server).await;
    assert_eq!(
        news,
        ["second_factor_on", "recovery_codes", "recovery_code_used"]
    );

    ann.deletes("/v1/me/totp", wrong)
        .await
        .problem(401, "bad-credentials");
    ann.deletes("/v1/me/totp", sure()).await.ok();
    assert_eq!(told(&server).await.last().unwrap(), "second_factor_off");
    // A phone that lost the response asks again, and learns nothing more.
    ann.deletes("/v1/me/totp", sure()).await.ok();
    assert_eq!(told(&server).await.len(), 4);
    ann.post(path, sure()).await.problem(404, "not-found");
    let alone = json!({"name": "ann", "password": PASSWORD});
    sign_in(&server, &alone).await.ok();
    assert_eq!(rows(&server).await, [0, 0]);
}

#[tokio::test]
async fn recovery_code_is_valid_once_and_stored_only_as_a_hash() {
    let server = server().await;
    let ann = server.player("ann").await;
    let (_, codes) = ann.turns_on().await;
    assert_eq!(codes.len(), 10);
    for code in &codes {
        assert!(code.len() == 19 && code.split('-').count() == 4, "{code}");
        let bare = code.replace('-', "");
        for spelled in [code.clone(), bare.clone(), bare.to_lowercase()] {
            let sql = format!(
                "SELECT count(*) AS n FROM recovery_codes
                 WHERE encode(hash, 'escape') LIKE '%{spelled}%'"
            );
            assert_eq!(count(&server, &sql).await, 0);
        }
    }
    sign_in(&server, &with_password(&codes[3])).await.ok();
    sign_in(&server, &with_password(&codes[3]))
        .await
        .problem(422, "bad-code");
    assert_eq!(ann.get("/v1/me/totp").await.ok()["recovery_codes_left"], 9);
    // It belongs to one player only.
    let ben = server.player("ben").await;
    ben.turns_on().await;
    let body = json!({"name": "ben", "password": PASSWORD, "totp": codes[4]});
    sign_in(&server, &body).await.problem(422, "bad-code");
}

#[tokio::test]
async fn unconfirmed_second_factor_is_not_required_and_expires() {
    let server = server().await;
    let ann = server.player("ann").await;
    let begun = ann.post("/v1/me/totp", sure()).await.ok();
    let uri = begun["uri"].as_str().unwrap();
    let secret = begun["secret"].as_str().unwrap();
    assert_eq!(
        uri,
        format!("otpauth://totp/turnpike.test:ann?secret={secret}&issuer=turnpike.test")
    );
    assert!(begun["qr"].as_str().unwrap().contains("<svg"));
    let alone = json!({"name": "ann", "password": PASSWORD});
    sign_in(&server, &alone).await.ok();
    let first = Phone::scans(&begun);
    let wrong = json!({"totp": first.never_shows(&server)});
    ann.post("/v1/me/totp/confirm", wrong)
        .await
        .problem(422, "bad-code");
    // Beginning again makes the earlier secret void.
    let second = Phone::scans(&ann.post("/v1/me/totp", sure()).await.ok());
    let code = json!({"totp": first.shows(&server)});
    if first.shows(&server) != second.shows(&server) {
        ann.post("/v1/me/totp/confirm", code)
            .await
            .problem(422, "bad-code");
    }
    server.app.clock.forward(Duration::hours(1));
    let late = json!({"totp": second.shows(&server)});
    ann.post("/v1/me/totp/confirm", late)
        .await
        .problem(422, "bad-code");
    accounts::sessions::remove_old(&server.app).await.unwrap();
    assert_eq!(rows(&server).await, [0, 0]);
    // A new password cancels what another person may have begun.
    let third = Phone::scans(&ann.post("/v1/me/totp", sure()).await.ok());
    let change = json!({"current_password": PASSWORD, "password": "staple of the owner"});
    ann.patch("/v1/me", change).await.ok();
    let code = json!({"totp": third.shows(&server)});
    ann.post("/v1/me/totp/confirm", code)
        .await
        .problem(422, "bad-code");
}

#[tokio::test]
async fn admin_can_turn_off_the_second_factor_of_a_player() {
    let server = server().await;
    let ann = server.player("ann").await;
    ann.turns_on().await;
    let alone = json!({"name": "ann", "password": PASSWORD});
    sign_in(&server, &alone)
        .await
        .problem(401, "second-factor-required");
    let boss = server.admin("boss").await;
    let act = json!({"type": "disable-second-factor", "player": "ann"});
    boss.does(act.clone()).await.ok();
    sign_in(&server, &alone).await.ok();
    let line = boss.get("/v1/admin/actions").await.ok()["actions"][0].clone();
    assert_eq!(line["action"], act);
    assert_eq!(
        server.operator_told("ann").await,
        ["[Turnpike] Your second factor is off"]
    );
    // There is nothing to turn off any more, and no mail about it.
    boss.does(act).await.ok();
    assert_eq!(server.operator_told("ann").await.len(), 1);
}

#[tokio::test]
async fn deleted_account_leaves_no_second_factor_rows() {
    let server = server().await;
    let ann = server.player("ann").await;
    ann.turns_on().await;
    assert_eq!(rows(&server).await, [1, 10]);
    ann.deletes("/v1/me", sure()).await.ok();
    assert_eq!(rows(&server).await, [0, 0]);
}

/// Returns the mails of this kind to a player, oldest first.
async fn letters(server: &Server, name: &str, kind: &str) -> Vec<Stored> {
    while deliver_due(&server.app).await.unwrap() > 0 {}
    let address = format!("{name}@example.org");
    let mailbox = server.app.mail.mailbox().unwrap();
    let mut mails = mailbox.list(Some(&address), 999).await.unwrap();
    mails.retain(|mail| mail.message_id.starts_with(&format!("{kind}.")));
    mails.reverse();
    mails
}

#[tokio::test]
async fn third_wrong_second_factor_of_a_day_is_mailed_to_the_owner() {
    let server = server().await;
    let ann = server.player("ann").await;
    let (phone, _) = ann.turns_on().await;
    let guessed = async || {
        let mut mails = letters(&server, "ann", "account_changed").await;
        mails.retain(|mail| mail.subject.contains("guessing"));
        mails
    };
    let wrong = || with_password(phone.never_shows(&server));
    // A client without the first factor causes no mail, and neither does an occasional typing
    // error.
    for _ in 0..5 {
        let mut stranger = wrong();
        stranger["password"] = json!("not the password");
        let refused = sign_in(&server, &stranger).await;
        refused.problem(401, "bad-credentials");
    }
    for _ in 0..2 {
        sign_in(&server, &wrong()).await.problem(422, "bad-code");
        let right = with_password(&phone.shows_next(&server));
        sign_in(&server, &right).await.ok();
    }
    assert_eq!(guessed().await.len(), 0);
    // The third wrong one of a day causes a mail, of any kind, and no other of that day.
    for totp in ["ABCD-EFGH-JKLM-NPQR", phone.never_shows(&server)] {
        let refused = sign_in(&server, &with_password(totp)).await;
        refused.problem(422, "bad-code");
        assert_eq!(guessed().await.len(), 1);
    }
    let letter = &guessed().await[0].text;
    let words: Vec<&str> = letter.split_whitespace().collect();
    let words = words.join(" ");
    for part in ["password", "second factor is on", "/#forgot"] {
        assert!(words.contains(part), "{letter}");
    }
    // A client that continues, even slowly, causes another mail the day after.
    for mails in [1, 2] {
        for _ in 0..35 {
            server.app.clock.forward(Duration::minutes(40));
            sign_in(&server, &wrong()).await.problem(422, "bad-code");
        }
        assert_eq!(guessed().await.len(), mails);
        server.app.clock.forward(Duration::hours(1));
    }
}

#[tokio::test]
async fn password_and_code_mails_mention_the_second_factor() {
    let server = server().await;
    let (ann, _ben) = (server.player("ann").await, server.player("ben").await);
    let (_, codes) = ann.turns_on().await;
    let path = "/v1/me/totp/recovery-codes";
    sign_in(&server, &with_password(&codes[0])).await.ok();
    ann.post(path, sure()).await.ok();
    for name in ["ann", "ben"] {
        let address = format!("{name}@example.org");
        let ask = json!({"email": address});
        let path = "/v1/password-resets";
        server.call(Method::POST, path, ask).await.ok();
        let is_told = |mail: &Stored| {
            let words: Vec<&str> = mail.text.split_whitespace().collect();
            words.join(" ").contains("Your second factor is on")
        };
        let reset = letters(&server, name, "password_reset").await;
        assert_eq!(is_told(&reset[0]), name == "ann", "{}", reset[0].text);
        let link = reset[0].text.split("link=").nth(1).unwrap();
        let link = link.split_whitespace().next().unwrap();
        let body = json!({"link": link, "password": "staple of the owner"});
        let path = "/v1/password-resets/confirm";
        server.call(Method::POST, path, body).await.ok();
        let changes = letters(&server, name, "account_changed").await;
        // It was turned on; a recovery code was used; there are new ones; the password.
        assert_eq!(changes.len(), if name == "ann" { 4 } else { 1 });
        for mail in changes {
            let expected = name == "ann" && !mail.subject.contains("factor is on");
            assert_eq!(is_told(&mail), expected, "{}", mail.text);
        }
    }
}

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    n: i64,
}

async fn count(server: &Server, sql: &str) -> i64 {
    let mut conn = superuser(&server.database).await;
    let row = diesel::sql_query(sql).get_result::<Count>(&mut conn);
    row.await.unwrap().n
}

/// Returns the number of stored secrets and of recovery codes.
async fn rows(server: &Server) -> [i64; 2] {
    [
        count(server, "SELECT count(*) AS n FROM totp_secrets").await,
        count(server, "SELECT count(*) AS n FROM recovery_codes").await,
    ]
}
