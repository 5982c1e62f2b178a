//! Replaces a player in a running game, by agreement.
//!
//! The player offers the seat to another player, who accepts, or gives it to a bot, which takes it
//! at once. The successor gets the seat with everything it knows. `play::clocks` handles
//! time-outs that give a seat to a bot.

use accounts::access::Caller;
use accounts::store::players::{self, Player};
use accounts::{account, avoided};
use common::clock::Moment;
use common::ids::{GameId, PlayerId};
use common::texts::message;
use db::sets::GameStatus;
use db::{Conn, signals};
use notices::TableNews;
use notices::outbox::{self, NewMail};
use rules::{Bot, Seat};

use crate::clocks::deadlines;
use crate::draft::Draft;
use crate::lobby::may_join;
use crate::refusal::{Refusal, Result};
use crate::store::committer::NewSitter;
use crate::store::games::{self, GameRow, SeatRow};
use crate::store::{clocks, entries};
use crate::tables::{Change, First, Sitter, Stands, Table};
use crate::{Play, look};

/// The successor for the caller's seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replacement {
    /// A player, by name, who gets an offer.
    Player(String),
    /// A bot, which takes the seat at once.
    Bot(Bot),
}

/// Offers the caller's seat to a player, or gives it to a bot.
pub async fn offer(
    app: &Play,
    caller: &Caller,
    id: &GameId,
    replacement: &Replacement,
) -> Result<()> {
    let name = match replacement {
        Replacement::Player(name) => name,
        Replacement::Bot(bot) => {
            let look = look::glance(app, Some(caller.player), id, None).await?;
            let seat = look.seat.ok_or(Refusal::NotSeated)?;
            return hand_over(app, id, seat, caller.player, NewSitter::Bot(*bot), None).await;
        }
    };
    let now = app.clock.now();
    app.transaction(async |conn| {
        let from = account::held(conn, caller.player).await?;
        let Own { row, seats, own } = own_seat(conn, caller.player, id, now).await?;
        account::refuse_guest(&from)?;
        let to = new_sitter(conn, &row, &seats, &own, name).await?;
        refuse_former(conn, id, to.id, own.seat).await?;
        avoided::refuse_blocked(conn, from.id, (to.id, &to.name)).await?;
        if own.invited_id == Some(to.id) {
            return Ok(());
        }
        app.limits.invitation(from.id, &to.name)?;
        put_offer(conn, (&row, &seats), own.seat, &from.name, &to, now).await
    })
    .await?;
    app.outbox.notify_one();
    Ok(())
}

/// Offers the seat of `player` to another player, without the consent of `player`. `told` makes the
/// mail that notifies `player`, with the other player's name.
pub async fn offer_for(
    app: &Play,
    id: &GameId,
    player: PlayerId,
    name: &str,
    told: impl Fn(&str) -> NewMail + Sync,
) -> Result<()> {
    let now = app.clock.now();
    app.transaction(async |conn| {
        let Own { row, seats, own } = own_seat(conn, player, id, now).await?;
        let to = new_sitter(conn, &row, &seats, &own, name).await?;
        refuse_former(conn, id, to.id, own.seat).await?;
        if own.invited_id == Some(to.id) {
            return Ok(());
        }
        let from = own.player.clone().unwrap_or_default();
        put_offer(conn, (&row, &seats), own.seat, &from, &to, now).await?;
        outbox::put(conn, &[told(&to.name)]).await?;
        Ok(())
    })
    .await
}

/// Returns the player with this name if the seat may be offered to them. Seats in games on a deal
/// cannot be offered: another player would see the deal, and continue a game that somebody else
/// began.
async fn new_sitter(
    conn: &mut Conn,
    row: &GameRow,
    seats: &[SeatRow],
    own: &SeatRow,
    name: &str,
) -> Result<Player> {
    if row.deal.is_some() {
        return Err(Refusal::forbidden("why-deal-seat"));
    }
    let Some(to) = players::by_name(conn, &name.to_lowercase()).await? else {
        return Err(
            base::Refusal::InvalidRequest(message("why-no-player").with("name", name)).into(),
        );
    };
    if seats.iter().any(|seat| seat.player_id == Some(to.id)) {
        return Err(Refusal::AlreadySeated);
    }
    let other = |seat: &SeatRow| seat.seat != own.seat && seat.invited_id == Some(to.id);
    if seats.iter().any(other) {
        let twice = message("why-offered-twice").with("name", to.name.as_str());
        return Err(base::Refusal::Forbidden(twice).into());
    }
    Ok(to)
}

/// Offers a seat of a locked game.
async fn put_offer(
    conn: &mut Conn,
    (row, seats): (&GameRow, &[SeatRow]),
    seat: Seat,
    from: &str,
    to: &Player,
    now: Moment,
) -> Result<()> {
    games::offer(conn, &row.id, seat, Some(to.id)).await?;
    clocks::revise(conn, &row.id).await?;
    signals::changed(&row.id, games::involved(seats).chain([to.id]));
    let news = TableNews::Offered {
        by: from.to_owned(),
    };
    let what = common::ids::short_id();
    let ply = row.ply.unsigned_abs();
    let mail = news.mail(&row.id, ply, seat, to.id, &what, now);
    outbox::put(conn, &[mail]).await?;
    Ok(())
}

/// Rejects a player who had another seat of this game, because they would know two hands.
async fn refuse_former(conn: &mut Conn, id: &GameId, player: PlayerId, seat: Seat) -> Result<()> {
    match games::had_another_seat(conn, id, player, seat).await? {
        true => Err(Refusal::forbidden("why-had-a-seat")),
        false => Ok(()),
    }
}

/// Withdraws the caller's offer.
pub async fn withdraw(app: &Play, caller: &Caller, id: &GameId) -> Result<()> {
    let now = app.clock.now();
    app.transaction(async |conn| {
        let Own { seats, own, .. } = own_seat(conn, caller.player, id, now).await?;
        games::offer(conn, id, own.seat, None).await?;
        // A concurrent takeover fails.
        clocks::revise(conn, id).await?;
        signals::changed(id, games::involved(&seats));
        Ok(())
    })
    .await
}

/// A player's seat, with its game and all seats of the game.
struct Own {
    row: GameRow,
    seats: Vec<SeatRow>,
    own: SeatRow,
}

/// Locks a running game and returns the player's seat.
async fn own_seat(conn: &mut Conn, player: PlayerId, id: &GameId, now: Moment) -> Result<Own> {
    let row = games::lock(conn, id).await?.ok_or(Refusal::NOT_FOUND)?;
    let seats = games::seats(conn, &[id]).await?;
    let own = |seat: &&SeatRow| seat.player_id == Some(player);
    let Some(own) = seats.iter().find(own).cloned() else {
        return Err(look::not_seated(row.is_public(now)));
    };
    if row.status != GameStatus::Running || entries::has_left(conn, id, own.seat).await? {
        return Err(Refusal::NotRunning);
    }
    Ok(Own { row, seats, own })
}

/// Takes the seat that is offered to the caller. Repeating the request changes nothing.
pub async fn accept(app: &Play, caller: &Caller, id: &GameId, seat: Seat) -> Result<()> {
    let look = look::glance(app, Some(caller.player), id, None).await?;
    if look.seat == Some(seat) {
        // The takeover is written, but a standby may not have it yet.
        return Ok(app.tables.committer.settle().await?);
    }
    let from = offered(&look.seats, caller, seat)?;
    hand_over(app, id, seat, from, NewSitter::Player(caller.player), None).await
}

/// Returns the seat that is offered to the caller in this game, if there is one.
pub async fn offered_to(app: &Play, caller: &Caller, id: &GameId) -> Result<Option<Seat>> {
    let look = look::glance(app, Some(caller.player), id, None).await?;
    let offered = look.seats.iter().find(|row| {
        // A cancelled game keeps its invitations to empty seats.
        row.player_id.is_some() && row.invited_id == Some(caller.player)
    });
    Ok(offered.map(|row| row.seat))
}

/// Declines the seat that is offered to the caller.
pub async fn decline(app: &Play, caller: &Caller, id: &GameId, seat: Seat) -> Result<()> {
    look::glance(app, Some(caller.player), id, None).await?;
    app.transaction(async |conn| {
        // An account is always locked before a game.
        let by = account::held(conn, caller.player).await?.name;
        let row = games::lock(conn, id).await?.ok_or(Refusal::NOT_FOUND)?;
        let seats = games::seats(conn, &[id]).await?;
        let from = offered(&seats, caller, seat)?;
        games::offer(conn, id, seat, None).await?;
        clocks::revise(conn, id).await?;
        signals::changed(id, games::involved(&seats));
        // At most one mail per ply, even if the seat is offered repeatedly.
        let (ply, what) = (row.ply.unsigned_abs(), format!("{}/{seat}", row.ply));
        let news = TableNews::OfferDeclined { by };
        let mail = news.mail(id, ply, seat, from, &what, app.clock.now());
        outbox::put(conn, &[mail]).await?;
        Ok(())
    })
    .await?;
    app.outbox.notify_one();
    Ok(())
}

/// Returns the player in the seat, if the seat is offered to the caller.
fn offered(seats: &[SeatRow], caller: &Caller, seat: Seat) -> Result<PlayerId> {
    let row = seats.get(seat.index()).ok_or(Refusal::NOT_FOUND)?;
    match row.player_id {
        Some(from) if row.invited_id == Some(caller.player) => Ok(from),
        _ => Err(Refusal::forbidden("why-not-offered")),
    }
}

/// Gives the seat of `from`, a guest, to the account of the same person.
pub async fn adopt(app: &Play, id: &GameId, from: PlayerId, to: PlayerId) -> Result<()> {
    let now = app.clock.now();
    let seat = app
        .transaction(async |conn| {
            let Own { row, seats, own } = own_seat(conn, from, id, now).await?;
            if row.deal.is_some() {
                return Err(Refusal::forbidden("why-deal-seat"));
            }
            if seats.iter().any(|seat| seat.player_id == Some(to)) {
                return Err(Refusal::AlreadySeated);
            }
            refuse_former(conn, id, to, own.seat).await?;
            may_join(conn, to, row.creator_id).await?;
            games::offer(conn, id, own.seat, Some(to)).await?;
            clocks::revise(conn, id).await?;
            Ok(own.seat)
        })
        .await?;
    hand_over(app, id, seat, from, NewSitter::Player(to), None).await
}

/// Gives the seat of `from` to a bot at once. Writes `notice` with it.
pub async fn to_bot(
    app: &Play,
    id: &GameId,
    seat: Seat,
    from: PlayerId,
    notice: Option<NewMail>,
) -> Result<()> {
    hand_over(app, id, seat, from, NewSitter::Bot(Bot::Greedy), notice).await
}

/// Writes the takeover of the seat of `from`, and `notice` with it.
async fn hand_over(
    app: &Play,
    id: &GameId,
    seat: Seat,
    from: PlayerId,
    to: NewSitter,
    notice: Option<NewMail>,
) -> Result<()> {
    let mut change = match Change::begin(app, id, First::Database).await {
        Err(Refusal::NotStarted) => return Err(Refusal::NotRunning),
        change => change?,
    };
    loop {
        let table = change.table()?;
        let new = check(&mut *app.db.get().await?, table, id, seat, from, to).await?;
        let mut draft = Draft::on(table, app.clock.now());
        draft
            .take_over(seat, from, to, new.back)
            .map_err(|_| Refusal::NotRunning)?;
        draft.begin_orders(table, seat, new.forced);
        let news = TableNews::TakenOver {
            from: table.names.of(seat).to_owned(),
            by: new.name,
        };
        for (other, sitter) in table.sitters() {
            if let Sitter::Player(player) = sitter
                && other != seat
            {
                draft.tell(other, player, &news);
            }
        }
        draft.notice.clone_from(&notice);
        if draft.write(app, table).await? {
            if table.acting_bot().is_some() {
                app.bots.wake(id);
            }
            // Includes the holidays of the new player.
            if let Err(refusal) = deadlines::put_right(app, table).await {
                // The takeover is written. The next look at the clocks does the same.
                tracing::warn!(%refusal, game.id = %id, "deadlines could not be adjusted to a new player");
            }
            return Ok(());
        }
    }
}

/// The new occupant of a seat.
struct New {
    name: String,
    /// Whether the server plays moves for them that decide nothing.
    forced: bool,
    /// Whether they had the seat before.
    back: bool,
}

/// Checks that the seat may still change hands, and returns its new occupant.
async fn check(
    conn: &mut Conn,
    table: &Table,
    id: &GameId,
    seat: Seat,
    from: PlayerId,
    to: NewSitter,
) -> Result<New> {
    if table.stands == Stands::Cancelled {
        return Err(Refusal::NotRunning);
    }
    let gone = table.game.turn().outcome().is_some() || entries::has_left(conn, id, seat).await?;
    if gone {
        return Err(Refusal::NotRunning);
    }
    if table.sitters[seat.index()] != Sitter::Player(from) {
        return Err(Refusal::forbidden("why-seat-gone"));
    }
    match to {
        NewSitter::Bot(_) => Ok(New {
            name: games::bot_name(seat),
            forced: false,
            back: false,
        }),
        NewSitter::Player(player) => {
            if table.seat_of(player).is_some() {
                return Err(Refusal::AlreadySeated);
            }
            refuse_former(conn, id, player, seat).await?;
            // The offer may have been withdrawn meanwhile.
            let seats = games::seats(conn, &[id]).await?;
            let still = seats
                .get(seat.index())
                .is_some_and(|seat| seat.invited_id == Some(player));
            let new_sitter = players::by_id(conn, player).await?;
            match new_sitter {
                Some(player) if still => Ok(New {
                    back: games::had_seat(conn, id, player.id, seat).await?,
                    name: player.name,
                    forced: player.forced,
                }),
                Some(_) => Err(Refusal::forbidden("why-offer-gone")),
                None => Err(Refusal::NOT_SIGNED_IN),
            }
        }
    }
}
