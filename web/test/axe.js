// Finds accessibility problems with axe-core, and decides the contrasts that axe leaves undecided.
//
// Axe cannot decide about drawings, gradients and overlapping elements. For those, the page is
// captured twice: once without text, and once with each text in a colour of its own. Where a colour
// appears are the letters of its text, and the other picture shows their background. The text's own
// colour comes from the page.

import { AxeBuilder } from "@axe-core/playwright";
import { quiet } from "./helpers.js";

/** WCAG 2, 1.4.3: large letters, and bold ones that are a little smaller, may be weaker. */
const LEAST = 4.5;
const LEAST_LARGE = 3;

/** The share of the letters that may lie on a background too close to their colour: a crossing
 * line, or the edge of a shape. */
const CROSSED = 0.25;

/** How often to look again when the page changes meanwhile. */
const TRIES = 5;

/** Elements that change by themselves, and would differ between two pictures. */
const STILL = `* { transition: none !important; animation: none !important; caret-color: transparent !important; text-shadow: none !important; }
  [data-settled] { position: static !important; }`;

const BARE = "* { -webkit-text-fill-color: transparent !important; } text, tspan { fill: transparent !important; }";

/** Marks elements that stay above others. */
const settle = (page) =>
  page.evaluate(() => {
    for (const it of document.querySelectorAll("#app *")) if (getComputedStyle(it).position === "sticky") it.dataset.settled = "";
  });

/** Finds the texts, numbers them, and returns everything that is known without a picture. */
const mark = (page, selectors) =>
  page.evaluate((selectors) => {
    const lettersOf = (it) => [...it.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    const drawn = [...document.querySelectorAll("#picture :is(text, tspan)")].filter(
      (it) => lettersOf(it).length && it.getClientRects().length && it.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
    );
    const elements = [...new Set([...selectors.map((it) => document.querySelector(it)), ...drawn])].filter(Boolean);
    return elements.map((it, i) => {
      it.dataset.text = String(i);
      const style = getComputedStyle(it);
      const isDrawn = it instanceof SVGElement;
      const boxes = lettersOf(it).flatMap((node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return [...range.getClientRects()];
      });
      // The letters of a list or a field are not its own.
      if (!boxes.length) boxes.push(it.getBoundingClientRect());
      let alpha = isDrawn ? Number(style.fillOpacity) : 1;
      for (let at = it; at; at = at.parentElement) alpha *= Number(getComputedStyle(at).opacity);
      const matrix = isDrawn ? it.getScreenCTM() : null;
      const named = it.closest("[id]");
      return {
        kin: `${named?.id} ${it.localName}.${it.className} ${style.color}`,
        what: `${named ? `#${named.id} ` : ""}${it.localName}.${it.getAttribute("class") ?? ""} “${(it.textContent ?? "").trim().slice(0, 30)}”`,
        colour: isDrawn ? style.fill : style.color,
        alpha,
        isDrawn,
        size: Number.parseFloat(style.fontSize) * (matrix ? Math.hypot(matrix.a, matrix.b) : 1),
        isBold: Number(style.fontWeight) >= 700,
        boxes: boxes.map(({ x, y, width, height }) => ({ x: x + scrollX, y: y + scrollY, width, height })),
      };
    });
  }, selectors);

const unmark = (page) =>
  page.evaluate(() => {
    for (const name of ["data-text", "data-settled"]) {
      for (const it of document.querySelectorAll(`[${name}]`)) it.removeAttribute(name);
    }
  });

/** Runs a function while these styles apply, in a page that allows none in its markup. */
async function styled(page, css, deed) {
  const sheet = await page.evaluateHandle((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return sheet;
  }, css);
  try {
    return await deed();
  } finally {
    await page.evaluate((sheet) => (document.adoptedStyleSheets = document.adoptedStyleSheets.filter((it) => it !== sheet)), sheet);
  }
}

const pictureOf = async (page, clip) => (await page.screenshot({ clip })).toString("base64");

/** Returns a colour for each text. Neighbours in the list have very different colours. */
const colourOf = (i) => [(i * 97 + 60) % 256, (i * 151 + 200) % 251, (i * 211 + 30) % 241];

/** Compares two pictures, in a page without a policy. Returns for each text the contrast to most of
 * its background, and the share of it on a background that is too close to its colour. */
const compare = (page, all) =>
  page.evaluate(async ({ painted, bare, texts, scale, least, leastLarge }) => {
    const read = async (data) => {
      const blob = await (await fetch(`data:image/png;base64,${data}`)).blob();
      const bitmap = await createImageBitmap(blob);
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
      context.drawImage(bitmap, 0, 0);
      return context.getImageData(0, 0, bitmap.width, bitmap.height);
    };
    const { width: wide, height: high, data: over } = await read(painted);
    const { data: under } = await read(bare);
    const dot = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const rgba = (colour) => {
      dot.clearRect(0, 0, 1, 1);
      dot.fillStyle = colour;
      dot.fillRect(0, 0, 1, 1);
      return [...dot.getImageData(0, 0, 1, 1).data];
    };
    const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    const luminance = ([r, g, b]) => 0.2126 * linear(r / 255) + 0.7152 * linear(g / 255) + 0.0722 * linear(b / 255);
    const contrast = (one, other) => {
      const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
      return (light + 0.05) / (dark + 0.05);
    };
    return texts.map(({ boxes, paint, ...text }) => {
      const [r, g, b, a] = rgba(text.colour);
      const part = (text.alpha * a) / 255;
      // How many pixels of letters there are on each colour.
      const behind = new Map();
      let [letters, area] = [0, 0];
      for (const { x, y, width, height } of boxes) {
        const [left, top] = [Math.max(0, Math.floor(x * scale)), Math.max(0, Math.floor(y * scale))];
        const [right, bottom] = [Math.min(wide, Math.ceil((x + width) * scale)), Math.min(high, Math.ceil((y + height) * scale))];
        for (let row = top; row < bottom; row += 1) {
          for (let column = left; column < right; column += 1) {
            const at = 4 * (row * wide + column);
            area += 1;
            const [over0, over1, over2] = [over[at], over[at + 1], over[at + 2]];
            const [back0, back1, back2] = [under[at], under[at + 1], under[at + 2]];
            const [gone0, gone1, gone2] = [over0 - back0, over1 - back1, over2 - back2];
            if (!gone0 && !gone1 && !gone2) continue;
            // The share of the text's colour over its background, and the rest.
            const [way0, way1, way2] = [paint[0] - back0, paint[1] - back1, paint[2] - back2];
            const length = way0 * way0 + way1 * way1 + way2 * way2;
            const cover = (way0 * gone0 + way1 * gone1 + way2 * gone2) / (length || 1);
            if (cover < 0.5 * text.alpha) continue;
            const rest = Math.max(Math.abs(gone0 - cover * way0), Math.abs(gone1 - cover * way1), Math.abs(gone2 - cover * way2));
            if (rest > 28) continue;
            const key = (back0 << 16) | (back1 << 8) | back2;
            behind.set(key, (behind.get(key) ?? 0) + 1);
            letters += 1;
          }
        }
      }
      const limit = text.size >= 24 || (text.isBold && text.size >= 18.66) ? leastLarge : least;
      let [weak, most, ratio, ground] = [0, 0, 0, ""];
      for (const [key, count] of behind) {
        const back = [key >> 16, (key >> 8) & 255, key & 255];
        const one = contrast(
          [r, g, b].map((it, i) => part * it + (1 - part) * back[i]),
          back,
        );
        if (one < limit) weak += count;
        if (count > most) [most, ratio, ground] = [count, one, `#${key.toString(16).padStart(6, "0")}`];
      }
      return { ...text, limit, area, letters, ratio, ground, crossed: letters ? weak / letters : 0 };
    });
  }, all);

/** Whether so little of a text was found that it may have been replaced in the meantime, or is
 * covered. */
const isUnseen = ({ letters, area }) => letters <= 0.005 * area;

/** Makes the screen as high as the page, permanently: a board may change the height of the page. */
async function unroll(page) {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    if (height === page.viewportSize().height) return;
    await page.setViewportSize({ ...page.viewportSize(), height });
    await quiet(page);
  }
}

/** The smallest part of the screen, in whole pixels, that holds all texts. */
function around(texts, { width, height }) {
  const boxes = texts.flatMap((it) => it.boxes);
  const bound = (number, most) => Math.min(Math.max(number, 0), most);
  const x = bound(Math.floor(Math.min(...boxes.map((it) => it.x))), width - 1);
  const y = bound(Math.floor(Math.min(...boxes.map((it) => it.y))), height - 1);
  const right = bound(Math.ceil(Math.max(...boxes.map((it) => it.x + it.width))), width);
  const bottom = bound(Math.ceil(Math.max(...boxes.map((it) => it.y + it.height))), height);
  return { x, y, width: Math.max(right - x, 1), height: Math.max(bottom - y, 1) };
}

/** Takes the two pictures of the texts on a page and compares them; null if the page has changed meanwhile. */
async function look(page, selectors) {
  const [texts, bare, painted] = await styled(page, STILL, async () => {
    await settle(page);
    // A telephone's page that is scrolled stays so, however high its screen: a picture shows it from the top.
    await page.evaluate(() => scrollTo(0, 0));
    await unroll(page);
    const found = await mark(page, selectors);
    if (!found.length) return [found];
    const part = around(found, page.viewportSize());
    const moved = (boxes) => boxes.map((box) => ({ ...box, x: box.x - part.x, y: box.y - part.y }));
    const texts = found.map((it, i) => ({ ...it, boxes: moved(it.boxes), paint: colourOf(i) }));
    const paint = texts.map(({ paint }, i) => {
      const colour = `rgb(${paint.join(" ")})`;
      return `[data-text="${i}"][data-text] { -webkit-text-fill-color: ${colour} !important; fill: ${colour} !important; fill-opacity: 1 !important; }`;
    });
    const bare = await styled(page, BARE, () => pictureOf(page, part));
    return [texts, bare, await styled(page, BARE + paint.join("\n"), () => pictureOf(page, part))];
  });
  const isSame = (await page.locator("[data-text]").count()) === texts.length;
  await unmark(page);
  if (!texts.length) return [];
  if (!isSame) return null;
  const other = await page.context().browser().newPage();
  try {
    const scale = await page.evaluate(() => devicePixelRatio);
    return await compare(other, { painted, bare, texts, scale, least: LEAST, leastLarge: LEAST_LARGE });
  } finally {
    await other.close();
  }
}

async function looked(page, selectors) {
  const size = page.viewportSize();
  for (let tries = 0; tries < TRIES; tries += 1) {
    const texts = await look(page, selectors);
    await page.setViewportSize(size);
    if (texts) return texts;
  }
  throw new Error(`${page.url()} does not stop to change`);
}

/** Which elements are alike: in the same part of the page, of the same kind and colour. */
const kinOf = (page, selectors) =>
  page.evaluate((selectors) => {
    const kin = (it) => it && `${it.closest("[id]")?.id} ${it.localName}.${it.className} ${getComputedStyle(it).color}`;
    return [...new Set(selectors.map((it) => kin(document.querySelector(it))))];
  }, selectors);

/** Returns the elements that break a rule of axe and those that it cannot decide. With
 * `resultTypes` of passes, returns those that satisfy it. */
async function analyze(page, options = {}, without = null) {
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations", "incomplete"], ...options });
  const { violations, incomplete, passes } = await (without ? axe.exclude(without) : axe).analyze();
  const [against, open, kept] = [violations, incomplete, passes].map((all) =>
    all.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => ({ id, target: target[0], failureSummary }))),
  );
  return { against, open, kept };
}

const CONTRAST = "color-contrast";
const NAME = "label-content-name-mismatch";

/** Whether an element is part of the picture of a board. */
const isDrawn = (page, target) => page.$eval(target, (it) => it.closest("#picture") !== null).catch(() => false);

/** Returns the elements with enough contrast according to axe. */
async function strong(page) {
  const { kept } = await analyze(page, { runOnly: [CONTRAST], resultTypes: ["passes"] });
  return kept.map(({ target }) => target);
}

/** Measures the contrasts of the elements with these selectors, and of all texts in the picture of
 * a board. Returns the weak ones, and the undecided ones: hidden ones without a similar visible
 * element. */
async function contrasts(page, selectors) {
  const texts = await looked(page, selectors);
  const weak = texts.filter((it) => !isUnseen(it) && (it.ratio < it.limit || it.crossed > CROSSED));
  const said = ({ what, colour, ground, ratio, limit, crossed }) =>
    `contrast ${what}: ${ratio.toFixed(2)} of ${limit}, ${colour} on ${ground}, too weak at ${Math.round(100 * crossed)} % of it`;
  if (process.env.CONTRASTS) {
    const [worst] = texts.filter((it) => !isUnseen(it)).sort((a, b) => a.ratio / a.limit - b.ratio / b.limit);
    if (worst) console.log(`${page.url()}: ${texts.length} texts, ${texts.filter(isUnseen).length} unseen; the weakest: ${said(worst)}`);
  }
  const seen = new Set(texts.filter((it) => !isUnseen(it)).map(({ kin }) => kin));
  // Parts of a drawing that are covered cannot be read.
  let unseen = texts.filter((it) => isUnseen(it) && !it.isDrawn && !seen.has(it.kin));
  if (unseen.length) {
    const kin = new Set(await kinOf(page, await strong(page)));
    unseen = unseen.filter((it) => !kin.has(it.kin));
  }
  const [drawn, hidden] = [texts.filter((it) => it.isDrawn), texts.filter((it) => it.isDrawn && isUnseen(it))];
  if (hidden.length > drawn.length / 2) unseen.push({ what: `${hidden.length} of ${drawn.length} texts of the board` });
  return [...weak.map(said), ...unseen.map(({ what }) => `undecided contrast ${what}`)];
}

/** Returns the texts without enough contrast, and their places. In a drawing, it only looks at
 * texts. */
export async function weakTexts(page) {
  await quiet(page);
  const { against, open } = await analyze(page, { runOnly: [CONTRAST] }, "#picture");
  return [
    ...against.map(({ target }) => `contrast ${target}`),
    ...(await contrasts(
      page,
      open.map(({ target }) => target),
    )),
  ];
}

/** Returns the violations with their places, and the undecided elements. */
export async function findings(page) {
  await quiet(page);
  const { against, open } = await analyze(page);
  const isOfContrast = ({ id }) => id === CONTRAST;
  const weak = await contrasts(
    page,
    open.filter(isOfContrast).map(({ target }) => target),
  );
  const [violations, others] = [[], []];
  for (const { id, target, failureSummary } of against) {
    // Of a drawing the rule joins all texts without blanks, and looks for that in the name.
    if (id !== NAME || !(await isDrawn(page, target))) violations.push(`${id} ${target}: ${failureSummary}`);
  }
  for (const { id, target } of open.filter((it) => !isOfContrast(it))) {
    const text = await page.textContent(target).catch(() => "");
    // The accessible name need not contain a symbol.
    if (id === NAME && (!/[\p{L}\p{N}]/u.test(text) || (await isDrawn(page, target)))) continue;
    others.push(`undecided ${id} ${target}: ${text}`);
  }
  return [...violations, ...weak, ...others];
}
