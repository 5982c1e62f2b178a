"""The rules for pairs of schemas, one function each. `way` is `request` for data that clients send,
which may become less strict, or `answer` for data that they receive, which may not. `old` and `new`
are schemas as `compat.Reader` reads them.
"""

HIGHEST = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
LOWEST = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")


def types(way, old, new):
    had, has = ({*it["types"], "integer"} if "number" in it["types"] else it["types"] for it in (old, new))
    wide, narrow = (had, has) if way == "answer" else (has, had)
    if wide and (not narrow or not narrow <= wide):
        if way == "answer" and has - had == {"null"}:
            yield "may be null now"
        elif way == "request" and had - has == {"null"}:
            yield "may not be null any more"
        else:
            now, before = (" or ".join(sorted(it["types"])) or "any" for it in (new, old))
            yield f"of type {now}, was {before}"


def formats(way, old, new):
    had, has = old.get("format"), new.get("format")
    wide, narrow = (had, has) if way == "answer" else (has, had)
    if wide not in (None, narrow) and (wide, narrow) != ("int64", "int32"):
        yield f"of format {has or 'any'}, was {had or 'any'}"


def words(way, old, new):
    had, has = (it.get("enum", [it["const"]] if "const" in it else None) for it in (old, new))
    if way == "request" and has is not None:
        if had is None:
            yield "no more than a few words may be sent now"
        yield from (f"`{word}` may not be sent any more" for word in had or () if word not in has)
    if way == "answer" and had is not None:
        if has is None:
            yield "any word may be answered now"
        yield from (f"`{word}` may be answered now" for word in has or () if word not in had)


def members(way, old, new):
    yield from ((where, "gone") for member, (where, _) in old["members"].items() if member not in new["members"])
    changed = new["required"] - old["required"] if way == "request" else old["required"] - new["required"]
    said = "required now" if way == "request" else "may be left out now"
    yield from ((new["members"][member][0], said) for member in changed if member in new["members"])


def forms(way, old, new):
    """A union may gain forms and lose none. No response may become a union."""
    if old["forms"] or way == "request" and new["forms"]:
        yield from (f"the form {word} is gone" for word in set(old["forms"] or [old["place"]]) - set(new["forms"]))
    elif new["forms"]:
        yield "one of several forms now"


def closed(way, old, new):
    had, has = (it.get("additionalProperties", True) for it in (old, new))
    if way == "request" and has is False and had is not False:
        yield "members that are not named are refused now"
    if way == "answer" and isinstance(had, dict) and not isinstance(has, dict):
        yield "members that are not named are of no known type now"


def limits(way, old, new):
    """Checks limits of requests only: no client depends on the length of a response."""
    if way == "request":
        for key in (*HIGHEST, *LOWEST):
            if key in new and (key not in old or (new[key] < old[key] if key in HIGHEST else new[key] > old[key])):
                yield f"`{key}` is {new[key]}, was {old.get(key, 'open')}"
        if new.get("pattern") not in (None, old.get("pattern")):
            yield f"has to fit `{new['pattern']}` now"
        if new.get("uniqueItems") and not old.get("uniqueItems"):
            yield "nothing may be sent twice now"


def defaults(way, old, new):
    if way == "request" and "default" in old and old["default"] != new.get("default", ...):
        yield f"left out it means `{new.get('default', 'nothing')}`, was `{old['default']}`"


def discriminators(way, old, new):
    had, has = (it.get("discriminator", {}).get("propertyName") for it in (old, new))
    if had not in (None, has):
        yield f"forms are told apart by `{has or 'nothing'}`, was `{had}`"


# Rules that depend on the place of a reference, and rules that depend on the schema only. `members`
# names its places itself.
OF_A_PLACE = (types, defaults)
OF_A_SCHEMA = (formats, words, closed, limits, discriminators, forms)
