// @ts-check
// Parts of the page that the board does not need. They load after it.

import { t } from "../say.js";
import { fault } from "../ui.js";
import { html, signal, useEffect } from "../view.js";

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

/** A part that few readers see, as a component. It loads when it is shown for the first time.
 * @template Props
 * @param {() => Promise<(props: Props) => unknown>} load imports the module, and takes the component out of it */
export function onceShown(load) {
  const part = signal(/** @type {((props: Props) => unknown) | null} */ (null));
  return (/** @type {Props} */ props) => {
    useEffect(() => {
      if (!part.value) load().then((it) => (part.value = it), fault);
    }, []);
    return part.value && html`<${part.value} ...${props} />`;
  };
}

/** Loads all missing parts, even those that only a touch needs: the server may be away by then. */
export async function fetchRest() {
  const got = await Promise.allSettled([...missing].map((get) => get()));
  // Many browsers ask for a module only once.
  if (got.some(({ status }) => status === "rejected")) throw new Error(t("game-part-missing"));
}
