//! The language that whoever calls prefers to read.

use actix_web::http::header::{ACCEPT_LANGUAGE, AcceptLanguage, CONTENT_LANGUAGE, Header, VARY};
use actix_web::{HttpRequest, Responder};
use rules::Language;

/// What `Accept-Language` prefers of the languages that are there (RFC 9110 section 12.5.4), else English.
pub(super) fn preferred(request: &HttpRequest) -> Language {
    if !request.headers().contains_key(ACCEPT_LANGUAGE) {
        return Language::default();
    }
    let wanted = AcceptLanguage::parse(request).map(|it| it.ranked());
    let mut wanted = wanted.into_iter().flatten();
    let known = wanted.find_map(|it| it.item()?.as_str().parse().ok());
    known.unwrap_or_default()
}

/// An answer in this language: others would be answered in theirs.
pub(super) fn told_in(language: Language, answer: impl Responder) -> impl Responder {
    answer
        .customize()
        .insert_header((CONTENT_LANGUAGE, language.code()))
        .append_header((VARY, "accept-language"))
}
