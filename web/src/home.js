// The home page: whose turn it is, tables to join, games to look at, a form for a new game.

import { Problem, call, makeAsPromised, me } from "./api.js";
import { showAccount, startAccount } from "./account.js";
import { timeLeft } from "./clock.js";
import { Live } from "./live.js";
import { showMail, startMail } from "./mail.js";
import { onReturn } from "./offline.js";
import { $, BOTS, account, anything, doing, el, fault, isJoinable, kinds, note, people, time, words } from "./ui.js";
import { many, t } from "./say.js";

let names = new Map();

/** One game of a list. */
function line(game) {
  const who = me()?.name;
  const mine = game.seats.find((seat) => seat.player === who);
  const invited = isJoinable(game) && game.seats.some((seat) => seat.invited === who && who);
  const facts = [people(game)];
  if (game.visibility === "private") facts.push(t("private"));
  if (game.deal) facts.push(t(game.deal.closed ? "on a deal that is closed" : "on a deal"));
  if (game.practice) facts.push(t("practice: its seed was chosen"));
  if (game.status !== "open") facts.push(t(game.paused_at ? "stands still" : game.status));
  let mark = null;
  if (mine && game.status === "running" && !game.paused_at && game.to_act.includes(mine.seat)) mark = t("Your turn");
  const left = mark && timeLeft(mine.clock);
  if (left) facts.unshift(left);
  if (invited) mark = t("You are invited");
  return el(
    "li",
    {},
    el("a", { href: `/games/${game.id}` }, names.get(game.kind) ?? game.kind),
    mark && el("span", { className: "mark" }, ` – ${mark}`),
    el("p", {}, facts.join(" · "), " · ", time(game.changed_at)),
  );
}

/** Fills a list, page by page; answers how many games it shows. */
async function fill(name, query, empty) {
  const list = $(`${name}-list`);
  const more = $(`${name}-more`);
  const who = me()?.name;
  const page = await call("GET", `/v1/games?${query}`);
  if (who !== me()?.name) return 0; // Somebody else reads now, and has asked already.
  const games = page.games.map(line);
  if (!games.length && empty) games.push(el("li", {}, el("p", {}, empty)));
  list.replaceChildren(...games);
  if (!more) return page.games.length;
  let next = page.next;
  more.hidden = !next;
  more.onclick = () =>
    doing(more, async () => {
      const page = await call("GET", `/v1/games?${query}&cursor=${encodeURIComponent(next)}`);
      list.append(...page.games.map(line));
      if (name === "mine") isLonger = true;
      next = page.next;
      more.hidden = !next;
    });
  return page.games.length;
}

/** Whose account the page shows: at first nothing is there to be put away. */
let shown = me()?.name;

async function show() {
  const who = me();
  isLonger = false;
  if (shown !== who?.name) {
    // Before anything is waited for: whoever comes next sees nothing of it.
    showMail(null);
    showAccount(null);
    shown = who?.name;
  }
  $("make").hidden = !who;
  if (!who) $("waiting").hidden = $("mine").hidden = $("unconfirmed").hidden = true;
  try {
    names = new Map((await kinds()).map((kind) => [kind.id, kind.name]));
    await Promise.all([
      who && fill("waiting", "waiting=true&limit=100").then((some) => ($("waiting").hidden = !some)),
      who && fill("mine", "mine=true").then((some) => ($("mine").hidden = !some)),
      fill("open", "status=open", t(who ? "None. Make one!" : "None just now.")),
      fill("running", "status=running", t("None just now.")),
    ]);
    await showAddress(who);
  } catch (problem) {
    if (who?.name === me()?.name) fault(problem);
  }
}

/** What is wrong with the address, if anything. */
async function showAddress(who) {
  const account = who && (await call("GET", "/v1/me"));
  if (who?.name !== me()?.name) return;
  $("unconfirmed").hidden = !account || account.email_confirmed;
  showMail(account);
  showAccount(account);
}

// The form for a new game

/** The alternatives of a schema, as `[value, description]`; null where it is no choice. */
function choices(schema) {
  if (schema.enum) return schema.enum.map((value) => [value, null]);
  const all = schema.oneOf ?? schema.anyOf;
  if (!all?.every((one) => "const" in one || one.enum || one.type === "null")) return null;
  return all.flatMap((one) => {
    if (one.type === "null") return [[null, t("none")]];
    return "const" in one ? [[one.const, one.description]] : one.enum.map((value) => [value, one.description]);
  });
}

/** A field for one option: `{node, read}`. `read` throws where what was typed is not good. */
function field(id, name, schema, preset) {
  const hint = schema.description && el("p", { className: "hint", id: `${id}-hint` }, schema.description);
  const label = el("label", { htmlFor: id }, schema.title ?? words(name));
  const described = hint ? { "aria-describedby": `${id}-hint` } : {};
  const wrap = (input, read) => ({ node: el("div", {}, label, input, hint), read: () => read(input) });
  const several = choices(schema);
  if (schema.type === "boolean") {
    const input = el("input", { type: "checkbox", id, checked: preset === true, ...described });
    label.className = "choice";
    label.prepend(input, " ");
    return { node: el("div", {}, label, hint), read: () => input.checked };
  }
  if (several) {
    const options = several.map(([value], index) =>
      el("option", { value: index, selected: value === preset }, value === null ? t("None") : words(value)),
    );
    const input = el("select", { id, "aria-describedby": `${id}-hint` }, ...options);
    const explain = el("p", { className: "hint", id: `${id}-hint` });
    const tell = () => (explain.textContent = several[Number(input.value)][1] ?? "");
    input.addEventListener("change", tell);
    tell();
    if (schema.description) label.append(el("span", { className: "hint" }, ` – ${schema.description}`));
    return { node: el("div", {}, label, input, explain), read: () => several[Number(input.value)][0] };
  }
  const types = [schema.type].flat();
  if (schema.properties) {
    const inner = group(id, schema, preset ?? {});
    const legend = el("legend", {}, schema.title ?? words(name));
    return { node: el("fieldset", {}, legend, hint, ...inner.nodes), read: inner.read };
  }
  if (types.includes("integer") || types.includes("number")) {
    const props = { type: "number", id, min: schema.minimum, max: schema.maximum, value: preset ?? "", ...described };
    const whole = types.includes("integer");
    const input = el("input", { ...props, step: whole ? "1" : "any", required: !types.includes("null") });
    return wrap(input, () => (input.value === "" ? null : Number(input.value)));
  }
  if (types.includes("string")) {
    const input = el("input", { id, value: preset ?? "", ...described });
    return wrap(input, () => (input.value === "" && types.includes("null") ? null : input.value));
  }
  const input = el("input", { id, value: JSON.stringify(preset ?? null), spellcheck: false, ...described });
  return wrap(input, () => {
    try {
      return JSON.parse(input.value);
    } catch {
      throw new Problem(0, { detail: t("“{name}” is not JSON.", { name: words(name) }) });
    }
  });
}

function group(id, schema, presets) {
  const fields = Object.entries(schema.properties ?? {}).map(([name, inner]) => [
    name,
    field(`${id}-${name}`, name, inner, presets[name] ?? inner.default),
  ]);
  return {
    nodes: fields.map(([, { node }]) => node),
    read: () => Object.fromEntries(fields.map(([name, { read }]) => [name, read()])),
  };
}

let readOptions = () => ({});

/** Shows the form for the kind that is chosen. */
async function choose() {
  const id = $("kind").value;
  const kind = await call("GET", `/v1/kinds/${encodeURIComponent(id)}`);
  if (id !== $("kind").value) return; // Another one was chosen meanwhile.
  $("kind-summary").textContent = kind.summary;
  const seats = [];
  for (let n = kind.min_seats; n <= kind.max_seats; n += 1) seats.push(el("option", { value: n }, String(n)));
  $("seats").replaceChildren(...seats);
  room();
  const { nodes, read } = group("option", kind.options_schema, kind.default_options);
  $("options").replaceChildren(el("legend", {}, t("Options")), ...nodes);
  $("options").hidden = !nodes.length;
  readOptions = read;
}

/** No more bots than there are seats for others. */
function room() {
  const others = Number($("seats").value) - 1;
  for (const bot of BOTS) {
    $(bot).max = others;
    if (Number($(bot).value) > others) $(bot).value = others;
  }
  $("bots").hidden = !others;
  $("invite-part").hidden = !others;
}

function guests() {
  const all = $("invite-part").hidden ? [] : $("invite").value.split(/[\s,;]+/).filter(Boolean);
  const people = all.map((guest) => (guest.includes("@") ? { email: guest } : { player: guest }));
  const bots = BOTS.flatMap((bot) => Array.from({ length: Number($(bot).value) }, () => ({ bot })));
  return [...people, ...bots];
}

async function make(form) {
  const invite = guests();
  const seats = Number($("seats").value);
  if (invite.length > seats - 1) {
    throw new Problem(0, { detail: t("A game for {seats} has room for {others} others, bots included.", { seats, others: seats - 1 }) });
  }
  const game = await makeAsPromised("POST", "/v1/games", {
    kind: $("kind").value,
    options: readOptions(),
    seats,
    visibility: new FormData(form).get("visibility"),
    invite,
    entropy: $("entropy").value.trim(),
  });
  location.assign(`/games/${game.id}`);
}

/** What there is to play, with the way to how it is played. */
function kindLine(kind) {
  const { min_seats: least, max_seats: most } = kind;
  const players = least === most ? many(most, "For one player.", "For {n} players.") : t("For {least} to {most} players.", { least, most });
  const page = (what, text) => el("a", { href: `/${what}/${encodeURIComponent(kind.id)}` }, text);
  return el(
    "li",
    {},
    el("strong", {}, kind.name),
    el("p", {}, `${kind.summary} ${players}`),
    el("p", {}, page("how-to-play", t("How to play")), " · ", page("rules", t("Rules"))),
  );
}

let soon = null;

/** Whether more pages of the reader's games were asked for. */
let isLonger = false;

/** Milliseconds from what happens to what is shown of it, and so what happens meanwhile is shown together. */
const TOGETHER = 1000;

/** Milliseconds until another try. */
const AGAIN = 5000;

/** What happened in a game of the reader's: their lists are filled again, and nothing else of the page. Coming back to a page that
 * was hidden shows all. */
const live = new Live(
  () => {
    if (!document.hidden) soon ??= setTimeout(renew, TOGETHER);
  },
  () => {},
);

/** Fills the reader's own lists again. What was asked for page by page stays. */
async function renew() {
  soon = null;
  if (!me()) return;
  const focused = document.activeElement?.getAttribute("href");
  try {
    await fill("waiting", "waiting=true&limit=100").then((some) => ($("waiting").hidden = !some));
    if (!isLonger) await fill("mine", "mine=true").then((some) => ($("mine").hidden = !some));
  } catch {
    soon ??= setTimeout(renew, AGAIN);
    return;
  }
  if (focused && document.activeElement === document.body) {
    [...document.querySelectorAll(".games a")].find((it) => it.getAttribute("href") === focused)?.focus();
  }
}

/** Follows the games of whoever is signed in. */
function listen() {
  if (me()) live.own();
  else live.end();
}

async function start() {
  account(() => {
    listen();
    return show();
  });
  listen();
  startMail();
  startAccount(show);
  $("entropy").value = anything();
  $("new-game").addEventListener("submit", (event) => {
    event.preventDefault();
    doing(event.submitter, () => make(event.target));
  });
  $("confirm-again").addEventListener("click", (event) =>
    doing(event.currentTarget, async () => {
      await call("POST", "/v1/me/confirmation/mail");
      note(t("A mail with a new link is on its way."));
    }),
  );
  $("seats").addEventListener("change", room);
  $("kind").addEventListener("change", () => doing(null, choose));
  try {
    const all = await kinds();
    $("kinds").replaceChildren(...all.map(kindLine));
    $("kind").replaceChildren(...all.map((kind) => el("option", { value: kind.id }, kind.name)));
    // Somebody may have been quicker.
    if ($("make").open) doing(null, choose);
    else $("make").addEventListener("toggle", () => doing(null, choose), { once: true });
  } catch (problem) {
    fault(problem);
  }
  await show();
}

onReturn(show);
addEventListener("pageshow", (event) => event.persisted && show());
document.addEventListener("visibilitychange", () => document.hidden || show());
start();
