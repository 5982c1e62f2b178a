//! Accounts: signing up and in, tokens, second factors and passkeys.

pub mod account;
pub mod account_takeover;
pub mod automated_accounts;
pub mod guests;
pub mod lockout;
pub mod oauth;
pub mod passkeys;
pub mod second_factor;
pub mod sessions;
pub mod tokens;
