// @ts-check
// The page of a game: the board, whose turn it is, the move being chosen, and the log.
//
// The server determines what the reader may see and play. This page knows no rules.

import { Chat } from "./game/chat.js";
import { table } from "./game/deeds.js";
import { askWhoIsHere } from "./game/here.js";
import { Loading } from "./game/loading.js";
import { Page } from "./game/page.js";
import { Play } from "./game/play.js";
import { game, invitation, isMyTurn, kindName, shown, tick } from "./game/state.js";
import { onReturn } from "./offline.js";
import { t } from "./say.js";
import { SITE, account, remembered } from "./ui.js";
import { effect, html, render } from "./view.js";

// Milliseconds until the clocks are updated.
const TICK = 10000;

/** Loaded only for readers who want sounds. */
const sounds = remembered("turnpike.sounds") ? import("./sound.js").catch(() => null) : null;

const chat = new Chat();
const play = new Play(
  () => loading.again(),
  (problem) => loading.lost(problem),
);
/** @type {Loading} */
const loading = new Loading(play, chat);
table.hurry = () => loading.hurry();
table.play = (it) => play.move.play(it);
play.move.taken = async () => (await sounds)?.tick();

/** Steps through the earlier boards by arrow keys.
 * @param {KeyboardEvent} event */
function step(event) {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const isText = /** @type {Element} */ (event.target).closest?.(
    "input, textarea, select, pre, summary, dialog, [role=button], [role=tab]",
  );
  if (!by || isText || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !game.value?.head) return;
  event.preventDefault();
  play.look((shown.value ?? game.value.ply) + by);
}

/** Makes a sound when the reader's turn begins. */
function soundTurns() {
  let wasMine = true; // An arrival makes no sound.
  /** The ply at which it was the reader's turn last. A page that was offline sounds once for it. @type {number | null} */
  let heardAt = null;
  effect(() => {
    if (!game.value) return void (wasMine = true);
    if (isMyTurn.value && !wasMine && heardAt !== game.value.ply) sounds?.then((on) => on?.note());
    if (isMyTurn.value) heardAt = game.value.ply;
    wasMine = isMyTurn.value;
  });
}

addEventListener("hashchange", () => {
  invitation.value = new URLSearchParams(location.hash.slice(1)).get("invitation") ?? invitation.value;
  loading.hurry();
});
addEventListener("keydown", step);
account(() => void loading.forget());
askWhoIsHere();
effect(() => {
  document.title = game.value ? `${isMyTurn.value ? `● ${t("game-your-turn")} – ` : ""}${kindName.value} – ${SITE}` : document.title;
});
soundTurns();
setInterval(() => {
  if (game.value?.pace && !document.hidden && game.value.status === "running") tick.value += 1;
}, TICK);
onReturn(() => void loading.again());
render(html`<${Page} play=${play} chat=${chat} loading=${loading} />`, /** @type {HTMLElement} */ (document.getElementById("app")));
loading.hurry();
