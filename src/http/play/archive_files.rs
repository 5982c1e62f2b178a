//! Archive files: downloads of all finished public games of a month.

use actix_web::body::SizedStream;
use actix_web::http::StatusCode;
use actix_web::http::header::{
    ACCEPT_RANGES, CONTENT_RANGE, CONTENT_TYPE, ContentDisposition, ContentEncoding, EntityTag,
    Header, IF_RANGE, IfRange, Range,
};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, get};
use archives::{File, Month};
use common::ids::NoId;
use futures_util::stream;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::cached_views::tagged;
use crate::http::caller::Anybody;
use crate::http::json::Json;
use crate::http::openapi::schemas::ProblemBody;
use crate::http::paths::KnownKind;
use crate::http::problem::{Problem, Result};
use crate::http::{At, Routes, State};

/// Clients and proxies may keep a file, but ask whether it is current.
const KEPT: &str = "public, no-cache";

pub(super) fn api(config: &mut impl Routes) {
    config
        .service(list_archive_files)
        .service(download_archive_file);
}

/// An archive file.
#[derive(Serialize, ToSchema)]
#[schema(as = ArchiveFile)]
pub struct ArchiveFileResource {
    /// The name of the file.
    #[schema(example = "archive-2026-03.buttons.ndjson.zst")]
    name: String,
    /// The kind of game.
    #[schema(example = "buttons")]
    kind: String,
    /// The month in which the games finished, in UTC.
    #[schema(example = "2026-03")]
    month: String,
    /// The number of games.
    games: u32,
    /// The length in bytes.
    bytes: u64,
    /// SHA-256 of the file, in hexadecimal digits.
    sha256: String,
}

impl ArchiveFileResource {
    fn new(file: &File) -> ArchiveFileResource {
        ArchiveFileResource {
            name: FileName::of(file),
            kind: file.kind.clone(),
            month: file.month.to_string(),
            games: file.games,
            bytes: file.bytes,
            sha256: hex::encode(&file.sha256),
        }
    }
}

/// The archive files.
#[derive(Serialize, ToSchema)]
#[schema(as = ArchiveFiles)]
pub struct ArchiveFilesResource {
    /// The files, the newest month first.
    files: Vec<ArchiveFileResource>,
}

/// The name of an archive file: `archive-2026-03.buttons.ndjson.zst`.
#[derive(serde::Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct FileName {
    month: Month,
    kind: KnownKind,
}

impl FileName {
    fn of(file: &File) -> String {
        format!("archive-{}.{}.ndjson.zst", file.month, file.kind)
    }
}

impl TryFrom<String> for FileName {
    type Error = NoId;

    fn try_from(name: String) -> Result<FileName, NoId> {
        let inner = name.strip_prefix("archive-");
        let inner = inner.and_then(|it| it.strip_suffix(".ndjson.zst"));
        let (month, kind) = inner.and_then(|it| it.split_once('.')).ok_or(NoId)?;
        Ok(FileName {
            month: Month::parse(month).ok_or(NoId)?,
            kind: kind.to_owned().try_into()?,
        })
    }
}

policy!(list_archive_files: Any);
/// List archive files
///
/// Returns the files with all finished public games, one for each month and kind of game. The
/// server makes the files of a month from the second day after it. It makes a file again, with
/// another hash, a day after one of its players has deleted the account, and when a deal closes
/// whose games were missing. Needs no token.
#[utoipa::path(
    tag = "history",
    responses((status = 200, description = "The files.", body = ArchiveFilesResource)),
    security((), ("access_token" = []))
)]
#[get("/v1/archive/files")]
pub(crate) async fn list_archive_files(
    state: State,
    _: Anybody,
) -> Result<Json<ArchiveFilesResource>> {
    let files = archives::list(&state).await?;
    let files = files.iter().map(ArchiveFileResource::new).collect();
    Ok(Json(ArchiveFilesResource { files }))
}

/// NDJSON, compressed with zstd.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
pub struct ArchiveFileContent(#[expect(dead_code, reason = "for the document")] Vec<u8>);

policy!(download_archive_file: Any, cost = 3);
/// Download an archive file
///
/// Returns a file as NDJSON, compressed with zstd: each line is the response to
/// `GET /v1/games/{id}/export`, the earliest finished game first. `turnpike verify` checks such a
/// file. Accepts `Range` with one range, and `If-Range`. Needs no token.
#[utoipa::path(
    tag = "history",
    params(("file" = String, Path, description = "The name of the file.", example = "archive-2026-03.buttons.ndjson.zst")),
    responses(
        (status = 200, description = "The file.", body = ArchiveFileContent, content_type = "application/zstd"),
        (status = 206, description = "The part that `Range` names.", body = ArchiveFileContent, content_type = "application/zstd", headers(("ETag"))),
        (status = 304, description = "Your copy is current."),
        (status = 416, description = "range-not-satisfiable", body = ProblemBody),
    ),
    security((), ("access_token" = []))
)]
#[get("/v1/archive/files/{file}")]
pub(crate) async fn download_archive_file(
    state: State,
    request: HttpRequest,
    _: Anybody,
    name: At<FileName>,
) -> Result<HttpResponse> {
    let file = archives::find(&state, name.kind.0.info().id, name.month).await?;
    let tag = EntityTag::new_strong(hex::encode(&file.sha256));
    let (mut response, is_known) = tagged(&request, tag.clone(), KEPT);
    if is_known {
        return Ok(response.finish());
    }
    let part = part(&request, &file, tag)?;
    let (first, last) = part.unwrap_or((0, file.bytes - 1));
    if part.is_some() {
        let range = format!("bytes {first}-{last}/{}", file.bytes);
        response
            .status(StatusCode::PARTIAL_CONTENT)
            .insert_header((CONTENT_RANGE, range));
    }
    let name = FileName::of(&file);
    let end = last + 1;
    let pieces = stream::try_unfold((state, file, first..end), async |(state, file, left)| {
        if left.is_empty() {
            return Ok::<_, Problem>(None);
        }
        let mut piece = archives::read(&state, &file, left.start).await?;
        piece.truncate(usize::try_from(left.end - left.start).unwrap_or(usize::MAX));
        let next = left.start + piece.len() as u64..left.end;
        Ok(Some((Bytes::from(piece), (state, file, next))))
    });
    Ok(response
        .insert_header((CONTENT_TYPE, "application/zstd"))
        // Compressing the file again would only cost time, and its parts would not fit.
        .insert_header(ContentEncoding::Identity)
        .insert_header((ACCEPT_RANGES, "bytes"))
        .insert_header(ContentDisposition::attachment(name))
        .body(SizedStream::new(end - first, Box::pin(pieces))))
}

/// Returns the first and the last byte that a request asks for; `None` for the whole file. The
/// server honours a single range, and ignores other ones (RFC 9110 section 14.2).
fn part(request: &HttpRequest, file: &File, tag: EntityTag) -> Result<Option<(u64, u64)>> {
    let is_current = match IfRange::parse(request) {
        Ok(IfRange::EntityTag(known)) => known.strong_eq(&tag),
        Ok(IfRange::Date(_)) => false,
        Err(_) => !request.headers().contains_key(IF_RANGE),
    };
    match Range::parse(request) {
        Ok(Range::Bytes(ranges)) if is_current && ranges.len() == 1 => {
            match ranges[0].to_satisfiable_range(file.bytes) {
                Some(part) => Ok(Some(part)),
                None => Err(Problem::RangeNotSatisfiable { length: file.bytes }),
            }
        }
        _ => Ok(None),
    }
}
