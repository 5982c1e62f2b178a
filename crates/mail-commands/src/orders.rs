//! Standing orders in a mail to the address of a seat: `orders roll until 3 stars`, `when black
//! worth 8: …`.
//!
//! All orders are read before anything in the mail is carried out. Conditional orders are added to
//! the existing ones. Moves replace the queue, but only once for each mail: when the mail is
//! processed again after a crash, the queue may already have been played.

use common::texts::message;
use play::orders::{self, Given, Orders};
use play::refusal::{Refusal, Result};
use rules::Message;

use crate::begun;
use crate::seat::At;
use crate::store::{self, Arrival};
use crate::words::OrdersLine;

impl At<'_> {
    /// Reads the orders. If this game does not understand them, the answer says so and the result
    /// is `None`.
    pub(super) async fn read_orders(&mut self, parts: &[String]) -> Result<Option<Given>> {
        if parts.is_empty() {
            return Ok(Some(Given::default()));
        }
        let seat = self.seat;
        let look = self.look().await?;
        let game = look.game.as_ref().ok_or(Refusal::NotStarted)?;
        match Given::read(game, seat, &look.names(), parts) {
            Ok(given) => Ok(Some(given)),
            Err((at, illegal)) => {
                let part = parts.get(at).map_or("", String::as_str);
                self.not_ordered(part, illegal.text);
                Ok(None)
            }
        }
    }

    /// Stores the orders.
    pub(super) async fn give_orders(&mut self, mail: &Arrival, mut given: Given) -> Result<()> {
        let (app, id) = (self.app, self.id);
        if !given.moves.is_empty() {
            if mail.begun_at.is_some() {
                given.moves.clear();
                self.answer.say(message("answer-orders-stopped"));
            }
            let mut conn = app.db.get().await?;
            store::begin(&mut conn, mail.id, app.clock.now()).await?;
        }
        self.look = None;
        self.answer.board = true;
        match orders::give(app, &self.caller, id, given).await {
            Ok(orders) => self.list_orders(&orders),
            Err(refusal) => self.answer_refusal(refusal)?,
        }
        Ok(())
    }

    /// Shows the orders, or cancels them.
    pub(super) async fn orders(&mut self, line: &OrdersLine) -> Result<()> {
        let (app, id) = (self.app, self.id);
        if *line == OrdersLine::Off {
            return match orders::cancel(app, &self.caller, id).await {
                Ok(()) => {
                    self.answer.say(message("answer-orders-off"));
                    Ok(())
                }
                Err(refusal) => self.answer_refusal(refusal),
            };
        }
        match orders::show(app, &self.caller, id).await {
            Ok(orders) => self.list_orders(&orders),
            Err(refusal) => return self.answer_refusal(refusal),
        }
        let language = self.answer.language();
        let look = self.look().await?;
        let known = look.game.iter().flat_map(|game| game.kind().info().orders);
        let known = known.map(|it| {
            let line = message("answer-order").with("example", it.example);
            line.with("does", it.does).to(language)
        });
        let known: Vec<String> = known.collect();
        if !known.is_empty() {
            self.answer
                .list(message("answer-title-orders-known"), known);
        }
        Ok(())
    }

    fn list_orders(&mut self, orders: &Orders) {
        let moves = orders.moves.iter();
        let moves = moves.map(|mv| mv["text"].as_str().map_or(mv.to_string(), str::to_owned));
        let lines: Vec<String> = moves.chain(orders.conditional.iter().cloned()).collect();
        match lines.is_empty() {
            true => self.answer.say(message("answer-orders-none")),
            false => {
                self.answer.list(message("answer-title-orders"), lines);
                self.answer.say(message("answer-orders-end"));
            }
        }
    }

    fn not_ordered(&mut self, part: &str, why: Message) {
        let said = message("answer-order-unknown").with("order", begun(part));
        let nothing = message(match self.is_among {
            true => "answer-nothing-here",
            false => "answer-nothing-at-all",
        });
        self.answer
            .say(said.with("why", why).with("nothing", nothing));
        self.refused = true;
        self.in_vain = true;
    }
}
