//! The tables in diesel's terms. A test compares them with the migrated database.
//!
//! # Games
//!
//! - `games`: header, seeds, the blinding of practice games and of games on a deal, commitment,
//!   pace. Each move changes `ply`, `head`, `acting`, `clocks`, `status` and `result`.
//! - `seats`: who sits where, who is invited (by player or address), entropy.
//! - `entries`: the log, by `(game_id, n)`. Append-only.
//! - `snapshots`: a game as compact bytes about every 8 entries, with a hash. Their size does not
//!   grow with the log. They only speed up loading and replays.
//! - `deals`: the common data of the games on a deal, including the seed. Written once. `games` has
//!   the deal's id and its closing time.
//! - `reservations`: ids and seeds of games that are not created yet, for 24 hours.
//! - `idempotency_keys`: requests to create a game or a deal, by key or reservation, for 24 hours.
//! - `holidays`, `orders`: days on which players' clocks stop; moves that players leave for later.
//! - `messages`, `chat_marks`: the chat of a game, in two rooms; how far each reader has read it,
//!   or got it by mail.
//! - `notes`: players' private notes about games.
//! - `former_sitters`, `sent_away`: former owners of seats; players whom the creator removed from a
//!   table before the game began.
//! - `ratings`, `rated_games`: ratings of players; the games that they follow from, in order.
//! - `archive_files`, `archive_pieces`: the finished public games of a month, for download.
//! - `watches`, `outages`: when clocks and incoming mail were last served; the gaps.
//!
//! # Mail
//!
//! - `outbox`: outgoing mails: `waiting`, `held` for a digest, `sent`, `dropped` or `dead`.
//! - `inbound`: incoming mails: `waiting`, `answered`, `silent` or `dead`. Emptied at the end.
//! - `game_wishes`: mail settings for one game. `players.mail` has the general ones.
//! - `mail_addresses`: addresses that had problems with mail, under a keyed hash.
//! - `reply_senders`: additional addresses from which players write to their seats, under a keyed
//!   hash.
//! - `mailed_commands`: commands that wait for a confirmation by mail, under a hash. For a seat,
//!   with the board that they answer.
//! - `strangers`: people without an account who wrote, or are invited by address, under a hash.
//!   Emptied once there is an account; deleted after three days, an invitation after 60.
//! - `resignations`: players whom a mail has asked whether to leave a game.
//! - `presence`: when players last used a client other than a mail program.
//! - `feeds`: who has addresses for a calendar and a feed, since when, and a hash of their secret.
//! - `push_subscriptions`: browsers and phones that get notifications, their keys, and the session
//!   or token with which each ends.
//! - `webhooks`, `webhook_deliveries`: players' webhooks with their secrets; deliveries and their
//!   outcome.
//!
//! # Accounts
//!
//! - `players`, `sessions`, `refresh_tokens`, `mail_codes`: accounts, with hashes of passwords,
//!   tokens and codes only.
//! - `totp_secrets`, `recovery_codes`: the second factor: secrets shared with an app, and the last
//!   code that was accepted; hashes of recovery codes.
//! - `passkeys`, `ceremonies`: public keys for signing in; challenges that wait for an
//!   authenticator, under hashes.
//! - `tokens`, `grants`: tokens of programs with scopes, expiry and hashes; requests of programs
//!   for tokens, and players' approvals, for some minutes.
//! - `answers`: responses to requests with an `Idempotency-Key`, encrypted with what was sent, for
//!   24 hours.
//! - `quotas`: the state of rate limits, under hashes.
//! - `avoided`, `reports`: muted and blocked players; players' reports to the operator.
//! - `following`: players whom players follow.
//! - `former_names`: reserved names of deleted accounts, as hashes.
//!
//! # Operation
//!
//! - `admins`, `suspensions`: who may act for the operator; who may not sign in.
//! - `admin_acts`: acts of operators and their reasons. Append-only.
//! - `signing_keys`: keys that sign receipts. Added, never changed.
//! - `settings`: secrets that all nodes share, such as the one that signs access tokens.
//! - `heartbeats`: when each node last proved that it can write.
//!
//! # Indexes and checks
//!
//! The key of every table on the path of a move begins with `game_id`. No index of `games` holds a
//! column that a move changes, so a move rewrites no index. There are two exceptions: the indexes on
//! `status` and `finished_at` change with a game's first and last move, and `look_at` in games with
//! a pace.
//!
//! A list of games reads about as many rows as its page has. Each filter has an index of public
//! games in the list's order, and a player's own games are found through `seats`
//! (`play::store::lists::list`).
//!
//! Triggers, not constraints, check the columns that moves leave alone, because each move would
//! check a constraint again.
#![expect(
    missing_docs,
    reason = "diesel writes these items; the migrations describe the tables"
)]

diesel::table! {
    settings (key) {
        key -> Text,
        value -> Binary,
    }
}

diesel::table! {
    players (id) {
        id -> BigInt,
        name -> Text,
        name_key -> Text,
        email -> Nullable<Text>,
        email_confirmed_at -> Nullable<Timestamptz>,
        pending_email -> Nullable<Text>,
        password_hash -> Nullable<Text>,
        created_at -> Timestamptz,
        deleted_at -> Nullable<Timestamptz>,
        time_zone -> Nullable<Text>,
        mail -> Nullable<Jsonb>,
        mail_id -> Text,
        language -> Text,
        reset_at -> Nullable<Timestamptz>,
        looks -> Nullable<Text>,
        mail_epoch -> Integer,
        forced -> Bool,
        automated -> Bool,
        guest -> Bool,
    }
}

diesel::table! {
    mail_codes (id) {
        id -> BigInt,
        player_id -> BigInt,
        purpose -> Text,
        email -> Text,
        code_hash -> Binary,
        created_at -> Timestamptz,
        expires_at -> Timestamptz,
        attempts -> Integer,
        used_at -> Nullable<Timestamptz>,
        link_hash -> Nullable<Binary>,
        own_attempts -> Integer,
        replaced_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    totp_secrets (player_id) {
        player_id -> BigInt,
        secret -> Binary,
        begun_at -> Timestamptz,
        confirmed_at -> Nullable<Timestamptz>,
        last_step -> BigInt,
    }
}

diesel::table! {
    passkeys (id) {
        id -> Text,
        player_id -> BigInt,
        credential -> Binary,
        user_handle -> Binary,
        name -> Text,
        key -> Binary,
        state -> Binary,
        created_at -> Timestamptz,
        last_used_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    tokens (id) {
        id -> Text,
        player_id -> BigInt,
        name -> Text,
        hash -> Binary,
        scopes -> Text,
        created_at -> Timestamptz,
        expires_at -> Timestamptz,
        last_used_at -> Nullable<Timestamptz>,
        client_id -> Nullable<Text>,
    }
}

diesel::table! {
    grants (hash) {
        hash -> Binary,
        user_code -> Nullable<Binary>,
        redirect_uri -> Nullable<Text>,
        challenge -> Nullable<Text>,
        client -> Text,
        scopes -> Text,
        player_id -> Nullable<BigInt>,
        status -> Text,
        token_id -> Nullable<Text>,
        created_at -> Timestamptz,
        expires_at -> Timestamptz,
        polled_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    answers (name) {
        name -> Binary,
        request -> Binary,
        answer -> Nullable<Binary>,
        created_at -> Timestamptz,
        player_id -> Nullable<BigInt>,
    }
}

diesel::table! {
    ceremonies (challenge) {
        challenge -> Binary,
        player_id -> Nullable<BigInt>,
        state -> Binary,
        expires_at -> Timestamptz,
    }
}

diesel::table! {
    recovery_codes (player_id, hash) {
        player_id -> BigInt,
        hash -> Binary,
    }
}

diesel::table! {
    sessions (id) {
        id -> Text,
        player_id -> BigInt,
        created_at -> Timestamptz,
        last_used_at -> Timestamptz,
        expires_at -> Timestamptz,
        revoked_at -> Nullable<Timestamptz>,
        device -> Nullable<Text>,
    }
}

diesel::table! {
    refresh_tokens (hash) {
        hash -> Binary,
        session_id -> Text,
        issued_at -> Timestamptz,
        replaced_at -> Nullable<Timestamptz>,
        replaced_by -> Nullable<Binary>,
    }
}

diesel::table! {
    quotas (key) {
        key -> Binary,
        spent_until -> Timestamptz,
    }
}

diesel::table! {
    former_names (hash) {
        hash -> Binary,
        until -> Timestamptz,
    }
}

diesel::table! {
    former_sitters (game_id, seat, player_id) {
        game_id -> Text,
        seat -> SmallInt,
        player_id -> BigInt,
    }
}

diesel::table! {
    games (id) {
        id -> Text,
        kind -> Text,
        rules -> Text,
        options -> Jsonb,
        seat_count -> SmallInt,
        visibility -> Text,
        status -> Text,
        creator_id -> BigInt,
        server_seed -> Binary,
        seed_source -> Text,
        seed_commitment -> Binary,
        game_seed -> Nullable<Binary>,
        start -> Nullable<Binary>,
        ply -> BigInt,
        head -> Nullable<Binary>,
        acting -> Integer,
        result -> Nullable<Jsonb>,
        rematch_of -> Nullable<Text>,
        created_at -> Timestamptz,
        started_at -> Nullable<Timestamptz>,
        changed_at -> Timestamptz,
        finished_at -> Nullable<Timestamptz>,
        bots -> Integer,
        pace -> Nullable<Jsonb>,
        clocks -> Nullable<Jsonb>,
        look_at -> Nullable<Timestamptz>,
        revision -> Integer,
        paused_at -> Nullable<Timestamptz>,
        blinding_secret -> Nullable<Binary>,
        deal_id -> Nullable<Text>,
        closes_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    deals (id) {
        id -> Text,
        kind -> Text,
        rules -> Text,
        options -> Jsonb,
        seat_count -> SmallInt,
        server_seed -> Binary,
        seed_commitment -> Binary,
        creator_id -> BigInt,
        created_at -> Timestamptz,
        closes_at -> Timestamptz,
    }
}

diesel::table! {
    seats (game_id, seat) {
        game_id -> Text,
        seat -> SmallInt,
        player_id -> Nullable<BigInt>,
        invited_id -> Nullable<BigInt>,
        invited_email -> Nullable<Text>,
        invitation_hash -> Nullable<Binary>,
        entropy -> Text,
        joined_at -> Nullable<Timestamptz>,
        bot -> Nullable<Text>,
        former_id -> Nullable<BigInt>,
        reply_hash -> Nullable<Binary>,
    }
}

diesel::table! {
    entries (game_id, n) {
        game_id -> Text,
        n -> BigInt,
        kind -> Text,
        seat -> SmallInt,
        seq -> Integer,
        #[sql_name = "move"]
        mv -> Nullable<Jsonb>,
        at -> Timestamptz,
        hash -> Binary,
        leads_to -> Nullable<Text>,
        by -> Nullable<Text>,
    }
}

diesel::table! {
    holidays (id) {
        id -> Text,
        player_id -> BigInt,
        first_day -> Date,
        last_day -> Date,
        begins_at -> Timestamptz,
        ends_at -> Timestamptz,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    orders (game_id, seat) {
        game_id -> Text,
        seat -> SmallInt,
        forced -> Bool,
        moves -> Jsonb,
        conditional -> Jsonb,
    }
}

diesel::table! {
    snapshots (game_id, n) {
        game_id -> Text,
        n -> BigInt,
        state -> Binary,
        hash -> Nullable<Binary>,
    }
}

diesel::table! {
    outbox (game_id, key) {
        game_id -> Text,
        key -> Text,
        kind -> Text,
        player_id -> Nullable<BigInt>,
        address -> Nullable<Text>,
        seat -> Nullable<SmallInt>,
        ply -> Nullable<BigInt>,
        payload -> Jsonb,
        status -> Text,
        attempts -> Integer,
        created_at -> Timestamptz,
        due_at -> Timestamptz,
        leased_until -> Nullable<Timestamptz>,
        done_at -> Nullable<Timestamptz>,
        last_error -> Nullable<Text>,
        put_off -> Integer,
        rank -> SmallInt,
        pushed_at -> Nullable<Timestamptz>,
        push_taken_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    inbound (id) {
        id -> BigInt,
        key -> Binary,
        sender -> Text,
        recipient -> Text,
        raw -> Binary,
        status -> Text,
        reason -> Nullable<Text>,
        seq -> Nullable<Integer>,
        begun_at -> Nullable<Timestamptz>,
        attempts -> Integer,
        received_at -> Timestamptz,
        due_at -> Timestamptz,
        leased_until -> Nullable<Timestamptz>,
        done_at -> Nullable<Timestamptz>,
        vain -> Nullable<Binary>,
    }
}

diesel::table! {
    reply_senders (player_id, id) {
        player_id -> BigInt,
        id -> Text,
        proven -> Bool,
        forged -> Bool,
    }
}

diesel::table! {
    resignations (game_id, seat) {
        game_id -> Text,
        seat -> SmallInt,
        player_id -> BigInt,
        asked_at -> Timestamptz,
        mail_id -> BigInt,
    }
}

diesel::table! {
    watches (what) {
        what -> Text,
        seen_at -> Timestamptz,
    }
}

diesel::table! {
    outages (what, began_at) {
        what -> Text,
        began_at -> Timestamptz,
        ended_at -> Timestamptz,
    }
}

diesel::table! {
    mailed_commands (hash) {
        hash -> Binary,
        player_id -> BigInt,
        lines -> Jsonb,
        expires_at -> Timestamptz,
        claimed_by -> Nullable<BigInt>,
        game_id -> Nullable<Text>,
        seat -> Nullable<SmallInt>,
        seq -> Nullable<Integer>,
        sender -> Nullable<Text>,
        proven -> Bool,
        forged -> Bool,
    }
}

diesel::table! {
    strangers (hash) {
        hash -> Binary,
        email -> Nullable<Text>,
        name -> Text,
        lines -> Jsonb,
        language -> Text,
        expires_at -> Timestamptz,
        claimed_by -> Nullable<BigInt>,
        player_id -> Nullable<BigInt>,
        game_id -> Nullable<Text>,
    }
}

diesel::table! {
    game_wishes (game_id, player_id) {
        game_id -> Text,
        player_id -> BigInt,
        wishes -> Jsonb,
    }
}

diesel::table! {
    presence (player_id) {
        player_id -> BigInt,
        seen_at -> Timestamptz,
    }
}

diesel::table! {
    mail_addresses (id) {
        id -> Text,
        failures -> Integer,
        delays -> Integer,
        last_at -> Timestamptz,
        not_before -> Nullable<Timestamptz>,
        suspended_at -> Nullable<Timestamptz>,
        reason -> Nullable<Text>,
        declined_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    messages (game_id, n) {
        game_id -> Text,
        n -> BigInt,
        room -> Text,
        author_id -> BigInt,
        client_key -> Text,
        said -> Nullable<Text>,
        at -> Timestamptz,
    }
}

diesel::table! {
    chat_marks (game_id, player_id) {
        game_id -> Text,
        player_id -> BigInt,
        seen -> BigInt,
        mailed -> BigInt,
    }
}

diesel::table! {
    notes (game_id, player_id) {
        game_id -> Text,
        player_id -> BigInt,
        note -> Text,
        version -> Integer,
        changed_at -> Timestamptz,
    }
}

diesel::table! {
    avoided (player_id, other_id, how) {
        player_id -> BigInt,
        other_id -> BigInt,
        how -> Text,
        since -> Timestamptz,
    }
}

diesel::table! {
    following (player_id, followed_id) {
        player_id -> BigInt,
        followed_id -> BigInt,
        since -> Timestamptz,
    }
}

diesel::table! {
    reports (id) {
        id -> Text,
        game_id -> Text,
        reporter_id -> Nullable<BigInt>,
        reported_id -> BigInt,
        message -> Nullable<BigInt>,
        said -> Nullable<Text>,
        reason -> Text,
        created_at -> Timestamptz,
        resolved_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    admins (player_id) {
        player_id -> BigInt,
        since -> Timestamptz,
    }
}

diesel::table! {
    suspensions (player_id) {
        player_id -> BigInt,
        since -> Timestamptz,
        reason -> Text,
    }
}

diesel::table! {
    admin_acts (id) {
        id -> BigInt,
        at -> Timestamptz,
        admin_id -> Nullable<BigInt>,
        who -> Text,
        act -> Jsonb,
        reason -> Text,
        failure -> Nullable<Text>,
    }
}

diesel::table! {
    idempotency_keys (player_id, key) {
        player_id -> BigInt,
        key -> Text,
        request -> Binary,
        game_id -> Nullable<Text>,
        created_at -> Timestamptz,
        deal_id -> Nullable<Text>,
    }
}

diesel::table! {
    signing_keys (number) {
        number -> Integer,
        secret -> Binary,
        since -> Timestamptz,
        earlier_leaked -> Bool,
    }
}

diesel::table! {
    reservations (id) {
        id -> Text,
        player_id -> BigInt,
        server_seed -> Binary,
        expires_at -> Timestamptz,
    }
}

diesel::table! {
    heartbeats (node) {
        node -> Text,
        at -> Timestamptz,
    }
}

diesel::table! {
    feeds (player_id) {
        player_id -> BigInt,
        hash -> Binary,
        made_at -> Timestamptz,
    }
}

diesel::table! {
    webhooks (player_id, id) {
        player_id -> BigInt,
        id -> Text,
        game_id -> Nullable<Text>,
        url -> Text,
        format -> Text,
        events -> Text,
        secret -> Binary,
        old_secret -> Nullable<Binary>,
        old_until -> Nullable<Timestamptz>,
        created_at -> Timestamptz,
        disabled_at -> Nullable<Timestamptz>,
        disabled_by -> Nullable<Text>,
        failing_since -> Nullable<Timestamptz>,
        host -> Text,
        taken_at -> Nullable<Timestamptz>,
        token_id -> Nullable<Text>,
    }
}

diesel::table! {
    webhook_deliveries (player_id, webhook_id, id) {
        player_id -> BigInt,
        webhook_id -> Text,
        id -> Text,
        event -> Text,
        game_id -> Nullable<Text>,
        facts -> Jsonb,
        body -> Nullable<Text>,
        status -> Text,
        attempts -> Integer,
        code -> Nullable<Integer>,
        created_at -> Timestamptz,
        due_at -> Timestamptz,
        leased_until -> Nullable<Timestamptz>,
        tried_at -> Nullable<Timestamptz>,
        done_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    push_subscriptions (player_id, id) {
        player_id -> BigInt,
        id -> Text,
        session_id -> Nullable<Text>,
        token_id -> Nullable<Text>,
        endpoint -> Text,
        public_key -> Binary,
        auth -> Binary,
        device -> Nullable<Text>,
        chat -> Bool,
        misses -> SmallInt,
        created_at -> Timestamptz,
        told_at -> Nullable<Timestamptz>,
        host -> Text,
    }
}

diesel::table! {
    sent_away (game_id, player_id) {
        game_id -> Text,
        player_id -> BigInt,
    }
}

diesel::table! {
    archive_files (id) {
        id -> BigInt,
        kind -> Text,
        month -> Date,
        games -> Integer,
        bytes -> BigInt,
        sha256 -> Nullable<Binary>,
        begun_at -> Timestamptz,
        stale_at -> Nullable<Timestamptz>,
        last_at -> Nullable<Timestamptz>,
        last_id -> Nullable<Text>,
    }
}

diesel::table! {
    archive_pieces (file_id, start) {
        file_id -> BigInt,
        start -> BigInt,
        content -> Binary,
    }
}

diesel::table! {
    rated_games (n) {
        n -> BigInt,
        game_id -> Text,
        players -> Array<BigInt>,
    }
}

diesel::table! {
    ratings (player_id, kind, seats) {
        player_id -> BigInt,
        kind -> Text,
        seats -> Text,
        rating -> Integer,
        uncertainty -> Integer,
        games -> Integer,
        last_at -> Timestamptz,
        settled_until -> Timestamptz,
    }
}

diesel::joinable!(ratings -> players (player_id));
diesel::joinable!(seats -> games (game_id));
diesel::joinable!(seats -> players (player_id));
diesel::joinable!(deals -> players (creator_id));
diesel::joinable!(former_sitters -> games (game_id));
diesel::joinable!(messages -> players (author_id));
diesel::joinable!(admins -> players (player_id));
diesel::joinable!(avoided -> players (other_id));
diesel::joinable!(following -> players (followed_id));
diesel::joinable!(refresh_tokens -> sessions (session_id));
diesel::allow_tables_to_appear_in_same_query!(
    players,
    games,
    deals,
    former_sitters,
    seats,
    snapshots,
    holidays,
    entries,
    sessions,
    refresh_tokens,
    outbox,
    messages,
    avoided,
    following,
    ratings,
    reports,
    admins,
    suspensions,
    tokens,
    push_subscriptions,
    webhook_deliveries,
    webhooks,
    presence,
);
