// @ts-check
// Sets the theme that was chosen before anything is painted: no module, which would come after that. Theme.js chooses.
(() => {
  const root = document.documentElement;

  /** @param {string | null} theme */
  const set = (theme) => {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
    const metas = /** @type {NodeListOf<HTMLMetaElement>} */ (document.querySelectorAll("meta[name=theme-color]"));
    for (const meta of metas) {
      // Each has the colour for one of the two themes. The other one gets the same colour.
      meta.dataset.own ??= meta.content;
      const other = [...metas].find((it) => it.media.includes(root.dataset.theme ?? "none"));
      meta.content = other?.dataset.own ?? other?.content ?? meta.dataset.own;
    }
  };

  try {
    set(localStorage.getItem("turnpike.theme"));
  } catch {
    // Storage is blocked: the device decides.
  }
  addEventListener("storage", (event) => event.key === "turnpike.theme" && set(event.newValue));
  addEventListener("themechange", (event) => set(/** @type {CustomEvent<string>} */ (event).detail));
})();
