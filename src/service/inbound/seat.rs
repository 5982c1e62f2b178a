//! Mail to the secret address of a seat: moves, and words about this one game. Chat and notes are in
//! `said`.
//!
//! All moves of a mail are one list: all are played or none. They carry the `seq` of the mail that
//! is being answered, so that an answer to an old board is not played on a new one, and a mail
//! that is dealt with twice, after a crash, is played once.

use rules::{Action, Game, Language, Message, Seat};
use serde_json::json;

use super::answer::{Answer, To, named};
use super::desk::list_games;
use super::mail_words;
use super::why::why;
use super::words::{self, SeatWord};
use super::{Dealt, language_of, lines, vacation};
use crate::app::App;
use crate::mail::inbound::Incoming;
use crate::mail::position;
use crate::problem::{Problem, database};
use crate::service::access::Caller;
use crate::service::look::{self, Look};
use crate::service::play::{self, Mover, Played};
use crate::service::tables;
use crate::store::inbound::{self, Arrival};
use crate::texts::message;

/// How many lines of a history are sent.
const MOST_HISTORY: usize = 200;

/// A line that is a move or several.
struct MoveLine<'a> {
    line: &'a str,
    actions: usize,
}

/// Answers a mail to the address of this seat.
pub(super) async fn answer(
    app: &App,
    mail: &Arrival,
    incoming: &Incoming,
    hosts: &[&str],
    (id, seat, player): (&str, Seat, i64),
) -> Result<Dealt, Problem> {
    let caller = Caller {
        player,
        session: String::new(),
    };
    let mut desk = At {
        app,
        caller,
        id,
        seat,
        look: None,
        answer: Answer::to(incoming, language_of(app, player).await?),
    };
    match lines(incoming) {
        Err(fault) => {
            desk.answer.say(fault);
            desk.answer.board = true;
        }
        Ok([]) => desk.nothing_said().await?,
        Ok(lines) => {
            let seq = incoming_seq(mail, incoming, hosts, id, seat);
            desk.deal_with(mail, lines, seq).await?;
        }
    }
    let ply = desk.look().await?.game.as_ref().map_or(0, Game::ply);
    let now = app.clock.now();
    let answer = desk
        .answer
        .mail(mail, To::Player(player), Some((id, seat, ply)), now);
    Ok(Dealt::Answer(Box::new(answer)))
}

/// The number that the mail's moves carry, where the mail or an earlier try says it.
fn incoming_seq(
    mail: &Arrival,
    incoming: &Incoming,
    hosts: &[&str],
    id: &str,
    seat: Seat,
) -> Option<u32> {
    let kept = mail.seq.and_then(|seq| u32::try_from(seq).ok());
    kept.or_else(|| position::answered(&incoming.answers, hosts, id, i16::from(seat.0)))
}

/// A mail at the table.
pub(super) struct At<'a> {
    pub(super) app: &'a App,
    pub(super) caller: Caller,
    pub(super) id: &'a str,
    seat: Seat,
    look: Option<Look>,
    pub(super) answer: Answer,
}

impl At<'_> {
    /// The game as its player sees it now.
    async fn look(&mut self) -> Result<&Look, Problem> {
        if self.look.is_none() {
            self.look = Some(look::game(self.app, Some(&self.caller), self.id, None).await?);
        }
        self.look.as_ref().ok_or(Problem::Internal)
    }

    async fn nothing_said(&mut self) -> Result<(), Problem> {
        self.answer.say(message("answer-no-line"));
        self.answer.board = true;
        Ok(())
    }

    async fn deal_with(
        &mut self,
        mail: &Arrival,
        lines: &[String],
        seq: Option<u32>,
    ) -> Result<(), Problem> {
        let (mut moves, mut words) = (Vec::new(), Vec::new());
        for line in lines {
            match word_of(line) {
                Some(word) => words.push(word),
                None => moves.push(MoveLine {
                    line,
                    actions: Action::read_text(line).len(),
                }),
            }
        }
        let resigns = words
            .iter()
            .any(|word| matches!(word, SeatWord::Resign { .. }));
        if resigns && lines.len() > 1 {
            self.answer.say(message("answer-resign-alone"));
            self.answer.board = true;
            return Ok(());
        }
        // What is said comes first, so that the mail which tells of the moves tells it too. It is
        // said whether or not they are played.
        let (said, words) = words::split_off_chat(words);
        for (at, text) in said.iter().enumerate() {
            self.say(mail, at, text).await?;
        }
        if !moves.is_empty() {
            self.play(mail, &moves, seq).await?;
        }
        let (noted, words) = words::split_off_notes(words);
        if !noted.is_empty() {
            self.note(&noted.join("\n")).await?;
        }
        for word in words {
            self.word(mail, word, seq).await?;
        }
        Ok(())
    }

    async fn play(
        &mut self,
        mail: &Arrival,
        moves: &[MoveLine<'_>],
        seq: Option<u32>,
    ) -> Result<(), Problem> {
        self.answer.board = true;
        let sent = moves.iter().map(|it| json!({"text": it.line})).collect();
        match self.submit(mail, sent, seq).await {
            Ok(played) => {
                self.answer
                    .say(message("answer-played").with("moves", one_by_one(moves)));
                self.tell(&played);
                Ok(())
            }
            Err(problem) => self.refuse(problem, moves),
        }
    }

    /// Sends actions to be played with the number they carry; without one, with the next.
    async fn submit(
        &mut self,
        mail: &Arrival,
        moves: Vec<serde_json::Value>,
        seq: Option<u32>,
    ) -> Result<Played, Problem> {
        let seq = match seq {
            Some(seq) => seq,
            None => {
                let seat = self.seat;
                let look = self.look().await?;
                let game = look.game.as_ref().ok_or(Problem::NotStarted)?;
                let seq = game.next_seq(seat);
                let mut conn = self.app.db.get().await?;
                let kept = i32::try_from(seq).map_err(Problem::internal)?;
                inbound::set_seq(&mut conn, mail.id, kept)
                    .await
                    .map_err(database)?;
                seq
            }
        };
        self.look = None;
        play::play(
            self.app,
            Mover::Player(self.caller.player),
            self.id,
            seq,
            moves,
        )
        .await
    }

    fn tell(&mut self, played: &Played) {
        let viewer = played.viewer();
        let names = played.names.clone().in_language(self.answer.language());
        let sentences = played
            .told
            .iter()
            .flat_map(|(_, told)| told)
            .filter_map(|told| told.say(viewer, &names))
            .collect();
        self.answer
            .list(message("answer-title-happened"), sentences);
    }

    /// Says why nothing was played; what may pass by itself is tried again instead.
    fn refuse(&mut self, problem: Problem, moves: &[MoveLine<'_>]) -> Result<(), Problem> {
        let nothing = match moves.len() {
            1 => message("answer-nothing-played"),
            _ => message("answer-all-or-none"),
        };
        let line_of = |index: usize| {
            let mut left = index;
            moves
                .iter()
                .enumerate()
                .find(|(_, it)| {
                    let here = left < it.actions;
                    left = left.saturating_sub(it.actions);
                    here
                })
                .map_or(Message::verbatim(""), |(n, it)| named(n, it.line))
        };
        let said = match &problem {
            Problem::Stale { .. } => message("answer-stale"),
            Problem::IllegalMove(refused) => message("answer-illegal")
                .with("line", line_of(refused.index))
                .with("why", why(&problem)),
            Problem::NotYourTurn(refused) => message("answer-not-now")
                .with("line", line_of(refused.index))
                .with("why", why(&problem)),
            Problem::Reveals { index } => message("answer-reveals").with("line", line_of(*index)),
            Problem::GameOver(_) => message("answer-game-over"),
            Problem::InvalidRequest(_) => message("answer-invalid").with("why", why(&problem)),
            _ => return Err(problem),
        };
        self.answer.say(said.with("nothing", nothing));
        Ok(())
    }

    async fn word(
        &mut self,
        mail: &Arrival,
        word: SeatWord,
        seq: Option<u32>,
    ) -> Result<(), Problem> {
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
            SeatWord::Games => list_games(self.app, &self.caller, &mut self.answer).await?,
            SeatWord::Mail(word) => {
                let game = Some(self.id);
                let answer = &mut self.answer;
                mail_words::carry_out(self.app, &self.caller, game, word, answer).await?;
            }
            SeatWord::Vacation(wanted) => {
                vacation::carry_out(self.app, &self.caller, wanted, &mut self.answer).await?;
            }
            SeatWord::Chat(_) => self.hear().await?,
            SeatWord::Note(_) => self.show_note().await?,
            SeatWord::Resign { sure: false } => {
                self.answer.board = true;
                let look = self.look().await?;
                let is_over = look
                    .game
                    .as_ref()
                    .is_none_or(|game| game.turn().outcome().is_some());
                self.answer.say(if is_over {
                    message("answer-nothing-to-resign")
                } else {
                    message("answer-resign")
                });
            }
            SeatWord::Resign { sure: true } => {
                self.answer.board = true;
                match self.submit(mail, vec![json!({"type": "leave"})], seq).await {
                    Ok(played) => {
                        self.answer.say(message("answer-left"));
                        self.tell(&played);
                    }
                    Err(problem) => {
                        let line = MoveLine {
                            line: "resign yes",
                            actions: 1,
                        };
                        self.refuse(problem, &[line])?;
                    }
                }
            }
        }
        Ok(())
    }

    async fn legal(&mut self, words: &str) -> Result<(), Problem> {
        if words.is_empty() {
            self.answer.board = true;
            return Ok(());
        }
        let seat = self.seat;
        let look = self.look().await?;
        let Some(game) = &look.game else {
            return Err(Problem::NotStarted);
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

    async fn history(&mut self) -> Result<(), Problem> {
        let app = self.app;
        let language = self.answer.language();
        let look = self.look().await?;
        let (viewer, names) = (look.viewer(), look.names().in_language(language));
        let ply = look.game.as_ref().map_or(0, Game::ply);
        let mut conn = app.db.get().await?;
        let (header, seed, log) =
            tables::from_the_start(app, &mut conn, &look.row, &look.seats).await?;
        drop(conn);
        let (mut game, told) = Game::deal(header, seed).map_err(Problem::internal)?;
        let say = |told: &[Box<dyn rules::Told>]| -> Vec<String> {
            told.iter()
                .filter_map(|it| it.say(viewer, &names))
                .collect()
        };
        let mut lines = say(&told);
        for entry in log.iter().take_while(|entry| entry.n <= ply) {
            let told = game.retell(entry).map_err(Problem::internal)?;
            lines.extend(
                say(&told)
                    .into_iter()
                    .map(|sentence| format!("{}: {sentence}", entry.n)),
            );
        }
        if lines.len() > MOST_HISTORY {
            let left_out = lines.len() - MOST_HISTORY;
            lines.drain(..left_out);
            self.answer
                .say(message("answer-last-lines").with("n", MOST_HISTORY));
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
            .then_some(SeatWord::Resign { sure: false })
    };
    words::seat_word(line).or_else(hidden)
}

/// The moves of a mail that were played: `“roll”, then “move start”`.
fn one_by_one(moves: &[MoveLine<'_>]) -> Message {
    let mut lines = moves.iter().map(|it| it.line);
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
    let Some(kind) = rules::registry::find(rules) else {
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
