#!/usr/bin/env python3
"""Runs a cluster on one machine, kills parts of it, and checks that no move is lost.

    python3 docs/examples/cluster/cluster.py target/release/turnpike

Runs three PostgreSQL under Patroni (synchronous), three etcd, and three Turnpike nodes behind
haproxy, all on loopback and in one folder. `play.py` plays through haproxy meanwhile. The script
kills the database's leader, a node, and etcd's leader in turn, and restarts them. At the end
`play.py` compares all responses and mails with the histories. Needs Debian's packages of PostgreSQL,
patroni, etcd-server, etcd-client and haproxy, and installs them as root."""
import argparse
import glob
import json
import os
import pathlib
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
import urllib.error
import urllib.request

import play

HERE = pathlib.Path(__file__).resolve().parent
PACKAGES = ["postgresql", "patroni", "etcd-server", "etcd-client", "haproxy"]
PROGRAMS = ["patroni", "etcd", "etcdctl", "haproxy"]
MEMBERS = [1, 2, 3]
DATABASE, REST, CLIENT, PEER, NODE = 15430, 18430, 12370, 12380, 18080
"""A member's ports are these plus its number. haproxy has NODE itself."""


def install():
    """Installs missing packages without starting any service."""
    if all(map(shutil.which, PROGRAMS)) and glob.glob("/usr/lib/postgresql/*/bin/postgres"):
        return
    if os.geteuid() != 0:
        sys.exit("install these packages first: " + " ".join(PACKAGES))
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    subprocess.run(["apt-get", "update", "-qq"], check=True)
    subprocess.run(["apt-get", "install", "-y", "-qq", *PACKAGES], check=True, env=quiet)


def wait_for(what, ask, seconds=120):
    """Asks until the answer is true, and returns it."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        answer = ask()
        if answer:
            return answer
        time.sleep(0.2)
    sys.exit(f"{what}: not within {seconds} seconds")


def answer_of(url):
    """Returns the status and text of a URL, or (0, "") without a response."""
    try:
        with urllib.request.urlopen(url, timeout=2) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()
    except OSError:
        return 0, ""


class Cluster:
    """The processes, by name, and how each is started again."""

    def __init__(self, turnpike, folder):
        self.turnpike = str(pathlib.Path(turnpike).resolve())
        self.folder = folder
        self.programs = sorted(glob.glob("/usr/lib/postgresql/*/bin"))[-1]
        self.passwords = {name: secrets.token_hex(16) for name in ("postgres", "replicator", "turnpike", "turnpike_app")}
        self.running = {}
        self.user = "postgres" if os.geteuid() == 0 else None

    def start(self, name, command, environment=None):
        """Starts a process in its own session, so that it can be killed with all its children."""
        log = open(self.folder / f"{name}.log", "ab")
        self.running[name] = subprocess.Popen(
            command, stdout=log, stderr=log, user=self.user, start_new_session=True, cwd=self.folder,
            env={"PATH": os.environ["PATH"], "HOME": str(self.folder), "LANG": "C.UTF-8", **(environment or {})})

    def kill(self, name):
        """Ends it as a power cut would."""
        process = self.running.pop(name)
        children = subprocess.run(["ps", "-eo", "pid=,sess="], capture_output=True, text=True, check=True).stdout
        in_session = [int(pid) for pid, session in map(str.split, children.splitlines()) if int(session) == process.pid]
        for pid in in_session + self.postgres_of(name):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        process.wait()

    def postgres_of(self, name):
        """Returns the postmaster that Patroni started, with all its children, which have their own sessions."""
        try:
            postmaster = (self.folder / name / "data" / "postmaster.pid").read_text().split()[0]
        except OSError:
            return []
        listed = subprocess.run(["ps", "-o", "pid=", "--ppid", postmaster], capture_output=True, text=True)
        return [int(postmaster), *map(int, listed.stdout.split())]

    def stop(self):
        """Ends everything."""
        for name in list(self.running):
            self.kill(name)

    def etcd(self, n):
        folder = self.folder / f"etcd{n}"
        everybody = ",".join(f"etcd{m}=http://127.0.0.1:{PEER + m}" for m in MEMBERS)
        self.start(f"etcd{n}", [
            "etcd", "--name", f"etcd{n}", "--data-dir", str(folder),
            "--listen-client-urls", f"http://127.0.0.1:{CLIENT + n}",
            "--advertise-client-urls", f"http://127.0.0.1:{CLIENT + n}",
            "--listen-peer-urls", f"http://127.0.0.1:{PEER + n}",
            "--initial-advertise-peer-urls", f"http://127.0.0.1:{PEER + n}",
            "--initial-cluster", everybody, "--initial-cluster-state", "new"])

    def etcd_leader(self):
        """Returns the number of etcd's leader, or None without a leader."""
        for n in MEMBERS:
            asked = subprocess.run(
                ["etcdctl", f"--endpoints=http://127.0.0.1:{CLIENT + n}", "endpoint", "status", "-w", "json"],
                env={**os.environ, "ETCDCTL_API": "3"}, capture_output=True, text=True)
            if asked.returncode == 0:
                status = json.loads(asked.stdout)[0]["Status"]
                if status["leader"] == status["header"]["member_id"]:
                    return n
        return None

    def patroni(self, n):
        folder = self.folder / f"patroni{n}"
        folder.mkdir(exist_ok=True)
        hosts = ", ".join(f"'127.0.0.1:{CLIENT + m}'" for m in MEMBERS)
        settings = folder / "patroni.yml"
        settings.write_text(textwrap.dedent(f"""\
            scope: turnpike
            name: patroni{n}
            restapi:
              listen: 127.0.0.1:{REST + n}
              connect_address: 127.0.0.1:{REST + n}
            etcd3:
              hosts: [{hosts}]
            bootstrap:
              dcs:
                ttl: 20
                loop_wait: 5
                retry_timeout: 5
                maximum_lag_on_failover: 1048576
                synchronous_mode: true
                postgresql:
                  use_pg_rewind: true
                  parameters:
                    max_connections: 100
                    # Keep WAL for standbys that return.
                    wal_keep_size: 512MB
              initdb:
                - encoding: UTF8
                - locale: C.UTF-8
                - data-checksums
            postgresql:
              listen: 127.0.0.1:{DATABASE + n}
              connect_address: 127.0.0.1:{DATABASE + n}
              data_dir: {folder}/data
              bin_dir: {self.programs}
              pgpass: {folder}/pgpass
              authentication:
                superuser: {{username: postgres, password: {self.passwords["postgres"]}}}
                replication: {{username: replicator, password: {self.passwords["replicator"]}}}
              parameters:
                unix_socket_directories: {folder}
              pg_hba:
                - host replication replicator 127.0.0.1/32 scram-sha-256
                - host all all 127.0.0.1/32 scram-sha-256
            """))
        self.own(folder)
        self.start(f"patroni{n}", ["patroni", str(settings)])

    def own(self, path):
        if self.user:
            shutil.chown(path, self.user)
            for below in path.rglob("*"):
                if not below.is_symlink():
                    shutil.chown(below, self.user)

    def leader(self):
        """Returns the number of the PostgreSQL that accepts writes, or None."""
        for n in MEMBERS:
            if answer_of(f"http://127.0.0.1:{REST + n}/primary")[0] == 200:
                return n
        return None

    def is_whole(self):
        """Whether there is a leader, a synchronous standby and one more."""
        status, text = answer_of(f"http://127.0.0.1:{REST + (self.leader() or 1)}/cluster")
        if status != 200:
            return False
        roles = sorted(member["role"] for member in json.loads(text)["members"] if member["state"] in ("running", "streaming"))
        return roles == ["leader", "replica", "sync_standby"]

    def sql(self, text, database="postgres"):
        """Runs SQL on the leader as its superuser, and returns the output."""
        asked = subprocess.run(
            [f"{self.programs}/psql", "-XqtA", "-v", "ON_ERROR_STOP=1", "-c", text,
             f"postgresql://postgres:{self.passwords['postgres']}@127.0.0.1:{DATABASE + self.leader()}/{database}"],
            capture_output=True, text=True, check=True)
        return asked.stdout.strip()

    def url(self, user):
        """Returns the URL of all three databases. The server uses the one that accepts writes."""
        hosts = ",".join(f"127.0.0.1:{DATABASE + m}" for m in MEMBERS)
        return f"postgres://{user}:{self.passwords[user]}@{hosts}/turnpike"

    def node(self, n):
        folder = self.folder / f"node{n}"
        folder.mkdir(exist_ok=True)
        self.own(folder)
        self.start(f"node{n}", [self.turnpike, "serve"], {
            "DATABASE_URL": self.url("turnpike_app"), "SMTP_URL": f"smtp://127.0.0.1:{play.SMTP}",
            "TURNPIKE_LISTEN": f"127.0.0.1:{NODE + n}", "TURNPIKE_DATA_DIR": str(folder),
            "TURNPIKE_PUBLIC_URL": f"http://127.0.0.1:{NODE}", "TURNPIKE_BEHIND_PROXY": "true",
            "TURNPIKE_MAIL_PAUSE": "0"})

    def haproxy(self):
        servers = "".join(f"    server node{n} 127.0.0.1:{NODE + n}\n" for n in MEMBERS)
        settings = self.folder / "haproxy.cfg"
        settings.write_text(textwrap.dedent(f"""\
            global
                maxconn 2000
            defaults
                mode http
                timeout connect 2s
                timeout client 60s
                timeout server 60s
                option redispatch
            frontend turnpike
                bind 127.0.0.1:{NODE}
                option forwardfor
                default_backend nodes
            backend nodes
                option httpchk GET /health/ready
                default-server check inter 1s fall 2 rise 1
            """) + servers)
        self.start("haproxy", ["haproxy", "-db", "-f", str(settings)])

    def build(self):
        """Starts everything, from the bottom up."""
        for n in MEMBERS:
            self.etcd(n)
        wait_for("etcd", self.etcd_leader)
        for n in MEMBERS:
            self.patroni(n)
        wait_for("a database with a synchronous standby", self.is_whole)
        self.sql(f"CREATE ROLE turnpike_app LOGIN PASSWORD '{self.passwords['turnpike_app']}'")
        self.sql(f"CREATE ROLE turnpike LOGIN PASSWORD '{self.passwords['turnpike']}' IN ROLE turnpike_app")
        self.sql("CREATE DATABASE turnpike OWNER turnpike")
        environment = {**os.environ, "TURNPIKE_MIGRATE_URL": self.url("turnpike")}
        subprocess.run([self.turnpike, "migrate"], env=environment, check=True, capture_output=True)
        for n in MEMBERS:
            self.node(n)
        self.haproxy()
        for n in MEMBERS:
            wait_for(f"node {n}", lambda n=n: answer_of(f"http://127.0.0.1:{NODE + n}/health/ready")[0] == 200)

    def faults(self):
        """Returns the faults: a name, and a function that causes the fault and returns its repair."""
        def database():
            n = self.leader()
            self.kill(f"patroni{n}")
            return lambda: self.patroni(n)

        def node():
            self.kill("node1")
            return lambda: self.node(1)

        def etcd():
            n = self.etcd_leader()
            self.kill(f"etcd{n}")
            return lambda: self.etcd(n)

        return [("the database's leader is killed", database), ("a node is killed", node),
                ("etcd's leader is killed", etcd)]


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("turnpike", help="the program")
    arguments.add_argument("--seconds", type=float, default=20, help="how long is played around each fault")
    arguments.add_argument("--keep", action="store_true", help="leave folder and logs behind")
    given = arguments.parse_args()
    install()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="turnpike-cluster-"))
    folder.chmod(0o711)
    cluster = Cluster(given.turnpike, folder)
    cluster.own(folder)
    if cluster.user:
        shutil.copy(cluster.turnpike, folder / "turnpike")
        (folder / "turnpike").chmod(0o755)
        cluster.turnpike = str(folder / "turnpike")
    lost = True
    try:
        cluster.build()
        print("three PostgreSQL under Patroni, three etcd, three nodes behind haproxy: all up", flush=True)
        match = play.Match(f"http://127.0.0.1:{NODE}")
        match.begin()
        time.sleep(given.seconds)
        for name, strike in cluster.faults():
            wait_for("the cluster is whole", cluster.is_whole)
            match.note(name)
            mend = strike()
            time.sleep(given.seconds)
            mend()
            wait_for("the cluster is whole again", cluster.is_whole, 180)
            time.sleep(given.seconds / 2)
        match.end()
        wait_for("an empty outbox", lambda: cluster.sql(
            "SELECT count(*) FROM outbox WHERE status = 'waiting'", "turnpike") == "0", 300)
        lost = match.report()
        audit = subprocess.run([cluster.turnpike, "verify", "--database", "--database-url", cluster.url("turnpike_app")],
                               capture_output=True, text=True)
        print("verify --database:", audit.stdout.strip().splitlines()[-1])
        lost = lost or audit.returncode != 0
    finally:
        cluster.stop()
        if given.keep or lost:
            print(f"logs in {folder}")
        else:
            shutil.rmtree(folder)
    sys.exit(1 if lost else 0)


if __name__ == "__main__":
    main()
