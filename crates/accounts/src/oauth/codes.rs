//! Authorization codes with PKCE: the server sends them to the app's redirect URI, and only that
//! app can use them (RFC 6749 section 4.1, RFC 7636).

use std::net::IpAddr;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::TimeDelta;
use common::ids;
use db::sets::GrantStatus;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::Accounts;
use crate::access::Caller;
use crate::oauth::{Asked, Fault, Issued};
use crate::reauthentication::Reauthentication;
use crate::refusal::Result;
use crate::store::grants::{self, Grant};
use crate::store::tokens;

/// The lifetime of a code. The app gets it right after the player agrees.
const GOOD_FOR: TimeDelta = TimeDelta::minutes(2);

/// Records the player's consent and returns the code.
pub async fn agree(
    app: &Accounts,
    client: IpAddr,
    caller: &Caller,
    asked: &Asked,
    sure: &Reauthentication,
) -> Result<String> {
    app.limits.grant(caller.player)?;
    let seen = crate::oauth::is_sure(app, client, caller, sure).await?;
    let now = app.clock.now();
    let code = ids::secret_token();
    let scopes: Vec<&str> = asked.scopes.iter().map(|scope| scope.into()).collect();
    let grant = Grant {
        hash: ids::secret_hash(&code),
        user_code: None,
        redirect_uri: Some(asked.redirect.as_str().to_owned()),
        challenge: Some(asked.challenge.clone()),
        client: asked.client.clone(),
        scopes: scopes.join(" "),
        player_id: Some(caller.player),
        status: GrantStatus::Granted,
        token_id: None,
        created_at: now,
        expires_at: now + GOOD_FOR,
        polled_at: None,
    };
    app.transaction(async |conn| {
        crate::oauth::agrees(conn, caller, &seen).await?;
        grants::insert(conn, &grant).await?;
        Ok(())
    })
    .await?;
    Ok(code)
}

/// Exchanges a code for a token. If a code is used twice, it was intercepted, so its token is
/// revoked.
pub async fn by_code(
    app: &Accounts,
    code: &str,
    client: &str,
    redirect_uri: Option<&str>,
    verifier: &str,
) -> Result<Issued, Fault> {
    // RFC 7636 section 4.1.
    if !(43..=128).contains(&verifier.len()) {
        return Err(Fault::InvalidGrant);
    }
    let now = app.clock.now();
    let hash = ids::secret_hash(code);
    let issued = app
        .transaction(async |conn| {
            // The player is locked first, as in all code that revokes tokens.
            let Some(seen) = grants::find(conn, &hash).await? else {
                return Ok(Err(Fault::InvalidGrant));
            };
            let player = crate::oauth::lock(conn, seen.player_id).await?;
            let grant = grants::lock(conn, &hash).await?;
            let (Some(player), Some(grant)) = (player, grant) else {
                return Ok(Err(Fault::InvalidGrant));
            };
            let is_its_own = grant.client == client
                && redirect_uri.is_none_or(|it| grant.redirect_uri.as_deref() == Some(it))
                && grant.challenge.is_some_and(|it| fits(&it, verifier));
            if !is_its_own {
                return Ok(Err(Fault::InvalidGrant));
            }
            match (grant.status, &grant.token_id) {
                (GrantStatus::Granted, _) if grant.expires_at > now => {
                    let grant = Grant {
                        challenge: None,
                        ..grant
                    };
                    crate::oauth::issue(app, conn, &player, &grant, now).await
                }
                (GrantStatus::Used, Some(token)) => {
                    tokens::remove(conn, player.id, token).await?;
                    Ok(Err(Fault::InvalidGrant))
                }
                _ => Ok(Err(Fault::InvalidGrant)),
            }
        })
        .await??;
    app.outbox.notify_one();
    Ok(issued)
}

/// Whether the challenge is the hash of this verifier.
fn fits(challenge: &str, verifier: &str) -> bool {
    let hash = URL_SAFE_NO_PAD.encode(Sha256::digest(verifier));
    hash.as_bytes().ct_eq(challenge.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    /// The example in RFC 7636, appendix B.
    #[test]
    fn pkce_verifier_matches_its_challenge() {
        let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
        assert!(crate::oauth::codes::fits(
            challenge,
            "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
        ));
        assert!(!crate::oauth::codes::fits(challenge, challenge));
    }
}
