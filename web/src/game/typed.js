// @ts-check
// Text that a reader has typed and not sent. It survives a reload of the page in this tab.

import { me } from "../api.js";
import { useState } from "../view.js";
import { id } from "./state.js";

/** A text, and the function that changes it.
 * @param {string} field
 * @returns {[string, (next: string | ((now: string) => string)) => void]} */
export function useTyped(field) {
  // Another reader of this tab neither sees nor sends it.
  const key = `turnpike.typed.${id}.${me()?.name ?? ""}.${field}`;
  const [typed, setTyped] = useState(() => ({ key, text: stored(key) }));
  const textOf = (/** @type {{ key: string, text: string }} */ it) => (it.key === key ? it.text : stored(key));
  const keep = (/** @type {string | ((now: string) => string)} */ next) =>
    setTyped((/** @type {{ key: string, text: string }} */ now) => {
      const value = typeof next === "function" ? next(textOf(now)) : next;
      try {
        if (value) sessionStorage.setItem(key, value);
        else sessionStorage.removeItem(key);
      } catch {
        // Storage is blocked: it lasts as long as the page.
      }
      return { key, text: value };
    });
  return [textOf(typed), keep];
}

/** @param {string} key */
function stored(key) {
  try {
    return sessionStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}
