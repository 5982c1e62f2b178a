//! Whether the server can do its work.

use crate::app::App;
use crate::problem::Problem;
use crate::store::settings;

/// Asks the database for a sign of life.
pub async fn ready(app: &App) -> Result<(), Problem> {
    let mut conn = app.db.get().await?;
    settings::ping(&mut conn).await.map_err(|error| {
        tracing::warn!(%error, "the database does not answer");
        Problem::Unavailable
    })
}
