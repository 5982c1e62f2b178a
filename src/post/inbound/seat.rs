//! Mail to the secret address of a seat: moves, and words about this one game. Chat and notes are in
//! `said`.
//!
//! All moves of a mail are one list: all are played or none, unless one of them turns up something new.
//! Then they are played one after the other, and the first that is refused ends that. They carry the `seq`
//! of the mail that is being answered, so that an answer to an old board is not played on a new one, and a
//! mail that is dealt with twice, after a crash, is played once.
//!
//! All lines are read before one is carried out: a line that is not understood, or a move that is
//! refused, leaves the whole mail undone. From a sender who is not known to be the player only what
//! tells something is done; about the rest the player is asked (`confirm`).

use std::convert::identity;

use ::games::KINDS;
use chrono::TimeDelta;
use rules::{Action, Game, Language, Message, Seat};
use serde_json::json;

use super::desk::{list_games, reset};
use super::mail_words::{self, MailWord};
use super::why::why;
use super::wording::meant;
use super::words::{self, Resign, SeatWord};
use super::{Answered, CONFIRM_DAYS, begun, confirm, consent, holiday, lines, named};
use crate::ids::{GameId, PlayerId};
use crate::mail::inbound::Incoming;
use crate::mail::inbound::authentic::Word;
use crate::mail::position;
use crate::refusal::{Refusal, Refused, Result};
use crate::service::App;
use crate::service::access::Caller;
use crate::service::look::{self, Look};
use crate::service::mail_settings::{self, Delivery, Wishes};
use crate::service::notices::answer::Answer;
use crate::service::past::{self, Origin, Span};
use crate::service::play::{self, Mover, Played};
use crate::service::{accounts, chat, lobby, reply_addresses};
use crate::store::games::{self, SeatRow};
use crate::store::inbound::{self, Arrival};
use crate::store::mailed_commands::KeptSeat;
use crate::store::outbox::{self, About, To};
use crate::store::sets::{GameStatus, Stored};
use crate::store::{players, resignations};
use crate::texts::message;

/// How many lines of a history are sent.
const MOST_HISTORY: usize = 200;

/// A line that is a move or several.
struct MoveLine<'a> {
    /// Which line of the mail it is.
    at: usize,
    line: &'a str,
    actions: usize,
}

/// What a mail says, all of it understood.
#[derive(Default)]
struct Said<'a> {
    moves: Vec<MoveLine<'a>>,
    words: Vec<SeatWord>,
}

impl<'a> Said<'a> {
    /// Reads all lines; the error says which of them is none, and why. Nothing of such a mail is
    /// done: it may hold what somebody else wrote.
    fn read(lines: &'a [String]) -> Result<Said<'a>, Message> {
        let mut said = Said::default();
        for (at, line) in lines.iter().enumerate() {
            let meant = meant(line);
            if meant.is_empty() {
                continue;
            }
            let wrong = |why: Message| {
                message("answer-not-understood")
                    .with("line", named(at, line))
                    .with("why", why)
            };
            match word_of(meant) {
                Some(SeatWord::Mail(MailWord::Wrong(help))) => return Err(wrong(help)),
                Some(SeatWord::Resign(_)) if lines.len() > 1 => {
                    return Err(message("answer-resign-alone"));
                }
                Some(SeatWord::Chat(text)) if !text.is_empty() => {
                    chat::sayable(&text).map_err(|refusal| wrong(why(&refusal)))?;
                    said.words.push(SeatWord::Chat(text));
                }
                Some(word) => said.words.push(word),
                None => said.moves.push(MoveLine {
                    at,
                    line: meant,
                    actions: Action::read_text(meant).len(),
                }),
            }
        }
        Ok(said)
    }

    /// Whether it holds moves, and nothing that asks for an answer.
    fn only_plays(&self) -> bool {
        let is_quiet = |word: &SeatWord| matches!(word, SeatWord::Chat(text) | SeatWord::Note(text) if !text.is_empty());
        !self.moves.is_empty() && self.words.iter().all(is_quiet)
    }

    const fn is_empty(&self) -> bool {
        self.moves.is_empty() && self.words.is_empty()
    }

    fn changes(&self) -> bool {
        !self.moves.is_empty() || self.words.iter().any(SeatWord::changes)
    }
}

/// Answers a mail to the address of this seat.
pub(super) async fn answer(
    app: &App,
    mail: &Arrival,
    incoming: &Incoming,
    hosts: &[&str],
    id: &GameId,
    seat: Seat,
    player: PlayerId,
) -> Result<Answered> {
    if let Some(refused) = super::suspended(app, mail, incoming, player).await? {
        return Ok(refused);
    }
    let row = players::by_id(&mut *app.db.get().await?, player).await?;
    let Some(row) = row else {
        return Ok(Answered::Silence("unknown address"));
    };
    let is_known = reply_addresses::is_known(app, &row, incoming).await?;
    // What tells something goes to the player, whoever asked; it must not become a nuisance.
    if !is_known && app.limits.unproven(player).is_err() {
        return Ok(Answered::Silence("unproven"));
    }
    let mut answer = Answer::to(incoming, accounts::language_of(&row));
    let seq = incoming_seq(mail, incoming, hosts, id, seat);
    let incoming = &in_context(app, incoming, hosts, id, seat, player).await?;
    let said = lines(incoming).and_then(Said::read);
    match said {
        Ok(said) if said.changes() && !is_known => {
            let kept = KeptSeat {
                game_id: Some(id.to_owned()),
                seat: Some(Stored(seat)),
                seq: seq.and_then(|seq| i32::try_from(seq).ok()),
                sender: incoming
                    .from
                    .as_deref()
                    .map(|it| app.mail_tokens.address(it)),
                proven: incoming.is_vouched_for(),
                forged: incoming.word == Word::Against,
            };
            let from = incoming.from.as_deref().unwrap_or("?");
            let question = message("answer-confirm-seat").with("from", begun(from));
            let lines = incoming.lines.clone();
            confirm::ask(app, player, lines, kept, question, &mut answer).await?;
            let now = app.clock.now();
            let answer = answer.mail(mail, To::Player(player), None, now);
            Ok(Answered::new(answer, false))
        }
        said => {
            let wishes = Wishes::of_player(&row)?;
            let here = mail_settings::in_game(&mut *app.db.get().await?, id, player).await?;
            let turns = here.turns.unwrap_or(wishes.turns);
            let mut at = At::new(app, id, seat, player, answer);
            // Without a turn mail, nothing else tells what was played.
            at.answer_always = wishes.answer_always || turns != Delivery::AtOnce;
            at.answered(mail, said, seq).await
        }
    }
}

/// A mail as it would be without what it answers: `yes` to “resign?” becomes `resign yes`.
async fn in_context(
    app: &App,
    incoming: &Incoming,
    hosts: &[&str],
    id: &GameId,
    seat: Seat,
    player: PlayerId,
) -> Result<Incoming> {
    let mut incoming = incoming.clone();
    let says = incoming
        .lines
        .iter()
        .find_map(|line| consent::of_line(line));
    if let (Some(says), Some(mail)) = (says, position::answer_to(&incoming.answers, hosts)) {
        let since = app.clock.now() - TimeDelta::days(CONFIRM_DAYS);
        let mut conn = app.db.get().await?;
        let is_asked = resignations::asked(&mut conn, id, seat, player, since).await? == Some(mail);
        match (is_asked, says, incoming.lines.as_mut_slice()) {
            // What cannot be taken back is said in a line of its own.
            (true, true, [line]) if consent::is_plain_yes(line) => *line = "resign yes".to_owned(),
            (true, false, [line]) => *line = "resign no".to_owned(),
            _ => {}
        }
    }
    Ok(incoming)
}

/// Carries out lines that were kept: their player says that they are theirs.
pub(super) async fn follow(
    app: &App,
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
    at.answered(mail, Said::read(lines), seq).await
}

/// The number that the mail's moves carry, where the mail or an earlier try says it.
fn incoming_seq(
    mail: &Arrival,
    incoming: &Incoming,
    hosts: &[&str],
    id: &GameId,
    seat: Seat,
) -> Option<u32> {
    let kept = mail.seq.and_then(|seq| u32::try_from(seq).ok());
    kept.or_else(|| position::answered(&incoming.answers, hosts, id, seat))
}

/// A mail at the table.
pub(super) struct At<'a> {
    pub(super) app: &'a App,
    pub(super) caller: Caller,
    pub(super) id: &'a GameId,
    seat: Seat,
    look: Option<Look>,
    pub(super) answer: Answer,
    /// Whether nothing in the mail could be done.
    in_vain: bool,
    /// Whether something in it could not be done.
    pub(super) refused: bool,
    /// Whether an answer is wanted that tells only what the next turn mail tells.
    answer_always: bool,
}

impl<'a> At<'a> {
    fn new(app: &'a App, id: &'a GameId, seat: Seat, player: PlayerId, answer: Answer) -> At<'a> {
        At {
            app,
            caller: Caller::without_session(player),
            id,
            seat,
            look: None,
            answer,
            in_vain: false,
            refused: false,
            answer_always: true,
        }
    }

    /// Does what a mail says, and answers it, where there is something to answer.
    async fn answered(
        mut self,
        mail: &Arrival,
        said: Result<Said<'_>, Message>,
        seq: Option<u32>,
    ) -> Result<Answered> {
        let only_plays = said.as_ref().is_ok_and(Said::only_plays);
        match said {
            Ok(said) if !said.is_empty() => self.deal_with(mail, said, seq).await?,
            nothing => {
                let why = nothing.err().unwrap_or(message("answer-no-line"));
                self.answer.say(why);
                self.answer.board = true;
                self.in_vain = true;
            }
        }
        let seat = self.seat;
        let game = self.look().await?.game.as_ref();
        let ply = game.map_or(0, Game::ply);
        let acts = game.is_some_and(|game| game.acting().contains(seat));
        if only_plays && !self.refused && !self.answer_always {
            // Whoever is called again has a mail that tells all of it.
            let mut conn = self.app.db.get().await?;
            if !acts || outbox::is_called(&mut conn, self.id, seat, ply).await? {
                return Ok(Answered::Silence("played"));
            }
        }
        let now = self.app.clock.now();
        let to = To::Player(self.caller.player);
        let about = About {
            game: self.id.to_owned(),
            seat: self.seat,
            ply: Some(ply),
        };
        Ok(Answered::new(
            self.answer.mail(mail, to, Some(about), now),
            self.in_vain,
        ))
    }
}

impl At<'_> {
    /// The game as its player sees it now.
    async fn look(&mut self) -> Result<&Look> {
        if self.look.is_none() {
            self.look = Some(look::game(self.app, Some(&self.caller), self.id, None).await?);
        }
        self.look
            .as_ref()
            .ok_or_else(|| Refusal::internal("a look is gone"))
    }

    async fn deal_with(&mut self, mail: &Arrival, said: Said<'_>, seq: Option<u32>) -> Result<()> {
        let Said { moves, words } = said;
        // Moves are played all or none, and the words go with them.
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
        Ok(())
    }

    /// Plays moves; `false` when that was refused, with whatever else the mail says.
    async fn play(
        &mut self,
        mail: &Arrival,
        moves: &[MoveLine<'_>],
        seq: Option<u32>,
        with_words: bool,
    ) -> Result<bool> {
        self.answer.board = true;
        let seq = self.seq(mail, seq).await?;
        if mail.begun_at.is_some() {
            return self.play_in_turn(moves, seq).await;
        }
        let sent = moves.iter().map(|it| json!({"text": it.line})).collect();
        match self.submit(sent, seq).await {
            Ok(played) => {
                let lines = moves.iter().map(|it| it.line);
                self.answer
                    .say(message("answer-played").with("moves", one_by_one(lines)));
                let told = self.sentences(&played);
                self.tell(told);
                Ok(true)
            }
            Err(Refusal::Reveals { .. }) => {
                // Dealt with once more, some of it may have been played.
                let mut conn = self.app.db.get().await?;
                inbound::begin(&mut conn, mail.id, self.app.clock.now()).await?;
                drop(conn);
                self.play_in_turn(moves, seq).await
            }
            Err(refusal) => {
                // On another board the same words may be good.
                self.in_vain = !matches!(refusal, Refusal::Stale { .. });
                let nothing = match (with_words, moves.len()) {
                    (true, _) => message("answer-nothing-at-all"),
                    (false, 1) => message("answer-nothing-played"),
                    (false, _) => message("answer-all-or-none"),
                };
                self.refuse(refusal, moves, nothing)?;
                Ok(false)
            }
        }
    }

    /// Plays moves one after the other, until one is refused: that is told. `false` when it is the first.
    async fn play_in_turn(&mut self, moves: &[MoveLine<'_>], seq: u32) -> Result<bool> {
        let mut texts = Vec::new();
        for it in moves {
            for action in Action::read_text(it.line) {
                if let Action::Text(text) = action {
                    texts.push((it.at, text));
                }
            }
        }
        let (mut played, mut told, mut left_out) = (Vec::new(), Vec::new(), None);
        for (seq, (at, text)) in (seq..).zip(&texts) {
            match self.submit(vec![json!({"text": text})], seq).await {
                Ok(it) => {
                    played.push(text.as_str());
                    told.extend(self.sentences(&it));
                }
                Err(refusal) if played.is_empty() => {
                    self.in_vain = !matches!(refusal, Refusal::Stale { .. });
                    let nothing = message("answer-nothing-played");
                    self.refuse(refusal, moves, nothing)?;
                    return Ok(false);
                }
                Err(refusal) => {
                    let why = why_left_out(&refusal).ok_or(refusal)?;
                    let line = message("answer-left-out").with("line", named(*at, text));
                    self.refused = true;
                    left_out = Some(line.with("why", why));
                    break;
                }
            }
        }
        let lines = played.into_iter();
        self.answer
            .say(message("answer-played").with("moves", one_by_one(lines)));
        if let Some(line) = left_out {
            self.answer.say(line);
        }
        self.tell(told);
        Ok(true)
    }

    /// The number that the moves of a mail carry; without one, the next, which is noted.
    async fn seq(&mut self, mail: &Arrival, seq: Option<u32>) -> Result<u32> {
        if let Some(seq) = seq {
            return Ok(seq);
        }
        let seat = self.seat;
        let look = self.look().await?;
        let game = look.game.as_ref().ok_or(Refusal::NotStarted)?;
        let seq = game.next_seq(seat);
        let mut conn = self.app.db.get().await?;
        let kept = i32::try_from(seq).map_err(Refusal::internal)?;
        inbound::set_seq(&mut conn, mail.id, kept).await?;
        Ok(seq)
    }

    /// Sends actions to be played with the number they carry.
    async fn submit(&mut self, moves: Vec<serde_json::Value>, seq: u32) -> Result<Played> {
        self.look = None;
        play::play(
            self.app,
            Mover::Player(self.caller.player),
            self.id,
            seq,
            moves,
            identity,
        )
        .await
    }

    /// What happened, in the reader's language.
    fn sentences(&self, played: &Played) -> Vec<String> {
        let viewer = played.viewer();
        let names = played.names.clone().in_language(self.answer.language());
        played
            .told
            .iter()
            .flat_map(|(_, told)| told)
            .filter_map(|told| told.say(viewer, &names))
            .collect()
    }

    fn tell(&mut self, sentences: Vec<String>) {
        self.answer
            .list(message("answer-title-happened"), sentences);
    }

    /// Says why nothing was played; what may pass by itself is tried again instead.
    fn refuse(&mut self, refusal: Refusal, moves: &[MoveLine<'_>], nothing: Message) -> Result<()> {
        let found = |index: usize| {
            let mut left = index;
            moves.iter().find(|it| {
                let here = left < it.actions;
                left = left.saturating_sub(it.actions);
                here
            })
        };
        let line_of =
            |index| found(index).map_or(Message::verbatim(""), |it| named(it.at, it.line));
        let said = match &refusal {
            Refusal::Stale { .. } => message("answer-stale"),
            Refusal::IllegalMove(refused) => message("answer-illegal")
                .with("line", line_of(refused.index))
                .with("why", why_illegal(refused, found(refused.index))),
            Refusal::NotYourTurn(refused) => message("answer-not-now")
                .with("line", line_of(refused.index))
                .with("why", why(&refusal)),
            Refusal::GameOver(_) => message("answer-game-over"),
            Refusal::TooManyMoves { .. } => message("answer-invalid").with("why", why(&refusal)),
            Refusal::InvalidRequest(_) => message("answer-invalid").with("why", why(&refusal)),
            _ => return Err(refusal),
        };
        self.refused = true;
        self.answer.say(said.with("nothing", nothing));
        Ok(())
    }

    async fn word(&mut self, mail: &Arrival, word: SeatWord) -> Result<()> {
        match word {
            SeatWord::Show => self.answer.board = true,
            SeatWord::Help => {
                let help = help(self.answer.language());
                self.answer.show(message("answer-title-how"), help);
            }
            SeatWord::Rules(section) => {
                let kind = self.look().await?.row.rules.clone();
                rules_text(&mut self.answer, &kind, &section);
            }
            SeatWord::Legal(words) => self.legal(&words).await?,
            SeatWord::History => self.history().await?,
            SeatWord::Who => self.who().await?,
            SeatWord::Rematch => self.rematch().await?,
            SeatWord::Games => list_games(self.app, &self.caller, &mut self.answer).await?,
            SeatWord::Mail(word) => {
                let game = Some(self.id);
                let answer = &mut self.answer;
                // It may have been followed by a move.
                answer.board |= matches!(word, MailWord::Auto { .. });
                mail_words::carry_out(self.app, &self.caller, game, word, answer).await?;
                self.look = None;
            }
            SeatWord::Vacation(wanted) => {
                holiday::carry_out(self.app, &self.caller, wanted, &mut self.answer).await?;
            }
            SeatWord::Chat(_) => self.hear().await?,
            SeatWord::Note(_) => self.show_note().await?,
            SeatWord::Reset => reset(self.app, &self.caller, &mut self.answer).await?,
            SeatWord::Resign(Resign::Asks) => self.resign(mail, false).await?,
            SeatWord::Resign(Resign::Yes) => self.resign(mail, true).await?,
            SeatWord::Resign(Resign::No) => self.stay().await?,
        }
        Ok(())
    }

    /// Leaves the game, if the player was asked before; else asks.
    async fn resign(&mut self, mail: &Arrival, sure: bool) -> Result<()> {
        self.answer.board = true;
        let (app, id, player) = (self.app, self.id, self.caller.player);
        let (seat, now) = (self.seat, app.clock.now());
        let look = self.look().await?;
        let is_over = look
            .game
            .as_ref()
            .is_none_or(|game| game.turn().outcome().is_some());
        let mut conn = app.db.get().await?;
        let since = now - TimeDelta::days(CONFIRM_DAYS);
        let asked = resignations::asked(&mut conn, id, seat, player, since).await?;
        if !(sure && asked.is_some()) {
            if is_over {
                self.answer.say(message("answer-nothing-to-resign"));
                return Ok(());
            }
            resignations::ask(&mut conn, id, seat, player, mail.id, now).await?;
            self.answer.say(message("answer-resign"));
            return Ok(());
        }
        drop(conn);
        // To leave is to leave, whatever was played since the question.
        let tried = mail.seq.and_then(|seq| u32::try_from(seq).ok());
        let seq = self.seq(mail, tried).await?;
        match self.submit(vec![json!({"type": "leave"})], seq).await {
            Ok(played) => {
                self.answer.say(message("answer-left"));
                let told = self.sentences(&played);
                self.tell(told);
                Ok(())
            }
            Err(refusal) => {
                let line = MoveLine {
                    at: 0,
                    line: "resign yes",
                    actions: 1,
                };
                self.refuse(refusal, &[line], message("answer-nothing-played"))
            }
        }
    }

    /// Says that the player stays, who was asked or not.
    async fn stay(&mut self) -> Result<()> {
        self.answer.board = true;
        resignations::forget(&mut *self.app.db.get().await?, self.id, self.seat).await?;
        self.answer.say(message("answer-stay"));
        Ok(())
    }

    /// Tells who plays, and who is to move.
    async fn who(&mut self) -> Result<()> {
        let language = self.answer.language();
        let look = self.look().await?;
        let names = look.names().in_language(language);
        let acting = look.game.as_ref().map(Game::acting).unwrap_or_default();
        let line = |seat: Seat| {
            let id = if acting.contains(seat) {
                "answer-who-moves"
            } else {
                "answer-who"
            };
            let line = message(id).with("seat", seat.number() + 1);
            line.with("name", names.of(seat)).to(language)
        };
        let lines = look.seats.iter().map(|row| line(row.seat)).collect();
        self.answer.list(message("heading-table"), lines);
        Ok(())
    }

    /// Proposes the same game again, or joins the one that was proposed.
    async fn rematch(&mut self) -> Result<()> {
        match lobby::rematch(self.app, &self.caller, self.id, "", None).await {
            Ok(id) => {
                let look = look::glance(self.app, Some(self.caller.player), &id, None).await?;
                let told = match (look.seat, look.row.status) {
                    (Some(_), GameStatus::Open) => message("answer-rematch"),
                    (Some(_), _) => message("answer-joined"),
                    (None, _) => message("answer-rematch-missed"),
                };
                self.answer.say(told.with("id", id.to_string()));
            }
            Err(refusal) if refusal.is_failure() => return Err(refusal),
            Err(refusal) => self
                .answer
                .say(message("answer-refused").with("why", why(&refusal))),
        }
        Ok(())
    }

    async fn legal(&mut self, words: &str) -> Result<()> {
        if words.is_empty() {
            self.answer.board = true;
            return Ok(());
        }
        let seat = self.seat;
        let look = self.look().await?;
        let Some(game) = &look.game else {
            return Err(Refusal::NotStarted);
        };
        match game.position().branch(seat, words) {
            Ok(branch) => {
                let whole = match branch.mv {
                    Some(_) => message("answer-whole-move"),
                    None => message("answer-begins-move"),
                };
                let whole = whole.with("move", branch.text.as_str());
                let next: Vec<String> = branch
                    .next
                    .iter()
                    .map(|word| format!("{} {word}", branch.text).trim().to_owned())
                    .collect();
                self.answer.say(whole);
                self.answer.show(message("answer-title-next"), next);
            }
            Err(illegal) => {
                // The last word may be cut short.
                let begin = words.to_lowercase();
                let mut moves = play::legal(game, seat).texts;
                moves.retain(|text| text.to_lowercase().starts_with(&begin));
                if moves.is_empty() {
                    self.answer.say(illegal.text);
                    self.answer.board = true;
                }
                self.answer.show(message("answer-title-legal"), moves);
            }
        }
        Ok(())
    }

    async fn history(&mut self) -> Result<()> {
        let app = self.app;
        let language = self.answer.language();
        let look = self.look().await?;
        let (viewer, names) = (look.viewer(), look.names().in_language(language));
        let to = look.game.as_ref().map_or(0, Game::ply);
        let from = to.saturating_sub(MOST_HISTORY as u64);
        let origin = Origin::of(&look.row, &look.seats)?;
        let span = Span { from, to };
        let mut lines = past::replay(app, origin, span, move |past| {
            let say = |told: &[Box<dyn rules::Told>]| -> Vec<String> {
                told.iter()
                    .filter_map(|it| it.say(viewer, &names))
                    .collect()
            };
            let (mut game, mut lines) = (past.game, say(&past.setup));
            for entry in &past.entries {
                let told = game.retell(entry).map_err(Refusal::internal)?;
                lines.extend(
                    say(&told)
                        .into_iter()
                        .map(|sentence| format!("{}: {sentence}", entry.n)),
                );
            }
            Ok(lines)
        })
        .await?;
        let left_out = lines.len().saturating_sub(MOST_HISTORY);
        lines.drain(..left_out);
        if from > 0 || left_out > 0 {
            self.answer
                .say(message("answer-last-lines").with("n", lines.len()));
        }
        self.answer.list(message("answer-title-history"), lines);
        Ok(())
    }
}

/// The server word of a line. `leave` between other moves is one as well: nobody leaves a game
/// without being asked.
fn word_of(line: &str) -> Option<SeatWord> {
    let hidden = || {
        Action::read_text(line)
            .contains(&Action::Leave)
            .then_some(SeatWord::Resign(Resign::Asks))
    };
    words::seat_word(line).or_else(hidden)
}

/// Why a move was refused, and which word was meant, perhaps, where it is none.
fn why_illegal(refused: &Refused, line: Option<&MoveLine<'_>>) -> Message {
    let why = refused.illegal.text.clone();
    let is_none = refused.illegal.refusal == rules::Refusal::Malformed;
    let line = line.filter(|_| is_none);
    match line.and_then(|it| words::nearly(it.line, &words::SEAT_WORDS)) {
        Some(near) => message("words-did-you-mean")
            .with("why", why)
            .with("near", near),
        None => why,
    }
}

/// Why a line was not played behind others, where that is not to be tried again.
fn why_left_out(refusal: &Refusal) -> Option<Message> {
    match refusal {
        Refusal::Stale { .. } => Some(message("answer-gone-on")),
        Refusal::IllegalMove(_)
        | Refusal::NotYourTurn(_)
        | Refusal::GameOver(_)
        | Refusal::TooManyMoves { .. }
        | Refusal::InvalidRequest(_) => Some(why(refusal)),
        _ => None,
    }
}

/// The moves of a mail that were played: `“roll”, then “move start”`.
fn one_by_one<'a>(mut lines: impl Iterator<Item = &'a str>) -> Message {
    let one = message("answer-move").with("move", lines.next().unwrap_or_default());
    lines.fold(one, |before, line| {
        message("answer-move-then")
            .with("before", before)
            .with("move", line)
    })
}

fn help(language: Language) -> Vec<String> {
    let how = message("answer-how").to(language);
    let mut lines: Vec<String> = how.lines().map(str::to_owned).collect();
    lines.push(String::new());
    lines.extend(table(&words::SEAT_WORDS, language));
    lines
}

/// Words with what they do, as lines.
pub(super) fn table(words: &[(&str, Message)], language: Language) -> Vec<String> {
    let widest = words.iter().map(|(word, _)| word.len()).max().unwrap_or(0);
    words
        .iter()
        .map(|(word, what)| format!("{word:widest$}  {}", what.to(language)))
        .collect()
}

/// Adds the rules of a game, or a section of them.
pub(super) fn rules_text(answer: &mut Answer, rules: &str, section: &str) {
    let Some(kind) = KINDS.find(rules) else {
        answer.say(message("answer-no-rules"));
        return;
    };
    let info = kind.info();
    let wanted = section.trim_start_matches(['R', 'r', ' ']);
    let all: Vec<&str> = info.text.lines().collect();
    let title = message("answer-title-rules").with("game", info.name);
    let number = |line: &str| {
        let word = line.trim_start_matches(['#', ' ', '*']);
        line.starts_with('#')
            .then(|| word.split_whitespace().next().unwrap_or_default())
            .map(|word| {
                word.trim_start_matches('R')
                    .trim_end_matches('.')
                    .to_owned()
            })
    };
    let chosen: Vec<&str> = if wanted.is_empty() {
        all
    } else {
        let within = |found: &str| found == wanted || found.starts_with(&format!("{wanted}."));
        let mut shown = false;
        all.into_iter()
            .filter(|line| {
                if let Some(found) = number(line) {
                    shown = within(&found);
                }
                shown
            })
            .collect()
    };
    if chosen.is_empty() {
        answer.say(message("answer-no-section").with("section", section));
        return;
    }
    answer.show(title, chosen.into_iter().map(str::to_owned).collect());
}
