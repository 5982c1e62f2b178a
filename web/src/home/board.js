// @ts-check
// Small pictures of boards. As images they add no elements to the page, do not affect each other,
// and are light or dark like the page.

import { call, me } from "../api.js";
import { html, useEffect, useRef, useState } from "../view.js";

/** A picture: the address of an image, and how wide it is for its height.
 * @typedef {{ src: string, ratio: number }} Image */

/** @param {string} svg
 * @returns {Image} */
function asImage(svg) {
  const [, width, height] = /viewBox="0 [\d.]+ ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
  return { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, ratio: Number(width) / Number(height) || 4 / 3 };
}

/** The element at which the playing area of each kind begins, and the place of its first shape. */
const BEGINS = /id="(?:(cell-\d+-1-1)|tile-start|row-0|sheet-\d+|map-edge)"[^]*?\b(?:data-top|y|cy)="([\d.]+)"/;

/** Units above the playing area that stay; above a cell are the numbers of the columns. */
const ABOVE = { cell: 46, other: 6 };

/** Cuts the headings off a board, which are too small to read in a small picture.
 * @param {string} svg */
function withoutHeadings(svg) {
  const [, cell, at] = BEGINS.exec(svg) ?? [];
  const top = Math.max(0, Number(at ?? 0) - (cell ? ABOVE.cell : ABOVE.other));
  return svg.replace(
    /viewBox="0 0 ([\d.]+) ([\d.]+)" width="[\d.]+" height="[\d.]+"/,
    (_, width, height) => `viewBox="0 ${top} ${width} ${height - top}" width="${width}" height="${height - top}"`,
  );
}

/** The number of cached boards. */
const MOST = 60;

/** The requested pictures by reader, game and entry. An earlier board never changes for the same
 * reader.
 * @type {Map<string, Promise<Image>>} */
const asked = new Map();

/** Loads a picture once.
 * @param {string} name identifies it for this reader
 * @param {() => Promise<string>} ask */
function once(name, ask) {
  const what = `${me()?.name ?? ""} ${name}`;
  let image = asked.get(what);
  if (!image) {
    image = ask().then(asImage);
    image.catch(() => asked.delete(what));
    asked.set(what, image);
    // The oldest goes.
    if (asked.size > MOST) asked.delete(/** @type {string} */ (asked.keys().next().value));
  }
  return image;
}

/** The board of a game, as it stood after so many entries.
 * @param {string} id
 * @param {number} ply
 * @param {"narrow" | "wide"} layout */
export const board = (id, ply, layout) =>
  once(`${id} ${ply} ${layout}`, () => call("GET", `/v1/games/${id}/board.svg?ply=${ply}&layout=${layout}&words=off`, undefined, "text"));

/** Loads the current board after each entry, and stores it for use without the server.
 * @param {string} id
 * @param {number} ply */
const latest = (id, ply) =>
  once(`${id} ${ply}`, async () =>
    withoutHeadings(await call("GET", `/v1/games/${id}/board.svg?layout=narrow&words=off`, undefined, "text")),
  );

/** A place for a picture, which loads when it comes into view. The text beside it describes it.
 * @param {{ what: string, ask: () => Promise<string> }} props */
function Place({ what, ask }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const [src, setSrc] = useState(/** @type {string | null} */ (null));
  useEffect(() => {
    let isOver = false;
    const watch = new IntersectionObserver(
      (seen) => {
        if (!seen.some((it) => it.isIntersecting)) return;
        watch.disconnect();
        // Without a picture the card says as much.
        ask().then(
          (it) => isOver || setSrc(it),
          () => {},
        );
      },
      { rootMargin: "200px" },
    );
    if (place.current) watch.observe(place.current);
    return () => {
      isOver = true;
      watch.disconnect();
    };
  }, [what]);
  return html`<span class="thumb" ref=${place}>${src && html`<img src=${src} alt="" />`}</span>`;
}

/** The board of a game, small.
 * @param {{ id: string, ply: number }} props */
export function Thumbnail({ id, ply }) {
  return html`<${Place} what=${`${id} ${ply}`} ask=${async () => (await latest(id, ply)).src} />`;
}

/** The picture of a kind: the board of its example.
 * @param {{ id: string }} props */
export function KindPicture({ id }) {
  return html`<${Place} what=${id} ask=${async () => `/how-to-play/${encodeURIComponent(id)}/board.svg`} />`;
}
