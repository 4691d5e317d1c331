/** Makes elements. Texts are set as text, never as markup: they come from the checked program. */

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** An element with attributes (true: empty; false, undefined: left out) and children. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  setAttributes(made, attributes);
  made.append(...children);
  return made;
}

const SVG = 'http://www.w3.org/2000/svg';

/** The same for SVG. */
export function svgElement<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): SVGElementTagNameMap[Name] {
  const made = document.createElementNS(SVG, name);
  setAttributes(made, attributes);
  made.append(...children);
  return made;
}

function setAttributes(to: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    to.setAttribute(name, value === true ? '' : String(value));
  }
}

/** A part of the page with a heading, which can be scrolled by keyboard. */
export function pane(id: string, title: string, ...children: (Node | string)[]): HTMLElement {
  const heading = element('h2', { id: `${id}-title` }, title);
  return element('section', { id, class: 'pane', 'aria-labelledby': `${id}-title` }, heading, ...children);
}
