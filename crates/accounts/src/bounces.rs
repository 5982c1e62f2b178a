//! Bounces, and complaints of readers.
//!
//! Every mail has a sender address unique to its recipient (`bounces+TOKEN@…`, VERP), so the
//! address of a returning report identifies the recipient. Reports without a valid token are
//! ignored.
//!
//! - "No such user" suspends mail to the address at once. Other permanent failures suspend it when
//!   they came on three days, at most two weeks apart. Confirming the address again lifts the
//!   suspension.
//! - A delay postpones further mail: for an hour, then twice as long each time, up to a day.
//! - A complaint suspends mail as well, because a reader who reports spam wants no mail.
//!
//! Codes and replies to mail go to suspended addresses too, because a person has asked for them.
//! The server never replies to reports.

use chrono::TimeDelta;
use common::clock::Moment;
use db::Conn;
use db::sets::MailTrouble;
use mail::inbound::report::{self, Report, Status};

use crate::Accounts;
use crate::refusal::Result;
use crate::store::mail_addresses::{self, AddressRow};

/// The prefix of the local part of these addresses.
pub const LOCAL: &str = "bounces";

/// The number of days with failures after which an address is suspended.
const MOST_FAILURES: i32 = 3;

/// How long failures and delays count.
const REMEMBERED: TimeDelta = TimeDelta::days(14);

/// Failures within this time count as one, because a misconfigured mail server rejects everything.
const ONE_FAILURE: TimeDelta = TimeDelta::hours(20);

/// Returns the sender address for a mail to `to`, or `None` if the server receives no mail.
pub fn sender(app: &Accounts, to: &str) -> Option<String> {
    let mail_in = app.config.mail_in.as_ref()?;
    let token = app.mail_tokens.bounce(to, app.clock.now());
    Some(format!("{LOCAL}+{token}@{}", mail_in.domain))
}

/// Returns the stored state of an address, if there is one.
pub async fn known(app: &Accounts, address: &str) -> Result<Option<AddressRow>> {
    let id = app.mail_tokens.address(address);
    let mut found = mail_addresses::find(&mut *app.db.get().await?, &[id]).await?;
    Ok(found.pop())
}

/// Handles an incoming report, and returns its kind for the log. `token` is the token in the
/// address that received it.
pub async fn deal_with(app: &Accounts, token: Option<&str>, raw: &[u8]) -> Result<&'static str> {
    let Some(report) = report::read(raw) else {
        return Ok("no report");
    };
    let id = match (token, &report) {
        (Some(token), _) => app
            .mail_tokens
            .bounced(token, app.clock.now())
            .map(str::to_owned),
        // Complaints arrive at one address that is registered with the provider.
        (None, Report::Complaint { senders }) => {
            senders.iter().find_map(|sender| by_sender(app, sender))
        }
        (None, _) => None,
    };
    let Some(id) = id else {
        return Ok("forged report");
    };
    note(app, &id, &report).await
}

fn by_sender(app: &Accounts, sender: &str) -> Option<String> {
    let mail_in = app.config.mail_in.as_ref()?;
    let (local, domain) = sender.rsplit_once('@')?;
    let token = local.strip_prefix(LOCAL)?.strip_prefix('+')?;
    let id = (domain == mail_in.domain)
        .then(|| app.mail_tokens.bounced(token, app.clock.now()))
        .flatten()?;
    Some(id.to_owned())
}

/// Records that the mail server rejected a mail to this address permanently, with this status.
pub async fn refused(app: &Accounts, address: &str, status: Option<Status>) -> Result<()> {
    let status = status.unwrap_or(Status {
        class: 5,
        subject: 0,
        detail: 0,
    });
    let id = app.mail_tokens.address(address);
    note(app, &id, &Report::Failed(status)).await.map(drop)
}

async fn note(app: &Accounts, id: &str, report: &Report) -> Result<&'static str> {
    let now = app.clock.now();
    let (what, suspended) = app
        .transaction(async |conn| {
            let mut row = mail_addresses::lock(conn, id, now).await?;
            let before = row.suspended_at;
            let what = apply(&mut row, report, now);
            mail_addresses::set(conn, &row).await?;
            Ok((what, before.is_none() && row.suspended_at.is_some()))
        })
        .await?;
    metrics::counter!("turnpike_bounces_total", "what" => what).increment(1);
    if suspended {
        tracing::warn!(what, "mail to an address is suspended");
    }
    Ok(what)
}

fn apply(row: &mut AddressRow, report: &Report, now: Moment) -> &'static str {
    let age = now - row.last_at;
    if age > REMEMBERED {
        (row.failures, row.delays) = (0, 0);
    }
    let suspend = |row: &mut AddressRow, reason| {
        if row.suspended_at.is_none() {
            row.suspended_at = Some(now);
            row.reason = Some(reason);
        }
    };
    match report {
        Report::Complaint { .. } => {
            suspend(row, MailTrouble::Complained);
            row.last_at = now;
            "complaint"
        }
        Report::Failed(status) => {
            if row.failures == 0 || age >= ONE_FAILURE {
                row.failures += 1;
                row.last_at = now;
            }
            if status.is_no_such_user() || row.failures >= MOST_FAILURES {
                suspend(row, MailTrouble::Bounced);
            }
            match status.class {
                4 => "expired",
                _ if status.is_no_such_user() => "no such user",
                _ => "refused",
            }
        }
        Report::Delayed => {
            row.delays += 1;
            let hours = 1_i64 << (row.delays - 1).clamp(0, 5);
            row.not_before = Some(now + TimeDelta::hours(hours.min(24)));
            if row.failures == 0 {
                row.last_at = now;
            }
            "delayed"
        }
    }
}

/// Clears the failures of an address after its owner has read a mail there.
pub(super) async fn lift(
    app: &Accounts,
    conn: &mut Conn,
    address: &str,
) -> diesel::QueryResult<()> {
    mail_addresses::lift(conn, &app.mail_tokens.address(address)).await?;
    Ok(())
}

/// Returns the number of suspended addresses.
pub async fn suspended(app: &Accounts) -> Result<i64> {
    Ok(mail_addresses::suspended(&mut *app.db.get().await?).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failed(subject: u16, detail: u16) -> Report {
        Report::Failed(Status {
            class: 5,
            subject,
            detail,
        })
    }

    #[test]
    fn reports_suspend_or_delay_mail_by_kind_and_days() {
        let start: Moment = "2026-03-01T12:00:00Z".parse().unwrap();
        let at = |hours| start + TimeDelta::hours(hours);
        let after = |reports: &[(Report, i64)]| {
            let mut row = AddressRow::new("x", start);
            for (report, hours) in reports {
                apply(&mut row, report, at(*hours));
            }
            row
        };
        assert!(after(&[(failed(1, 1), 0)]).suspended_at.is_some());
        assert!(after(&[(failed(2, 1), 0)]).suspended_at.is_some());
        // A full mailbox, on three days or on one.
        let full = |hours: &[i64]| {
            let reports: Vec<_> = hours.iter().map(|at| (failed(2, 2), *at)).collect();
            after(&reports).suspended_at.is_some()
        };
        assert!(full(&[0, 24, 48]));
        assert!(!full(&[0, 1, 2, 3, 24]));
        assert!(!full(&[0, 24, 24 + 15 * 24, 26 + 15 * 24]));
        assert!(full(&[0, 24, 24 + 15 * 24, 50 + 15 * 24, 80 + 15 * 24]));
        let complaint = Report::Complaint { senders: vec![] };
        let row = after(&[(complaint, 0), (failed(1, 1), 1)]);
        assert_eq!(row.reason, Some(MailTrouble::Complained));
        // Delays postpone mail, longer each time.
        let late = after(&[(Report::Delayed, 0)]);
        assert_eq!((late.not_before, late.suspended_at), (Some(at(1)), None));
        let late = after(&[(Report::Delayed, 0), (Report::Delayed, 1)]);
        assert_eq!(late.not_before, Some(at(3)));
        let late: Vec<_> = (0..9).map(|n| (Report::Delayed, n)).collect();
        assert_eq!(after(&late).not_before, Some(at(8 + 24)));
    }
}
