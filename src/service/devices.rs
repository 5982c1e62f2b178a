//! Devices from which a player has signed in before, and what they are called.
//!
//! A device gets a token with its first session and shows it when it signs in again: what strangers
//! guess in the player's name does not count against it then. It is no proof of anything else. It
//! needs no row: it is sealed with a key of the server, over the player and the hash of the
//! password, so that a new password makes all earlier ones void.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use common::ids;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::current::Current;
use crate::store::players::Player;

/// What somebody signs in with.
#[derive(Clone, Default)]
pub struct Device {
    /// What it is called, if it told.
    pub name: Option<String>,
    /// The token that it got when the player signed in from it before.
    pub token: Option<String>,
}

/// Makes and reads the tokens of devices. No `Debug`: it holds the key.
pub struct Devices(Current<Hmac<Sha256>>);

impl Devices {
    /// Tokens sealed with this key, which all servers on one database share.
    pub fn new(key: &[u8; 64]) -> Devices {
        Devices(Current::new(Hmac::new(key.into())))
    }

    /// Seals with this key from now on; tokens of the old one are unknown.
    pub(super) fn set_key(&self, key: &[u8; 64]) {
        self.0.set(Hmac::new(key.into()));
    }

    /// The token of a device: of the one that is `known`, or of a new one.
    pub(super) fn token(&self, player: &Player, known: Option<&str>) -> String {
        let id = known.map_or_else(ids::short_id, str::to_owned);
        let seal = self.seal(player, &id).finalize().into_bytes();
        format!("{id}.{}", URL_SAFE_NO_PAD.encode(seal))
    }

    /// The id of the device with this token, if the player has signed in from it before.
    pub(super) fn known<'a>(&self, player: &Player, token: &'a str) -> Option<&'a str> {
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

/// Programs by what their `User-Agent` says, the ones before those that they pretend to be.
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

/// Systems, in the same way.
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

/// What a device is called, from its `User-Agent`: a few words of our own, never of the client's.
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
    fn devices_have_short_names() {
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
