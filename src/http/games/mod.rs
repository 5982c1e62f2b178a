//! Games: the calls under `/v1/games`.

pub mod board;
pub mod chat;
pub mod clocks;
pub mod events;
pub mod here;
pub mod history;
pub mod lobby;
pub mod pace;
pub mod play;
pub mod resources;

use common::ids::GameId;

use crate::http::problem::Result;
use crate::http::{Routes, State, mail_settings};
use crate::lanes;
use crate::service::access::Caller;
use crate::service::look::{self, Look};
use resources::GameResource;

/// The game that a call has made or changed, as the caller sees it now.
async fn found(state: &State, caller: &Caller, id: &GameId) -> Result<GameResource> {
    lanes::done();
    let look = look::game(state, Some(caller), id, None).await?;
    GameResource::new(state, &look)
}

/// The rows of the game that is asked for, if the caller may see it.
async fn seen(state: &State, caller: Option<&Caller>, id: &GameId) -> Result<Look> {
    Ok(look::glance(state, caller.map(|caller| caller.player), id, None).await?)
}

/// Where the calls are that are about one game: what their own paths go on from.
const GAME: &str = "/v1/games/{id}";

/// Registers the calls about games. What has a name of its own below `/v1/games/` comes first: `below` takes all
/// that is left.
pub fn api(config: &mut impl Routes) {
    config
        .service(lobby::reserve_game)
        .service(lobby::create_game)
        .service(lobby::list_games)
        .below(GAME, |game| about_one(game));
}

/// Registers the calls about one game. Routes are tried one after the other: those come first that are
/// called all the time.
fn about_one(game: &mut impl Routes) {
    game.service(play::play_moves)
        .service(lobby::show_game)
        .service(lobby::cancel_game)
        .service(lobby::take_seat)
        .service(lobby::leave_seat)
        .service(clocks::offer_seat)
        .service(clocks::withdraw_offer)
        .service(clocks::give_extension)
        .service(clocks::accept_seat)
        .service(clocks::decline_seat)
        .service(clocks::show_orders)
        .service(clocks::give_orders)
        .service(lobby::free_seat)
        .service(lobby::invite_guest)
        .service(lobby::propose_rematch)
        .service(play::legal_moves)
        .service(play::legal_branch)
        .service(history::read_log)
        .service(history::show_ply)
        .service(events::follow_game)
        .service(here::who_is_here)
        .service(board::show_text)
        .service(board::show_svg)
        .service(board::show_png)
        .service(history::export_game)
        .service(chat::read_chat)
        .service(chat::post_message)
        .service(chat::read_note)
        .service(chat::write_note)
        .service(chat::file_report)
        .service(mail_settings::show_game_mail)
        .service(mail_settings::set_game_mail);
}
