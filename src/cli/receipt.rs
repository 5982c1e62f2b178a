//! `turnpike verify --receipt`: what the receipts in a mail or file prove, alone and of a history.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ::games::KINDS;
use anyhow::Context;
use base::receipt::{self, PublicKey, Receipt, Statement};
use mail::Line;
use mail::inbound::read;
use rules::record::{self, Record};

/// Checks all receipts in a mail or another file; with a history, those of its game against it. One that
/// is not good is a fault, however many others are.
pub(super) fn check(
    source: &Path,
    key: Option<PublicKey>,
    history: Option<&PathBuf>,
) -> anyhow::Result<ExitCode> {
    // A mail may code its text, and break a receipt as nobody who reads it sees it.
    let found = receipt::find(&read::decoded(&bytes(source)?));
    let mut report = Report::default();
    let record = match history.map(|file| crate::cli::read(file)).transpose()? {
        None => None,
        Some(text) => match checked(&text) {
            Ok(record) => Some(record),
            Err(fault) => {
                report.wrong(&format!("the history: {fault}"));
                return report.end();
            }
        },
    };
    if found.is_empty() {
        report.wrong("the file has no receipt");
    }
    let mut compared = false;
    let of = found.len();
    for (before, it) in found.into_iter().enumerate() {
        let which = match of {
            1 => String::new(),
            _ => format!("receipt {} of {of}: ", before + 1),
        };
        match it {
            Err(unsound) if which.is_empty() => report.wrong(&format!("a receipt: {unsound}")),
            Err(unsound) => report.wrong(&format!("{which}{unsound}")),
            Ok(receipt) => {
                let own = record
                    .as_ref()
                    .filter(|record| record.id == receipt.statement.game);
                compared |= own.is_some();
                report.add(&which, &receipt, key, own);
            }
        }
    }
    if let (Some(record), false) = (&record, compared) {
        let id = Line::new(&record.id);
        report.wrong(&format!("the file has no valid receipt of game {id}"));
    }
    report.end()
}

fn bytes(source: &Path) -> anyhow::Result<Vec<u8>> {
    if source.as_os_str() == "-" {
        let mut bytes = Vec::new();
        std::io::Read::read_to_end(&mut std::io::stdin(), &mut bytes)?;
        return Ok(bytes);
    }
    std::fs::read(source).with_context(|| format!("{} cannot be read", source.display()))
}

/// A history that is true in itself, as far as that can be told: it may have no seed.
fn checked(text: &str) -> Result<Record, String> {
    let record = Record::from_json(text).map_err(|fault| fault.to_string())?;
    let verified = match record.server_seed {
        Some(_) => record::verify(&record, KINDS).map(drop),
        None => record::verify_unpublished(&record),
    };
    verified.map_err(|fault| fault.to_string())?;
    Ok(record)
}

/// What is told of the receipts.
#[derive(Default)]
struct Report {
    text: String,
    faults: usize,
}

impl Report {
    fn wrong(&mut self, why: &str) {
        self.text.push_str(&format!("false: {}\n", Line::long(why)));
        self.faults += 1;
    }

    fn line(&mut self, title: &str, what: &str) {
        self.text
            .push_str(&format!("  {title:9} {}\n", Line::long(what)));
    }

    /// Tells of a receipt whose signature is good; which of several it is.
    fn add(
        &mut self,
        which: &str,
        receipt: &Receipt,
        key: Option<PublicKey>,
        record: Option<&Record>,
    ) {
        let Statement {
            game,
            rules,
            seed_commitment,
            log,
            seat,
        } = &receipt.statement;
        let verdict = match (key, record.map(|record| against(receipt, record))) {
            (Some(key), _) if key != receipt.key => {
                Err(format!("it is signed with another key, not with {key}"))
            }
            (_, Some(compared)) => compared.map(Some),
            (_, None) => Ok(None),
        };
        match &verdict {
            Ok(_) => self
                .text
                .push_str(&format!("true: {which}the signature is good\n")),
            Err(why) => self.wrong(&format!("{which}{why}")),
        }
        self.line("said", &receipt.at);
        match rules {
            Some(rules) => self.line("game", &format!("{game} of {rules}")),
            None => self.line("game", &format!("{game}, not created yet")),
        }
        self.line("seed", &format!("has the commitment {seed_commitment}"));
        match log {
            Some(log) => {
                let entries = if log.n == 1 { "entry" } else { "entries" };
                self.line("log", &format!("{} {entries}, head {}", log.n, log.head));
            }
            None => self.line("log", "not started"),
        }
        if let Some(given) = seat {
            let what = format!("{} gave “{}”", given.seat, given.entropy);
            self.line("seat", &what);
        }
        let id = receipt.key.id();
        match key {
            Some(key) if key == receipt.key => {
                self.line("key", &format!("{key} ({id}), as you gave it"));
            }
            Some(_) => self.line("key", &format!("{} ({id})", receipt.key)),
            None => self.line(
                "key",
                &format!(
                    "{} ({id}); to see whose key it is, compare GET /v1/receipt-keys or older mails",
                    receipt.key
                ),
            ),
        }
        if let Ok(Some(proven)) = verdict {
            self.line("history", &proven);
        }
    }

    fn end(self) -> anyhow::Result<ExitCode> {
        crate::cli::print(&self.text)?;
        Ok(match self.faults {
            0 => ExitCode::SUCCESS,
            _ => ExitCode::FAILURE,
        })
    }
}

/// What the receipt and the history of the same game agree on; or where they do not.
fn against(receipt: &Receipt, record: &Record) -> Result<String, String> {
    let said = &receipt.statement;
    if said.seed_commitment != record.seed_commitment {
        return Err(format!(
            "the history has another commitment, {}: the seed was replaced",
            record.seed_commitment
        ));
    }
    if let Some(rules) = said.rules.as_ref().filter(|rules| **rules != record.rules) {
        return Err(format!(
            "the history is of {}, not of {rules}",
            record.rules
        ));
    }
    let mut proven = "the commitment is that of the history".to_owned();
    if let Some(log) = said.log {
        let there = match log.n.checked_sub(1) {
            None => Some(record.start),
            Some(at) => usize::try_from(at)
                .ok()
                .and_then(|at| record.entries.get(at))
                .map(|entry| entry.hash),
        };
        match there {
            None => return Err(format!("the history has no entry {}", log.n)),
            Some(hash) if hash != log.head => {
                return Err(format!(
                    "entry {} of the history has the hash {hash}, not the signed one: the history was \
                     changed in this entry or before it",
                    log.n
                ));
            }
            Some(_) if record.server_seed.is_none() => proven.push_str(&format!(
                ", and the hash of entry {} is the one that was signed",
                log.n
            )),
            Some(_) => proven.push_str(&format!(
                ", and it is the one that was signed up to entry {}",
                log.n
            )),
        }
    }
    if let Some(given) = &said.seat {
        let seat = record.seats.get(given.seat.index());
        let entropy = seat.map(|seat| seat.entropy.as_str());
        if entropy != Some(&given.entropy) {
            let there = entropy.unwrap_or_default();
            let why = match said.log {
                Some(_) => "the entropy was replaced",
                None => "the seat was given up before the game began, or its entropy was replaced",
            };
            return Err(format!(
                "seat {} of the history gave “{there}”, not “{}”: {why}",
                given.seat, given.entropy
            ));
        }
        proven.push_str(&format!("; seat {} gave what it says", given.seat));
    }
    if record.server_seed.is_none() {
        proven.push_str(". The history has no seed: its dice and moves cannot be checked");
    }
    Ok(proven)
}
