//! Tables before the game: made, joined, left, cancelled, and begun when the last seat is taken.

use diesel_async::{AsyncConnection, AsyncPgConnection};
use rules::dice::entropy_is_valid;
use rules::{Game, Kind, Seat, ServerSeed, registry};
use serde_json::Value;

use super::access::Caller;
use super::accounts::is_confirmed;
use super::notices::{GameNotice, Invitation};
use super::tables;
use super::tx::Failure;
use crate::app::App;
use crate::clock::Moment;
use crate::ids;
use crate::problem::Problem;
use crate::store::games::{GameRow, NewGameRow, NewSeatRow, SeatRow, Started};
use crate::store::players::Player;
use crate::store::{games, outbox, players};

/// Who may see a game and take its free seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visibility {
    /// Listed; anybody may join and look on.
    Public,
    /// Only those who sit at it or are invited.
    Private,
}

impl Visibility {
    const fn word(self) -> &'static str {
        match self {
            Visibility::Public => "public",
            Visibility::Private => "private",
        }
    }
}

/// Somebody for whom a seat is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Guest {
    /// A player, by name.
    Player(String),
    /// Whoever has this mail address, with an account or without one yet.
    Email(lettre::Address),
}

/// What a new game is to be.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// The game: `thats-life`.
    pub kind: String,
    /// Its options; missing ones get their default.
    pub options: Value,
    /// How many seats; the fewest of the game when left out.
    pub seats: Option<u8>,
    /// Who may see it.
    pub visibility: Visibility,
    /// Seats kept for others.
    pub guests: Vec<Guest>,
    /// What the creator gives towards the seed.
    pub entropy: String,
    /// A chosen server seed, for practice.
    pub seed: Option<[u8; 32]>,
}

/// Makes a game with its creator in seat 0. A game with one seat begins at once.
pub async fn create(app: &App, caller: &Caller, new: NewGame) -> Result<String, Problem> {
    let kind = registry::latest(&new.kind)
        .ok_or_else(|| Problem::InvalidGame(format!("There is no game “{}”.", new.kind)))?;
    let info = kind.info();
    let options = kind
        .options(&new.options)
        .map_err(|illegal| Problem::InvalidGame(illegal.text))?;
    let seats = new.seats.unwrap_or(*info.seats.start());
    if !info.seats.contains(&seats) {
        return Err(Problem::InvalidGame(format!(
            "{} takes {} to {} seats, not {seats}.",
            info.name,
            info.seats.start(),
            info.seats.end()
        )));
    }
    let others = usize::from(seats) - 1;
    if new.guests.len() > others {
        return Err(Problem::InvalidGame(format!(
            "Beside you there are {others} seats for {} guests.",
            new.guests.len()
        )));
    }
    check_entropy(&new.entropy)?;
    let table = NewTable {
        kind,
        options,
        seats,
        visibility: new.visibility,
        seed: new.seed,
        rematch_of: None,
    };
    let now = app.clock.now();
    let mut conn = app.db.get().await?;
    let id = conn
        .transaction(async |conn| {
            let mut kept = vec![Kept::For(caller.player, new.entropy.clone())];
            for guest in &new.guests {
                let guest = find_guest(conn, guest).await?;
                if kept.iter().any(|other| other.is_same(&guest)) {
                    return Err(Problem::InvalidGame("A guest is named twice.".to_owned()).into());
                }
                kept.push(guest);
            }
            kept.resize_with(usize::from(seats), || Kept::Free);
            set_table(conn, app, caller.player, &table, kept, now).await
        })
        .await
        .map_err(|failure: Failure| Problem::from(failure))?;
    app.outbox.notify_one();
    Ok(id)
}

struct NewTable {
    kind: &'static dyn Kind,
    options: Value,
    seats: u8,
    visibility: Visibility,
    seed: Option<[u8; 32]>,
    rematch_of: Option<String>,
}

/// What a seat of a new table is.
enum Kept {
    /// Taken by the player who makes the game.
    For(i64, String),
    /// Kept for a player, with the name.
    Player(i64, String),
    /// Kept for whoever has this address.
    Email(String),
    /// Free for anybody.
    Free,
}

impl Kept {
    fn is_same(&self, other: &Kept) -> bool {
        match (self, other) {
            (Kept::For(a, _) | Kept::Player(a, _), Kept::For(b, _) | Kept::Player(b, _)) => a == b,
            (Kept::Email(a), Kept::Email(b)) => a.eq_ignore_ascii_case(b),
            _ => false,
        }
    }
}

async fn find_guest(conn: &mut AsyncPgConnection, guest: &Guest) -> Result<Kept, Failure> {
    match guest {
        // An address is kept as it is, whether or not somebody has it: nothing is given away.
        Guest::Email(address) => Ok(Kept::Email(address.to_string())),
        Guest::Player(name) => match players::by_name(conn, &name.to_lowercase()).await? {
            Some(player) => Ok(Kept::Player(player.id, player.name)),
            None => Err(Problem::InvalidGame(format!("There is no player “{name}”.")).into()),
        },
    }
}

/// Counts the invitations that follow from keeping these seats, and refuses those by address of
/// somebody who has not confirmed an own one.
fn count_invitations(app: &App, from: &Player, kept: &[Kept]) -> Result<(), Problem> {
    let by_address = kept.iter().any(|kept| matches!(kept, Kept::Email(_)));
    if by_address && !is_confirmed(app, from) {
        return Err(Problem::Forbidden(
            "Confirm your own address before you invite somebody by address.".to_owned(),
        ));
    }
    kept.iter().try_for_each(|kept| match kept {
        Kept::Player(_, to) | Kept::Email(to) => app.limits.invitation(from.id, to),
        Kept::For(..) | Kept::Free => Ok(()),
    })
}

async fn set_table(
    conn: &mut AsyncPgConnection,
    app: &App,
    creator: i64,
    table: &NewTable,
    kept: Vec<Kept>,
    now: Moment,
) -> Result<String, Failure> {
    let from = player(conn, creator).await?;
    app.limits.game(creator)?;
    count_invitations(app, &from, &kept)?;
    let id = ids::short_id();
    let seed = ServerSeed(table.seed.unwrap_or_else(ids::random_bytes));
    let info = table.kind.info();
    let mut seats = Vec::new();
    let mut mails = Vec::new();
    for (seat, kept) in Seat::all(table.seats).zip(kept) {
        let row = NewSeatRow {
            game_id: id.clone(),
            seat: i16::from(seat.0),
            ..NewSeatRow::default()
        };
        seats.push(match kept {
            Kept::Free => row,
            Kept::For(player, entropy) => NewSeatRow {
                player_id: Some(player),
                entropy,
                joined_at: Some(now),
                ..row
            },
            Kept::Player(player, _) => {
                mails.push((seat, Some(player), None, None));
                NewSeatRow {
                    invited_id: Some(player),
                    ..row
                }
            }
            Kept::Email(address) => {
                let token = ids::secret_token();
                let hash = ids::secret_hash(&token);
                mails.push((seat, None, Some(address.clone()), Some(token)));
                NewSeatRow {
                    invited_email: Some(address),
                    invitation_hash: Some(hash),
                    ..row
                }
            }
        });
    }
    let row = NewGameRow {
        id: &id,
        kind: info.id,
        rules: &info.rules(),
        options: &table.options,
        seat_count: i16::from(table.seats),
        visibility: table.visibility.word(),
        status: "open",
        creator_id: creator,
        server_seed: &seed.0,
        seed_source: if table.seed.is_some() {
            "chosen"
        } else {
            "secret"
        },
        seed_commitment: &seed.commitment(),
        rematch_of: table.rematch_of.as_deref(),
        created_at: now,
        changed_at: now,
    };
    games::insert(conn, &row, &seats).await?;
    let mut invitations = Vec::new();
    for (seat, player, address, token) in mails {
        let invitation = Invitation {
            from: from.name.clone(),
            token,
        };
        invitations.push(invitation.mail(&id, seat, player, address.as_deref(), now));
    }
    outbox::put(conn, &invitations).await?;
    begin_if_full(conn, &id, now).await?;
    Ok(id)
}

/// The caller's account, held so that it is not deleted meanwhile. Taken before the game is
/// locked, as deleting an account does it too.
async fn player(conn: &mut AsyncPgConnection, id: i64) -> Result<Player, Failure> {
    // The account may have been deleted while its last access token was still about.
    Ok(players::hold(conn, id).await?.ok_or(Problem::NotSignedIn)?)
}

/// The address that counts as the player's own: a confirmed one, or any in a local mailbox.
pub async fn address_of(
    conn: &mut AsyncPgConnection,
    app: &App,
    id: i64,
) -> Result<Option<String>, Failure> {
    let player = player(conn, id).await?;
    let counts = player.email_confirmed_at.is_some() || app.config.mail_is_local();
    Ok(player.email.filter(|_| counts))
}

fn check_entropy(entropy: &str) -> Result<(), Problem> {
    if entropy_is_valid(entropy) && !entropy.contains('\0') {
        Ok(())
    } else {
        Err(Problem::InvalidRequest(
            "“entropy” is at most 64 bytes of UTF-8 without line breaks or NUL.".to_owned(),
        ))
    }
}

/// Begins an open game whose seats are all taken.
async fn begin_if_full(conn: &mut AsyncPgConnection, id: &str, now: Moment) -> Result<(), Failure> {
    let (row, seats) = open(conn, id).await?;
    let Some(players) = seats
        .iter()
        .map(|seat| seat.player_id)
        .collect::<Option<Vec<i64>>>()
    else {
        return Ok(());
    };
    let header = tables::header(&row, &seats)?;
    let seed = ServerSeed(tables::bytes(&row.server_seed)?);
    let (game, _) = Game::start(header, &seed).map_err(Problem::internal)?;
    games::start(
        conn,
        id,
        &Started {
            status: "running",
            game_seed: &game.seed().0,
            start: &game.head().0,
            head: &game.head().0,
            acting: game.acting().bits().into(),
            started_at: Some(now),
            changed_at: now,
        },
    )
    .await?;
    let mails: Vec<_> = Seat::all(game.seats())
        .zip(players)
        .map(|(seat, player)| {
            let notice = if game.acting().contains(seat) {
                GameNotice::Turn
            } else {
                GameNotice::Started
            };
            notice.mail(id, 0, seat, player, now)
        })
        .collect();
    outbox::put(conn, &mails).await?;
    Ok(())
}

/// The open game, locked, with its seats.
async fn open(conn: &mut AsyncPgConnection, id: &str) -> Result<(GameRow, Vec<SeatRow>), Failure> {
    let row = games::lock(conn, id).await?.ok_or(Problem::NotFound)?;
    if row.status != "open" {
        return Err(Problem::GameNotOpen.into());
    }
    let seats = games::seats(conn, &[id]).await?;
    Ok((row, seats))
}

/// Takes a seat: one that is kept for the caller, else a free one. Asking again for the seat that
/// one has changes nothing.
pub async fn join(
    app: &App,
    caller: &Caller,
    id: &str,
    entropy: &str,
    invitation: Option<&str>,
) -> Result<(), Problem> {
    check_entropy(entropy)?;
    let now = app.clock.now();
    let invitation = invitation.map(ids::secret_hash);
    let mut conn = app.db.get().await?;
    conn.transaction(async |conn| {
        let address = address_of(conn, app, caller.player).await?;
        let row = games::lock(conn, id).await?.ok_or(Problem::NotFound)?;
        let seats = games::seats(conn, &[id]).await?;
        let own = |seat: &&SeatRow| seat.player_id == Some(caller.player);
        if let Some(seat) = seats.iter().find(own) {
            return if seat.entropy == entropy {
                Ok(())
            } else {
                Err(Problem::AlreadySeated.into())
            };
        }
        let kept_for_me = |seat: &&SeatRow| {
            seat.invited_id == Some(caller.player)
                || (seat.invitation_hash.is_some() && seat.invitation_hash == invitation)
                || is_address(seat, address.as_deref())
        };
        let free = |seat: &&SeatRow| {
            row.visibility == "public"
                && seat.player_id.is_none()
                && seat.invited_id.is_none()
                && seat.invited_email.is_none()
        };
        let seat = seats
            .iter()
            .find(kept_for_me)
            .or_else(|| seats.iter().find(free));
        match seat {
            None if row.visibility == "private" => Err(Problem::NotFound.into()),
            _ if row.status != "open" => Err(Problem::GameNotOpen.into()),
            None => Err(Problem::NoSeat.into()),
            Some(seat) => {
                games::sit(conn, id, seat.seat, caller.player, entropy, now).await?;
                begin_if_full(conn, id, now).await
            }
        }
    })
    .await
    .map_err(|failure: Failure| Problem::from(failure))?;
    app.outbox.notify_one();
    Ok(())
}

/// Whether the seat is kept for this address.
pub fn is_address(seat: &SeatRow, address: Option<&str>) -> bool {
    matches!((&seat.invited_email, address), (Some(kept), Some(own)) if kept.eq_ignore_ascii_case(own))
}

/// Gives the caller's seat back before the game begins, or declines an invitation to it.
pub async fn leave(app: &App, caller: &Caller, id: &str) -> Result<(), Problem> {
    let mut conn = app.db.get().await?;
    conn.transaction(async |conn| {
        let address = address_of(conn, app, caller.player).await?;
        let row = games::lock(conn, id).await?.ok_or(Problem::NotFound)?;
        let seats = games::seats(conn, &[id]).await?;
        let Some(seat) = seats.iter().find(|seat| {
            seat.player_id == Some(caller.player)
                || seat.invited_id == Some(caller.player)
                || is_address(seat, address.as_deref())
        }) else {
            let hidden = row.visibility == "private" && row.creator_id != caller.player;
            return Err(if hidden {
                Problem::NotFound
            } else {
                Problem::NotSeated
            }
            .into());
        };
        if row.status != "open" {
            return Err(Problem::GameNotOpen.into());
        }
        if row.creator_id == caller.player {
            return Err(Problem::Forbidden(
                "You made this game: cancel it instead of leaving it.".to_owned(),
            )
            .into());
        }
        games::keep(conn, id, seat.seat, None, None, None).await?;
        Ok(())
    })
    .await
    .map_err(|failure: Failure| Problem::from(failure))
}

/// The open game, locked, if the caller made it.
async fn own_table(
    conn: &mut AsyncPgConnection,
    app: &App,
    caller: &Caller,
    id: &str,
) -> Result<(GameRow, Vec<SeatRow>), Failure> {
    let address = address_of(conn, app, caller.player).await?;
    let row = games::lock(conn, id).await?.ok_or(Problem::NotFound)?;
    let seats = games::seats(conn, &[id]).await?;
    if row.creator_id != caller.player {
        let seen = row.visibility == "public"
            || seats.iter().any(|seat| {
                [seat.player_id, seat.invited_id].contains(&Some(caller.player))
                    || is_address(seat, address.as_deref())
            });
        return Err(if seen {
            Problem::Forbidden("Only the player who made the game may do this.".to_owned())
        } else {
            Problem::NotFound
        }
        .into());
    }
    if row.status != "open" {
        return Err(Problem::GameNotOpen.into());
    }
    Ok((row, seats))
}

/// Frees somebody else's seat, or takes an invitation back. The game's creator only.
pub async fn free_seat(app: &App, caller: &Caller, id: &str, seat: u8) -> Result<(), Problem> {
    let mut conn = app.db.get().await?;
    conn.transaction(async |conn| {
        let (_, seats) = own_table(conn, app, caller, id).await?;
        let Some(row) = seats.iter().find(|row| row.seat == i16::from(seat)) else {
            return Err(Problem::NotFound.into());
        };
        if row.player_id == Some(caller.player) {
            return Err(Problem::Forbidden(
                "You made this game: cancel it instead of leaving it.".to_owned(),
            )
            .into());
        }
        games::keep(conn, id, row.seat, None, None, None).await?;
        Ok(())
    })
    .await
    .map_err(|failure: Failure| Problem::from(failure))
}

/// Keeps a free seat for somebody and invites them. The game's creator only.
pub async fn invite(app: &App, caller: &Caller, id: &str, guest: &Guest) -> Result<(), Problem> {
    let now = app.clock.now();
    let mut conn = app.db.get().await?;
    conn.transaction(async |conn| {
        let from = player(conn, caller.player).await?;
        let (_, seats) = own_table(conn, app, caller, id).await?;
        let kept = find_guest(conn, guest).await?;
        let is_here = |seat: &SeatRow| match &kept {
            Kept::Player(player, _) | Kept::For(player, _) => {
                [seat.player_id, seat.invited_id].contains(&Some(*player))
            }
            Kept::Email(address) => is_address(seat, Some(address)),
            Kept::Free => false,
        };
        if seats.iter().any(is_here) {
            return Err(Problem::AlreadySeated.into());
        }
        let Some(free) = seats.iter().find(|seat| {
            seat.player_id.is_none() && seat.invited_id.is_none() && seat.invited_email.is_none()
        }) else {
            return Err(Problem::NoSeat.into());
        };
        count_invitations(app, &from, std::slice::from_ref(&kept))?;
        let (seat, from) = (Seat(free.seat as u8), from.name);
        let mail = match &kept {
            Kept::Email(address) => {
                let token = ids::secret_token();
                let hash = ids::secret_hash(&token);
                games::keep(conn, id, free.seat, None, Some(address), Some(&hash)).await?;
                let token = Some(token);
                Invitation { from, token }.mail(id, seat, None, Some(address), now)
            }
            Kept::Player(player, _) | Kept::For(player, _) => {
                games::keep(conn, id, free.seat, Some(*player), None, None).await?;
                Invitation { from, token: None }.mail(id, seat, Some(*player), None, now)
            }
            Kept::Free => return Ok(()),
        };
        outbox::put(conn, &[mail]).await?;
        Ok(())
    })
    .await
    .map_err(|failure: Failure| Problem::from(failure))?;
    app.outbox.notify_one();
    Ok(())
}

/// Cancels a game that has not begun and tells the others. The game's creator only; cancelling
/// again changes nothing.
pub async fn cancel(app: &App, caller: &Caller, id: &str) -> Result<(), Problem> {
    let now = app.clock.now();
    let mut conn = app.db.get().await?;
    conn.transaction(async |conn| {
        match games::find(conn, id).await? {
            Some(row) if row.creator_id == caller.player && row.status == "cancelled" => {
                return Ok(());
            }
            _ => {}
        }
        let (_, seats) = own_table(conn, app, caller, id).await?;
        games::cancel(conn, id, now).await?;
        outbox::put(conn, &cancelled(id, &seats, caller.player, now)).await?;
        Ok(())
    })
    .await
    .map_err(|failure: Failure| Problem::from(failure))?;
    app.outbox.notify_one();
    Ok(())
}

/// The mails that tell the others at a table that the game is cancelled.
pub fn cancelled(id: &str, seats: &[SeatRow], creator: i64, now: Moment) -> Vec<outbox::NewMail> {
    seats
        .iter()
        .filter_map(|seat| Some((Seat(seat.seat as u8), seat.player_id?)))
        .filter(|(_, player)| *player != creator)
        .map(|(seat, player)| GameNotice::Cancelled.mail(id, 0, seat, player, now))
        .collect()
}

/// Proposes the same game again to the same people, everybody one seat further round. Whoever
/// asks second joins the rematch that was proposed.
pub async fn rematch(
    app: &App,
    caller: &Caller,
    id: &str,
    entropy: &str,
) -> Result<String, Problem> {
    check_entropy(entropy)?;
    let now = app.clock.now();
    let mut conn = app.db.get().await?;
    let (proposed, made) = conn
        .transaction(async |conn| {
            let row = games::lock(conn, id).await?.ok_or(Problem::NotFound)?;
            let seats = games::seats(conn, &[id]).await?;
            let own = |seat: &SeatRow| seat.player_id == Some(caller.player);
            if !seats.iter().any(own) {
                let hidden = row.visibility == "private";
                return Err(if hidden {
                    Problem::NotFound
                } else {
                    Problem::NotSeated
                }
                .into());
            }
            if row.status != "finished" {
                return Err(Problem::NotOver(
                    "A rematch can be proposed when the game is over.".to_owned(),
                )
                .into());
            }
            if let Some(proposed) = games::rematch(conn, id).await? {
                return Ok((proposed, false));
            }
            let kind = registry::latest(&row.kind)
                .ok_or_else(|| Problem::internal("a stored game has no rules"))?;
            let mut kept: Vec<Kept> = Vec::new();
            for seat in &seats {
                kept.push(match seat.player_id {
                    Some(player) if player == caller.player => {
                        Kept::For(player, entropy.to_owned())
                    }
                    Some(player) => match players::by_id(conn, player).await? {
                        Some(player) => Kept::Player(player.id, player.name),
                        None => Kept::Free,
                    },
                    None => Kept::Free,
                });
            }
            kept.rotate_right(1);
            let table = NewTable {
                kind,
                options: row.options.clone(),
                seats: row.seat_count as u8,
                visibility: if row.visibility == "public" {
                    Visibility::Public
                } else {
                    Visibility::Private
                },
                seed: None,
                rematch_of: Some(id.to_owned()),
            };
            let new = set_table(conn, app, caller.player, &table, kept, now).await?;
            Ok((new, true))
        })
        .await
        .map_err(|failure: Failure| Problem::from(failure))?;
    drop(conn);
    app.outbox.notify_one();
    if !made {
        match join(app, caller, &proposed, entropy, None).await {
            Ok(()) | Err(Problem::AlreadySeated | Problem::GameNotOpen) => {}
            Err(problem) => return Err(problem),
        }
    }
    Ok(proposed)
}
