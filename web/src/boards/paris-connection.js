// @ts-check
// Paris Connection: track is laid on the map by touch and taken back by touch, and shares are traded by plus and minus.

import { isBeside } from "../game/pictures.js";
import { inPoints, t } from "../say.js";
import { draw } from "../svg.js";
import { html, signal } from "../view.js";
import { WAY, animate, inAir } from "./motion.js";
import { buildOf, COMPANIES, dealOf, FINE, gains, nameOf, sentence, wishFor } from "./paris-chosen.js";
import { drawn, fit, showMap } from "./paris-map.js";
import { plans } from "./paris-plans.js";
import { ground, letterOf, outlineOf, showSpots, showTrack } from "./paris-track.js";

/** @typedef {import("./board.js").Stage} Stage */
/** @typedef {import("./board.js").Schemas["ParisConnectionView"]} View */
/** @typedef {keyof import("./board.js").Schemas["ParisConnectionCounts"]} Company */

/** The most shares in one trade. */
const MOST = 2;

/** Applies the choice to the numbers of the picture, and undoes that.
 * @param {Stage} stage */
function showNumbers(stage) {
  const { svg, view } = stage;
  for (const text of svg.querySelectorAll("[data-was]")) {
    text.textContent = text.getAttribute("data-was");
    text.removeAttribute("data-was");
    text.classList.remove("live");
  }
  if (!view) return;
  const gain = gains(stage);
  const add = (/** @type {string} */ id, more = 0) => {
    const text = more ? drawn(svg, id) : null;
    if (!text) return;
    const was = text.textContent ?? "";
    text.setAttribute("data-was", was);
    text.classList.add("live");
    text.textContent = was.replace(/[-−]?\d+/, (number) => String(Number(number.replace("−", "-")) + more));
  };
  for (const company of COMPANIES) {
    add(`value-${company}`, gain.values[company]);
    add(`stock-${company}`, gain.stock[company]);
    add(`shares-${view.you}-${company}`, gain.shares[company]);
  }
  add(`points-${view.you}`, gain.points);
  add(
    `total-${view.you}`,
    Object.values(gain.shares).reduce((sum, it) => sum + it, 0),
  );
}

/** A touch on a company means to build it. If that is impossible, the steps next to the board trade
 * its shares.
 * @param {Stage} stage
 * @param {SVGElement} element */
function misleads(stage, element) {
  const view = /** @type {View | null} */ (stage.view);
  const company = COMPANIES.find((it) => element.id === `drawn-company-${it}`);
  return Boolean(company && !buildOf(stage) && !view?.targets[company]?.length);
}

/** Another company can be chosen at any time, not only before the first locomotive.
 * @param {Stage} stage */
function showCompanies(stage) {
  const view = /** @type {View | null} */ (stage.view);
  const build = buildOf(stage);
  for (const company of COMPANIES) {
    const element = drawn(stage.svg, `company-${company}`);
    if (!element) continue;
    const can = Boolean(stage.now && view && build && company !== build.company && view.targets[company]?.length);
    element.toggleAttribute("data-other", can);
    // The bar has it, too.
    element.toggleAttribute("data-in-bar", isBelow(stage));
    const isOffered = element.hasAttribute("data-offered");
    if (can && !isOffered) {
      element.setAttribute("tabindex", "0");
      element.setAttribute("role", "button");
    } else if (!isOffered) for (const name of ["tabindex", "role", "aria-label"]) element.removeAttribute(name);
    if (can || isOffered) element.setAttribute("aria-label", element.querySelector("title")?.textContent ?? nameOf(company));
  }
}

/** The latest stage. @type {Stage | null} */
let current = null;

/** @param {Stage} stage */
function offered(stage) {
  current = stage;
  if (stage.now?.words.length) wishFor();
  const host = ground(stage);
  const build = buildOf(stage);
  if (drawn(stage.svg, "france")) showSpots(stage.svg, host);
  if (build && stage.view) showTrack(stage, host, build);
  showNumbers(stage);
  showCompanies(stage);
  const chosen = build?.company ?? null;
  if (drawn(stage.svg, "france")) fit(stage.svg, build ? sitesOf(stage.svg) : [], chosen !== shownFor);
  if (chosen && chosen !== shownFor) requestAnimationFrame(() => bringMap(stage.svg));
  shownFor = chosen;
}

/** The company that was chosen to be built: its map was in sight once. @type {string | null} */
let shownFor = null;

/** Returns the hexes of the map that can be built on, or are chosen to be.
 * @param {SVGSVGElement} svg */
function sitesOf(svg) {
  const all = svg.querySelectorAll("#drawn-france :is([data-offered], [data-chosen])");
  return [...all].map((it) => it.id.replace("drawn-hex-", ""));
}

/** Scrolls the map of a phone into view when a company below it is touched, and a building site is
 * out of sight.
 * @param {SVGSVGElement} svg */
function bringMap(svg) {
  const end = Math.min(innerHeight, document.getElementById("draft")?.getBoundingClientRect().top ?? innerHeight);
  const isSeen = (/** @type {Element} */ it) => {
    const { top, bottom } = it.getBoundingClientRect();
    return top >= 0 && bottom <= end;
  };
  const sites = [...svg.querySelectorAll("#drawn-france :is([data-offered], [data-chosen])")];
  if (!sites.every(isSeen)) drawn(svg, "map")?.scrollIntoView({ block: "start", behavior: "instant" });
}

/** Begins to build a company, and drops any earlier choice.
 * @param {Stage} stage
 * @param {string} company */
async function begin(stage, company) {
  wishFor();
  await stage.restart();
  await stage.choose(`build ${company}`);
}

/** A locomotive that was laid is taken back with those after it; a company that was chosen, with all.
 * @param {Stage} stage
 * @param {SVGElement} element
 * @returns {boolean} whether the touch is handled */
function touched(stage, element) {
  const build = buildOf(stage);
  const word = element.dataset.word ?? "";
  const { now } = stage;
  if (!now || !build || !element.hasAttribute("data-chosen")) return false;
  if (word === build.company) {
    stage.restart();
    return true;
  }
  if (!build.hexes.includes(word)) return false;
  let steps = 0;
  for (let it = /** @type {typeof now | null} */ (now); it?.words.slice(2).includes(word); it = it.before) steps += 1;
  // One after the other, in the order of the requests.
  for (let i = 0; i < steps; i += 1) stage.undo();
  return true;
}

/** @param {Stage} stage */
function shown(stage) {
  current = stage;
  wishFor();
  const { svg } = stage;
  const other = (/** @type {Event} */ event) => {
    const element = event.target instanceof Element ? event.target.closest("[data-other]") : null;
    if (!element || !current) return;
    event.preventDefault();
    event.stopPropagation();
    begin(current, /** @type {SVGElement} */ (element).dataset.word ?? "");
  };
  svg.addEventListener("click", other);
  svg.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") other(event);
  });
  showMap(stage);
}

// Trading, and the companies where the picture has them below the screen

/** Changes the trade by one share of a company.
 * @param {Stage} stage
 * @param {Company} company
 * @param {1 | -1} by */
function step(stage, company, by) {
  let { give, take, count } = dealOf(stage);
  if (company === give) give = null;
  else if (company === take) count += by;
  else if (by > 0) [take, count] = [company, 1];
  else give = company;
  return trade(stage, give, take, count);
}

/** Chooses a trade, as far as it is known.
 * @param {Stage} stage
 * @param {Company | null} give
 * @param {Company | null} taken
 * @param {number} count */
async function trade(stage, give, taken, count) {
  const take = count < 1 ? null : taken;
  await stage.restart();
  wishFor(take, take ? count : 0);
  if (!give) return stage.renew();
  await stage.choose(["trade", give, ...(take ? [take, count] : [])].join(" "));
}

/** Whether the companies of a narrow picture are in sight with their shares below it.
 * @param {Stage} stage */
const isBelow = (stage) => stage.isNarrow && !isBeside.value;

/** @param {{ stage: Stage, company: Company }} props */
function Plate({ stage, company }) {
  const { letter, ink } = letterOf(stage.svg, company);
  return html`<svg class="board" viewBox="0 0 40 24" aria-hidden="true" font-size="13">
    <path class="f-ink" d=${outlineOf(3, 37, 5, 21)} />
    <rect class="s-ink" x="3" y="5" width="34" height="16" rx="3" fill=${`url(#drawn-pattern-${company})`} />
    <rect class=${`f-${company}`} x="14" y="6" width="12" height="14" rx="3" />
    <text class=${ink} x="20" y="18">${letter}</text>
  </svg>`;
}

/** A company next to the board.
 * @param {{ stage: Stage, company: Company, view: View }} props */
function Column({ stage, company, view }) {
  const own = view.you === null ? null : view.shares[view.you];
  const gain = gains(stage);
  const { give, take, count } = dealOf(stage);
  const [name, held, stock] = [nameOf(company), own?.[company] ?? 0, view.stock[company] ?? 0];
  const change = gain.shares[company] ?? 0;
  const mayGive = company === take || (company !== give && held > 0);
  const mayTake = company === give || (count < MOST && company === take ? stock > count : company !== take && stock > 0);
  const live = (/** @type {number} */ more) => (more ? "live" : "");
  const value = gain.values[company] ?? 0;
  const used = gain.stock[company] ?? 0;
  const may = Boolean(stage.now && own);
  const build = buildOf(stage);
  const head = html`<${Plate} stage=${stage} company=${company} /><span>${name}</span>`;
  const canBuild = stage.now && view.targets[company]?.length;
  return html`<li class=${build?.company === company ? "chosen" : ""}>
    ${
      canBuild
        ? html`<button type="button" class="quiet head" aria-pressed=${build?.company === company}
          title=${t("paris-build", { company: name })} onClick=${() => begin(stage, company)}>${head}</button>`
        : html`<span class="head">${head}</span>`
    }
    <span class="facts"><span><small>${t("paris-value")}</small> <b class=${live(value)}>${(view.values[company] ?? 0) + value}</b></span>
      <span><small>${t("paris-in-stock")}</small> <b class=${live(used)}>${stock + used}</b></span></span>
    ${
      own &&
      html`<span class="step">
      ${
        may &&
        html`<button type="button" class="quiet" aria-label=${t("paris-give", { company: name })}
        aria-disabled=${!mayGive} onClick=${() => mayGive && step(stage, company, -1)}>−</button>`
      }
      <span><small>${t("paris-mine")}</small> <b class=${live(change)}>${held + change}</b></span>
      ${
        may &&
        html`<button type="button" class="quiet" aria-label=${t("paris-take", { company: name })}
        aria-disabled=${!mayTake} onClick=${() => mayTake && step(stage, company, 1)}>+</button>`
      }
    </span>`
    }
  </li>`;
}

/** The kind of move that the player prepares in the bar. */
const picked = signal(/** @type {"build" | "trade"} */ ("build"));

/** The companies in the bar of a phone, where those of the picture are below the screen.
 * @param {{ stage: Stage }} props */
function Choice({ stage }) {
  const view = /** @type {View | null} */ (stage.view);
  const own = view?.shares[view.you ?? -1];
  if (!isBelow(stage) || !stage.now || !view || !own) return null;
  const [verb] = stage.now.words;
  const { give, take, count } = dealOf(stage);
  const mayBuild = COMPANIES.some((company) => view.targets[company]?.length);
  const isTrade = verb === "trade" || (verb !== "build" && (Boolean(take) || !mayBuild || picked.value === "trade"));
  const turn = (/** @type {"build" | "trade"} */ to) => async () => {
    picked.value = to;
    wishFor();
    await stage.restart();
    stage.renew();
  };
  const all = (/** @type {(company: Company) => unknown} */ cell) =>
    COMPANIES.map((company) => html`<li key=${company}>${cell(company)}</li>`);
  const plate = (/** @type {Company} */ company) => html`<${Plate} stage=${stage} company=${company} />`;
  const gain = gains(stage).values;
  const build = (/** @type {Company} */ company) => {
    const can = view.targets[company]?.length;
    const [value, held] = [(view.values[company] ?? 0) + (gain[company] ?? 0), own[company] ?? 0];
    return html`<button type="button" class="quiet" aria-disabled=${!can} aria-pressed=${buildOf(stage)?.company === company}
      onClick=${() => can && begin(stage, company)}>${plate(company)}<span
        aria-hidden="true" class=${gain[company] ? "live" : ""}>${value}</span><span aria-hidden="true">${held}</span><span
        class="unseen">${t("paris-build-at", { company: nameOf(company), value, held })}</span></button>`;
  };
  const chip = (
    /** @type {string} */ name,
    /** @type {unknown} */ text,
    /** @type {boolean} */ can,
    /** @type {boolean} */ isChosen,
    /** @type {() => void} */ next,
  ) =>
    html`<button type="button" class="quiet" aria-label=${`${name}: ${text}`} aria-disabled=${!can} aria-pressed=${isChosen}
      onClick=${() => can && next()}>${text}</button>`;
  const giving = (/** @type {Company} */ company) => {
    const [held, isChosen] = [own[company] ?? 0, company === give];
    const next = () => trade(stage, isChosen ? null : company, company === take ? null : take, count);
    return chip(t("paris-give", { company: nameOf(company) }), isChosen ? "−1" : held, held > 0, isChosen, next);
  };
  const taking = (/** @type {Company} */ company) => {
    const [stock, isChosen] = [view.stock[company] ?? 0, company === take];
    const more = isChosen ? (count < Math.min(MOST, stock) ? count + 1 : 0) : 1;
    const next = () => trade(stage, company === give ? null : give, company, more);
    return chip(t("paris-take", { company: nameOf(company) }), isChosen ? `+${count}` : stock, stock > 0, isChosen, next);
  };
  return html`<div class="deal">
    <div class="parts" role="group" aria-label=${t("paris-what")}>
      <button type="button" aria-pressed=${!isTrade} onClick=${turn("build")}>${t("paris-build-track")}</button>
      <button type="button" aria-pressed=${isTrade} onClick=${turn("trade")}>${t("paris-trade-shares")}</button>
    </div>
    ${
      isTrade
        ? html`<ul aria-hidden="true"><li></li>${all(plate)}</ul>
      <ul aria-label=${t("paris-give-1")}><li aria-hidden="true">${t("paris-mine-label")} <b>${t("paris-give-1-short")}</b></li>${all(giving)}</ul>
      <ul aria-label=${t("paris-take-1-or-2")}><li aria-hidden="true">${t("paris-stock-label")} <b>${t("paris-take-short")}</b></li>${all(taking)}</ul>`
        : html`<ul class="build" aria-label=${t("paris-companies-label")}>
        <li aria-hidden="true"><span>${t("paris-value-label")}</span><span>${t("paris-mine-label")}</span></li>${all(build)}</ul>`
    }
  </div>`;
}

/** The companies next to the board. A phone has them in the bar.
 * @param {{ stage: Stage }} props */
function Controls({ stage }) {
  const view = /** @type {View | null} */ (stage.view);
  if (!view || view.over || isBelow(stage)) return null;
  const points = view.you === null ? null : view.scores[view.you];
  const gain = gains(stage).points;
  return html`<section class="companies" aria-label=${t("paris-companies")}>
    <p>
      ${stage.now && view.you !== null && html`<span class="hint">${t("paris-trade-how")}</span>`}
      <span role="status">
        ${typeof points === "number" && html` ${t("paris-my-points")} <b class=${gain ? "live" : ""}>${points + gain}</b>`}
      </span>
    </p>
    <ul>${COMPANIES.map((company) => html`<${Column} key=${company} stage=${stage} company=${company} view=${view} />`)}</ul>
  </section>`;
}

/** Shows the laid locomotives one after the other.
 * @param {Stage} stage */
const played = (stage) =>
  inAir(stage, async () => {
    const { svg, entry } = stage;
    const hexes = entry?.move?.type === "build" ? /** @type {string[]} */ (entry.move.hexes) : [];
    const own = draw("g", { "class": "laying", "aria-hidden": "true" });
    (drawn(svg, "france") ?? svg).append(own);
    const shows = hexes.map((hex, i) => {
      const at = drawn(svg, `hex-${hex}`);
      const points = at?.querySelector("polygon")?.getAttribute("points");
      if (!at || !points) return null;
      const flash = draw("polygon", { points, transform: at.getAttribute("transform") ?? "", class: "flash" });
      own.append(flash);
      return animate(flash, { opacity: [0, 0.7, 0] }, { duration: WAY / 2, delay: ((WAY / 2) * i) / hexes.length, fill: "both" });
    });
    await Promise.all(shows);
    own.remove();
  });

/** Describes the value of each company's shares, and the price of those that exceed the limit.
 * @param {View} view
 * @param {number} seat */
function score(view, seat) {
  const own = view.shares[seat];
  if (!own) return null;
  const held = COMPANIES.filter((company) => own[company]);
  const parts = held.map((company) =>
    t("common-named-value", { name: nameOf(company), value: `${own[company]}\u00A0×\u00A0${view.values[company] ?? 0}` }),
  );
  const beyond = (view.totals[seat] ?? 0) - view.limit;
  const points = inPoints(-FINE * beyond);
  if (beyond > 0) parts.push(t("paris-too-many", { n: beyond, points }));
  return parts.join(", ");
}

/** @type {import("./board.js").Board} */
export default {
  shown,
  offered,
  misleads,
  touched,
  played,
  sentence,
  score,
  Choice,
  plans,
  Controls,
  hint: () => t("paris-hint"),
  risky: ["build", "trade"],
  isKept: true,
  isAside: true,
};
