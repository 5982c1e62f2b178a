"""Plays against a Turnpike that may fail, and remembers all its responses and mails.

Uses none of the server's code and no database: it plays over HTTP and receives mails by SMTP. It
repeats a request unchanged until the server responds."""
import collections
import copy
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
"""How many tables play as fast as the server responds, and how many wait for each turn mail."""
PATIENCE = 180
"""Seconds after which a response counts as lost."""
MAIL_PATIENCE = 420
"""The same for a mail. If its worker dies, another one sends it after five minutes."""
VERIFY = pathlib.Path(__file__).resolve().parent.parent / "verify.py"


class Post(socketserver.StreamRequestHandler):
    """One conversation with the players' mail server (RFC 5321)."""

    def handle(self):
        try:
            self.converse()
        except ConnectionError:
            pass  # The node was killed. The mail comes again.

    def converse(self):
        say = lambda line: self.wfile.write(line.encode() + b"\r\n")
        say("220 players.test")
        while line := self.rfile.readline().decode(errors="replace").strip():
            word = line.split()[0].upper()
            if word == "DATA":
                say("354 go on")
                lines = []
                while (line := self.rfile.readline()) != b".\r\n":
                    if not line:
                        return
                    lines.append(line[1:] if line.startswith(b"..") else line)
                mail = b"".join(lines).replace(b"\r\n", b"\n")
                self.server.keep(email.message_from_bytes(mail, policy=email.policy.default))
                say("250 taken")
            elif word == "QUIT":
                say("221 bye")
                return
            else:
                say("250 ok")


class Mailroom(socketserver.ThreadingTCPServer):
    """All received mails, by the key in their Message-ID."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", SMTP), Post)
        self.mails = collections.defaultdict(list)
        self.came = threading.Condition()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def keep(self, mail):
        # Kind, place in the log, seat and game. The rest is for replies.
        key = ".".join(mail["Message-ID"].strip("<> ").split("@")[0].split(".")[:4])
        with self.came:
            self.mails[key].append(mail)
            self.came.notify_all()

    def wait_for(self, wanted):
        """Returns the first mail with such a key, or None if it does not arrive."""
        def find():
            return next((mails[0] for key, mails in self.mails.items() if wanted(key, mails[0])), None)
        with self.came:
            return self.came.wait_for(find, MAIL_PATIENCE)


class Player:
    """A player with an account and a separate address."""

    def __init__(self, url, name, address, mailroom):
        self.server = urllib.parse.urlsplit(url).netloc
        self.name, self.address, self.token = name, address, None
        self.password = "correct horse battery staple " + name
        account = {"name": name, "email": f"{name}@players.test", "password": self.password}
        self.token = self.call("POST", "/v1/players", account)["session"]["access_token"]
        mail = mailroom.wait_for(lambda key, mail: key.startswith("confirm_address") and name + "@" in mail["To"])
        code = re.search(r"^ +([A-Z0-9]{8})$", mail.get_body(("plain",)).get_content(), re.M)[1]
        self.call("POST", "/v1/me/confirmation", {"code": code})
        # The player sends each move.
        self.call("PATCH", "/v1/me", {"play_forced_moves": False})

    def call(self, method, path, body=None):
        """Repeats the request until the server responds. A final rejection raises an error."""
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


def place(move):
    """The place of a move in the log, as the ids of mails have it."""
    return f"{move['ply']}-{move['head'][:8]}"


class Table(threading.Thread):
    """Two players that play games one after the other."""

    def __init__(self, match, number, by_mail):
        super().__init__(daemon=True)
        self.match, self.number, self.by_mail = match, number, by_mail
        self.games = {}
        self.owed = []
        self.failed = None

    def run(self):
        try:
            names = [f"{who}{self.number}" for who in ("ann", "ben")]
            address = f"127.0.1.{self.number + 1}"
            self.players = [Player(self.match.url, name, address, self.match.mailroom) for name in names]
            while not self.match.over.is_set():
                self.play()
        except Exception as error:  # The report shows it.
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
                    wanted = f"your_turn.{place(last)}.{seat}.{game}"
                    self.owed.append((wanted, player.name))
                    if not self.match.mailroom.wait_for(lambda key, _: key == wanted):
                        raise AssertionError(f"no mail {wanted}")
                move = {"type": "leave"} if over else random.choice(legal["moves"])
                body = {"seq": legal["seq"], "moves": [move]}
                answer = player.call("POST", f"/v1/games/{game}/moves", body)
                told.append({"seat": seat, "seq": legal["seq"], "ply": answer["ply"], "head": answer["head"],
                             "at": time.monotonic()})
                if answer["status"] == "finished":
                    return


class Told:
    """All that the players received: responses, mails, and the histories at the end."""

    def __init__(self, moves, owed, mails, histories):
        self.moves, self.owed, self.mails, self.histories = moves, owed, mails, histories

    def count(self):
        """Counts lost acknowledged moves, entries that no player requested or that exist twice, missing
        mails, and histories that do not verify."""
        lost, doubled = 0, 0
        for game, moves in self.moves.items():
            entries = self.histories[game]["entries"]
            hashes = {entry["n"]: entry["hash"] for entry in entries}
            lost += sum(hashes.get(move["ply"]) != move["head"] for move in moves)
            asked = {(move["seat"], move["seq"]) for move in moves}
            made = [(entry["seat"], entry["seq"]) for entry in entries]
            doubled += len(made) - len(asked.intersection(made))
        came = {(key, address) for key, mails in self.mails.items() for address in mails}
        missing = sum((key, name + "@players.test") not in came for key, name in self.owed)
        return {"moves lost": lost, "doubled": doubled, "notices lost": missing,
                "histories false": sum(map(is_false, self.histories.values()))}

    def spoiled(self):
        """Yields copies with one fault each, and the name of the count that must find it."""
        game = next(game for game, moves in self.moves.items() if moves and not is_false(self.histories[game]))
        spoilt = copy.deepcopy(self)
        spoilt.moves[game][-1]["head"] = "0" * 64
        yield "moves lost", spoilt
        spoilt = copy.deepcopy(self)
        spoilt.moves[game].pop()
        yield "doubled", spoilt
        spoilt = copy.deepcopy(self)
        spoilt.mails.pop(next(key for key, _ in self.owed if key in self.mails))
        yield "notices lost", spoilt
        spoilt = copy.deepcopy(self)
        spoilt.histories[game]["entries"][0]["at"] = "2026-01-01T00:00:00.000Z"
        yield "histories false", spoilt


def is_false(history):
    """Whether an independent program finds a fault in a history."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(history, file)
        file.flush()
        return subprocess.run([sys.executable, str(VERIFY), file.name], capture_output=True).returncode != 0


class Match:
    """All tables, and the records of the players."""

    def __init__(self, url):
        self.url = url
        self.mailroom = Mailroom()
        self.over = threading.Event()
        self.marks = []
        self.tables = [Table(self, n, n >= QUICK) for n in range(QUICK + BY_MAIL)]

    def begin(self):
        for table in self.tables:
            table.start()

    def note(self, name):
        """Records that a fault is about to happen."""
        self.marks.append((name, time.monotonic()))
        print(f"{name} …", flush=True)

    def end(self):
        """Lets every table end its game."""
        self.marks.append((None, time.monotonic()))
        self.over.set()
        for table in self.tables:
            table.join(2 * MAIL_PATIENCE)

    def told(self):
        """Returns the records of the players, and the current histories."""
        moves, owed, histories = {}, [], {}
        for table in self.tables:
            moves.update(table.games)
            owed += table.owed
            for game, made in table.games.items():
                owed += [(f"game_over.{place(made[-1])}.{seat}.{game}", player.name)
                         for seat, player in enumerate(table.players) if made]
                histories[game] = table.players[0].call("GET", f"/v1/games/{game}/export")
        with self.mailroom.came:
            mails = {key: [mail["To"].addresses[0].addr_spec for mail in mails]
                     for key, mails in self.mailroom.mails.items()}
        return Told(moves, owed, mails, histories)

    def report(self):
        """Prints the counts. Returns whether anything was lost."""
        faults = [table.failed for table in self.tables if table.failed]
        faults += [f"table {table.number} hangs" for table in self.tables if table.is_alive()]
        told = self.told()
        print("\n| fault | moves until the next | longest wait of a table |\n| --- | --- | --- |")
        for (name, since), (_, until) in zip(self.marks, self.marks[1:]):
            within = sum(since < move["at"] <= until for moves in told.moves.values() for move in moves)
            waits = []
            for table in self.tables[:QUICK]:
                own = sorted(move["at"] for moves in table.games.values() for move in moves)
                steps = [since, *(at for at in own if since < at <= until), until]
                waits.append(max(later - sooner for sooner, later in zip(steps, steps[1:])))
            print(f"| {name} | {within} | {max(waits):.1f} s |")
        counted = told.count()
        twice = sum(len(mails) - 1 for mails in told.mails.values())
        print(f"\n{len(told.moves)} games: {sum(map(len, told.moves.values()))} moves acknowledged, "
              f"{len(told.owed)} notices owed; " + ", ".join(f"{n} {what}" for what, n in counted.items())
              + f"; {twice} came twice under one id")
        # A count that cannot fail is worth nothing.
        for what, spoilt in told.spoiled():
            if spoilt.count()[what] != counted[what] + 1:
                faults.append(f"a fault made on purpose is not counted: {what}")
        for fault in faults:
            print("FAULT:", fault)
        return bool(any(counted.values()) or faults)
