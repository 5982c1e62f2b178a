"""Players of a Turnpike that may break under them, and their memory of what it told them.

It knows nothing of the server's code or database: it plays over HTTP and reads the mails that come
to it by SMTP. A request without an answer is sent again, unchanged, until there is one."""
import collections
import email
import email.policy
import http.client
import json
import pathlib
import random
import re
import socketserver
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

SMTP = 12525
"""The port at which the players' mail arrives."""
QUICK, BY_MAIL = 12, 6
"""How many games are played as fast as answers come, and how many by waiting for the turn mail."""
PATIENCE = 180
"""Seconds after which a mail or an answer counts as lost."""
VERIFY = pathlib.Path(__file__).resolve().parent.parent / "verify.py"


class Post(socketserver.StreamRequestHandler):
    """One conversation with the players' mail server (RFC 5321)."""

    def handle(self):
        say = lambda line: self.wfile.write(line.encode() + b"\r\n")
        say("220 players.test")
        while line := self.rfile.readline().decode(errors="replace").strip():
            word = line.split()[0].upper()
            if word == "DATA":
                say("354 go on")
                lines = iter(self.rfile.readline, b".\r\n")
                mail = b"".join(line[1:] if line.startswith(b"..") else line for line in lines).replace(b"\r\n", b"\n")
                self.server.keep(email.message_from_bytes(mail, policy=email.policy.default))
                say("250 taken")
            elif word == "QUIT":
                say("221 bye")
                return
            else:
                say("250 ok")


class Mailroom(socketserver.ThreadingTCPServer):
    """All mail that came, by the key in its Message-ID."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", SMTP), Post)
        self.mails = collections.defaultdict(list)
        self.came = threading.Condition()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def keep(self, mail):
        key = mail["Message-ID"].strip("<> ").split("@")[0]
        with self.came:
            self.mails[key].append(mail)
            self.came.notify_all()

    def wait_for(self, wanted):
        """The first mail with such a key, or None when it does not come."""
        def find():
            return next((mails[0] for key, mails in self.mails.items() if wanted(key, mails[0])), None)
        with self.came:
            return self.came.wait_for(find, PATIENCE)


class Player:
    """Somebody with an account, calling from an address of their own."""

    def __init__(self, url, name, address, mailroom):
        self.server = urllib.parse.urlsplit(url).netloc
        self.name, self.address, self.token = name, address, None
        self.password = "correct horse battery staple " + name
        account = {"name": name, "email": f"{name}@players.test", "password": self.password}
        self.token = self.call("POST", "/v1/players", account)["session"]["access_token"]
        mail = mailroom.wait_for(lambda key, mail: key.startswith("confirm_address") and name + "@" in mail["To"])
        code = re.search(r"^ +([A-Z0-9]{8})$", mail.get_body(("plain",)).get_content(), re.M)[1]
        self.call("POST", "/v1/me/confirmation", {"code": code})

    def call(self, method, path, body=None):
        """Sends until there is an answer. What is refused for good ends the program."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            status, text = self.once(method, path, body)
            if 200 <= status < 300:
                return json.loads(text) if text else None
            if status == 401 and self.token:
                _, text = self.once("POST", "/v1/sessions", {"name": self.name, "password": self.password})
                self.token = json.loads(text).get("access_token", self.token)
            elif status not in (0, 429, 502, 503, 504):
                raise AssertionError(f"{method} {path}: {status} {text}")
            time.sleep(0.25)
        raise AssertionError(f"{method} {path}: no answer in {PATIENCE} seconds")

    def once(self, method, path, body):
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = "Bearer " + self.token
        connection = http.client.HTTPConnection(self.server, timeout=60, source_address=(self.address, 0))
        try:
            connection.request(method, path, json.dumps(body) if body is not None else None, headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        except (OSError, http.client.HTTPException):
            return 0, ""
        finally:
            connection.close()


class Table(threading.Thread):
    """Two players at one game after the other."""

    def __init__(self, match, number, by_mail):
        super().__init__(daemon=True)
        self.match, self.number, self.by_mail = match, number, by_mail
        self.games = {}
        self.failed = None

    def run(self):
        try:
            names = [f"{who}{self.number}" for who in ("ann", "ben")]
            address = f"127.0.1.{self.number + 1}"
            self.players = [Player(self.match.url, name, address, self.match.mailroom) for name in names]
            while not self.match.over.is_set():
                self.play()
        except Exception as error:  # told in the report
            self.failed = f"table {self.number}: {error}"

    def play(self):
        ann, ben = self.players
        key = {"kind": "thats-life", "seats": 2, "invite": [{"player": ben.name}]}
        game = ann.call("POST", "/v1/games", key)["id"]
        ben.call("POST", f"/v1/games/{game}/seats", {})
        told = self.games[game] = []
        while True:
            over = self.match.over.is_set()
            for seat, player in enumerate(self.players):
                legal = player.call("GET", f"/v1/games/{game}/legal")
                if not legal["moves"]:
                    continue
                last = told[-1] if told else None
                if self.by_mail and last and last["seat"] != seat:
                    wanted = f"your_turn.{last['ply']}.{seat}.{game}"
                    if not self.match.mailroom.wait_for(lambda key, _: key == wanted):
                        raise AssertionError(f"no mail {wanted}")
                    self.match.notices += 1
                move = {"type": "leave"} if over else random.choice(legal["moves"])
                body = {"seq": legal["seq"], "moves": [move]}
                answer = player.call("POST", f"/v1/games/{game}/moves", body)
                told.append({"seat": seat, "seq": legal["seq"], "ply": answer["ply"], "head": answer["head"],
                             "at": time.monotonic()})
                if answer["status"] == "finished":
                    return


class Match:
    """All tables, and what is known of them."""

    def __init__(self, url):
        self.url = url
        self.mailroom = Mailroom()
        self.over = threading.Event()
        self.notices = 0
        self.marks = []
        self.tables = [Table(self, n, n >= QUICK) for n in range(QUICK + BY_MAIL)]

    def begin(self):
        for table in self.tables:
            table.start()

    def note(self, name):
        """Something is about to happen."""
        self.marks.append((name, time.monotonic()))
        print(f"{name} …", flush=True)

    def end(self):
        """Every table ends its game."""
        self.marks.append((None, time.monotonic()))
        self.over.set()
        for table in self.tables:
            table.join(2 * PATIENCE)

    def report(self):
        """Prints what became of everything, and says whether anything was lost."""
        faults = [table.failed for table in self.tables if table.failed]
        faults += [f"table {table.number} hangs" for table in self.tables if table.is_alive()]
        told = {game: moves for table in self.tables for game, moves in table.games.items()}
        acknowledged, lost, doubled, false, owed, missing = 0, 0, 0, 0, self.notices, 0
        for table in self.tables:
            for game, moves in table.games.items():
                export = table.players[0].call("GET", f"/v1/games/{game}/export")
                entries = {entry["n"]: entry for entry in export["entries"]}
                acknowledged += len(moves)
                lost += sum(entries.get(move["ply"], {}).get("hash") != move["head"] for move in moves)
                doubled += max(0, len(entries) - len(moves))
                for kind, players in (("game_started", ()), ("game_over", table.players)):
                    for player in players:
                        owed += 1
                        missing += not any(kind in key and game in key and player.name + "@" in mail["To"]
                                           for key, mails in self.mailroom.mails.items() for mail in mails)
                with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
                    json.dump(export, file)
                    file.flush()
                    checked = subprocess.run([sys.executable, str(VERIFY), file.name], capture_output=True, text=True)
                    if checked.returncode:
                        false += 1
                        faults.append(f"{game}: {checked.stderr.strip()}")
        print("\n| fault | moves until the next | longest wait of a table |\n| --- | --- | --- |")
        for (name, since), (_, until) in zip(self.marks, self.marks[1:]):
            within = sum(since < move["at"] <= until for moves in told.values() for move in moves)
            waits = []
            for table in self.tables[:QUICK]:
                own = sorted(move["at"] for moves in table.games.values() for move in moves)
                steps = [since, *(at for at in own if since < at <= until), until]
                waits.append(max(later - sooner for sooner, later in zip(steps, steps[1:])))
            print(f"| {name} | {within} | {max(waits):.1f} s |")
        twice = sum(len(mails) - 1 for mails in self.mailroom.mails.values())
        print(f"\n{len(told)} games: {acknowledged} moves acknowledged, {lost} lost, {doubled} doubled; "
              f"{owed} notices owed, {missing} lost, {twice} came twice under one id; {false} histories false")
        for fault in faults:
            print("FAULT:", fault)
        return bool(lost or doubled or missing or false or faults)
