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
    /// What is going on.
    pub phase: Phase,
    /// The week, 1 to 3; stays 3 when the game is over.
    pub week: u8,
    /// The day of the week, 1 to 5; stays 5 when the game is over.
    pub day: u8,
    /// The three cards that lie face up for everyone; none when the game is over.
    pub cards: Vec<Card>,
    /// The seat that this view is made for; `null` for somebody who does not play.
    pub you: Option<Seat>,
    /// The seats that have still to end the day, ascending.
    pub awaited: Vec<Seat>,
    /// How many cards are left in the pile of each week.
    pub piles: Vec<u8>,
    /// How many cards lie in the box, unseen and not used in this game.
    pub boxed: u8,
    /// The cards of closed days in the order they were turned up; `null` with `show_discard`
    /// disabled.
    pub discard: Option<Vec<Card>>,
    /// The cards not turned up yet, by rising id, those in the box among them; `null` with
    /// `show_discard` disabled.
    pub unseen: Option<Vec<Card>>,
    /// All 52 cards in the order of the deal, the last seven in the box; `null` while the game
    /// runs.
    pub deck: Option<Vec<Card>>,
    /// The options of the game.
    pub options: Options,
    /// The players in seat order.
    pub players: Vec<Player>,
}

/// What is going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "FlipFreightersPhase")]
pub enum Phase {
    /// A day is open: the seats in `awaited` use cards and end the day.
    Day,
    /// The game is over.
    Over,
}

/// A card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "FlipFreightersCard")]
pub struct Card {
    /// Its id, 0 to 51, by which moves name it.
    pub id: u8,
    /// Its name in the text notation: `5H`, `AS` for the ace of spades, `JK` for a joker. Of cards
    /// that look alike the second, third and fourth end in `b`, `c` and `d`.
    pub name: String,
    /// Its suit; `null` for a joker, which fits all.
    pub suit: Option<Suit>,
    /// Its value, 1 to 6; `null` for a joker.
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

/// A player: of yourself as you stand now, of others as they stood when the day opened.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "FlipFreightersPlayer")]
pub struct Player {
    /// The seat.
    pub seat: Seat,
    /// Whether the player has ended the day.
    pub ended: bool,
    /// Whether the player has left the game.
    pub left: bool,
    /// The overtime hours left, 0 to 5.
    pub hours: u8,
    /// The scores of the weeks that have closed.
    pub weeks: Vec<u16>,
    /// What all delivered trucks pay a week.
    pub pay: u16,
    /// How many trucks are delivered.
    pub delivered: u8,
    /// The weeks that have closed, the open one as if it ended now, and 2 for each hour left. When
    /// the game is over, the final score.
    pub score: u16,
    /// The nine trucks.
    pub trucks: Trucks,
    /// What is still hidden from others of this player's day; `null` where it is hidden from you
    /// and when the game is over.
    pub today: Option<Today>,
    /// The final rank, 1 is best; `null` while the game runs.
    pub rank: Option<u8>,
    /// The stars of a solo game that is over; else `null`.
    pub stars: Option<u8>,
    /// Figures of the whole game; `null` while it runs.
    pub figures: Option<Figures>,
}

/// What is still hidden from others of a player's day.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "FlipFreightersToday")]
pub struct Today {
    /// Which of the day's cards are used, in the order of `cards`.
    pub used: [bool; FACE_UP],
    /// The hours that others still see.
    pub hours_shown: u8,
    /// The score that others still see.
    pub score_shown: u16,
    /// The trucks as others still see them, and as a restart would make them.
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
    /// The value in each square, from the left; `null` for an empty one.
    pub goods: Vec<Option<u8>>,
    /// The empty squares that can never be filled any more, because one further back is (on
    /// `six_one` and `one_six` only).
    pub lost: Vec<u8>,
    /// The circle where it stands; 0 before the first. Only there it can be loaded.
    pub position: u8,
    /// Whether it is delivered. Then its `position` is the stop.
    pub delivered: bool,
    /// What it pays at the end of every week if it is delivered; if not, what it would pay with
    /// these goods on its last circle.
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

/// Figures of a whole game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "FlipFreightersFigures")]
pub struct Figures {
    /// How many cards were used to load.
    pub load_cards: u8,
    /// How many cards were used to move.
    pub move_cards: u8,
    /// The hours spent on loads.
    pub load_hours: u8,
    /// The hours spent on moves.
    pub move_hours: u8,
    /// The sum of all values loaded.
    pub values: u16,
    /// The steps of all trucks.
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
