//! The queries about accounts.

pub mod admins;
pub mod avoided;
pub mod grants;
pub mod mail_addresses;
pub mod mail_codes;
pub mod mailed_commands;
pub mod passkeys;
pub mod players;
pub mod quotas;
pub mod reply_addresses;
pub mod reply_senders;
pub mod second_factor;
pub mod sessions;
pub mod strangers;
pub mod suspensions;
pub mod tokens;
