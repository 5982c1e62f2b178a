// What is looked for in the pages' modules besides types: mistakes that run.

import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["src/vendor/", "types/"] },
  js.configs.recommended,
  {
    rules: {
      "eqeqeq": "error",
      "no-unused-vars": ["error", { ignoreRestSiblings: true }],
      "no-var": "error",
      "prefer-const": ["error", { destructuring: "all" }],
      "no-implicit-coercion": "error",
      "no-shadow-restricted-names": "error",
      "object-shorthand": "error",
    },
    linterOptions: { reportUnusedDisableDirectives: "error" },
  },
  { files: ["src/**"], ignores: ["src/worker.js"], languageOptions: { globals: globals.browser } },
  { files: ["src/worker.js"], languageOptions: { globals: globals.serviceworker } },
  // What a test has a browser do is written in it.
  { files: ["*.js", "reference/*.js", "test/**"], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
];
