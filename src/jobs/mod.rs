//! Background work: what goes on without a request.

use actix_web::web::Data;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::app::App;
use crate::config::Role;

/// Starts the jobs of a process with this role. They end when `stopped` turns true.
pub fn start(
    _app: &Data<App>,
    _role: Role,
    _stopped: &watch::Receiver<bool>,
) -> Vec<JoinHandle<()>> {
    Vec::new()
}
