/**
 * Text that the checked program, its files or a command line control, made safe to print: control characters could
 * affect a terminal, and a line of drista's must stay one line. All such text passes through these functions.
 */

/**
 * Control characters (C0, DEL, C1), those without a width (bidirectional ones, tags ...), line and paragraph
 * separators, halves of characters.
 */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** The text in one line, with escapes as in C for what cannot be seen: `\n`, `\x1b`, `\u202e`. */
export function printable(text: string): string {
  return text.replace(hidden, (c) => short[c] ?? escaped(c.codePointAt(0)!));
}

/** As `printable`, for a text of several lines, which stay lines. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

/** `bytes`: codes below it are escaped as bytes. */
function escaped(code: number, bytes = 0x100): string {
  const digits = code.toString(16);
  return code < bytes
    ? `\\x${digits.padStart(2, '0')}`
    : code < 0x10000
      ? `\\u${digits.padStart(4, '0')}`
      : `\\U${digits.padStart(8, '0')}`;
}

/** Plain data with all its texts made printable. */
export function printableData<T>(data: T): T {
  if (typeof data === 'string') return printable(data) as T & string;
  if (Array.isArray(data)) return data.map(printableData) as T & unknown[];
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, printableData<unknown>(value)])) as T;
}

/** JSON in which such characters are escaped, for files that someone may look at. The data stays what it is. */
export function printableJson(data: unknown, indent: number): string {
  const units = (c: string): string =>
    c.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return JSON.stringify(data, null, indent).replace(hidden, (c) => (c === '\n' ? c : units(c))) + '\n';
}

/** The name of a file as a word of a shell's command line, where it must not look like an option. */
export function shellWord(path: string): string {
  return shellArgument(path.startsWith('-') ? `./${path}` : path);
}

/**
 * A word of a shell's command line (POSIX.1-2017 XCU 2.2), safe to print. What cannot be seen is escaped within $'...'
 * (POSIX.1-2024 XCU 2.2.4, as in bash and zsh).
 */
export function shellArgument(name: string): string {
  if (/^[\w@%+=:,./-]+$/.test(name)) return name;
  if (name.search(hidden) < 0) return `'${name.replaceAll("'", "'\\''")}'`;
  // Within $'...' \x is a byte, \u a character.
  const escape = (c: string): string => short[c] ?? escaped(c.codePointAt(0)!, 0x80);
  return `$'${name.replace(/[\\']/g, '\\$&').replace(hidden, escape)}'`;
}
