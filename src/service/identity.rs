//! Names, addresses and passwords as they are typed, checked once at the edge.

use lettre::Address;

use crate::problem::Problem;

/// What histories call players who deleted their accounts: this and an id.
pub const FORMER_PLAYER: &str = "former-player";

/// Names that would be taken for something else in a mail (where they may begin a line, as a command
/// does), in a path or in a line of talk.
const RESERVED: [&str; 47] = [
    "abuse",
    "accept",
    "admin",
    "administrator",
    "all",
    "anonymous",
    "anybody",
    "bot",
    "chat",
    "decline",
    "digest",
    "everybody",
    "everyone",
    "games",
    "help",
    "history",
    "join",
    "language",
    "leave",
    "legal",
    "list",
    "mailer-daemon",
    "me",
    "moderator",
    "new",
    "no",
    "no-reply",
    "nobody",
    "noreply",
    "note",
    "null",
    "postmaster",
    "quiet",
    "reset",
    "resign",
    "resume",
    "root",
    "rules",
    "server",
    "show",
    "stop",
    "support",
    "system",
    "turnpike",
    "undefined",
    "vacation",
    "yes",
];

/// The name of a player: 2 to 24 ASCII letters, digits, `-` and `_`, beginning with a letter or a
/// digit. Two names that differ only in case are the same name.
///
/// ASCII only: names are typed in mails and on other people's keyboards, and no two look alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerName(String);

impl PlayerName {
    /// Checks a name that somebody wants to have.
    pub fn parse(name: &str) -> Result<PlayerName, Problem> {
        let known = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if !(2..=24).contains(&name.len())
            || !name.chars().all(known)
            || !name.starts_with(|c: char| c.is_ascii_alphanumeric())
        {
            return Err(Problem::invalid(
                "A name has 2 to 24 letters (a to z), digits, hyphens and underscores, and begins \
                 with a letter or a digit.",
            ));
        }
        let name = PlayerName(name.to_owned());
        let key = name.key();
        if key.starts_with(FORMER_PLAYER) || RESERVED.contains(&key.as_str()) {
            return Err(Problem::invalid(
                "This name is kept for the server. Choose another.",
            ));
        }
        Ok(name)
    }

    /// The key of a name that somebody claims to have; `None` when nobody can have it.
    pub fn key_of(name: &str) -> Option<String> {
        PlayerName::parse(name).ok().map(|name| name.key())
    }

    /// The name as its owner writes it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What makes it unique.
    pub fn key(&self) -> String {
        self.0.to_ascii_lowercase()
    }
}

/// A mail address. No `Debug`: addresses must not get into a log.
#[derive(Clone)]
pub struct Email(String);

impl Email {
    /// Checks an address.
    pub fn parse(address: &str) -> Result<Email, Problem> {
        let address = address.trim();
        if address.len() > 254 || address.parse::<Address>().is_err() {
            return Err(Problem::invalid(
                "This is no mail address. Give one like name@example.org.",
            ));
        }
        Ok(Email(address.to_owned()))
    }

    /// The address as it was typed.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether both mean the same mailbox, case aside.
    pub fn is(&self, other: &str) -> bool {
        self.0.to_lowercase() == other.to_lowercase()
    }
}

/// A new password: 8 to 256 characters. No `Debug`.
pub struct NewPassword(String);

impl NewPassword {
    /// Checks a password that somebody wants to have.
    pub fn parse(password: String) -> Result<NewPassword, Problem> {
        if (8..=256).contains(&password.chars().count()) {
            Ok(NewPassword(password))
        } else {
            Err(Problem::invalid("A password has 8 to 256 characters."))
        }
    }

    /// The password itself.
    pub fn into_inner(self) -> String {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for good in ["ann", "Ann-2", "x_", "7even", "a23456789012345678901234"] {
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
            "a234567890123456789012345",
        ] {
            assert!(PlayerName::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn addresses() {
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
