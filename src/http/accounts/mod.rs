//! Accounts, sessions, tokens and what confirms them: the calls of the domain `accounts`.

pub mod account;
pub mod grants;
pub mod muted_and_blocked;
pub mod oauth;
pub mod passkeys;
pub mod reauthentication;
pub mod second_factor;
pub mod sessions;
pub mod tokens;

use crate::http::Routes;

/// Registers the calls of the domain.
pub(super) fn api(config: &mut impl Routes) {
    account::api(config);
    muted_and_blocked::api(config);
    sessions::api(config);
    second_factor::api(config);
    passkeys::api(config);
    tokens::api(config);
    grants::api(config);
    oauth::api(config);
}
