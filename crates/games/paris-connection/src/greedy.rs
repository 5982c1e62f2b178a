//! A bot that plays to win by rules of thumb. It builds for the companies in which it has more
//! shares than the other players, trades one share for two more promising ones, and ends the game
//! when it leads.
//!
//! It considers its own shares and public information. It trades one for one only for a share with
//! a higher current value. So each such trade between two builds improves its hand, and it cannot
//! trade for ever (R8.2).

use super::ParisConnection;
use super::board::Board;
use super::company::{COMPANIES, Company};
use super::hexes::{Hex, HexSet};
use super::legal;
use super::map::map;
use super::moves::Move;
use super::score;
use super::state::{MOST_BUILT, State, limit};
use super::trade::{held, takable};
use rules::{Dice, Events, Play, Seat};

/// Ratings are counted in 60ths of a point.
const POINT: i32 = 60;

/// The rating of an immediate win or loss.
const DECISIVE: i32 = 100_000;

/// How many locomotives of a company the bot expects to be built in the future.
const OUTLOOK: usize = 10;

/// Returns the bot's move for a seat, or `None` if it is not the seat's turn.
pub(super) fn choose(state: &State, seat: Seat) -> Option<Move> {
    if !state.acts(seat) {
        return None;
    }
    let thoughts = Thoughts::of(state, seat);
    let mut moves = thoughts.builds();
    moves.extend(thoughts.trades());
    let mut best: Option<(i32, Move)> = None;
    for (merit, mv) in moves {
        let Some(merit) = thoughts.judged(merit, &mv) else {
            continue;
        };
        if best.as_ref().is_none_or(|(most, _)| merit > *most) {
            best = Some((merit, mv));
        }
    }
    // If nothing else is possible, it trades one for one, so that other players can continue if
    // possible.
    let last_resort = || {
        let trades = legal::legal(state, seat).moves;
        trades.into_iter().max_by_key(|mv| refills(state, mv))
    };
    best.map(|(_, mv)| mv).or_else(last_resort)
}

/// Whether a trade returns a share to a stock that is not empty.
fn refills(state: &State, mv: &Move) -> bool {
    match mv {
        Move::Trade { give, .. } => give.0.is_some_and(|give| state.stock_of(give) > 0),
        Move::Build { .. } => false,
    }
}

/// The bot's view of a position.
struct Thoughts<'a> {
    state: &'a State,
    seat: Seat,
    /// The total shares of all other players by company, which are public.
    others: [i32; COMPANIES],
    /// The expected worth of a share of each company.
    promise: [i32; COMPANIES],
}

impl Thoughts<'_> {
    fn of(state: &State, seat: Seat) -> Thoughts<'_> {
        let own = state.shares_of(seat);
        let others = Company::ALL.map(|company| {
            let i = company.index();
            let held = state.shares.iter().map(|shares| i32::from(shares[i]));
            held.sum::<i32>() - i32::from(own[i])
        });
        let promise = Company::ALL.map(|company| {
            let room = usize::from(state.stock_of(company)).min(OUTLOOK);
            let ahead = Plan::cities(&state.board, company, room);
            POINT * i32::from(state.board.value(company)) + ahead.worth() / 2
        });
        Thoughts {
            state,
            seat,
            others,
            promise,
        }
    }

    fn own(&self, company: Company) -> i32 {
        i32::from(self.state.shares_of(self.seat)[company.index()])
    }

    /// Returns the number of opponents.
    fn opponents(&self) -> i32 {
        i32::from(self.state.seats) - 1
    }

    /// Returns the builds worth considering: for each company to its best cities, or straight to
    /// the end of the game, or one locomotive if there is nothing better.
    fn builds(&self) -> Vec<(i32, Move)> {
        let mut moves = Vec::new();
        for company in Company::ALL {
            let room = usize::from(self.state.stock_of(company)).min(MOST_BUILT);
            let board = &self.state.board;
            // How many more shares the bot has than the average opponent, multiplied by the number
            // of opponents.
            let lead = self.own(company) * self.opponents() - self.others[company.index()];
            let cities = Plan::cities(board, company, room);
            let merit = cities.worth() * lead / self.opponents();
            let end = Plan::end(board, company, room);
            moves.extend(cities.into_move().map(|mv| (merit, mv)));
            moves.extend(end.into_move().map(|mv| (-DECISIVE, mv)));
            let idle = legal::first_targets(self.state, company).and(&map().rural);
            moves.extend(
                idle.iter()
                    .next()
                    .map(|hex| (-1, Move::build(company, [hex]))),
            );
        }
        moves
    }

    /// Returns the trades of one share for two, and of one for a better one.
    fn trades(&self) -> Vec<(i32, Move)> {
        let mut moves = Vec::new();
        let limit = limit(self.state.seats);
        let too_many = i32::from(self.state.total(self.seat) >= limit);
        for give in held(self.state, self.seat) {
            for take in Company::ALL {
                let most = takable(self.state, give, take);
                let [given, taken] = [give, take].map(|it| self.promise[it.index()]);
                if most == 2 {
                    let cost = too_many * score::PENALTY * POINT;
                    let merit = 2 * taken - given - cost;
                    moves.push((merit, Move::trade(give, take, 2)));
                }
                let worth = |company: Company| self.state.board.value(company);
                if most > 0 && worth(take) > worth(give) {
                    moves.push((taken - given, Move::trade(give, take, 1)));
                }
            }
        }
        moves
    }

    /// Returns the merit of a move, adjusted if the move ends the game, or `None` if it is illegal.
    fn judged(&self, merit: i32, mv: &Move) -> Option<i32> {
        let mut after = *self.state;
        ParisConnection::play(
            &mut after,
            self.seat,
            mv,
            &mut Dice::given(Vec::new()),
            &mut Events::deaf(),
        )
        .ok()?;
        if after.over.is_none() {
            // A build that should end the game but did not is useless.
            return Some(merit);
        }
        let lead = score::of(&after, self.seat) - self.best_rival(&after);
        Some(if lead >= 0 {
            DECISIVE + lead
        } else {
            lead * POINT - DECISIVE
        })
    }

    /// Returns the estimated score of the best opponent. It assumes that their hands differ only in
    /// size.
    fn best_rival(&self, after: &State) -> i32 {
        let all: i32 = self.others.iter().sum();
        let worth: i32 = Company::ALL
            .iter()
            .map(|it| self.others[it.index()] * i32::from(after.board.value(*it)))
            .sum();
        let rivals = after.staying().iter().filter(|seat| *seat != self.seat);
        let guess = rivals.map(|seat| {
            let total = i32::from(after.total(seat));
            let too_many = (total - i32::from(limit(after.seats))).max(0);
            worth * total / all.max(1) - score::PENALTY * too_many
        });
        guess.max().unwrap_or(i32::MIN / 2)
    }
}

/// Locomotives of one company to build one after another.
struct Plan {
    company: Company,
    hexes: Vec<Hex>,
    /// The value of the cities on the path.
    gain: i32,
    /// The rating of getting closer to a further city.
    progress: i32,
}

impl Plan {
    const fn none(company: Company) -> Plan {
        Plan {
            company,
            hexes: Vec::new(),
            gain: 0,
            progress: 0,
        }
    }

    const fn worth(&self) -> i32 {
        self.gain * POINT + self.progress
    }

    fn into_move(self) -> Option<Move> {
        (!self.hexes.is_empty()).then(|| Move::build(self.company, self.hexes))
    }

    /// Plans a path to one city after another, the cheapest first, and then towards a further one.
    fn cities(board: &Board, company: Company, room: usize) -> Plan {
        let (mut board, mut plan) = (*board, Plan::none(company));
        let mut closed: HexSet = [map().last].into_iter().collect();
        // Each round builds something, or closes a hex that would cut off another company.
        while plan.hexes.len() < room {
            let left = room - plan.hexes.len();
            let Some((way, value)) = best_way(&board, company, &closed) else {
                break;
            };
            let built = plan.follow(&mut board, &way[..way.len().min(left)], &mut closed);
            if built == way.len() {
                continue;
            }
            if built == left {
                plan.progress += value * POINT * left as i32 / (2 * way.len() as i32);
            }
        }
        plan
    }

    /// Plans the path to the city that ends the game, if it is close enough.
    fn end(board: &Board, company: Company, room: usize) -> Plan {
        let (mut board, mut plan) = (*board, Plan::none(company));
        let last = map().last;
        if let Some(way) = way_to(&board, company, &HexSet::EMPTY, last)
            && way.len() <= room
            && plan.follow(&mut board, &way, &mut HexSet::default()) == way.len()
        {
            return plan;
        }
        Plan::none(company)
    }

    /// Builds along a path until the next hex would cut off a company. Returns the number of
    /// locomotives built.
    fn follow(&mut self, board: &mut Board, way: &[Hex], closed: &mut HexSet) -> usize {
        for (built, hex) in way.iter().enumerate() {
            if !board.cut_off(self.company, *hex).is_empty() {
                closed.insert(*hex);
                return built;
            }
            board.place(self.company, *hex);
            self.hexes.push(*hex);
            self.gain += i32::from(map().value(*hex));
        }
        way.len()
    }
}

/// Returns the path to the city with the highest value per locomotive, and its value.
fn best_way(board: &Board, company: Company, closed: &HexSet) -> Option<(Vec<Hex>, i32)> {
    let rings = rings(board, company, closed);
    let mut best: Option<(usize, Hex)> = None;
    for (steps, ring) in rings.iter().enumerate().skip(1) {
        for city in ring.and(&map().cities).iter() {
            let value = |hex: Hex| usize::from(map().value(hex));
            if best.is_none_or(|(far, other)| value(city) * far > value(other) * steps) {
                best = Some((steps, city));
            }
        }
    }
    let (steps, city) = best?;
    let value = i32::from(map().value(city));
    Some((back(&rings[..=steps], city), value))
}

/// Returns the shortest path to a hex.
fn way_to(board: &Board, company: Company, closed: &HexSet, goal: Hex) -> Option<Vec<Hex>> {
    let rings = rings(board, company, closed);
    let steps = rings.iter().position(|ring| ring.contains(goal))?;
    Some(back(&rings[..=steps], goal))
}

/// Returns the sets of hexes that 0, 1, 2 … locomotives can reach.
fn rings(board: &Board, company: Company, closed: &HexSet) -> Vec<HexSet> {
    let room = board.built().room().without(closed);
    let mut rings = vec![*board.network(company)];
    let mut seen = rings[0];
    let mut edge = rings[0];
    while !edge.is_empty() {
        let reached = edge
            .iter()
            .fold(HexSet::EMPTY, |all, hex| all.or(map().next(hex)));
        edge = reached.and(&room).without(&seen);
        seen = seen.or(&edge);
        rings.push(edge);
    }
    rings
}

/// Returns the path through the rings to a hex of the last ring, preferring cities.
fn back(rings: &[HexSet], goal: Hex) -> Vec<Hex> {
    let mut way = vec![goal];
    let mut at = goal;
    for ring in rings.iter().skip(1).rev().skip(1) {
        let near = ring.and(map().next(at));
        let city = near.and(&map().cities).pop();
        if let Some(hex) = city.or_else(|| near.iter().next()) {
            way.push(hex);
            at = hex;
        }
    }
    way.reverse();
    way
}
