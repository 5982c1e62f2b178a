// @ts-check
// Elements of pictures.

/** Creates an SVG element with its content. Text is always inserted as text.
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string | number>} [attributes]
 * @param {(Node | string)[]} children
 * @returns {SVGElementTagNameMap[Name]} */
export function draw(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** Returns the transformation from the coordinates of one shown element to those of another, as an
 * attribute; null if one of them is not shown.
 * @param {SVGGraphicsElement} from
 * @param {SVGGraphicsElement} to */
export function transformation(from, to) {
  const [place, goal] = [from.getScreenCTM(), to.getScreenCTM()];
  if (!place || !goal) return null;
  const { a, b, c, d, e, f } = goal.inverse().multiply(place);
  return `matrix(${a} ${b} ${c} ${d} ${e} ${f})`;
}
