"""Tests of the check with edits of the released document: it rejects breaking edits, and no
others."""

import datetime
import pickle
import re
import unittest

import check_changes

RELEASED = check_changes.load(check_changes.RELEASED)
# Entries after the release belong to a later document.
SINCE = re.compile(rf"^## \d.*?(?=^## {re.escape(RELEASED['info']['version'])}$)", re.DOTALL | re.MULTILINE)
CHANGES = SINCE.sub("", check_changes.CHANGES.read_text())
GROWS = check_changes.grows(CHANGES)
TODAY = datetime.date(2026, 12, 1)
CHAT, MOVES = "/v1/games/{id}/chat", "/v1/games/{id}/moves"


class Edited:
    """The released document, with shortcuts for edits."""

    def __init__(self):
        self.document = pickle.loads(pickle.dumps(RELEASED))
        self.paths, self.components = self.document["paths"], self.document["components"]
        self.schemas = self.components["schemas"]

    def member(self, schema, member):
        return self.schemas[schema]["properties"][member]

    def replace(self, schema, member, form):
        self.schemas[schema]["properties"][member] = form(self.member(schema, member))

    def parameter(self, name):
        return next(p for p in self.paths[CHAT]["get"]["parameters"] if p.get("name") == name)

    def parameters(self, change):
        change(self.paths[CHAT]["get"]["parameters"])

    def answers(self, path=MOVES):
        return self.paths[path]["post"]["responses"]

    def grow(self, union, form):
        self.schemas["Grown"] = {"type": "object", "properties": {"kind": {"const": "pig"}}}
        self.schemas[union][form].append({"$ref": "#/components/schemas/Grown"})

    def rename(self, old, new):
        for name, schema in self.schemas.items():
            self.schemas[name] = rename(schema, old, new)
        self.paths.update(rename(self.paths, old, new))
        self.schemas[new] = self.schemas.pop(old)


def rename(thing, old, new):
    if isinstance(thing, dict):
        return {k: rename(v, old, new) for k, v in thing.items()}
    if isinstance(thing, list):
        return [rename(it, old, new) for it in thing]
    return thing.replace(f"schemas/{old}", f"schemas/{new}") if isinstance(thing, str) else thing


def extra(required):
    return {"in": "query", "name": "page", "required": required, "schema": {"type": "string"}}


def maybe(schema):
    return {"oneOf": [schema, {"type": "null"}]}


def sunset(days):
    return {"deprecated": True, "x-sunset": (TODAY + datetime.timedelta(days)).isoformat()}


# Breaking edits, each with its sentence.
BREAKS = [
    (lambda d: d.paths["/v1/kinds"].pop("get"), "GET /v1/kinds: gone, and no `x-sunset` of the released document has passed"),
    (lambda d: d.paths.pop("/v1/receipt-keys"), "GET /v1/receipt-keys: gone, and no `x-sunset` of the released document has passed"),
    (lambda d: d.paths["/v1/kinds"]["get"].update(operationId="kinds"), "GET /v1/kinds: `operationId` is `kinds`, was `listKinds`"),
    (lambda d: d.document["servers"][0].update(url="/api"), "servers: the address is another"),
    (lambda d: d.rename("MessageInput", "Said"), "MessageInput: gone from schemas, and generated code is named after it"),
    (lambda d: d.components["securitySchemes"]["access_token"].update(scheme="basic"), "access_token: one signs in another way"),
    (lambda d: d.paths["/v1/kinds"]["get"].update(deprecated=True), "GET /v1/kinds: deprecated without an `x-sunset` that is 180 days away or more"),
    (lambda d: d.paths["/v1/kinds"]["get"].update(sunset(179)), "GET /v1/kinds: deprecated without an `x-sunset` that is 180 days away or more"),
    # Signing in.
    (lambda d: d.paths[CHAT]["get"]["security"].remove({}), "GET /v1/games/{id}/chat: nobody signed in is not enough any more"),
    (lambda d: d.paths[MOVES]["post"]["security"].pop(1), "POST /v1/games/{id}/moves: personal_token games:play is not enough any more"),
    (lambda d: d.paths[MOVES]["post"]["security"][1]["personal_token"].append("admin"), "POST /v1/games/{id}/moves: personal_token games:play is not enough any more"),
    # Requests.
    (lambda d: d.parameters(lambda it: it.append(extra(True))), "GET /v1/games/{id}/chat: the query parameter `page` is required now"),
    (lambda d: d.parameters(lambda it: it.remove(d.parameter("limit"))), "GET /v1/games/{id}/chat: the query parameter `limit` is gone"),
    (lambda d: d.parameter("limit")["schema"].update(maximum=50), "GET /v1/games/{id}/chat limit: `maximum` is 50, was 200 (request)"),
    (lambda d: d.parameter("limit")["schema"].update(default=50), "GET /v1/games/{id}/chat limit: left out it means `50`, was `100` (request)"),
    (lambda d: d.paths[MOVES]["post"]["requestBody"]["content"].clear(), "POST /v1/games/{id}/moves body: no application/json any more"),
    (lambda d: d.schemas["MessageInput"]["required"].append("room"), "MessageInput/room: required now (request)"),
    (lambda d: d.schemas["MessageInput"]["properties"].pop("room"), "MessageInput/room: gone (request)"),
    (lambda d: d.member("MessageInput", "text").update(type="integer"), "MessageInput/text: of type integer, was string (request)"),
    (lambda d: d.member("MessageInput", "text").update(format="uuid"), "MessageInput/text: of format uuid, was any (request)"),
    (lambda d: d.member("MessageInput", "text").update(maxLength=5), "MessageInput/text: `maxLength` is 5, was 1000 (request)"),
    (lambda d: d.member("MessageInput", "text").update(pattern="^a"), "MessageInput/text: has to fit `^a` now (request)"),
    (lambda d: d.member("MovesInput", "moves").update(maxItems=8), "MovesInput/moves: `maxItems` is 8, was 64 (request)"),
    (lambda d: d.member("MovesInput", "moves").update(uniqueItems=True), "MovesInput/moves: nothing may be sent twice now (request)"),
    (lambda d: d.member("MailSettingsInput", "digest_hour").update(default=9), "MailSettingsInput/digest_hour: left out it means `9`, was `8` (request)"),
    (lambda d: d.schemas["BoardTheme"]["enum"].remove("dark"), "BoardTheme: `dark` may not be sent any more (request)"),
    (lambda d: d.schemas["AdminAction"]["oneOf"].pop(0), "AdminAction: the form AdminActionDeleteMessage is gone (request)"),
    # Responses.
    (lambda d: d.answers().pop("409"), "POST /v1/games/{id}/moves: the answer 409 is gone"),
    (lambda d: d.answers()["200"].pop("content"), "POST /v1/games/{id}/moves 200: no application/json any more"),
    (lambda d: d.answers()["200"]["headers"].pop("X-Request-Id"), "POST /v1/games/{id}/moves 200: the header `X-Request-Id` is gone"),
    (lambda d: d.components["headers"]["RetryAfter"]["schema"].update(type="string"), "RetryAfter: of type string, was integer (answer)"),
    (lambda d: d.schemas["GameSummary"]["properties"].pop("ply"), "GameSummary/ply: gone (answer)"),
    (lambda d: d.schemas["GameSummary"]["required"].remove("ply"), "GameSummary/ply: may be left out now (answer)"),
    (lambda d: d.member("GameSummary", "ply").update(type=["integer", "null"]), "GameSummary/ply: may be null now (answer)"),
    (lambda d: d.replace("Problem", "code", maybe), "Problem/code: may be null now (answer)"),
    (lambda d: d.member("GameSummary", "ply").update(type="number"), "GameSummary/ply: of type number, was integer (answer)"),
    (lambda d: d.member("GameSummary", "created_at").pop("format"), "GameSummary/created_at: of format any, was date-time (answer)"),
    (lambda d: d.member("Seat", "seat").update(format="int64"), "Seat/seat: of format int64, was int32 (answer)"),
    (lambda d: d.member("GameSummary", "seats").update(items={"type": "string"}), "GameSummary/seats[]: of type string, was object (answer)"),
    (lambda d: d.schemas["GameStatus"]["enum"].append("frozen"), "GameStatus: `frozen` may be answered now (answer)"),
    (lambda d: d.schemas["ProblemCode"].pop("enum"), "ProblemCode: any word may be answered now (answer)"),
    (lambda d: d.schemas["GameStreamEventLog"]["properties"]["event"].update(const="entries"), "GameStreamEventLog/event: `entries` may be answered now (answer)"),
    (lambda d: d.schemas["GameStreamEvent"].pop("discriminator"), "GameStreamEvent: forms are told apart by `nothing`, was `event` (answer)"),
    (lambda d: d.schemas["GameView"]["x-kinds"].pop("buttons"), "GameView: no schema for buttons any more (answer)"),
    (lambda d: d.replace("GameSummary", "rules", lambda it: {"anyOf": [it, {"type": "integer"}]}), "GameSummary/rules: of type any, was string (answer)", "GameSummary/rules: one of several forms now (answer)"),
    # Sent and answered alike.
    (lambda d: d.schemas["Pace"]["properties"].pop("grace_hours"), "Pace/grace_hours: gone (answer)", "Pace/grace_hours: gone (request)"),
]

HARMLESS = {
    "a call": lambda d: d.paths.update({"/v1/clubs": d.paths["/v1/kinds"]}),
    "an end that is far enough away": lambda d: d.paths["/v1/kinds"]["get"].update(sunset(180)),
    "an optional parameter": lambda d: d.parameters(lambda it: it.append(extra(False))),
    "an optional member of what is sent": lambda d: d.schemas["MessageInput"]["properties"].update(mood={"type": "string"}),
    "a member that need not be sent any more": lambda d: d.schemas["MessageInput"]["required"].remove("text"),
    "a limit that is wider, of what is answered too": lambda d: d.member("Pace", "grace_hours").update(maximum=400),
    "a word more to send": lambda d: d.schemas["BoardTheme"]["enum"].append("sepia"),
    "a form more to send": lambda d: d.grow("AdminAction", "oneOf"),
    "null may be sent": lambda d: d.replace("MovesInput", "moves", maybe),
    "an optional member of an answer": lambda d: d.schemas["Problem"]["properties"].update(mood={"type": "string"}),
    "a member that is always answered": lambda d: d.schemas["Problem"]["required"].append("errors"),
    "never null any more": lambda d: d.member("GameSummary", "finished_at").update(type="string"),
    "a word more in a set that grows": lambda d: d.schemas["ProblemCode"]["enum"].append("too-late"),
    "a form more in an answer": lambda d: d.grow("GameStreamEvent", "oneOf"),
    "one more answer": lambda d: d.answers().update({"410": d.answers()["409"]}),
    "the same set in its place": lambda d: d.replace("GameSummary", "status", lambda _: d.schemas["GameStatus"]),
    "one more way to sign in": lambda d: d.paths[MOVES]["post"]["security"].append({}),
    "other words for people": lambda d: d.member("MessageInput", "text").update(description="What is said."),
}


class Compatibility(unittest.TestCase):
    def test_unchanged_document_breaks_nothing(self):
        self.assertEqual(check_changes.breaks(RELEASED, Edited().document, GROWS, TODAY), [])

    def test_breaking_edit_is_rejected_with_its_sentence(self):
        for edit, *sentences in BREAKS:
            with self.subTest(sentences[0]):
                edited = Edited()
                edit(edited)
                self.assertEqual(check_changes.breaks(RELEASED, edited.document, GROWS, TODAY), sentences)

    def test_null_that_may_not_be_sent_any_more_is_a_break(self):
        old = Edited()
        old.replace("Pace", "pause", maybe)
        found = check_changes.breaks(old.document, RELEASED, GROWS, TODAY)
        self.assertEqual(found, ["Pace/pause: may not be null any more (request)"])

    def test_harmless_edit_passes(self):
        for name, edit in HARMLESS.items():
            with self.subTest(name):
                edited = Edited()
                edit(edited)
                self.assertNotEqual(edited.document, RELEASED)
                self.assertEqual(check_changes.breaks(RELEASED, edited.document, GROWS, TODAY), [])

    def test_deprecated_call_can_be_removed_after_its_sunset(self):
        old = Edited()
        old.paths["/v1/receipt-keys"]["get"].update(sunset(-1))
        new = Edited()
        del new.paths["/v1/receipt-keys"]
        self.assertEqual(check_changes.breaks(old.document, new.document, GROWS, TODAY), [])

    def test_keyword_without_a_rule_stops_the_check(self):
        edited = Edited()
        edited.member("MessageInput", "text")["contentEncoding"] = "base64"
        with self.assertRaises(SystemExit):
            check_changes.breaks(RELEASED, edited.document, GROWS, TODAY)


class Changelog(unittest.TestCase):
    """The entries that the changelog needs for a changed document."""

    def faults(self, edit, version, section):
        edited = Edited()
        edit(edited)
        edited.document["info"]["version"] = version
        changes = CHANGES.replace("\n## ", f"\n{section}\n\n## ", 1) if section else CHANGES
        return list(check_changes.faults(RELEASED, edited.document, changes, TODAY))

    def test_changed_prose_needs_no_entry(self):
        self.assertEqual(self.faults(HARMLESS["other words for people"], RELEASED["info"]["version"], ""), [])

    def test_change_needs_a_new_version_and_its_heading(self):
        edit = HARMLESS["a word more to send"]
        for version, section in ((RELEASED["info"]["version"], ""), ("9.0.0", ""), ("9.0.0", "## 8.0.0")):
            [fault] = self.faults(edit, version, section)
            self.assertIn("raise `version`", fault)
        self.assertEqual(self.faults(edit, "9.0.0", "## 9.0.0, some day\n\n- `sepia` boards"), [])

    def test_new_call_must_be_named(self):
        [fault] = self.faults(HARMLESS["a call"], "9.0.0", "## 9.0.0")
        self.assertIn("GET /v1/clubs is new: name it", fault)
        self.assertEqual(self.faults(HARMLESS["a call"], "9.0.0", "## 9.0.0\n\n- Clubs: `GET /v1/clubs`"), [])

    def test_new_calls_and_members_are_listed(self):
        edited = Edited()
        HARMLESS["a call"](edited)
        HARMLESS["an optional member of what is sent"](edited)
        edited.schemas["Game"]["allOf"][1]["properties"]["mood"] = {"type": "string"}
        listed = list(check_changes.additions(RELEASED, edited.document))
        self.assertEqual(listed, ["`GET /v1/clubs`", "`mood` in Game", "`mood` in MessageInput"])

    def test_break_named_with_a_reason_is_accepted(self):
        edit, sentence = BREAKS[0]
        self.assertEqual(self.faults(edit, "9.0.0", "## 9.0.0"), [sentence])
        wrapped = sentence.replace(" gone, ", " gone,\n  ")
        self.assertEqual(self.faults(edit, "9.0.0", f"## 9.0.0\n\n- Breaks: {wrapped}. Nobody asked."), [])

    def test_waiver_without_a_break_or_given_twice_is_rejected(self):
        edit, sentence = BREAKS[0]
        named = f"- Breaks: {sentence}. Nobody asked."
        for section in (f"{named}\n{named}", f"- Breaks: {sentence}.", f"{named}\n- Breaks: something else. Why not."):
            self.assertNotEqual(self.faults(edit, "9.0.0", f"## 9.0.0\n\n{section}"), [])
        self.assertNotEqual(self.faults(HARMLESS["a word more to send"], "9.0.0", f"## 9.0.0\n\n{named}"), [])

    def test_growing_set_must_be_an_enum(self):
        changes = CHANGES.replace("*Sets that grow:* ", "*Sets that grow:* `Nothing`, ")
        self.assertNotEqual(list(check_changes.faults(RELEASED, RELEASED, changes, TODAY)), [])
