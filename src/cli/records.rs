//! Files with many histories: one record on each line (NDJSON), plain or compressed with zstd. All
//! cores verify them.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::thread;

use ::games::KINDS;
use indicatif::{HumanCount, ProgressBar};
use mail::Line;
use rules::record::{self, Fault, Record};

use crate::cli::progress;

/// The first bytes of a frame of zstd (RFC 8878 section 3.1.1).
const ZSTD: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];

/// The longest line, in bytes. Records have at most a few MB.
const LONGEST: u64 = 16 << 20;

/// How many lines a core takes at a time.
const BATCH: usize = 32;

/// How many bytes a core takes at a time, if one line does not have more.
const BATCH_BYTES: usize = 1 << 20;

/// How many faults are shown.
const SHOWN: usize = 100;

/// Verifies the records in an open file, if it has many of them; `None` otherwise. Its name or its
/// first bytes show that.
pub(super) fn are_true(
    file: &Path,
    source: &mut (impl BufRead + Send),
) -> anyhow::Result<Option<ExitCode>> {
    let is_compressed = source.fill_buf()?.starts_with(ZSTD);
    if !is_compressed && file.extension().is_none_or(|it| it != "ndjson") {
        return Ok(None);
    }
    let bar = progress::spinner("Checking")?;
    let report = match is_compressed {
        true => check(BufReader::new(zstd::Decoder::with_buffer(source)?), &bar),
        false => check(source, &bar),
    };
    bar.finish_and_clear();
    crate::cli::print(&report.to_string())?;
    Ok(Some(match report.wrong == 0 && report.games > 0 {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }))
}

/// The result of checking a file.
#[derive(Debug, Default)]
struct Report {
    /// The number of records.
    games: u64,
    /// The number of entries in the true records.
    entries: u64,
    /// The number of faults.
    wrong: usize,
    /// The first faults, each with the number of its line.
    faults: Vec<(u64, String)>,
}

impl Report {
    fn fail(&mut self, line: u64, fault: String) {
        self.wrong += 1;
        self.faults.push((line, fault));
    }

    fn add(&mut self, other: Report) {
        self.games += other.games;
        self.entries += other.entries;
        self.wrong += other.wrong;
        self.faults.extend(other.faults);
        self.faults.sort();
        self.faults.truncate(SHOWN);
    }
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (line, fault) in &self.faults {
            writeln!(f, "false: line {line}: {}", Line::new(fault))?;
        }
        if self.wrong > self.faults.len() {
            let more = self.wrong - self.faults.len();
            writeln!(f, "and {} more", HumanCount(more as u64))?;
        }
        let (games, entries) = (HumanCount(self.games), HumanCount(self.entries));
        match self.wrong {
            0 if self.games == 0 => writeln!(f, "false: the file has no records"),
            0 => writeln!(f, "all true: {games} games, {entries} entries"),
            faults => writeln!(f, "{games} games, {} faults", HumanCount(faults as u64)),
        }
    }
}

/// The lines that are not checked yet.
struct Lines<R> {
    source: R,
    /// The number of lines read.
    read: u64,
    /// Why no more lines can be read, with the number of the line.
    fault: Option<(u64, String)>,
}

impl<R: BufRead> Lines<R> {
    /// Returns the next lines, each with its number; none at the end.
    fn next(&mut self) -> Vec<(u64, Vec<u8>)> {
        let (mut lines, mut bytes) = (Vec::with_capacity(BATCH), 0);
        while lines.len() < BATCH && bytes < BATCH_BYTES && self.fault.is_none() {
            let mut line = Vec::new();
            let mut source = self.source.by_ref().take(LONGEST);
            let read = source.read_until(b'\n', &mut line);
            self.read += 1;
            bytes += line.len();
            let fault = match read {
                Ok(0) => break,
                Ok(read) if read as u64 == LONGEST => Some("the line is too long".to_owned()),
                Ok(_) => None,
                Err(error) => Some(format!("reading failed: {error}")),
            };
            match fault {
                Some(fault) => self.fault = Some((self.read, fault)),
                None if line.trim_ascii().is_empty() => {}
                None => lines.push((self.read, line)),
            }
        }
        lines
    }
}

/// Verifies all records on all cores.
fn check(source: impl BufRead + Send, bar: &ProgressBar) -> Report {
    let lines = Mutex::new(Lines {
        source,
        read: 0,
        fault: None,
    });
    let total = Mutex::new(Report::default());
    let work = || {
        loop {
            let batch = lines.lock().unwrap_or_else(PoisonError::into_inner).next();
            if batch.is_empty() {
                break;
            }
            let mut report = Report::default();
            for (number, line) in batch {
                report.games += 1;
                match verify_line(&line) {
                    Ok(entries) => report.entries += entries,
                    Err(fault) => report.fail(number, fault),
                }
            }
            let mut total = total.lock().unwrap_or_else(PoisonError::into_inner);
            total.add(report);
            bar.set_message(format!("Checking: {} games", HumanCount(total.games)));
        }
    };
    thread::scope(|scope| {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        (0..cores).for_each(|_| drop(scope.spawn(work)));
    });
    let mut total = total.into_inner().unwrap_or_else(PoisonError::into_inner);
    let lines = lines.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some((number, fault)) = lines.fault {
        let mut last = Report::default();
        last.fail(number, fault);
        total.add(last);
    }
    total
}

/// Verifies one record. Returns the number of its entries, or the first fault.
fn verify_line(line: &[u8]) -> Result<u64, String> {
    let text = str::from_utf8(line).map_err(|error| error.to_string())?;
    let record = Record::from_json(text).map_err(|fault| fault.to_string())?;
    let verified = record::verify(&record, KINDS);
    let told = |fault: Fault| format!("game {}: {fault}", record.id);
    Ok(verified.map_err(told)?.entries as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the report about a file with this content.
    fn report(content: &[u8]) -> Report {
        check(content, &ProgressBar::hidden())
    }

    #[test]
    fn line_that_is_no_record_is_named() {
        let faults = report(b"\n{}\n").faults;
        assert_eq!(faults.len(), 1);
        assert_eq!(faults[0].0, 2);
    }

    #[test]
    fn file_without_records_is_not_true() {
        let told = report(b"\n\n").to_string();
        assert_eq!(told, "false: the file has no records\n");
    }

    #[test]
    fn file_cut_off_within_a_frame_is_not_true() {
        let whole = zstd::bulk::compress(&[b'\n'; 1000], 1).unwrap();
        let cut = &whole[..whole.len() - 1];
        let source = BufReader::new(zstd::Decoder::with_buffer(cut).unwrap());
        let report = check(source, &ProgressBar::hidden());
        assert!(report.to_string().contains("reading failed"), "{report}");
    }
}
