//! Tokens for programs: making, listing and revoking them.

use accounts::tokens::{self, DAYS, NewToken, Token};
use actix_web::{HttpResponse, delete, get, post};
use common::clock::rfc3339;
use common::ids::TokenId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::accounts::reauthentication::Sure;
use crate::http::caller::{Client, SignedIn};
use crate::http::json::Json;
use crate::http::openapi::schemas::ProblemBody;
use crate::http::openapi::sets::Scope;
use crate::http::problem::Result;
use crate::http::{At, DateTime, Routes, State};

pub(super) fn api(config: &mut impl Routes) {
    config
        .service(list_tokens)
        .service(create_token)
        .service(delete_token);
}

/// A new token.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TokenInput)]
pub struct NewTokenBody {
    /// Your name for the token: 1 to 60 characters.
    #[schema(examples("The robot on my desk"), min_length = 1, max_length = 60)]
    name: String,
    /// The token's scopes.
    #[schema(value_type = Vec<Scope>, min_items = 1)]
    scopes: Vec<tokens::Scope>,
    /// The lifetime in days. Default: 90.
    #[serde(default = "ninety")]
    #[schema(minimum = 1, maximum = 366)]
    days: u16,
    /// Your password or a passkey.
    reauthentication: Sure,
}

fn ninety() -> u16 {
    DAYS
}

/// A token.
#[derive(Serialize, ToSchema)]
#[schema(as = Token)]
pub struct TokenBody {
    /// The token's id.
    #[schema(examples("Gx3kPq7LmZ2"))]
    id: String,
    /// Your name for the token, or the `client_id` of the app that requested it.
    name: String,
    /// The token's scopes.
    #[schema(value_type = Vec<Scope>)]
    scopes: Vec<String>,
    /// When the token was created.
    created_at: DateTime,
    /// When the token expires.
    expires_at: DateTime,
    /// When the token was last used, to five minutes; null if never.
    #[schema(required)]
    last_used_at: Option<DateTime>,
}

impl From<Token> for TokenBody {
    fn from(token: Token) -> TokenBody {
        TokenBody {
            id: token.id,
            name: token.name,
            scopes: token.scopes.split(' ').map(str::to_owned).collect(),
            created_at: rfc3339(token.created_at),
            expires_at: rfc3339(token.expires_at),
            last_used_at: token.last_used_at.map(rfc3339),
        }
    }
}

/// A new token with its secret.
#[derive(Serialize, ToSchema)]
#[schema(as = TokenWithSecret)]
pub struct MadeToken {
    #[serde(flatten)]
    about: TokenBody,
    /// The secret. Your program sends it as `Authorization: Bearer …`. Shown only once.
    #[schema(examples("turnpike_hYpJ0oV5bX3mC8sQ1rT6wZ9dK2fL4gN7aE0uB5iM8oR"))]
    token: String,
}

/// Your tokens.
#[derive(Serialize, ToSchema)]
pub struct TokenList {
    /// The tokens, the oldest first; at most 50.
    tokens: Vec<TokenBody>,
}

policy!(list_tokens: Session);
/// List your tokens
///
/// Returns your tokens without their secrets: those that you have created and those that apps got
/// by OAuth. Expired tokens stay in the list for another month.
#[utoipa::path(
    tag = "accounts",
    responses((status = 200, description = "The tokens, the oldest first.", body = TokenList))
)]
#[get("/v1/me/tokens")]
pub(crate) async fn list_tokens(app: State, SignedIn(caller): SignedIn) -> Result<Json<TokenList>> {
    let tokens = tokens::list(&app, &caller).await?.into_iter();
    Ok(Json(TokenList {
        tokens: tokens.map(TokenBody::from).collect(),
    }))
}

policy!(create_token: Session, permit = Some(SignIn), key = Together);
/// Create a token for a program
///
/// Creates a token and returns it with its secret, which is shown only once. With the token a
/// program acts for you within its scopes, and without your password. Needs your password or a
/// passkey. The server notifies you by mail. All tokens end when you set a new password, sign out
/// everywhere or delete your account.
#[utoipa::path(
    tag = "accounts",
    responses(
        (status = 201, description = "The token with its secret, which is shown only once.", body = MadeToken),
        (status = 401, description = "not-signed-in; bad-credentials: password or passkey is wrong", body = ProblemBody),
        (status = 403, description = "forbidden: you have 50 tokens", body = ProblemBody),
        (status = 429, description = "rate-limited", body = ProblemBody),
    )
)]
#[post("/v1/me/tokens")]
pub(crate) async fn create_token(
    app: State,
    client: Client,
    SignedIn(caller): SignedIn,
    Json(body): Json<NewTokenBody>,
) -> Result<HttpResponse> {
    let new = NewToken {
        name: body.name,
        scopes: body.scopes,
        days: body.days,
        sure: body.reauthentication.parse()?,
    };
    let (token, secret) = tokens::make(&app, client.0, &caller, new).await?;
    let made = MadeToken {
        about: token.into(),
        token: secret,
    };
    Ok(HttpResponse::Created().json(made))
}

policy!(delete_token: Session, permit = Some(SignIn));
/// Revoke a token
///
/// Revokes one of your tokens. The server rejects it from now on.
#[utoipa::path(
    tag = "accounts",
    params(("token" = String, Path, description = "The token's id.")),
    responses(
        (status = 204, description = "The token is revoked."),
        (status = 404, description = "not-found: you have no token with this id", body = ProblemBody),
    )
)]
#[delete("/v1/me/tokens/{token}")]
pub(crate) async fn delete_token(
    app: State,
    SignedIn(caller): SignedIn,
    id: At<TokenId>,
) -> Result<HttpResponse> {
    tokens::revoke(&app, &caller, &id).await?;
    Ok(HttpResponse::NoContent().finish())
}
