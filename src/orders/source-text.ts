/**
 * Source text of C and C++, as far as an edit of one operation needs to understand it. Texts are code without comments
 * (codeOf), but where they are edited.
 */

/** The text from one offset to before another is replaced. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The offset of a position; undefined: the text does not have it. `line`, `column`: from 1. */
export function offsetOf(text: string, line: number, column: number): number | undefined {
  let at = 0;
  for (let i = 1; i < line; i++) {
    const end = text.indexOf('\n', at);
    if (end < 0) return undefined;
    at = end + 1;
  }
  const offset = at + column - 1;
  return column > 0 && offset < text.length ? offset : undefined;
}

/** A comment, a preprocessor directive or a literal. */
interface Filled {
  /** The offset behind it. */
  readonly to: number;
  /** What its characters become. */
  readonly by: ' ' | '_';
}

/** What begins there and is no code; undefined: nothing does. */
function filledAt(text: string, at: number): Filled | undefined {
  const behind = (mark: string, from: number): number => {
    const end = text.indexOf(mark, from);
    return end < 0 ? text.length : end + mark.length;
  };
  if (text.startsWith('//', at)) return { to: behind('\n', at) - 1, by: ' ' };
  if (text.startsWith('/*', at)) return { to: behind('*/', at + 2), by: ' ' };
  if (text[at] === '#' && /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, at - 80), at)))
    return { to: at + /^(?:\\\n|[^\n])*/.exec(text.slice(at))![0].length, by: ' ' };
  const raw = /^R"([^(\s]{0,16})\(/.exec(text.slice(at, at + 20));
  if (raw !== null) return { to: behind(`)${raw[1]}"`, at), by: '_' };
  const quote = text[at];
  if (quote !== '"' && quote !== "'") return undefined;
  let i = at + 1;
  while (i < text.length && text[i] !== quote) i += text[i] === '\\' ? 2 : 1;
  return { to: i + 1, by: '_' };
}

/**
 * The text with spaces in place of comments and preprocessor directives, and underscores in place of literals. It has
 * the same length, and the same lines.
 */
export function codeOf(text: string): string {
  let code = '';
  while (code.length < text.length) {
    const at = code.length;
    const filled = filledAt(text, at);
    if (filled !== undefined) code += text.slice(at, filled.to).replace(/[^\n]/g, filled.by);
    // As a whole: a number may have quotes in it.
    else code += /^(?:\d[\w']*|[A-Za-z_]\w*)/.exec(text.slice(at, at + 200))?.[0] ?? text[at];
  }
  return code;
}

/** An argument without the space around it. */
export interface Argument {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The arguments of a call; `open`: its parenthesis. Undefined: it has no end. `close`: the other parenthesis. */
export function argumentsAt(text: string, open: number): { args: Argument[]; close: number } | undefined {
  const args: Argument[] = [];
  let from = open + 1;
  const end = (to: number): void => {
    const all = text.slice(from, to);
    const trimmed = all.trim();
    const start = from + (all.length - all.trimStart().length);
    if (trimmed !== '' || args.length > 0) args.push({ from: start, to: start + trimmed.length, text: trimmed });
    from = to + 1;
  };
  const closed = scan(text, open + 1, (c, at) => {
    if (c === ',') end(at);
    return false;
  });
  if (closed === undefined || text[closed] !== ')') return undefined;
  end(closed);
  return { args, close: closed };
}

/**
 * Goes over characters outside brackets, up to the first one for which `stop` is true, or the closing bracket of what
 * is around; returns where that is. Undefined: the text ends before.
 */
export function scan(text: string, from: number, stop: (c: string, at: number) => boolean): number | undefined {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if ('([{'.includes(text[at])) depth++;
    else if (')]}'.includes(text[at])) {
      if (depth-- === 0) return at;
    } else if (depth === 0 && stop(text[at], at)) return at;
  }
  return undefined;
}

/** Where the operand begins that ends before `to`: names, members, subscripts and calls; undefined: it is none. */
export function operandStart(text: string, to: number): number | undefined {
  let at = to;
  for (;;) {
    const before = text.slice(0, at);
    const name = /[A-Za-z_]\w*$/.exec(before);
    if (name !== null) at = name.index;
    else if (/[\])]$/.test(before)) {
      const open = openingOf(text, at - 1);
      if (open === undefined) return undefined;
      at = open;
      if (/[\w\])]$/.test(text.slice(0, at))) continue;
    } else return undefined;
    const link = /(?:\.|->|::)$/.exec(text.slice(0, at));
    if (link === null) return at;
    at = link.index;
  }
}

/** The opening bracket of the one that closes there. */
export function openingOf(text: string, close: number): number | undefined {
  let depth = 0;
  for (let at = close; at >= 0; at--) {
    if (')]}'.includes(text[at])) depth++;
    else if ('([{'.includes(text[at]) && --depth === 0) return at;
  }
  return undefined;
}

/** Where the operand ends that begins there: names, members and subscripts. */
export function operandEnd(text: string, from: number): number {
  let at = from;
  for (;;) {
    const name = /^[A-Za-z_]\w*/.exec(text.slice(at));
    if (name === null) return at;
    at += name[0].length;
    while (text[at] === '[') {
      const close = scan(text, at + 1, () => false);
      if (close === undefined) return at;
      at = close + 1;
    }
    const link = /^(?:\.|->|::)/.exec(text.slice(at));
    if (link === null) return at;
    at += link[0].length;
  }
}
