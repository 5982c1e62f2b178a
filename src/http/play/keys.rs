//! The public keys for the signatures of receipts.

use actix_web::get;
use common::clock::rfc3339;
use play::receipts;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::caller::Anybody;
use crate::http::json::Json;
use crate::http::problem::Result;
use crate::http::{DateTime, State};

/// A key (Ed25519) that signs or has signed receipts.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReceiptKey)]
pub struct KeyResource {
    /// The key's id: the first 16 hex digits of its SHA-256.
    #[schema(example = "4b18c99ea6fd3a52")]
    id: String,
    /// The public key: 32 bytes in base64url.
    #[schema(example = "6kpsY-KcUgq-9VB7Ey7F-ZVHdq6-vnuSQh7qaRRG0iw")]
    key: String,
    /// When the server began to use the key.
    since: DateTime,
    /// Since when another party may have the private key; null for a safe key. A receipt with a
    /// compromised key proves something only to those who had the receipt before.
    #[schema(required)]
    compromised_at: Option<DateTime>,
}

/// The keys that sign or have signed receipts.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReceiptKeyList)]
pub struct KeyList {
    /// The keys, the current one first. Old ones stay.
    keys: Vec<KeyResource>,
}

policy!(list_receipt_keys: Any);
/// List the keys that sign receipts
///
/// Returns the public keys that sign receipts. Keep the first one: with it you can check a receipt
/// even if this server no longer exists. Needs no token.
#[utoipa::path(
    tag = "history",
    responses((status = 200, description = "The keys, the current one first.", body = KeyList)),
    security((), ("access_token" = [])),
)]
#[get("/v1/receipt-keys")]
pub(crate) async fn list_receipt_keys(state: State, _: Anybody) -> Result<Json<KeyList>> {
    let published = receipts::published(&state).await?;
    let keys = published.into_iter().map(|it| KeyResource {
        id: it.key.id(),
        key: it.key.to_string(),
        since: rfc3339(it.since),
        compromised_at: it.leaked_at.map(rfc3339),
    });
    Ok(Json(KeyList {
        keys: keys.collect(),
    }))
}
