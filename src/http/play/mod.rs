//! Games, deals, holidays, and the kinds of games: the calls of the domain `play`.

pub mod analysis;
pub mod archive;
pub mod archive_files;
pub mod board;
pub mod clocks;
pub mod deals;
pub mod fields;
pub mod history;
pub mod holidays;
pub mod keys;
pub mod kinds;
pub mod lobby;
pub mod moves;
pub mod own_export;
pub mod pace;
pub mod player_games;
pub mod resources;

use ::play::look::{self, Look};
use accounts::access::Caller;
use base::permits;
use common::ids::GameId;
use resources::GameResource;

use crate::http::integrations::game_events;
use crate::http::problem::Result;
use crate::http::social::{chat, presence};
use crate::http::{Routes, State, mail_settings};

/// Returns the game that a call has made or changed, as the caller now sees it.
async fn found(state: &State, caller: &Caller, id: &GameId) -> Result<GameResource> {
    permits::done();
    let look = look::game(state, Some(caller), id, None).await?;
    GameResource::new(state, &look)
}

/// Returns the rows of a game, if the caller may see it.
async fn seen(state: &State, caller: Option<&Caller>, id: &GameId) -> Result<Look> {
    Ok(look::glance(state, caller.map(|caller| caller.player), id, None).await?)
}

/// The path of a game. The paths of the calls about one game begin with it.
const GAME: &str = "/v1/games/{id}";

/// Registers the calls of the domain, games first.
pub(super) fn api(config: &mut impl Routes) {
    games(config);
    deals::api(config);
    archive::api(config);
    archive_files::api(config);
    holidays::api(config);
    config
        .service(kinds::list_kinds)
        .service(kinds::get_kind)
        .service(kinds::get_kind_schema)
        .service(keys::list_receipt_keys)
        .service(own_export::export_my_games)
        .service(player_games::export_player_games);
}

/// Registers the calls about games. Other paths below `/v1/games/` come first, because `below`
/// takes all that are left.
fn games(config: &mut impl Routes) {
    config
        .service(lobby::reserve_game)
        .service(lobby::create_game)
        .service(lobby::list_games)
        .below(GAME, |game| about_one(game));
}

/// Registers the calls about one game. The router tries routes one after the other, so the most
/// frequent calls come first.
fn about_one(game: &mut impl Routes) {
    game.service(moves::play_moves)
        .service(lobby::get_game)
        .service(lobby::cancel_game)
        .service(lobby::join_game)
        .service(lobby::leave_seat);
    clocks::api(game);
    game.service(lobby::free_seat)
        .service(lobby::invite_player)
        .service(lobby::create_rematch)
        .service(moves::list_legal_moves)
        .service(moves::complete_move)
        .service(history::get_log)
        .service(history::get_position)
        .service(analysis::analyse_game)
        .service(game_events::stream_game)
        .service(presence::get_presence);
    board::api(game);
    game.service(history::export_game);
    chat::api(game);
    mail_settings::api_of_game(game);
}
