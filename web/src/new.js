// @ts-check
// A new game: its kind, its players and its pace.

import { Problem, beginAsGuest, makeAsPromised, me } from "./api.js";
import { Box } from "./art.js";
import { players } from "./home/kinds.js";
import { Fields } from "./new/options.js";
import { PACES, PaceChoice, TIMEOUTS } from "./new/pace.js";
import { Places, invitations, isBot } from "./new/places.js";
import { optionsOf, unusual } from "./options.js";
import { t } from "./say.js";
import { $, SITE, account, anything, doing, kinds, note, openAccount } from "./ui.js";
import { html, render, signal, useState } from "./view.js";

/** @typedef {import("./home/kinds.js").Kind} Kind */
/** @typedef {import("./new/places.js").Place} Place */
/** @typedef {import("./options.js").Values} Values */

const who = signal(me());

/** Returns this many places for others. Existing ones stay.
 * @param {Place[]} places
 * @param {number} count
 * @param {Place["who"]} by the occupant of a new place */
function resized(places, count, by) {
  const fresh = Array.from({ length: Math.max(0, count - places.length) }, () => /** @type {Place} */ ({ who: by, guest: "" }));
  return [...places.slice(0, count), ...fresh];
}

/** @param {{ all: Kind[], first: Kind, invited: string | null, isListed: boolean }} props `invited` is the player for the first other
 * place; `isListed` if the reader wants a table for everybody */
function NewGame({ all, first, invited, isListed }) {
  const botsOnly = Boolean(who.value?.isGuest);
  const by = botsOnly ? "greedy" : "free";
  const fewest = (/** @type {Kind} */ kind) => Math.min(kind.max_seats, Math.max(2, kind.min_seats));
  const [kind, setKind] = useState(first);
  const [places, setPlaces] = useState(() => resized(invited ? [{ who: "invite", guest: invited }] : [], fewest(first) - 1, by));
  const [options, setOptions] = useState(/** @type {Values} */ (first.default_options));
  const [pace, setPace] = useState("three");
  const [late, setLate] = useState("leave");
  const [holidays, setHolidays] = useState(true);
  const [wish, setVisibility] = useState(/** @type {"public" | "private" | null} */ (isListed ? "public" : null));
  const [entropy, setEntropy] = useState(anything);

  const choose = (/** @type {Kind} */ kind) => {
    setKind(kind);
    setOptions(kind.default_options);
    const wanted = Math.min(kind.max_seats, Math.max(kind.min_seats, places.length + 1));
    setPlaces(resized(places, (kind.max_seats > 1 ? Math.max(2, wanted) : wanted) - 1, by));
  };
  const taken = botsOnly ? places.map((place) => (isBot(place) ? place : { ...place, who: /** @type {const} */ ("greedy") })) : places;
  const hasPeople = taken.some((place) => !isBot(place));
  // Friends take a seat without an account only by the link to a private table.
  const visibility = wish ?? (hasPeople ? "private" : "public");
  const chosen = unusual(kind, options);

  const make = async () => {
    if (!who.value) {
      if (hasPeople) {
        openAccount("up-name");
        note(t("new-guest-back"));
        return;
      }
      await beginAsGuest();
    }
    const time = PACES.find(({ id }) => id === pace)?.pace;
    const game = await makeAsPromised("POST", "/v1/games", {
      kind: kind.id,
      options,
      seats: taken.length + 1,
      visibility,
      invite: invitations(taken),
      pace: time && hasPeople ? { ...time, on_timeout: late, holidays } : undefined,
      entropy: entropy.trim(),
    });
    location.assign(`/games/${game.id}`);
  };
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    doing(event.submitter, make);
  };
  /** Says the pace and who may look on, whose fields may lie below the bar. */
  const inShort = () => {
    const isPublic = visibility === "public";
    if (!hasPeople) return isPublic ? t("new-short-everybody") : t("new-short-only-i");
    const name = PACES.find(({ id }) => id === pace)?.name ?? "";
    return isPublic ? t("new-short-table", { pace: name }) : t("new-short-link", { pace: name });
  };
  const counts = Array.from({ length: kind.max_seats - kind.min_seats + 1 }, (_, n) => kind.min_seats + n);
  const typed = (/** @type {(text: string) => void} */ set) => (/** @type {any} */ event) => set(event.currentTarget.value);

  return html`<form id="new-game" class="new" onSubmit=${submit}>
    <h1>${t("new-title")}</h1>
    <fieldset class="bare">
      <legend>${t("common-which-game")}</legend>
      <div class="kinds">
        ${all.map(
          (one) =>
            html`<label key=${one.id} class="tile pictured">
              <${Box} kind=${one.id} />
              <span class="named"><input type="radio" name="kind" value=${one.id} checked=${one.id === kind.id} onChange=${() => choose(one)} /><span><strong>${one.name}</strong><span class="hint">${players(one)}</span></span></span>
            </label>`,
        )}
      </div>
      <p class="hint">${kind.summary} <a href=${`/how-to-play/${encodeURIComponent(kind.id)}`} target="_blank">${t("common-how-to-play")}</a></p>
    </fieldset>
    ${
      kind.max_seats > 1 &&
      html`<fieldset class="bare">
      <legend>${t("new-who")}</legend>
      ${
        counts.length > 1 &&
        html`<label class="inline">${t("new-number")}
        <select name="seats" value=${taken.length + 1} onChange=${(/** @type {any} */ event) => setPlaces(resized(places, Number(event.currentTarget.value) - 1, by))}>
          ${counts.map((n) => html`<option key=${n} value=${n}>${n}</option>`)}
        </select>
      </label>`
      }
      <${Places} places=${taken} own=${who.value?.name ?? null} botsOnly=${botsOnly} change=${setPlaces} />
      ${botsOnly && html`<p class="hint">${t("new-guest-bots")} <button type="button" class="link" onClick=${() => openAccount("up-name")}>${t("new-guest-sign-up")}</button></p>`}
      ${
        taken.some(({ who }) => who === "free") &&
        html`<p class="hint">${visibility === "private" && hasPeople ? t("new-free-invited") : t("new-free-anybody")}</p>`
      }
    </fieldset>`
    }
    ${
      hasPeople &&
      html`<fieldset class="bare">
        <legend>${t("new-time")}</legend>
        <${PaceChoice} chosen=${pace} choose=${setPace} />
      </fieldset>`
    }
    <fieldset class="bare">
      <legend>${hasPeople ? t("new-who-joins") : t("new-who-looks")}</legend>
      <div class="tiles">
        <label class="tile"><input type="radio" name="visibility" value="public" checked=${visibility === "public"} onChange=${() => setVisibility("public")} />
          <span><strong>${t("new-anybody")}</strong><span class="hint">${
            hasPeople ? t("new-anybody-table") : t("new-anybody-game")
          }</span></span></label>
        <label class="tile"><input type="radio" name="visibility" value="private" checked=${visibility === "private"} onChange=${() => setVisibility("private")} />
          <span><strong>${hasPeople ? t("new-link-only") : t("new-only-i")}</strong><span class="hint">${hasPeople ? t("new-link-only-hint") : t("new-only-i-hint")}</span></span></label>
      </div>
    </fieldset>
    ${
      optionsOf(kind).length > 0 &&
      html`<details id="options">
      <summary>${t("new-options", { game: kind.name })}${chosen.length > 0 && html` <span class="hint">${chosen.join(" · ")}</span>`}</summary>
      <${Fields} kind=${kind} values=${options} change=${setOptions} />
    </details>`
    }
    <details id="advanced">
      <summary>${t("new-advanced")}</summary>
      ${
        hasPeople &&
        PACES.find(({ id }) => id === pace)?.pace &&
        html`<label for="late">${t("new-timeout")}</label>
        <select id="late" name="late" value=${late} onChange=${typed(setLate)}>${TIMEOUTS.map(([id, text]) => html`<option key=${id} value=${id}>${text}</option>`)}</select>
        <label class="choice"><input type="checkbox" name="holidays" checked=${holidays} onChange=${(/** @type {any} */ event) => setHolidays(event.currentTarget.checked)} /> ${t("new-holidays")}</label>`
      }
      <label for="entropy">${t("common-entropy")}</label>
      <input id="entropy" name="entropy" maxlength="64" autocomplete="off" spellcheck=${false} aria-describedby="entropy-hint" value=${entropy} onInput=${typed(setEntropy)} />
      <p class="hint" id="entropy-hint">${t("common-entropy-hint")}</p>
    </details>
    <p class="finish"><button type="submit">${t("new-create")}</button><span class="hint">${inShort()}</span></p>
  </form>`;
}

document.title = `${t("new-title")} – ${SITE}`;
account(() => void (who.value = me()));
doing(null, async () => {
  const all = await kinds();
  const wanted = new URLSearchParams(location.search);
  const first = all.find(({ id }) => id === wanted.get("kind")) ?? all[0];
  if (!first) throw new Problem(0, { detail: t("new-no-kinds") });
  render(
    html`<${NewGame} all=${all} first=${first} invited=${wanted.get("invite")} isListed=${wanted.get("visibility") === "public"} />`,
    $("app"),
  );
});
