//! A waiting game in a digest, and the state of the other players at a table.

use accounts::store::players::Player;
use common::clock::Moment;
use common::ids::GameId;
use mail::letter::{AtTable, DigestGame, MoveLinks};
use mail::time::{self, TimeLeft};
use mail::{Line, Recipient};
use play::clocks::shown::{Times, seat_times};
use play::refusal::Result;
use play::store::games::{GameRow, SeatRow};
use play::store::holidays;
use rules::{Game, LegalMoves, Seat, SeatSet};

use crate::Letters;
use crate::game_letters::{About, Background};

/// The largest number of sentences about a game in a digest.
const MOST_SENTENCES: usize = 8;

/// The number of games in a digest that show their legal moves. Gmail cuts a mail off after 100 kB
/// of HTML.
const MOST_WITH_MOVES: usize = 10;

/// Returns a game that waits for this player, for a digest of time `at`, with the number of the
/// player's next move in it; `None` if the game no longer waits. `before` is the number of games
/// above it.
pub async fn waiting_game(
    app: &Letters,
    before: usize,
    row: &GameRow,
    seats: &[SeatRow],
    player: &Player,
    to: &Recipient,
    at: Moment,
) -> Result<Option<((GameId, Seat, u32), DigestGame)>> {
    let own = seats.iter().find(|row| row.player_id == Some(player.id));
    let Some(seat) = own.map(|row| row.seat) else {
        return Ok(None);
    };
    let about = About {
        app,
        row,
        seats,
        seat,
        to,
        known: &Background::of_orders(&*app.db.get().await?, &row.id).await?,
        at,
    };
    let time = about.time_left(&mut *app.db.get().await?).await?;
    let now = row.ply.unsigned_abs();
    let own = about.own_last(now).await?;
    let story = about.story(own, now).await?;
    if !story.game.acting().contains(seat) {
        return Ok(None);
    }
    let receipt = app.receipts.of_game(&story.game, Some(seat), at);
    let next_seq = story.game.next_seq(seat);
    let (legal, hint) = match before < MOST_WITH_MOVES {
        true => (
            about.legal(&story.game, &story.names),
            about.hint(&story.game, &story.names),
        ),
        false => (LegalMoves::default(), None),
    };
    let example = (before == 0).then(|| about.example(&story.game));
    let mut happened = story.happened;
    happened.drain(..happened.len().saturating_sub(MOST_SENTENCES));
    let position = (row.id.clone(), seat, next_seq);
    let waiting = DigestGame {
        table: about.table(),
        receipt: Line::long(&receipt),
        time,
        happened,
        moves: legal.texts.iter().map(|text| Line::long(text)).collect(),
        complete: legal.complete,
        hint,
        links: about.mail_in_with_links().map(|mail_in| MoveLinks {
            address: mail_in.desk(),
            seq: next_seq,
            names_game: true,
        }),
        example: example.flatten(),
    };
    Ok(Some((position, waiting)))
}

/// Database rows about the table for a turn mail.
pub(super) struct Around {
    /// The reader's remaining time.
    pub(super) time: Option<TimeLeft>,
    holidays: Times,
    left: SeatSet,
}

impl About<'_> {
    /// Reads the rows about the table for a turn mail.
    pub(super) async fn around(&self) -> Result<Around> {
        let now = self.app.clock.now();
        let (mut time, mut holidays) = (None, Vec::new());
        // Without clocks there are no times to report.
        if self.row.pace.is_some() {
            let mut conn = self.app.db.get().await?;
            time = self.time_left(&mut conn).await?;
            holidays = holidays::of(&mut conn, self.seats, now).await?;
        }
        Ok(Around {
            time,
            holidays: Times {
                holidays: holidays.into(),
                now,
            },
            left: self.known.left(&self.row.id),
        })
    }

    /// Returns the other players at the table, with their states.
    pub(super) fn others(&self, game: &Game, around: &Around) -> Result<Vec<AtTable>> {
        let (now, zone) = (around.holidays.now, self.to.zone);
        let shown = seat_times(self.row, self.seats, &around.holidays)?;
        let t = self.tongue();
        let mut others = Vec::new();
        for seat in self.seats {
            let place = seat.seat;
            if place == self.seat {
                continue;
            }
            let mut is = Vec::new();
            if around.left.contains(place) {
                is.push(t.line("at-left"));
            } else {
                is.push(t.line(match game.acting().contains(place) {
                    true => "at-moves",
                    false => "at-waits",
                }));
                let clock = shown.as_ref().and_then(|(_, all)| all.get(place.index()));
                if let Some(away) = clock.and_then(|clock| clock.holidays.first()) {
                    let holiday = if away.begins <= now {
                        t.say("at-holiday")
                    } else {
                        let from = time::on_clock(away.begins, zone, self.to.language);
                        t.say("at-holiday-soon").with("from", from)
                    };
                    let until = time::on_clock(away.ends, zone, self.to.language);
                    is.push(holiday.with("until", until).line());
                }
            }
            if let Some(name) = seat.name() {
                others.push(AtTable {
                    name: name.into(),
                    is: is
                        .iter()
                        .map(Line::as_str)
                        .collect::<Vec<_>>()
                        .join("; ")
                        .into(),
                });
            }
        }
        Ok(others)
    }
}
