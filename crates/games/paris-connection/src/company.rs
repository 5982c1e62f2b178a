//! The six companies, in the order of every list.

use super::MESSAGES;
use rules::reading::Named;
use rules::{Message, Word, told};

/// The number of companies.
pub(super) const COMPANIES: usize = Company::ALL.len();

rules::words! {
    /// A railway company.
    pub enum Company = "ParisConnectionCompany" {
        /// Drawn with the letter K.
        Black,
        /// Drawn with the letter B.
        Blue,
        /// Drawn with the letter N.
        Brown,
        /// Drawn with the letter P.
        Purple,
        /// Drawn with the letter R.
        Red,
        /// Drawn with the letter Y.
        Yellow,
    }
}

impl Company {
    pub(super) const fn index(self) -> usize {
        self as usize
    }

    /// Returns the letter on its locomotives in pictures.
    pub(super) const fn letter(self) -> char {
        match self {
            Company::Black => 'K',
            Company::Blue => 'B',
            Company::Brown => 'N',
            Company::Purple => 'P',
            Company::Red => 'R',
            Company::Yellow => 'Y',
        }
    }

    /// Returns the id, followed by the company's name in sentences if it is different.
    pub(super) fn noted(self) -> Message {
        told!("company-noted", company: self.word())
    }
}

/// The name of a company in sentences, also for a name in a move that may not be a company.
pub(super) trait Called: Into<Named<Company>> {
    /// Returns the name of the company.
    fn told(self) -> Message {
        let id = self.into().id();
        told!("company", company: id)
    }

    /// Returns a number of shares of the company: `2 red`.
    fn shares(self, count: impl Into<Word>) -> Message {
        told!("shares", count: count, company: self.into().id())
    }
}

impl<T: Into<Named<Company>>> Called for T {}
