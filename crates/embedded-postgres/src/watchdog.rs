//! A tiny process that stops PostgreSQL when this process dies, even after `kill -9`.
//!
//! It is a shell that reads from a pipe. This process writes the process id to signal into the
//! pipe. When this process dies, the kernel closes the pipe, and the shell sends the signal.
//! Linux's parent-death signal is no alternative: other systems lack it, and it follows the death
//! of the thread that started the child.
//!
//! If this process is killed at the moment in which both are starting, PostgreSQL keeps running
//! until the next start (`leftovers`). The watchdog restarts nothing, and deletes only files that
//! were created for a test.

use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};

use super::error::{Error, io};
use super::settings::Name;

/// Without arguments it deletes nothing. Otherwise the first argument is a folder to delete if it
/// is empty in the end, and the others are files to delete.
const SCRIPT: &str = r#"
trap '' HUP INT TERM
signal= pid=
while read -r s p; do signal=$s pid=$p; done
if [ -n "$pid" ] && kill -s "$signal" "$pid"; then
  n=0
  while kill -0 "$pid" && [ $n -lt 700 ]; do
    [ $n -eq 600 ] && kill -s QUIT "$pid"
    n=$((n + 1))
    sleep 0.1 || sleep 1
  done
fi
[ $# -eq 0 ] && exit
folder=$1
shift
rm -rf -- "$@"
rmdir -- "$folder"
"#;

/// The other end of the pipe. Dropping it has the same effect as the death of this process, and
/// waits until the watchdog has ended.
#[derive(Debug)]
pub(super) struct Watchdog {
    name: Name,
    /// Without files to delete, it is started with the first process to watch.
    shell: Option<Shell>,
}

impl Watchdog {
    /// Returns a watchdog that stops PostgreSQL and deletes nothing.
    pub(super) fn sparing(name: Name) -> Self {
        Self { name, shell: None }
    }

    /// Returns a watchdog that stops PostgreSQL, and then deletes `files`, and their `folder` if it
    /// is empty.
    pub(super) fn deleting<'a>(
        name: Name,
        folder: &'a Path,
        files: impl Iterator<Item = &'a Path>,
    ) -> Result<Self, Error> {
        let shell = Shell::start(name, [folder].into_iter().chain(files))?;
        Ok(Self {
            name,
            shell: Some(shell),
        })
    }

    /// From now on, the watchdog sends `signal` to the process `pid` when this process dies.
    pub(super) fn guard(&mut self, signal: &str, pid: u32) -> Result<(), Error> {
        let shell = match &mut self.shell {
            Some(shell) => shell,
            // Starting it before PostgreSQL would delay PostgreSQL.
            none => none.insert(Shell::start(self.name, [])?),
        };
        shell.tell(&format!("{signal} {pid}"));
        Ok(())
    }

    /// From now on, there is no process to signal.
    pub(super) fn rest(&mut self) {
        if let Some(shell) = &mut self.shell {
            shell.tell("-");
        }
    }

    /// Ends the watchdog after PostgreSQL has stopped. The watchdog first deletes an ephemeral
    /// cluster's files.
    pub(super) fn dismiss(mut self) {
        self.rest();
    }
}

/// The process. Its arguments are the files to delete.
#[derive(Debug)]
struct Shell {
    child: Child,
    orders: Option<ChildStdin>,
}

impl Shell {
    fn start<'a>(name: Name, deletes: impl IntoIterator<Item = &'a Path>) -> Result<Self, Error> {
        let mut child = Command::new("/bin/sh")
            .arg("-c")
            .arg(SCRIPT)
            .arg(format!("{}-watchdog", name.owner()))
            .args(deletes)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .current_dir("/")
            // Ctrl-C in a terminal is only for this process.
            .process_group(0)
            .spawn()
            .map_err(io("run", "/bin/sh"))?;
        let orders = child.stdin.take();
        Ok(Self { child, orders })
    }

    fn tell(&mut self, order: &str) {
        // A single write, so that this process cannot die in the middle of a line.
        let line = format!("{order}\n");
        let told = self
            .orders
            .as_mut()
            .map(|pipe| pipe.write_all(line.as_bytes()));
        if let Some(Err(error)) = told {
            tracing::warn!(%error, "the watchdog is gone: if this process is killed, PostgreSQL runs on until the next start");
        }
    }
}

impl Drop for Shell {
    fn drop(&mut self) {
        self.orders = None;
        if let Err(error) = self.child.wait() {
            tracing::warn!(%error, "could not wait for the watchdog");
        }
    }
}
