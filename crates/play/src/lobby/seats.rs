//! Seats before the game: take, free, and reserve them.

use accounts::access::Caller;
use accounts::account::{self, own_address};
use accounts::store::avoided;
use common::clock::Moment;
use common::ids::{self, GameId, PlayerId};
use db::sets::GameStatus;
use db::{Conn, signals};
use notices::outbox::{self, To};
use notices::{Invitation, TableNews};
use rules::{Hash, Seat};

use crate::lobby::guests::{Guest, Kept, count_invitations, find_guest};
use crate::lobby::{
    begin_if_full, bot_entropy, check_entropy, creator_stays, follow_up, on_deal, own_table,
};
use crate::refusal::{Refusal, Result};
use crate::store::games::{self, GameRow, SeatRow};
use crate::{Play, look, tables};

/// Takes a seat: one that is reserved for the caller, else a free one. A free seat in a private
/// game needs the link to the table. Repeating the request with the same entropy changes nothing.
pub async fn join(
    app: &Play,
    caller: &Caller,
    id: &GameId,
    entropy: &str,
    invitation: Option<&str>,
) -> Result<()> {
    check_entropy(entropy)?;
    let now = app.clock.now();
    let secret = invitation.map(ids::secret_hash);
    let begun = app
        .transaction(async |conn| {
            let player = account::held(conn, caller.player).await?;
            let address = own_address(app, &player);
            let row = games::lock(conn, id).await?.ok_or(Refusal::NOT_FOUND)?;
            let seats = games::seats(conn, &[id]).await?;
            let own = |seat: &&SeatRow| seat.player_id == Some(caller.player);
            if let Some(seat) = seats.iter().find(own) {
                return if seat.entropy == entropy {
                    Ok(false)
                } else {
                    Err(Refusal::AlreadySeated)
                };
            }
            let kept_for_me = |seat: &&SeatRow| {
                seat.invited_id == Some(caller.player)
                    || (seat.invitation_hash.is_some() && seat.invitation_hash == secret)
                    || seat.is_kept_for(address)
            };
            let by_link = look::opens(app, &row, invitation);
            let is_known = row.is_public(now) || by_link;
            let free = |seat: &&SeatRow| is_known && seat.is_free();
            let seat = seats
                .iter()
                .find(kept_for_me)
                .or_else(|| seats.iter().find(free));
            look::may_know(is_known, seat.is_some())?;
            match seat {
                _ if row.status != GameStatus::Open => Err(Refusal::GameNotOpen),
                None => Err(Refusal::SeatUnavailable),
                Some(seat) => {
                    may_join(conn, caller.player, row.creator_id).await?;
                    if !kept_for_me(&seat) && games::was_sent_away(conn, id, caller.player).await? {
                        return Err(Refusal::forbidden("why-sent-away"));
                    }
                    // A creator who accepts guests has reserved a seat for the guest, or shared the
                    // link.
                    if !(kept_for_me(&seat) || by_link) || row.deal.is_some() {
                        account::refuse_guest(&player)?;
                    }
                    if let Some(deal) = &row.deal {
                        on_deal::may_sit(conn, deal, caller.player, now).await?;
                    }
                    games::sit(conn, id, seat.seat, caller.player, entropy, now).await?;
                    signals::changed(id, games::involved(&seats).chain([caller.player]));
                    begin_if_full(conn, id, now).await
                }
            }
        })
        .await?;
    follow_up(app, id, begun).await;
    Ok(())
}

/// Rejects that `player` joins a table of `creator` if one of them has blocked the other.
pub(crate) async fn may_join(conn: &mut Conn, player: PlayerId, creator: PlayerId) -> Result<()> {
    if player == creator {
        return Ok(());
    }
    if avoided::has_blocked(conn, player, creator).await? {
        return Err(Refusal::forbidden("why-blocked-creator"));
    }
    if avoided::has_blocked(conn, creator, player).await? {
        return Err(Refusal::SeatUnavailable);
    }
    Ok(())
}

/// Frees the caller's seat before the game begins, or declines an invitation.
pub async fn leave(app: &Play, caller: &Caller, id: &GameId) -> Result<()> {
    let now = app.clock.now();
    app.transaction(async |conn| {
        let player = account::held(conn, caller.player).await?;
        let address = own_address(app, &player);
        let row = games::lock(conn, id).await?.ok_or(Refusal::NOT_FOUND)?;
        let seats = games::seats(conn, &[id]).await?;
        let Some(seat) = seats.iter().find(|seat| {
            seat.player_id == Some(caller.player)
                || seat.invited_id == Some(caller.player)
                || seat.is_kept_for(address)
        }) else {
            return Err(if row.creator_id == caller.player {
                Refusal::NotSeated
            } else {
                look::not_seated(row.is_public(now))
            });
        };
        if row.status != GameStatus::Open {
            return Err(Refusal::GameNotOpen);
        }
        if row.creator_id == caller.player {
            return Err(creator_stays());
        }
        give_back(conn, &row, &seats, seat.seat, player.name, now).await
    })
    .await?;
    app.outbox.notify_one();
    Ok(())
}

/// Frees a seat of an open game and notifies the creator.
async fn give_back(
    conn: &mut Conn,
    row: &GameRow,
    seats: &[SeatRow],
    seat: Seat,
    by: String,
    now: Moment,
) -> Result<()> {
    games::keep(conn, &row.id, seat, None, None, None).await?;
    signals::changed(&row.id, games::involved(seats));
    let of_creator = |seat: &&SeatRow| seat.player_id == Some(row.creator_id);
    if let Some(to) = seats.iter().find(of_creator) {
        // At most one mail per seat and day, even if players join and leave repeatedly.
        let what = format!("{}/{seat}", now.date_naive());
        let news = TableNews::Declined { by };
        let mail = news.mail(&row.id, 0, to.seat, row.creator_id, &what, now);
        outbox::put(conn, &[mail]).await?;
    }
    Ok(())
}

/// Whether an open game reserves a seat for this address.
pub async fn keeps_for(app: &Play, id: &GameId, address: &str) -> Result<bool> {
    let mut conn = app.db.get().await?;
    let row = games::find(&mut conn, id).await?;
    let seats = games::seats(&conn, &[id]).await?;
    let is_open = row.is_some_and(|row| row.status == GameStatus::Open);
    Ok(is_open && seats.iter().any(|seat| seat.is_kept_for(Some(address))))
}

/// Declines an invitation for the owner of this address. Returns whether a seat was reserved for
/// it.
pub async fn decline_for(app: &Play, id: &GameId, address: &str) -> Result<bool> {
    let now = app.clock.now();
    let declined = app.transaction(async |conn| {
        let Some(row) = games::lock(conn, id).await? else {
            return Ok(false);
        };
        let seats = games::seats(conn, &[id]).await?;
        let kept = seats.iter().find(|seat| seat.is_kept_for(Some(address)));
        match kept.filter(|_| row.status == GameStatus::Open) {
            Some(seat) => {
                give_back(conn, &row, &seats, seat.seat, address.to_owned(), now).await?;
                Ok(true)
            }
            None => Ok(false),
        }
    });
    let declined = declined.await?;
    app.outbox.notify_one();
    Ok(declined)
}

/// Frees another player's seat, or withdraws an invitation. Only the creator may do so. A removed
/// player can return only to a seat that is reserved for them.
pub async fn free_seat(app: &Play, caller: &Caller, id: &GameId, seat: Seat) -> Result<()> {
    let now = app.clock.now();
    app.transaction(async |conn| {
        let (_, seats) = own_table(conn, app, caller, id, now).await?;
        let Some(row) = seats.iter().find(|row| row.seat == seat) else {
            return Err(Refusal::NOT_FOUND);
        };
        if row.player_id == Some(caller.player) {
            return Err(creator_stays());
        }
        if let Some(player) = row.player_id {
            games::send_away(conn, id, player).await?;
        }
        games::keep(conn, id, row.seat, None, None, None).await?;
        signals::changed(id, games::involved(&seats));
        Ok(())
    })
    .await
}

/// Reserves a free seat for a guest and sends an invitation. Only the creator may do so.
pub async fn invite(app: &Play, caller: &Caller, id: &GameId, guest: &Guest) -> Result<()> {
    let now = app.clock.now();
    let begun = app
        .transaction(async |conn| {
            let from = account::held(conn, caller.player).await?;
            let (row, seats) = own_table(conn, app, caller, id, now).await?;
            if let Some(deal) = &row.deal {
                on_deal::must_be_open(deal, now)?;
            }
            let kept = find_guest(conn, from.id, guest).await?;
            let is_here = |seat: &SeatRow| match &kept {
                Kept::Player(player, _) | Kept::For(player, _) => {
                    [seat.player_id, seat.invited_id].contains(&Some(*player))
                }
                Kept::Email(address) => seat.is_kept_for(Some(address)),
                Kept::Bot(_) | Kept::Free => false,
            };
            if seats.iter().any(is_here) {
                return Err(Refusal::AlreadySeated);
            }
            let Some(free) = seats.iter().find(|seat| seat.is_free()) else {
                return Err(Refusal::SeatUnavailable);
            };
            count_invitations(app, &from, std::slice::from_ref(&kept))?;
            let invited = match &kept {
                Kept::Player(player, _) | Kept::For(player, _) => Some(*player),
                Kept::Email(_) | Kept::Bot(_) | Kept::Free => None,
            };
            signals::changed(id, games::involved(&seats).chain(invited));
            let (seat, language, from) = (free.seat, account::language_of(&from), from.name);
            let mail = match &kept {
                Kept::Email(address) => {
                    let token = ids::secret_token();
                    let hash = ids::secret_hash(&token);
                    games::keep(conn, id, free.seat, None, Some(address), Some(&hash)).await?;
                    let token = Some(token);
                    let invitation = Invitation {
                        from,
                        token,
                        language,
                    };
                    invitation.mail(id, seat, To::Address(address.clone()), now)
                }
                Kept::Player(player, _) | Kept::For(player, _) => {
                    games::keep(conn, id, free.seat, Some(*player), None, None).await?;
                    let invitation = Invitation {
                        from,
                        token: None,
                        language,
                    };
                    invitation.mail(id, seat, To::Player(*player), now)
                }
                Kept::Bot(bot) => {
                    let commitment = Hash(tables::bytes(&row.seed_commitment)?);
                    let entropy = bot_entropy(id, &commitment, seat);
                    games::sit_bot(conn, id, free.seat, *bot, &entropy, now).await?;
                    return begin_if_full(conn, id, now).await;
                }
                Kept::Free => return Ok(false),
            };
            outbox::put(conn, &[mail]).await?;
            Ok(false)
        })
        .await?;
    follow_up(app, id, begun).await;
    Ok(())
}
