//! The pages in a real browser: Chromium, driven over WebDriver.
//!
//! Without `chromedriver` the tests print a message and pass. With `CI` set they fail.

mod driver;

use driver::Browser;
use reqwest::Method;
use serde_json::{Value, json};

use crate::helpers::*;
use crate::second_factor::Phone;
use crate::table::*;

#[tokio::test]
async fn game_page_supports_chat_notes_and_orders() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    let path = format!("/v1/games/{game}/chat");
    let said = "Hello <img src=x onerror=alert(1)> & \"you\"";
    ben.post(&path, json!({"text": said})).await.ok();
    let Some(browser) = Browser::open().await else {
        return;
    };
    browser
        .goes_to(&format!("{}/games/{game}", server.address))
        .await;
    // A stranger sees the game, and no chat.
    browser.sees("document.getElementById('tab-about')").await;
    let hidden = "return !document.getElementById('tab-chat')
        && !document.getElementById('tab-own')";
    assert_eq!(browser.runs(hidden).await, true);
    browser.signs_in("ann").await;
    let last = "document.querySelector('#messages li:last-child p')?.textContent";
    browser.sees("document.getElementById('tab-chat')").await;
    browser.clicks("#tab-chat").await;
    browser.sees(&format!("{last} === {}", json!(said))).await;
    let images = "return document.querySelectorAll('#messages img').length";
    assert_eq!(browser.runs(images).await, 0);

    browser.types("#message", "Hello, Ben!").await;
    browser.clicks("#say [type=submit]").await;
    browser.sees(&format!("{last} === 'Hello, Ben!'")).await;
    browser
        .sees("document.getElementById('message').value === ''")
        .await;
    let page = ben.get(&path).await.ok();
    assert_eq!(page["messages"][1]["text"], "Hello, Ben!");
    assert_eq!(page["messages"][1]["author"], "ann");

    browser.clicks("#tab-own").await;
    browser
        .sees("document.getElementById('own-note')?.disabled === false")
        .await;
    browser.types("#own-note", "Ben is polite.").await;
    browser.clicks("#write-note [type=submit]").await;
    browser
        .sees("document.getElementById('note-state').textContent.startsWith('Saved')")
        .await;
    browser
        .sees("document.getElementById('known-orders')?.textContent.includes('furthest behind')")
        .await;
    browser
        .sees("!document.querySelector('#give-orders [type=submit]').disabled")
        .await;
    browser.types("#conditional", "pawns last").await;
    browser.clicks("#give-orders [type=submit]").await;
    browser
        .sees("document.getElementById('conditional').value === 'pawns back'")
        .await;
    let orders = format!("/v1/games/{game}/orders");
    let given = ann.get(&orders).await.ok();
    assert_eq!(given["conditional"], json!(["pawns back"]));
    let note = format!("/v1/games/{game}/note");
    assert_eq!(ann.get(&note).await.ok()["text"], "Ben is polite.");
    assert_eq!(ben.get(&note).await.ok()["text"], "");
    // Written elsewhere meanwhile: nothing is lost.
    ann.put(&note, json!({"text": "From my telephone."}))
        .await
        .ok();
    browser.types("#own-note", " Really.").await;
    browser.clicks("#write-note [type=submit]").await;
    browser
        .sees(
            "document.getElementById('own-note').value
                === 'From my telephone.\\nBen is polite. Really.'",
        )
        .await;
    let complaints = browser.complaints().await;
    assert!(
        complaints.iter().all(|it| it.contains("412")),
        "{complaints:?}"
    );
    browser.close().await;
}

/// Loses the answer to the next game that the page makes, as a proxy does that gave up waiting.
const LOSE_AN_ANSWER: &str = "
    const real = window.fetch;
    window.fetch = async (path, asked) => {
        const answer = await real(path, asked);
        if (path !== '/v1/games' || asked?.method !== 'POST') return answer;
        window.fetch = real;
        return new Response('', { status: 503 });
    };";

#[tokio::test]
async fn second_click_after_lost_response_creates_no_second_game() {
    let server = server().await;
    let ann = server.player("ann").await;
    let Some(browser) = Browser::open().await else {
        return;
    };
    let new_game = format!("{}/new", server.address);
    browser.goes_to(&new_game).await;
    browser.signs_in("ann").await;
    let ready = "document.getElementById('new-game')
        && (document.getElementById('advanced').open = true)";
    let make = "#new-game [type=submit]";
    let failed = "document.body.textContent.includes('The server answered 503')";
    browser.sees(ready).await;
    browser.runs(LOSE_AN_ANSWER).await;
    browser.clicks(make).await;
    browser.sees(failed).await;
    assert_eq!(ann.lists("?mine=true").await.len(), 1);
    browser.clicks(make).await;
    browser.arrives_at("#game").await;
    let games = ann.lists("?mine=true").await;
    assert_eq!(games.len(), 1);
    let at = browser.runs("return location.pathname").await;
    assert_eq!(at, format!("/games/{}", games[0]));

    // Whoever asks for something else is told that there is a game, and can make another one then.
    browser.goes_to(&new_game).await;
    browser.sees(ready).await;
    browser.runs(LOSE_AN_ANSWER).await;
    browser.clicks(make).await;
    browser.sees(failed).await;
    browser.types("#entropy", " and more").await;
    browser.clicks(make).await;
    let told = "document.body.textContent.includes('Look at your games')";
    browser.sees(told).await;
    assert_eq!(ann.lists("?mine=true").await.len(), 2);
    browser.clicks(make).await;
    browser.arrives_at("#game").await;
    assert_eq!(ann.lists("?mine=true").await.len(), 3);
    browser.close().await;
}

#[tokio::test]
async fn game_page_shows_that_the_game_is_paused() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    let Some(browser) = Browser::open().await else {
        return;
    };
    let act = turnpike::service::admin::Act::Pause { game: game.clone() };
    server.operator_does(act).await.unwrap();
    let page = format!("{}/games/{game}", server.address);
    browser.goes_to(&page).await;
    let state = "document.getElementById('state').textContent";
    browser
        .sees(&format!("{state}.includes('stands still')"))
        .await;
    browser.signs_in("ann").await;
    browser.sees("document.getElementById('game')").await;
    let said = browser.runs(&format!("return {state}")).await;
    assert_eq!(
        said,
        "The game stands still: the operator of this server has stopped it for a while. \
         Nobody can move, and no clock runs."
    );
    assert_eq!(
        browser.runs("return document.title.includes('turn')").await,
        false
    );
    browser.close().await;
}

/// Also for moves whose verb is not drawn on the board: a touch on a cell plays “place”.
#[tokio::test]
async fn one_touch_plays_a_move() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let Some(browser) = Browser::open().await else {
        return;
    };
    let page = |game: &str| format!("{}/games/{game}", server.address);
    let mine = "document.getElementById('state').className === 'mine'";
    // Where there is one move, it is chosen already.
    let chosen = "document.querySelector('#picture [data-chosen]')";
    let game = thats_life(&[&ann, &ben]).await;
    browser.goes_to(&page(&game)).await;
    browser.signs_in("ann").await;
    browser.sees(mine).await;
    browser.sees(chosen).await;
    browser.clicks("#picture [data-word=roll]").await;
    browser
        .sees("document.getElementById('log')?.children.length === 2")
        .await;
    browser
        .sees("document.querySelector('#picture [data-word=start][data-chosen]')")
        .await;
    browser.clicks("#picture [data-word=start]").await;
    browser.sees(&format!("!({mine})")).await;
    assert_eq!(ann.sees(&game).await["ply"], 2);
    assert_eq!(ann.sees(&game).await["to_act"], json!([1]));

    // Of Buttons, a cell: “place” is not drawn. To end a round is asked about.
    let game = a_game_of("buttons", json!({}), &[&ann, &ben]).await;
    if ann.sees(&game).await["to_act"] == json!([1]) {
        ben.plays(&game, "roll").await;
    } else {
        ann.plays(&game, "roll").await;
    }
    browser.goes_to(&page(&game)).await;
    browser.sees(mine).await;
    let before = ann.sees(&game).await["ply"].as_u64().unwrap();
    browser
        .sees("document.querySelector('#picture [id^=drawn-cell][data-offered]')")
        .await;
    browser
        .clicks("#picture [id^=drawn-cell][data-offered]")
        .await;
    browser.sees(&format!("!({mine})")).await;
    assert_eq!(ann.sees(&game).await["ply"], before + 1);
    assert_eq!(browser.complaints().await, [""; 0]);
    browser.close().await;
}

#[tokio::test]
async fn ask_before_move_setting_requires_confirmation_and_persists() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let Some(browser) = Browser::open().await else {
        return;
    };
    let game = thats_life(&[&ann, &ben]).await;
    browser
        .goes_to(&format!("{}/games/{game}", server.address))
        .await;
    browser.signs_in("ann").await;
    browser
        .sees("document.querySelector('#picture [data-word=roll][data-chosen]')")
        .await;
    browser.clicks("#play-part summary").await;
    browser.clicks("#ask-always").await;
    browser.clicks("#picture [data-word=roll]").await;
    browser
        .sees("document.getElementById('commit')?.textContent === 'Play'")
        .await;
    assert_eq!(ann.sees(&game).await["ply"], 0);
    browser.clicks("#commit").await;
    browser
        .sees("document.getElementById('log')?.children.length === 2")
        .await;
    browser.runs("location.reload()").await;
    browser
        .sees("document.getElementById('ask-always')?.checked")
        .await;
    browser.close().await;
}

#[tokio::test]
async fn earlier_position_has_url_and_arrow_keys_change_it() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    ann.takes_a_first_turn(&game).await;
    let Some(browser) = Browser::open().await else {
        return;
    };
    browser
        .goes_to(&format!("{}/games/{game}/1", server.address))
        .await;
    let title = "document.getElementById('ply-title')?.textContent";
    browser.sees(&format!("{title} === '1 of 2'")).await;
    browser
        .sees("document.querySelector('.past #picture svg')")
        .await;
    browser.types("body", "\u{e014}").await; // The key →.
    browser.sees(&format!("{title} === '2'")).await;
    browser
        .sees(&format!("location.pathname === '/games/{game}'"))
        .await;
    browser.types("body", "\u{e012}\u{e012}").await; // The key ←, twice.
    browser.sees(&format!("{title} === '0 of 2'")).await;
    browser
        .sees(&format!("location.pathname === '/games/{game}/0'"))
        .await;
    assert_eq!(browser.complaints().await, [""; 0]);
    browser.close().await;
}

/// Stores each new title of this page, and whether the page is hidden, where other tabs can read
/// it.
const WATCH_THE_TITLE: &str = "
    new MutationObserver(() => localStorage.setItem('title', `${document.hidden} ${document.title}`))
        .observe(document.querySelector('title'), { childList: true });";

#[tokio::test]
async fn background_tab_shows_opponents_move_in_its_title() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let game = thats_life(&[&ann, &ben]).await;
    ann.takes_a_first_turn(&game).await;
    let Some(browser) = Browser::open().await else {
        return;
    };
    browser
        .goes_to(&format!("{}/games/{game}", server.address))
        .await;
    let state = "document.getElementById('state').textContent";
    browser.sees(&format!("{state} === 'ben is to act.'")).await;
    browser.signs_in("ann").await;
    browser.sees("document.getElementById('tab-own')").await;
    browser.runs(WATCH_THE_TITLE).await;
    // Another tab of the same browser, which comes to the front: the home page.
    let tab = json!({"type": "tab"});
    let tab = browser.call(Method::POST, "/window/new", tab).await;
    let to = |handle: &Value| json!({"handle": handle});
    browser
        .call(Method::POST, "/window", to(&tab["handle"]))
        .await;
    browser.goes_to(&server.address).await;
    browser
        .sees("document.getElementById('mine-list')?.children.length === 1")
        .await;
    ben.takes_a_first_turn(&game).await;
    browser
        .sees("localStorage.getItem('title')?.startsWith('true ● Your turn')")
        .await;
    // The home page is told too, by the same stream.
    browser
        .sees("document.getElementById('waiting-list')?.textContent.includes('Your turn')")
        .await;
    assert_eq!(server.app.listeners.count(), 1);
    assert_eq!(browser.complaints().await, [""; 0]);
    browser.close().await;
}

#[tokio::test]
async fn second_factor_set_up_on_page_is_required_to_sign_in() {
    let server = server().await;
    server.player("ann").await;
    let Some(browser) = Browser::open().await else {
        return;
    };
    browser.goes_to(&server.address).await;
    browser.signs_in("ann").await;
    browser.opens_settings("totp").await;
    browser
        .sees("document.getElementById('totp-state').textContent.startsWith('It is off')")
        .await;
    browser.types("#totp-password", PASSWORD).await;
    browser.clicks("#totp-begin").await;
    browser
        .sees("document.getElementById('totp-qr')?.naturalWidth > 0")
        .await;
    let secret = "return document.getElementById('totp-secret').textContent.replaceAll(' ', '')";
    let secret = browser.runs(secret).await;
    let phone = Phone::scans(&json!({"secret": secret}));
    browser.types("#totp-code", &phone.shows(&server)).await;
    browser.clicks("#totp-confirm").await;
    let shown = "document.querySelectorAll('#recovery-codes li').length";
    browser.sees(&format!("{shown} === 10")).await;
    // Whoever signs out while the server is slow leaves nothing on the page either, not even what
    // was asked for before and comes after.
    browser
        .runs(
            "const send = window.fetch;
             const late = new Promise((resume) => (window.resume = resume));
             window.fetch = async (...asked) => {
                 const answer = await send(...asked);
                 if (asked[1].method !== 'DELETE') await late;
                 return answer;
             };",
        )
        .await;
    browser.types("#totp-password", PASSWORD).await;
    browser.clicks("#totp-renew").await;
    browser.clicks("#who button").await;
    browser
        .sees("!document.getElementById('account').hidden")
        .await;
    let left = "return document.getElementById('recovery-codes')?.textContent ?? ''";
    assert_eq!(browser.runs(left).await, "");
    browser.runs("window.resume()").await;
    browser
        .sees("document.getElementById('fault').textContent.includes('signed out')")
        .await;
    assert_eq!(browser.runs(left).await, "");

    browser
        .runs("document.getElementById('account').open = true")
        .await;
    browser.types("#in-name", "ann").await;
    browser.types("#in-password", PASSWORD).await;
    browser.clicks("#sign-in [type=submit]").await;
    browser
        .sees("!document.getElementById('by-totp').hidden")
        .await;
    let next = phone.shows_next(&server);
    browser.types("#in-totp", &next).await;
    browser.clicks("#sign-in [type=submit]").await;
    browser
        .sees("document.getElementById('account').hidden")
        .await;
    let complaints = browser.complaints().await;
    assert!(
        complaints.iter().all(|it| it.contains("401")),
        "{complaints:?}"
    );
    browser.close().await;
}

#[tokio::test]
async fn passkey_signs_in_on_page_until_it_is_removed() {
    let server = server_for_browsers().await;
    let ann = server.player("ann").await;
    let Some(browser) = Browser::open().await else {
        return;
    };
    // Passkeys are bound to a name: the server's number is none.
    let home = server.app.config.public_url.clone();
    let phone = json!({
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": true,
        "hasUserVerification": true, "isUserVerified": true, "isUserConsenting": true,
    });
    browser.goes_to(&home).await;
    browser
        .call(Method::POST, "/webauthn/authenticator", phone)
        .await;
    browser.signs_in("ann").await;
    browser.opens_settings("passkeys").await;
    browser
        .sees("document.getElementById('passkey-name')")
        .await;
    browser.types("#passkey-name", "My phone").await;
    browser.types("#passkey-password", PASSWORD).await;
    browser.clicks("#passkey-add").await;
    let first = "document.querySelector('#passkey-list strong')?.textContent";
    browser.sees(&format!("{first} === 'My phone'")).await;
    // With a second factor on, it is enough all the same.
    ann.turns_on().await;
    browser.clicks("#who button").await;
    browser
        .sees("!document.getElementById('account').hidden")
        .await;
    browser
        .runs("document.getElementById('account').open = true")
        .await;
    // Nothing of the list was left on the page.
    assert_eq!(
        browser.runs(&format!("return {first} ?? null")).await,
        Value::Null
    );
    browser.clicks("#by-passkey").await;
    browser
        .sees("document.querySelector('#who strong')?.textContent === 'ann'")
        .await;
    // Without the password, the passkey itself shows who removes it.
    browser
        .sees("document.querySelector('#passkey-list button')")
        .await;
    browser.clicks("#passkey-list button").await;
    browser.clicks("#ask-yes").await;
    browser
        .sees("!document.querySelector('#passkey-list li')")
        .await;
    browser.clicks("#who button").await;
    browser
        .sees("!document.getElementById('account').hidden")
        .await;
    browser
        .runs("document.getElementById('account').open = true")
        .await;
    browser.clicks("#by-passkey").await;
    browser
        .sees("document.getElementById('fault').textContent.includes('do not fit')")
        .await;
    browser.close().await;
}

#[tokio::test]
async fn calendar_urls_are_created_and_removed_in_settings() {
    let server = server().await;
    server.player("ann").await;
    let Some(browser) = Browser::open().await else {
        return;
    };
    browser.goes_to(&server.address).await;
    browser.signs_in("ann").await;
    browser.opens_settings("calendar").await;
    let state = "document.getElementById('feeds-state')?.textContent";
    browser.sees(&format!("{state}.includes('none')")).await;
    browser.clicks("#feeds-renew").await;
    let first = "document.querySelector('#feeds code')?.textContent";
    browser.sees(&format!("{first}.includes('/v1/me/')")).await;
    let url = browser.runs(&format!("return {first}")).await;
    let path = url.as_str().unwrap().replace("http://turnpike.test", "");
    assert_eq!(server.get(&path).await.status, 200);
    browser.clicks("#feeds-end").await;
    browser.clicks("#ask-yes").await;
    browser.sees(&format!("{state}.includes('none')")).await;
    assert_eq!(server.get(&path).await.status, 404);
    browser.close().await;
}

#[tokio::test]
async fn confirmation_link_opens_settings_with_code_filled_in() {
    let server = server().await;
    server.player("ann").await;
    let Some(browser) = Browser::open().await else {
        return;
    };
    browser.goes_to(&server.address).await;
    browser.signs_in("ann").await;
    browser.goes_to("about:blank").await;
    browser
        .goes_to(&format!("{}/settings#confirm=12345678", server.address))
        .await;
    browser
        .sees("document.activeElement?.id === 'yours-code'")
        .await;
    let state = "return [document.activeElement.value, location.hash]";
    assert_eq!(browser.runs(state).await, json!(["12345678", "#address"]));
    browser.close().await;
}

/// The player signs in, consents, and returns to the app with a valid code.
#[tokio::test]
async fn player_authorizes_and_revokes_connected_app_in_browser() {
    let server = server().await;
    let ann = server.player("ann").await;
    let Some(browser) = Browser::open().await else {
        return;
    };
    // Programs on one's own device listen there; here it is the server that is there anyway.
    let back = format!("{}/health/ready", server.address);
    let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
    let mut link = url::Url::parse(&format!("{}/oauth/authorize", server.address)).unwrap();
    link.query_pairs_mut().extend_pairs([
        ("response_type", "code"),
        ("client_id", "Phone client"),
        ("redirect_uri", &back),
        ("scope", "account"),
        ("state", "a&b=\"c"),
        (
            "code_challenge",
            "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
        ),
        ("code_challenge_method", "S256"),
    ]);
    browser.goes_to(link.as_str()).await;
    browser
        .sees("document.getElementById('consent').hidden")
        .await;
    browser.signs_in("ann").await;
    browser
        .sees("!document.getElementById('consent').hidden")
        .await;
    browser.types("#consent-password", "a wrong password").await;
    browser.clicks("#allow").await;
    browser
        .sees("!document.getElementById('fault').hidden")
        .await;
    assert_eq!(ann.get("/v1/me/tokens").await.ok()["tokens"], json!([]));
    browser
        .runs("document.getElementById('consent-password').value = ''")
        .await;
    browser.types("#consent-password", PASSWORD).await;
    browser.clicks("#allow").await;
    browser.arrives_at("pre").await;
    let asked = browser.runs("return location.href").await;
    let asked = url::Url::parse(asked.as_str().unwrap()).unwrap();
    let told: std::collections::HashMap<_, _> = asked.query_pairs().into_owned().collect();
    assert_eq!(told["state"], "a&b=\"c");
    let form = [
        ("grant_type", "authorization_code"),
        ("client_id", "Phone client"),
        ("redirect_uri", &back),
        ("code", &told["code"]),
        ("code_verifier", verifier),
    ];
    let request = server.request(Method::POST, "/oauth/token").form(&form);
    answer(request).await.ok();
    // Who says no comes back without one.
    browser.goes_to(link.as_str()).await;
    browser.clicks("#deny").await;
    browser.arrives_at("pre").await;
    let told = browser.runs("return location.search").await;
    assert!(
        told.as_str().unwrap().contains("error=access_denied"),
        "{told}"
    );
    // The program stands in the list, and is thrown out there.
    browser.goes_to(&server.address).await;
    browser.opens_settings("programs").await;
    browser
        .sees("document.querySelector('#tokens strong')?.textContent.startsWith('Phone client')")
        .await;
    browser.clicks("#tokens button").await;
    browser.clicks("#ask-yes").await;
    browser
        .sees("document.getElementById('tokens').textContent === 'None.'")
        .await;
    assert_eq!(ann.get("/v1/me/tokens").await.ok()["tokens"], json!([]));
    browser.close().await;
}

#[tokio::test]
async fn player_approves_device_code_on_page() {
    let server = server().await;
    server.player("ann").await;
    let Some(browser) = Browser::open().await else {
        return;
    };
    let asked = [
        ("client_id", "Terminal <b>"),
        ("scope", "games:read games:play"),
    ];
    let request = server.request(Method::POST, "/oauth/device").form(&asked);
    let begun = answer(request).await.ok();
    let code = begun["user_code"].as_str().unwrap();
    browser
        .goes_to(&format!("{}/device?code={code}", server.address))
        .await;
    browser.signs_in("ann").await;
    browser
        .sees("!document.getElementById('device').hidden")
        .await;
    browser.clicks("#device [type=submit]").await;
    browser
        .sees("document.getElementById('decision-client').textContent === 'Terminal <b>'")
        .await;
    let may = browser
        .runs("return document.querySelectorAll('#decision-may li').length")
        .await;
    assert_eq!(may, 2);
    browser.types("#decision-password", PASSWORD).await;
    browser.clicks("#device-allow").await;
    browser
        .sees("document.getElementById('note').textContent.includes('is signed in')")
        .await;
    let form = [
        ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"),
        ("client_id", "Terminal <b>"),
        ("device_code", begun["device_code"].as_str().unwrap()),
    ];
    let request = server.request(Method::POST, "/oauth/token").form(&form);
    assert_eq!(answer(request).await.ok()["scope"], "games:read games:play");
    // The same code again is none.
    browser.types("#device-code", code).await;
    browser.clicks("#device [type=submit]").await;
    browser
        .sees("!document.getElementById('fault').hidden")
        .await;
    assert_eq!(browser.complaints().await.len(), 1);
    browser.close().await;
}

/// The test reaches no push service, so it delivers the message through the DevTools protocol.
#[tokio::test]
async fn push_message_shows_notification_with_link_to_game() {
    let server = server().await;
    server.player("ann").await;
    let Some(browser) = Browser::open().await else {
        return;
    };
    browser.goes_to(&server.address).await;
    let origin = server.address.trim_end_matches('/');
    let allowed =
        json!({"permission": {"name": "notifications"}, "setting": "granted", "origin": origin});
    browser.commands("Browser.setPermission", allowed).await;
    browser.signs_in("ann").await;
    browser.opens_settings("push").await;
    browser.sees("document.getElementById('push-begin')").await;
    browser
        .runs("navigator.serviceWorker.register('/push-worker.js').then(() => navigator.serviceWorker.ready).then(() => { window.works = true; })")
        .await;
    browser.sees("window.works").await;
    let page = format!("{origin}/games/abc");
    let message = json!({"web_push": 8030, "notification": {"title": "Your turn", "body": "Ben moved.", "lang": "en",
        "navigate": page, "tag": "abc"}});
    browser.commands("ServiceWorker.enable", json!({})).await;
    let push = json!({"origin": origin, "registrationId": "0", "data": message.to_string()});
    let look = "const done = arguments[0];
        setTimeout(async () => {
            const own = await navigator.serviceWorker.ready;
            const all = await own.getNotifications();
            done(all.map((it) => [it.title, it.body, it.lang, it.tag, it.data.navigate]));
        }, 300);";
    let mut shown = json!([]);
    // The browser knows a little later that the worker is there.
    for _ in 0..100 {
        browser
            .commands("ServiceWorker.deliverPushMessage", push.clone())
            .await;
        let body = json!({"script": look, "args": []});
        shown = browser.call(Method::POST, "/execute/async", body).await;
        if shown != json!([]) {
            break;
        }
    }
    assert_eq!(
        shown,
        json!([["Your turn", "Ben moved.", "en", "abc", page]])
    );
    assert_eq!(browser.complaints().await, [""; 0]);
    browser.close().await;
}
