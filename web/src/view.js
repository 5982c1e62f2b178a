// @ts-check
// The view library (Preact, its hooks and signals, by htm), from one place.
//
// Pages are written as html`<p>${text}</p>`. Text is always text: nothing that a player typed
// becomes markup.

import htm from "./vendor/htm.js";
import { createElement } from "./vendor/preact.js";

export { Fragment, render } from "./vendor/preact.js";
export { useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "./vendor/hooks.js";
export { batch, computed, effect, signal, untracked, useComputed, useSignal, useSignalEffect } from "./vendor/signals.js";

/** Makes elements of a template. */
export const html = htm.bind(createElement);
