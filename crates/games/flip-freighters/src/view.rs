//! The view of each viewer (R9). Until the day closes, it shows other players' sheets as they were
//! at the opening of the day.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::MESSAGES;
use super::card;
use super::card::Suit;
use super::options::{Options, ShowDiscard};
use super::score;
use super::sheet::{self, HOURS, Sheet};
use super::state::{FACE_UP, State};
use super::trucks::TruckId;
use rules::{Message, Seat, Viewer, told};

/// A position of Flip Freighters as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "FlipFreightersView")]
pub struct View {
    /// The phase of the game.
    pub phase: Phase,
    /// The week, 1 to 3; 3 when the game is over.
    pub week: u8,
    /// The day of the week, 1 to 5; 5 when the game is over.
    pub day: u8,
    /// The three face-up cards; none when the game is over.
    pub cards: Vec<Card>,
    /// Your seat; `null` for a spectator.
    pub you: Option<Seat>,
    /// The seats that still have to end the day, in ascending order.
    pub awaited: Vec<Seat>,
    /// The number of cards left in the pile of each week.
    pub piles: Vec<u8>,
    /// The number of unseen cards in the box, which this game does not use.
    pub boxed: u8,
    /// The cards of closed days, oldest first; `null` if `show_discard` is disabled.
    pub discard: Option<Vec<Card>>,
    /// The cards not turned up yet, with those in the box, by ascending id; `null` if
    /// `show_discard` is disabled.
    pub unseen: Option<Vec<Card>>,
    /// All 52 cards in the order of the deal, the last seven in the box; `null` while the game
    /// runs.
    pub deck: Option<Vec<Card>>,
    /// The options of the game.
    pub options: Options,
    /// The players, in seat order.
    pub players: Vec<Player>,
}

/// The phase of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "FlipFreightersPhase")]
pub enum Phase {
    /// A day is open. The seats in `awaited` use cards and end the day.
    Day,
    /// The game is over.
    Over,
}

/// A card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "FlipFreightersCard")]
pub struct Card {
    /// The id of the card in moves, 0 to 51.
    pub id: u8,
    /// The name in the text notation: `5H`, `AS` for the ace of spades, `JK` for a joker. Of cards
    /// that look alike, the second, third and fourth end in `b`, `c` and `d`.
    pub name: String,
    /// The suit; `null` for a joker, which fits all suits.
    pub suit: Option<Suit>,
    /// The value, 1 to 6; `null` for a joker.
    pub value: Option<u8>,
}

impl Card {
    /// Returns the text on the card: the name without the letter of its copy.
    pub(super) fn face(&self) -> &str {
        self.name.get(..2).unwrap_or(&self.name)
    }

    /// Returns its name among these cards: the text on it, or its full name if another copy is
    /// there.
    pub(super) fn called_among(&self, cards: &[Card]) -> &str {
        match cards.iter().filter(|it| it.face() == self.face()).count() {
            0 | 1 => self.face(),
            _ => &self.name,
        }
    }

    /// Returns its name for a sentence: `5♥`, `A♠`, `a joker`.
    pub(super) fn told(&self) -> Message {
        match (self.suit, self.value) {
            (Some(suit), Some(1)) => Message::verbatim(format!("A{}", suit.sign())),
            (Some(suit), Some(value)) => Message::verbatim(format!("{value}{}", suit.sign())),
            _ => told!("a-joker"),
        }
    }

    pub(super) fn of(card: card::Card) -> Card {
        Card {
            id: card.id(),
            name: card.to_string(),
            suit: card.suit(),
            value: card.value(),
        }
    }
}

/// A player: your current state, or the state of another player at the start of the day.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "FlipFreightersPlayer")]
pub struct Player {
    /// The seat.
    pub seat: Seat,
    /// Whether the player has ended the day.
    pub ended: bool,
    /// Whether the player has left the game.
    pub left: bool,
    /// The remaining overtime hours, 0 to 5.
    pub hours: u8,
    /// The scores of the closed weeks.
    pub weeks: Vec<u16>,
    /// The weekly pay of all delivered trucks.
    pub pay: u16,
    /// The number of delivered trucks.
    pub delivered: u8,
    /// The score: the closed weeks, the open week as if it ended now, and 2 for each hour left. The
    /// final score when the game is over.
    pub score: u16,
    /// The nine trucks.
    pub trucks: Trucks,
    /// The part of the player's day that is hidden from others; `null` if it is hidden from you,
    /// and when the game is over.
    pub today: Option<Today>,
    /// The final rank, 1 is best; `null` while the game runs.
    pub rank: Option<u8>,
    /// The stars of a finished solo game; else `null`.
    pub stars: Option<u8>,
    /// The statistics of the whole game; `null` while the game runs.
    pub figures: Option<Figures>,
}

/// The part of a player's day that is hidden from others.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "FlipFreightersToday")]
pub struct Today {
    /// For each of `cards`, whether the player has used it today.
    pub used: [bool; FACE_UP],
    /// The hours that others still see.
    pub hours_shown: u8,
    /// The score that others still see.
    pub score_shown: u16,
    /// The trucks that others still see, and that a restart would restore.
    pub trucks_shown: Trucks,
}

rules::each! {
    /// The nine trucks of a sheet.
    #[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
    #[schemars(rename = "FlipFreightersTrucks")]
    pub struct Trucks: TruckId => Truck {
        /// =: all values the same; squares for spades, hearts, diamonds, clubs; 5 circles.
        eq: Eq,
        /// ≠: all values different; squares for spades, hearts, diamonds, clubs; 5 circles.
        neq: Neq,
        /// 6-1: squares for the values 1 to 6, filled from the right; 7 circles.
        six_one: SixOne,
        /// 1-6: squares for the values 6 to 1, filled from the right; 7 circles.
        one_six: OneSix,
        /// Six squares for anything; 5 circles.
        any: Any,
        /// Four squares for hearts; 8 circles, x1 on circle 5.
        hearts: Hearts,
        /// Four squares for clubs; 8 circles, x1 on circle 5.
        clubs: Clubs,
        /// Four squares for diamonds; 8 circles, x1 on circle 5.
        diamonds: Diamonds,
        /// Four squares for spades; 8 circles, x1 on circle 5.
        spades: Spades,
    }
}

/// A truck.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "FlipFreightersTruck")]
pub struct Truck {
    /// The value in each square, from the left; `null` for an empty square.
    pub goods: Vec<Option<u8>>,
    /// The squares that cannot be filled any more, because one further back is filled (only on
    /// `six_one` and `one_six`).
    pub lost: Vec<u8>,
    /// The current circle; 0 before the first. Only trucks on 0 can be loaded.
    pub position: u8,
    /// Whether the truck is delivered. Then `position` is the stop.
    pub delivered: bool,
    /// The weekly pay of a delivered truck; else the pay if the truck reached its last circle with
    /// these goods.
    pub pay: u16,
}

impl Truck {
    fn of(id: TruckId, truck: sheet::Truck) -> Truck {
        let squares = 0..id.squares();
        Truck {
            goods: squares.clone().map(|square| truck.good(square)).collect(),
            lost: squares
                .filter(|square| truck.is_lost(id, *square))
                .collect(),
            position: truck.position(),
            delivered: truck.is_delivered(),
            pay: if truck.is_delivered() {
                truck.pay(id)
            } else {
                truck.pay_at(id, id.last())
            },
        }
    }
}

/// The statistics of a whole game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "FlipFreightersFigures")]
pub struct Figures {
    /// The number of cards used to load.
    pub load_cards: u8,
    /// The number of cards used to move.
    pub move_cards: u8,
    /// The hours used to load.
    pub load_hours: u8,
    /// The hours used to move.
    pub move_hours: u8,
    /// The sum of all loaded values.
    pub values: u16,
    /// The number of steps of all trucks.
    pub steps: u8,
}

impl Figures {
    fn of(sheet: &Sheet) -> Figures {
        let goods = sheet.trucks().flat_map(|(_, truck)| truck.goods());
        Figures {
            load_cards: sheet.loads(),
            move_cards: sheet.move_cards,
            load_hours: HOURS - sheet.hours - sheet.move_hours,
            move_hours: sheet.move_hours,
            values: goods.map(u16::from).sum(),
            steps: sheet.trucks().map(|(_, truck)| truck.position()).sum(),
        }
    }
}

/// Returns the view for a viewer.
pub(super) fn view(state: &State, viewer: Viewer) -> View {
    let over = state.is_over();
    let open = over || viewer == Viewer::Afterwards;
    let lists = state.options.show_discard == ShowDiscard::Enabled;
    let mut unseen: Vec<card::Card> = state.unseen().collect();
    unseen.sort_unstable();
    View {
        phase: if over { Phase::Over } else { Phase::Day },
        week: state.week() as u8 + 1,
        day: state.day() as u8 + 1,
        cards: shown(state.cards().iter().copied()),
        you: viewer.seat(),
        awaited: state.awaited().iter().collect(),
        piles: piles(state),
        boxed: state.boxed.len() as u8,
        discard: lists.then(|| shown(state.discard())),
        unseen: lists.then(|| shown(unseen)),
        deck: open.then(|| shown(state.deck())),
        options: state.options,
        players: players(state, viewer),
    }
}

fn shown(cards: impl IntoIterator<Item = card::Card>) -> Vec<Card> {
    cards.into_iter().map(Card::of).collect()
}

fn piles(state: &State) -> Vec<u8> {
    let turned_up = FACE_UP * usize::from(state.closed) + state.cards().len();
    let of_week = state.weeks[0].as_flattened().len();
    (1..=state.weeks.len())
        .map(|week| (week * of_week).saturating_sub(turned_up).min(of_week) as u8)
        .collect()
}

fn players(state: &State, viewer: Viewer) -> Vec<Player> {
    let ranks = state.is_over().then(|| score::outcome(state).ranks());
    let rank = |seat: Seat| Some(ranks.as_ref()?[seat.index()]);
    let seats = state.all_seats();
    seats
        .map(|seat| player(state, seat, viewer, rank(seat)))
        .collect()
}

fn trucks(sheet: &Sheet) -> Trucks {
    Trucks::each(|id| Truck::of(id, sheet.truck(id)))
}

fn player(state: &State, seat: Seat, viewer: Viewer, rank: Option<u8>) -> Player {
    let player = state.player(seat);
    let over = state.is_over();
    let sees = over || viewer.sees(seat);
    let sheet = if sees { &player.sheet } else { &player.opening };
    let score = score::running(state, player, sheet);
    Player {
        seat,
        ended: !over && !state.awaited().contains(seat),
        left: state.gone.contains(seat),
        hours: sheet.hours,
        weeks: player.weeks[..usize::from(state.closed) / state.weeks[0].len()].to_vec(),
        pay: sheet.pay(),
        delivered: sheet.delivered(),
        score,
        trucks: trucks(sheet),
        today: (sees && !over).then(|| Today {
            used: std::array::from_fn(|place| player.has_used(place)),
            hours_shown: player.opening.hours,
            score_shown: score::running(state, player, &player.opening),
            trucks_shown: trucks(&player.opening),
        }),
        rank,
        stars: (over && state.seats() == 1).then(|| score::stars(score)),
        figures: over.then(|| Figures::of(sheet)),
    }
}
