// @ts-check
// The page of the API. Scalar (vendor/scalar) shows the document, with the address of this server in its examples.
//
// Scalar gets no address but this server's: no fonts, telemetry, proxy or assistant of its maker. The page's security policy forbids
// others, too.

/** The address in the document's examples. */
const EXAMPLE = /https:\/\/turnpike\.example\.org/g;

/** @type {{ createApiReference(at: string, settings: object): void }} */
const scalar = /** @type {any} */ (globalThis).Scalar;

const isDark = matchMedia("(prefers-color-scheme: dark)");
const root = document.documentElement;

/** The reader's theme: the one chosen on the settings page, or the device's. */
const theme = () => root.dataset.theme ?? (isDark.matches ? "dark" : "light");

/** @param {object} content the document */
const settings = (content) => ({
  content,
  theme: "none",
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: "never",
  // The introduction links to the document, which has no samples.
  documentDownloadType: "none",
  // The document brings its own samples.
  hiddenClients: true,
  hideDarkModeToggle: true,
  forceDarkModeState: theme(),
  // The document's order: members that matter most are first.
  orderSchemaPropertiesBy: "preserve",
  authentication: { preferredSecurityScheme: "personal_token" },
  /** Sends no empty token, which the server would reject.
   * @param {{ request: Request }} asked */
  onBeforeRequest: ({ request: { headers } }) => {
    if (headers.get("Authorization")?.trim() === "Bearer") headers.delete("Authorization");
  },
  /** @param {{ operationId?: string, method: string, path: string }} call */
  generateOperationSlug: ({ operationId, method, path }) => operationId ?? `${method}${path}`,
});

/** Fetches the document. */
async function load() {
  const answer = await fetch("/docs/openapi.json");
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  return JSON.parse((await answer.text()).replaceAll(EXAMPLE, location.origin));
}

try {
  const content = await load();
  scalar.createApiReference("#reference", settings(content));
  // Scalar reads the setting only once.
  const follow = () => {
    for (const mode of ["light", "dark"]) document.body.classList.toggle(`${mode}-mode`, mode === theme());
  };
  isDark.addEventListener("change", follow);
  new MutationObserver(follow).observe(root, { attributeFilter: ["data-theme"] });
} catch (problem) {
  console.error(problem);
  for (const fault of document.querySelectorAll("#fault")) fault.removeAttribute("hidden");
}

export {};
