#!/usr/bin/env python3
"""Checks an exported game without Turnpike's code: commitment, game seed, hash chain.

    python3 docs/examples/verify.py GAME.json

It knows no rules: whether the moves are legal, and what the dice were, `turnpike verify` tells.
docs/VERIFYING.md is the definition that this follows."""
import hashlib
import hmac
import json
import sys


def canonical(value):
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: key.encode("utf-16-be"))
        return "{" + ",".join(canonical(key) + ":" + canonical(value[key]) for key in keys) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def mac(key, message):
    return hmac.new(key, message, hashlib.sha256).digest()


def check(name, stated, derived):
    if stated != derived:
        sys.exit(f"false: {name}: the record says {stated}, but it is {derived}")
    print(f"{name:16} {derived}")


with open(sys.argv[1], encoding="utf-8") as file:
    game = json.load(file)
check("format", game["format"], "turnpike-record/1")
deal = game.get("deal")
if game["server_seed"] is None:
    over = deal is not None and game["result"] is not None
    sys.exit(f"the {'deal is not closed' if over else 'game is not over'}: its seed is still secret")
if game["randomness"] != (1 if deal is None else 2):
    sys.exit("false: randomness: it is 2 in a game on a deal, and 1 in all others")

server_seed = bytes.fromhex(game["server_seed"])
check("seed_commitment", game["seed_commitment"], sha256(server_seed))

entropies = [seat["entropy"] for seat in game["seats"]]
# All games on one deal have the same seed: nothing of the game enters.
lines = ["turnpike/1", game["id"], *entropies] if deal is None else ["turnpike/2", deal]
message = "".join(line + "\n" for line in lines)
game_seed = mac(server_seed, message.encode())
print(f"{'game seed':16} {game_seed.hex()}")

header = {key: game[key] for key in ("id", "rules", "options", "seed_commitment", "seed_source", "randomness")}
blinding_key = game_seed
if "blinding_commitment" in game:
    # The seed was chosen, or is a deal's: what blinds the hashes is a secret of its own.
    blinding_key = bytes.fromhex(game["blinding_secret"])
    check("blinding", game["blinding_commitment"], sha256(blinding_key))
    header["blinding_commitment"] = game["blinding_commitment"]
if deal is not None:
    if "blinding_commitment" not in game or game["seed_source"] != "deal":
        sys.exit("false: a game on a deal has a blinding, and its seed source is deal")
    header["deal"] = deal
head = sha256(canonical({**header, "entropies": entropies}).encode())
check("start", game["start"], head)

for n, entry in enumerate(game["entries"], start=1):
    check(f"entry {n} number", entry["n"], n)
    blind = mac(blinding_key, b"blind" + n.to_bytes(8, "little"))
    text = canonical({key: value for key, value in entry.items() if key != "hash"})
    head = sha256(bytes.fromhex(head) + blind + text.encode())
    check(f"entry {n} hash", entry["hash"], head)
check("ply", game["ply"], len(game["entries"]))
check("head", game["head"], head)
print("true")
