// @ts-check
// What all pages share: making elements, saying things, asking once more, the account.

import { Problem, call, hasPasskeys, keepGuest, me, onSession, showPasskey, signIn, signOut, signUp } from "./api.js";
import { colourOf, initialsOf } from "./disc.js";
import { startOffline } from "./offline.js";
import { languageChoice, t } from "./say.js";

/** The element of the page with this id; which kind it is, its caller knows.
 * @type {(id: string) => any} */
export const $ = (id) => document.getElementById(id);

/** The name of the site. */
export const SITE = document.querySelector("meta[name=application-name]")?.getAttribute("content") ?? "";

/** An element. Text is always text: nothing that a player typed becomes markup.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Partial<HTMLElementTagNameMap[Tag]>} props
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[Tag]} */
function el(tag, props, ...children) {
  const element = Object.assign(document.createElement(tag), props);
  element.append(...children);
  return element;
}

/** Sets a text only if it has changed, so that screen readers do not repeat it.
 * @param {Element} element
 * @param {string} text */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Shows a note until the next action; null removes it.
 * @param {string | null} text */
export function note(text) {
  $("note").hidden = !text;
  setText($("note"), text ?? "");
}

/** Shows a problem in words until the reader closes it or takes the next action.
 * @param {unknown} problem a `Problem`, or an error of the page's own */
export function fault(problem) {
  if (problem instanceof Problem && problem.isSaid) return;
  $("fault").hidden = !problem;
  if (!problem) return $("fault").replaceChildren();
  const close = el("button", { type: "button", className: "quiet", onclick: () => fault(null) }, "OK");
  $("fault").replaceChildren(el("span", {}, problem instanceof Error ? problem.message : String(problem)), close);
}

/** Runs an action of a button: once at a time, and shows its problem.
 * @template T
 * @param {EventTarget | null} from the button, or null
 * @param {() => T | Promise<T>} deed
 * @returns {Promise<T | undefined>} */
export async function doing(from, deed) {
  const button = from instanceof HTMLButtonElement ? from : null;
  if (button?.disabled) return undefined;
  if (button) button.disabled = true;
  fault(null);
  note(null);
  // The problem of a form appears where its reader looks.
  button?.closest("dialog form .buttons")?.before($("fault"), $("note"));
  try {
    return await deed();
  } catch (problem) {
    fault(problem);
    if ($("fault").closest("dialog")) $("fault").scrollIntoView({ block: "nearest" });
    return undefined;
  } finally {
    if (button) button.disabled = false;
  }
}

/** Asks for a confirmation before an irrevocable action.
 * @param {string} text
 * @param {string} yes
 * @param {string} [kind] the class of the confirming button
 * @returns {Promise<boolean>} */
export function ask(text, yes, kind = "danger") {
  const dialog = $("ask");
  $("ask-text").textContent = text;
  $("ask-yes").textContent = yes;
  $("ask-yes").className = kind;
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

/** Creates a button with an action.
 * @param {string} text
 * @param {() => Promise<unknown>} deed */
function button(text, deed, kind = "") {
  return el("button", { type: "button", className: kind, onclick: (event) => doing(event.currentTarget, deed) }, text);
}

/** Hands a text to the browser to be saved.
 * @param {string} name
 * @param {string} text
 * @param {string} [type] */
export function save(name, text, type = "application/json") {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** Returns a few random letters for players who type nothing. */
export function anything() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => (byte % 36).toString(36)).join("");
}

/** Returns the reauthentication: the password in this field, or a passkey if it is empty.
 * @param {string} id */
export async function sure(id) {
  const password = $(id).value;
  return password || !hasPasskeys() ? { password } : { passkey: await showPasskey() };
}

/** Returns a stored preference of this browser, or null.
 * @param {string} name */
export function remembered(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Remembers a wish; null forgets it.
 * @param {string} name
 * @param {string | null} value */
export function remember(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Storage is blocked: it holds for this page.
  }
}

/** @type {Promise<import("../types/api.js").components["schemas"]["KindSummary"][]> | null} */
let kindList = null;

/** The kinds of games; asked for once.
 * @returns {Promise<import("../types/api.js").components["schemas"]["KindSummary"][]>} */
export function kinds() {
  kindList ??= call("GET", "/v1/kinds")
    .then((answer) => answer.kinds)
    .catch((problem) => {
      kindList = null;
      throw problem;
    });
  return kindList;
}

/** The kinds of bots. */
export const BOTS = ["greedy", "random"];

/** @typedef {import("../types/api.js").components["schemas"]["Seat"]} Seat */

/** Names the player or bot of a seat, as in the events; "seat 2" for a free seat. People count from
 * 1.
 * @param {Pick<Seat, "seat" | "player" | "bot" | "automated">} seat */
export function nameOf({ seat, player, bot, automated }) {
  if (player && automated) return t("common-program", { name: player });
  const counted = { n: seat + 1 };
  return player ?? (bot ? t("common-bot-n", counted) : t("common-seat-n", counted));
}

/** The address of a player's page.
 * @param {string} name */
export function playerPath(name) {
  return `/players/${encodeURIComponent(name)}`;
}

/** Whether a seat is free and not reserved.
 * @param {Pick<Seat, "player" | "bot" | "reserved">} seat */
export function isFree(seat) {
  return !seat.player && !seat.bot && !seat.reserved;
}

/** Whether a free seat can still be taken. A deal that is closed has none.
 * @param {{ status: string, deal?: { closed: boolean } | null }} game */
export function isJoinable(game) {
  return game.status === "open" && !game.deal?.closed;
}

/** The action that a reader wanted before signing in; null once the forms are closed.
 * @type {(() => Promise<unknown>) | null} */
let wanted = null;

/** Opens the forms to sign in or sign up, at one of their fields. `then` runs after the sign-in.
 * @param {string} [field]
 * @param {(() => Promise<unknown>) | null} [then] */
export function openAccount(field = "in-name", then = null) {
  const dialog = $("account");
  wanted = then;
  if (!dialog.open) {
    // The wanted form comes first.
    if (field === "up-name" || me()) $("sign-in").before($("sign-up"));
    else $("reset").after($("sign-up"));
    dialog.showModal();
    // Problems appear where the reader looks.
    dialog.prepend($("fault"), $("note"));
  }
  $(me()?.isGuest ? "up-name" : field).focus();
}

/** The guest who has agreed to sign in to an account.
 * @type {string | null} */
let leaving = null;

/** Whether a guest, if one is signed in, agrees to sign in to an account, to which their seats
 * move. Asks once. */
export async function leavesGuest() {
  const who = me();
  if (!who?.isGuest || leaving === who.name) return true;
  const leaves = await ask(t("common-sign-in-moves-seats"), t("common-sign-in"), "");
  if (leaves) leaving = who.name;
  return leaves;
}

/** Signs a guest out, who cannot sign in again. */
async function leave() {
  if (await ask(t("common-sign-out-guest"), t("common-sign-out"))) await signOut();
}

/** The disc and the name of the reader, and the menu behind them.
 * @param {NonNullable<ReturnType<typeof me>>} who */
function self(who) {
  const disc = el("span", { className: "disc", ariaHidden: "true" }, initialsOf(who.name));
  disc.style.background = colourOf(who.name);
  const name = el("strong", {}, who.isGuest ? t("common-guest") : who.name);
  const menu = el(
    "div",
    { id: "self-menu", popover: "auto" },
    ...(who.isGuest ? [] : [el("a", { href: playerPath(who.name) }, t("common-your-page"))]),
    el("a", { href: "/settings" }, t("common-your-settings")),
    ...(who.isAdmin ? [el("a", { href: "/admin" }, t("common-administration"))] : []),
    button(
      t("common-sign-out"),
      () => {
        menu.hidePopover();
        return who.isGuest ? leave() : signOut();
      },
      "quiet",
    ),
  );
  const opener = el("button", { type: "button", className: who.isGuest ? "self guest" : "self", title: t("common-account") }, disc, name);
  opener.popoverTargetElement = menu;
  // The header clips what hangs out of it; the top layer does not.
  menu.addEventListener("beforetoggle", () => {
    const { bottom, right } = opener.getBoundingClientRect();
    menu.style.top = `${bottom + scrollY}px`;
    menu.style.right = `${Math.max(0, document.documentElement.clientWidth - Math.max(right, 176))}px`;
  });
  return [opener, menu];
}

function showAccount() {
  const who = me();
  const dialog = $("account");
  if (!who) {
    $("who").replaceChildren(el("button", { type: "button", className: "quiet", onclick: () => openAccount() }, t("common-sign-in")));
  } else {
    $("who").replaceChildren(
      el("a", { href: "/new", className: "roomy" }, t("common-new-game")),
      ...self(who),
      ...(who.isGuest ? [el("button", { type: "button", id: "keep", onclick: () => openAccount("up-name") }, t("common-keep-games"))] : []),
    );
  }
  // A player with an account does not need the forms. A guest signs up first.
  dialog.hidden = Boolean(who && !who.isGuest);
  $("guest-hint").hidden = !who;
  $("guest-out").hidden = !who;
  $("keep-hint").hidden = !who;
  if (who && !who.isGuest) $("reset").hidden = true;
  setText($("account-title"), t(who ? "common-keep-games" : "common-sign-in-or-up"));
}

/** Asks for the code of a mail instead of the password.
 * @param {boolean} yes */
function byCode(yes) {
  $("by-password").hidden = yes;
  $("in-password").required = !yes;
  $("by-code").hidden = !yes;
  $("in-code").required = yes;
}

/** Shows the field for the second factor once it is known to be needed.
 * @param {boolean} yes */
function bySecond(yes) {
  $("by-totp").hidden = !yes;
  $("in-totp").required = yes;
  if (!yes) $("in-totp").value = "";
}

/** Wires the forms of the account. `changed` is called when a player signs in or out.
 * @param {() => void} changed */
export function account(changed) {
  const hint = t("common-have-account");
  $("sign-in")
    .querySelector("h3")
    .after(el("p", { id: "guest-hint", className: "hint" }, hint));
  $("account").append(el("p", { id: "guest-out", className: "buttons" }, button(t("common-sign-out"), leave, "quiet")));
  $("sign-in").addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    /** @type {import("../types/api.js").components["schemas"]["SignIn"]} */
    const proof = $("by-code").hidden ? { password: $("in-password").value } : { code: $("in-code").value.trim() };
    if (!$("by-totp").hidden) proof.totp = $("in-totp").value.trim();
    doing(event.submitter, async () => {
      if (!(await leavesGuest())) return;
      try {
        await signIn($("in-name").value.trim(), proof);
      } catch (it) {
        const problem = /** @type {Problem} */ (it);
        if (problem.code !== "second-factor-required") throw problem;
        bySecond(true);
        $("in-totp").focus();
        return note(problem.message);
      }
      form.reset();
      byCode(false);
      bySecond(false);
    });
  });
  $("by-passkey").hidden = !hasPasskeys();
  $("by-passkey").addEventListener("click", (/** @type {MouseEvent} */ event) =>
    doing(event.currentTarget, async () => {
      if (await leavesGuest()) await signIn(null, { passkey: await showPasskey() });
    }),
  );
  $("mail-code").addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const name = $("in-name");
    if (!name.reportValidity()) return;
    doing(event.currentTarget, async () => {
      await call("POST", "/v1/sessions/code", { name: name.value.trim() });
      byCode(true);
      $("in-code").focus();
      note(t("common-code-sent"));
    });
  });
  $("forgot").addEventListener("click", () => {
    $("reset").hidden = false;
    $("reset-email").focus();
  });
  $("reset").addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    doing(event.submitter, async () => {
      await call("POST", "/v1/password-resets", { email: $("reset-email").value.trim() });
      // The form closes, and the result stays.
      $("account").prepend($("fault"), $("note"));
      $("reset").hidden = true;
      note(t("common-link-sent"));
    });
  });
  $("sign-up").addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    doing(event.submitter, async () => {
      /** @type {[string, string, string]} */
      const typed = [$("up-name").value.trim(), $("up-email").value.trim(), $("up-password").value];
      if (me()?.isGuest) await keepGuest(...typed);
      else await signUp(...typed);
      form.reset();
      const confirm = me()?.emailConfirmed ? "" : t("common-follow-link");
      note(`${t("common-welcome", { name: typed[0] })} ${confirm}`.trim());
    });
  });
  // Describe valid names in the page's own words.
  const name = $("up-name");
  name.addEventListener("invalid", () => name.setCustomValidity(name.value ? ($("up-name-hint").textContent ?? "") : ""));
  name.addEventListener("input", () => name.setCustomValidity(""));
  $("account").addEventListener("close", () => {
    wanted = null;
    document.querySelector("body > header")?.after($("fault"), $("note"));
  });
  $("account-close").addEventListener("click", () => $("account").close());
  $("language-part").replaceChildren(languageChoice());
  onSession((expired) => {
    const then = wanted;
    fault(null);
    $("account").close();
    if (expired) note(t("common-signed-out-play"));
    showAccount();
    changed();
    if (then && me()) doing(null, then);
  });
  showAccount();
  startOffline();
}
