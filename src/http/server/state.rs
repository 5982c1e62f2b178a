//! The application as handlers receive it.

use std::future::{self, Ready};
use std::ops::Deref;
use std::sync::Arc;

use actix_web::dev::Payload;
use actix_web::web::Data;
use actix_web::{FromRequest, HttpRequest};
use tokio::sync::watch;

use crate::App;
use crate::http::problem::{Problem, Result};

/// The application, as every handler receives it.
#[derive(Clone)]
pub struct State(Arc<App>);

impl State {
    /// Returns the application for a request.
    pub(crate) fn of(request: &HttpRequest) -> Result<&State> {
        let state = request.app_data::<Data<State>>().map(Data::get_ref);
        state.ok_or_else(|| Problem::internal("a request has no application"))
    }

    /// Returns the application to share with background work.
    pub(crate) const fn shared(&self) -> &Arc<App> {
        &self.0
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

/// An application that becomes available when its database does. In the meantime, the server
/// prepares everything that does not need the application.
#[derive(Clone)]
pub struct Coming(watch::Receiver<Option<State>>);

impl Coming {
    /// Makes an application that becomes available when it is sent, if ever.
    pub fn channel() -> (watch::Sender<Option<State>>, Coming) {
        let (sender, receiver) = watch::channel(None);
        (sender, Coming(receiver))
    }

    /// Returns the application if it is available.
    pub(crate) fn now(&self) -> Option<State> {
        self.0.borrow().clone()
    }

    /// Waits for the application.
    pub(crate) async fn state(mut self) -> State {
        match self.0.wait_for(Option::is_some).await.as_deref() {
            Ok(Some(state)) => state.clone(),
            // The start was aborted, and the process is about to end.
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
