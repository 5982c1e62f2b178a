// The reader's orders in a game: moves for when the turn comes, and orders with a condition.
//
// They are fetched when the part is opened. The server reads what is written, and says it in full.

import { call } from "./api.js";
import { $, doing, el, fault, setText } from "./ui.js";
import { t } from "./say.js";

const lines = (name) =>
  $(name)
    .value.split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

export class Orders {
  constructor(id) {
    this.id = id;
    this.kind = null; // Whose orders are listed.
    $("orders-part").addEventListener("toggle", () => this.read());
    $("give-orders").addEventListener("submit", (event) => {
      event.preventDefault();
      doing(event.submitter, () => this.give());
    });
  }

  /** Shows the part to whoever has a seat in a game that runs. */
  show(game) {
    this.kind = game.kind;
    $("orders-part").hidden = game.status !== "running" || game.seat === null;
    if ($("orders-part").hidden) $("orders-part").open = false;
  }

  async read() {
    if (!$("orders-part").open) return;
    try {
      const kind = await call("GET", `/v1/kinds/${encodeURIComponent(this.kind)}`);
      $("conditional-part").hidden = !kind.orders.length;
      const known = kind.orders.flatMap(({ example, does }) => [el("dt", {}, example), el("dd", {}, does)]);
      $("known-orders").replaceChildren(...known);
      this.take(await call("GET", `/v1/games/${this.id}/orders`));
    } catch (problem) {
      fault(problem);
    }
  }

  take(orders) {
    $("queue").value = orders.moves.map((move) => move.text ?? JSON.stringify(move)).join("\n");
    $("conditional").value = orders.conditional.join("\n");
  }

  async give() {
    const moves = lines("queue").map((line) => (line.startsWith("{") ? JSON.parse(line) : { text: line }));
    const orders = { moves, conditional: lines("conditional") };
    this.take(await call("PUT", `/v1/games/${this.id}/orders`, orders));
    setText($("orders-state"), t("Saved. Nobody else sees them."));
  }
}
