//! Checks names, addresses and passwords at the edge, as people type them.
//!
//! No two names look alike (skeletons of UTS 39, compared in lower case). When an account is
//! deleted, a hash of its skeleton reserves the name for a year, because games and mails still show
//! it.

use common::synonyms::own_word;
use lettre::Address;
use zxcvbn::{Score, zxcvbn};

use crate::refusal::{Refusal, Result};

/// The name of deleted accounts in histories: this and an id.
pub const FORMER_PLAYER: &str = "former-player";

/// The name of guests: this and a few characters. No player may choose such a name.
const GUEST: &str = "guest";

/// Names that would be mistaken for something else in a mail (a name at the beginning of a line
/// looks like a command), in a path, or in chat.
const RESERVED: &[&str] = &[
    "accept",
    "all",
    "anonymous",
    "anybody",
    "chat",
    "decline",
    "digest",
    "everybody",
    "everyone",
    "games",
    GUEST,
    "help",
    "history",
    "join",
    "language",
    "leave",
    "legal",
    "list",
    "me",
    "new",
    "no",
    "no-reply",
    "nobody",
    "noreply",
    "note",
    "null",
    "quiet",
    "reset",
    "resign",
    "resume",
    "root",
    "rules",
    "show",
    "stop",
    "undefined",
    "unknown",
    "vacation",
    "yes",
];

/// Words that are not read as names after `with` in a line that begins a game: the other words of
/// such a line, in any language (`synonyms::own_word`), and thanks at its end, which are dropped.
const ASIDE: &[&str] = &[
    "and", "bitte", "bot", "danke", "days", "merci", "please", "pls", "plz", "private", "seats",
    "stp", "svp", "thanks", "thx", "with",
];

/// Names that sound official, and the names of bots. They are also reserved with a number or an
/// article: `Operator-2`, `the_admin`, `Bot-2`.
const ROLES: &[&str] = &[
    "abuse",
    "admin",
    "administrator",
    "bot",
    "bots",
    "deleted",
    "former",
    "greedy",
    "hostmaster",
    "mailer-daemon",
    "mod",
    "moderator",
    "official",
    "operator",
    "owner",
    "postmaster",
    "random",
    "security",
    "server",
    "staff",
    "superuser",
    "support",
    "sysop",
    "system",
    "turnpike",
    "webmaster",
];

/// A player's name: 2 to 24 ASCII letters, digits, `-` and `_`, beginning with a letter or a digit.
/// Names that differ only in case are the same name. Names that look like an existing one are
/// rejected: `BiII` if there is a `Bill`.
///
/// Only ASCII, because people type names in mails and on different keyboards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerName(String);

impl PlayerName {
    /// Checks a name that a player wants to choose.
    pub fn parse(name: &str) -> Result<PlayerName> {
        let name = PlayerName::shaped(name).ok_or_else(|| Refusal::invalid("why-name"))?;
        let (key, looks) = (name.key(), name.looks());
        let is_kept = RESERVED
            .iter()
            .any(|it| key == *it || looks == looks_of(it));
        let is_aside = ASIDE.contains(&own_word(&key).unwrap_or(&key));
        let is_former = folded(&name.0).starts_with(&folded(FORMER_PLAYER));
        if is_former || is_kept || is_aside || is_role(&name.0) || is_like_a_guest(&name.0) {
            return Err(Refusal::invalid("why-name-kept"));
        }
        Ok(name)
    }

    /// Returns the name of a guest with these random characters.
    pub fn of_guest(letters: &str) -> PlayerName {
        PlayerName(format!("{GUEST}-{letters}"))
    }

    fn shaped(name: &str) -> Option<PlayerName> {
        let known = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let fits = (2..=24).contains(&name.len())
            && name.chars().all(known)
            && name.starts_with(|c: char| c.is_ascii_alphanumeric());
        fits.then(|| PlayerName(name.to_owned()))
    }

    /// Returns the key of a name; `None` if it cannot be a name.
    pub fn key_of(name: &str) -> Option<String> {
        PlayerName::shaped(name).map(|name| name.key())
    }

    /// Returns the name as its owner writes it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the unique key of the name.
    pub fn key(&self) -> String {
        self.0.to_ascii_lowercase()
    }

    /// Returns the skeleton of the name, which is the same for names that look alike.
    pub fn looks(&self) -> String {
        looks_of(&self.0)
    }
}

/// Folds case and look-alike letters: `officiaI` and `OFFICIAL` both become `official`. Used to
/// compare a name with reserved ones.
fn folded(name: &str) -> String {
    looks_of(&name.to_ascii_lowercase()).replace('i', "l")
}

/// Whether a name is a role, with or without an article or a number: `the_admin`, `Bot-I`.
fn is_role(name: &str) -> bool {
    let is_like_a_digit = |c: char| !c.is_ascii_alphabetic() || matches!(c, 'I' | 'l' | 'O' | 'o');
    let stem = name.trim_end_matches(is_like_a_digit).len();
    // Letters count as digits after a digit or a hyphen: `Modolo` ends with letters.
    let letters = name[stem..].find(|c: char| !c.is_ascii_alphabetic());
    let plain = &name[..letters.map_or(name.len(), |at| stem + at)];
    // Directly after a name, only the letters that look like a one count.
    let bare = name.trim_end_matches(|c: char| !c.is_ascii_alphabetic() || matches!(c, 'I' | 'l'));
    [plain, bare].into_iter().any(|it| {
        let word = folded(it);
        let word = word
            .strip_prefix("the")
            .map_or(&*word, |it| it.trim_start_matches(['-', '_']));
        ROLES.iter().any(|role| word == folded(role))
    })
}

/// Whether a name looks like a guest's: `guest_7k3f9`, `Guest1`.
fn is_like_a_guest(name: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphabetic();
    let key = name.to_ascii_lowercase();
    let letters = key.strip_prefix(GUEST);
    letters.is_some_and(|it| !it.starts_with(is_letter) || matches!(it, "i" | "l" | "o"))
}

/// Returns the skeleton of a text (UTS 39) in lower case. Skeletons are stored. If the library
/// changes the skeleton of a letter that names may use, a migration must follow.
pub fn looks_of(text: &str) -> String {
    unicode_security::skeleton(text)
        .collect::<String>()
        .to_ascii_lowercase()
}

/// Returns the mailbox of an address, which may have aliases: `ann+chess@example.org` is in the
/// mailbox of `ann@example.org`. Text that is not an address is returned in lower case. Only for
/// rate limits: mail goes to addresses as their owners write them.
pub fn mailbox(address: &str) -> String {
    let address = address.to_lowercase();
    let Some((local, domain)) = address.rsplit_once('@') else {
        return address;
    };
    let local = local.split('+').next().unwrap_or_default();
    let plain = |signs: &[char]| local.replace(signs, "");
    let own = self::domain(domain);
    match &*own {
        "gmail.com" | "googlemail.com" => format!("{}@gmail.com", plain(&['.'])),
        "proton.me" | "protonmail.com" | "protonmail.ch" | "pm.me" => {
            format!("{}@proton.me", plain(&['.', '-', '_']))
        }
        // The owner can choose any text before their own subdomain, or after a hyphen.
        "fastmail.com" | "fastmail.fm" if domain != own => {
            let owner = domain.strip_suffix(&*own).unwrap_or_default();
            format!("{}@{own}", owner.trim_end_matches('.'))
        }
        _ if own.starts_with("yahoo.") || ["ymail.com", "rocketmail.com"].contains(&&*own) => {
            let base = local.split('-').next().unwrap_or_default();
            format!("{base}@{domain}")
        }
        _ => format!("{local}@{domain}"),
    }
}

/// Returns the registered domain of an address or of a name below it: `example.org` for
/// `ann@mail.example.org`. Only for rate limits: it recognises suffixes like `co.uk` by their form,
/// without the Public Suffix List.
pub fn domain(address: &str) -> String {
    let address = address.to_lowercase();
    let host = address.rsplit('@').next().unwrap_or_default();
    let labels: Vec<&str> = host.split('.').collect();
    let is_shared = matches!(labels[..], [.., second, top] if second.len() <= 3 && top.len() == 2);
    let taken = if is_shared { 3 } else { 2 };
    labels[labels.len().saturating_sub(taken)..].join(".")
}

/// A mail address. It must not appear in logs, so it has no `Debug`.
#[derive(Clone)]
pub struct Email(String);

impl Email {
    /// Checks an address.
    pub fn parse(address: &str) -> Result<Email> {
        let address = address.trim();
        if address.len() > 254 || address.parse::<Address>().is_err() {
            return Err(Refusal::invalid("why-address-form"));
        }
        Ok(Email(address.to_owned()))
    }

    /// Returns the address as it was typed.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether both addresses are equal, ignoring case.
    pub fn is(&self, other: &str) -> bool {
        self.0.to_lowercase() == other.to_lowercase()
    }
}

/// Longer passwords are not checked for guessability. They are on no list, and the check would take
/// long.
const LISTED: usize = 40;

/// A new password: 8 to 256 characters, and not easy to guess. No `Debug`.
pub struct NewPassword(String);

impl NewPassword {
    /// Checks a new password. `about` has facts about the player, from which an attacker could
    /// guess it.
    pub fn parse(password: String, about: &[&str]) -> Result<NewPassword> {
        let length = password.chars().count();
        if !(8..=256).contains(&length) {
            return Err(Refusal::invalid("why-password-length"));
        }
        if length <= LISTED && zxcvbn(&password, about).score() < Score::Two {
            return Err(Refusal::invalid("why-password-guessed"));
        }
        Ok(NewPassword(password))
    }

    /// Returns the password.
    pub fn into_inner(self) -> String {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn player_names_are_validated() {
        for good in [
            "ann",
            "Ann-2",
            "x_",
            "7even",
            "a23456789012345678901234",
            "Cooperator",
            "Abbot",
            "Theo-2",
            "Modena",
            "Modolo",
            "Modi",
            "Guesthouse",
            "Ali",
            "Le",
        ] {
            assert!(PlayerName::parse(good).is_ok(), "{good}");
        }
        for bad in [
            "",
            "a",
            "-ann",
            "_ann",
            "an n",
            "ann@b",
            "änn",
            "ann\n",
            "аnn",
            "Me",
            "SYSTEM",
            "former-player",
            "Former-Player-x",
            "guest",
            "Guest-7k3f9",
            "operator",
            "0perat0r",
            "the_operator",
            "greedy",
            "Greedy-1",
            "Bot-2",
            "b0t3",
            "deleted",
            "Admin_1",
            "a234567890123456789012345",
        ] {
            assert!(PlayerName::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn name_that_looks_like_a_reserved_one_is_rejected() {
        for bad in [
            "deIeted",
            "officiaI",
            "OFFICIAL",
            "official-2",
            "MaiIer-Daemon",
            "Operator-l",
            "Bot-I",
            "BotI",
            "bot_2-O",
            "the-Admin-lO",
            "ForMer-PIayer",
        ] {
            assert!(PlayerName::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn name_in_the_form_of_a_guest_name_is_rejected() {
        for bad in ["guest_abcde", "Guest1", "GUEST--x", "guestI"] {
            assert!(PlayerName::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn name_of_a_bot_is_rejected() {
        for bot in rules::Bot::ALL {
            let name = serde_json::to_value(bot).unwrap();
            assert!(PlayerName::parse(name.as_str().unwrap()).is_err(), "{name}");
        }
    }

    /// A former migration computed the skeletons of the oldest names with the same table.
    #[test]
    fn name_skeletons_match_those_of_the_oldest_names() {
        let letters = ('0'..='9').chain('a'..='z').chain('A'..='Z');
        for letter in letters.chain(['-', '_']) {
            let expected = match letter {
                '1' | 'I' => "l".to_owned(),
                '0' => "o".to_owned(),
                'm' => "rn".to_owned(),
                other => other.to_ascii_lowercase().to_string(),
            };
            assert_eq!(looks_of(&letter.to_string()), expected, "{letter}");
        }
    }

    #[test]
    fn address_variants_map_to_one_mailbox() {
        for address in ["ann@example.org", "Ann+x+y@Example.org"] {
            assert_eq!(mailbox(address), "ann@example.org");
        }
        for (address, same) in [
            ("a.n.n+x@googlemail.com", "ann@gmail.com"),
            ("ann-shop7@yahoo.co.uk", "ann@yahoo.co.uk"),
            ("a.n_n-x@protonmail.com", "annx@proton.me"),
            ("shop7@ann.fastmail.com", "ann@fastmail.com"),
            ("anne-marie@example.org", "anne-marie@example.org"),
        ] {
            assert_eq!(mailbox(address), same);
        }
        assert_eq!(mailbox("Ann"), "ann");
    }

    #[test]
    fn domain_of_an_address_is_its_registrable_domain() {
        for (address, registered) in [
            ("ann@Example.org", "example.org"),
            ("ann@a.b.example.org", "example.org"),
            ("ann@mail.example.co.uk", "example.co.uk"),
            ("ann@localhost", "localhost"),
        ] {
            assert_eq!(domain(address), registered);
        }
    }

    #[test]
    fn email_addresses_are_validated() {
        let long = format!("ann@{}.org", "a.".repeat(130));
        for bad in [
            "",
            "ann",
            "@b.org",
            "a@",
            "a b@c.org",
            "a@b.org\r\nBcc: x@y.org",
            &long,
        ] {
            assert!(Email::parse(bad).is_err(), "{bad}");
        }
        assert!(Email::parse(" Ann@Example.org ").is_ok_and(|email| email.is("ann@example.ORG")));
    }
}
