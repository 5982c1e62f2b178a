//! Tokens of sessions, which the client renews, and personal tokens, which it does not.

use std::collections::HashSet;

use chrono::DateTime;
use futures_util::future::join_all;
use turnpike_client::{
    Error, Options, Tokens, Turnpike,
    api::{ProblemCode, Reauthentication, Scope, SignIn, SignUp, TokenInput},
};

use crate::helpers::{
    Fate, PASSWORD, Proxy, lock, new_name, player, player_with, recording, server,
};

const REFRESH: &str = "POST /v1/sessions/refresh ";

/// Returns the tokens of a new player.
async fn new_tokens() -> Tokens {
    player_with(&server(), Options::default()).await.1
}

fn ended(tokens: Tokens) -> Tokens {
    Tokens {
        expires_at: DateTime::UNIX_EPOCH,
        ..tokens
    }
}

/// Makes twenty calls at once with these tokens. Returns the number of renewals, and the new
/// tokens.
async fn twenty(proxy: &Proxy, tokens: Tokens) -> (usize, Vec<Tokens>) {
    let earlier = proxy.count(REFRESH);
    let (options, received) = recording(Options::default());
    let turnpike = Turnpike::resume(&proxy.url, tokens, &options).expect("a client");
    let calls = join_all((0..20).map(|_| turnpike.api.get_account())).await;
    let names: HashSet<String> = calls
        .into_iter()
        .map(|it| it.expect("an account").name)
        .collect();
    assert_eq!(names.len(), 1);
    let received = lock(&received).clone();
    (proxy.count(REFRESH) - earlier, received)
}

#[tokio::test]
async fn expired_token_is_renewed_once_for_twenty_calls() {
    let proxy = Proxy::start().await;
    let (refreshes, received) = twenty(&proxy, ended(new_tokens().await)).await;
    assert_eq!((refreshes, received.len()), (1, 1));
    // Had the old refresh token been used twice, the session would be over.
    let (again, _) = twenty(&proxy, ended(received[0].clone())).await;
    assert_eq!(again, 1);
}

#[tokio::test]
async fn rejected_token_is_renewed_once_for_twenty_calls() {
    let proxy = Proxy::start().await;
    let tokens = Tokens {
        access: "no-token-of-this-server".into(),
        ..new_tokens().await
    };
    let (refreshes, received) = twenty(&proxy, tokens).await;
    assert_eq!(refreshes, 1);
    let (none, _) = twenty(&proxy, received[0].clone()).await;
    assert_eq!(none, 0);
}

#[tokio::test]
async fn token_renewal_is_retried_when_the_response_is_lost() {
    let proxy = Proxy::start().await;
    proxy.once(REFRESH, Fate::CutAfter, 1);
    let (refreshes, received) = twenty(&proxy, ended(new_tokens().await)).await;
    assert_eq!((refreshes, received.len()), (2, 1));
}

#[tokio::test]
async fn all_waiting_calls_fail_when_the_session_has_ended() {
    let (turnpike, tokens) = player_with(&server(), Options::default()).await;
    turnpike.api.sign_out(None).await.unwrap();
    let over = Turnpike::resume(&server(), ended(tokens), &Options::default()).unwrap();
    for result in join_all((0..2).map(|_| over.api.get_account())).await {
        assert_eq!(
            Error::from(result.unwrap_err()).code(),
            Some(&ProblemCode::BadRefreshToken)
        );
    }
}

#[tokio::test]
async fn player_signs_in_again_with_the_device_token() {
    let name = new_name();
    let (options, received) = recording(Options::default());
    let body = SignUp::new(format!("{name}@example.org"), name.clone(), PASSWORD.into());
    Turnpike::sign_up(&server(), body, &options).await.unwrap();
    let device_token = lock(&received)[0].device.clone();
    assert!(device_token.is_some());
    let body = SignIn {
        name: Some(name.clone()),
        password: Some(PASSWORD.into()),
        device_token,
        ..SignIn::default()
    };
    let turnpike = Turnpike::sign_in(&server(), body, &options).await.unwrap();
    assert_eq!(turnpike.api.get_account().await.unwrap().name, name);
    assert_eq!(lock(&received).len(), 2);
}

#[tokio::test]
async fn sign_in_with_a_wrong_password_fails() {
    let body = SignIn {
        name: Some(new_name()),
        password: Some("not this one".into()),
        ..SignIn::default()
    };
    let refused = Turnpike::sign_in(&server(), body, &Options::default())
        .await
        .err();
    assert_eq!(refused.unwrap().code(), Some(&ProblemCode::BadCredentials));
}

#[tokio::test]
async fn personal_token_is_limited_to_its_scopes_and_not_renewed() {
    let owner = player(&server()).await;
    let reauthentication = Reauthentication {
        password: Some(PASSWORD.into()),
        ..Reauthentication::default()
    };
    let body = TokenInput {
        days: None,
        name: "a test".into(),
        scopes: vec![Scope::GamesRead],
        reauthentication,
    };
    let made = owner.api.create_token(body).await.unwrap();
    let program = Turnpike::with_token(&server(), &made.token, &Options::default()).unwrap();
    program.api.list_games_builder().send().await.unwrap();
    let refused = Error::from(program.api.get_account().await.unwrap_err());
    assert_eq!(refused.code(), Some(&ProblemCode::InsufficientScope));
    owner.api.delete_token(made.id).await.unwrap();
    let refused = Error::from(program.api.list_games_builder().send().await.unwrap_err());
    assert_eq!(refused.code(), Some(&ProblemCode::NotSignedIn));
}
