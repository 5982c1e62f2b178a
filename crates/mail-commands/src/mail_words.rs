//! The words in mails that change a player's mails, language, time zone and forced moves.

use accounts::access::Caller;
use accounts::store::players;
use chrono_tz::Tz;
use common::ids::GameId;
use common::notice::MailKind;
use common::texts::message;
use db::sets::Stored;
use letters::mail_settings::{self, Delivery, GameWishes, QuietHours};
use notices::answer::Answer;
use play::membership::profile;
use play::orders;
use play::refusal::{Refusal, Result};
use rules::{Language, Message, Word};

use crate::MailCommands;
use crate::why::why;

/// A command about mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MailWord {
    /// Stop the turn mails of this game, or all its mails.
    Stop {
        /// Whether to stop reminders and news as well.
        all: bool,
    },
    /// Use the general settings for this game again.
    Resume,
    /// Send turn mails and news in a digest at this hour, in this time zone; or at once again.
    Digest(Option<(u8, Option<Tz>)>),
    /// Send no mail between these hours; or at all hours again.
    Quiet(Option<QuietHours>),
    /// Show times and days in this time zone.
    Zone(Tz),
    /// Use this language for mails and answers.
    Language(Language),
    /// Whether to answer mails whose moves were played even if it is not the player's turn.
    Answers(bool),
    /// Whether the server plays forced moves.
    Auto {
        /// Whether it does.
        on: bool,
        /// Whether this applies to all games.
        all: bool,
    },
    /// An invalid line, with the text that explains the word.
    Wrong(Message),
}

/// Reads a command that is valid for seats and the desk; `None` if the word is another one.
pub fn general(word: &str, rest: &str) -> Option<MailWord> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let is_off = matches!(words.as_slice(), [off] if off.eq_ignore_ascii_case("off"));
    Some(match word {
        "digest" if is_off => MailWord::Digest(None),
        "digest" => digest(&words).unwrap_or_else(|| MailWord::Wrong(message("words-digest-how"))),
        "quiet" if is_off => MailWord::Quiet(None),
        "quiet" => quiet(&words).unwrap_or_else(|| MailWord::Wrong(message("words-quiet-how"))),
        "language" => rest
            .parse()
            .map_or_else(|_| MailWord::Wrong(languages()), MailWord::Language),
        "zone" => match words.as_slice() {
            [name] => zone(name).map(MailWord::Zone),
            _ => None,
        }
        .unwrap_or_else(|| MailWord::Wrong(message("words-zone-how"))),
        "answers" => match rest.to_lowercase().as_str() {
            "on" => MailWord::Answers(true),
            "off" => MailWord::Answers(false),
            _ => MailWord::Wrong(message("words-answers-how")),
        },
        "auto" => match rest.to_lowercase().as_str() {
            "on" => MailWord::Auto {
                on: true,
                all: false,
            },
            "off" => MailWord::Auto {
                on: false,
                all: false,
            },
            "on all" => MailWord::Auto {
                on: true,
                all: true,
            },
            "off all" => MailWord::Auto {
                on: false,
                all: true,
            },
            _ => MailWord::Wrong(message("words-auto-how")),
        },
        _ => return None,
    })
}

/// Reads a command that is valid only for seats.
pub fn of_game(word: &str, rest: &str) -> Option<MailWord> {
    match (word, rest.to_lowercase().as_str()) {
        ("stop", "") => Some(MailWord::Stop { all: false }),
        ("stop", "all") => Some(MailWord::Stop { all: true }),
        ("resume", "") => Some(MailWord::Resume),
        _ => None,
    }
}

/// Returns the explanation of the languages.
fn languages() -> Message {
    let one = |language: Language| {
        message("words-language")
            .with("code", language.code())
            .with("name", language.name())
    };
    message("words-language-how").with("languages", Word::or(Language::ALL.map(one)))
}

/// Reads an hour: `8`, `8:00`, `08h`.
fn hour(word: &str) -> Option<u8> {
    let digits = word
        .trim_end_matches(":00")
        .trim_end_matches(['h', 'H', ',']);
    let short = (1..=2).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    let hour = short.then(|| digits.parse().ok()).flatten()?;
    (hour <= 23).then_some(hour)
}

/// Reads the name of a time zone, in any case.
fn zone(name: &str) -> Option<Tz> {
    let mut all = chrono_tz::TZ_VARIANTS.iter();
    all.find(|zone| zone.name().eq_ignore_ascii_case(name))
        .copied()
}

fn digest(words: &[&str]) -> Option<MailWord> {
    match words {
        [at] => Some(MailWord::Digest(Some((hour(at)?, None)))),
        [at, name] => Some(MailWord::Digest(Some((hour(at)?, Some(zone(name)?))))),
        _ => None,
    }
}

fn quiet(words: &[&str]) -> Option<MailWord> {
    let words: Vec<&&str> = words
        .iter()
        .filter(|word| !["to", "-", "from"].contains(word))
        .collect();
    let [from, to] = words.as_slice() else {
        return None;
    };
    let (from, to) = (hour(from)?, hour(to)?);
    (from != to).then_some(MailWord::Quiet(Some(QuietHours { from, to })))
}

/// Carries out a command of the player. `game` is the game whose address the mail was sent to.
pub async fn carry_out(
    app: &MailCommands,
    caller: &Caller,
    game: Option<&GameId>,
    word: MailWord,
    answer: &mut Answer,
) -> Result<()> {
    match (word, game) {
        (MailWord::Wrong(help), _) => answer.say(help),
        (MailWord::Stop { all }, Some(game)) => {
            let off = Some(Delivery::Off);
            let rest = if all { off } else { None };
            let wishes = GameWishes {
                turns: off,
                reminders: rest,
                news: rest,
            };
            mail_settings::set_of_game(app, caller, game, wishes).await?;
            answer.say(match all {
                true => message("words-stopped-all"),
                false => message("words-stopped"),
            });
            answer.say(message("words-resume-undoes"));
        }
        (MailWord::Resume, Some(game)) => {
            mail_settings::set_of_game(app, caller, game, GameWishes::default()).await?;
            answer.say(message("words-resumed"));
        }
        // The desk does not have these words.
        (MailWord::Stop { .. } | MailWord::Resume, None) => {}
        (MailWord::Digest(Some((hour, zone))), _) => {
            let digest = |wishes: &mut mail_settings::Wishes| {
                wishes.digest_hour = hour;
                wishes.want(MailKind::Turns, Delivery::Digest);
                wishes.want(MailKind::News, Delivery::Digest);
            };
            let (_, zone) = mail_settings::change(app, caller, zone, digest).await?;
            answer.say(
                message("words-digest-on")
                    .with("hour", hour)
                    .with("zone", zone.name()),
            );
        }
        (MailWord::Digest(None), _) => {
            let at_once = |wishes: &mut mail_settings::Wishes| {
                for kind in MailKind::ALL {
                    if wishes.get(kind) == Delivery::Digest {
                        wishes.want(kind, Delivery::AtOnce);
                    }
                }
            };
            mail_settings::change(app, caller, None, at_once).await?;
            answer.say(message("words-digest-off"));
        }
        (MailWord::Quiet(quiet), _) => {
            let (_, zone) =
                mail_settings::change(app, caller, None, |wishes| wishes.quiet = quiet).await?;
            answer.say(match quiet {
                Some(QuietHours { from, to }) => message("words-quiet-on")
                    .with("from", from)
                    .with("to", to)
                    .with("zone", zone.name()),
                None => message("words-quiet-off"),
            });
        }
        (MailWord::Zone(zone), _) => {
            mail_settings::change(app, caller, Some(zone), |_| {}).await?;
            answer.say(message("words-zone-set").with("zone", zone.name()));
        }
        (MailWord::Language(language), _) => {
            let mut conn = app.db.get().await?;
            players::set_language(&mut conn, caller.player, Stored(language)).await?;
            answer.go_on_in(language);
            answer.say(message("words-language-set"));
        }
        (MailWord::Answers(on), _) => {
            mail_settings::change(app, caller, None, |wishes| wishes.answer_always = on).await?;
            answer.say(message(match on {
                true => "words-answers-on",
                false => "words-answers-off",
            }));
        }
        (MailWord::Auto { on, all: false }, Some(game)) => {
            let done = message(if on {
                "words-auto-on"
            } else {
                "words-auto-off"
            });
            match orders::set_forced(app, caller, game, on).await {
                Ok(()) => answer.say(done),
                Err(refusal @ (Refusal::NotRunning | Refusal::NotSeated)) => {
                    answer.say(message("answer-refused").with("why", why(&refusal)));
                }
                Err(refusal) => return Err(refusal),
            }
        }
        (MailWord::Auto { on, .. }, _) => {
            profile::set_forced(app, caller, on).await?;
            answer.say(message(match on {
                true => "words-auto-on-all",
                false => "words-auto-off-all",
            }));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mail_settings_words_are_parsed() {
        let paris = Some(Tz::Europe__Paris);
        for (rest, read) in [
            ("8", MailWord::Digest(Some((8, None)))),
            ("08:00 europe/paris", MailWord::Digest(Some((8, paris)))),
            ("OFF", MailWord::Digest(None)),
        ] {
            assert_eq!(general("digest", rest), Some(read), "{rest}");
        }
        for rest in ["", "24", "8 Mars/Olympus", "x", "8 9 10", "-1", "008"] {
            assert!(
                matches!(general("digest", rest), Some(MailWord::Wrong(_))),
                "{rest}"
            );
        }
        let quiet = Some(MailWord::Quiet(Some(QuietHours { from: 22, to: 7 })));
        for rest in ["22 7", "22:00 07:00", "from 22 to 7", "22h 7h"] {
            assert_eq!(general("quiet", rest), quiet, "{rest}");
        }
        for rest in ["22", "7 7", "22 25", ""] {
            assert!(
                matches!(general("quiet", rest), Some(MailWord::Wrong(_))),
                "{rest}"
            );
        }
        for (rest, language) in [
            ("fr", Language::French),
            ("Français", Language::French),
            ("EN", Language::English),
        ] {
            let read = Some(MailWord::Language(language));
            assert_eq!(general("language", rest), read, "{rest}");
        }
        for (rest, on, all) in [
            ("on", true, false),
            ("OFF", false, false),
            ("off all", false, true),
        ] {
            let read = Some(MailWord::Auto { on, all });
            assert_eq!(general("auto", rest), read, "{rest}");
        }
        assert!(matches!(general("auto", "maybe"), Some(MailWord::Wrong(_))));
        let zone = Some(MailWord::Zone(Tz::Europe__Paris));
        assert_eq!(general("zone", "europe/paris"), zone);
        assert!(matches!(general("zone", "Mars"), Some(MailWord::Wrong(_))));
        for rest in ["", "tlh", "en fr"] {
            let Some(MailWord::Wrong(how)) = general("language", rest) else {
                panic!("{rest}");
            };
            assert_eq!(
                how.to(Language::English),
                "Write “language en” (English), “language fr” (français) or “language de” (Deutsch)."
            );
        }
        assert_eq!(of_game("stop", "ALL"), Some(MailWord::Stop { all: true }));
        assert_eq!(of_game("stop", "it"), None);
        assert_eq!(general("help", ""), None);
    }
}
