//! Accounts: sign-up, the caller's own account, and the public profile of a player.

use accounts::account::{self, Account};
use accounts::devices::Device;
use accounts::identity::{Email, NewPassword, PlayerName};
use accounts::reset::Proof;
use accounts::sessions::Tokens;
use accounts::{confirmation, reset as resets};
use actix_web::http::header::LOCATION;
use actix_web::{HttpResponse, delete, get, patch, post};
use base::refusal::Refusal;
use common::clock::rfc3339;
use common::texts::message;
use db::sets::MailTrouble;
use play::membership::admission::Invitation;
use play::membership::profile::{self, Change, Profile};
use play::membership::{self, departure, guests};
use rules::{Language, Word};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::http::accounts::sessions::SessionBody;
use crate::http::caller::{Client, Reads, RunsOn, SignedIn};
use crate::http::json::{BodyIfAny, Json};
use crate::http::openapi::schemas::ProblemBody;
use crate::http::openapi::sets;
use crate::http::paths::Name;
use crate::http::problem::{Result, at_least_one, invalid, wrong_parameter};
use crate::http::query::{Query, limit};
use crate::http::{At, DateTime, Routes, State};

pub(super) fn api(config: &mut impl Routes) {
    config
        .service(sign_up)
        .service(create_guest)
        .service(upgrade_guest)
        .service(find_players)
        .service(get_player)
        .service(get_account)
        .service(update_account)
        .service(delete_account)
        .service(confirm_email)
        .service(send_confirmation)
        .service(request_password_reset)
        .service(reset_password);
}

/// A new player.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SignUp {
    /// 2 to 24 ASCII letters, digits, `-` and `_`; starts with a letter or a digit. Public. Names
    /// that differ only in case are the same name. A name that looks like another player's (`BiII`
    /// beside `Bill`) is taken.
    #[schema(
        examples("ann"),
        min_length = 2,
        max_length = 24,
        pattern = "^[A-Za-z0-9][A-Za-z0-9_-]+$"
    )]
    name: String,
    /// The address for mail. No other player sees it.
    #[schema(examples("ann@example.org"), format = Email, max_length = 254)]
    email: String,
    /// 8 to 256 characters. The server rejects common passwords.
    #[schema(min_length = 8, max_length = 256, format = Password)]
    password: String,
    /// The language of texts for the player. Default: the one that `Accept-Language` prefers.
    #[schema(value_type = Option<sets::Language>)]
    language: Option<String>,
    /// An invitation to a game. Some servers require one for signing up.
    invitation: Option<ShownInvitation>,
}

/// An invitation to a game, from its link.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = InvitationSecret)]
pub struct ShownInvitation {
    /// The game's id.
    game: String,
    /// The part of the link after `#invitation=`.
    secret: String,
}

impl ShownInvitation {
    fn parse(self) -> Result<Invitation> {
        Ok(Invitation {
            game: self.game.try_into().map_err(Refusal::from)?,
            secret: self.secret,
        })
    }
}

/// The parameters of a new guest.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = GuestInput)]
pub struct GuestBody {
    /// An invitation to a game. Some servers require one for signing up.
    invitation: Option<ShownInvitation>,
}

/// A new player, signed in.
#[derive(Serialize, ToSchema)]
#[schema(as = SignUpResult)]
pub struct SignedUp {
    /// The player's name.
    #[schema(examples("ann"))]
    name: String,
    /// When the player signed up.
    created_at: DateTime,
    /// The player's first session.
    session: SessionBody,
}

/// The public profile of a player.
#[derive(Serialize, ToSchema)]
#[schema(as = Player)]
pub struct PlayerBody {
    /// The player's name.
    #[schema(examples("ann"))]
    name: String,
    /// When the player signed up.
    created_at: DateTime,
    /// The number of finished games.
    games_finished: i64,
    /// Whether a program plays with this account.
    automated: bool,
    /// Whether the player is a guest. The server deletes guests that are inactive for 30 days.
    guest: bool,
}

impl From<Profile> for PlayerBody {
    fn from(profile: Profile) -> PlayerBody {
        PlayerBody {
            name: profile.name,
            created_at: rfc3339(profile.created_at),
            games_finished: profile.games_finished,
            automated: profile.automated,
            guest: profile.guest,
        }
    }
}

/// Your account.
#[derive(Serialize, ToSchema)]
#[schema(as = Account)]
pub struct AccountBody {
    /// Your name.
    #[schema(examples("ann"))]
    name: String,
    /// Your mail address; empty for a guest.
    #[schema(examples("ann@example.org"))]
    email: String,
    /// Whether mails about games go to `email`. Confirm the address first.
    email_confirmed: bool,
    /// The new address that you have not confirmed yet; null if there is none.
    #[schema(required)]
    pending_email: Option<String>,
    /// When you signed up.
    created_at: DateTime,
    /// Your time zone, an IANA name. Times in mails and the days of holidays use it.
    #[schema(examples("Europe/Paris"))]
    time_zone: String,
    /// The language of mails and other texts for you.
    #[schema(value_type = sets::Language)]
    language: Language,
    /// Whether the server plays moves for you that leave no choice: a roll, the only pawn that can
    /// move, the end of a day with no card left. The orders of each game can differ.
    play_forced_moves: bool,
    /// Whether a program plays with this account. Everybody sees this.
    automated: bool,
    /// Whether you are a guest. `POST /v1/me/upgrade` makes an account of a guest.
    guest: bool,
    /// Why the server sends no mails about games to `email`; null if it does.
    #[schema(required)]
    mail_suspended: Option<SuspensionBody>,
}

/// A suspension of mail to your address. To resume mail, request a code with
/// `POST /v1/me/confirmation/mail` and confirm the address again, or change the address.
#[derive(Serialize, ToSchema)]
#[schema(as = MailSuspension)]
pub struct SuspensionBody {
    /// When the suspension began.
    since: DateTime,
    /// The reason for the suspension.
    reason: MailTrouble,
}

impl From<Account> for AccountBody {
    fn from(account: Account) -> AccountBody {
        AccountBody {
            name: account.name,
            email: account.email,
            email_confirmed: account.email_confirmed,
            pending_email: account.pending_email,
            created_at: rfc3339(account.created_at),
            time_zone: account.time_zone.name().to_owned(),
            language: account.language,
            play_forced_moves: account.forced,
            automated: account.automated,
            guest: account.guest,
            mail_suspended: account.suspension.map(|suspension| SuspensionBody {
                since: rfc3339(suspension.since),
                reason: suspension.reason,
            }),
        }
    }
}

/// Changes of your account. Omitted members stay the same.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = AccountUpdate)]
pub struct AccountChange {
    /// Your current password. Required for a new password or address.
    #[schema(format = Password)]
    current_password: Option<String>,
    /// The new password: 8 to 256 characters. The server rejects common passwords.
    #[schema(min_length = 8, max_length = 256, format = Password)]
    password: Option<String>,
    /// The new address.
    #[schema(examples("ann@example.org"), format = Email, max_length = 254)]
    email: Option<String>,
    /// The new time zone, an IANA name.
    #[schema(examples("Europe/Paris"))]
    time_zone: Option<String>,
    /// The language of mails and other texts for you.
    #[schema(value_type = Option<sets::Language>)]
    language: Option<String>,
    /// Whether the server plays moves for you that leave no choice, in all running and future
    /// games.
    play_forced_moves: Option<bool>,
    /// `true` marks the account permanently as played by a program. Everybody sees this. Only
    /// before its first seat.
    automated: Option<bool>,
}

/// The confirmation that deletes an account.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AccountDeletion {
    /// Your password.
    #[schema(format = Password)]
    password: String,
}

/// The code that confirms an address.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EmailConfirmation)]
pub struct Confirmation {
    /// The code from the mail. Case, hyphens and spaces do not matter.
    #[schema(examples("ABCD2345"))]
    code: String,
}

/// A request for a code to set a new password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PasswordResetRequest)]
pub struct ResetRequest {
    /// The address of the account.
    #[schema(examples("ann@example.org"), format = Email, max_length = 254)]
    email: String,
}

/// A new password, with the code or the link from a mail.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PasswordReset)]
pub struct Reset {
    /// The player's name, from the mail. Required with `code`.
    #[schema(examples("ann"))]
    name: Option<String>,
    /// The code from the mail. Either this or `link`.
    #[schema(examples("ABCD2345"))]
    code: Option<String>,
    /// The secret from the link in the mail. Wrong codes do not invalidate it.
    link: Option<String>,
    /// The new password: 8 to 256 characters. The server rejects common passwords.
    #[schema(min_length = 8, max_length = 256, format = Password)]
    password: String,
}

policy!(sign_up: Nothing, permit = Some(SignIn), key = Together);
/// Sign up
///
/// Creates an account and signs the player in, who can play at once. The server sends mails about
/// games only after the player has confirmed the address with the code that it sends there. The
/// response does not show whether another account has this address. Needs no token.
#[utoipa::path(
    tag = "accounts",
    responses(
        (status = 201, description = "The new player with a session.", body = SignedUp, headers(("Location"))),
        (status = 403, description = "forbidden", body = ProblemBody),
        (status = 409, description = "name-taken", body = ProblemBody),
        (status = 429, description = "rate-limited", body = ProblemBody),
    ),
    security(()),
)]
#[post("/v1/players")]
pub(crate) async fn sign_up(
    app: State,
    client: Client,
    Reads(preferred): Reads,
    RunsOn(runs_on): RunsOn,
    Json(body): Json<SignUp>,
) -> Result<HttpResponse> {
    let name = PlayerName::parse(&body.name)?;
    let email = Email::parse(&body.email)?;
    let about = [name.as_str(), email.as_str()];
    let password = NewPassword::parse(body.password, &about)?;
    let device = Device {
        name: runs_on,
        token: None,
    };
    let language = match &body.language {
        Some(code) => language(code)?,
        None => preferred,
    };
    let invitation = body.invitation.map(ShownInvitation::parse).transpose()?;
    let invitation = invitation.as_ref();
    let signed_in = membership::sign_up::sign_up(
        &app, client.0, name, email, password, language, &device, invitation,
    );
    let (player, tokens) = signed_in.await?;
    Ok(HttpResponse::Created()
        .insert_header((LOCATION, format!("/v1/players/{}", player.name)))
        .json(signed_up(player, tokens)))
}

fn signed_up(player: Profile, tokens: Tokens) -> SignedUp {
    SignedUp {
        name: player.name,
        created_at: rfc3339(player.created_at),
        session: tokens.into(),
    }
}

policy!(create_guest: Nothing, key = Together);
/// Play without signing up
///
/// Creates a guest and signs them in. The server chooses the guest's name. A guest has no address
/// and no password, so the session is the only way to sign in. Guests play with bots, or in a seat
/// that another player reserves for them. Calls that reach other people or need a password return
/// `guest-not-allowed`. The server deletes guests that are inactive for 30 days. This call shares
/// the rate limit of signing up. Needs no token.
#[utoipa::path(
    tag = "accounts",
    request_body = Option<GuestBody>,
    responses(
        (status = 201, description = "The new guest with a session.", body = SignedUp),
        (status = 400, description = "malformed-json, invalid-request", body = ProblemBody),
        (status = 403, description = "forbidden", body = ProblemBody),
        (status = 413, description = "too-large", body = ProblemBody),
        (status = 415, description = "unsupported-media-type, unsupported-encoding", body = ProblemBody),
    ),
    security(()),
)]
#[post("/v1/players/guest")]
pub(crate) async fn create_guest(
    app: State,
    client: Client,
    Reads(language): Reads,
    RunsOn(runs_on): RunsOn,
    BodyIfAny(body): BodyIfAny<GuestBody>,
) -> Result<HttpResponse> {
    let device = Device {
        name: runs_on,
        token: None,
    };
    let invitation = body.invitation.map(ShownInvitation::parse).transpose()?;
    let begun = guests::begin(&app, client.0, language, &device, invitation.as_ref());
    let (player, tokens) = begun.await?;
    Ok(HttpResponse::Created().json(signed_up(player, tokens)))
}

policy!(upgrade_guest: Session, permit = Some(SignIn), key = Reserved);
/// Turn a guest into an account
///
/// Gives a guest a name, an address and a password, and returns the account. Only for guests. The
/// new name also appears in finished games. Seats, history and sessions stay, and so does the
/// language if you send none.
#[utoipa::path(
    tag = "accounts",
    responses(
        (status = 200, description = "The account. The server sends a code to the address.", body = AccountBody),
        (status = 403, description = "forbidden", body = ProblemBody),
        (status = 409, description = "name-taken, not-a-guest", body = ProblemBody),
    )
)]
#[post("/v1/me/upgrade")]
pub(crate) async fn upgrade_guest(
    app: State,
    client: Client,
    SignedIn(caller): SignedIn,
    Json(body): Json<SignUp>,
) -> Result<Json<AccountBody>> {
    let name = PlayerName::parse(&body.name)?;
    let email = Email::parse(&body.email)?;
    let about = [name.as_str(), email.as_str()];
    let password = NewPassword::parse(body.password, &about)?;
    let language = body.language.as_deref().map(language).transpose()?;
    let kept = guests::keep(&app, client.0, &caller, &name, &email, password, language).await?;
    Ok(Json(kept.into()))
}

/// Which players to find.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PlayersQuery {
    /// The beginning of the name, in any case.
    #[param(min_length = 2, max_length = 24, example = "an")]
    prefix: String,
    /// The maximum number of players.
    #[param(default = 20, minimum = 1, maximum = 20)]
    limit: Option<i64>,
}

/// A player in a list.
#[derive(Serialize, ToSchema)]
#[schema(as = PlayerSummary)]
pub struct FoundPlayer {
    /// The player's name.
    #[schema(examples("ann"))]
    name: String,
    /// Whether a program plays with this account.
    automated: bool,
}

/// The players that were found.
#[derive(Serialize, ToSchema)]
#[schema(as = PlayerList)]
pub struct FoundPlayers {
    /// The players, sorted by name.
    players: Vec<FoundPlayer>,
}

/// How many players a search finds at most.
const MOST_FOUND: u32 = 20;

policy!(find_players: Scope(GamesRead), cost = 3);
/// Find players
///
/// Returns accounts whose names begin with `prefix`, sorted by name: no guests and no suspended
/// accounts. Not for guests.
#[utoipa::path(
    tag = "accounts",
    params(PlayersQuery),
    responses(
        (status = 200, description = "The players.", body = FoundPlayers),
        (status = 403, description = "guest-not-allowed", body = ProblemBody),
    ),
)]
#[get("/v1/players")]
pub(crate) async fn find_players(
    app: State,
    SignedIn(caller): SignedIn,
    Query(query): Query<PlayersQuery>,
) -> Result<Json<FoundPlayers>> {
    let limit = limit(query.limit, MOST_FOUND.into(), MOST_FOUND)?;
    let Some(key) = PlayerName::key_of(&query.prefix) else {
        return wrong_parameter("prefix", message("why-prefix"));
    };
    let found = profile::find(&app, &caller, &key, limit).await?;
    let players = found.into_iter().map(|player| FoundPlayer {
        name: player.name,
        automated: player.automated,
    });
    Ok(Json(FoundPlayers {
        players: players.collect(),
    }))
}

policy!(get_player: Nothing);
/// Get a player
///
/// Returns the public profile of a player: the name, when the player signed up, the number of
/// finished games, and whether the player is a guest or a program. Needs no token.
#[utoipa::path(
    tag = "accounts",
    params(("name" = String, Path, description = "The player's name, in any case.")),
    responses((status = 200, description = "The player.", body = PlayerBody)),
    security(()),
)]
#[get("/v1/players/{name}")]
pub(crate) async fn get_player(app: State, name: At<Name>) -> Result<Json<PlayerBody>> {
    Ok(Json(profile::profile(&app, &name).await?.into()))
}

policy!(get_account: Scope(Account));
/// Get your account
///
/// Returns your own account: your name, your address and whether you have confirmed it, your
/// language and time zone. Other players see less (`GET /v1/players/{name}`).
#[utoipa::path(
    tag = "accounts",
    responses((status = 200, description = "The account.", body = AccountBody))
)]
#[get("/v1/me")]
pub(crate) async fn get_account(
    app: State,
    SignedIn(caller): SignedIn,
) -> Result<Json<AccountBody>> {
    Ok(Json(account::me(&app, &caller).await?.into()))
}

policy!(update_account: Session, permit = Some(SignIn));
/// Change your password, address, time zone or language
///
/// Changes the settings in the body, and returns the account. A new password or address needs your
/// current password, and the server notifies your old address. A new password ends all your other
/// sessions, and cancels a pending new address, codes and mail commands. A new address is
/// `pending_email` until you confirm it, signed in, with the code that the server sends there. A
/// server that delivers mail only to its local mailbox replaces the old address at once.
#[utoipa::path(
    tag = "accounts",
    responses(
        (status = 200, description = "The changed account.", body = AccountBody),
        (status = 401, description = "not-signed-in; bad-credentials: the password is wrong", body = ProblemBody),
        (status = 403, description = "forbidden: the account has had a seat", body = ProblemBody),
        (status = 429, description = "rate-limited", body = ProblemBody),
    )
)]
#[patch("/v1/me")]
pub(crate) async fn update_account(
    app: State,
    client: Client,
    SignedIn(caller): SignedIn,
    Json(body): Json<AccountChange>,
) -> Result<Json<AccountBody>> {
    let asks = body.password.is_some()
        || body.email.is_some()
        || body.time_zone.is_some()
        || body.language.is_some()
        || body.play_forced_moves.is_some()
        || body.automated.is_some();
    if !asks {
        return at_least_one(&[
            "password",
            "email",
            "time_zone",
            "language",
            "play_forced_moves",
            "automated",
        ]);
    }
    if body.automated == Some(false) {
        return invalid("why-automated-stays");
    }
    let change = Change {
        current_password: body.current_password,
        password: body
            .password
            .map(|password| NewPassword::parse(password, &[]))
            .transpose()?,
        email: body.email.as_deref().map(Email::parse).transpose()?,
        time_zone: body.time_zone.as_deref().map(time_zone).transpose()?,
        language: body.language.as_deref().map(language).transpose()?,
        forced: body.play_forced_moves,
        automated: body.automated.is_some(),
    };
    let account = profile::change(&app, client.0, &caller, change).await?;
    Ok(Json(account.into()))
}

pub(crate) fn time_zone(name: &str) -> Result<chrono_tz::Tz> {
    let zone = name.parse();
    zone.or_else(|_| invalid("why-time-zone"))
}

fn language(code: &str) -> Result<Language> {
    code.parse().map_err(|_| {
        let all = Word::comma(Language::ALL.map(Language::code));
        Refusal::InvalidRequest(message("why-language").with("languages", all)).into()
    })
}

policy!(delete_account: Session, permit = Some(SignIn));
/// Delete your account
///
/// Deletes your name, address, password, codes and sessions. Your finished and running games stay,
/// under an anonymous name. You leave games that have not started, and the server cancels those
/// that you created. Nobody can take your name for a year. Reports by others stay. Needs your
/// password.
#[utoipa::path(
    tag = "accounts",
    responses(
        (status = 204, description = "The account is deleted."),
        (status = 401, description = "not-signed-in; bad-credentials: the password is wrong", body = ProblemBody),
        (status = 429, description = "rate-limited", body = ProblemBody),
    )
)]
#[delete("/v1/me")]
pub(crate) async fn delete_account(
    app: State,
    client: Client,
    SignedIn(caller): SignedIn,
    Json(body): Json<AccountDeletion>,
) -> Result<HttpResponse> {
    departure::delete(&app, client.0, &caller, &body.password).await?;
    Ok(HttpResponse::NoContent().finish())
}

policy!(confirm_email: Session);
/// Confirm your address
///
/// Confirms your address with the code that the server has sent there. A code is valid for 7 days,
/// for one use and five attempts.
#[utoipa::path(
    tag = "accounts",
    responses(
        (status = 204, description = "The address is confirmed."),
        (status = 409, description = "address-taken", body = ProblemBody),
        (status = 422, description = "bad-code", body = ProblemBody),
        (status = 429, description = "rate-limited", body = ProblemBody),
    )
)]
#[post("/v1/me/confirmation")]
pub(crate) async fn confirm_email(
    app: State,
    client: Client,
    SignedIn(caller): SignedIn,
    Json(body): Json<Confirmation>,
) -> Result<HttpResponse> {
    confirmation::by_caller(&app, client.0, &caller, &body.code).await?;
    Ok(HttpResponse::NoContent().finish())
}

policy!(send_confirmation: Session);
/// Request another confirmation code
///
/// Sends another code to your address, and invalidates earlier codes. A confirmation also resumes
/// mail to an address that is `mail_suspended`. If there is nothing to confirm, the server sends no
/// mail.
#[utoipa::path(
    tag = "accounts",
    responses(
        (status = 202, description = "The server sends a mail if there is an address to confirm."),
        (status = 429, description = "rate-limited", body = ProblemBody),
    )
)]
#[post("/v1/me/confirmation/mail")]
pub(crate) async fn send_confirmation(
    app: State,
    client: Client,
    SignedIn(caller): SignedIn,
) -> Result<HttpResponse> {
    confirmation::send(&app, client.0, &caller).await?;
    Ok(HttpResponse::Accepted().finish())
}

policy!(request_password_reset: Nothing);
/// Request a code for a new password
///
/// Sends a code for each account with this address. A code is valid for one hour, for one use and
/// five attempts, and invalidates earlier ones. The mail also contains a link. Neither wrong codes
/// nor later mails invalidate the link. The response does not show whether such an account exists.
/// Needs no token.
#[utoipa::path(
    tag = "accounts",
    responses(
        (status = 202, description = "The server sends a mail if such an account exists."),
        (status = 429, description = "rate-limited", body = ProblemBody),
    ),
    security(()),
)]
#[post("/v1/password-resets")]
pub(crate) async fn request_password_reset(
    app: State,
    client: Client,
    Json(body): Json<ResetRequest>,
) -> Result<HttpResponse> {
    let email = Email::parse(&body.email)?;
    resets::request(&app, client.0, &email).await?;
    Ok(HttpResponse::Accepted().finish())
}

policy!(reset_password: Nothing, permit = Some(SignIn));
/// Set a new password with a mailed code or link
///
/// Sets a new password, ends all sessions of the account, and cancels a pending new address, codes
/// and mail commands. The server notifies the account's address now, and again at the first session
/// afterwards. Needs no token, only the code or the link.
#[utoipa::path(
    tag = "accounts",
    responses(
        (status = 204, description = "The password is changed. Sign in with it."),
        (status = 422, description = "bad-code", body = ProblemBody),
        (status = 429, description = "rate-limited", body = ProblemBody),
    ),
    security(()),
)]
#[post("/v1/password-resets/confirm")]
pub(crate) async fn reset_password(
    app: State,
    client: Client,
    Json(body): Json<Reset>,
) -> Result<HttpResponse> {
    let about = body.name.clone().unwrap_or_default();
    let proof = match (body.name, body.code, body.link) {
        (Some(name), Some(code), None) => Proof::Code { name, code },
        (None, None, Some(link)) => Proof::Link(link),
        _ => return invalid("why-reset-proof"),
    };
    let password = NewPassword::parse(body.password, &[&about])?;
    resets::reset(&app, client.0, &proof, password).await?;
    Ok(HttpResponse::NoContent().finish())
}
