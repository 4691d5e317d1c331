/** Elements of XML 1.0 whose texts are printable. */

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

export type Attributes = Readonly<Record<string, string | number>>;

/** An element with text, or without content. */
export function element(name: string, attributes: Attributes, text?: string): string {
  const start = `<${name}${attributesText(attributes)}`;
  return text === undefined ? `${start}/>` : `${start}>${escaped(text)}</${name}>`;
}

/** Attributes as they stand behind the name of an element, with a space before each. */
export function attributesText(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('');
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Printable text as XML. U+FFFE and U+FFFF are printable, but XML 1.0 allows not even a reference to them. */
export function escaped(text: string): string {
  return text
    .replace(/[&<>"]/g, (c) => entities[c])
    .replace(/[\ufffe\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16)}`);
}
