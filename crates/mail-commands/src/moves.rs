//! The moves in a mail to the address of a seat: they are played, or rejected with a reason.
//!
//! The moves of a mail form one list, of which the server plays all or none. The exception is a
//! list in which a move reveals something new. Its moves are played one by one until one is
//! rejected. If one of them is not a valid move in any position of the game, nothing is played,
//! because that line may take back the others.
//!
//! The moves carry the `seq` of the answered mail. So an answer to an old board is not played on a
//! new one, and a mail that is processed twice after a crash is played once.

use std::convert::identity;

use base::refusal::Rejection;
use common::texts::message;
use notices::answer;
use play::moves::{self, Mover, Played};
use play::refusal::{Refusal, Refused, Result};
use play::store::{entries, orders};
use rules::{Action, Message};
use serde_json::json;

use crate::seat::{At, MoveLine};
use crate::store::{self, Arrival};
use crate::why::why;
use crate::{named, words};

/// Verbs that people write before a move: `I play …`, `Je joue …`, `Ich spiele …`.
const VERBS: [&str; 3] = ["play", "joue", "spiele"];

impl At<'_> {
    /// Plays moves. Returns `false` if they were rejected. The rest of the mail then has no effect
    /// either.
    pub(super) async fn play(
        &mut self,
        mail: &Arrival,
        moves: &[MoveLine<'_>],
        seq: Option<u32>,
        with_words: bool,
    ) -> Result<bool> {
        self.answer.board = true;
        let moves = &self.without_verbs(moves).await?;
        let Some(seq) = seq else {
            return self.weigh(moves, with_words).await;
        };
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
            Err(Refusal::IllegalMove(refused))
                if refused.index == 0 && self.is_made(moves, seq).await? =>
            {
                let rest = self.leave_out_made(moves);
                match rest.is_empty() {
                    true => Ok(true),
                    false => Box::pin(self.play(mail, &rest, Some(seq), with_words)).await,
                }
            }
            Err(Refusal::RevealsInformation { .. }) => {
                if let Some(refusal) = self.unreadable(moves).await? {
                    self.in_vain = true;
                    self.refuse(refusal, moves, self.nothing(moves, with_words))?;
                    return Ok(false);
                }
                // If the mail is processed again, some of its moves may already have been played.
                let mut conn = self.app.db.get().await?;
                store::begin(&mut conn, mail.id, self.app.clock.now()).await?;
                drop(conn);
                self.play_in_turn(moves, seq).await
            }
            Err(refusal) => {
                // The same words may be valid on another board.
                self.in_vain = !matches!(refusal, Refusal::Stale { .. });
                self.refuse(refusal, moves, self.nothing(moves, with_words))?;
                Ok(false)
            }
        }
    }

    /// Checks moves without playing them, because the board that they are for is unknown. It
    /// rejects moves that are illegal on the current board. About other moves, the player is asked.
    /// Returns `true` only if the server had already made all of them.
    async fn weigh(&mut self, moves: &[MoveLine<'_>], with_words: bool) -> Result<bool> {
        let seq = self.next_seq(None).await?.ok_or(Refusal::NotStarted)?;
        let sent = moves.iter().map(|it| json!({"text": it.line})).collect();
        let player = self.caller.player;
        match moves::consider(self.app, player, self.id, seq, sent).await {
            Ok(_)
            | Err(
                Refusal::RevealsInformation { .. }
                | Refusal::Stale { .. }
                | Refusal::General(base::Refusal::RateLimited { .. }),
            ) => {
                self.unplaced = Some(seq);
                Ok(false)
            }
            Err(Refusal::IllegalMove(refused))
                if refused.index == 0 && self.is_made(moves, seq).await? =>
            {
                let rest = self.leave_out_made(moves);
                match rest.is_empty() {
                    true => Ok(true),
                    false => Box::pin(self.weigh(&rest, with_words)).await,
                }
            }
            Err(refusal) => {
                self.in_vain = true;
                self.refuse(refusal, moves, self.nothing(moves, with_words))?;
                Ok(false)
            }
        }
    }

    /// Returns the sentence for a mail without effect.
    fn nothing(&self, moves: &[MoveLine<'_>], with_words: bool) -> Message {
        match (with_words, moves.len()) {
            (true, _) if self.is_among => message("answer-nothing-here"),
            (true, _) => message("answer-nothing-at-all"),
            (false, 1) => message("answer-nothing-played"),
            (false, _) => message("answer-all-or-none"),
        }
    }

    /// Returns the moves after the first one, which the server has already made.
    fn leave_out_made<'m>(&mut self, moves: &[MoveLine<'m>]) -> Vec<MoveLine<'m>> {
        self.refused = true;
        let (first, rest) = split_first(moves);
        self.answer
            .say(message("answer-made-for-you").with("move", first));
        rest
    }

    /// Returns the refusal of the first move that is not valid in any position of this game,
    /// regardless of the outcome of earlier moves. Returns `None` if there is no such move.
    async fn unreadable(&mut self, moves: &[MoveLine<'_>]) -> Result<Option<Refusal>> {
        let actions = moves.iter().flat_map(|it| Action::read_text(it.line));
        let actions: Vec<Action> = actions.collect();
        let seat = self.seat;
        let look = self.look().await?;
        let Some(game) = &look.game else {
            return Ok(None);
        };
        let names = look.names();
        let found = game.unreadable(seat, &actions, &names);
        Ok(found.map(|(index, illegal)| moves::refused(game, seat, &names, index, illegal)))
    }

    /// Removes a verb such as `play` before each move, unless moves of this game begin with it.
    async fn without_verbs<'m>(&mut self, moves: &[MoveLine<'m>]) -> Result<Vec<MoveLine<'m>>> {
        let bare = |line: &'m str| {
            let (verb, rest) = line.split_once(' ')?;
            let is_verb = |it: &&str| verb.eq_ignore_ascii_case(it);
            VERBS.iter().any(is_verb).then_some(rest.trim())
        };
        let mut moves = moves.to_vec();
        if moves.iter().any(|it| bare(it.line).is_some()) {
            let seat = self.seat;
            let game = self.look().await?.game.as_ref();
            let begins = |verb| game.is_some_and(|it| it.position().branch(seat, verb).is_ok());
            if !VERBS.into_iter().any(begins) {
                for it in &mut moves {
                    it.line = bare(it.line).unwrap_or(it.line);
                }
            }
        }
        Ok(moves)
    }

    /// Whether the server has made the first of these moves as a forced move, just before the move
    /// with this number.
    async fn is_made(&mut self, moves: &[MoveLine<'_>], seq: u32) -> Result<bool> {
        let (first, _) = split_first(moves);
        let (id, seat) = (self.id, self.seat);
        let mut conn = self.app.db.get().await?;
        let orders = orders::of(&conn, &[id]).await?;
        if !orders.iter().any(|it| it.seat.0 == seat && it.forced) {
            return Ok(false);
        }
        let before = seq.saturating_sub(1);
        let Some(n) = entries::numbered(&mut conn, id, seat, before).await? else {
            return Ok(false);
        };
        let since = entries::since(&mut conn, id, n - 1).await?;
        drop(conn);
        let look = self.look().await?;
        let Some((game, entry)) = look.game.as_ref().zip(since.first()) else {
            return Ok(false);
        };
        let made = entry
            .body
            .mv()
            .and_then(|mv| game.position().text(mv.get()));
        let manual = game.kind().info().manual;
        Ok(made.is_some_and(|made| manual.is_said(first, &made)))
    }

    /// Plays moves one by one until one is rejected, and reports that. Returns `false` if it is the
    /// first one.
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
                // An earlier attempt left this move out, and was interrupted later.
                Err(Refusal::Stale { .. } | Refusal::IllegalMove(_))
                    if played.is_empty() && self.is_made(moves, seq).await? =>
                {
                    let rest = self.leave_out_made(moves);
                    return match rest.is_empty() {
                        true => Ok(true),
                        false => Box::pin(self.play_in_turn(&rest, seq)).await,
                    };
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
                    self.answer.refused = Some(answer::Refused::Part);
                    left_out = Some(line.with("why", why));
                    break;
                }
            }
        }
        let tried = played.len() + usize::from(left_out.is_some());
        let lines = played.into_iter();
        self.answer
            .say(message("answer-played").with("moves", one_by_one(lines)));
        if let Some(line) = left_out {
            self.answer.say(line);
        }
        let rest = texts.iter().skip(tried).map(|(_, text)| text.as_str());
        let mut rest = rest.peekable();
        if rest.peek().is_some() {
            let not_tried = message("answer-not-tried");
            self.answer.say(not_tried.with("moves", one_by_one(rest)));
        }
        self.tell(told);
        Ok(true)
    }

    /// Returns `seq`, or else the number of the next move; `None` if the game has not begun.
    pub(super) async fn next_seq(&mut self, seq: Option<u32>) -> Result<Option<u32>> {
        let seat = self.seat;
        let game = self.look().await?.game.as_ref();
        Ok(seq.or_else(|| game.map(|game| game.next_seq(seat))))
    }

    /// Returns `seq`, or else the number of the next move, which it stores with the mail.
    pub(super) async fn seq(&mut self, mail: &Arrival, seq: Option<u32>) -> Result<u32> {
        if let Some(seq) = seq {
            return Ok(seq);
        }
        let seat = self.seat;
        let look = self.look().await?;
        let game = look.game.as_ref().ok_or(Refusal::NotStarted)?;
        let seq = game.next_seq(seat);
        let mut conn = self.app.db.get().await?;
        let kept = i32::try_from(seq).map_err(Refusal::internal)?;
        store::set_seq(&mut conn, mail.id, kept).await?;
        Ok(seq)
    }

    /// Plays actions, with the number of the first.
    pub(super) async fn submit(
        &mut self,
        moves: Vec<serde_json::Value>,
        seq: u32,
    ) -> Result<Played> {
        self.look = None;
        moves::play(
            self.app,
            Mover::Player(self.caller.player),
            self.id,
            seq,
            moves,
            identity,
        )
        .await
    }

    /// Returns the events in the reader's language.
    pub(super) fn sentences(&self, played: &Played) -> Vec<String> {
        let viewer = played.viewer();
        let names = played.names.clone().in_language(self.answer.language());
        played
            .told
            .iter()
            .flat_map(|(_, told)| told)
            .filter_map(|told| told.say(viewer, &names))
            .collect()
    }

    pub(super) fn tell(&mut self, sentences: Vec<String>) {
        self.answer
            .list(message("answer-title-happened"), sentences);
    }

    /// Answers why nothing was played. Returns failures as errors, so that the mail is retried.
    pub(super) fn refuse(
        &mut self,
        refusal: Refusal,
        moves: &[MoveLine<'_>],
        nothing: Message,
    ) -> Result<()> {
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
            refusal if refusal.is_failure() => return Err(refusal.clone()),
            refusal => message("answer-invalid").with("why", why(refusal)),
        };
        self.refused = true;
        self.answer.refused = Some(answer::Refused::Moves);
        self.answer.say(said.with("nothing", nothing));
        Ok(())
    }
}

/// Splits off the first move in these lines.
fn split_first<'a>(moves: &[MoveLine<'a>]) -> (&'a str, Vec<MoveLine<'a>>) {
    let Some((first, others)) = moves.split_first() else {
        return ("", Vec::new());
    };
    let (text, rest) = first.line.split_once(';').unwrap_or((first.line, ""));
    let rest = MoveLine {
        line: rest.trim(),
        actions: first.actions.saturating_sub(1),
        ..*first
    };
    let rest = [rest].into_iter().filter(|it| it.actions > 0);
    (text.trim(), rest.chain(others.iter().copied()).collect())
}

/// Returns why a move was rejected. If it is not a move at all, suggests a similar word.
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

/// Returns why a later line was not played; `None` if the mail must be retried.
fn why_left_out(refusal: &Refusal) -> Option<Message> {
    match refusal {
        Refusal::Stale { .. } => Some(message("answer-gone-on")),
        refusal if refusal.is_failure() => None,
        refusal => Some(why(refusal)),
    }
}

/// Lists the moves that were played: `“roll”, then “move start”`.
fn one_by_one<'a>(mut lines: impl Iterator<Item = &'a str>) -> Message {
    let one = message("answer-move").with("move", lines.next().unwrap_or_default());
    lines.fold(one, |before, line| {
        message("answer-move-then")
            .with("before", before)
            .with("move", line)
    })
}
