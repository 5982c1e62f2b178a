//! `Prefer: wait=30`: a client whose copy is current waits for a change instead of receiving status
//! 304 at once (RFC 7240 section 4.3).
//!
//! This serves clients that cannot follow a stream. A waiting request counts as a stream and holds
//! no permit.

use std::net::IpAddr;
use std::time::Duration;

use actix_web::HttpRequest;
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::web::Data;
use base::listeners::{Listening, Topic};
use common::ids::{GameId, PlayerId};
use integrations::streams::Pass;
use tokio::time::{Instant, sleep_until};

use crate::http::integrations::streams::Stopping;
use crate::http::problem::{Problem, Result};
use crate::http::server::connections::Bounds;
use crate::http::{State, caller};

/// The header that reports an honoured preference.
pub(super) const APPLIED: HeaderName = HeaderName::from_static("preference-applied");

/// The longest wait, in seconds. It is shorter than the timeouts of proxies.
const MOST: u64 = 30;

/// How many seconds the client prefers to wait.
pub(super) struct Patience(u64);

impl Patience {
    /// Reads the preference from a request.
    pub(super) fn of(request: &HttpRequest) -> Option<Patience> {
        let said = request.headers().get_all("prefer");
        let said = said.filter_map(|value| value.to_str().ok());
        let mut all = said.flat_map(|value| value.split([',', ';']));
        let seconds = all.find_map(|it| {
            let (name, value) = it.trim().split_once('=')?;
            let is_wait = name.trim().eq_ignore_ascii_case("wait");
            is_wait.then(|| value.trim().trim_matches('"').parse::<u64>().ok())?
        })?;
        (seconds > 0).then_some(Patience(seconds.min(MOST)))
    }

    /// Begins to wait for changes of a game. Returns `None` if too many requests wait already.
    pub(super) fn begin(&self, request: &HttpRequest, game: GameId) -> Result<Option<Waits>> {
        let state = State::of(request)?;
        let data = request.app_data::<Data<Bounds>>();
        let (Some(bounds), Some(stopping)) = (data, request.app_data::<Data<Stopping>>()) else {
            return Err(Problem::internal("a request has no bounds"));
        };
        let player: Option<PlayerId> = caller::player(request);
        let client: IpAddr = caller::client(request, state.config.behind_proxy);
        let pass = caller::pass(request)?;
        let topic = Topic::Game(game);
        let listening = state
            .listeners
            .listen([topic], player, client, bounds.streams.most);
        Ok(listening.ok().map(|listening| Waits {
            listening,
            pass,
            state: state.clone(),
            until: Instant::now() + Duration::from_secs(self.0),
            stopping: Stopping::clone(stopping),
        }))
    }

    /// Returns the header value that reports the honoured preference.
    pub(super) fn applied(&self) -> Result<HeaderValue> {
        HeaderValue::from_str(&format!("wait={}", self.0)).map_err(Problem::internal)
    }
}

/// A request that waits.
pub(super) struct Waits {
    listening: Listening,
    pass: Pass,
    state: State,
    until: Instant,
    stopping: Stopping,
}

impl Waits {
    /// Marks the start of a look at the game. From now on, only new hints count.
    pub(super) fn looks(&mut self) {
        self.listening.looks();
    }

    /// Rejects a caller whose session or token has ended in the meantime.
    pub(super) async fn may_look(&self) -> Result<()> {
        self.pass.caller(&self.state).await?;
        Ok(())
    }

    /// Waits for a hint. Returns whether one came in time.
    pub(super) async fn hint(&mut self) -> bool {
        tokio::select! {
            () = self.listening.hint() => true,
            () = sleep_until(self.until) => false,
            () = (self.stopping.0)() => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use crate::http::long_polling::Patience;

    #[test]
    fn prefer_header_is_parsed() {
        for (said, wait) in [
            ("wait=5", Some(5)),
            ("Wait=\"7\"", Some(7)),
            ("respond-async, wait=10", Some(10)),
            ("wait=600", Some(30)),
            ("wait=0", None),
            ("wait=soon", None),
            ("handling=lenient", None),
        ] {
            let request = TestRequest::default().append_header(("Prefer", said));
            let patience = Patience::of(&request.to_http_request());
            assert_eq!(patience.map(|it| it.0), wait, "{said}");
        }
    }
}
