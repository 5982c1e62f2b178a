//! Creates games, alone, with invited guests or as a rematch, and reserves their ids and seeds.
//!
//! A rematch keeps the options and the players and moves each player one seat on, because the
//! first seat often has an advantage. A game has one rematch; the second player who asks joins it.

use ::games::KINDS;
use accounts::access::Caller;
use accounts::store::players;
use accounts::{account, avoided};
use base::idempotency::key_reused;
use chrono::TimeDelta;
use common::clock::Moment;
use common::ids::{self, DealId, GameId, PlayerId};
use common::texts::message;
use db::sets::{GameStatus, Stored, Visibility};
use db::{Conn, signals};
use notices::Invitation;
use notices::outbox::{self, To};
use rules::{Blinding, Hash, Seat, SeedSource, ServerSeed, canonical};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::clocks::Pace;
use crate::lobby::choice::Choice;
use crate::lobby::guests::{Guest, Kept, count_invitations, find_guest};
use crate::lobby::once::{Once, REMEMBERED};
use crate::lobby::{begin_if_full, bot_entropy, check_entropy, follow_up, join, on_deal};
use crate::refusal::{Refusal, Result};
use crate::store::deals::DealRow;
use crate::store::games::{self, NewGameRow, NewSeatRow, SeatRow};
use crate::store::idempotency;
use crate::store::on_deal::OnDeal;
use crate::store::reservations::{self, NewReservation};
use crate::{Play, look, tables};

/// The caller's choices for a new game.
#[derive(Clone)]
pub struct NewGame {
    /// The kind of game: `thats-life`. Default: the deal's kind, if there is a deal.
    pub kind: Option<String>,
    /// The options. Missing ones get their default, or the deal's value.
    pub options: Option<Value>,
    /// The number of seats. Default: the fewest of the game, or the deal's number.
    pub seats: Option<u8>,
    /// Who may see the game.
    pub visibility: Visibility,
    /// The guests for whom seats are reserved.
    pub guests: Vec<Guest>,
    /// The creator's entropy for the seed.
    pub entropy: String,
    /// The source of id and seed.
    pub origin: Origin,
    /// The pace, if the game has clocks.
    pub pace: Option<Pace>,
}

/// The source of the id and the server seed of a new game.
#[derive(Clone)]
pub enum Origin {
    /// The server draws both now.
    Drawn,
    /// An earlier reservation, by its id.
    Reserved(GameId),
    /// A seed that the creator chose, for practice.
    Chosen([u8; 32]),
    /// The seed of a deal.
    Deal(DealId),
}

/// An id and a seed for a later game.
pub struct Reservation {
    /// The id.
    pub id: GameId,
    /// SHA-256 of the server seed.
    pub seed_commitment: Hash,
    /// The time until which the reservation is valid.
    pub expires_at: Moment,
    /// The signed receipt.
    pub receipt: String,
}

/// Builds the idempotency key of a game made with a reservation. It contains a space, so no client
/// can send the same key. The request is compared by its meaning, not by its spelling.
fn of_reservation(id: &GameId, table: &NewTable, new: &NewGame) -> Once {
    let asked = json!({
        "kind": table.choice.kind.info().id,
        "options": table.choice.options,
        "seats": table.choice.seats,
        "visibility": table.visibility,
        "invite": new.guests.iter().map(Guest::to_json).collect::<Vec<_>>(),
        "entropy": new.entropy,
        "pace": table.pace,
    });
    Once {
        key: format!("reservation {id}"),
        request: Sha256::digest(canonical::to_string(&asked)).to_vec(),
    }
}

/// Binds the server to an id and a seed before it learns the creator's entropy.
pub async fn reserve(app: &Play, caller: &Caller) -> Result<Reservation> {
    app.limits.game(caller.player)?;
    let now = app.clock.now();
    let id = app.chance.game_id();
    let seed = ServerSeed(app.chance.seed());
    let expires_at = now + TimeDelta::hours(REMEMBERED);
    let new = NewReservation {
        id: &id,
        player_id: caller.player,
        server_seed: &seed.0,
        expires_at,
    };
    app.once(async |conn| {
        account::held(conn, caller.player).await?;
        reservations::put(conn, &new).await?;
        Ok(())
    })
    .await?;
    Ok(Reservation {
        receipt: app.receipts.of_reservation(&id, &seed, now),
        seed_commitment: Hash(seed.commitment()),
        id,
        expires_at,
    })
}

/// Creates a game with its creator in seat 0. A game with one seat begins at once. A repeated
/// request returns the game that it created the first time.
pub async fn create(
    app: &Play,
    caller: &Caller,
    new: NewGame,
    once: Option<&Once>,
) -> Result<GameId> {
    let (kind, options) = (new.kind.as_deref(), new.options.as_ref());
    let chosen = || {
        let options = options.cloned().unwrap_or_else(|| json!({}));
        Choice::of(kind.unwrap_or_default(), &options, new.seats)
    };
    let (supply, choice) = match &new.origin {
        Origin::Drawn => (Supply::Drawn, chosen()?),
        Origin::Reserved(id) => (Supply::Reserved(id), chosen()?),
        Origin::Chosen(seed) => (Supply::Chosen(*seed), chosen()?),
        Origin::Deal(id) => {
            let conn = &mut *app.db.get().await?;
            let (deal, choice) = on_deal::find(conn, id, kind, options, new.seats).await?;
            (Supply::Deal(Box::new(deal)), choice)
        }
    };
    let others = usize::from(choice.seats) - 1;
    if new.guests.len() > others {
        return Err(Refusal::InvalidGame(
            message("why-guests")
                .with("seats", others)
                .with("guests", new.guests.len()),
        ));
    }
    check_entropy(&new.entropy)?;
    new.pace.as_ref().map_or(Ok(()), Pace::check)?;
    let table = NewTable {
        choice,
        visibility: new.visibility,
        rematch_of: None,
        pace: new.pace.as_ref().map(|pace| json!(pace)),
    };
    let promised = match &supply {
        Supply::Reserved(id) => Some(of_reservation(id, &table, &new)),
        Supply::Drawn | Supply::Chosen(_) | Supply::Deal(_) => None,
    };
    let now = app.clock.now();
    let (made, again) = app
        .transaction(async |conn| {
            let named = once.map(|once| (once, (|| key_reused().into()) as fn() -> Refusal));
            let promised = promised.as_ref().map(|once| (once, no_reservation as _));
            let mut made = None;
            for (once, other) in named.iter().chain(&promised) {
                let known = once.before(conn, caller.player, now, *other).await?;
                made = known.and_then(|known| known.game_id);
                if made.is_some() {
                    break;
                }
            }
            let again = made.is_some();
            let made = match made {
                Some(id) => Made { id, begun: false },
                None => {
                    let player = caller.player;
                    let source = source(conn, app, player, &supply, now).await?;
                    make_anew(conn, app, player, &new, &table, source, now).await?
                }
            };
            for (once, _) in named.iter().chain(&promised) {
                idempotency::keep(conn, caller.player, &once.key, &made.id).await?;
            }
            Ok((made, again))
        })
        .await?;
    if again {
        // The game exists, but a standby may not have it yet.
        app.tables.committer.settle().await?;
    }
    Ok(made.follow_up(app).await)
}

fn no_reservation() -> Refusal {
    Refusal::ReservationInvalid
}

/// An [`Origin`] with the data that it refers to.
enum Supply<'a> {
    Drawn,
    Reserved(&'a GameId),
    Chosen([u8; 32]),
    Deal(Box<DealRow>),
}

/// Returns the id and the secrets for a player's new game. Fails if the player already has a seat
/// on the deal, or if the deal has closed.
async fn source(
    conn: &mut Conn,
    app: &Play,
    player: PlayerId,
    supply: &Supply<'_>,
    now: Moment,
) -> Result<Source> {
    match supply {
        Supply::Drawn => Source::drawn(app, player),
        Supply::Reserved(id) => Source::reserved(conn, player, id, now).await,
        Supply::Chosen(seed) => Source::chosen(app, player, *seed),
        Supply::Deal(deal) => {
            // The account is locked before anything that belongs to it.
            account::refuse_guest(&account::held(conn, player).await?)?;
            on_deal::may_sit(conn, &deal.on, player, now).await?;
            Source::of_deal(app, player, deal)
        }
    }
}

/// Creates a game for a request that is not a repetition.
async fn make_anew(
    conn: &mut Conn,
    app: &Play,
    player: PlayerId,
    new: &NewGame,
    table: &NewTable,
    source: Source,
    now: Moment,
) -> Result<Made> {
    let mut kept = vec![Kept::For(player, new.entropy.clone())];
    for guest in &new.guests {
        let guest = find_guest(conn, player, guest).await?;
        if kept.iter().any(|other| other.is_same(&guest)) {
            return Err(Refusal::InvalidGame(message("why-guest-twice")));
        }
        kept.push(guest);
    }
    kept.resize_with(usize::from(table.choice.seats), || Kept::Free);
    set_table(conn, app, player, table, source, kept, now).await
}

/// Deletes expired requests and reservations.
pub async fn forget_requests(app: &Play) -> Result<()> {
    let now = app.clock.now();
    let mut conn = app.db.get().await?;
    idempotency::remove_old(&mut conn, now - TimeDelta::hours(REMEMBERED)).await?;
    reservations::remove_old(&mut conn, now).await?;
    Ok(())
}

/// A game that was created, or found by a repeated request.
struct Made {
    id: GameId,
    /// Whether it has begun.
    begun: bool,
}

impl Made {
    /// Wakes the workers that have something to do now.
    async fn follow_up(self, app: &Play) -> GameId {
        follow_up(app, &self.id, self.begun).await;
        self.id
    }
}

struct NewTable {
    choice: Choice,
    visibility: Visibility,
    rematch_of: Option<GameId>,
    pace: Option<Value>,
}

/// The id and the secrets of a new game.
struct Source {
    id: GameId,
    seed: ServerSeed,
    from: SeedSource,
    /// The game's blinding; only for a chosen seed or a deal's seed.
    blinding: Option<Blinding>,
    /// The deal that the seed belongs to.
    deal: Option<OnDeal>,
}

impl Source {
    fn drawn(app: &Play, player: PlayerId) -> Result<Source> {
        app.limits.game(player)?;
        Ok(Source {
            id: app.chance.game_id(),
            seed: ServerSeed(app.chance.seed()),
            from: SeedSource::Secret,
            blinding: None,
            deal: None,
        })
    }

    /// Takes the seed from a deal, and draws an id and a blinding secret for this game.
    fn of_deal(app: &Play, player: PlayerId, deal: &DealRow) -> Result<Source> {
        app.limits.game(player)?;
        Ok(Source {
            id: app.chance.game_id(),
            seed: ServerSeed(tables::bytes(&deal.server_seed)?),
            from: SeedSource::Deal,
            blinding: Some(Blinding(app.chance.seed())),
            deal: Some(deal.on.clone()),
        })
    }

    fn chosen(app: &Play, player: PlayerId, seed: [u8; 32]) -> Result<Source> {
        app.limits.game(player)?;
        Ok(Source {
            id: app.chance.game_id(),
            seed: ServerSeed(seed),
            from: SeedSource::Chosen,
            blinding: Some(Blinding(app.chance.seed())),
            deal: None,
        })
    }

    /// Takes the player's reservation, which cannot be used again. The reservation has already
    /// counted against the rate limit for new games.
    async fn reserved(
        conn: &mut Conn,
        player: PlayerId,
        id: &GameId,
        now: Moment,
    ) -> Result<Source> {
        let seed = reservations::take(conn, id, player, now)
            .await?
            .ok_or(Refusal::ReservationInvalid)?;
        Ok(Source {
            id: id.to_owned(),
            seed: ServerSeed(tables::bytes(&seed)?),
            from: SeedSource::Secret,
            blinding: None,
            deal: None,
        })
    }
}

async fn set_table(
    conn: &mut Conn,
    app: &Play,
    creator: PlayerId,
    table: &NewTable,
    source: Source,
    kept: Vec<Kept>,
    now: Moment,
) -> Result<Made> {
    let from = account::held(conn, creator).await?;
    count_invitations(app, &from, &kept)?;
    let Source {
        id,
        seed,
        from: seed_source,
        blinding,
        deal,
    } = source;
    let info = table.choice.kind.info();
    let mut seats = Vec::new();
    let mut mails = Vec::new();
    for (seat, kept) in Seat::all(table.choice.seats).zip(kept) {
        let mut row = NewSeatRow {
            game_id: id.clone(),
            seat: Stored(seat),
            player_id: None,
            invited_id: None,
            invited_email: None,
            invitation_hash: None,
            entropy: String::new(),
            joined_at: None,
            bot: None,
        };
        match kept {
            Kept::Free => {}
            Kept::For(player, entropy) => {
                row.player_id = Some(player);
                row.entropy = entropy;
                row.joined_at = Some(now);
            }
            Kept::Bot(bot) => {
                row.bot = Some(Stored(bot));
                row.entropy = bot_entropy(&id, &Hash(seed.commitment()), seat);
                row.joined_at = Some(now);
            }
            Kept::Player(player, _) => {
                mails.push((seat, To::Player(player), None));
                row.invited_id = Some(player);
            }
            Kept::Email(address) => {
                let token = ids::secret_token();
                row.invitation_hash = Some(ids::secret_hash(&token));
                mails.push((seat, To::Address(address.clone()), Some(token)));
                row.invited_email = Some(address);
            }
        }
        seats.push(row);
    }
    let row = NewGameRow {
        id: &id,
        kind: info.id,
        rules: &info.rules(),
        options: &table.choice.options,
        seat_count: i16::from(table.choice.seats),
        visibility: table.visibility,
        status: GameStatus::Open,
        creator_id: creator,
        server_seed: &seed.0,
        seed_source: Stored(seed_source),
        seed_commitment: &seed.commitment(),
        blinding_secret: blinding.as_ref().map(|it| it.0.as_slice()),
        rematch_of: table.rematch_of.as_ref(),
        pace: table.pace.as_ref(),
        created_at: now,
        changed_at: now,
        deal,
    };
    games::insert(conn, &row, &seats).await?;
    let involved = seats
        .iter()
        .flat_map(|seat| [seat.player_id, seat.invited_id]);
    signals::changed(&id, involved.flatten());
    let mut invitations = Vec::new();
    for (seat, to, token) in mails {
        let invitation = Invitation {
            from: from.name.clone(),
            token,
            language: account::language_of(&from),
        };
        invitations.push(invitation.mail(&id, seat, to, now));
    }
    outbox::put(conn, &invitations).await?;
    let begun = begin_if_full(conn, &id, now).await?;
    Ok(Made { id, begun })
}

/// Proposes the same game to the same players, each one seat further. A second player who asks
/// joins the proposed rematch. It has its own seed, even after a game on a deal.
pub async fn rematch(
    app: &Play,
    caller: &Caller,
    id: &GameId,
    entropy: &str,
    reservation: Option<&GameId>,
) -> Result<GameId> {
    check_entropy(entropy)?;
    let now = app.clock.now();
    let (proposed, is_new) = app
        .transaction(async |conn| {
            let row = games::lock(conn, id).await?.ok_or(Refusal::NOT_FOUND)?;
            let seats = games::seats(conn, &[id]).await?;
            let own = |seat: &SeatRow| seat.player_id == Some(caller.player);
            if !seats.iter().any(own) {
                return Err(look::not_seated(row.is_public(now)));
            }
            if row.status != GameStatus::Finished {
                return Err(Refusal::NotOver(message("why-not-over")));
            }
            if let Some((_, proposed)) = games::rematches(conn, &[id]).await?.pop() {
                let proposed = Made {
                    id: proposed,
                    begun: false,
                };
                return Ok((proposed, false));
            }
            let kind = KINDS
                .latest(&row.kind)
                .ok_or_else(|| Refusal::internal("a stored game has no rules"))?;
            let mut kept: Vec<Kept> = Vec::new();
            for seat in &seats {
                if let Some(bot) = seat.bot() {
                    kept.push(Kept::Bot(bot));
                    continue;
                }
                kept.push(match seat.player_id {
                    Some(player) if player == caller.player => {
                        Kept::For(player, entropy.to_owned())
                    }
                    Some(player) => match players::by_id(conn, player).await? {
                        Some(player) => {
                            let other = (player.id, player.name.as_str());
                            avoided::refuse_blocked(conn, caller.player, other).await?;
                            Kept::Player(player.id, player.name)
                        }
                        None => Kept::Free,
                    },
                    None => Kept::Free,
                });
            }
            kept.rotate_right(1);
            let choice = Choice {
                kind,
                options: row.options.clone(),
                seats: row.seat_count as u8,
            };
            let table = NewTable {
                choice,
                visibility: row.visibility,
                rematch_of: Some(id.to_owned()),
                pace: row.pace.clone(),
            };
            let source = match reservation {
                None => Source::drawn(app, caller.player)?,
                Some(id) => Source::reserved(conn, caller.player, id, now).await?,
            };
            let new = set_table(conn, app, caller.player, &table, source, kept, now).await?;
            // The finished game shows its rematch.
            signals::changed(id, games::involved(&seats));
            Ok((new, true))
        })
        .await?;
    let proposed = proposed.follow_up(app).await;
    if !is_new {
        match join(app, caller, &proposed, entropy, None).await {
            Ok(()) | Err(Refusal::AlreadySeated | Refusal::GameNotOpen) => {}
            Err(refusal) => return Err(refusal),
        }
    }
    Ok(proposed)
}
