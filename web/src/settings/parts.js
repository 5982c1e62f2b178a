// @ts-check
// Shared parts of the sections: fields, results of saving, and lists.

import { hasPasskeys, showPasskey } from "../api.js";
import { t } from "../say.js";
import { fault } from "../ui.js";
import { html, useEffect, useId, useRef, useState } from "../view.js";

/** @typedef {import("../api.js").Problem} Problem */
/** @typedef {import("preact").ComponentChildren} Children */

/** A screen with the list of groups beside the open one. On others, the list is a page of its own. */
export const wide = matchMedia("(min-width: 60rem)");

/** One section, which saves by itself.
 * @param {{ id: string, title: string, hint?: string, children?: Children }} props */
export function Section({ id, title, hint, children }) {
  return html`<section id=${id} class="setting" aria-labelledby=${`${id}-title`}>
    <h2 id=${`${id}-title`}>${title}</h2>
    ${hint && html`<p class="hint">${hint}</p>`} ${children}
  </section>`;
}

/** The action of a section, one at a time, and its result. `fields` maps fields to the codes of
 * problems that appear beside them. A problem of a member of the body appears beside the field with
 * its name.
 * @param {Record<string, string[]>} [fields] */
export function useDeed(fields = {}) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState(/** @type {Problem | null} */ (null));
  const [said, setSaid] = useState("");
  const busy = useRef(false);

  /** Runs an action, and shows the text that it returns, if any.
   * @param {() => Promise<string | void>} deed */
  async function act(deed) {
    if (busy.current) return;
    busy.current = true;
    setBusy(true);
    setProblem(null);
    setSaid("");
    fault(null);
    try {
      setSaid((await deed()) ?? "");
    } catch (it) {
      const problem = /** @type {Problem} */ (it);
      // The section may be gone by then.
      if (problem.code === "not-signed-in") fault(problem);
      else setProblem(problem);
    } finally {
      busy.current = false;
      setBusy(false);
    }
  }

  /** The field that is to blame. */
  const blamed = Object.keys(fields).find((name) => {
    /** @type {{ pointer?: string | null }[]} */
    const errors = problem?.body?.errors ?? [];
    return fields[name]?.includes(problem?.code ?? "") || errors.some((it) => it.pointer?.split("/")[1] === name);
  });
  return {
    act,
    isBusy,
    said,
    /** Returns the problem of a field.
     * @param {string} name
     * @returns {string | undefined} */
    at: (name) => (blamed === name ? problem?.message : undefined),
    /** The problem that belongs to no field.
     * @type {string | undefined} */
    wrong: blamed ? undefined : problem?.message,
  };
}

/** @typedef {ReturnType<typeof useDeed>} Deed */

/** The result in words.
 * @param {{ deed: Deed }} props */
export function Outcome({ deed }) {
  return html`<div role="status" class="outcome">${deed.said && html`<p class="said">✓ ${deed.said}</p>`}</div>
    <div role="alert">${deed.wrong && html`<p class="wrong">${deed.wrong}</p>`}</div>`;
}

/** A form that runs one action with its data.
 * @param {{ id?: string, deed: Deed, onSend: (data: FormData, form: HTMLFormElement) => Promise<string | void>, children?: Children }} props */
export function Form({ id, deed, onSend, children }) {
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    deed.act(() => onSend(new FormData(form), form));
  };
  return html`<form id=${id} onSubmit=${submit}>${children}</form>`;
}

/** Returns the value of a field without spaces around it.
 * @param {FormData} data
 * @param {string} name */
export function typed(data, name) {
  return String(data.get(name) ?? "").trim();
}

/** A field with its label, a hint and its problem. Other properties go to the input.
 * @param {{ id?: string, label: Children, hint?: Children, wrong?: string, [more: string]: unknown }} props */
export function Field({ id, label, hint, wrong, ...more }) {
  const own = useId();
  const name = id ?? own;
  const described = [hint && `${name}-hint`, wrong && `${name}-wrong`].filter(Boolean).join(" ");
  return html`<label for=${name}>${label}</label>
    <input id=${name} aria-describedby=${described || undefined} aria-invalid=${wrong ? "true" : undefined} ...${more} />
    ${hint && html`<p class="hint" id=${`${name}-hint`}>${hint}</p>`}
    ${wrong && html`<p class="wrong" id=${`${name}-wrong`} role="alert">${wrong}</p>`}`;
}

/** One of several. `chosen` is the initial value.
 * @param {{ id?: string, label: string, name?: string, hint?: string, chosen: string | number, options: [string | number, string][], onChange?: (value: string) => void }} props */
export function Choice({ id, label, name, hint, chosen, options, onChange }) {
  const own = useId();
  const at = id ?? own;
  const change = onChange && ((/** @type {Event} */ event) => onChange(/** @type {HTMLSelectElement} */ (event.currentTarget).value));
  return html`<label for=${at}>${label}</label>
    <select id=${at} name=${name} aria-describedby=${hint && `${at}-hint`} onChange=${change}>
      ${options.map(([value, text]) => html`<option key=${value} value=${value} selected=${value === chosen}>${text}</option>`)}
    </select>
    ${hint && html`<p class="hint" id=${`${at}-hint`}>${hint}</p>`}`;
}

/** Something that is so or not.
 * @param {{ id?: string, name?: string, value?: string, checked: boolean, hint?: string, onChange?: (checked: boolean) => void, children?: Children }} props */
export function Tick({ id, name, value, checked, hint, onChange, children }) {
  const own = useId();
  const at = id ?? own;
  const change = onChange && ((/** @type {Event} */ event) => onChange(/** @type {HTMLInputElement} */ (event.currentTarget).checked));
  return html`<label class="choice" for=${at}>
      <input type="checkbox" id=${at} name=${name} value=${value} defaultChecked=${checked} aria-describedby=${hint && `${at}-hint`} onChange=${change} />
      ${" "}${children}</label
    >
    ${hint && html`<p class="hint" id=${`${at}-hint`}>${hint}</p>`}`;
}

/** Asks the player to confirm with the password or, if it is left empty, with a passkey.
 * @param {{ id?: string, wrong?: string }} props */
export function Sure({ id, wrong }) {
  const label = hasPasskeys() ? t("common-password-or-passkey") : t("common-your-password");
  return html`<${Field} id=${id} label=${label} wrong=${wrong} type="password" name="password" maxlength="256" autocomplete="current-password" required=${!hasPasskeys()} />`;
}

/** What `Sure` was given, for the server.
 * @param {FormData} data */
export async function sure(data) {
  const password = String(data.get("password") ?? "");
  return password || !hasPasskeys() ? { password } : { passkey: await showPasskey() };
}

/** Loads data when the section appears. Returns the data, null before that, and a function that
 * reloads it.
 * @template T
 * @param {() => Promise<T>} ask
 * @param {Deed} deed
 * @returns {[T | null, () => Promise<void>]} */
export function useAsked(ask, deed) {
  const [value, setValue] = useState(/** @type {T | null} */ (null));
  const again = async () => setValue(await ask());
  useEffect(() => {
    deed.act(again);
  }, []);
  return [value, again];
}
