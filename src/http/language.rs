//! The language that the caller prefers.

use actix_web::http::header::{ACCEPT_LANGUAGE, AcceptLanguage, CONTENT_LANGUAGE, Header, VARY};
use actix_web::{HttpRequest, Responder};
use rules::Language;

/// Returns the supported language that `Accept-Language` prefers (RFC 9110 section 12.5.4), or
/// English if the header names none.
pub(super) fn preferred(request: &HttpRequest) -> Language {
    if !request.headers().contains_key(ACCEPT_LANGUAGE) {
        return Language::default();
    }
    let wanted = AcceptLanguage::parse(request).map(|it| it.ranked());
    let mut wanted = wanted.into_iter().flatten();
    let known = wanted.find_map(|it| it.item()?.as_str().parse().ok());
    known.unwrap_or_default()
}

/// Marks an answer as written in this language, and as dependent on `Accept-Language`.
pub(super) fn told_in(language: Language, answer: impl Responder) -> impl Responder {
    answer
        .customize()
        .insert_header((CONTENT_LANGUAGE, language.code()))
        .append_header((VARY, "accept-language"))
}
