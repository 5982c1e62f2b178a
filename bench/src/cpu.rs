//! The CPU time of processes, as the kernel reports it in `/proc`.

use std::fs;
use std::ops::Sub;
use std::time::Duration;

use nix::unistd::{SysconfVar, sysconf};

/// The processes to measure.
#[derive(Clone, Copy)]
pub(crate) struct Meter {
    /// The server, if one is measured.
    pub(crate) server: Option<u32>,
    /// PostgreSQL's first process, which is the parent of all others.
    pub(crate) postmaster: u32,
}

/// CPU time.
#[derive(Clone, Copy, Default)]
pub(crate) struct Cpu {
    /// The server's.
    pub(crate) server: Duration,
    /// PostgreSQL's, including processes that have ended.
    pub(crate) postgres: Duration,
    /// This process's, including finished children such as pgbench.
    pub(crate) client: Duration,
}

impl Sub for Cpu {
    type Output = Cpu;

    fn sub(self, before: Cpu) -> Cpu {
        Cpu {
            server: self.server.saturating_sub(before.server),
            postgres: self.postgres.saturating_sub(before.postgres),
            client: self.client.saturating_sub(before.client),
        }
    }
}

impl Meter {
    /// Returns the CPU time so far.
    pub(crate) fn read(&self) -> Cpu {
        let children = fs::read_dir("/proc").unwrap().flatten();
        let children = children
            .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
            .filter_map(Process::read)
            .filter(|process| process.parent == self.postmaster);
        let postmaster = Process::read(self.postmaster).unwrap();
        let own = Process::read(std::process::id()).unwrap();
        Cpu {
            server: self.server.map_or(Duration::ZERO, used),
            postgres: children.map(|child| child.own).sum::<Duration>()
                + postmaster.own
                + postmaster.reaped,
            client: own.own + own.reaped,
        }
    }
}

/// Returns the CPU time of a running process so far.
pub(crate) fn used(pid: u32) -> Duration {
    Process::read(pid).unwrap().own
}

/// The CPU time of one process.
struct Process {
    parent: u32,
    own: Duration,
    /// The CPU time of children that have ended.
    reaped: Duration,
}

impl Process {
    /// Reads a process; `None` if it has ended.
    fn read(pid: u32) -> Option<Process> {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The process name before it may contain any character.
        let numbers: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks = sysconf(SysconfVar::CLK_TCK).unwrap().unwrap();
        let time = |at: usize| {
            let used: f64 = numbers[at].parse().unwrap();
            Duration::from_secs_f64(used / ticks as f64)
        };
        Some(Process {
            parent: numbers[1].parse().ok()?,
            own: time(11) + time(12),
            reaped: time(13) + time(14),
        })
    }
}

/// Returns the resident memory of a process, in bytes.
pub(crate) fn memory(pid: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.unwrap().trim().trim_end_matches(" kB");
    kilobytes.parse::<u64>().unwrap() * 1024
}
