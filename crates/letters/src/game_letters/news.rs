//! Clocks, and events around a game, in letters.

use accounts::avoided;
use db::Conn;
use db::sets::GameStatus;
use mail::letter::News;
use mail::time::{self, TimeLeft};
use mail::tongue::Sentence;
use mail::{Letter, Line};
use notices::outbox::Mail;
use notices::{Reminder, TableNews};
use play::clocks::Clocks;
use play::clocks::shown::{Times, seat_times};
use play::refusal::{Refusal, Result};
use play::store::games::SeatRow;
use play::store::holidays;
use rules::LeadsTo;

use crate::game_letters::About;

impl About<'_> {
    pub(super) fn row_of_seat(&self) -> Option<&SeatRow> {
        self.seats.get(self.seat.index())
    }

    /// Whether the reader of this mail still has the seat.
    pub(super) fn has_its_reader(&self, mail: &Mail) -> bool {
        let row = self.row_of_seat();
        row.is_some_and(|seat| seat.player_id == mail.player_id)
    }

    /// Returns the reader's remaining time.
    pub(super) async fn time_left(&self, conn: &mut Conn) -> Result<Option<TimeLeft>> {
        if self.row.pace.is_none() {
            return Ok(None);
        }
        let now = self.app.clock.now();
        let times = Times {
            holidays: holidays::of(conn, self.seats, self.row.created_at)
                .await?
                .into(),
            now,
        };
        let shown = seat_times(self.row, self.seats, &times)?;
        let Some((pace, Some(own))) =
            shown.map(|(pace, seats)| (pace, seats.into_iter().nth(self.seat.index())))
        else {
            return Ok(None);
        };
        let then = match pace.on_timeout {
            LeadsTo::Leave => "then-leave",
            LeadsTo::Bot => "then-bot",
            LeadsTo::Move => "then-move",
            LeadsTo::End => "then-end",
        };
        let (language, zone) = (self.to.language, self.to.zone);
        Ok(own.deadline.map(|deadline| TimeLeft {
            left: time::length(deadline - now, language),
            until: time::on_clock(deadline, zone, language),
            still_until: own
                .stands_still_until
                .map(|until| time::on_clock(until, zone, language)),
            then: self
                .tongue()
                .say(then)
                .count("grace", pace.grace_hours)
                .line(),
        }))
    }

    /// Whether the reminder's deadline is still the current one, and lies ahead.
    pub(super) fn reminds_rightly(&self, reminder: &Reminder) -> Result<bool> {
        let clocks = self.row.clocks.as_ref().map(Clocks::read).transpose()?;
        let deadline = clocks
            .as_ref()
            .and_then(|clocks| clocks.running(self.seat))
            .map(|running| running.deadline);
        Ok(deadline == Some(reminder.deadline) && self.app.clock.now() < reminder.deadline)
    }

    /// Writes the letter about an event around the game; `None` if it is no longer true.
    pub(super) async fn news(
        &self,
        conn: &mut Conn,
        mail: &Mail,
        news: TableNews,
    ) -> Result<Option<Letter>> {
        let table = self.table();
        let (t, title) = (self.tongue(), table.title(&self.tongue()));
        let say = |id| t.say(id).with("title", &title).with("id", &table.id);
        let sits = self.has_its_reader(mail);
        let runs = self.row.status == GameStatus::Running;
        let (mut why, mut call) = ("why-table", None);
        let (what, sentences) = match news {
            TableNews::TimedOut { leads_to } => {
                let told = match leads_to {
                    LeadsTo::Leave => "news-timed-out-leave",
                    LeadsTo::Bot => "news-timed-out-bot",
                    LeadsTo::Move => "news-timed-out-move",
                    LeadsTo::End => "news-timed-out-end",
                };
                ("news-time-up", vec![say(told)])
            }
            TableNews::OrdersCancelled => {
                if !sits || !runs {
                    return Ok(None);
                }
                ("news-orders", vec![say("news-orders-told")])
            }
            TableNews::Extended { by, days } => {
                let Some(time) = self.time_left(conn).await?.filter(|_| sits) else {
                    return Ok(None);
                };
                let told = say("news-extended").with("by", by).count("days", days);
                let told = told.with("left", time.left).with("until", time.until);
                ("news-more-time", vec![told])
            }
            TableNews::Holiday {
                player,
                id: holiday,
            } => {
                let found = holidays::find(conn, &holiday).await?;
                let Some(away) = found.filter(|away| away.ends_at > self.app.clock.now()) else {
                    return Ok(None);
                };
                let on_clock = |moment| time::on_clock(moment, self.to.zone, self.to.language);
                let when = t.say("news-holiday-when").with("player", &player);
                let when = when.with("from", on_clock(away.begins_at));
                let when = when.with("until", on_clock(away.ends_at));
                let then = say("news-holiday-then").with("player", &player);
                ("news-holiday", vec![when, then])
            }
            TableNews::Back { player, begun } => {
                let told = if begun { "news-back" } else { "news-back-off" };
                let runs = say("news-back-then").with("player", &player);
                let told = t.say(told).with("player", player);
                ("news-holiday", vec![told, runs])
            }
            TableNews::Offered { by } => {
                let seat = self.row_of_seat();
                let still = seat.is_some_and(|seat| seat.invited_id == mail.player_id);
                let unwelcome = match seat.and_then(|seat| seat.player_id) {
                    Some(from) => avoided::is_unwelcome(self.app, conn, mail, from).await?,
                    None => false,
                };
                if !still || !runs || unwelcome {
                    return Ok(None);
                }
                why = "why-offered";
                let told = say("news-offered").with("by", by).with("game", &table.game);
                call = Some(format!(
                    "POST {}/v1/games/{}/seats/{}/replacement",
                    table.public_url, table.id, self.seat
                ));
                let by_mail = self.app.config.mail_in.as_ref();
                let by_mail = by_mail.map(|_| say("news-offered-mail"));
                let told = [Some(told), by_mail, Some(t.say("news-offered-how"))];
                ("news-seat", told.into_iter().flatten().collect())
            }
            TableNews::TakenOver { from, by } => {
                let told = say("news-taken-over").with("by", by).with("from", from);
                ("news-taken", vec![told])
            }
            TableNews::Declined { by } => {
                if !sits || self.row.status != GameStatus::Open {
                    return Ok(None);
                }
                let told = say("news-declined").with("by", by);
                ("news-free", vec![told, t.say("news-declined-how")])
            }
            TableNews::OfferDeclined { by } => {
                if !sits || !runs {
                    return Ok(None);
                }
                let told = say("news-offer-declined").with("by", by);
                ("news-free", vec![told])
            }
        };
        let sentences: Vec<Line> = sentences.iter().map(Sentence::line).collect();
        let call = call.map(Line::from);
        let gist = sentences.iter().chain(&call).cloned().collect();
        News {
            table,
            what: t.line(what),
            sentences,
            call,
            why: t.line(why),
        }
        .letter(self.to)
        .map(|letter| Some(letter.with_gist(gist)))
        .map_err(Refusal::internal)
    }
}
