//! The games of Turnpike. This is the only list of them: a server, its mails and its pages know
//! [`rules::Kind`] and name no game.

use buttons::Buttons;
use ferry_follies::FerryFollies;
use flip_freighters::FlipFreighters;
use paris_connection::ParisConnection;
use rules::{Kinds, erase};
use thats_life::ThatsLife;

/// Every version of every game; of each game the current version first. An old version stays here
/// while a stored game uses it.
pub static KINDS: Kinds<'static> = Kinds(&[
    &erase::<Buttons>(),
    &erase::<FerryFollies>(),
    &erase::<FlipFreighters>(),
    &erase::<ParisConnection>(),
    &erase::<ThatsLife>(),
]);
