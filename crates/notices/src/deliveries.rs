//! Deliveries to webhooks. The statement that stores notices also queues the deliveries about them.

use common::notice::NoticeKind;

/// Returns the webhook events for a notice about this ply, separated by spaces. Empty if webhooks
/// don't report it.
pub const fn events(kind: NoticeKind, ply: Option<i64>) -> &'static str {
    match kind {
        NoticeKind::YourTurn if matches!(ply, Some(0)) => "game.begun game.turn",
        NoticeKind::YourTurn => "game.turn",
        NoticeKind::GameStarted => "game.begun",
        NoticeKind::Reminder => "game.reminder",
        NoticeKind::GameOver | NoticeKind::GameCancelled => "game.over",
        NoticeKind::Invitation | NoticeKind::SeatOffered => "game.invitation",
        NoticeKind::TimedOut
        | NoticeKind::OrdersCancelled
        | NoticeKind::Extension
        | NoticeKind::Holiday
        | NoticeKind::SeatTaken
        | NoticeKind::SeatDeclined => "game.changed",
        // `messages` queues a delivery for each message, because one mail covers several.
        NoticeKind::Chat
        | NoticeKind::Reply
        | NoticeKind::Digest
        | NoticeKind::ConfirmAddress
        | NoticeKind::SignInCode
        | NoticeKind::PasswordReset
        | NoticeKind::AccountChanged
        | NoticeKind::Report
        | NoticeKind::Operator
        | NoticeKind::DamagedGame => "",
    }
}

/// SQL that queues a delivery for each webhook that wants an event of a stored notice.
///
/// `told` has the stored rows of `outbox`. `$events` has the columns `game_id`, `key` and `events`
/// of the new notices. `$games` has the games in their new state, because a statement that changes
/// a game reads the table as it was before.
///
/// Most players have no webhook, so the statement looks for webhooks first.
#[macro_export]
macro_rules! queue_deliveries {
    (events: $events:literal, games: $games:literal) => {
        concat!(
            "INSERT INTO webhook_deliveries
                 (player_id, webhook_id, event, game_id, facts, created_at, due_at)
             SELECT webhooks.player_id, webhooks.id, event, told.game_id,
                 jsonb_build_object('status', game.status, 'ply', game.ply, 'acting', game.acting,
                     'seat', told.seat),
                 told.created_at, told.created_at
             FROM told
             JOIN webhooks ON webhooks.player_id = told.player_id
             JOIN ",
            $games,
            " AS game ON game.id = told.game_id
             CROSS JOIN LATERAL (SELECT events FROM ",
            $events,
            " WHERE new.game_id = told.game_id AND new.key = told.key LIMIT 1) AS new
             CROSS JOIN LATERAL string_to_table(new.events, ' ') AS event
             WHERE webhooks.disabled_at IS NULL
                 AND event = ANY (string_to_array(webhooks.events, ' '))
                 AND (webhooks.game_id IS NULL OR webhooks.game_id = told.game_id)"
        )
    };
}
pub use queue_deliveries;
