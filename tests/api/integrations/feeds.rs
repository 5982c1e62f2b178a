//! Calendars and feeds at secret URLs: their contents, read by parsers of these formats, and how
//! players renew and revoke the URLs.

use accounts::limits::{Limits, Quotas};
use atom_syndication::{Entry, Feed};
use chrono::TimeDelta;
use common::clock::Moment;
use icalendar::{Calendar, CalendarDateTime, Component, DatePerhapsTime, Event};
use reqwest::Method;
use serde_json::{Value, json};

use crate::database_helpers::few;
use crate::helpers::*;
use crate::table::*;

/// Returns the paths of a player's addresses.
struct Addresses {
    calendar: String,
    feed: String,
}

impl Addresses {
    fn of(made: &Value) -> Addresses {
        let path = |member: &str| {
            let url = made[member].as_str().unwrap();
            let path = url.strip_prefix("http://turnpike.test").unwrap();
            path.to_owned()
        };
        Addresses {
            calendar: path("calendar_url"),
            feed: path("feed_url"),
        }
    }

    async fn statuses(&self, server: &Server) -> [u16; 2] {
        let status = async |path| shown(server, path, None).await.status.as_u16();
        [status(&self.calendar).await, status(&self.feed).await]
    }

    async fn events(&self, server: &Server) -> Vec<Event> {
        let shown = shown(server, &self.calendar, None).await;
        assert_eq!(shown.status, 200, "{}", shown.text);
        assert_eq!(
            shown.headers["content-type"],
            "text/calendar; charset=utf-8"
        );
        for line in shown.text.split_terminator("\r\n") {
            assert!(line.len() <= 75 && !line.contains(['\r', '\n']), "{line}");
        }
        let calendar: Calendar = shown.text.parse().unwrap();
        calendar.events().cloned().collect()
    }

    /// The only event.
    async fn event(&self, server: &Server) -> Event {
        let [event] = self.events(server).await.try_into().unwrap();
        event
    }

    async fn read(&self, server: &Server) -> Feed {
        let shown = shown(server, &self.feed, None).await;
        assert_eq!(shown.status, 200, "{}", shown.text);
        assert_eq!(
            shown.headers["content-type"],
            "application/atom+xml; charset=utf-8"
        );
        Feed::read_from(shown.text.as_bytes()).unwrap()
    }

    /// The only entry.
    async fn entry(&self, server: &Server) -> Entry {
        let [entry] = self.read(server).await.entries.try_into().unwrap();
        entry
    }
}

/// Requests a feed like a program that knows only the address.
async fn shown(server: &Server, path: &str, known: Option<&str>) -> Answer {
    let mut request = server.request(Method::GET, path);
    if let Some(tag) = known {
        request = request.header("if-none-match", tag);
    }
    answer(request).await
}

fn starts(event: &Event) -> Moment {
    match event.get_start().unwrap() {
        DatePerhapsTime::DateTime(CalendarDateTime::Utc(at)) => at,
        other => panic!("not a moment in UTC: {other:?}"),
    }
}

fn moment(value: &Value) -> Moment {
    value.as_str().unwrap().parse().unwrap()
}

impl Player<'_> {
    async fn makes_addresses(&self) -> Addresses {
        let made = self.post("/v1/me/feeds", json!(null)).await;
        assert_eq!(made.status, 201, "{}", made.text);
        Addresses::of(&made.ok())
    }

    /// When this player's time is over.
    async fn deadline(&self, game: &str, seat: usize) -> Moment {
        moment(&self.sees(game).await["seats"][seat]["clock"]["deadline"])
    }
}

/// A game of two with clocks, in which it is the turn of the first.
async fn paced(ann: &Player<'_>, ben: &Player<'_>) -> String {
    let pace = json!({"days_per_move": 3});
    let game = json!({"kind": "thats-life", "seats": 2, "options": {"pawns": "2"},
        "entropy": ann.luck(), "pace": pace});
    let game = ann.makes(game).await;
    ben.joins(&game).await;
    game
}

/// Plays until it is this seat's turn after a move of another seat.
async fn until_turn_of(players: &[&Player<'_>], game: &str, seat: u64) {
    play_on(players, game, 1).await;
    while players[0].sees(game).await["to_act"] != json!([seat]) {
        play_on(players, game, 1).await;
    }
}

#[tokio::test]
async fn calendar_event_moves_with_the_deadline() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let addresses = ann.makes_addresses().await;
    assert!(addresses.events(&server).await.is_empty());
    let game = paced(&ann, &ben).await;
    let began = server.app.clock.now();
    let first = addresses.event(&server).await;
    let deadline = ann.deadline(&game, 0).await;
    assert_eq!(starts(&first), deadline);
    assert_eq!(
        first.get_summary(),
        Some("Your time ends: That's Life! with ben")
    );
    let url = format!("http://turnpike.test/games/{game}");
    assert_eq!(first.get_url(), Some(&*url));
    assert!(first.get_description().unwrap().ends_with(&url));
    let uid = format!("deadline-{game}@turnpike.test");
    assert_eq!(first.get_uid(), Some(&*uid));
    assert_eq!(first.get_last_modified(), Some(began));
    assert_eq!(first.get_timestamp(), Some(began));
    // A quarter of three days before.
    let alarm = &first.components()[0];
    assert_eq!(alarm.component_kind(), "VALARM");
    assert_eq!(alarm.property_value("ACTION"), Some("DISPLAY"));
    let before = alarm.property_value("TRIGGER").unwrap();
    assert_eq!(before, "-PT64800S", "{before}");
    // An opponent gives more time.
    let more = format!("/v1/games/{game}/seats/0/extension");
    ben.post(&more, json!({"days": 2})).await.ok();
    let later = addresses.event(&server).await;
    assert_eq!(starts(&later), deadline + TimeDelta::days(2));
    assert_eq!(later.get_uid(), Some(&*uid));
    assert!(later.get_sequence() > first.get_sequence());
    // A holiday, for which the clock rests: it begins with the day after tomorrow.
    let away = began.date_naive() + TimeDelta::days(2);
    let back = away + TimeDelta::days(1);
    ann.post("/v1/me/holidays", json!({"from": away, "until": back}))
        .await
        .ok();
    let rested = addresses.event(&server).await;
    assert_eq!(starts(&rested), deadline + TimeDelta::days(4));
    assert_eq!(starts(&rested), ann.deadline(&game, 0).await);
    assert!(rested.get_sequence() > later.get_sequence());
    // The turn is over, and comes again: the same event, at another time.
    server.app.clock.forward(TimeDelta::hours(1));
    until_turn_of(&[&ann, &ben], &game, 1).await;
    assert!(addresses.events(&server).await.is_empty());
    until_turn_of(&[&ann, &ben], &game, 0).await;
    let again = addresses.event(&server).await;
    assert_eq!(again.get_uid(), Some(&*uid));
    assert_eq!(starts(&again), ann.deadline(&game, 0).await);
    assert!(again.get_sequence() > rested.get_sequence());
    assert_eq!(again.get_last_modified(), Some(server.app.clock.now()));
    // A game that is over vanishes.
    play_on(&[&ann, &ben], &game, usize::MAX).await;
    assert!(addresses.events(&server).await.is_empty());
    assert!(addresses.read(&server).await.entries.is_empty());
}

/// RFC 5545 section 3.6 wants at least one component.
#[tokio::test]
async fn calendar_without_events_has_a_component() {
    let server = server().await;
    let ann = server.player("ann").await;
    let addresses = ann.makes_addresses().await;
    let empty = shown(&server, &addresses.calendar, None).await.text;
    let calendar: Calendar = empty.parse().unwrap();
    assert_eq!(calendar.components.len(), 1, "{empty}");
    assert!(empty.contains("\r\nBEGIN:VTIMEZONE\r\n"), "{empty}");
    assert!(
        empty.ends_with("\r\nEND:VTIMEZONE\r\nEND:VCALENDAR\r\n"),
        "{empty}"
    );
    assert!(addresses.events(&server).await.is_empty());
}

/// Google shows a private event only as “Busy”, and many programs hide an event without a duration.
#[tokio::test]
async fn calendar_event_is_public_free_and_has_a_duration() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let addresses = ann.makes_addresses().await;
    paced(&ann, &ben).await;
    let event = addresses.event(&server).await;
    assert_eq!(event.property_value("CLASS"), None);
    assert_eq!(event.property_value("TRANSP"), Some("TRANSPARENT"));
    let DatePerhapsTime::DateTime(CalendarDateTime::Utc(end)) = event.get_end().unwrap() else {
        panic!("not a moment in UTC");
    };
    assert_eq!(end - starts(&event), TimeDelta::minutes(15));
}

#[tokio::test]
async fn feed_shows_deadline_in_readers_time_zone() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let zone = json!({"time_zone": "Europe/Paris"});
    ann.patch("/v1/me", zone).await.ok();
    let addresses = ann.makes_addresses().await;
    paced(&ann, &ben).await;
    let entry = addresses.entry(&server).await;
    assert_eq!(
        entry.summary.unwrap().value,
        "Your time ends on Wednesday 4 March 2026, 13:00 CET."
    );
}

#[tokio::test]
async fn feed_has_one_entry_for_each_turn() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let addresses = ben.makes_addresses().await;
    let empty = addresses.read(&server).await;
    assert_eq!(empty.title.value, "Turnpike: games that wait for you");
    assert_eq!(
        (empty.id.as_str(), empty.updated.to_utc()),
        ("http://turnpike.test/#waiting-ben", server.app.clock.now())
    );
    assert!(empty.entries.is_empty() && empty.authors[0].name == "Turnpike");
    let game = thats_life(&[&ann, &ben]).await;
    assert!(addresses.read(&server).await.entries.is_empty());
    server.app.clock.forward(TimeDelta::hours(1));
    until_turn_of(&[&ann, &ben], &game, 1).await;
    let (turn, began) = (addresses.entry(&server).await, server.app.clock.now());
    assert_eq!(turn.title.value, "It is your turn: That's Life! with ann");
    assert_eq!(turn.updated.to_utc(), began);
    let url = format!("http://turnpike.test/games/{game}");
    assert_eq!(turn.links[0].href, url);
    assert_eq!(turn.id, format!("{url}#turn-0"));
    assert_eq!(turn.summary, None);
    assert_eq!(addresses.read(&server).await.updated.to_utc(), began);
    // It stays the same until the turn is over, regardless of moves in it.
    server.app.clock.forward(TimeDelta::hours(1));
    let mut in_it = 0;
    while ann.sees(&game).await["to_act"] == json!([1]) {
        assert_eq!(addresses.entry(&server).await, turn);
        play_on(&[&ann, &ben], &game, 1).await;
        in_it += 1;
    }
    assert!(in_it > 1, "a turn is more than one move here");
    assert!(addresses.read(&server).await.entries.is_empty());
    until_turn_of(&[&ann, &ben], &game, 1).await;
    let next = addresses.entry(&server).await;
    assert_ne!(next.id, turn.id);
    assert_eq!(next.updated.to_utc(), server.app.clock.now());
}

#[tokio::test]
async fn feed_lists_invitations_and_seat_offers() {
    let server = server().await;
    let [ann, ben, cleo] = server.players(["ann", "ben", "cleo"]).await;
    let addresses = cleo.makes_addresses().await;
    server.app.clock.forward(TimeDelta::minutes(1));
    let invites = json!({"kind": "thats-life", "seats": 2, "visibility": "private",
        "invite": [{"player": "cleo"}]});
    let kept = ann.makes(invites).await;
    let asked = server.app.clock.now();
    server.app.clock.forward(TimeDelta::minutes(1));
    let game = thats_life(&[&ann, &ben]).await;
    server.app.clock.forward(TimeDelta::minutes(1));
    let offer = format!("/v1/games/{game}/seats/me/replacement");
    ann.post(&offer, json!({"player": "cleo"})).await.ok();
    let entries = addresses.read(&server).await.entries;
    let told: Vec<(&str, &str, Moment)> = entries
        .iter()
        .map(|it| (&*it.title.value, &*it.id, it.updated.to_utc()))
        .collect();
    let id = |game: &str, what: &str| format!("http://turnpike.test/games/{game}#{what}");
    assert_eq!(
        told,
        [
            (
                "A seat is offered to you: That's Life! with ann and ben",
                &*id(&game, "offer"),
                server.app.clock.now(),
            ),
            (
                "A seat is kept for you: That's Life! with ann",
                &*id(&kept, "seat"),
                asked
            ),
        ]
    );
    // Only this player gets it, and not after declining.
    let bens = ben.makes_addresses().await;
    assert!(!shown(&server, &bens.feed, None).await.text.contains(&kept));
    cleo.delete(&offer.replace("/me/", "/0/")).await.ok();
    cleo.put("/v1/me/blocked/ann", json!({})).await.ok();
    assert!(addresses.read(&server).await.entries.is_empty());
}

#[tokio::test]
async fn calendar_and_feed_are_in_the_readers_language() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    ann.patch("/v1/me", json!({"language": "fr"})).await.ok();
    let addresses = ann.makes_addresses().await;
    paced(&ann, &ben).await;
    let event = addresses.event(&server).await;
    assert_eq!(
        event.get_summary(),
        Some("Votre temps s’achève\u{a0}: That's Life! avec ben")
    );
    let entry = addresses.entry(&server).await;
    assert_eq!(
        (&*entry.title.value, &*entry.summary.unwrap().value),
        (
            "C’est à vous de jouer\u{a0}: That's Life! avec ben",
            "Votre temps s’achève le mercredi 4 mars 2026, 12:00 UTC."
        )
    );
    ann.patch("/v1/me", json!({"language": "de"})).await.ok();
    let event = addresses.event(&server).await;
    assert_eq!(
        event.get_summary(),
        Some("Deine Zeit läuft ab: That's Life! mit ben")
    );
    let feed = addresses.read(&server).await;
    assert_eq!(feed.lang.as_deref(), Some("de"));
    assert_eq!(feed.title.value, "Turnpike: Partien, die auf dich warten");
}

#[tokio::test]
async fn unchanged_calendar_and_feed_return_304() {
    let server = server().await;
    let [ann, ben] = server.two_players().await;
    let addresses = ann.makes_addresses().await;
    let game = paced(&ann, &ben).await;
    for path in [&addresses.calendar, &addresses.feed] {
        let whole = shown(&server, path, None).await;
        assert_eq!(whole.headers["cache-control"], "private, no-cache");
        let tag = whole.headers["etag"].to_str().unwrap();
        server.app.clock.forward(TimeDelta::minutes(10));
        let still = shown(&server, path, Some(tag)).await;
        assert_eq!((still.status.as_u16(), &*still.text), (304, ""));
        assert_eq!(still.headers["etag"], tag);
        let more = format!("/v1/games/{game}/seats/0/extension");
        ben.post(&more, json!({"days": 1})).await;
        until_turn_of(&[&ann, &ben], &game, 1).await;
        let other = shown(&server, path, Some(tag)).await;
        assert_eq!(other.status, 200);
        assert_ne!(other.headers["etag"], tag);
        until_turn_of(&[&ann, &ben], &game, 0).await;
    }
}

#[tokio::test]
async fn feed_urls_stop_working_when_renewed_or_revoked() {
    let server = server().await;
    let [ann, olga] = [server.player("ann").await, server.admin("olga").await];
    let none = json!({"created_at": null});
    assert_eq!(ann.get("/v1/me/feeds").await.ok(), none);
    let old = ann.makes_addresses().await;
    assert_eq!(old.statuses(&server).await, [200, 200]);
    server.app.clock.forward(TimeDelta::minutes(1));
    let new = ann.makes_addresses().await;
    let made_at = common::clock::rfc3339(server.app.clock.now());
    assert_eq!(
        ann.get("/v1/me/feeds").await.ok(),
        json!({"created_at": made_at})
    );
    assert_eq!(old.statuses(&server).await, [404, 404]);
    assert_eq!(new.statuses(&server).await, [200, 200]);
    // The response is the same for every fault of a secret.
    let gone = shown(&server, &old.calendar, None).await;
    let gone = gone.problem(404, "not-found");
    for wrong in ["", "?secret=", "?secret=%00", "?secret=x"] {
        let path = format!("/v1/me/calendar.ics{wrong}");
        let other = shown(&server, &path, None).await.problem(404, "not-found");
        assert_eq!(other, gone, "{wrong}");
    }
    assert_eq!(ann.delete("/v1/me/feeds").await.status, 204);
    assert_eq!(ann.delete("/v1/me/feeds").await.status, 204);
    assert_eq!(ann.get("/v1/me/feeds").await.ok(), none);
    assert_eq!(new.statuses(&server).await, [404, 404]);

    let made = ann.makes_addresses().await;
    let token = ann.token_for(&["games:read", "account"]).await;
    let by_token = server.send(Method::POST, "/v1/me/feeds", Some(&token), None);
    by_token.await.problem(403, "insufficient-scope");
    let another = json!({"password": "another long password", "current_password": PASSWORD});
    ann.patch("/v1/me", another).await.ok();
    assert_eq!(made.statuses(&server).await, [404, 404]);
    let made = ann.makes_addresses().await;
    ann.delete("/v1/sessions?all=true").await.ok();
    assert_eq!(made.statuses(&server).await, [404, 404]);

    let ben = server.player("ben").await;
    let made = ben.makes_addresses().await;
    olga.does(json!({"type": "suspend", "player": "ben"}))
        .await
        .ok();
    assert_eq!(made.statuses(&server).await, [404, 404]);
    let cleo = server.player("cleo").await;
    let made = cleo.makes_addresses().await;
    let sure = json!({"password": PASSWORD});
    let gone = server.send(Method::DELETE, "/v1/me", Some(&cleo.token), Some(&sure));
    gone.await.ok();
    assert_eq!(made.statuses(&server).await, [404, 404]);
}

#[tokio::test]
async fn feed_requests_beyond_the_rate_limit_return_429() {
    let limited = |app: &mut turnpike::App| {
        let quotas = Quotas {
            feeds: few(2),
            ..Quotas::default()
        };
        app.limits = Limits::new(quotas);
    };
    let server = server_with(fresh_database().await, |_| {}, limited).await;
    let ann = server.player("ann").await;
    let addresses = ann.makes_addresses().await;
    assert_eq!(addresses.statuses(&server).await, [200, 200]);
    let more = shown(&server, &addresses.feed, None).await;
    assert!(more.headers.contains_key("retry-after"));
    more.problem(429, "rate-limited");
}
