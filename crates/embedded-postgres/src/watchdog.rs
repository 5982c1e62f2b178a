//! A tiny process that stops PostgreSQL when this one dies, `kill -9` included.
//!
//! It is a shell that reads a pipe from us. We tell it whom to signal; the kernel closes the pipe when we are gone, and then
//! it acts. Linux's parent-death signal would do neither on other systems nor with threads: it follows the death of the
//! thread that started the child. A process killed in the moment in which both start leaves PostgreSQL to the next start
//! (`leftovers`). Deliberately not here: restarting anything, and deleting what was not made for a test.

use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};

use super::error::{Error, io};
use super::settings::Name;

/// It has no arguments, or else the folder to delete if it is empty in the end, and the files to delete.
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

/// The other end of the pipe. Dropping it has the same effect as dying, and waits for that.
#[derive(Debug)]
pub(super) struct Watchdog {
    name: Name,
    /// Not before there is something to watch, where nothing is to be deleted.
    shell: Option<Shell>,
}

impl Watchdog {
    /// A watchdog that stops PostgreSQL and leaves everything where it is.
    pub(super) fn sparing(name: Name) -> Self {
        Self { name, shell: None }
    }

    /// A watchdog that then deletes `files`, and their `folder` if nothing else is in it.
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

    /// From now on our death means `signal` for the process `pid`.
    pub(super) fn guard(&mut self, signal: &str, pid: u32) -> Result<(), Error> {
        let shell = match &mut self.shell {
            Some(shell) => shell,
            // Started before PostgreSQL it would delay that.
            none => none.insert(Shell::start(self.name, [])?),
        };
        shell.tell(&format!("{signal} {pid}"));
        Ok(())
    }

    /// From now on there is nobody to signal.
    pub(super) fn rest(&mut self) {
        if let Some(shell) = &mut self.shell {
            shell.tell("-");
        }
    }

    /// Ends the watchdog when PostgreSQL has stopped; it deletes an ephemeral cluster's files first.
    pub(super) fn dismiss(mut self) {
        self.rest();
    }
}

/// The process. What it deletes it is told as its arguments.
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
            // Ctrl-C in a terminal is for us alone.
            .process_group(0)
            .spawn()
            .map_err(io("run", "/bin/sh"))?;
        let orders = child.stdin.take();
        Ok(Self { child, orders })
    }

    fn tell(&mut self, order: &str) {
        // One write, so that we cannot die in the middle of a line.
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
