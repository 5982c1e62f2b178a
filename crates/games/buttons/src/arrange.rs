//! Builds the position of a diagram or a script from JSON.
//!
//! Missing members come from a new deal or follow from the other members. The dice set aside follow
//! from the players who are out. The open decisions follow from the roll and the boards.

use serde::Deserialize;
use serde_json::Value;

use super::Buttons;
use super::cells::{Cell, Cells};
use super::faces::{Colour, Face};
use super::legal::{self, Checked};
use super::moves::{Move, Spot};
use super::options::Options;
use super::play;
use super::state::{PLAIN_DICE, Phase, Roll, State, Status};
use super::view::RollView;
use rules::text::ensure;
use rules::{Dice, Seat, SeatSet, Trial, Viewer};

/// The members of a position, with the same names as in the view.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Arrangement {
    round: Option<u32>,
    phase: Option<Phase>,
    active: Option<Seat>,
    roll: Option<RollView>,
    plain_set_aside: Option<u8>,
    players: Option<Vec<ArrangedPlayer>>,
    #[serde(default)]
    pending: Vec<ArrangedDecision>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ArrangedPlayer {
    face: Option<Face>,
    cards: Option<Vec<Colour>>,
    stars: Option<Vec<Cell>>,
    buttons: Option<Vec<Cell>>,
    status: Option<Status>,
    /// Whether the player left the game before this round began.
    #[serde(default)]
    gone: bool,
}

/// A sealed decision.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ArrangedDecision {
    seat: Seat,
    choice: Move,
}

impl Trial for Buttons {
    /// Builds the position that `position` describes.
    fn arrange(
        options: &Options,
        seats: u8,
        dice: &mut Dice,
        position: &Value,
    ) -> Result<State, String> {
        let given = Arrangement::deserialize(position).map_err(|error| error.to_string())?;
        let mut state = State::dealt(*options, seats, dice);
        let players = given.players.unwrap_or_default();
        if !players.is_empty() && players.len() != usize::from(seats) {
            return Err(format!("{} players have {seats} seats", players.len()));
        }
        for (seat, player) in state.all_seats().zip(&players) {
            if player.gone {
                state.gone.insert(seat);
            }
        }
        for (seat, player) in state.all_seats().zip(players) {
            seat_player(&mut state, seat, player)?;
        }
        let leaving =
            |seat: &Seat| state.player(*seat).status != Status::In && !state.absent.contains(*seat);
        let out = state.all_seats().filter(leaving).count() as u8;
        state.set_aside = given
            .plain_set_aside
            .unwrap_or(out * state.dice_per_leaver());
        state.round = given.round.unwrap_or(1);
        state.phase = given.phase.unwrap_or(state.phase);
        state.active = given.active.unwrap_or(state.active);
        let there = state.active.number() < seats;
        ensure(there, format_args!("there is no seat {}", state.active))?;
        state.roll = given.roll.map(|it| roll(&it)).transpose()?;
        match state.phase {
            Phase::TurnDecision => state.open = SeatSet::one(state.active),
            Phase::Placement => play::open_placements(&mut state),
            Phase::StarPlacement => play::open_stars(&mut state),
            Phase::GameOver => state.open = SeatSet::EMPTY,
        }
        for decision in given.pending {
            seal(&mut state, &decision)?;
        }
        Ok(state)
    }

    fn check(state: &State) -> Result<(), String> {
        super::check::check(state)
    }

    /// Only the sealed decisions of other seats are hidden.
    fn redeal(state: &mut State, viewer: Viewer, dice: &mut Dice) {
        for seat in state.decided().iter().filter(|seat| !viewer.sees(*seat)) {
            legal::decide_by_lot(state, seat, dice);
        }
    }

    fn examples() -> Vec<Move> {
        vec![
            Move::Roll {},
            Move::OptOut {},
            Move::Place { col: 4 },
            Move::Pass {},
            Move::stars([Spot(2, 2), Spot(4, 2), Spot(5, 1)]),
        ]
    }
}

fn seat_player(state: &mut State, seat: Seat, given: ArrangedPlayer) -> Result<(), String> {
    let set = |cells: Vec<Cell>| -> Cells { cells.into_iter().collect() };
    let player = &mut state.players[seat.index()];
    player.face = given.face.unwrap_or(player.face);
    if let Some(cards) = given.cards {
        player.cards = cards.into_iter().collect();
    }
    player.stars = given.stars.map_or(player.stars, set);
    player.buttons = given.buttons.map_or(player.buttons, set);
    if given.gone {
        state.absent.insert(seat);
        player.status = Status::Busted;
        if given.status.is_some_and(|status| status != Status::Busted) {
            return Err(format!("seat {seat} is gone and still in the round"));
        }
    } else {
        player.status = given.status.unwrap_or(player.status);
    }
    Ok(())
}

fn roll(given: &RollView) -> Result<Roll, String> {
    let mut plain = [0; PLAIN_DICE as usize];
    let Some(rolled) = plain.get_mut(..given.plain.len()) else {
        return Err(format!("{} plain dice were rolled", given.plain.len()));
    };
    rolled.copy_from_slice(&given.plain);
    let is_die = |die: &u8| (1..=6).contains(die);
    if ![given.white, given.gold]
        .iter()
        .chain(&given.plain)
        .all(is_die)
    {
        return Err("a die shows no number".to_owned());
    }
    Ok(Roll {
        white: given.white,
        gold: given.gold,
        plain,
    })
}

fn seal(state: &mut State, decision: &ArrangedDecision) -> Result<(), String> {
    let seat = decision.seat;
    match legal::check(state, seat, &decision.choice) {
        Ok(Checked::Decide(sealed)) => {
            state.players[seat.index()].sealed = sealed;
            state.open.remove(seat);
            Ok(())
        }
        Ok(_) => Err(format!("seat {seat} cannot seal {}", decision.choice)),
        Err(illegal) => Err(illegal.to_string()),
    }
}
