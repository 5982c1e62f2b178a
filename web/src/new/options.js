// @ts-check
// Fields for the options of a kind.

import { optionsOf } from "../options.js";
import { html } from "../view.js";

/** @typedef {import("../options.js").Kind} Kind */
/** @typedef {import("../options.js").Option} Option */
/** @typedef {import("../options.js").Values} Values */

/** @param {{ name: string, option: Option, value: unknown, change: (value: unknown) => void }} props */
function Field({ name, option, value, change }) {
  const id = `option-${name}`;
  const hint = html`<p class="hint" id=${`${id}-hint`}>${option.description}</p>`;
  if (option.type === "boolean") {
    return html`<div class="field">
      <label class="choice"><input type="checkbox" name=${id} checked=${value === true} aria-describedby=${`${id}-hint`} onChange=${(/** @type {any} */ event) => change(event.currentTarget.checked)} /> ${option.title}</label>
      ${hint}
    </div>`;
  }
  if (option.oneOf) {
    return html`<fieldset class="choices" aria-describedby=${`${id}-hint`}>
      <legend>${option.title}</legend>
      ${hint}
      ${option.oneOf.map(
        (one, at) =>
          html`<label key=${at} class="choice"><input type="radio" name=${id} value=${at} checked=${one.const === value} onChange=${() => change(one.const)} /><span>${one.title} <span class="hint">${one.description}</span></span></label>`,
      )}
    </fieldset>`;
  }
  return html`<div class="field">
    <label for=${id}>${option.title}</label>
    ${hint}
    <input id=${id} name=${id} type="number" min=${option.minimum} max=${option.maximum} value=${value} required aria-describedby=${`${id}-hint`} onInput=${(/** @type {any} */ event) => change(Number(event.currentTarget.value))} />
  </div>`;
}

/** All options of a kind.
 * @param {{ kind: Kind, values: Values, change: (values: Values) => void }} props */
export function Fields({ kind, values, change }) {
  return optionsOf(kind).map(
    ([name, option]) =>
      html`<${Field} key=${`${kind.id} ${name}`} name=${name} option=${option} value=${values[name]} change=${(/** @type {unknown} */ value) => change({ ...values, [name]: value })} />`,
  );
}
