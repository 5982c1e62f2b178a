//! The reasons for which a request about webhooks or pushes can be rejected.

use base::refusal::Rejection;
use rules::Message;
use strum::{EnumCount, IntoStaticStr};

/// Why a request was rejected or failed. As [`base::Refusal`], with the code of this domain. Only
/// functions that check a URL return it, all others return [`play::Refusal`].
#[derive(Clone, EnumCount, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Refusal {
    /// The server does not send requests to this URL.
    BadUrl {
        /// The member of the request's body that contains the URL.
        member: &'static str,
        /// The reason.
        detail: Message,
    },
    /// A reason of a domain below.
    #[strum(transparent)]
    Play(play::Refusal),
}

base::log_by_code!(Refusal);

impl<E> From<E> for Refusal
where
    play::Refusal: From<E>,
{
    fn from(error: E) -> Refusal {
        Refusal::Play(error.into())
    }
}

impl Rejection for Refusal {
    fn code(&self) -> &'static str {
        self.into()
    }

    fn title(&self) -> &'static str {
        match self {
            Refusal::BadUrl { .. } => "The server does not send to this URL.",
            Refusal::Play(it) => it.title(),
        }
    }

    fn message(&self) -> Message {
        match self {
            Refusal::BadUrl { detail, .. } => detail.clone(),
            Refusal::Play(it) => it.message(),
        }
    }

    fn general(&self) -> Option<&base::Refusal> {
        match self {
            Refusal::BadUrl { .. } => None,
            Refusal::Play(it) => it.general(),
        }
    }
}
