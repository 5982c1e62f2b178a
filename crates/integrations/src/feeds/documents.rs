//! The contents of a player's calendar (iCalendar, RFC 5545) and feed (Atom, RFC 4287), in the
//! player's language.
//!
//! Both depend only on the state of the player's games. While that does not change, they are
//! identical to the byte, and clients can keep their copy. About a game they reveal no more than
//! the list of the player's own games.
//!
//! Deadlines are events, because few programs show the `VTODO`s of a calendar that they only read.
//! The feed does not link to itself: readers share entries, and would share the secret in the
//! address too.

use ::games::KINDS;
use accounts::account::{language_of, zone_of};
use atom_syndication::{Entry, Feed, Link, Person, Text};
use chrono::TimeDelta;
use common::texts::message;
use icalendar::{Alarm, Calendar, Component, Event, EventLike, Property, Trigger};
use mail::time::on_clock;
use play::refusal::{Refusal, Result};
use rules::{Language, Message, Word};
use url::Url;

use crate::Integrations;
use crate::feeds::{self, Clock, Reader, Waiting, Wanted};

/// The end of a calendar.
const END: &str = "END:VCALENDAR";

/// The time zone UTC. RFC 5545 section 3.6 requires a component in every calendar, and this one is
/// invisible.
const UTC: &str = "BEGIN:VTIMEZONE\r\nTZID:Etc/UTC\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\n\
    TZOFFSETFROM:+0000\r\nTZOFFSETTO:+0000\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n";

/// How often programs should fetch a calendar again.
const ASK_AGAIN: TimeDelta = TimeDelta::hours(1);

/// The duration of a deadline's event. Programs hide an event without a duration, or draw it as a
/// line.
const LASTS: TimeDelta = TimeDelta::minutes(15);

/// The longest time between an alarm and the deadline. The alarm sounds at a quarter of the
/// player's time before the deadline if that is shorter.
const ALARM: TimeDelta = TimeDelta::days(1);

/// Returns a player's deadlines as a calendar.
pub async fn calendar(app: &Integrations, reader: &Reader) -> Result<String> {
    let language = language_of(&reader.player);
    let name = message("feeds-calendar").to(language);
    let mut calendar = Calendar::empty();
    let head = [
        ("VERSION", "2.0"),
        ("PRODID", "-//Turnpike//Turnpike//EN"),
        ("CALSCALE", "GREGORIAN"),
    ];
    for (key, value) in head {
        calendar.append_property(Property::new(key, value));
    }
    calendar.name(&name).ttl(&ASK_AGAIN);
    for waiting in feeds::turns(app, reader).await? {
        if let Wanted::Turn {
            clock: Some(clock), ..
        } = waiting.wanted
        {
            calendar.push(event(app, reader, &waiting, clock, language));
        }
    }
    let written = calendar.to_string();
    Ok(match calendar.components.is_empty() {
        true => written.replace(END, &format!("{UTC}{END}")),
        false => written,
    })
}

/// Returns the event for the end of the player's time in a game. It does not mark the player as
/// busy. A later turn or more time moves it. It is public, like the game, because Google shows only
/// “Busy” for a private event.
fn event(
    app: &Integrations,
    reader: &Reader,
    waiting: &Waiting,
    clock: Clock,
    language: Language,
) -> Event {
    let row = &waiting.row;
    let summary = message("feeds-deadline").with("game", game(reader, waiting));
    let (summary, url) = (summary.to(language), address(app, waiting));
    let more = message("feeds-deadline-more").to(language);
    // Each log entry and every other change of a clock increases one of the two.
    let sequence = row.ply.saturating_add(i64::from(row.revision));
    let changed = row.changed_at.max(clock.since);
    let before = ((clock.deadline - clock.since) / 4).min(ALARM);
    let before = Trigger::before_start(TimeDelta::minutes(before.num_minutes()));
    let uid = format!("{}@{}", &*row.id, host(app));
    // The library fills omitted fields with the current time and random values.
    let alarm = Alarm::display(&summary, before)
        .uid(&format!("alarm-{uid}"))
        .timestamp(changed)
        .done();
    Event::new()
        .uid(&format!("deadline-{uid}"))
        .sequence(u32::try_from(sequence).unwrap_or(u32::MAX))
        .timestamp(changed)
        .last_modified(changed)
        .starts(clock.deadline)
        .ends(clock.deadline + LASTS)
        .summary(&summary)
        .description(&format!("{more} {url}"))
        .url(&url)
        .add_property("TRANSP", "TRANSPARENT")
        .alarm(alarm)
        .done()
}

/// Returns a player's waiting games as a feed, newest first.
pub async fn feed(app: &Integrations, reader: &Reader) -> Result<Vec<u8>> {
    let language = language_of(&reader.player);
    let mut waiting = feeds::turns(app, reader).await?;
    waiting.extend(feeds::invitations(app, reader).await?);
    waiting.sort_by_key(|it| std::cmp::Reverse(it.since));
    let newest = waiting.first().map(|it| it.since);
    let home = format!("{}/", app.config.public_url);
    let feed = Feed {
        title: message("feeds-title").to(language).into(),
        id: format!("{home}#waiting-{}", reader.player.name),
        updated: newest.unwrap_or(reader.made_at).max(reader.made_at).into(),
        authors: vec![Person {
            name: app.config.site.name.to_string(),
            ..Person::default()
        }],
        links: vec![to(home)],
        lang: Some(language.code().into()),
        entries: waiting
            .iter()
            .map(|it| entry(app, reader, it, language))
            .collect(),
        ..Feed::default()
    };
    feed.write_to(Vec::new()).map_err(Refusal::internal)
}

/// Returns the entry for a game that waits for the player. Each turn has its own entry, even if
/// other players move meanwhile.
fn entry(app: &Integrations, reader: &Reader, waiting: &Waiting, language: Language) -> Entry {
    let url = address(app, waiting);
    let (title, which) = match waiting.wanted {
        Wanted::Turn { after, .. } => ("feeds-turn", format!("turn-{after}")),
        Wanted::Seat => ("feeds-invited", "seat".to_owned()),
        Wanted::Takeover => ("feeds-offered", "offer".to_owned()),
    };
    let title = message(title).with("game", game(reader, waiting));
    let summary = match waiting.wanted {
        Wanted::Turn {
            clock: Some(clock), ..
        } => {
            let deadline = on_clock(clock.deadline, zone_of(&reader.player), language);
            let until = message("feeds-turn-until").with("deadline", deadline.to_string());
            Some(Text::plain(until.to(language)))
        }
        _ => None,
    };
    Entry {
        title: title.to(language).into(),
        id: format!("{url}#{which}"),
        updated: waiting.since.into(),
        links: vec![to(url)],
        summary,
        ..Entry::default()
    }
}

/// Returns the game and the other players, such as `That's Life! with ben`.
fn game(reader: &Reader, waiting: &Waiting) -> Message {
    let row = &waiting.row;
    let kind = KINDS.find(&row.rules);
    let others = waiting.seats.iter();
    let others = others.filter(|seat| seat.player_id != Some(reader.player.id));
    let others: Vec<String> = others
        .filter_map(|seat| seat.name().map(|name| name.into_owned()))
        .collect();
    let kind = kind.map_or(row.kind.as_str(), |kind| kind.info().name);
    message("feeds-game")
        .with("kind", kind)
        .with("practice", if row.is_practice() { "yes" } else { "no" })
        .with("count", others.len())
        .with("players", Word::and(others))
}

fn address(app: &Integrations, waiting: &Waiting) -> String {
    format!("{}/games/{}", app.config.public_url, &*waiting.row.id)
}

fn to(href: String) -> Link {
    Link {
        href,
        rel: "alternate".into(),
        mime_type: Some("text/html".into()),
        ..Link::default()
    }
}

/// Returns the server's host name, which makes ids unique across servers.
fn host(app: &Integrations) -> String {
    let url = Url::parse(&app.config.public_url).ok();
    let host = url.as_ref().and_then(Url::host_str);
    host.unwrap_or("turnpike").to_owned()
}
