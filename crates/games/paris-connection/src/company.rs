//! The six companies, in the order of every list.

use super::MESSAGES;
use rules::reading::Named;
use rules::{Message, Word, told};

/// How many companies there are.
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

    /// The letter on its locomotives in pictures.
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

    /// The id together with what the company is called in sentences, where that is another word.
    pub(super) fn noted(self) -> Message {
        told!("company-noted", company: self.word())
    }
}

/// What a company is called in sentences, be it one that a move only names.
pub(super) trait Called: Into<Named<Company>> {
    /// The company.
    fn told(self) -> Message {
        let id = self.into().id();
        told!("company", company: id)
    }

    /// So many shares of the company: `2 red`.
    fn shares(self, count: impl Into<Word>) -> Message {
        told!("shares", count: count, company: self.into().id())
    }
}

impl<T: Into<Named<Company>>> Called for T {}
