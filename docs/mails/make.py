#!/usr/bin/env python3
"""Makes the mails of this folder as text, and pictures of them in `pictures/`, which Git ignores.

    python3 docs/mails/make.py target/release/turnpike
    python3 docs/mails/make.py target/release/turnpike --no-pictures

Starts a server with its own data directory, plays, writes mails to it and receives its mails. Needs
psql, and Chromium (`chromium`, or the name in CHROMIUM) for the pictures. Fails if a mail scrolls
sideways on a telephone. Games have fixed ids, so the dice are the same each time. The script sets
clocks forward instead of waiting. It replaces secrets, times and the hashes that depend on them.
"""

import argparse
import base64
import email
import email.policy
import fcntl
import hashlib
import json
import os
import random
import re
import shutil
import socket
import socketserver
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
import zlib
from concurrent.futures import ThreadPoolExecutor
from datetime import date, datetime, timedelta, timezone
from pathlib import Path

HERE = Path(__file__).resolve().parent
PICTURES = HERE / "pictures"
# The end of the names of the pictures that README.md of this folder shows. They are copied here.
SHOWN = "-4-reply-light.png"
HOST = "play.example.org"
URL = f"https://{HOST}"
SECRET = "a-secret-for-one-afternoon"
PASSWORD = "correct horse battery"
SEED = "5a" * 32
# In pixels: a window and a telephone.
WIDE, NARROW, HEIGHT = 660, 360, 800
# The animation of a turn that the README.md of the project shows.
ANIMATION = HERE / "turn.png"
AUTHSERV = "mx.example.org"


# --- The mails -------------------------------------------------------------------------------

class Mailbag(socketserver.ThreadingTCPServer):
    """A mail server that keeps everything."""

    allow_reuse_address = daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Conversation)
        self.mails, self.came = [], threading.Condition()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def wait(self, fits, what, seconds=120):
        """Returns the first mail that fits. It returns each mail only once."""
        until = time.monotonic() + seconds
        with self.came:
            while True:
                for mail in self.mails:
                    if fits(mail):
                        self.mails.remove(mail)
                        return mail
                if not self.came.wait(until - time.monotonic()):
                    subjects = [f"{mail['To']}: {mail['Subject']}" for mail in self.mails[-8:]]
                    sys.exit(f"no mail came: {what}\nthe last ones:\n" + "\n".join(subjects))


class Conversation(socketserver.StreamRequestHandler):
    def handle(self):
        say = lambda line: self.wfile.write(line.encode() + b"\r\n")
        say(f"220 {HOST} ESMTP")
        for line in self.rfile:
            word = line.strip().upper()
            if word == b"DATA":
                say("354 go on")
                lines = []
                for line in self.rfile:
                    if line == b".\r\n":
                        break
                    lines.append(line[1:] if line.startswith(b".") else line)
                mail = email.message_from_bytes(b"".join(lines), policy=email.policy.default)
                with self.server.came:
                    self.server.mails.append(mail)
                    self.server.came.notify_all()
            if word.startswith(b"EHLO"):
                say(f"250-{HOST}")
                say("250 8BITMIME")
            elif word == b"QUIT":
                say("221 bye")
                return
            else:
                say("250 ok")


def part(mail, kind):
    for it in mail.walk():
        if it.get_content_type() == kind:
            return it.get_content()
    return None


# --- The server ------------------------------------------------------------------------------

class Server:
    def __init__(self, binary, data, bag):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.data = data
        self.env = {key: value for key, value in os.environ.items()
                    if not key.startswith(("TURNPIKE_", "DATABASE_URL", "SMTP_URL"))}
        options = {
            "--listen": f"127.0.0.1:{self.port}",
            "--data-dir": str(data),
            "--smtp-url": f"smtp://127.0.0.1:{bag.server_address[1]}",
            "--public-url": URL,
            "--mail-from": f"Turnpike <games@{HOST}>",
            "--mail-domain": HOST,
            "--inbound-secret": SECRET,
            "--mail-authserv-id": AUTHSERV,
            "--mail-pause": "0",
            "--operator-email": "operator@example.org",
        }
        self.log = open(data.parent / "log", "wb")
        self.process = subprocess.Popen([binary, "serve", *sum(options.items(), ())],
                                        env=self.env, stdout=self.log, stderr=self.log)
        for _ in range(240):
            time.sleep(0.25)
            try:
                self.call("GET", "/health/ready")
                return
            except OSError:
                if self.process.poll() is not None:
                    break
        sys.exit("the server does not start:\n" + (data.parent / "log").read_text())

    def call(self, method, path, body=None, token=None, headers=None):
        headers = dict(headers or {})
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if body is not None and not isinstance(body, bytes):
            headers["Content-Type"] = "application/json"
            body = json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", body, headers,
                                         method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                text = answer.read()
        except urllib.error.HTTPError as error:
            sys.exit(f"{method} {path}: {error.code} {error.read().decode()}")
        return json.loads(text) if text else None

    def sql(self, statement):
        """Runs a statement and returns its rows as text."""
        url = f"postgresql://turnpike@/turnpike?host={self.data}/postgres-run&port=5432"
        done = subprocess.run(["psql", "-XqAt", "-v", "ON_ERROR_STOP=1", url, "-c", statement],
                              check=True, stdout=subprocess.PIPE, text=True)
        return done.stdout.splitlines()

    def stop(self):
        self.process.terminate()
        self.process.wait()


def quoted(value):
    return "'" + str(value).replace("'", "''") + "'"


# --- Players and games -----------------------------------------------------------------------

class Play:
    def __init__(self, server, bag, written):
        self.server, self.bag, self.written = server, bag, written
        self.tokens = {}

    def keep(self, name, mail, dark=False):
        print(f"  {name}", flush=True)
        self.written.keep(name, mail, dark)

    def me(self, player, method, path, body=None):
        return self.server.call(method, path, body, self.tokens[player])

    def mail(self, player, kind, game=None, since=0):
        """Waits for the newest mail of a kind to a player, about a game, at ply `since` or later."""
        def fits(mail):
            own = mail["Message-ID"].strip("<>").split("@")[0].split(".")
            to = mail["To"].addresses[0].addr_spec
            about = game is None or game in mail["Message-ID"] + mail["Subject"]
            ply = own[1].split("-")[0]
            is_new = not since or (ply.isdigit() and int(ply) >= since)
            return to == f"{player.lower()}@example.org" and own[0] == kind and about and is_new
        return self.bag.wait(fits, f"{kind} of {game} to {player}")

    def sign_up(self, name):
        account = {"name": name, "email": f"{name.lower()}@example.org", "password": PASSWORD}
        session = self.server.call("POST", "/v1/players", account)["session"]
        self.tokens[name] = session["access_token"]
        mail = self.mail(name, "confirm_address")
        code = re.search(r"^ +([A-Z0-9]{8})\s*$", part(mail, "text/plain"), re.M)[1]
        self.me(name, "POST", "/v1/me/confirmation", {"code": code})
        self.me(name, "PATCH", "/v1/me", {"time_zone": "Europe/Paris", "play_forced_moves": False})
        self.me(name, "PUT", "/v1/me/mail-settings", {"always_reply": True})
        return mail

    def made(self, id, **game):
        """Makes a game of Ann's with a fixed id and seed, by changing its reservation."""
        reserved = self.me("Ann", "POST", "/v1/games/reservations")["id"]
        self.server.sql(f"UPDATE reservations SET id = {quoted(id)}, server_seed = decode('{SEED}',"
                        f" 'hex') WHERE id = {quoted(reserved)}")
        self.me("Ann", "POST", "/v1/games", {"reservation": id} | game)

    def new(self, kind, id, guests, bots=0):
        """Makes such a game and seats the guests and bots."""
        self.made(id, kind=kind, seats=1 + len(guests) + bots, entropy="ann was here",
                  pace={"days_per_move": 3})
        for guest in guests:
            self.me(guest, "POST", f"/v1/games/{id}/seats", {"entropy": f"and {guest.lower()}"})
        for _ in range(bots):
            self.me("Ann", "POST", f"/v1/games/{id}/invitations", {"bot": "greedy"})
        return id

    def put_clocks_forward(self, id, **by):
        """Lets time pass for the clocks of a game."""
        by = timedelta(**by)
        clocks = json.loads(self.server.sql(f"SELECT clocks FROM games WHERE id = {quoted(id)}")[0])
        for clock in clocks:
            for moment in ("since", "deadline", "ends"):
                if clock.get("running"):
                    then = datetime.fromisoformat(clock["running"][moment].replace("Z", "+00:00"))
                    clock["running"][moment] = (then - by).isoformat().replace("+00:00", "Z")
        self.server.sql(f"UPDATE games SET clocks = {quoted(json.dumps(clocks))}, look_at = now(),"
                        f" revision = revision + 1 WHERE id = {quoted(id)}")

    def send(self, player, to, subject, lines, answers=None, vouched=True):
        """Sends a mail of a player to the server, with or without `Authentication-Results`."""
        self.sent = getattr(self, "sent", 0) + 1
        word = f"Authentication-Results: {AUTHSERV}; dmarc=pass header.from=example.org"
        text = [word] if vouched else []
        text += [f"From: {player} <{player.lower()}@example.org>", f"To: {to}",
                f"Subject: {subject}", f"Message-ID: <{self.sent}@example.org>", "MIME-Version: 1.0",
                "Content-Type: text/plain; charset=utf-8"]
        if answers:
            before = " ".join(str(answers["References"] or "").split())
            text += [f"In-Reply-To: {answers['Message-ID']}",
                     f"References: {before} {answers['Message-ID']}"]
        message = "\r\n".join(text + ["", *lines, ""]).encode()
        self.server.call("POST", "/v1/inbound/mime", message, SECRET, {
            "Content-Type": "message/rfc822", "X-Envelope-To": to,
            "X-Envelope-From": f"<{player.lower()}@example.org>"})
        return self.mail(player, "reply")

    def answer(self, player, mail, *lines):
        """Answers a mail and returns the answer to that."""
        to = mail["Reply-To"].addresses[0].addr_spec
        return self.send(player, to, f"Re: {mail['Subject']}", lines, mail)

    def turn_mails(self, id, players, when):
        for player in players:
            self.me(player, "PUT", f"/v1/games/{id}/mail-settings", {"turns": when})

    def step(self, id, players, choice, stop=lambda game: False, before=lambda game: None,
             who=-1):
        """Plays until Ann is to move and `stop` agrees, or to the end. Returns the game.

        If several are to move, `who` moves."""
        for _ in range(4000):
            game = self.me("Ann", "GET", f"/v1/games/{id}")
            if game["status"] != "running":
                return game
            acting = game["to_act"]
            names = {seat["seat"]: seat.get("player") for seat in game["seats"]}
            people = [names[seat] for seat in acting if names.get(seat) in players]
            if len(people) < len(acting):
                time.sleep(0.02)
                continue
            if "Ann" in people and stop(game):
                return game
            before(game)
            player = people[who]
            legal = self.me(player, "GET", f"/v1/games/{id}/legal")
            text = choice.choice(legal["texts"])
            if "done" in legal["texts"] and choice.random() < 0.4:
                text = "done"
            self.me(player, "POST", f"/v1/games/{id}/moves",
                    {"seq": legal["seq"], "moves": [{"text": text}]})
        sys.exit(f"{id} does not end")

    def is_anns_after_another(self, id, game):
        if game["ply"] == 0:
            return False
        log = self.me("Ann", "GET", f"/v1/games/{id}/log?since={game['ply'] - 1}")
        return log["entries"][-1]["seat"] != game["seat"]

    def game(self, kind, id, guests, bots, middle):
        """Plays one game and keeps its mails: beginning, a turn in the middle, an answer to it, end."""
        players, choice = ["Ann", *guests], random.Random(kind)
        self.new(kind, id, guests, bots)
        game = self.me("Ann", "GET", f"/v1/games/{id}")
        seats = {seat["seat"]: seat.get("player") for seat in game["seats"]}
        acting = [seats[seat] for seat in game["to_act"]]
        waits = [player for player in players if player not in acting]
        acts = [player for player in players if player in acting]
        if waits:
            self.keep(f"{kind}-1-started", self.mail(waits[0], "game_started", id))
        first = None
        if acts:
            first = self.mail(acts[0], "your_turn", id)
            self.keep(f"{kind}-2-first-turn", first, dark=True)

        alone = len(players) + bots == 1
        def late(game):
            return game["ply"] >= middle and (alone or self.is_anns_after_another(id, game))
        # Turn off the other turn mails: they take time.
        self.turn_mails(id, players, "off")
        # If all decide at the same time, the others end the day, and Ann gets a mail.
        who, wanted = (-1 if waits else 0), []
        def before(game):
            if game["ply"] >= middle - (8 if waits else middle) and not wanted:
                wanted.append(True)
                self.turn_mails(id, ["Ann"], "at_once")
        if kind == "thats-life":
            self.step(id, players, choice, lambda game: game["ply"] >= middle - 4, before, who)
            for said in ["Good luck!", "You will need it: I see two lucky tiles before me."]:
                self.me("Ben", "POST", f"/v1/games/{id}/chat", {"text": said})
        game = self.step(id, players, choice, late, before, who)
        if alone:
            # A player alone gets one turn mail, and answers after that.
            turn = self.answer("Ann", first, "show")
            self.keep(f"{kind}-3-show", turn, dark=True)
        else:
            log = self.me("Ann", "GET", f"/v1/games/{id}/log")["entries"]
            own = [entry["n"] for entry in log if entry["seat"] == game["seat"]]
            turn = self.mail("Ann", "your_turn", id, own[-1])
            self.keep(f"{kind}-3-turn", turn, dark=True)
        if kind == "thats-life":
            self.middle(id, turn)
        elif kind == "buttons":
            self.keep("buttons-refused", self.answer("Ann", turn, "fly to the moon"))
        # The same table in another language.
        self.me("Ann", "PATCH", "/v1/me", {"language": "fr"})
        self.keep(f"{kind}-french", self.answer("Ann", turn, "show"))
        self.me("Ann", "PATCH", "/v1/me", {"language": "en"})
        text = choice.choice(self.me("Ann", "GET", f"/v1/games/{id}/legal")["texts"])
        self.keep(f"{kind}-4-reply", self.answer("Ann", turn, text, "", "-- ", "Ann"))
        self.turn_mails(id, players, "off")
        self.step(id, players, choice, who=who)
        self.keep(f"{kind}-5-over", self.mail("Ann", "game_over", id))

    def middle(self, id, turn):
        """Keeps the mails that can come in the middle of any game."""
        self.keep("refused", self.answer("Ann", turn, "Hello,", "", "fly to the moon"))
        self.keep("help-at-the-table", self.answer("Ann", turn, "help"))
        self.keep("history", self.answer("Ann", turn, "history"))
        self.keep("archive", self.answer("Ann", turn, "archive"))
        self.keep("resign", self.answer("Ann", turn, "resign"))
        self.keep("chat-and-note", self.answer("Ann", turn, "chat Thank you!", "note two lucky tiles"))
        self.put_clocks_forward(id, hours=36)
        self.keep("reminder", self.mail("Ann", "reminder", id), dark=True)
        self.me("Ben", "POST", f"/v1/games/{id}/seats/0/extension", {"days": 2})
        self.keep("news-extension", self.mail("Ann", "extension", id))
        begin = date.today() + timedelta(days=40)
        self.me("Ben", "POST", "/v1/me/holidays",
                {"from": begin.isoformat(), "until": (begin + timedelta(days=6)).isoformat()})
        self.keep("news-holiday", self.mail("Ann", "holiday", id))
        self.me("Ben", "POST", f"/v1/games/{id}/seats/me/replacement", {"player": "Cleo"})
        self.keep("news-seat-offered", self.mail("Cleo", "seat_offered", id))
        self.me("Ben", "DELETE", f"/v1/games/{id}/seats/me/replacement")
        self.me("Ben", "POST", f"/v1/games/{id}/chat", {"text": "Are you still there?"})
        self.server.sql("UPDATE outbox SET due_at = now() WHERE kind = 'chat' AND status = 'waiting'")
        self.keep("chat", self.mail("Ann", "chat", id))
        said = self.me("Ann", "GET", f"/v1/games/{id}/chat")["messages"][-1]
        self.me("Ann", "POST", f"/v1/games/{id}/reports",
                {"message": said["n"], "reason": "He asks this every day.\n\nPlease tell him to wait."})
        self.keep("report", self.mail("operator", "report"))

    def accounts(self):
        self.keep("confirm-address", self.sign_up("Ann"))
        for name in ("Ben", "Cleo"):
            self.sign_up(name)
        self.server.call("POST", "/v1/sessions/code", {"name": "Ann"})
        self.keep("sign-in-code", self.mail("Ann", "sign_in_code"))
        self.server.call("POST", "/v1/password-resets", {"email": "ann@example.org"})
        self.keep("password-reset", self.mail("Ann", "password_reset"))

    def tables(self):
        """Keeps the mails about tables and the answers to `games@`."""
        id = "Gx3kPq7LmZ1"
        self.made(id, kind="paris-connection", seats=3,
                  pace={"bank_days": 20, "increment_hours": 12})
        self.me("Ann", "POST", f"/v1/games/{id}/invitations", {"player": "Ben"})
        self.keep("invitation", self.mail("Ben", "invitation", id))
        self.me("Ann", "POST", f"/v1/games/{id}/invitations", {"email": "dora@example.org"})
        self.keep("invitation-to-a-stranger", self.mail("dora", "invitation", id))
        self.me("Ben", "POST", f"/v1/games/{id}/seats", {})
        self.me("Ann", "DELETE", f"/v1/games/{id}")
        self.keep("game-cancelled", self.mail("Ben", "game_cancelled", id))
        desk = f"games@{HOST}"
        self.keep("help", self.send("Ann", desk, "help", ["help"]))
        self.keep("asks-to-confirm", self.send("Ann", desk, "a game",
                                               ["new thats-life seats 2 with ben days 3"], vouched=False))
        asked = self.send("Eve", desk, "hello", ["play ferry-follies"])
        self.keep("a-stranger-writes", asked)
        self.keep("a-stranger-begins", self.answer("Eve", asked, "yes"))

    def news(self):
        """Keeps the news that end a turn, and the digest."""
        id = self.new("thats-life", "Gx3kPq7LmZ8", ["Ben", "Cleo"])
        game = self.me("Ann", "GET", f"/v1/games/{id}")
        late = next(seat["player"] for seat in game["seats"] if seat["seat"] in game["to_act"])
        self.mail(late, "your_turn", id)
        wishes = {"turns": "digest", "reminders": "digest", "news": "digest",
                  "invitations": "digest", "wait_while_active": False}
        self.me("Cleo", "PUT", "/v1/me/mail-settings", wishes)
        self.put_clocks_forward(id, days=5)
        self.keep("news-timed-out", self.mail(late, "timed_out", id))
        self.new("flip-freighters", "Gx3kPq7LmZ9", ["Ben", "Cleo"])
        choice = random.Random(id)
        while True:
            game = self.me("Cleo", "GET", f"/v1/games/{id}")
            acting = [seat["player"] for seat in game["seats"] if seat["seat"] in game["to_act"]]
            if game["ply"] >= 12 and "Cleo" in acting:
                break
            legal = self.me(acting[0], "GET", f"/v1/games/{id}/legal")
            self.me(acting[0], "POST", f"/v1/games/{id}/moves",
                    {"seq": legal["seq"], "moves": [{"text": choice.choice(legal["texts"])}]})
        for _ in range(100):
            held = self.server.sql("SELECT kind FROM outbox WHERE status = 'held'")
            if held.count("your_turn") >= 2:
                break
            time.sleep(0.2)
        self.made("Gx3kPq7LmZ0", kind="buttons", seats=2)
        self.me("Ann", "POST", "/v1/games/Gx3kPq7LmZ0/invitations", {"player": "Cleo"})
        time.sleep(3)
        self.server.sql("UPDATE outbox SET due_at = now() WHERE kind = 'digest'")
        digest = self.mail("Cleo", "digest")
        self.keep("digest", digest, dark=True)
        games = re.findall(r"^\S.*\((Gx3kPq7LmZ\d)\)\r?$", part(digest, "text/plain").split("\nWHAT ELSE")[0], re.M)
        lines = [f"{game} show" for game in dict.fromkeys(games)]
        self.keep("digest-answered", self.answer("Cleo", digest, *lines, f"{games[0]} fly to the moon"))


# --- The texts -------------------------------------------------------------------------------

HEADERS = ["From", "To", "Reply-To", "Subject", "Message-ID", "In-Reply-To", "References", "List-ID",
           "List-Unsubscribe", "List-Unsubscribe-Post", "Auto-Submitted"]


# The heads of each game's log, in order of appearance. They depend on the time.
HASHES = {}


def steady(text, game):
    """Replaces what differs between runs, by text of the same length if possible."""
    same = lambda filler: lambda match: match[1] + (filler * 99)[:len(match[2])]
    def wrapped(date):
        """Puts a line break after as many words of the date as the found one has before its own."""
        words = date.split()
        def replace(match):
            before = len(match[0].split("\n")[0].split())
            return "\n".join(" ".join(it) for it in (words[:before], words[before:]) if it)
        return lambda match: replace(match) if "\n" in match[0] else date
    text = re.sub(r"((?:play|stop|confirm|bounces)\+)(\w+)(?=(?:-\d+)?@)", same("secret"), text)
    text = re.sub(r"(/unsubscribe/|[?&#](?:amp;)?(?:token|link|sign-in|reset|invitation)=|\"invitation\": \")([\w-]{20,})",
                  same("secret"), text)
    text = re.sub(r"(invitation&#34;: &#34;)([\w-]{20,})", same("secret"), text)
    text = re.sub(r"(code=)(\w{8,9})\b", same("ABCD2345"), text)
    text = re.sub(r"(?m)(^    |<strong>)([A-Z0-9]{4}-?[A-Z0-9]{4})(?=$|</strong>)",
                  lambda match: match[1] + ("ABCD-2345" if "-" in match[2] else "ABCD2345"), text)
    text = re.sub(r"\w+day,?\s+\d+\s+[A-Z]\w+\s+\d{4},?\s+(?:at\s+)?\d\d:\d\d\s+(\(UTC\S+\)|[A-Z]{3,4})",
                  wrapped("Wednesday 4 March 2026, 13:00 CET"), text)
    text = re.sub(r"\b\d{1,2}\s+[A-Z][a-z]{2,}\s+\d{4},?\s+(?:at\s+)?\d\d:\d\d( UTC| CET| CEST)?",
                  lambda match: wrapped("4 March 2026, 13:00" + (match[1] or ""))(match), text)
    text = re.sub(r"\bthis is report\s+\w+", lambda match: match[0][:-11] + "Rx3kPq7LmZ2", text, flags=re.I)
    text = re.sub(r"\b\d{1,2} (January|February|March|April|May|June|July|August|September|October"
                  r"|November|December), \d\d:\d\d", "4 March, 13:00", text)
    text = re.sub(r"(turnpike-receipt-1)((?:\.[\w-]+|\n  [\w.-]+)+)",
                  lambda match: match[1] + re.sub(r"[\w-]", "s", match[2]), text)
    known = {SEED, hashlib.sha256(bytes.fromhex(SEED)).hexdigest()}
    def hash_(match):
        if match[0] in known:
            return match[0]
        known_here = HASHES.setdefault(game, {})
        number = known_here.setdefault(match[0], len(known_here))
        return hashlib.sha256(f"{game} {number}".encode()).hexdigest()
    text = re.sub(r"\b[0-9a-f]{64}\b", hash_, text)
    return text


def steady_header(name, value):
    value = steady(value, "")
    if name in ("Message-ID", "In-Reply-To", "References", "List-ID"):
        value = re.sub(r"<(reply|confirm_address|sign_in_code|password_reset|report|invitation\.\d+|"
                       r"holiday|seat_offered|extension|timed_out)\.[\w-]+", r"<\1.ID", value)
        value = re.sub(r"(<\w+\.\d+-)[0-9a-f]{8}\b", r"\g<1>9f2c11aa", value)
        value = re.sub(r"<(digest|chat|reminder\.\d+-\w+\.\d+)\.\w+(\.\w+)?", r"<\1.ID", value)
    return value


# Chromium puts pictures side by side and reduces their colours.
PAINT = """
// The 256 colours that stand for all: boxes of colours are halved where they are longest.
function palette(counts) {
  const colours = [...counts].map(([c, n]) => ({c, n, v: [c >> 16, c >> 8 & 255, c & 255]}));
  let boxes = [colours];
  const span = box => {
    let best = [0, 0];
    for (let k = 0; k < 3; k++) {
      let low = 255, high = 0;
      for (const {v} of box) { low = Math.min(low, v[k]); high = Math.max(high, v[k]); }
      if (high - low > best[0]) best = [high - low, k];
    }
    return best;
  };
  let spans = [span(colours)];
  while (boxes.length < 256) {
    let at = -1, most = 0;
    boxes.forEach((box, i) => {
      const weight = spans[i][0] * Math.log2(2 + box.length);
      if (box.length > 1 && weight > most) { most = weight; at = i; }
    });
    if (at < 0) break;
    const [, k] = spans[at], box = boxes[at].sort((a, b) => a.v[k] - b.v[k]);
    const middle = (box[0].v[k] + box[box.length - 1].v[k]) / 2;
    let cut = box.findIndex(it => it.v[k] > middle);
    if (cut < 1) cut = box.length >> 1;
    boxes.splice(at, 1, box.slice(0, cut), box.slice(cut));
    spans.splice(at, 1, span(box.slice(0, cut)), span(box.slice(cut)));
  }
  const index = new Map(), shown = boxes.map((box, i) => {
    let best = box[0];
    for (const it of box) { index.set(it.c, i); if (it.n > best.n) best = it; }
    return best.v;
  });
  return [index, shown];
}
async function painted(shots) {
  const images = await Promise.all(shots.map(async shot => {
    const image = new Image();
    image.src = "data:image/png;base64," + shot;
    await image.decode();
    return image;
  }));
  const canvas = document.createElement("canvas");
  const w = canvas.width = images.reduce((sum, it) => sum + it.naturalWidth, 0);
  const h = canvas.height = Math.max(...images.map(it => it.naturalHeight));
  const context = canvas.getContext("2d");
  let x = 0;
  for (const image of images) {
    context.drawImage(image, x, 0);
    x += image.naturalWidth;
  }
  const px = context.getImageData(0, 0, w, h).data;
  const at = i => px[4 * i] << 16 | px[4 * i + 1] << 8 | px[4 * i + 2];
  const counts = new Map();
  for (let i = 0; i < w * h; i++) counts.set(at(i), (counts.get(at(i)) || 0) + 1);
  const [index, shown] = palette(counts);
  const rows = new Uint8Array((w + 1) * h);
  for (let y = 0; y < h; y++) for (let x = 0; x < w; x++) rows[y * (w + 1) + x + 1] = index.get(at(y * w + x));
  let text = "";
  for (let i = 0; i < rows.length; i += 8192) text += String.fromCharCode(...rows.subarray(i, i + 8192));
  return {w, h, colours: btoa(String.fromCharCode(...shown.flat())), rows: btoa(text)};
}
"""


# The window of a mail program.
FRAME = """<!doctype html><meta charset="utf-8"><style>
body {{ margin: 0; height: 720px; overflow: hidden; background: #fff; font: 17px sans-serif }}
header {{ position: relative; padding: 10px 14px; background: #e8ecf4; border-bottom: 1px solid #8792a8 }}
b {{ display: block; margin-top: 4px; white-space: nowrap; overflow: hidden; text-overflow: ellipsis }}
p {{ margin: 14px; font: 20px monospace }}
</style><header>{head}<b>{subject}</b></header>{body}"""


class Browser:
    """One Chromium for all pictures, driven through its pipe (the DevTools protocol)."""

    def __init__(self, folder):
        (to_read, self.out), (self.come, to_write) = os.pipe(), os.pipe()
        # Chromium reads from 3 and writes to 4.
        high = [fcntl.fcntl(it, fcntl.F_DUPFD, 10) for it in (to_read, to_write)]
        options = [f"--user-data-dir={folder}/chromium", "--headless", "--disable-gpu", "--hide-scrollbars",
                   "--no-first-run", "--disable-background-networking", "--force-color-profile=srgb",
                   "--remote-debugging-pipe"]
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            options.append("--no-sandbox")
        def take():
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)
        self.process = subprocess.Popen([os.environ.get("CHROMIUM", "chromium"), *options], preexec_fn=take,
                                        close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for it in (to_read, to_write, *high):
            os.close(it)
        self.heard, self.count, self.session = b"", 0, None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Page.enable")

    def hear(self):
        while b"\0" not in self.heard:
            more = os.read(self.come, 1 << 20)
            if not more:
                raise RuntimeError("chromium is gone")
            self.heard += more
        message, self.heard = self.heard.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, until=None, **parameters):
        """Returns the result of a call, with `until` only after that event."""
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        left = memoryview(json.dumps(message).encode() + b"\0")
        while left:
            left = left[os.write(self.out, left):]
        answer = None
        while answer is None or until:
            heard = self.hear()
            if heard.get("method") == until:
                until = None
            if heard.get("id") == self.count:
                answer = heard
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        return answer["result"]

    def value(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(json.dumps(result["exceptionDetails"])[:500])
        return result["result"].get("value")

    def shot(self, page, width, dark):
        """Returns the whole page as PNG, and its width."""
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=HEIGHT, deviceScaleFactor=1,
                  mobile=False)
        self.call("Page.navigate", until="Page.loadEventFired", url=page.as_uri())
        wide = self.value("document.documentElement.scrollWidth")
        high = self.value("Math.ceil(document.body.getBoundingClientRect().height)")
        clip = {"x": 0, "y": 0, "width": width, "height": high, "scale": 1}
        shot = self.call("Page.captureScreenshot", clip=clip, captureBeyondViewport=True)
        return shot["data"], wide

    def stop(self):
        self.process.kill()
        self.process.wait()


def save(browser, shots, path, delays=None):
    """Writes pictures into one file, with at most 256 colours: side by side, or with `delays` (in
    milliseconds) as an animation of pictures of the same size."""
    it = browser.value(PAINT + f"painted({json.dumps(shots)})")
    colours, rows = base64.b64decode(it["colours"]), base64.b64decode(it["rows"])
    wide, high = it["w"] // len(delays or [0]), it["h"]
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", wide, high, 8, 3, 0, 0, 0)), (b"PLTE", colours)]
    if delays:
        chunks.append((b"acTL", struct.pack(">II", len(delays), 0)))
    for n, delay in enumerate(delays or [0]):
        starts = range(1 + n * wide, len(rows), it["w"] + 1)
        data = zlib.compress(b"".join(b"\0" + rows[at:at + wide] for at in starts), 9)
        if delays:
            number = max(0, 2 * n - 1)
            frame = struct.pack(">IIIIIHHBB", number, wide, high, 0, 0, delay, 1000, 0, 0)
            chunks.append((b"fcTL", frame))
        chunks.append((b"fdAT", struct.pack(">I", 2 * n) + data) if n else (b"IDAT", data))
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in [*chunks, (b"IEND", b"")]))


class Written:
    """Writes mails into this folder, and their pictures into `pictures/` while the play goes on."""

    def __init__(self, folder, pictures):
        self.folder, self.pictures = folder, pictures
        self.painter, self.jobs, self.too_wide = ThreadPoolExecutor(1), [], []
        self.browser = Browser(folder) if pictures else None
        self.turn = None

    def keep(self, name, mail, dark):
        game = re.search(r"Gx3kPq7LmZ\d|$", mail["Message-ID"])[0]
        head = [f"{key}: {steady_header(key, ' '.join(str(mail[key]).split()))}"
                for key in HEADERS if mail[key]]
        text = steady(part(mail, "text/plain").replace("\r\n", "\n"), game)
        (HERE / f"{name}.txt").write_text("\n".join(head) + "\n\n" + text.rstrip() + "\n",
                                          encoding="utf-8")
        if not self.pictures:
            return
        html = steady(part(mail, "text/html"), game)
        for it in mail.walk():
            if it.get_content_type() == "image/png":
                data = base64.b64encode(it.get_content()).decode()
                html = html.replace(f"cid:{it['Content-ID'].strip('<> ')}",
                                    f"data:image/png;base64,{data}")
        self.jobs.append(self.painter.submit(self.paint, name, html, dark, str(mail["Subject"])))

    def paint(self, name, html, dark, subject):
        """Paints a mail in a window, and on a telephone both light and dark."""
        page = self.folder / "mail.html"
        page.write_text(html, encoding="utf-8")
        for theme in ["light", "dark"] if dark else ["light"]:
            shot, _ = self.browser.shot(page, WIDE, theme == "dark")
            path = PICTURES / f"{name}-{theme}.png"
            save(self.browser, [shot], path)
            if path.name.endswith(SHOWN):
                shutil.copy(path, HERE)
        shots = []
        for theme in ["light", "dark"]:
            shot, wide = self.browser.shot(page, NARROW, theme == "dark")
            shots.append(shot)
            board = self.browser.value("Math.max(0, ...Array.from(document.images,"
                                       " it => it.getBoundingClientRect().top))")
            if wide > NARROW:
                self.too_wide.append(f"{name} ({theme}): {wide} pixels")
        save(self.browser, shots, PICTURES / f"{name}-phone.png")
        if name == "thats-life-3-turn":
            self.turn = (subject, shots[0], board)
        elif name == "thats-life-4-reply":
            self.animate(self.turn, (subject, shots[0], board), "roll")

    def animate(self, turn, reply, move):
        """Writes the animation: the turn mail, its board, the answer, the board that comes back."""
        def frame(head, subject, body):
            page = self.folder / "frame.html"
            page.write_text(FRAME.format(head=head, subject=subject, body=body), encoding="utf-8")
            return self.browser.shot(page, NARROW, False)[0]
        def mail(subject, shot, top):
            body = f'<img src="data:image/png;base64,{shot}" style="margin-top: -{max(0, top)}px">'
            return frame("From: Turnpike", subject, body)
        steps = [(mail(*turn[:2], 0), 3000), (mail(*turn[:2], turn[2] - 170), 3000)]
        for end in range(len(move) + 1):
            answer = frame("To: Turnpike", f"Re: {turn[0]}", f"<p>{move[:end]}|</p>")
            steps.append((answer, 1500 if end == len(move) else 300))
        steps.append((mail(*reply[:2], reply[2] - 170), 5000))
        shots, delays = zip(*steps)
        save(self.browser, shots, ANIMATION, delays)

    def finish(self):
        for job in self.jobs:
            job.result()
        if self.too_wide:
            sys.exit("these mails scroll sideways:\n" + "\n".join(self.too_wide))

    def stop(self):
        self.painter.shutdown(cancel_futures=True)
        if self.browser:
            self.browser.stop()


PARTS = ["tables", "thats-life", "buttons", "flip-freighters", "paris-connection", "ferry-follies",
         "news"]


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("turnpike", help="the program")
    arguments.add_argument("--no-pictures", action="store_true", help="write the texts alone")
    arguments.add_argument("--only", choices=PARTS, nargs="+", help="leave the other mails as they are")
    arguments = arguments.parse_args()
    pictures, parts = not arguments.no_pictures, arguments.only or PARTS
    for name in ["psql"] + [os.environ.get("CHROMIUM", "chromium")] * pictures:
        if not shutil.which(name):
            sys.exit(f"{name} is needed")
    if not arguments.only:
        stale = [*HERE.glob("*.txt")]
        if pictures:
            stale += [*HERE.glob("*.png"), *PICTURES.glob("*.png")]
        for old in stale:
            old.unlink()
    if pictures:
        PICTURES.mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="tp-"))
    folder.chmod(0o755)
    server = written = None
    try:
        (folder / "d").mkdir()
        written = Written(folder, pictures)
        bag = Mailbag()
        server = Server(shutil.which(arguments.turnpike) or arguments.turnpike, folder / "d", bag)
        play = Play(server, bag, written)
        play.accounts()
        for name in parts:
            print(name, flush=True)
            match name:
                case "tables":
                    play.tables()
                case "news":
                    play.news()
                case "thats-life":
                    play.game(name, "Gx3kPq7LmZ2", ["Ben"], 1, middle=40)
                case "buttons":
                    play.game(name, "Gx3kPq7LmZ3", ["Ben"], 1, middle=30)
                case "flip-freighters":
                    play.game(name, "Gx3kPq7LmZ4", ["Ben"], 1, middle=24)
                case "paris-connection":
                    play.game(name, "Gx3kPq7LmZ5", ["Ben"], 1, middle=24)
                case "ferry-follies":
                    play.game(name, "Gx3kPq7LmZ6", [], 0, middle=12)
        written.finish()
    finally:
        if server:
            server.stop()
        if written:
            written.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
