//! Recognises devices from which a player has signed in before, and names them.
//!
//! A device gets a token with its first session and shows it at the next sign-in. Then strangers'
//! guesses in the player's name do not count against it. The token proves nothing else. It needs no
//! database row: it carries a keyed hash over the player and the password hash. So a new password
//! invalidates all earlier tokens.

use base::current::Current;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use common::ids;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::store::players::Player;

/// The device of a sign-in.
#[derive(Clone, Default)]
pub struct Device {
    /// The device's name, if known.
    pub name: Option<String>,
    /// The token from an earlier sign-in on this device.
    pub token: Option<String>,
}

/// Creates and checks device tokens. It holds the key, so it has no `Debug`.
pub struct Devices(Current<Hmac<Sha256>>);

impl Devices {
    /// Uses this key, which all servers on one database share.
    pub fn new(key: &[u8; 64]) -> Devices {
        Devices(Current::new(Hmac::new(key.into())))
    }

    /// Replaces the key. Tokens of the old key become invalid.
    pub fn set_key(&self, key: &[u8; 64]) {
        self.0.set(Hmac::new(key.into()));
    }

    /// Returns the token of the `known` device, or of a new one.
    pub fn token(&self, player: &Player, known: Option<&str>) -> String {
        let id = known.map_or_else(ids::short_id, str::to_owned);
        let seal = self.seal(player, &id).finalize().into_bytes();
        format!("{id}.{}", URL_SAFE_NO_PAD.encode(seal))
    }

    /// Returns the id of the device with this token, if the player has signed in from it before.
    pub fn known<'a>(&self, player: &Player, token: &'a str) -> Option<&'a str> {
        let (id, seal) = token.split_once('.')?;
        let seal = URL_SAFE_NO_PAD.decode(seal).ok()?;
        self.seal(player, id).verify_slice(&seal).ok()?;
        Some(id)
    }

    fn seal(&self, player: &Player, id: &str) -> Hmac<Sha256> {
        let password = player.password_hash.as_deref().unwrap_or_default();
        let mut seal = Hmac::clone(&self.0.get());
        seal.update(format!("{}/{id}/{password}", player.id).as_bytes());
        seal
    }
}

/// Browsers and clients by a part of their `User-Agent`. A client comes before those that it
/// imitates.
const PROGRAMS: [(&str, &str); 12] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
    ("curl/", "curl"),
    ("python", "Python"),
    ("okhttp/", "an Android app"),
    ("CFNetwork/", "an Apple app"),
];

/// Operating systems, in the same way.
const SYSTEMS: [(&str, &str); 8] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
];

/// Returns a short name for a device, from its `User-Agent`. It contains only the server's own
/// words, never the client's text.
pub fn name_of(user_agent: &str) -> Option<String> {
    let of = |names: &[(&str, &'static str)]| {
        let found = names.iter().find(|(word, _)| user_agent.contains(word));
        found.map(|(_, name)| *name)
    };
    match (of(&PROGRAMS), of(&SYSTEMS)) {
        (Some(program), Some(system)) => Some(format!("{program} ({system})")),
        (one, other) => one.or(other).map(str::to_owned),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_get_short_names_from_the_user_agent() {
        let named = |agent| name_of(agent).unwrap_or_default();
        let chrome = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) \
            Chrome/140.0.0.0 Mobile Safari/537.36";
        assert_eq!(named(chrome), "Chrome (Android)");
        let safari = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) \
            AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";
        assert_eq!(named(safari), "Safari (iPhone)");
        assert_eq!(named("curl/8.1 \u{202e}<b>"), "curl");
        assert_eq!(named("something of somebody's own"), "");
    }
}
