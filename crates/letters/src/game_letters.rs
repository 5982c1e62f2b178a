//! Letters about games, with the state of the game at the notice's ply. `news` covers clocks and
//! events around a game, `said` covers chat, `story` covers the position and recent moves, and
//! `waiting` covers digests.

mod news;
mod said;
mod story;
mod waiting;

use std::borrow::Cow;

use ::games::KINDS;
use accounts::strangers::{self, Invited};
use accounts::{avoided, reply_addresses};
use base::config::MailIn;
use common::clock::Moment;
use common::ids;
use db::sets::GameStatus;
use mail::letter::{
    self, AtTable, Attached, Board, GameCancelled, GameOver, GameStarted, LetterDeal, LetterTable,
    MoveLinks, Place, Reply, ReplyGame, YourTurn,
};
use mail::letter_chat::Said;
use mail::time::{TimeLeft, on_clock};
use mail::tongue::Tongue;
use mail::{Letter, Line, Recipient, Threading};
use notices::answer::Answer;
use notices::outbox::{self, Mail};
use notices::{GameNotice, Invitation, Notice, Reminder, TableNews};
use play::refusal::{Refusal, Result};
use play::{export, look, moves, tables};
use rules::{Game, LegalMoves, Names, Seat, SeatSet, Turn};
use story::Story;

use crate::answers::{answering, desk_answer, refusing, section};
use crate::background::Background;
use crate::mail_settings::{Delivery, Wishes};
pub use waiting::waiting_game;

use crate::Letters;
use accounts::access::Caller;
use accounts::store::players::Player;
use play::store::games::{GameRow, SeatRow};

/// A finished letter. It may contain private information, so there is no `Debug`.
pub struct Written {
    /// The contents.
    pub letter: Letter,
    /// The headers that connect a reply with this letter.
    pub threading: Threading,
    /// The number of the last chat message in the letter.
    pub said: Option<i64>,
    /// The receipt in the letter.
    pub receipt: Option<Line>,
}

impl From<Letter> for Written {
    fn from(letter: Letter) -> Written {
        (letter, Threading::default()).into()
    }
}

impl From<(Letter, Threading)> for Written {
    fn from((letter, threading): (Letter, Threading)) -> Written {
        Written {
            letter,
            threading,
            said: None,
            receipt: None,
        }
    }
}

/// Writes the letter for a mail about a game; `None` if its notice is no longer true. `known` must
/// contain the rows for this mail.
pub async fn game_letter(
    app: &Letters,
    mail: &Mail,
    about: &outbox::About,
    notice: Notice,
    to: &Recipient,
    known: &Background,
) -> Result<Option<Written>> {
    let row = known
        .game(&about.game)
        .ok_or_else(|| Refusal::internal("a mail is about no game"))?;
    let about = About {
        app,
        row,
        seats: known.seats(&about.game),
        seat: about.seat,
        to,
        known,
        at: mail.created_at,
    };
    let conn = || app.db.get();
    match notice {
        Notice::Game(GameNotice::Cancelled) => {
            let letter = about.cancelled(known.player(row.creator_id))?;
            Ok(Some(letter.into()))
        }
        Notice::Game(GameNotice::Started) => about.of_game(mail, Told::Started).await,
        Notice::Game(GameNotice::Turn) => about.of_game(mail, Told::Turn(None)).await,
        Notice::Game(GameNotice::Over) => about.of_game(mail, Told::Over).await,
        Notice::Reminder(it) => about.of_game(mail, Told::Turn(Some(it))).await,
        Notice::Chat => about.chat(conn().await?, mail).await,
        Notice::Table(news) => {
            // The reader can accept an offered seat with a reply.
            let offers = matches!(news, TableNews::Offered { .. });
            let mail_in = app.config.mail_in.as_ref().filter(|_| offers);
            let threading = Threading {
                reply_to: mail_in.map(MailIn::desk),
                ..Threading::default()
            };
            let letter = about.news(&mut *conn().await?, mail, news).await?;
            Ok(letter.map(|letter| Written::from((letter, threading))))
        }
        Notice::Invitation(invitation) => {
            // Players get no invitations from players whom they have blocked.
            match avoided::is_unwelcome(app, &mut *conn().await?, mail, row.creator_id).await? {
                true => Ok(None),
                false => about.invitation(mail, invitation).await,
            }
        }
        // The seat now belongs to another player. The answer must not show anything private to the
        // seat.
        Notice::Answer(answer) if !about.has_its_reader(mail) => {
            desk_answer(app, answer, to).map(|written| Some(written.into()))
        }
        Notice::Answer(answer) => {
            let own = about.own_last(about.ply(mail)).await?;
            let story = about.signed_story(own, mail).await?;
            let written = about.answer(answer, story).await?;
            Ok(Some(written.into()))
        }
        Notice::Digest
        | Notice::Account(_)
        | Notice::Report(_)
        | Notice::Operator(_)
        | Notice::Damage(_) => Err(Refusal::internal("a mail about an account names a game")),
    }
}

/// The largest history that is attached to a mail, in bytes. Many mail servers reject mails of a
/// few MB.
const MOST_ARCHIVE: usize = 1 << 20;

/// The event that a letter about a started game reports.
enum Told {
    Started,
    /// The reader's turn. `Some` for a reminder of the deadline.
    Turn(Option<Reminder>),
    Over,
}

/// The facts in a turn letter besides the game.
struct TurnFacts {
    time: Option<TimeLeft>,
    others: Vec<AtTable>,
    said: Said,
    reminder: bool,
}

/// The subject of a letter.
struct About<'a> {
    app: &'a Letters,
    row: &'a GameRow,
    seats: &'a [SeatRow],
    seat: Seat,
    to: &'a Recipient,
    known: &'a Background,
    /// The time as of which the letter is written. A repeated letter is identical to the byte.
    at: Moment,
}

impl About<'_> {
    /// Writes the letter about a started game; `None` if its notice is no longer true.
    async fn of_game(&self, mail: &Mail, told: Told) -> Result<Option<Written>> {
        if self.row.game_seed.is_none() {
            return Ok(None);
        }
        let told = match told {
            Told::Started if self.is_called_by_now()? => return Ok(None),
            // The server was to move for the reader at the start, but did not.
            Told::Started if self.acts() && self.row.ply == 0 => Told::Turn(None),
            told => told,
        };
        let own = match &told {
            Told::Turn(reminder) => {
                let rightly = reminder.as_ref().map(|it| self.reminds_rightly(it));
                if !rightly.transpose()?.unwrap_or(true) {
                    return Ok(None);
                }
                // If the reader still owes this decision, their last entry is older than the mail.
                let newest = self.own_last(u64::MAX).await?;
                if !self.still_acts(newest, mail) {
                    return Ok(None);
                }
                newest
            }
            Told::Started | Told::Over => self.own_last(self.ply(mail)).await?,
        };
        let (said, up_to) = match told {
            Told::Turn(_) | Told::Over => self.said(mail).await?,
            Told::Started => (Said::default(), None),
        };
        let around = match told {
            Told::Turn(_) => Some(self.around().await?),
            Told::Started | Told::Over => None,
        };
        let mut story = self.signed_story(own, mail).await?;
        let others = match &around {
            Some(around) => self.others(&story.game, around)?,
            None => Vec::new(),
        };
        story.draw(self.app).await;
        let threading = match told {
            // A reply can request a rematch.
            Told::Over => Threading {
                seq: None,
                ..self.threading(story.game.next_seq(self.seat)).await?
            },
            Told::Started | Told::Turn(_) => self.threading(story.game.next_seq(self.seat)).await?,
        };
        let letter = match told {
            Told::Started => self.started(&story),
            Told::Turn(reminder) => {
                let facts = TurnFacts {
                    time: around.and_then(|around| around.time),
                    others,
                    said,
                    reminder: reminder.is_some(),
                };
                self.turn(&story, facts, &threading)
            }
            Told::Over => self.over(&story, said, &threading),
        }?;
        Ok(letter.map(|letter| Written {
            letter: letter.with_receipts(vec![story.receipt.clone()]),
            threading,
            said: up_to,
            receipt: Some(story.receipt),
        }))
    }

    fn table(&self) -> LetterTable {
        let name = KINDS
            .find(&self.row.rules)
            .map_or(self.row.kind.as_str(), |kind| kind.info().name);
        LetterTable {
            public_url: self.app.config.public_url.clone(),
            id: (&*self.row.id).into(),
            game: name.into(),
            you: self.to.name.clone().unwrap_or_default(),
            practice: self.row.is_practice(),
            deal: self.row.deal.as_ref().map(|deal| LetterDeal {
                closes_at: on_clock(deal.closes_at, self.to.zone, self.to.language),
                is_closed: deal.is_closed(self.at),
            }),
            opponents: self
                .seats
                .iter()
                .filter(|seat| seat.seat != self.seat)
                .filter_map(|seat| seat.name().or(seat.invited.as_deref().map(Cow::from)))
                .map(Line::from)
                .collect(),
        }
    }

    /// Returns the language of the letter.
    fn tongue(&self) -> Tongue {
        Tongue(self.to.language)
    }

    /// Returns the time control.
    fn pace(&self) -> Result<Option<Line>> {
        let pace = tables::pace(self.row)?;
        Ok(pace.map(|pace| pace.time.words().to(self.to.language).into()))
    }

    /// Returns the options that differ from the defaults.
    fn unusual(&self) -> Option<Line> {
        let kind = KINDS.find(&self.row.rules)?;
        let options = kind.unusual(&self.row.options, self.to.language);
        (!options.is_empty()).then(|| options.join(" · ").into())
    }

    /// Returns the text for a score's note.
    fn note(&self, note: &str) -> Line {
        let kind = KINDS.find(&self.row.rules);
        match kind {
            Some(kind) => kind.note(note, self.to.language).into(),
            None => note.into(),
        }
    }

    /// Returns the reader's mail settings; `None` if the reader's account no longer exists.
    fn wishes(&self) -> Result<Option<Wishes>> {
        let player = self.row_of_seat().and_then(|seat| seat.player_id);
        let player = player.and_then(|player| self.known.player(player));
        player.map(Wishes::of_player).transpose()
    }

    /// Whether a turn mail has replaced the mail about the start. That happens if the server has
    /// played forced moves for the reader since the start and it is now the reader's turn. The turn
    /// mail then reports the start too.
    fn is_called_by_now(&self) -> Result<bool> {
        let is_played = self.known.plays_forced(&self.row.id, self.seat) && self.row.ply > 0;
        let player = self.row_of_seat().and_then(|seat| seat.player_id);
        let here = player.and_then(|player| self.known.wishes(&self.row.id, player).turns);
        let turns = here.or(self.wishes()?.map(|wishes| wishes.turns));
        Ok(self.acts() && is_played && turns == Some(Delivery::AtOnce))
    }

    /// Whether the reader's seat owes a decision now.
    fn acts(&self) -> bool {
        SeatSet::from_bits(self.row.acting as u16).contains(self.seat)
    }

    /// Whether the reader still owes the decision that this mail is about. `newest` is the number
    /// of the reader's last entry.
    fn still_acts(&self, newest: Option<u64>, mail: &Mail) -> bool {
        let then = mail.ply().unwrap_or(u64::MAX);
        let has_moved = newest.is_some_and(|n| n > then);
        let sits = self.has_its_reader(mail);
        !has_moved && self.acts() && sits && self.row.status == GameStatus::Running
    }

    /// Returns the headers by which replies about this seat return, if the server accepts mail.
    async fn threading(&self, next_seq: u32) -> Result<Threading> {
        let Some(player) = self.row_of_seat().and_then(|seat| seat.player_id) else {
            return Ok(Threading::default());
        };
        let (app, id, seat) = (self.app, &self.row.id, self.seat);
        let address = reply_addresses::of_seat(app, id, seat, player, next_seq).await?;
        Ok(Threading {
            seq: address.is_some().then_some(next_seq),
            reply_to: address,
            ..Threading::default()
        })
    }

    /// Returns the address for links that play a move by mail. They exist only if a mail server in
    /// front authenticates senders. Otherwise anyone who sees a forwarded mail could use the
    /// address.
    fn links(&self, threading: &Threading) -> Option<MoveLinks> {
        self.mail_in_with_links()?;
        Some(MoveLinks {
            address: threading.reply_to.clone()?,
            seq: threading.seq?,
            names_game: false,
        })
    }

    /// Returns the settings of incoming mail if letters may have links that write an answer.
    fn mail_in_with_links(&self) -> Option<&MailIn> {
        let mail_in = self.app.config.mail_in.as_ref();
        mail_in.filter(|it| it.authserv_id.is_some())
    }

    /// Returns the moves that the seat may play, as text.
    fn legal(&self, game: &Game, names: &Names) -> LegalMoves {
        moves::listed(game, self.seat, names, self.tongue().0)
    }

    /// Returns one of the moves that the seat may play, as text.
    fn example(&self, game: &Game) -> Option<Line> {
        let text = moves::legal(game, self.seat).texts.into_iter().next()?;
        Some(game.position().in_words(&text, self.tongue().0).into())
    }

    /// Returns the game's sentence about moves that the list of choices lacks.
    fn hint(&self, game: &Game, names: &Names) -> Option<Line> {
        let hint = game.position().hint(self.seat, names);
        hint.map(|hint| Line::long(&hint))
    }

    /// Writes the answer to a mail to this seat's address.
    async fn answer(&self, mut answer: Answer, mut story: Story) -> Result<(Letter, Threading)> {
        let game = &story.game;
        let threading = Threading {
            answering: Some(answering(&answer)),
            ..self.threading(game.next_seq(self.seat)).await?
        };
        let is_over = game.turn().outcome().is_some();
        let legal = self.legal(game, &story.names);
        let hint = self.hint(game, &story.names);
        let acts = game.acting().contains(self.seat);
        let file = match answer.archive {
            true => self.archive().await?,
            false => None,
        };
        if answer.archive {
            let said = match file {
                Some(_) => self.tongue().say("answer-archive"),
                None => self
                    .tongue()
                    .say("answer-archive-large")
                    .with("url", self.table().page()),
            };
            answer.said.push(said.to_string());
        }
        let mut reply = Reply::new(
            &self.app.config.public_url,
            self.to.name.clone(),
            &answer.subject,
            self.tongue(),
        )
        .saying(&answer.said)
        .with_sections(answer.sections.iter().map(section));
        reply = refusing(reply, answer.refused, Some(&self.table()), self.tongue());
        if answer.board {
            let acting = story.acting(self.seat);
            let time = match acts && self.row.pace.is_some() {
                true => self.time_left(&mut *self.app.db.get().await?).await?,
                false => None,
            };
            story.draw(self.app).await;
            reply.game = Some(ReplyGame {
                table: self.table(),
                board: story.board(),
                acting,
                is_over,
                acts,
                time,
                moves: legal.texts.iter().map(|text| Line::long(text)).collect(),
                complete: legal.complete,
                hint,
                links: self.links(&threading),
                proof: story.proof(false),
            });
        }
        let letter = reply.letter(self.to).map_err(Refusal::internal)?;
        let letter = letter.with_receipts(reply.receipts());
        // If the server asks a question, the reply goes to the question's own address.
        let threading = Threading {
            reply_to: answer.reply_to.or(threading.reply_to),
            ..threading
        };
        Ok((letter.with_file(file), threading))
    }

    async fn invitation(&self, mail: &Mail, invitation: Invitation) -> Result<Option<Written>> {
        let kept = self.seats.iter().any(|seat| {
            let for_player = seat.invited_id.is_some() && seat.invited_id == mail.player_id;
            // A new invitation to an address has a new secret, which invalidates the one in this
            // mail.
            let for_address = seat.invited_email.is_some()
                && seat.invited_email == mail.address
                && seat.invitation_hash == invitation.token.as_deref().map(ids::secret_hash);
            seat.seat == self.seat && (for_player || for_address)
        });
        if self.row.status != GameStatus::Open || !kept {
            return Ok(None);
        }
        let reply_to = match (&self.app.config.mail_in, &mail.address, &invitation.token) {
            (Some(mail_in), Some(email), Some(token)) => {
                let invited = Invited {
                    game: &self.row.id,
                    email,
                    token,
                    language: invitation.language,
                    at: mail.created_at,
                };
                Some(strangers::invite(self.app, mail_in, &invited).await?)
            }
            (Some(mail_in), ..) => Some(mail_in.desk()),
            (None, ..) => None,
        };
        let kind = KINDS.find(&self.row.rules).map(|kind| kind.info());
        let board = match &kind {
            Some(info) => self.example_board(info).await,
            None => Board::default(),
        };
        let letter = letter::Invitation {
            table: self.table(),
            from: invitation.from.into(),
            seats: self.row.seat_count as u8,
            token: invitation.token.map(Line::from),
            pace: self.pace()?,
            options: self.unusual(),
            summary: kind.map(|info| info.summary.to(self.to.language).into()),
            by_mail: self.to.answerable,
            answer_to: self.mail_in_with_links().and_then(|_| reply_to.clone()),
            board,
        }
        .letter(self.to)
        .map_err(Refusal::internal)?;
        let threading = Threading {
            reply_to,
            ..Threading::default()
        };
        Ok(Some((letter, threading).into()))
    }

    fn cancelled(&self, creator: Option<&Player>) -> Result<Letter> {
        GameCancelled {
            table: self.table(),
            by: creator.map(|creator| Line::new(&creator.name)),
        }
        .letter(self.to)
        .map_err(Refusal::internal)
    }

    fn started(&self, story: &Story) -> Result<Option<Letter>> {
        GameStarted {
            table: self.table(),
            players: self
                .seats
                .iter()
                .filter_map(|seat| seat.name().map(Line::from))
                .collect(),
            acting: story.acting(self.seat),
            pace: self.pace()?,
            happened: story.happened.clone(),
            board: story.board(),
            proof: story.proof(true),
        }
        .letter(self.to)
        .map(Some)
        .map_err(Refusal::internal)
    }

    /// Returns the history that the reader may see, as a file; `None` if it is too large for a
    /// mail.
    async fn archive(&self) -> Result<Option<Attached>> {
        let player = self.row_of_seat().and_then(|seat| seat.player_id);
        let caller = player.map(Caller::without_session);
        let mut export = export::begin(self.app, caller.as_ref(), &self.row.id).await?;
        let mut history = String::new();
        while let Some(piece) = export.next(self.app).await? {
            history.push_str(&piece);
            if history.len() > MOST_ARCHIVE {
                return Ok(None);
            }
        }
        Ok(Some(Attached {
            name: format!("{}.json", &*self.row.id),
            kind: "application/json",
            bytes: history.into_bytes(),
        }))
    }

    fn turn(
        &self,
        story: &Story,
        facts: TurnFacts,
        threading: &Threading,
    ) -> Result<Option<Letter>> {
        let game = &story.game;
        let legal = self.legal(game, &story.names);
        YourTurn {
            table: self.table(),
            also_acting: story.acting(self.seat),
            others: facts.others,
            said: facts.said,
            time: facts.time,
            reminder: facts.reminder,
            happened: story.happened.clone(),
            own: story.own,
            board: story.board(),
            moves: legal.texts.iter().map(|text| Line::long(text)).collect(),
            complete: legal.complete,
            hint: self.hint(game, &story.names),
            by_mail: threading.reply_to.is_some(),
            links: self.links(threading),
            forced: self.known.plays_forced(&self.row.id, self.seat),
            proof: story.proof(story.is_first),
        }
        .letter(self.to)
        .map(|letter| Some(letter.with_gist(story.happened.clone())))
        .map_err(Refusal::internal)
    }

    fn over(&self, story: &Story, said: Said, threading: &Threading) -> Result<Option<Letter>> {
        let turn = story.game.turn();
        let Turn::Over(outcome) = &turn else {
            return Ok(None);
        };
        let seed = look::published(self.row, &story.game, self.at)?;
        let over = GameOver {
            with_people: self
                .seats
                .iter()
                .any(|it| it.seat != self.seat && it.player_id.is_some()),
            by_mail: threading.reply_to.is_some(),
            table: self.table(),
            places: outcome
                .standings
                .iter()
                .map(|standing| Place {
                    rank: standing.rank,
                    name: story.names.of(standing.seat).into(),
                    you: standing.seat == self.seat,
                    score: standing.score,
                    note: standing.note.as_deref().map(|note| self.note(note)),
                    left: standing.left,
                })
                .collect(),
            happened: story.happened.clone(),
            own: story.own,
            said,
            board: story.board(),
            server_seed: seed.map(|seed| seed.to_string().into()),
            proof: story.proof(true),
        };
        let gist = vec![over.summary(&self.tongue())];
        over.letter(self.to)
            .map(|letter| Some(letter.with_gist(gist)))
            .map_err(Refusal::internal)
    }
}
