//! The application, for handlers.

use std::future::{self, Ready};
use std::ops::Deref;
use std::sync::Arc;

use actix_web::dev::Payload;
use actix_web::web::Data;
use actix_web::{FromRequest, HttpRequest};
use tokio::sync::watch;

use crate::http::problem::{Problem, Result};
use crate::service::App;

/// The application, as every handler gets it.
#[derive(Clone)]
pub struct State(Arc<App>);

impl State {
    /// That of a request.
    pub(super) fn of(request: &HttpRequest) -> Result<&State> {
        let state = request.app_data::<Data<State>>().map(Data::get_ref);
        state.ok_or_else(|| Problem::internal("a request has no application"))
    }
}

impl From<Arc<App>> for State {
    fn from(app: Arc<App>) -> State {
        State(app)
    }
}

impl Deref for State {
    type Target = App;

    fn deref(&self) -> &App {
        &self.0
    }
}

impl FromRequest for State {
    type Error = Problem;
    type Future = Ready<Result<State>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        future::ready(State::of(request).cloned())
    }
}

/// An application that comes when its database is there. What can be made without it is made
/// meanwhile.
#[derive(Clone)]
pub struct Coming(watch::Receiver<Option<State>>);

impl Coming {
    /// One that comes when it is sent, or never.
    pub fn channel() -> (watch::Sender<Option<State>>, Coming) {
        let (sender, receiver) = watch::channel(None);
        (sender, Coming(receiver))
    }

    /// Waits for it.
    pub(super) async fn state(mut self) -> State {
        match self.0.wait_for(Option::is_some).await.as_deref() {
            Ok(Some(state)) => state.clone(),
            // The start was given up, and the process ends.
            _ => future::pending().await,
        }
    }
}

impl From<Arc<App>> for Coming {
    fn from(app: Arc<App>) -> Coming {
        let (sender, coming) = Coming::channel();
        sender.send_replace(Some(app.into()));
        coming
    }
}
