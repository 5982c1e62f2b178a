#!/usr/bin/env python3
"""Checks an exported game without Turnpike's code: commitment, game seed, hash chain.

    python3 docs/examples/verify.py GAME.json

It knows no rules: whether the moves are legal, and what the dice were, `turnpike verify` tells.
docs/VERIFYING.md has the definitions."""
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


def verify(game):
    check("format", game["format"], "turnpike-record/1")
    deal = game.get("deal")
    if game["server_seed"] is None:
        sys.exit("false: server_seed: is not in the record: without it neither dice nor moves can be checked")
    if game["randomness"] != (1 if deal is None else 2):
        sys.exit("false: randomness: it is 2 in a game on a deal, and 1 in all others")
    if (game["seed_source"] == "deal") != (deal is not None):
        sys.exit("false: seed_source: a game names a deal where its seed is one's, and only there")

    server_seed = bytes.fromhex(game["server_seed"])
    check("seed_commitment", game["seed_commitment"], sha256(server_seed))
    if deal is not None:
        print(f"{'deal':16} {deal}, if that has this commitment: compare it with GET /v1/deals/{deal}")

    entropies = [seat["entropy"] for seat in game["seats"]]
    # All games on a deal have the same dice, so the game's id and entropy do not enter.
    lines = ["turnpike/1", game["id"], *entropies] if deal is None else ["turnpike/2", deal]
    message = "".join(line + "\n" for line in lines)
    game_seed = mac(server_seed, message.encode())
    print(f"{'game seed':16} {game_seed.hex()}")

    header = {key: game[key] for key in ("id", "rules", "options", "seed_commitment", "seed_source", "randomness")}
    commitment, secret = game.get("blinding_commitment"), game.get("blinding_secret")
    if (commitment is None) != (secret is None):
        sys.exit("false: blinding: there is a commitment without its secret, or the other way round")
    if deal is not None and commitment is None:
        sys.exit("false: blinding: a game on a deal has one")
    blinding_key = game_seed
    if commitment is not None:
        # If players may know the seed, another secret blinds the hashes.
        blinding_key = bytes.fromhex(secret)
        check("blinding", commitment, sha256(blinding_key))
        header["blinding_commitment"] = commitment
    if deal is not None:
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


with open(sys.argv[1], encoding="utf-8") as file:
    try:
        verify(json.load(file))
    except (AttributeError, KeyError, TypeError, ValueError) as fault:
        sys.exit(f"false: the file has not the form of a record: {fault!r}")
