//! Chat in letters.

use db::Connection;
use mail::letter_chat::{Chat, Said, SaidLine};
use mail::{Line, Threading, time};
use notices::outbox::Mail;
use play::refusal::{Refusal, Result};
use play::store::entries;
use social::chat::{self, Untold};

use crate::game_letters::{About, Written};

impl About<'_> {
    /// Returns the chat messages since the reader's last letter, and the number of the last one.
    pub(super) async fn said(&self, mail: &Mail) -> Result<(Said, Option<i64>)> {
        let id = &self.row.id;
        let untold = match mail.player_id.filter(|_| self.known.is_talked_of(id)) {
            Some(player) => chat::untold(&mut *self.app.db.get().await?, id, player).await?,
            None => None,
        };
        Ok(match untold {
            Some(untold) => {
                let up_to = untold.up_to;
                (self.lines(untold), Some(up_to))
            }
            None => (Said::default(), None),
        })
    }

    fn lines(&self, untold: Untold) -> Said {
        let lines = untold.messages.into_iter().map(|message| SaidLine {
            by: message.author.into(),
            at: time::shortly(message.at, self.to.zone, self.to.language),
            text: Line::long(&message.said.unwrap_or_default()),
        });
        Said {
            lines: lines.collect(),
            earlier: untold.earlier,
        }
    }

    /// Writes the letter that contains only chat; `None` if the reader has seen the messages or has
    /// left the table.
    pub(super) async fn chat(&self, mut conn: Connection, mail: &Mail) -> Result<Option<Written>> {
        let sits = self.has_its_reader(mail);
        let (id, seat) = (&self.row.id, self.seat);
        let has_left = entries::has_left(&mut conn, id, seat).await?;
        let (Some(player), true, false) = (mail.player_id, sits, has_left) else {
            return Ok(None);
        };
        let untold = chat::untold(&mut conn, id, player).await?;
        let Some(untold) = untold.filter(|untold| untold.unseen) else {
            return Ok(None);
        };
        let up_to = untold.up_to;
        let said = self.lines(untold);
        // Before the game begins there is no reply address.
        let threading = match self.row.game_seed {
            None => Threading::default(),
            Some(_) => {
                let own = entries::last_of(&mut conn, id, self.seat, 0, u64::MAX).await?;
                drop(conn);
                self.threading(own.map_or(1, |(_, seq)| seq + 1)).await?
            }
        };
        let gist = said.lines.iter().map(|it| {
            let named = self.tongue().say("named").with("name", &it.by);
            named.with("what", &it.text).line()
        });
        let gist = gist.collect();
        let letter = Chat {
            table: self.table(),
            said,
            by_mail: threading.reply_to.is_some(),
        }
        .letter(self.to)
        .map_err(Refusal::internal)?;
        Ok(Some(Written {
            letter: letter.with_gist(gist),
            threading,
            said: Some(up_to),
            receipt: None,
        }))
    }
}
