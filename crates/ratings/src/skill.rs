//! The mathematics of ratings: Weng-Lin (Bradley-Terry, full pair), as OpenSkill uses it.
//!
//! Stored values are whole thousandths of a point. Rounding after each game makes the results the
//! same on every machine, although the last bits of `exp` are not.

use chrono::TimeDelta;
use common::clock::Moment;
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

/// The rating of a new player, in points.
const START: f64 = 1_500.0;

/// The uncertainty of a new player, in points. No uncertainty grows beyond it.
const MOST_UNCERTAIN: f64 = 500.0;

/// The difference in points at which the better of two well-known players wins two games of three.
/// It is half of [`MOST_UNCERTAIN`], as the authors of the method recommend.
const SPREAD: f64 = 250.0;

/// A rating with a greater uncertainty is provisional.
const SETTLED: f64 = 250.0;

/// The growth of the squared uncertainty in a day without a game. A player known to 150 points is
/// provisional again after three years.
const GROWTH: f64 = 36.0;

const DAY: f64 = 86_400_000.0;

/// A rating with its uncertainty, in thousandths of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Skill {
    /// The rating.
    pub(crate) rating: i32,
    /// The uncertainty: the standard deviation of the estimate.
    pub(crate) uncertainty: i32,
}

impl Skill {
    /// The skill of a player without a rated game.
    pub(crate) fn start() -> Skill {
        Skill::of(START, MOST_UNCERTAIN)
    }

    fn of(rating: f64, uncertainty: f64) -> Skill {
        let thousandths = |points: f64| (points * 1_000.0).round() as i32;
        Skill {
            rating: thousandths(rating),
            uncertainty: thousandths(uncertainty),
        }
    }

    fn points(thousandths: i32) -> f64 {
        f64::from(thousandths) / 1_000.0
    }

    /// Returns the skill after a pause, in which the uncertainty grows.
    pub(crate) fn after(self, pause: TimeDelta) -> Skill {
        let days = pause.num_milliseconds().max(0) as f64 / DAY;
        let known = Skill::points(self.uncertainty);
        let grown = (known * known + GROWTH * days).sqrt().min(MOST_UNCERTAIN);
        Skill::of(Skill::points(self.rating), grown)
    }

    /// Returns when a player with this skill after a game at `last` becomes provisional without
    /// another game: at once if the player is provisional already.
    pub(crate) fn settled_until(self, last: Moment) -> Moment {
        let known = Skill::points(self.uncertainty);
        let days = (SETTLED * SETTLED - known * known).max(0.0) / GROWTH;
        last + TimeDelta::milliseconds((days * DAY) as i64)
    }
}

/// Returns the skills after a game of these players, given with their places. A smaller place is
/// better, and equal places are a draw.
pub(crate) fn after_game(players: &[(Skill, u8)]) -> Vec<Skill> {
    let before: Vec<[WengLinRating; 1]> = players
        .iter()
        .map(|(skill, _)| {
            [WengLinRating {
                rating: Skill::points(skill.rating),
                uncertainty: Skill::points(skill.uncertainty),
            }]
        })
        .collect();
    let teams: Vec<_> = before
        .iter()
        .zip(players)
        .map(|(team, (_, place))| (&team[..], MultiTeamOutcome::new(usize::from(*place))))
        .collect();
    let config = WengLinConfig {
        beta: SPREAD,
        ..WengLinConfig::new()
    };
    let after = weng_lin_multi_team(&teams, &config).into_iter().flatten();
    after
        .map(|it| Skill::of(it.rating, it.uncertainty))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use games::KINDS;
    use rules::{Bot, Kind, Seat};
    use skillratings::weng_lin::expected_score;
    use trials::tables::tables;
    use trials::tournament::game;

    use super::*;

    #[test]
    fn winner_of_a_first_game_gains_what_the_loser_loses() {
        let new = Skill::start();
        let after = after_game(&[(new, 1), (new, 2)]);
        assert_eq!(after[0].rating - new.rating, new.rating - after[1].rating);
        assert!(after[0].rating > new.rating);
        assert!(after[0].uncertainty < new.uncertainty);
    }

    #[test]
    fn draw_between_equals_changes_no_rating() {
        let new = Skill::start();
        for after in after_game(&[(new, 1), (new, 1), (new, 1)]) {
            assert_eq!(after.rating, new.rating);
        }
    }

    #[test]
    fn settled_rating_becomes_provisional_exactly_when_stated() {
        let skill = Skill::of(1_600.0, 150.0);
        let last = Moment::UNIX_EPOCH;
        let pause = skill.settled_until(last) - last;
        let known = |pause| skill.after(pause).uncertainty;
        assert!(known(pause - TimeDelta::days(1)) < 250_000);
        assert!(known(pause + TimeDelta::days(1)) > 250_000);
    }

    /// Rates a greedy and a random bot by this number of games for two. Returns their skills, and
    /// the share of the games that the greedy bot won, where a draw is half a win.
    fn bots(kind: &'static dyn Kind, games: usize) -> ([Skill; 2], f64) {
        let mut tables = tables(kind);
        tables.retain(|table| table.seats == 2);
        let (mut skills, mut won) = ([Skill::start(); 2], 0.0);
        for i in 0..games {
            let greedy = Seat((i % 2) as u8);
            let bot = |seat| match seat == greedy {
                true => Bot::Greedy,
                false => Bot::Random,
            };
            let outcome = game(&tables[i / 2 % tables.len()], i, bot).unwrap();
            let place = |seat: usize| outcome.standings[seat].rank;
            let (own, other) = (place(greedy.index()), place(1 - greedy.index()));
            won += match own.cmp(&other) {
                Ordering::Less => 1.0,
                Ordering::Equal => 0.5,
                Ordering::Greater => 0.0,
            };
            let after = after_game(&[(skills[0], own), (skills[1], other)]);
            skills = [after[0], after[1]];
        }
        (skills, won / games as f64)
    }

    /// The ratings of two players predict the share of games that the first one wins.
    fn predicted([one, other]: [Skill; 2]) -> f64 {
        let rating = |skill: Skill| WengLinRating {
            rating: Skill::points(skill.rating),
            uncertainty: Skill::points(skill.uncertainty),
        };
        let config = WengLinConfig {
            beta: SPREAD,
            ..WengLinConfig::new()
        };
        expected_score(&rating(one), &rating(other), &config).0
    }

    #[test]
    fn ratings_predict_how_often_a_greedy_bot_beats_a_random_one_in_1000_games() {
        for kind in KINDS.current().filter(|it| it.info().seats.contains(&2)) {
            let (skills, won) = bots(kind, 1_000);
            let [greedy, random] = skills.map(|it| Skill::points(it.rating).round());
            let foretold = predicted(skills);
            println!(
                "| {} | {:.1} % | {greedy} | {random} | {:.1} % |",
                kind.info().name,
                100.0 * won,
                100.0 * foretold
            );
            assert!((won - foretold).abs() < 0.05, "{}", kind.info().id);
        }
    }

    #[test]
    fn uncertainty_never_exceeds_that_of_a_new_player() {
        let old = Skill::of(1_600.0, 150.0).after(TimeDelta::days(100_000));
        assert_eq!(old.uncertainty, Skill::start().uncertainty);
    }
}
