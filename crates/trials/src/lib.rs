//! The tests for every game: its scripts, its golden replays, and random play that checks each
//! promise of [`rules::Rules`].
//!
//! A game's crate needs one line in `tests/trials.rs`:
//!
//! ```text
//! trials::hold!(thats_life::ThatsLife);
//! ```
//!
//! Its scripts are in `tests/scripts` (`SCRIPTS.md` explains the format), its replays in
//! `tests/replays` (`REPLAYS.md`).

mod chronicle;
pub mod contract;
mod garbage;
pub mod golden;
pub mod languages;
pub mod making;
pub mod members;
pub mod options;
pub mod replays;
mod script;
pub mod scripts;
mod stage;
pub mod tables;
pub mod tournament;
#[cfg(test)]
mod toy;
mod walk;

pub use rules;

/// Defines the tests of a game. The argument is its type.
#[macro_export]
macro_rules! hold {
    ($game:ty) => {
        static KIND: &dyn $crate::rules::Kind = &$crate::rules::erase::<$game>();

        fn home() -> &'static std::path::Path {
            std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        }

        #[test]
        fn every_script_holds() {
            $crate::scripts::hold(KIND, home());
        }

        #[test]
        fn every_section_has_a_script() {
            $crate::scripts::cover(KIND, home());
        }

        #[test]
        fn every_replay_comes_out_as_it_did() {
            $crate::replays::come_out(KIND, home());
        }

        #[test]
        fn replays_cover_seats_options_moves_and_endings() {
            $crate::replays::cover(KIND, home());
        }

        #[test]
        fn a_changed_replay_is_noticed() {
            $crate::replays::are_sealed(KIND, home());
        }

        #[test]
        fn everything_is_said_in_every_language() {
            $crate::languages::speaks(KIND, home());
        }

        #[test]
        fn options_are_told_in_every_language() {
            $crate::options::are_told(KIND);
        }

        #[test]
        fn it_is_explained_in_every_language() {
            $crate::languages::explains(KIND);
        }

        #[test]
        fn the_contract_is_kept() {
            $crate::contract::keeps(KIND);
        }

        #[test]
        fn a_changed_record_is_noticed() {
            $crate::contract::notices_changes(KIND);
        }

        #[test]
        fn a_forged_record_is_noticed() {
            $crate::contract::notices_forgery(KIND);
        }

        #[test]
        fn options_have_one_full_form() {
            $crate::contract::has_full_options(KIND);
        }

        #[test]
        fn examples_are_moves() {
            $crate::contract::has_examples(KIND);
        }

        #[test]
        fn moves_are_read_with_exactly_their_members() {
            $crate::members::are_exact(KIND);
        }
    };
}
