//! Mail to the desk, the address for everything that is not about one seat: new games, joining,
//! lists. `tables` processes lines that name a game.
//!
//! The server identifies the player by the address in `From`. It answers questions to that player's
//! own mailbox, even if another person sent the mail. It carries out changes if the mail server in
//! front authenticates the sender. Otherwise it asks the player to confirm them, with a mail that
//! only the player's mailbox receives.

use ::games::KINDS;
use accounts::access::Caller;
use accounts::account::{self, is_confirmed};
use accounts::reply_addresses::{self, Addressee};
use accounts::store::mailed_commands::KeptSeat;
use accounts::store::players;
use common::ids::{GameId, PlayerId};
use common::texts::message;
use common::wording::meant;
use db::sets::{GameStatus, Visibility};
use mail::inbound::Incoming;
use mail::{folded, position};
use notices::answer::{Answer, Refused};
use notices::outbox::{self, About, To};
use play::clocks::pace::{Pace, Time};
use play::lobby::{self, Guest, NewGame, Origin};
use play::look::{self, Look};
use play::refusal::{Refusal, Result};
use play::store::games::SeatRow;
use play::{games_list, replacement};
use rules::{LeadsTo, Message};
use sha2::{Digest, Sha256};

use crate::consent::{self, Consent};
use crate::manual::{self, how_to_play, rules_text};
use crate::store::{self, Arrival};
use crate::tables::{self, Context};
use crate::why::why;
use crate::words::{DESK_WORDS, DeskWord, NewLine, desk_word};
use crate::{
    Answered, MailCommands, answer_to, confirm, holiday, lines, mail_words, not_understood,
    stranger,
};

/// Processes a mail to the desk.
pub(super) async fn answer(
    app: &MailCommands,
    mail: &Arrival,
    incoming: &Incoming,
    hosts: &[&str],
) -> Result<Answered> {
    let incoming = &in_context(incoming, hosts);
    let Some(from) = &incoming.from else {
        return Ok(Answered::Silence("no sender"));
    };
    let found = players::by_email(&mut *app.db.get().await?, from, 1).await?;
    let now = app.clock.now();
    let player = found.into_iter().next();
    let Some(player) = player.filter(|player| is_confirmed(app, player)) else {
        return stranger::answer(app, mail, incoming, from).await;
    };
    if is_for_seat(app, incoming, player.id).await? {
        return Ok(Answered::Silence("answered at the seat"));
    }
    // An answer to a forged address is a nuisance to its owner, so the number is limited.
    if !incoming.is_vouched_for() && app.limits.unproven(player.id).is_err() {
        return Ok(Answered::Silence("unproven"));
    }
    if let Some(refused) = crate::suspended(app, mail, incoming, player.id).await? {
        return Ok(refused);
    }
    let caller = Caller::without_session(player.id);
    let mut answer = answer_to(incoming, account::language_of(&player));
    if let Ok(lines) = lines(incoming) {
        let context = Context {
            answers: &incoming.answers,
            hosts,
        };
        if let Some(lines) = tables::sorted(app, &player, lines, context).await? {
            return tables::answered(app, mail, incoming, &player, lines, answer).await;
        }
    }
    let read = read(incoming);
    let in_vain = read.as_ref().map_or(true, Vec::is_empty);
    let is_unclear = consent::of(incoming) == Consent::Unclear;
    let mut about = None;
    match read {
        Err(_) if is_unclear && position::invited(&incoming.answers, hosts).is_some() => {
            answer.say(message("answer-yes-or-no"));
        }
        Err(fault) => {
            answer.refused = Some(Refused::Mail);
            answer.say(fault);
            show_words(&mut answer);
        }
        Ok(words) if words.is_empty() => help(&mut answer),
        Ok(words) => {
            let changes = words.iter().any(DeskWord::changes);
            if changes && !incoming.is_vouched_for() {
                let lines = match lines(incoming) {
                    Ok([]) => vec![incoming.subject.clone()],
                    Ok(lines) => lines.to_vec(),
                    Err(_) => Vec::new(),
                };
                let question = message("answer-confirm");
                confirm::ask(
                    app,
                    player.id,
                    (lines.clone(), lines),
                    KeptSeat::default(),
                    question,
                    &mut answer,
                )
                .await?;
            } else {
                let entropy = Entropy::of(incoming, &words);
                about = carry_out(app, mail, &caller, words, &entropy, &mut answer).await?;
            }
        }
    }
    let answer = answer.mail(mail.id, To::Player(player.id), about, now);
    Ok(Answered::new(answer, in_vain))
}

/// Whether a mail also went to a seat of this player, where it gets its answer. Some mail programs
/// reply to all of our addresses.
async fn is_for_seat(app: &MailCommands, incoming: &Incoming, writer: PlayerId) -> Result<bool> {
    for to in incoming
        .to
        .iter()
        .filter(|to| to.to_lowercase().starts_with("play+"))
    {
        match reply_addresses::find(app, to).await? {
            Some(Addressee::Seat { player, .. }) if player == writer => return Ok(true),
            _ => {}
        }
    }
    Ok(false)
}

/// Rewrites an answer so that it makes sense alone: `yes` to an invitation becomes `accept ID`.
fn in_context(incoming: &Incoming, hosts: &[&str]) -> Incoming {
    let mut incoming = incoming.clone();
    let word = match consent::of(&incoming) {
        Consent::Yes => "accept",
        Consent::No => "decline",
        Consent::Unclear | Consent::Absent => return incoming,
    };
    let mut meant_lines = incoming.lines.iter().map(|line| meant(line));
    let first = meant_lines.find(|line| !line.is_empty());
    let is_command = first.is_some_and(|line| desk_word(line).is_ok());
    if let Some(id) = position::invited(&incoming.answers, hosts).filter(|_| !is_command) {
        // The other lines of such an answer are commands, or words to the inviting player.
        let lines = &mut incoming.lines;
        lines.retain(|line| desk_word(meant(line)).is_ok());
        lines.insert(0, format!("{word} {id}"));
    }
    incoming
}

/// Carries out stored lines after a mail has confirmed them.
pub(super) async fn follow(
    app: &MailCommands,
    mail: &Arrival,
    incoming: &Incoming,
    player: PlayerId,
    lines: &[String],
    mut answer: Answer,
) -> Result<Answered> {
    let row = players::by_id(&mut *app.db.get().await?, player).await?;
    let row = row.ok_or(Refusal::NOT_FOUND)?;
    let context = Context {
        answers: &[],
        hosts: &[],
    };
    if let Some(lines) = tables::sorted(app, &row, lines, context).await? {
        return tables::carried_out(app, mail, incoming, &row, &lines, answer).await;
    }
    let caller = Caller::without_session(player);
    let words: Result<Vec<DeskWord>, Message> =
        lines.iter().map(|line| desk_word(meant(line))).collect();
    let about = match words {
        Ok(words) => {
            let entropy = Entropy::of(incoming, &words);
            carry_out(app, mail, &caller, words, &entropy, &mut answer).await?
        }
        Err(fault) => {
            answer.refused = Some(Refused::Mail);
            answer.say(fault);
            None
        }
    };
    let answer = answer.mail(mail.id, To::Player(player), about, app.clock.now());
    Ok(Answered::new(answer, false))
}

/// Answers that processing was interrupted, so the outcome is unknown. It is not retried.
pub(super) async fn was_stopped(
    app: &MailCommands,
    caller: &Caller,
    answer: &mut Answer,
) -> Result<()> {
    answer.say(message("answer-stopped"));
    list_games(app, caller, answer).await
}

/// Reads all lines, or the subject if there are none. The error names the line that was not
/// understood.
fn read(incoming: &Incoming) -> Result<Vec<DeskWord>, Message> {
    let lines = lines(incoming)?;
    if lines.is_empty() {
        return Ok(desk_word(meant(&incoming.subject)).into_iter().collect());
    }
    lines
        .iter()
        .enumerate()
        .filter(|(_, line)| !meant(line).is_empty())
        .map(|(n, line)| desk_word(meant(line)).map_err(|why| not_understood(n, line, why)))
        .collect()
}

/// A mail's contribution to the dice of the games that it creates or joins.
pub(super) enum Entropy {
    /// Words from the mail.
    Said(String),
    /// A hash of the mail's `Message-ID`, which is in the sender's mailbox. Only the hash is shown,
    /// because the part after the `@` may identify the sender.
    Mail(String),
}

impl Entropy {
    /// Returns the contribution of a mail with these commands.
    pub(super) fn of(incoming: &Incoming, words: &[DeskWord]) -> Entropy {
        let said = words.iter().find_map(|word| match word {
            DeskWord::Entropy(said) => Some(said.clone()),
            _ => None,
        });
        let id = incoming.message_id.as_deref();
        match said {
            Some(said) => Entropy::Said(said),
            // A mail without an id contributes nothing.
            None => {
                Entropy::Mail(id.map_or_else(String::new, |id| hex::encode(Sha256::digest(id))))
            }
        }
    }

    fn as_str(&self) -> &str {
        match self {
            Entropy::Said(entropy) | Entropy::Mail(entropy) => entropy,
        }
    }
}

/// Carries out commands. Returns the player's seat if they have begun one game: the answer then
/// shows its board, and replaces the mail about the start or the first turn.
pub(super) async fn carry_out(
    app: &MailCommands,
    mail: &Arrival,
    caller: &Caller,
    words: Vec<DeskWord>,
    entropy: &Entropy,
    answer: &mut Answer,
) -> Result<Option<About>> {
    let gives = |word: &DeskWord| matches!(word, DeskWord::Entropy(_));
    let takes = |word: &DeskWord| matches!(word, DeskWord::New(_) | DeskWord::Join(_));
    let given = words.iter().filter(|word| gives(word)).count();
    if given > 1 || (given == 1 && !words.iter().any(takes)) {
        answer.say(message("words-entropy-how"));
        return Ok(None);
    }
    if words.iter().any(DeskWord::changes) {
        if mail.begun_at.is_some() {
            was_stopped(app, caller, answer).await?;
            return Ok(None);
        }
        let mut conn = app.db.get().await?;
        store::begin(&mut conn, mail.id, app.clock.now()).await?;
    }
    let mut told = Vec::new();
    let (count, mut refused) = (words.len() - given, 0);
    // An answer about other games too shows no board of this one.
    let is_one = words.iter().filter(|word| takes(word)).count() == 1;
    let is_one = is_one && answer.positions.is_empty();
    let mut begun = None;
    for word in words {
        // Answer a repeated question only once.
        if !word.changes() {
            if told.contains(&word) {
                continue;
            }
            told.push(word.clone());
        }
        let mut is_refused = false;
        match word {
            DeskWord::Help => help(answer),
            DeskWord::Games => list_games(app, caller, answer).await?,
            DeskWord::List(kind) => {
                let games = games_list::open(app, caller, kind, answer.language()).await?;
                answer.list(message("answer-title-open"), games);
            }
            DeskWord::HowToPlay(kind) => {
                let rules = KINDS.latest(kind).map(|kind| kind.info().rules());
                how_to_play(answer, &rules.unwrap_or_default());
            }
            DeskWord::Rules(kind) => {
                let rules = KINDS.latest(kind).map(|kind| kind.info().rules());
                rules_text(answer, &rules.unwrap_or_default(), "");
            }
            DeskWord::New(new) => {
                let made = create(app, caller, &new, entropy).await;
                let id = made.as_ref().ok().cloned();
                let name = KINDS.latest(new.kind).map(|kind| kind.info().name);
                is_refused = made.is_err();
                let look = look_at(app, caller, id.as_ref()).await;
                begun = look.as_ref().and_then(begun_seat).filter(|_| is_one);
                let how = match begun {
                    Some(_) => message("answer-begun"),
                    None => message("answer-made"),
                };
                say(answer, made, |id| {
                    let how = how.with("game", name.unwrap_or(new.kind));
                    how.with("id", id.to_string())
                });
                if let Some(look) = look {
                    show_receipt(app, look, entropy, begun.is_some(), answer);
                }
            }
            DeskWord::Join(id) => {
                let joined = join(app, caller, id, entropy).await;
                let seated = match &joined {
                    Ok((id, Joined::Seated)) => Some(id),
                    Ok((_, Joined::TakenOver)) | Err(_) => None,
                };
                is_refused = joined.is_err();
                let look = look_at(app, caller, seated).await;
                begun = look.as_ref().and_then(begun_seat).filter(|_| is_one);
                say(answer, joined, |(id, joined)| {
                    let how = match begun {
                        Some(_) => message("answer-joined-begun"),
                        None => joined.message(),
                    };
                    how.with("id", id.to_string())
                });
                if let Some(look) = look {
                    show_receipt(app, look, entropy, begun.is_some(), answer);
                }
            }
            // The commands that create or join games use it.
            DeskWord::Entropy(_) => {}
            DeskWord::Mail(word) => {
                mail_words::carry_out(app, caller, None, word, answer).await?;
            }
            DeskWord::Decline(id) => {
                let left = decline(app, caller, id.clone()).await;
                is_refused = left.is_err();
                say(answer, left, |()| message("answer-declined").with("id", id));
            }
            DeskWord::Reset => reset(app, caller, answer).await?,
            DeskWord::Vacation(wanted) => {
                holiday::carry_out(app, caller, wanted, answer).await?;
            }
        }
        refused += usize::from(is_refused);
    }
    if refused > 0 {
        let is_all = refused == count && answer.refused.is_none();
        answer.refused = Some(if is_all { Refused::Mail } else { Refused::Part });
    }
    if let Some(about) = &begun {
        answer.board = true;
        outbox::drop_told(&mut *app.db.get().await?, about, app.clock.now()).await?;
    }
    Ok(begun)
}

/// Replaces the secret addresses of the player's seats.
pub(super) async fn reset(app: &MailCommands, caller: &Caller, answer: &mut Answer) -> Result<()> {
    app.transaction(async |conn| Ok(reply_addresses::void(conn, caller.player).await?))
        .await?;
    answer.say(message("answer-reset"));
    Ok(())
}

/// How a player has got a seat.
enum Joined {
    /// In a game that had not begun.
    Seated,
    /// In a running game, from another player.
    TakenOver,
}

impl Joined {
    const fn message(&self) -> Message {
        match self {
            Joined::Seated => message("answer-joined"),
            Joined::TakenOver => message("answer-taken-over"),
        }
    }
}

/// Takes a seat in a game that has not begun, or one that is offered in a running game.
async fn join(
    app: &MailCommands,
    caller: &Caller,
    id: String,
    entropy: &Entropy,
) -> Result<(GameId, Joined)> {
    let id = GameId::try_from(id)?;
    match lobby::join(app, caller, &id, entropy.as_str(), None).await {
        Ok(()) => Ok((id, Joined::Seated)),
        // A repeated `join` changes nothing.
        Err(Refusal::AlreadySeated) if matches!(entropy, Entropy::Mail(_)) => {
            Ok((id, Joined::Seated))
        }
        Err(Refusal::GameNotOpen) => match replacement::offered_to(app, caller, &id).await? {
            Some(seat) => {
                replacement::accept(app, caller, &id, seat).await?;
                Ok((id, Joined::TakenOver))
            }
            None => Err(Refusal::GameNotOpen),
        },
        Err(refusal) => Err(refusal),
    }
}

/// Returns this game as the caller sees it; `None` if that fails, because the caller has the seat.
async fn look_at(app: &MailCommands, caller: &Caller, id: Option<&GameId>) -> Option<Look> {
    let id = id?;
    let look = look::game(app, Some(caller), id, None).await;
    let failed =
        |refusal: &Refusal| tracing::warn!(%refusal, game.id = %id, "a new game cannot be shown");
    look.inspect_err(failed).ok()
}

/// Returns the reader's seat in a running game, with the current ply.
fn begun_seat(look: &Look) -> Option<About> {
    let is_running = look.row.status == GameStatus::Running;
    Some(About {
        game: look.row.id.clone(),
        seat: look.seat.filter(|_| is_running)?,
        ply: Some(look.game.as_ref()?.ply()),
    })
}

/// Shows the player's contribution to the dice, and the receipt for the seat unless the answer
/// shows the board, which has one.
fn show_receipt(
    app: &MailCommands,
    look: Look,
    entropy: &Entropy,
    with_board: bool,
    answer: &mut Answer,
) {
    let id = &look.row.id;
    let seat = look.seats.iter().find(|row| Some(row.seat) == look.seat);
    answer.thread = seat.map(|row| (id.clone(), row.seat));
    // Contributions do not affect the dice of a deal.
    let is_given = |seat: &&SeatRow| !seat.entropy.is_empty() && look.row.deal.is_none();
    if let Some(seat) = seat.filter(is_given) {
        let how = match entropy {
            Entropy::Mail(own) if *own == seat.entropy => message("answer-gave-id"),
            _ => message("answer-gave"),
        };
        answer.say(how.with("entropy", seat.entropy.as_str()));
    }
    if with_board {
        return;
    }
    match app.receipts.of_look(&look, app.clock.now()) {
        Ok(receipt) => answer.show(message("answer-title-receipt"), folded(&receipt, "")),
        Err(refusal) => tracing::warn!(%refusal, game.id = %id, "no receipt was made"),
    }
}

/// Gives a seat back, or declines an offered one.
async fn decline(app: &MailCommands, caller: &Caller, id: String) -> Result<()> {
    let id = &GameId::try_from(id)?;
    match lobby::leave(app, caller, id).await {
        Err(Refusal::GameNotOpen) => match replacement::offered_to(app, caller, id).await? {
            Some(seat) => replacement::decline(app, caller, id, seat).await,
            None => Err(Refusal::GameNotOpen),
        },
        done => done,
    }
}

async fn create(
    app: &MailCommands,
    caller: &Caller,
    new: &NewLine,
    entropy: &Entropy,
) -> Result<GameId> {
    let mut guests: Vec<Guest> = Vec::new();
    for name in &new.guests {
        guests.push(if name.contains('@') {
            let address = name.parse().map_err(|_| {
                Refusal::InvalidGame(message("why-no-address").with("address", name.as_str()))
            })?;
            Guest::Email(address)
        } else {
            Guest::Player(name.clone())
        });
    }
    guests.extend(new.bots.iter().map(|bot| Guest::Bot(*bot)));
    let fewest = KINDS
        .latest(new.kind)
        .map_or(1, |kind| *kind.info().seats.start());
    let named = u8::try_from(guests.len() + 1).unwrap_or(u8::MAX);
    let new = NewGame {
        kind: Some(new.kind.to_owned()),
        options: Some(new.options.clone().into()),
        seats: Some(new.seats.unwrap_or(named.max(fewest))),
        visibility: if new.private {
            Visibility::Private
        } else {
            Visibility::Public
        },
        guests,
        entropy: entropy.as_str().to_owned(),
        origin: Origin::Drawn,
        pace: new.days.map(|days| Pace {
            time: Time::PerMove { days },
            on_timeout: LeadsTo::Leave,
            grace_hours: 0,
            pause: None,
            holidays: true,
        }),
    };
    lobby::create(app, caller, new, None).await
}

/// Answers with the result of a command. A temporary failure is answered like a refusal, because
/// other commands of the mail may already have been carried out.
fn say<T>(answer: &mut Answer, outcome: Result<T>, done: impl FnOnce(T) -> Message) {
    answer.say(match outcome {
        Ok(it) => done(it),
        Err(Refusal::General(base::Refusal::NotFound)) => message("answer-no-such-game"),
        Err(refusal) => message("answer-refused").with("why", why(&refusal)),
    });
}

/// Adds the player's games.
pub(super) async fn list_games(
    app: &MailCommands,
    caller: &Caller,
    answer: &mut Answer,
) -> Result<()> {
    let games = games_list::of(app, caller, answer.language()).await?;
    answer.list(message("answer-title-games"), games);
    Ok(())
}

fn show_words(answer: &mut Answer) {
    manual::show_words(answer, message("answer-title-words"), "", &DESK_WORDS);
}

/// Adds the words for the desk, and the list of games.
pub(super) fn help(answer: &mut Answer) {
    answer.say(message("answer-desk"));
    show_words(answer);
    list_kinds(answer);
}

/// Adds the list of games.
pub(super) fn list_kinds(answer: &mut Answer) {
    let games: Vec<String> = KINDS
        .current()
        .map(|kind| kind.info())
        .map(|info| format!("{}: {}", info.id, info.summary.to(answer.language())))
        .collect();
    answer.list(message("answer-title-kinds"), games);
}
