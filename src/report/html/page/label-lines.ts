/**
 * Labels of events in lines of a lane's width. They are broken here and not by the browser, so that the heights of rows
 * that are not in the document are known. Where even many lines are not enough, the middle of the variable's name is
 * left out, but never the operation, its orders and values.
 */

/** A label has no more lines than these where leaving out of its name's middle is enough for that. */
const MOST_LINES = 4;
/** So many characters of a name stay. */
const LEAST_NAME = 24;

export interface LabelLines {
  readonly lines: readonly string[];
  /** Is the middle of the name left out? */
  readonly isShortened: boolean;
}

/**
 * The lines of the text. `columns`: characters of a line; `name`: the variable's in the text; `isWhole`: names
 * are not shortened.
 */
export function labelLines(text: string, name: string, columns: number, isWhole: boolean): LabelLines {
  const lines = brokenText(text, columns);
  const excess = widthOf(text) - (MOST_LINES - 1) * columns;
  if (isWhole || lines.length <= MOST_LINES || name.length <= LEAST_NAME || !text.includes(name))
    return { lines, isShortened: false };
  const kept = Math.max(LEAST_NAME, name.length - excess) - 1;
  const shorter = `${name.slice(0, Math.ceil(kept / 2))}…${name.slice(name.length - Math.floor(kept / 2))}`;
  return { lines: brokenText(text.replaceAll(name, shorter), columns), isShortened: true };
}

/** Breaks after blanks; in long words after punctuation, or else anywhere. The lines together are the text. */
export function brokenText(text: string, columns: number): string[] {
  const lines: string[] = [];
  let rest = [...text];
  for (;;) {
    let fits = 0;
    for (let width = 0; fits < rest.length; fits++) {
      width += widthOf(rest[fits]);
      if (width > columns) break;
    }
    if (fits >= rest.length) break;
    const at = breakIn(rest.slice(0, Math.max(1, fits)));
    lines.push(rest.slice(0, at).join(''));
    rest = rest.slice(at);
  }
  return [...lines, rest.join('')];
}

/** Where the characters are broken best. */
function breakIn(characters: readonly string[]): number {
  const blank = characters.lastIndexOf(' ') + 1;
  // Not where that leaves most of the line empty.
  if (blank > characters.length / 3) return blank;
  const mark = characters.findLastIndex((c) => /[^\w ]/.test(c)) + 1;
  return mark > characters.length / 3 ? mark : characters.length;
}

/** In characters of ASCII; others may be as wide as two, and are taken for that. */
function widthOf(text: string): number {
  let width = 0;
  for (const c of text) width += c.charCodeAt(0) < 0x80 ? 1 : 2;
  return width;
}
