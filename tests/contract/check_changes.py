"""Compares openapi.yaml with released.yaml and docs/CONTRACT-CHANGES.md: see `breaking`."""

import re
import shutil
import sys
from pathlib import Path

import yaml

from compat import PROSE, breaks, calls

HERE = Path(__file__).parent
RELEASED, CURRENT = HERE / "released.yaml", HERE / "../../openapi.yaml"
CHANGES = HERE / "../../docs/CONTRACT-CHANGES.md"
WAIVER = "Breaks: "


def load(path):
    return yaml.load(path.read_text(), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def substance(thing, named=False):
    """Returns a document without prose and version. `named`: the keys are names, not keywords."""
    if isinstance(thing, list):
        return [substance(it) for it in thing]
    if not isinstance(thing, dict):
        return thing
    prose = set() if named else (PROSE - {"deprecated"}) | {"summary", "info", "tags"}
    return {k: substance(v, named=not named and k == "properties") for k, v in thing.items() if k not in prose}


def number(version):
    return tuple(map(int, version.split(".")))


def sections(changes):
    """Returns the bullets of the changelog by version, each in one line."""
    parts = re.split(r"^## (\d+\.\d+\.\d+)\b.*$", changes, flags=re.M)
    bullet = re.compile(r"^- (.*(?:\n  .*)*)", re.M)
    return {v: [re.sub(r"\s+", " ", b) for b in bullet.findall(text)] for v, text in zip(parts[1::2], parts[2::2])}


def grows(changes):
    """Returns the sets that may gain words. One line of the promises names them."""
    return re.findall(r"`(\w+)`", re.search(r"^\*Sets that grow:\*(.*(?:\n.+)*)", changes, re.M)[1])


def members(schema):
    """The names of the members that a schema and its parts declare."""
    parts = (part for key in ("allOf", "oneOf", "anyOf") for part in schema.get(key, ()))
    return set(schema.get("properties", ())).union(*map(members, parts))


def additions(old, new):
    """The calls and members of `new` that `old` lacks."""
    yield from (f"`{call}`" for call in sorted(set(calls(new)) - set(calls(old))))
    had, has = (document["components"]["schemas"] for document in (old, new))
    for name in sorted(set(had) & set(has)):
        yield from (f"`{member}` in {name}" for member in sorted(members(has[name]) - members(had[name])))


def faults(old, new, changes, today=None):
    """Yields the reasons why `new` does not fit the released document `old` and the changelog."""
    for name in grows(changes):
        if "enum" not in new["components"]["schemas"].get(name, ()):
            yield f"{CHANGES.name}: `{name}` grows, but is no set of the document"
    if substance(old) == substance(new):
        return
    was, version, entries = old["info"]["version"], new["info"]["version"], sections(changes)
    if number(version) <= number(was) or version != next(iter(entries), None):
        yield (f"the contract is another than that of {was}: raise `version` in Cargo.toml, run "
               f"clients/version --write, and begin {CHANGES.name} with a heading for that version")
    bullets = [b for v, list_ in entries.items() if number(v) > number(was) for b in list_]
    for call in sorted(set(calls(new)) - set(calls(old))):
        if not any(f"`{call}`" in b for b in bullets):
            yield f"{call} is new: name it in {CHANGES.name} under {version}, as `{call}`"
    waivers = [b.removeprefix(WAIVER) for b in bullets if b.startswith(WAIVER)]
    found = breaks(old, new, grows(changes), today)
    for sentence in found:
        named = [w for w in waivers if w.startswith(sentence + ". ")]
        if not named:
            yield sentence
        elif len(named) > 1:
            yield f"named {len(named)} times in {CHANGES.name}: {sentence}"
    for waiver in waivers:
        if not any(waiver.startswith(sentence + ". ") for sentence in found):
            yield f"{CHANGES.name} names what does not break, or gives no reason: {waiver}"


def main():
    old, new = load(RELEASED), load(CURRENT)
    if "--new" in sys.argv:
        print("\n".join(additions(old, new)))
        return
    found = list(faults(old, new, CHANGES.read_text()))
    if found:
        print(f"Clients of the contract {old['info']['version']} (tests/contract/released.yaml) are not served:\n")
        print("\n".join(f"- {it}" for it in found))
        print("\nWhat breaks belongs under /v2, or is named in docs/CONTRACT-CHANGES.md, which says how.")
        sys.exit(1)
    print(f"Nothing breaks a client of the contract {old['info']['version']}.")
    if "--release" in sys.argv:
        shutil.copyfile(CURRENT, RELEASED)
        print(f"The contract {new['info']['version']} is the released one now.")


if __name__ == "__main__":
    main()
