//! Texts that are embedded in the binary and compressed only once.

use std::io::{self, Write};

use actix_web::http::header::{
    AcceptEncoding, CONTENT_ENCODING, Encoding, EntityTag, Header, VARY,
};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

use crate::http::cached_views::tagged;

/// Browsers may cache the text, but must revalidate it each time.
pub(crate) const ASKED_ABOUT: &str = "no-cache";

/// Browsers may cache the text for a year without revalidation. Only for addresses whose text never
/// changes.
pub(crate) const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// An embedded text, ready to be served.
pub(crate) struct Embedded {
    media: &'static str,
    tag: EntityTag,
    plain: Bytes,
    /// `None` if compression failed.
    gzipped: Option<Bytes>,
}

impl Embedded {
    pub(crate) fn new(media: &'static str, text: impl Into<Bytes>) -> Embedded {
        let plain: Bytes = text.into();
        let hash = Sha256::digest(&plain);
        let gzip = || -> io::Result<Vec<u8>> {
            let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
            gzip.write_all(&plain)?;
            gzip.finish()
        };
        Embedded {
            media,
            // Weak, because the tag is the same with and without compression.
            tag: EntityTag::new_weak(hex::encode(&hash[..12])),
            gzipped: gzip().ok().map(Bytes::from),
            plain,
        }
    }

    /// Returns the text, uncompressed.
    pub(crate) fn text(&self) -> &[u8] {
        &self.plain
    }

    /// Answers with the text, or with status 304 if the browser's copy is current. `kept` is the
    /// value of `Cache-Control`.
    pub(crate) fn answer(&self, request: &HttpRequest, kept: &'static str) -> HttpResponse {
        let (mut response, is_known) = tagged(request, self.tag.clone(), kept);
        response.insert_header((VARY, "Accept-Encoding"));
        if is_known {
            return response.finish();
        }
        response.content_type(self.media);
        match self.gzipped.clone().filter(|_| takes_gzip(request)) {
            Some(gzipped) => response
                .insert_header((CONTENT_ENCODING, "gzip"))
                .body(gzipped),
            None => response.body(self.plain.clone()),
        }
    }
}

fn takes_gzip(request: &HttpRequest) -> bool {
    let forms = [Encoding::gzip(), Encoding::identity()];
    AcceptEncoding::parse(request)
        .is_ok_and(|accepted| accepted.negotiate(forms.iter()) == Some(Encoding::gzip()))
}
