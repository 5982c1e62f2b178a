// @ts-check
// The options of a kind, as its schema tells of them.

import { t } from "../say.js";
import { words } from "../ui.js";
import { html } from "../view.js";

/** A schema, as far as fields are made of it.
 * @typedef {{
 *   title?: string, description?: string, type?: string | string[], default?: unknown, const?: unknown, enum?: unknown[],
 *   oneOf?: Schema[], anyOf?: Schema[], properties?: Record<string, Schema>, minimum?: number, maximum?: number,
 * }} Schema */

/** @typedef {Record<string, unknown>} Values */

/** The alternatives of a schema, each with what is said of it; null where it is no choice.
 * @param {Schema} schema
 * @returns {{ value: unknown, description?: string }[] | null} */
function choices(schema) {
  if (schema.enum) return schema.enum.map((value) => ({ value }));
  const all = schema.oneOf ?? schema.anyOf;
  if (!all?.every((one) => "const" in one || one.enum || one.type === "null")) return null;
  return all.flatMap((one) => {
    const values = "const" in one ? [one.const] : (one.enum ?? [null]);
    return values.map((value) => ({ value, description: one.description }));
  });
}

/** What one of several is called: what is said of it, else its value.
 * @param {{ value: unknown, description?: string }} choice */
const called = ({ value, description }) => description ?? (value === null ? t("None") : words(value));

/** One option. Of what has no field of its own, the default stays.
 * @param {{ name: string, schema: Schema, value: unknown, change: (value: unknown) => void }} props */
function Field({ name, schema, value, change }) {
  const id = `option-${name}`;
  const label = schema.title;
  const hint = schema.description && html`<p class="hint" id=${`${id}-hint`}>${schema.description}</p>`;
  const described = hint ? `${id}-hint` : undefined;
  const several = choices(schema);
  if (schema.properties) {
    return html`<fieldset>
      <legend>${label}</legend>
      ${hint}
      <${Fields} schema=${schema} values=${/** @type {Values} */ (value ?? {})} change=${change} under=${`${name}-`} />
    </fieldset>`;
  }
  if (schema.type === "boolean") {
    return html`<div class="field">
      <label class="choice"><input type="checkbox" name=${id} checked=${value === true} aria-describedby=${described} onChange=${(/** @type {any} */ event) => change(event.currentTarget.checked)} /> ${label}</label>
      ${hint}
    </div>`;
  }
  if (several) {
    return html`<fieldset class="choices" aria-describedby=${described}>
      <legend>${label}</legend>
      ${hint}
      ${several.map(
        (one, at) =>
          html`<label key=${at} class="choice"><input type="radio" name=${id} value=${at} checked=${one.value === value} onChange=${() => change(one.value)} /> ${called(one)}</label>`,
      )}
    </fieldset>`;
  }
  const types = [schema.type].flat();
  const isNumber = types.includes("integer") || types.includes("number");
  if (!isNumber && !types.includes("string")) return null;
  const typed = (/** @type {any} */ event) => {
    const text = event.currentTarget.value;
    if (text === "" && types.includes("null")) change(null);
    else change(isNumber ? Number(text) : text);
  };
  const step = isNumber ? (types.includes("integer") ? "1" : "any") : undefined;
  return html`<div class="field">
    <label for=${id}>${label}</label>
    ${hint}
    <input id=${id} name=${id} type=${isNumber ? "number" : "text"} min=${schema.minimum} max=${schema.maximum} step=${step} value=${value ?? ""}
      required=${isNumber && !types.includes("null")} aria-describedby=${described} onInput=${typed} />
  </div>`;
}

/** All options of a schema.
 * @param {{ schema: Schema, values: Values, change: (values: Values) => void, under?: string }} props */
export function Fields({ schema, values, change, under = "" }) {
  return Object.entries(schema.properties ?? {}).map(
    ([name, inner]) =>
      html`<${Field} key=${name} name=${`${under}${name}`} schema=${{ ...inner, title: inner.title ?? words(name) }} value=${values[name] ?? inner.default ?? null}
        change=${(/** @type {unknown} */ value) => change({ ...values, [name]: value })} />`,
  );
}
