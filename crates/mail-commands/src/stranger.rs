//! Mail from senders without an account. The server asks each of them once, with a mail that only
//! their mailbox receives. If they agree, they get an account, and the commands of their first mail
//! are carried out.
//!
//! The question contains no word of the first mail, because anyone may have sent that.
//! `accounts::strangers` creates the account and limits the number of questions.

use ::games::KINDS;
use accounts::access::Caller;
use accounts::identity::Email;
use accounts::store::strangers as stored;
use accounts::strangers::{self, Begun, Stranger, signs_up};
use accounts::{account, bounces, mail_domains};
use base::config::MailIn;
use common::ids::{self, GameId};
use common::synonyms::{at_the_desk, language_of};
use common::texts::message;
use common::wording::meant;
use mail::inbound::Incoming;
use mail::inbound::authentic::Word;
use notices::answer::Answer;
use notices::outbox::To;
use play::membership::admission;
use play::refusal::{Refusal, Result};
use play::{lobby, moves};
use rules::{Language, Message};

use crate::consent::{self, Consent};
use crate::desk::{self, Entropy};
use crate::store::Arrival;
use crate::words::{DeskWord, NewLine, desk_word, kind_within};
use crate::{Answered, MailCommands, answer_to};

/// The largest size of the commands that are stored for a sender without an account, in bytes.
const MOST_KEPT: usize = 2_000;

/// The maximal length of a name typed on the page, in characters.
const MOST_NAME: usize = 60;

/// Processes a mail to the desk from an address that no player has confirmed.
pub async fn answer(
    app: &MailCommands,
    mail: &Arrival,
    incoming: &Incoming,
    from: &str,
) -> Result<Answered> {
    let Some(mail_in) = &app.config.mail_in else {
        return Err(Refusal::internal("a mail came in where none does"));
    };
    if let Some(why) = unwanted(app, incoming, from).await? {
        return Ok(Answered::Silence(why));
    }
    let said = Said::read(incoming);
    if let Some(game) = said.declined() {
        // A no gets no question. Only an authenticated sender can free a seat.
        if incoming.is_vouched_for()
            && let Ok(game) = GameId::try_from(game)
        {
            lobby::decline_for(app, &game, from).await?;
        }
        return Ok(Answered::Silence("declined"));
    }
    if consent::of_mail(&said.written) == Consent::No && said.commands().is_empty() {
        return Ok(Answered::Silence("declined"));
    }
    let mut wish = said.wish();
    if wish.is_empty() {
        wish = Said::of(std::slice::from_ref(&incoming.subject)).wish();
    }
    let told = incoming.lines.iter().take(moves::MAX_MOVES);
    let told = told.chain([&incoming.subject]);
    let language = told.map(|line| meant(line)).find_map(language_of);
    let language = language.unwrap_or_default();
    let to = To::Address(from.to_owned());
    if let Some(why) = refused(app, from).await? {
        match strangers::count(app, from, incoming.is_vouched_for()).await {
            Err(accounts::Refusal::General(base::Refusal::RateLimited { .. })) => {
                return Ok(Answered::Silence("strangers"));
            }
            counted => counted?,
        }
        let mut answer = without_their_words(incoming, language);
        answer.say(why);
        return Ok(Answered::new(
            answer.mail(mail.id, to, None, app.clock.now()),
            true,
        ));
    }
    let local = from.split('@').next().unwrap_or_default();
    let called = [said.name.as_deref(), incoming.name.as_deref(), Some(local)];
    let name = called.into_iter().flatten().find_map(strangers::fitted);
    let stranger = Stranger {
        mail: mail.id,
        email: from,
        proven: incoming.is_vouched_for(),
        name: name.as_ref().map_or("", |name| name.as_str()),
        lines: &wish,
        language,
    };
    let ways = match strangers::ask(app, &stranger).await {
        Err(accounts::Refusal::General(base::Refusal::RateLimited { .. })) => {
            return Ok(Answered::Silence("strangers"));
        }
        asked => asked?,
    };
    let mut answer = without_their_words(incoming, language);
    answer.reply_to = Some(ways.reply_to);
    answer.link = Some(ways.link);
    ask(&mut answer, mail_in, &wish);
    let answer = answer.mail(mail.id, to, None, app.clock.now());
    Ok(Answered::new(answer, false))
}

/// Returns an answer to a mail that anyone may have sent. It repeats neither the subject nor the
/// references, which may contain any text.
fn without_their_words(incoming: &Incoming, language: Language) -> Answer {
    let mut answer = answer_to(incoming, language);
    answer.subject = String::new();
    answer.references = Vec::new();
    answer
}

/// Returns why this address cannot get an account by mail; `None` if it can.
async fn refused(app: &MailCommands, from: &str) -> Result<Option<Message>> {
    match admission::admit_by_mail(app, from).await {
        Err(Refusal::General(base::Refusal::Forbidden(why))) => Ok(Some(why)),
        admitted => {
            admitted?;
            Ok((!signs_up(app)).then(|| closed(app)))
        }
    }
}

/// Returns the hint where else to sign up.
fn closed(app: &MailCommands) -> Message {
    message("answer-stranger").with("url", app.config.public_url.as_str())
}

/// Returns why this address gets no mail at all; `None` if it may get one.
async fn unwanted(
    app: &MailCommands,
    incoming: &Incoming,
    from: &str,
) -> Result<Option<&'static str>> {
    if mail_domains::is_own(app, from) {
        return Ok(Some("own"));
    }
    if Email::parse(from).is_err() {
        return Ok(Some("no sender"));
    }
    if incoming.word == Word::Against {
        return Ok(Some("forged"));
    }
    if mail_domains::is_blocked(app, from) {
        return Ok(Some("blocked"));
    }
    let known = bounces::known(app, from).await?;
    let is_unwanted = known.is_some_and(|it| it.declined_at.or(it.suspended_at).is_some());
    Ok(is_unwanted.then_some("unwanted"))
}

/// Asks whether the mail came from the reader, and explains how to begin.
fn ask(answer: &mut Answer, mail_in: &MailIn, wish: &[String]) {
    answer.say(message("begin-asked").with("desk", mail_in.desk()));
    answer.say(begins(wish));
    answer.say(message("begin-name"));
    answer.say(message("begin-until").with("days", strangers::DAYS));
    answer.say(message("begin-link"));
    desk::list_kinds(answer);
}

/// Returns the sentence about the effect of a yes.
fn begins(wish: &[String]) -> Message {
    let new = words(wish).into_iter().find_map(|word| match word {
        DeskWord::New(new) => Some(new),
        _ => None,
    });
    let game = |new: &NewLine| {
        let info = KINDS.latest(new.kind).map(|kind| kind.info());
        info.map_or(new.kind, |info| info.name)
    };
    match new {
        Some(new) if new.guests.is_empty() => message("begin-yes-bot")
            .with("game", game(&new))
            .with("bots", new.bots.len()),
        Some(new) => message("begin-yes-with").with("game", game(&new)),
        None if !wish.is_empty() => message("begin-yes-other"),
        None => message("begin-yes"),
    }
}

/// Reads commands to the desk. A new game that names nobody is filled with bots.
fn words(lines: &[String]) -> Vec<DeskWord> {
    let words = lines.iter().filter_map(|line| desk_word(line).ok());
    words
        .map(|word| match word {
            DeskWord::New(new) => DeskWord::New(new.or_with_bots()),
            other => other,
        })
        .collect()
}

/// The content of a mail from a sender without an account.
struct Said {
    /// The chosen name.
    name: Option<String>,
    /// The other lines, without courtesies.
    lines: Vec<String>,
    /// The other lines, as written.
    written: Vec<String>,
    /// Whether some of the lines come from below the signature.
    adds_below: bool,
}

impl Said {
    /// Reads a mail.
    fn read(incoming: &Incoming) -> Said {
        Said {
            adds_below: incoming.adds_below,
            ..Said::of(&incoming.lines)
        }
    }

    fn of(lines: &[String]) -> Said {
        let mut said = Said {
            name: None,
            lines: Vec::new(),
            written: Vec::new(),
            adds_below: false,
        };
        for written in lines.iter().take(moves::MAX_MOVES) {
            let line = meant(written);
            match name_in(line) {
                Some(name) => said.name = Some(name),
                None => said.written.push(written.clone()),
            }
            if !line.is_empty() && name_in(line).is_none() {
                said.lines.push(line.to_owned());
            }
        }
        said
    }

    /// Returns the answer to the question about an account. A name or a command is a yes, unless
    /// another line opposes it.
    fn consent(&self) -> Consent {
        let is_wish = |word: &DeskWord| word.changes() && !matches!(word, DeskWord::Decline(_));
        let wants = words(&self.commands()).iter().any(is_wish)
            || (self.name.is_some() && self.written.is_empty());
        let mut others = self.written.iter().filter(|line| command(line).is_none());
        let is_opposed = others.any(|line| consent::opposes(line));
        match self.plain_consent() {
            Consent::No if wants => Consent::Unclear,
            Consent::Unclear | Consent::Absent if wants && !is_opposed && !self.adds_below => {
                Consent::Yes
            }
            consent => consent,
        }
    }

    /// Returns the yes or no in the words beside names and commands.
    fn plain_consent(&self) -> Consent {
        match consent::of_mail(&self.written) {
            Consent::Yes if self.adds_below => Consent::Unclear,
            consent => consent,
        }
    }

    /// Returns the lines that the desk understands, if one of them changes something: `play
    /// buttons`, or the name of a game alone.
    fn commands(&self) -> Vec<String> {
        if self.lines.iter().map(String::len).sum::<usize>() > MOST_KEPT {
            return Vec::new();
        }
        let known: Vec<(String, DeskWord)> = self.lines.iter().filter_map(command).collect();
        match known.iter().any(|(_, word)| word.changes()) {
            true => known.into_iter().map(|(line, _)| line).collect(),
            false => Vec::new(),
        }
    }

    /// Returns the game of a declined invitation, if the mail contains no other command.
    fn declined(&self) -> Option<String> {
        match words(&self.lines).as_slice() {
            [DeskWord::Decline(game)] => Some(game.clone()),
            _ => None,
        }
    }

    /// Returns the answer to an invitation to this game, or `None` if the mail joins or declines
    /// another game. A command to take a seat or to give one back is an answer too, and so is a
    /// name alone.
    fn answer_to_invitation(&self, game: &GameId) -> Option<Consent> {
        // A word without digits and capitals is not an id: `accept immediately`.
        let is_of_id = |c: char| c.is_ascii_digit() || c.is_ascii_uppercase();
        let mut answer = None;
        for word in words(&self.lines) {
            let (id, consent) = match word {
                DeskWord::Join(id) => (id, Consent::Yes),
                DeskWord::Decline(id) => (id, Consent::No),
                _ => continue,
            };
            match GameId::try_from(id) {
                Ok(id) if id == *game => answer = answer.or(Some(consent)),
                Ok(id) if id.contains(is_of_id) => return None,
                _ => {}
            }
        }
        Some(match answer {
            Some(consent) => consent,
            None if self.name.is_some() && self.written.is_empty() => Consent::Yes,
            None => self.plain_consent(),
        })
    }

    /// Returns the commands, or else a command to play the game that the text names.
    fn wish(&self) -> Vec<String> {
        let commands = self.commands();
        if !commands.is_empty() {
            return commands;
        }
        let is_asked = self.lines.iter().any(|line| desk_word(line).is_ok());
        let named = kind_within(&self.lines.join(" ")).filter(|_| !is_asked);
        named
            .map(|kind| format!("play {kind}"))
            .into_iter()
            .collect()
    }
}

/// Returns a line as the desk understands it.
fn command(line: &String) -> Option<(String, DeskWord)> {
    let alone = || {
        let is_named = !line.contains('?') && kind_within(line).is_some();
        let line = is_named.then(|| format!("play {line}"))?;
        let word = desk_word(&line).ok()?;
        Some((line, word))
    };
    match desk_word(line) {
        Ok(word) => Some((line.clone(), word)),
        Err(_) => alone(),
    }
}

/// Returns the name that a line chooses: `name Ann`.
fn name_in(line: &str) -> Option<String> {
    let chosen = |line: &str| {
        let (word, name) = line.split_once([' ', ':'])?;
        let name = name.trim_start_matches(':').trim();
        (word.eq_ignore_ascii_case("name") && !name.is_empty()).then(|| name.to_owned())
    };
    chosen(line).or_else(|| at_the_desk(line).find_map(|line| chosen(&line)))
}

/// Processes a mail to the address of a question: creates the account and carries out the commands,
/// or deletes both.
pub async fn confirmed(
    app: &MailCommands,
    mail: &Arrival,
    incoming: &Incoming,
    hosts: &[&str],
    hash: &[u8],
) -> Result<Answered> {
    let now = app.clock.now();
    let row = stored::find(&mut *app.db.get().await?, hash, now).await?;
    let Some(row) = row else {
        return Ok(Answered::Silence("unknown address"));
    };
    let Some(email) = row.email.filter(|_| row.player_id.is_none()) else {
        return match row.claimed_by == Some(mail.id) {
            // This mail is processed again after a crash.
            true => begin(app, mail, incoming, hash, row.game_id.is_some()).await,
            // The question is answered, so the address now works like that of the desk.
            false => desk::answer(app, mail, incoming, hosts).await,
        };
    };
    if let Some(game) = row.game_id {
        let language = row.language.parse().unwrap_or_default();
        let invited = Invited {
            hash,
            game,
            email,
            language,
        };
        return invited.answers(app, mail, incoming, hosts).await;
    }
    let mut answer = answer_to(incoming, row.language.parse().unwrap_or_default());
    let refused = refused(app, &email).await?;
    let to = To::Address(email);
    if let Some(why) = refused {
        strangers::forget(app, hash).await?;
        answer.say(why);
        return Ok(Answered::new(answer.mail(mail.id, to, None, now), true));
    }
    let said = Said::read(incoming);
    let consent = said.consent();
    match consent {
        Consent::Yes => return begin(app, mail, incoming, hash, false).await,
        Consent::No => {
            strangers::forget(app, hash).await?;
            answer.say(message("begin-forgotten"));
        }
        Consent::Unclear | Consent::Absent => {
            answer.say(message("answer-yes-or-no"));
            answer.reply_to = Some(mail.recipient.clone());
        }
    }
    let answer = answer.mail(mail.id, to, None, now);
    Ok(Answered::new(answer, consent != Consent::No))
}

/// An address that was invited to a game.
struct Invited<'a> {
    /// The hash of the secret in the recipient's address.
    hash: &'a [u8],
    game: GameId,
    email: String,
    /// The language of the inviting player.
    language: Language,
}

impl Invited<'_> {
    /// Carries out the answer to an invitation: takes the seat, or frees it. Only the invited
    /// address can do either.
    async fn answers(
        self,
        app: &MailCommands,
        mail: &Arrival,
        incoming: &Incoming,
        hosts: &[&str],
    ) -> Result<Answered> {
        let said = Said::read(incoming);
        let consent = said.answer_to_invitation(&self.game);
        let is_own = incoming.from.as_deref();
        let is_own = is_own.is_some_and(|from| from.eq_ignore_ascii_case(&self.email));
        if matches!(consent, Some(Consent::Yes) | None) && !is_own {
            // The mail proves nothing about the address that it comes from.
            return desk::answer(app, mail, incoming, hosts).await;
        }
        let game = &self.game;
        // Asks the invited address. If another address sent the mail, the question repeats no word
        // of it.
        let (consent, question, mut answer) = match (consent, is_own) {
            (Some(consent), true) => {
                let language = consent::language(&said.written).unwrap_or(self.language);
                let answer = answer_to(incoming, language);
                (consent, message("answer-yes-or-no"), answer)
            }
            (None, _) => {
                let question = message("answer-invitation-other").with("id", game.to_string());
                let answer = answer_to(incoming, self.language);
                (Consent::Unclear, question, answer)
            }
            (Some(_), false) => {
                let question = message("answer-invitation-foreign").with("id", game.to_string());
                let answer = without_their_words(incoming, self.language);
                (Consent::Unclear, question, answer)
            }
        };
        let is_kept = match consent {
            Consent::No => lobby::decline_for(app, game, &self.email).await?,
            _ => lobby::keeps_for(app, game, &self.email).await?,
        };
        let is_player = strangers::is_player(app, &self.email).await?;
        let refused = match is_kept && !is_player {
            true => refused(app, &self.email).await?,
            false => None,
        };
        match (consent, refused) {
            (Consent::Yes, Some(why)) => answer.say(why),
            (Consent::Yes, None) if is_kept || is_player => {
                return begin(app, mail, incoming, self.hash, true).await;
            }
            (Consent::Unclear | Consent::Absent, _) if is_kept => {
                answer.say(question);
                answer.reply_to = Some(mail.recipient.clone());
            }
            _ => {
                strangers::forget(app, self.hash).await?;
                let told = match is_kept {
                    true => message("answer-invitation-declined"),
                    false => message("answer-invitation-gone"),
                };
                answer.say(told.with("id", game.to_string()));
            }
        }
        let to = To::Address(self.email);
        let answer = answer.mail(mail.id, to, None, app.clock.now());
        Ok(Answered::new(answer, consent != Consent::No))
    }
}

/// Creates the account and carries out the commands.
async fn begin(
    app: &MailCommands,
    mail: &Arrival,
    incoming: &Incoming,
    hash: &[u8],
    is_invited: bool,
) -> Result<Answered> {
    let said = Said::read(incoming);
    let told = said.lines.iter().find_map(|line| language_of(line));
    let told = told.or_else(|| consent::language(&said.written));
    let told = match is_invited {
        // The invitation shows the words of its own language, so any others are the friend's.
        true => consent::language(&said.written),
        false => told.filter(|language| *language != Language::English),
    };
    let called = incoming.name.as_deref().filter(|_| is_invited);
    let chosen = said.name.as_deref().or(called);
    let begun = strangers::begin(app, hash, mail.id, chosen, told).await?;
    let Some(begun) = begun else {
        return Ok(Answered::Silence("confirmed already"));
    };
    let player = &begun.player;
    if let Some(refused) = crate::suspended(app, mail, incoming, player.id).await? {
        return Ok(refused);
    }
    let mut answer = answer_to(incoming, account::language_of(player));
    welcome(app, &begun, said.name.as_deref(), &mut answer);
    // Commands in the answer are newer than those in the first mail.
    let wishes = [said.commands(), begun.lines.clone(), said.wish()];
    let wish = wishes.into_iter().find(|wish| !wish.is_empty());
    let words = match is_invited {
        true => words(&begun.lines),
        false => words(&wish.unwrap_or_default()),
    };
    let caller = Caller::without_session(player.id);
    let mut about = None;
    if words.is_empty() && mail.begun_at.is_some() {
        // The commands were carried out, and are no longer stored.
        desk::was_stopped(app, &caller, &mut answer).await?;
    } else if words.is_empty() {
        desk::help(&mut answer);
    } else {
        let entropy = Entropy::of(incoming, &words);
        about = desk::carry_out(app, mail, &caller, words, &entropy, &mut answer).await?;
    }
    strangers::done(app, hash).await?;
    let answer = answer.mail(mail.id, To::Player(player.id), about, app.clock.now());
    Ok(Answered::new(answer, false))
}

/// Adds the player's name and a short introduction to the account.
fn welcome(app: &MailCommands, begun: &Begun, chosen: Option<&str>, answer: &mut Answer) {
    let name = begun.player.name.as_str();
    if !begun.is_new {
        return answer.say(message("begin-known").with("name", name));
    }
    answer.say(message("begin-welcome").with("name", name));
    let is_other = |chosen: &str| !chosen.trim().eq_ignore_ascii_case(name);
    if chosen.is_some_and(is_other) {
        answer.say(message("begin-other-name"));
    }
    answer.say(message("begin-password").with("url", app.config.public_url.as_str()));
}

/// The sender to whom a question was sent, for the page.
pub struct Asked {
    /// The language of the question.
    pub language: Language,
}

/// Returns the sender for this link. Changes nothing.
pub async fn asked(app: &MailCommands, link: &str) -> Result<Asked> {
    let row = row_of(app, link).await?;
    Ok(Asked {
        language: row.language.parse().unwrap_or_default(),
    })
}

async fn row_of(app: &MailCommands, link: &str) -> Result<stored::Stranger> {
    let hash = ids::secret_hash(link);
    let row = stored::find(&mut *app.db.get().await?, &hash, app.clock.now()).await?;
    let row = row.ok_or(accounts::Refusal::BadCode)?;
    match &row.email {
        Some(email) if refused(app, email).await?.is_none() => Ok(row),
        _ => Err(accounts::Refusal::BadCode.into()),
    }
}

/// Answers yes for the holder of this link. This stores the answer like an incoming mail, so that
/// it is carried out exactly once.
pub async fn press(app: &MailCommands, link: &str, name: &str) -> Result<Asked> {
    let row = row_of(app, link).await?;
    let (Some(email), Some(mail_in)) = (&row.email, &app.config.mail_in) else {
        return Err(accounts::Refusal::BadCode.into());
    };
    // Keep the name as typed. If it is invalid, the answer says so.
    let typed: String = name
        .chars()
        .filter(|c| !c.is_control())
        .take(MOST_NAME)
        .collect();
    let name = match typed.trim() {
        "" => String::new(),
        name => format!("name {name}\r\n"),
    };
    let raw = format!("From: <{email}>\r\n\r\nyes\r\n{name}");
    let to = strangers::reply_to(mail_in, link);
    crate::accept(app, email, &to, raw.as_bytes()).await?;
    Ok(Asked {
        language: row.language.parse().unwrap_or_default(),
    })
}
