"""Finds what breaks clients between two OpenAPI documents: `breaks(old, new, ...)` returns
sentences.

A rule is a function that yields sentences about one pair of elements. The rules for schemas are in
rules.py. They read schemas as `Reader.read` returns them: with references followed, `allOf` joined,
`oneOf` and `anyOf` as a list of forms, and null as a type. A sentence names the schema that
contains the change, so one change gives one sentence, even if many calls use the schema.
"""

import datetime

import rules

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
NOTICE = datetime.timedelta(days=180)
PROSE = {"description", "title", "example", "examples", "deprecated", "$comment"}
KNOWN = PROSE | {*rules.HIGHEST, *rules.LOWEST, "$ref", "type", "format", "enum", "const", "oneOf", "anyOf", "allOf",
                 "items", "properties", "required", "additionalProperties", "pattern", "uniqueItems", "default",
                 "discriminator", "x-kinds"}


def breaks(old, new, grows=(), today=None):
    """Returns all changes in `new` that break clients of `old`. The sets in `grows` may gain
    words."""
    return sorted(set(Comparison(old, new, grows, today or datetime.date.today()).document()))


def calls(document):
    """Returns each call as `GET /v1/games`, with its operation."""
    paths = document["paths"].items()
    return {f"{m.upper()} {path}": item[m] for path, item in paths for m in METHODS if m in item}


class Reader:
    """Reads the schemas of one document."""

    def __init__(self, document):
        self.document = document

    def follow(self, thing):
        while "$ref" in thing:
            place = self.document
            for step in thing["$ref"].removeprefix("#/").split("/"):
                place = place[step]
            thing = place
        return thing

    def read(self, schema, place):
        """Returns a schema as a dictionary: `place`, `types`, `members`, `forms` and its other
        keywords."""
        if "$ref" in schema:
            return self.read(self.follow(schema), schema["$ref"].split("/")[-1]) | (
                {"default": schema["default"]} if "default" in schema else {})
        if strange := set(schema) - KNOWN:
            raise SystemExit(f"{place}: no rule for {', '.join(sorted(strange))}; add one to compat.py")
        it = {k: v for k, v in schema.items() if k not in PROSE} | {"place": place}
        kinds = schema.get("type", [])
        it["types"] = {kinds} if isinstance(kinds, str) else set(kinds)
        it["members"] = {m: (f"{place}/{m}", s) for m, s in schema.get("properties", {}).items()}
        it["required"] = set(schema.get("required", ()))
        for part in (self.read(s, place) for s in schema.get("allOf", ())):
            it["members"] |= part["members"]
            it["required"] |= part["required"]
            it["types"] |= part["types"]
            it = {k: v for k, v in part.items() if k not in it} | it
        forms = [(s, self.read(s, f"{place}/{i}")) for i, s in enumerate(schema.get("oneOf", schema.get("anyOf", ())))]
        real = [(s, form) for s, form in forms if form["types"] != {"null"}]
        if len(real) == 1 and len(forms) == 2:
            alone = real[0][1]
            alone |= {"default": it["default"]} if "default" in it else {}
            return alone | {"types": alone["types"] | {"null"}}
        it["forms"] = {self.word(form): (form["place"], s) for s, form in real}
        if len(real) < len(forms):
            it["types"].add("null")
        return it

    def word(self, form):
        """Returns the identity of a form of a union: its name, or the constants in it."""
        sets = [s.get("enum", [s["const"]] if "const" in s else ()) for _, s in form["members"].values()]
        fixed = " ".join(str(words[0]) for words in sets if len(words) == 1)
        return form["place"] if "/" not in form["place"] else fixed or " or ".join(sorted(form["types"]))


class Comparison:
    def __init__(self, old, new, grows, today):
        self.old, self.new, self.grows, self.today = Reader(old), Reader(new), grows, today
        self.seen = set()

    def document(self):
        old, new = self.old.document, self.new.document
        if [s["url"] for s in old["servers"]] != [s["url"] for s in new["servers"]]:
            yield "servers: the address is another"
        for kind in ("schemas", "securitySchemes"):
            for name in set(old["components"][kind]) - set(new["components"][kind]):
                yield f"{name}: gone from {kind}, and generated code is named after it"
        for name, scheme in old["components"]["securitySchemes"].items():
            now = new["components"]["securitySchemes"].get(name, scheme)
            if any(scheme.get(k) != now.get(k) for k in ("type", "scheme", "in", "name")):
                yield f"{name}: one signs in another way"
        there = calls(new)
        for name, operation in calls(old).items():
            yield from self.call(name, operation, there[name]) if name in there else self.gone(name, operation)

    def gone(self, name, old):
        if not old.get("deprecated") or str(old.get("x-sunset", "9999")) >= self.today.isoformat():
            yield f"{name}: gone, and no `x-sunset` of the released document has passed"

    def call(self, name, old, new):
        for rule in (self.named, self.deprecated, self.security, self.parameters, self.body, self.answers):
            yield from rule(name, old, new)

    def named(self, name, old, new):
        if old["operationId"] != new["operationId"]:
            yield f"{name}: `operationId` is `{new['operationId']}`, was `{old['operationId']}`"

    def deprecated(self, name, old, new):
        if new.get("deprecated") and not old.get("deprecated"):
            if str(new.get("x-sunset", "")) < (self.today + NOTICE).isoformat():
                yield f"{name}: deprecated without an `x-sunset` that is {NOTICE.days} days away or more"
        elif old.get("x-sunset") and str(new.get("x-sunset", "9999")) < str(old["x-sunset"]):
            yield f"{name}: `x-sunset` comes earlier"

    def security(self, name, old, new):
        """Checks that every caller can still call: each old security requirement covers a new
        one."""
        def covers(had, asked):
            return all(scheme in had and set(scopes) <= set(had[scheme]) for scheme, scopes in asked.items())
        for had in old.get("security", [{}]):
            if not any(covers(had, asked) for asked in new.get("security", [{}])):
                what = ", ".join(" ".join([scheme, *scopes]) for scheme, scopes in had.items())
                yield f"{name}: {what or 'nobody signed in'} is not enough any more"

    def parameters(self, name, old, new):
        had, has = ({(p["in"], p["name"]): p for p in map(r.follow, o.get("parameters", ()))}
                    for r, o in ((self.old, old), (self.new, new)))
        for (place, word), p in has.items():
            before = had.get((place, word))
            if p.get("required") and not (before and before.get("required")):
                yield f"{name}: the {place} parameter `{word}` is required now"
            if before:
                yield from self.schema("request", before["schema"], p["schema"], f"{name} {word}")
        yield from (f"{name}: the {place} parameter `{word}` is gone" for place, word in set(had) - set(has))

    def body(self, name, old, new):
        had, has = (r.follow(o.get("requestBody", {})) for r, o in ((self.old, old), (self.new, new)))
        if has.get("required") and not had.get("required"):
            yield f"{name}: a body is required now"
        yield from self.content("request", had, has, f"{name} body")

    def answers(self, name, old, new):
        for status, answer in old["responses"].items():
            if status not in new["responses"]:
                yield f"{name}: the answer {status} is gone"
                continue
            had, has = self.old.follow(answer), self.new.follow(new["responses"][status])
            yield from self.content("answer", had, has, f"{name} {status}")
            for header, it in had.get("headers", {}).items():
                if header in has.get("headers", {}):
                    yield from self.header(it, has["headers"][header], f"{name} {status} {header}")
                else:
                    yield f"{name} {status}: the header `{header}` is gone"

    def header(self, old, new, place):
        place = old.get("$ref", place).removeprefix("#/components/headers/")
        had, has = self.old.follow(old), self.new.follow(new)
        if had.get("required") and not has.get("required"):
            yield f"{place}: not always sent any more"
        yield from self.schema("answer", had["schema"], has["schema"], place)

    def content(self, way, old, new, place):
        for media, it in old.get("content", {}).items():
            if media not in new.get("content", {}):
                yield f"{place}: no {media} any more"
            elif "schema" in it:
                yield from self.schema(way, it["schema"], new["content"][media].get("schema", {}), place)

    def schema(self, way, old, new, place):
        had, has = self.old.read(old, place), self.new.read(new, place)
        for rule in rules.OF_A_PLACE:
            yield from (f"{place}: {said} ({way})" for said in rule(way, had, has))
        if had["types"] and has["types"] and not had["types"] & has["types"]:
            return
        if (key := (way, had["place"], has["place"])) in self.seen:
            return
        self.seen.add(key)
        if way == "answer" and had["place"] in self.grows and "enum" in had and "enum" in has:
            has = has | {"enum": had["enum"]}
        for rule in rules.OF_A_SCHEMA:
            yield from (f"{had['place']}: {said} ({way})" for said in rule(way, had, has))
        yield from (f"{where}: {said} ({way})" for where, said in rules.members(way, had, has))
        for member, (where, schema) in had["members"].items():
            if member in has["members"]:
                yield from self.schema(way, schema, has["members"][member][1], where)
        for inner, end in (("items", "[]"), ("additionalProperties", "{}")):
            if isinstance(had.get(inner), dict) and isinstance(has.get(inner, {}), dict):
                yield from self.schema(way, had[inner], has.get(inner, {}), had["place"] + end)
        for kind, schema in had.get("x-kinds", {}).items():
            if kind in has.get("x-kinds", {}):
                yield from self.schema(way, schema, has["x-kinds"][kind], had["place"] + "/" + kind)
            else:
                yield f"{had['place']}: no schema for {kind} any more ({way})"
        for word, (where, schema) in had["forms"].items():
            if word in has["forms"]:
                yield from self.schema(way, schema, has["forms"][word][1], where)
