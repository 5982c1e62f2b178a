//! Checks the invariants of every position. `Err` names the broken one.

use super::cells::Cells;
use super::faces::{Cards, Colour};
use super::score;
use super::state::{PLAIN_DICE, Phase, Player, Sealed, State, Status};
use rules::text::ensure;
use rules::{Seat, SeatSet};

/// Checks all invariants.
pub(super) fn check(state: &State) -> Result<(), String> {
    ensure(
        (2..=4).contains(&state.seats),
        format_args!("the table has {} seats", state.seats),
    )?;
    ensure(
        state.active.number() < state.seats && state.round > 0,
        "there is no such turn",
    )?;
    cards(state)?;
    boards(state)?;
    dice(state)?;
    seats(state)?;
    decisions(state)
}

/// Checks that each card is held once, that with three players one card is out, and that some
/// player has the red one.
fn cards(state: &State) -> Result<(), String> {
    let (each, missing) = match state.seats {
        2 => (2, 0),
        3 => (1, 1),
        _ => (1, 0),
    };
    let holders = |colour: Colour| {
        let held = |seat: &Seat| state.player(*seat).cards.contains(colour);
        state.all_seats().filter(held).count()
    };
    let lacking = Colour::ALL.into_iter().filter(|it| holders(*it) == 0);
    ensure(
        holders(Colour::Red) == 1 && lacking.count() == missing,
        "a card is missing",
    )?;
    let fair = |seat: Seat| state.player(seat).cards.len() == each;
    ensure(state.all_seats().all(fair), "somebody has too many cards")
}

/// Checks that no cell holds two things, that buttons keep their distance, and that each player has
/// a board of their own.
fn boards(state: &State) -> Result<(), String> {
    for seat in state.all_seats() {
        let Player { stars, buttons, .. } = *state.player(seat);
        ensure(
            stars.or(buttons).without(Cells::ALL).is_empty(),
            format_args!("seat {seat} has something beside the board"),
        )?;
        ensure(
            stars.and(buttons).is_empty(),
            format_args!("seat {seat} has a star and a button on one cell"),
        )?;
        ensure(
            buttons.and(buttons.neighbours()).is_empty(),
            format_args!("two buttons of seat {seat} lie next to each other"),
        )?;
        let twin =
            |other: &Seat| state.player(*other).face.board() == state.player(seat).face.board();
        ensure(
            state.all_seats().filter(twin).count() == 1,
            format_args!("the board of seat {seat} is there twice"),
        )?;
    }
    let beyond = &state.players[usize::from(state.seats)..];
    ensure(
        beyond.iter().all(|it| *it == Player::NOBODY),
        "somebody who does not play has a board",
    )
}

/// Checks the dice set aside: those of each seat that left the round, except for seats that had
/// left the game before it.
fn dice(state: &State) -> Result<(), String> {
    let out = state
        .all_seats()
        .filter(|seat| state.player(*seat).status != Status::In && !state.absent.contains(*seat))
        .count() as u8;
    ensure(
        state.set_aside == out * state.dice_per_leaver() && state.set_aside <= PLAIN_DICE,
        format_args!("{} dice are set aside", state.set_aside),
    )?;
    ensure(
        state.roll.is_some() == (state.phase == Phase::Placement),
        "there is a roll in the wrong phase, or none",
    )?;
    let Some(roll) = state.roll else {
        return Ok(());
    };
    let is_die = |die: &u8| (1..=6).contains(die);
    let rolled = roll.plain().count();
    ensure(
        is_die(&roll.white)
            && is_die(&roll.gold)
            && roll.plain[..rolled].iter().all(is_die)
            && roll.plain[rolled..].iter().all(|die| *die == 0),
        "a die shows no number",
    )?;
    // The active player may have busted with this roll, and other seats may have left since.
    let left = usize::from(PLAIN_DICE - state.set_aside);
    ensure(
        (left..=usize::from(PLAIN_DICE)).contains(&rolled),
        format_args!("{rolled} plain dice were rolled"),
    )
}

/// Checks that seats that have left the game have nothing in the round, and that of the players out
/// of the round only those who opted out have buttons.
fn seats(state: &State) -> Result<(), String> {
    let within = |set: SeatSet, of: SeatSet| set.without(of).is_empty();
    ensure(
        within(state.absent, state.gone) && within(state.gone, SeatSet::first(state.seats)),
        "somebody has left who was never there",
    )?;
    for seat in state.all_seats() {
        let player = state.player(seat);
        let busted = player.status == Status::Busted;
        ensure(
            busted || !state.gone.contains(seat),
            format_args!("seat {seat} has left and is in the round"),
        )?;
        ensure(
            !busted || player.buttons.is_empty(),
            format_args!("seat {seat} has busted and has buttons"),
        )?;
        ensure(
            player.award() <= player.buttons.len(),
            format_args!("seat {seat} earns more stars than it has buttons"),
        )?;
    }
    Ok(())
}

/// Checks that the open and sealed decisions match the phase.
fn decisions(state: &State) -> Result<(), String> {
    let decided = state.decided();
    let due: SeatSet = match state.phase {
        Phase::GameOver => {
            let over = state.staying().len() <= 1 || score::is_won(state);
            ensure(over, "the game is over for no reason")?;
            SeatSet::EMPTY
        }
        Phase::TurnDecision => SeatSet::one(state.active),
        Phase::Placement => {
            let may = |seat: &Seat| !state.cells_of(*seat).is_empty();
            state.all_seats().filter(may).collect()
        }
        Phase::StarPlacement => {
            let may = |seat: &Seat| state.player(*seat).award() > 0;
            state.all_seats().filter(may).collect()
        }
    };
    ensure(
        due.without(decided) == state.open,
        "a decision is open that should not be, or is not",
    )?;
    ensure(
        decided.without(due).is_empty(),
        "somebody has decided who had nothing to decide",
    )?;
    if state.phase == Phase::GameOver {
        return Ok(());
    }
    ensure(
        !state.open.is_empty() && state.staying().len() > 1,
        "nobody has anything to decide",
    )?;
    ensure(!score::is_won(state), "the game should be over")?;
    let in_round = |seat: Seat| state.player(seat).status == Status::In;
    let round_over = !state.all_seats().any(in_round);
    match state.phase {
        Phase::TurnDecision => ensure(
            in_round(state.active),
            "the active player is out of the round",
        )?,
        Phase::StarPlacement => ensure(round_over, "stars are due while somebody is in the round")?,
        Phase::Placement | Phase::GameOver => {}
    }
    decided.iter().try_for_each(|seat| sealed(state, seat))
}

/// Checks that a sealed decision was legal.
fn sealed(state: &State, seat: Seat) -> Result<(), String> {
    let player = state.player(seat);
    let legal = match (player.sealed, state.phase) {
        (Sealed::Pass, Phase::Placement) => seat != state.active,
        (Sealed::Place(col), Phase::Placement) => {
            (1..=6).contains(&col) && !state.cells_of(seat).and(Cells::column(col)).is_empty()
        }
        (Sealed::Stars(cells), Phase::StarPlacement) => {
            cells.len() == player.award() && cells.without(player.buttons).is_empty()
        }
        _ => false,
    };
    ensure(
        legal,
        format_args!("the decision of seat {seat} is not legal"),
    )?;
    ensure(
        player.cards != Cards::EMPTY,
        format_args!("seat {seat} decides without a card"),
    )
}
