//! Raw messages from outside: reading one never panics, and gives lines of words or none.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mail::inbound::own::OwnText;
use mail::inbound::read::{Reader, check, key, sender};
use mail_commands::words::{desk_word, seat_word};
use rules::Action;

fuzz_target!(|raw: &[u8]| {
    let own = OwnText::new(
        "Turnpike",
        "games@play.example.org",
        "play.example.org",
        "https://play.example.org",
    );
    let reader = Reader {
        hosts: &["play.example.org"],
        authserv_id: Some("mx.example.org"),
        own: &own,
        is_command: mail_commands::words::is_command,
    };
    let _ = check(raw);
    let _ = sender(raw);
    assert_eq!(key(raw, "a@example.org"), key(raw, "A@example.org"));
    let Ok(incoming) = reader.read(raw, "ann@example.org") else {
        return;
    };
    for line in &incoming.lines {
        assert!(!line.contains(['\n', '\r']), "{line:?}");
        let _ = seat_word(line);
        let _ = desk_word(line);
        let _ = Action::read_text(line);
    }
});
