//! Event streams, webhooks, feeds and push messages: the calls of the domain `integrations`.

pub mod feeds;
pub mod followed_events;
pub mod game_events;
pub mod player_events;
pub mod pushes;
pub mod streams;
pub mod webhooks;

use crate::http::Routes;

/// Registers the calls of the domain, except the stream of a game, which is one of the calls about
/// a game.
pub(super) fn api(config: &mut impl Routes) {
    config
        .service(player_events::stream_my_games)
        .service(followed_events::stream_public_games);
    webhooks::api(config);
    feeds::api(config);
    pushes::api(config);
}
