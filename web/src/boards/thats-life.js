// @ts-check

/** @type {import("./board.js").Board} */
export default {};
