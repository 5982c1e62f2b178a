//! Texts that are embedded in the binary and compressed only once.

use std::io::{self, Read, Write};

use actix_web::http::header::{
    AcceptEncoding, CONTENT_ENCODING, Encoding, EntityTag, Header, VARY,
};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use flate2::Compression;
use flate2::read::GzDecoder;
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
    /// `None` if the program contains only the compressed text.
    plain: Option<Bytes>,
    /// `None` if compression failed.
    gzipped: Option<Bytes>,
}

impl Embedded {
    pub(crate) fn new(media: &'static str, text: impl Into<Bytes>) -> Embedded {
        let plain: Bytes = text.into();
        let gzip = || -> io::Result<Vec<u8>> {
            let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
            gzip.write_all(&plain)?;
            gzip.finish()
        };
        Embedded {
            media,
            tag: tag_of(&plain),
            gzipped: gzip().ok().map(Bytes::from),
            plain: Some(plain),
        }
    }

    /// A text that is embedded as gzip made it, because it is long.
    pub(crate) fn gzipped(media: &'static str, gzipped: &'static [u8]) -> Embedded {
        Embedded {
            media,
            tag: tag_of(gzipped),
            plain: None,
            gzipped: Some(Bytes::from_static(gzipped)),
        }
    }

    /// Returns the tag, which another text does not have.
    pub(crate) fn tag(&self) -> &str {
        self.tag.tag()
    }

    /// Returns the text, uncompressed. Empty if the program contains only the compressed text.
    pub(crate) fn text(&self) -> &[u8] {
        self.plain.as_deref().unwrap_or_default()
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
            None => response.body(self.plain.clone().unwrap_or_else(|| self.unzipped())),
        }
    }

    /// Decompresses the text. Few clients need that: all browsers accept gzip.
    fn unzipped(&self) -> Bytes {
        let mut text = Vec::new();
        let mut gzip = GzDecoder::new(self.gzipped.as_deref().unwrap_or_default());
        match gzip.read_to_end(&mut text) {
            Ok(_) => text.into(),
            Err(_) => Bytes::new(),
        }
    }
}

/// Returns a weak tag, because it is the same with and without compression.
fn tag_of(text: &[u8]) -> EntityTag {
    EntityTag::new_weak(hex::encode(&Sha256::digest(text)[..12]))
}

fn takes_gzip(request: &HttpRequest) -> bool {
    let forms = [Encoding::gzip(), Encoding::identity()];
    AcceptEncoding::parse(request)
        .is_ok_and(|accepted| accepted.negotiate(forms.iter()) == Some(Encoding::gzip()))
}
