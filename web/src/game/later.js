// @ts-check
// Parts of the page that the board does not need. They load after it.

import { t } from "../say.js";
import { html, signal } from "../view.js";

/** The parts that are still to load. @type {Set<() => Promise<void>>} */
const missing = new Set();

/** A part as a component, which shows nothing until its module is there.
 * @template Props
 * @param {() => Promise<(props: Props) => unknown>} load imports the module, and takes the component out of it */
export function later(load) {
  const part = signal(/** @type {((props: Props) => unknown) | null} */ (null));
  const get = async () => {
    part.value = await load();
    missing.delete(get);
  };
  missing.add(get);
  return (/** @type {Props} */ props) => part.value && html`<${part.value} ...${props} />`;
}

/** Loads all missing parts, even those that only a touch needs: the server may be away by then. */
export async function fetchRest() {
  const got = await Promise.allSettled([...missing].map((get) => get()));
  // Many browsers ask for a module only once.
  if (got.some(({ status }) => status === "rejected")) throw new Error(t("A part of this page is missing. Load the page again."));
}
