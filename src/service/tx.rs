//! Failing inside a transaction: with a problem to report, or with a database error.

use crate::problem::{Problem, database};

/// Why a transaction was rolled back.
#[derive(Debug)]
pub enum Failure {
    /// A precondition does not hold.
    Problem(Problem),
    /// The database refused.
    Database(diesel::result::Error),
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Failure {
        Failure::Problem(problem)
    }
}

impl From<diesel::result::Error> for Failure {
    fn from(error: diesel::result::Error) -> Failure {
        Failure::Database(error)
    }
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Problem {
        match failure {
            Failure::Problem(problem) => problem,
            Failure::Database(error) => database(error),
        }
    }
}
