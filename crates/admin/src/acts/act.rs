//! The actions that operators may perform. The command line and HTTP both parse [`Act`], so it also
//! carries its OpenAPI schema.

use std::net::IpAddr;

use clap::Subcommand;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::secrets::Secret;

/// An admin's action.
// It holds names of people, so it has no `Debug`. `about` and `help` are the words of the command
// line where those of the contract do not suit it.
#[derive(Clone, Serialize, Deserialize, Subcommand, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
#[schema(as = AdminAction)]
pub enum Act {
    /// Suspend an account: its sessions end, the player cannot sign in, and games continue without
    /// them.
    Suspend {
        /// The player's name.
        player: String,
    },
    /// Lift a suspension.
    Reinstate {
        /// The player's name.
        player: String,
    },
    /// Give a player another name.
    Rename {
        /// The player's name.
        player: String,
        /// The new name.
        to: String,
    },
    /// Forget the failed sign-ins of a player, so that the player can sign in again.
    #[command(about = "End a lockout: forget the failed sign-ins in a player's name")]
    UnlockSignIn {
        /// The player's name.
        player: String,
        /// Also forget the failed sign-ins from this IP address.
        #[arg(long)]
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<String>)]
        from: Option<IpAddr>,
    },
    /// Disable the second factor of a player who lost the app and the recovery codes.
    #[command(
        about = "Turn off the second factor of a player who lost the app and the recovery codes"
    )]
    DisableSecondFactor {
        /// The player's name.
        player: String,
    },
    /// Delete the text of a chat message.
    DeleteMessage {
        /// The game's id.
        game: String,
        /// The message's number.
        n: i64,
    },
    /// Close a report.
    ResolveReport {
        /// The report's id.
        report: String,
    },
    /// Pause a running game: no player moves, and no clock runs.
    Pause {
        /// The game's id.
        game: String,
    },
    /// Resume a paused game: each player has as much time left as before.
    #[command(about = "Resume a paused game: each player has as much time left as before")]
    Resume {
        /// The game's id.
        game: String,
    },
    /// Cancel an open or running game, without a result.
    End {
        /// The game's id.
        game: String,
    },
    /// Give a player's seat to a bot at once, or offer it to another player.
    Replace {
        /// The game's id.
        game: String,
        /// The number of the seat.
        #[arg(help = "The seat, counted from 0")]
        seat: u8,
        /// The other player's name. Default: a bot takes the seat.
        #[arg(long)]
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<String>,
    },
    /// Send the failed mails about games again.
    #[command(about = "Resend the mails about games that the server gave up")]
    ResendMail,
    /// Discard the failed mails: the server does not send them, and alerts no longer count them.
    DiscardFailedMails,
    /// Derive a game again from its seed and its log, and compare.
    Verify {
        /// The game's id.
        game: String,
    },
    /// Replace secrets of the server after the database or a backup leaked. Running servers use the
    /// new ones within a second. With your own PostgreSQL this needs `TURNPIKE_MIGRATE_URL`.
    #[serde(skip_deserializing)]
    RotateSecrets {
        /// Secrets to replace.
        #[arg(required_unless_present = "all")]
        #[schema(value_type = Vec<String>)]
        secrets: Vec<Secret>,
        /// Replace all of them.
        #[arg(long, conflicts_with = "secrets")]
        all: bool,
    },
    /// Delete an account for good, as its owner can. Games keep the seat under another name.
    #[serde(skip_deserializing)]
    Delete {
        /// The player's name.
        player: String,
    },
    /// Make a player an admin, who may act over HTTP. With your own PostgreSQL this needs
    /// `TURNPIKE_MIGRATE_URL`.
    #[serde(skip_deserializing)]
    Appoint {
        /// The player's name.
        player: String,
    },
    /// Take the rights of an admin from a player, and end the player's sessions. With your own
    /// PostgreSQL this needs `TURNPIKE_MIGRATE_URL`.
    #[serde(skip_deserializing)]
    Dismiss {
        /// The player's name.
        player: String,
    },
}
