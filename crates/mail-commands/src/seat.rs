//! Mail to the secret address of a seat: moves (`moves`), and commands about its game (`said`,
//! `asked`, `ending`, `orders`).
//!
//! All lines are read before one is carried out. The whole mail has no effect if the server does
//! not understand a line, if a line takes back an earlier one, or if a move is rejected. For an
//! unverified sender, the server carries out only commands that change nothing, and asks the player
//! about the rest (`confirm`).
//!
//! A mail gets no answer if all its moves were played and another mail shows their outcome.
//! `answers on` turns all answers on.

use accounts::access::Caller;
use accounts::store::mailed_commands::KeptSeat;
use accounts::store::players::{self, Player};
use accounts::{account, reply_addresses};
use base::refusal::Rejection;
use chrono::TimeDelta;
use common::ids::{GameId, PlayerId};
use common::texts::message;
use common::wording::meant;
use db::sets::Stored;
use letters::mail_settings::{self, Delivery, Wishes};
use mail::inbound::Incoming;
use mail::inbound::authentic::Word;
use mail::inbound::second_thoughts::{is_small_talk, takes_back};
use mail::position;
use notices::answer::{Answer, Refused};
use notices::outbox::{self, About, To};
use play::look::{self, Look};
use play::orders::Given;
use play::refusal::{Refusal, Result};
use play::store::games::{self, SeatRow};
use play::store::resignations;
use rules::{Action, Game, Message, Seat};
use social::chat;

use crate::consent::{self, Consent};
use crate::desk::{list_games, reset};
use crate::mail_words::{self, MailWord};
use crate::manual::{help, how_to_play, rules_text};
use crate::store::{self, Arrival};
use crate::why::why;
use crate::words::{self, Resign, SeatWord};
use crate::{
    Answered, CONFIRM_DAYS, MailCommands, answer_to, begun, confirm, holiday, lines, named,
    not_understood,
};

/// A line with one or more moves.
#[derive(Clone, Copy)]
pub(super) struct MoveLine<'a> {
    /// The index of the line in the mail.
    pub(super) at: usize,
    pub(super) line: &'a str,
    pub(super) actions: usize,
}

/// The content of a mail, all of it understood.
#[derive(Default)]
pub(super) struct Said<'a> {
    moves: Vec<MoveLine<'a>>,
    words: Vec<SeatWord>,
}

impl<'a> Said<'a> {
    /// Reads all lines. The error names the line that was not understood, and the reason. Such a
    /// mail has no effect, because it may contain another person's text.
    fn read(lines: &'a [String]) -> Result<Said<'a>, Message> {
        Said::of(lines.iter().map(String::as_str).enumerate().collect())
    }

    /// Like [`Said::read`], for some lines of a mail with their indices.
    pub(super) fn of(lines: Vec<(usize, &'a str)>) -> Result<Said<'a>, Message> {
        let mut said = Said::default();
        let count = lines.len();
        for (at, line) in lines {
            let meant = meant(line);
            if meant.is_empty() || is_small_talk(line) {
                continue;
            }
            let wrong = |why: Message| not_understood(at, line, why);
            let pieces = pieces(meant);
            let count = count + pieces.len() - 1;
            for piece in &pieces {
                let word = word_of(piece);
                let whole = if pieces.len() == 1 { line } else { piece };
                let is_crossed_out = word.is_none() && consent::crosses_out(piece);
                if is_crossed_out || said.is_taken_back(whole, word.as_ref()) {
                    return Err(message("answer-taken-back").with("line", named(at, line)));
                }
                match word {
                    Some(SeatWord::Mail(MailWord::Wrong(help))) => return Err(wrong(help)),
                    Some(SeatWord::Resign(_)) if count > 1 => {
                        return Err(message("answer-resign-alone"));
                    }
                    Some(SeatWord::Chat(text)) if !text.is_empty() => {
                        chat::sayable(&text).map_err(|refusal| wrong(why(&refusal)))?;
                        said.words.push(SeatWord::Chat(text));
                    }
                    Some(word) => said.words.push(word),
                    None => said.moves.push(MoveLine {
                        at,
                        line: piece,
                        actions: Action::read_text(piece).len(),
                    }),
                }
            }
        }
        Ok(said)
    }

    /// Whether a line takes back what precedes it, even in the same line: `roll; no wait`. Chat and
    /// notes may contain any text. A word such as `stop` keeps its own meaning if no move precedes
    /// it.
    fn is_taken_back(&self, line: &str, word: Option<&SeatWord>) -> bool {
        let is_free = match word {
            Some(SeatWord::Chat(_) | SeatWord::Note(_)) => true,
            Some(_) => self.moves.is_empty(),
            None => false,
        };
        let mut parts = line.split(';').skip(usize::from(self.is_empty()));
        !is_free && parts.any(takes_back)
    }

    /// Whether the mail contains moves, and nothing that requires an answer.
    pub(super) fn only_plays(&self) -> bool {
        let is_quiet = |word: &SeatWord| matches!(word, SeatWord::Chat(text) | SeatWord::Note(text) if !text.is_empty());
        !self.moves.is_empty() && self.words.iter().all(is_quiet)
    }

    /// Whether the mail contains moves.
    pub(super) const fn plays(&self) -> bool {
        !self.moves.is_empty()
    }

    const fn is_empty(&self) -> bool {
        self.moves.is_empty() && self.words.is_empty()
    }

    /// Whether the mail contains `resign`, which must be its only line.
    pub(super) fn resigns(&self) -> bool {
        let is_resign = |word: &SeatWord| matches!(word, SeatWord::Resign(_));
        self.words.iter().any(is_resign)
    }

    pub(super) fn changes(&self) -> bool {
        !self.moves.is_empty() || self.words.iter().any(SeatWord::changes)
    }
}

/// The seat to which a mail is addressed.
#[derive(Clone, Copy)]
pub(super) struct Addressed<'a> {
    pub(super) id: &'a GameId,
    pub(super) seat: Seat,
    pub(super) player: PlayerId,
    /// The position in the address.
    pub(super) seq: Option<u32>,
}

/// Processes a mail to the address of this seat.
pub(super) async fn answer(
    app: &MailCommands,
    mail: &Arrival,
    incoming: &Incoming,
    hosts: &[&str],
    to: Addressed<'_>,
) -> Result<Answered> {
    let Addressed {
        id, seat, player, ..
    } = to;
    if let Some(refused) = crate::suspended(app, mail, incoming, player).await? {
        return Ok(refused);
    }
    let row = players::by_id(&mut *app.db.get().await?, player).await?;
    let Some(row) = row else {
        return Ok(Answered::Silence("unknown address"));
    };
    let is_known = reply_addresses::is_known(app, &row, incoming).await?;
    // The answer goes to the player, even if another person sent the mail. Limit such answers,
    // because they could be a nuisance.
    if !is_known && app.limits.unproven(player).is_err() {
        return Ok(Answered::Silence("unproven"));
    }
    let answer = answer_to(incoming, account::language_of(&row));
    let mut at = At::new(app, id, seat, player, answer);
    let mut seq = match at.place(mail, incoming, hosts, to.seq).await {
        Ok(seq) => seq,
        Err(refusal) => return at.without_game(mail, refusal),
    };
    let (incoming, is_unclear) = &in_context(app, incoming, hosts, id, seat, player).await?;
    if *is_unclear {
        at.answer.say(message("answer-yes-or-no"));
    }
    let said = lines(incoming).and_then(Said::read);
    match said {
        Ok(said) if said.changes() && !is_known => {
            let shows_board = seq.is_none() && said.plays();
            if shows_board {
                seq = match at.next_seq(None).await {
                    Ok(seq) => seq,
                    Err(refusal) => return at.without_game(mail, refusal),
                };
            }
            let kept = KeptSeat {
                seq: seq.and_then(|seq| i32::try_from(seq).ok()),
                sender: incoming
                    .from
                    .as_deref()
                    .map(|it| app.mail_tokens.address(it)),
                proven: incoming.is_vouched_for(),
                forged: incoming.word == Word::Against,
                ..at.kept()
            };
            let from = incoming.from.as_deref().unwrap_or("?");
            let question = message("answer-confirm-seat").with("from", begun(from));
            at.ask(kept, question, &incoming.lines).await?;
            let about = match shows_board && seq.is_some() {
                true => {
                    at.answer.say(message("answer-confirm-board"));
                    at.answer.board = true;
                    Some(at.about().await?)
                }
                false => None,
            };
            let now = app.clock.now();
            let answer = at.answer.mail(mail.id, To::Player(player), about, now);
            Ok(Answered::new(answer, false))
        }
        said => {
            let at = at.with_wishes(&row).await?;
            at.answered(mail, said, &incoming.lines, seq).await
        }
    }
}

/// Returns the line without the game's id at its beginning, which lines to the desk have.
fn without_id(line: &str, id: &GameId) -> Option<String> {
    let (first, rest) = meant(line).split_once(char::is_whitespace)?;
    let first = first.trim_end_matches([':', ',']);
    first
        .eq_ignore_ascii_case(id)
        .then(|| rest.trim().to_owned())
}

/// Rewrites an answer so that it makes sense alone: `yes` to “resign?” becomes `resign yes`. The
/// flag says whether the answer is unclear, so that the server asks again.
async fn in_context(
    app: &MailCommands,
    incoming: &Incoming,
    hosts: &[&str],
    id: &GameId,
    seat: Seat,
    player: PlayerId,
) -> Result<(Incoming, bool)> {
    let mut incoming = incoming.clone();
    for line in &mut incoming.lines {
        if let Some(bare) = without_id(line, id) {
            *line = bare;
        }
    }
    let is_word = |line: &String| words::seat_word(meant(line)).is_some();
    // Resigning cannot be undone, so the mail must contain nothing else.
    let is_plain_yes = |lines: &[String]| matches!(lines, [line] if consent::is_firm(line) && !consent::is_to_play(line));
    let said = match consent::of(&incoming) {
        Consent::Yes if is_plain_yes(&incoming.lines) => Resign::Yes,
        Consent::No => Resign::No,
        Consent::Yes | Consent::Unclear if incoming.lines.first().is_some_and(is_word) => {
            return Ok((incoming, false));
        }
        Consent::Yes | Consent::Unclear => Resign::Asks,
        Consent::Absent => return Ok((incoming, false)),
    };
    if let Some(mail) = position::answer_to(&incoming.answers, hosts) {
        let since = app.clock.now() - TimeDelta::days(CONFIRM_DAYS);
        let mut conn = app.db.get().await?;
        if resignations::asked(&mut conn, id, seat, player, since).await? == Some(mail) {
            incoming.lines = vec![said.line().to_owned()];
            return Ok((incoming, said == Resign::Asks));
        }
    }
    Ok((incoming, false))
}

/// Carries out stored lines after the player has confirmed them.
pub(super) async fn follow(
    app: &MailCommands,
    mail: &Arrival,
    player: PlayerId,
    kept: &KeptSeat,
    lines: &[String],
    answer: Answer,
) -> Result<Answered> {
    let (Some(id), Some(Stored(seat))) = (&kept.game_id, kept.seat) else {
        return Err(Refusal::internal("a mail for a seat names none"));
    };
    let seats = games::seats(&*app.db.get().await?, &[id]).await?;
    let holds = |row: &SeatRow| row.seat == seat && row.player_id == Some(player);
    if !seats.iter().any(holds) {
        return Ok(Answered::Silence("seat changed hands"));
    }
    let seq = mail
        .seq
        .or(kept.seq)
        .and_then(|seq| u32::try_from(seq).ok());
    let at = At::new(app, id, seat, player, answer);
    at.answered(mail, Said::read(lines), lines, seq).await
}

/// A mail to a seat while it is processed.
pub(super) struct At<'a> {
    pub(super) app: &'a MailCommands,
    pub(super) caller: Caller,
    pub(super) id: &'a GameId,
    pub(super) seat: Seat,
    /// The cached view of the game, cleared by every change.
    pub(super) look: Option<Look>,
    pub(super) answer: Answer,
    /// Whether no command could be carried out.
    pub(super) in_vain: bool,
    /// Whether some command was rejected.
    pub(super) refused: bool,
    /// Whether the mail concerns other games too.
    pub(super) is_among: bool,
    /// The number for moves on the current board, if the mail does not show which board they are
    /// for. The player is then asked before they are played.
    pub(super) unplaced: Option<u32>,
    /// Whether the player wants an answer that only repeats the next turn mail.
    answer_always: bool,
}

impl<'a> At<'a> {
    pub(super) fn new(
        app: &'a MailCommands,
        id: &'a GameId,
        seat: Seat,
        player: PlayerId,
        answer: Answer,
    ) -> At<'a> {
        At {
            app,
            caller: Caller::without_session(player),
            id,
            seat,
            look: None,
            answer,
            in_vain: false,
            refused: false,
            is_among: false,
            unplaced: None,
            answer_always: true,
        }
    }

    /// Reads whether the player wants answers to all mails.
    pub(super) async fn with_wishes(mut self, player: &Player) -> Result<At<'a>> {
        let wishes = Wishes::of_player(player)?;
        let conn = &mut *self.app.db.get().await?;
        let here = mail_settings::in_game(conn, self.id, player.id).await?;
        let turns = here.turns.unwrap_or(wishes.turns);
        // Without a turn mail, only the answer shows the moves.
        self.answer_always = wishes.answer_always || turns != Delivery::AtOnce;
        Ok(self)
    }

    /// Carries out a mail with these lines and answers it, if there is anything to answer. Asks the
    /// player if the board for the moves is unknown.
    pub(super) async fn answered(
        mut self,
        mail: &Arrival,
        said: Result<Said<'_>, Message>,
        lines: &[String],
        seq: Option<u32>,
    ) -> Result<Answered> {
        match self.carried_out(mail, said, lines, seq).await {
            Ok(Some(about)) => {
                let to = To::Player(self.caller.player);
                let now = self.app.clock.now();
                let answer = self.answer.mail(mail.id, to, Some(about), now);
                Ok(Answered::new(answer, self.in_vain))
            }
            Ok(None) => Ok(Answered::Silence("played")),
            Err(refusal) => self.without_game(mail, refusal),
        }
    }

    /// Answers without the game, for example because it is damaged. Returns failures as errors, so
    /// that the mail is retried.
    fn without_game(mut self, mail: &Arrival, refusal: Refusal) -> Result<Answered> {
        self.answer_refusal(refusal)?;
        self.answer.board = false;
        self.answer.archive = false;
        let to = To::Player(self.caller.player);
        let answer = self.answer.mail(mail.id, to, None, self.app.clock.now());
        Ok(Answered::new(answer, true))
    }

    /// Carries out a mail with these lines. Returns the subject of the answer; `None` if another
    /// mail reports all of it.
    async fn carried_out(
        &mut self,
        mail: &Arrival,
        said: Result<Said<'_>, Message>,
        lines: &[String],
        seq: Option<u32>,
    ) -> Result<Option<About>> {
        let only_plays = said.as_ref().is_ok_and(Said::only_plays);
        match said {
            Ok(said) if !said.is_empty() => self.deal_with(mail, said, seq).await?,
            nothing => {
                let why = nothing.err().unwrap_or(message("answer-no-line"));
                self.answer.say(why);
                self.answer.refused = Some(Refused::Mail);
                self.answer.board = true;
                self.in_vain = true;
            }
        }
        if let Some(seq) = self.unplaced {
            let kept = KeptSeat {
                seq: i32::try_from(seq).ok(),
                ..self.kept()
            };
            self.ask(kept, message("answer-ask-board"), lines).await?;
        } else if only_plays && self.is_told_elsewhere().await? {
            return Ok(None);
        }
        self.about().await.map(Some)
    }
}

impl At<'_> {
    /// Returns the number of the mail's first move. An earlier attempt has stored it, or it is in
    /// the address or in the headers of the answered mail. Returns `None` if no source names it, or
    /// if the sources differ. It also returns `None` if only the address names it and the board has
    /// changed since, because the sender may have saved that address.
    async fn place(
        &mut self,
        mail: &Arrival,
        incoming: &Incoming,
        hosts: &[&str],
        addressed: Option<u32>,
    ) -> Result<Option<u32>> {
        if let Some(kept) = mail.seq {
            return Ok(u32::try_from(kept).ok());
        }
        let answered = position::answered(&incoming.answers, hosts, self.id, self.seat)
            .or_else(|| position::in_subject(&incoming.subject, self.id));
        let Some(addressed) = addressed else {
            return Ok(answered);
        };
        if answered.is_some() {
            return Ok(answered.filter(|answered| *answered == addressed));
        }
        if self.next_seq(None).await? != Some(addressed) {
            return Ok(None);
        }
        // After a crash this mail may already have changed the board.
        let kept = i32::try_from(addressed).map_err(Refusal::internal)?;
        store::set_seq(&mut *self.app.db.get().await?, mail.id, kept).await?;
        Ok(Some(addressed))
    }

    /// Returns the seat for stored commands.
    fn kept(&self) -> KeptSeat {
        KeptSeat {
            game_id: Some(self.id.to_owned()),
            seat: Some(Stored(self.seat)),
            ..KeptSeat::default()
        }
    }

    /// Stores lines, and asks the player about them.
    async fn ask(&mut self, kept: KeptSeat, question: Message, lines: &[String]) -> Result<()> {
        let (app, player) = (self.app, self.caller.player);
        let lines = (lines.to_vec(), lines.to_vec());
        confirm::ask(app, player, lines, kept, question, &mut self.answer).await
    }

    /// Returns the subject of the answer: the seat, and the current state of its game.
    async fn about(&mut self) -> Result<About> {
        let ply = self.look().await?.game.as_ref().map_or(0, Game::ply);
        Ok(About {
            game: self.id.to_owned(),
            seat: self.seat,
            ply: Some(ply),
        })
    }

    /// Whether another mail reports all moves of this one.
    pub(super) async fn is_told_elsewhere(&mut self) -> Result<bool> {
        if self.refused || self.answer_always {
            return Ok(false);
        }
        let seat = self.seat;
        let game = self.look().await?.game.as_ref();
        let ply = game.map_or(0, Game::ply);
        let acts = game.is_some_and(|game| game.acting().contains(seat));
        // If it is the player's turn again, a turn mail reports all of it.
        let conn = &mut *self.app.db.get().await?;
        Ok(!acts || outbox::is_called(conn, self.id, seat, ply).await?)
    }

    /// Answers why a command was not carried out, once. Returns failures as errors, so that the
    /// mail is retried.
    pub(super) fn answer_refusal(&mut self, refusal: Refusal) -> Result<()> {
        if refusal.is_failure() {
            return Err(refusal);
        }
        self.refused = true;
        self.answer.refused.get_or_insert(Refused::Mail);
        let why = why(&refusal);
        let reason = why.clone().to(self.answer.language());
        if !self.answer.said.iter().any(|said| said.contains(&reason)) {
            self.answer.say(message("answer-refused").with("why", why));
        }
        Ok(())
    }

    /// Returns the current game as the player sees it.
    pub(super) async fn look(&mut self) -> Result<&Look> {
        if self.look.is_none() {
            self.look = Some(look::game(self.app, Some(&self.caller), self.id, None).await?);
        }
        self.look
            .as_ref()
            .ok_or_else(|| Refusal::internal("a look is gone"))
    }

    pub(super) async fn deal_with(
        &mut self,
        mail: &Arrival,
        said: Said<'_>,
        seq: Option<u32>,
    ) -> Result<()> {
        let Said { moves, words } = said;
        let (ordered, words) = words::split_off_orders(words);
        let Some(ordered) = self.read_orders(&ordered).await? else {
            return Ok(());
        };
        // The server plays all moves or none, and skips the commands if it plays none.
        if !moves.is_empty() && !self.play(mail, &moves, seq, !words.is_empty()).await? {
            return Ok(());
        }
        let (said, words) = words::split_off_chat(words);
        for (at, text) in said.iter().enumerate() {
            self.say(mail, at, text).await?;
        }
        let (noted, words) = words::split_off_notes(words);
        if !noted.is_empty() {
            self.note(&noted.join("\n")).await?;
        }
        for word in words {
            self.word(mail, word).await?;
        }
        if ordered != Given::default() {
            self.give_orders(mail, ordered).await?;
        }
        Ok(())
    }

    async fn word(&mut self, mail: &Arrival, word: SeatWord) -> Result<()> {
        match word {
            SeatWord::Show => self.answer.board = true,
            SeatWord::Help => help(&mut self.answer),
            SeatWord::HowToPlay => {
                let kind = self.look().await?.row.rules.clone();
                how_to_play(&mut self.answer, &kind);
            }
            SeatWord::Rules(section) => {
                let kind = self.look().await?.row.rules.clone();
                rules_text(&mut self.answer, &kind, &section);
            }
            SeatWord::Legal(words) => self.legal(&words).await?,
            SeatWord::History => self.history().await?,
            SeatWord::Archive => {
                // An answer about several games has no attachment.
                if self.is_among {
                    self.answer.say(message("answer-archive-alone"));
                } else {
                    self.answer.archive = true;
                    self.answer.board = true;
                }
            }
            SeatWord::Who => self.who().await?,
            SeatWord::Rematch => self.rematch().await?,
            SeatWord::Games => list_games(self.app, &self.caller, &mut self.answer).await?,
            SeatWord::Mail(word) => {
                let game = Some(self.id);
                let answer = &mut self.answer;
                // The server may have made a forced move since.
                answer.board |= matches!(word, MailWord::Auto { .. });
                mail_words::carry_out(self.app, &self.caller, game, word, answer).await?;
                self.look = None;
            }
            SeatWord::Vacation(wanted) => {
                holiday::carry_out(self.app, &self.caller, wanted, &mut self.answer).await?;
            }
            SeatWord::Chat(_) => self.hear().await?,
            SeatWord::Note(_) => self.show_note().await?,
            SeatWord::Orders(line) => self.orders(&line).await?,
            SeatWord::Reset => reset(self.app, &self.caller, &mut self.answer).await?,
            SeatWord::Resign(Resign::Asks) => self.resign(mail, false).await?,
            SeatWord::Resign(Resign::Yes) => self.resign(mail, true).await?,
            SeatWord::Resign(Resign::No) => self.stay().await?,
        }
        Ok(())
    }
}

/// The largest number of pieces of a line in which the server looks for its words.
const MOST_PIECES: usize = 16;

/// Splits a line that mixes moves and server words: `roll; chat Hello`. A word that takes the rest
/// of the line keeps it.
fn pieces(line: &str) -> Vec<&str> {
    let ends = line.match_indices(';').map(|(at, _)| at).take(MOST_PIECES);
    let mut ends = ends.peekable();
    if ends.peek().is_none() || word_of(line).is_some() {
        return vec![line];
    }
    let (mut pieces, mut moves) = (Vec::new(), 0);
    let ends: Vec<usize> = ends.chain([line.len()]).collect();
    let begins = [0].into_iter().chain(ends.iter().map(|end| end + 1));
    for (begin, end) in begins.zip(&ends) {
        let piece = meant(&line[begin..*end]);
        let rest = meant(&line[begin..]);
        let word = [rest, piece].into_iter().find(|it| word_of(it).is_some());
        let Some(word) = word else {
            continue;
        };
        pieces.extend([line[moves..begin].trim_end_matches(';').trim(), word]);
        moves = end + 1;
        if word == rest {
            moves = line.len();
            break;
        }
    }
    pieces.extend(line.get(moves..).map(str::trim));
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

/// Returns the server word of a line. A `leave` among other moves counts as one, because leaving a
/// game requires a confirmation.
fn word_of(line: &str) -> Option<SeatWord> {
    let hidden = || {
        Action::read_text(line)
            .contains(&Action::Leave)
            .then_some(SeatWord::Resign(Resign::Asks))
    };
    words::seat_word(line).or_else(hidden)
}
