'use strict';
/**
 * Reads *.effects files (docs/explanation/effects.md). A row is a line NAMES | ARGUMENTS | STATE | FLAGS. It is plain
 * JavaScript, since generate.mjs uses it where nothing has been compiled yet.
 */

/**
 * @typedef {'reads' | 'writes' | 'reads-writes' | 'calls' | 'keeps' | 'frees'} AccessKind
 *
 * @typedef {{ kind: 'constant', bytes: number }
 *   | { kind: 'argument', argument: number, times: number }
 *   | { kind: 'product', arguments: [number, number] }
 *   | { kind: 'text' | 'wide', atMost: number | undefined }
 *   | { kind: 'result', times: number, plus: number }
 *   | { kind: 'any' }} Extent
 *
 * @typedef {{ kind: AccessKind, argument: number, extent: Extent | undefined }} Access
 *   `argument`: from 1; `extent`: how many bytes, of reads and writes
 *
 * @typedef {{ name: string, isWritten: boolean }} State
 *
 * @typedef {'blocks' | 'returns-twice' | 'no-return' | 'outside' | 'init' | 'draft'} Flag
 *
 * @typedef {{ names: string[], accesses: Access[], state: State[], flags: Set<Flag> }} Row
 */

/** @type {Record<string, AccessKind>} */
const kinds = { r: 'reads', w: 'writes', rw: 'reads-writes', c: 'calls', k: 'keeps', f: 'frees' };

/** @type {readonly Flag[]} */
const flags = ['blocks', 'returns-twice', 'no-return', 'outside', 'init', 'draft'];

const MAX_ARGUMENTS = 16;

/** Is it the number of an argument? @param {number} n */
const isArgument = (n) => n >= 1 && n <= MAX_ARGUMENTS;

/**
 * How many bytes the text means; undefined: it means nothing.
 *
 * @param {string} text
 * @returns {Extent | undefined}
 */
function parseExtent(text) {
  if (text === 'any') return { kind: 'any' };
  let match = /^\d+$/.exec(text);
  if (match) return Number(text) > 0 ? { kind: 'constant', bytes: Number(text) } : undefined;
  match = /^\*(\d+)(?:x(\d+))?$/.exec(text);
  if (match) {
    const argument = Number(match[1]),
      times = Number(match[2] ?? 1);
    return isArgument(argument) && times > 0 ? { kind: 'argument', argument, times } : undefined;
  }
  match = /^\*(\d+)x\*(\d+)$/.exec(text);
  if (match) {
    const a = Number(match[1]),
      b = Number(match[2]);
    return isArgument(a) && isArgument(b) ? { kind: 'product', arguments: [a, b] } : undefined;
  }
  match = /^(text|wide)(?:\*(\d+))?$/.exec(text);
  if (match) {
    const atMost = match[2] === undefined ? undefined : Number(match[2]);
    const kind = match[1] === 'text' ? 'text' : 'wide';
    return atMost === undefined || isArgument(atMost) ? { kind, atMost } : undefined;
  }
  match = /^result(?:x(\d+)|\+(\d+))?$/.exec(text);
  if (match) return { kind: 'result', times: Number(match[1] ?? 1), plus: Number(match[2] ?? 0) };
  return undefined;
}

/**
 * @param {string} text
 * @returns {Access | string} a string says what is wrong
 */
function parseAccess(text) {
  const match = /^(rw|[rwckf])(\d+)(?::(.*))?$/.exec(text);
  if (!match) return `${text} is no access: write r1:SIZE, w1:SIZE, rw1:SIZE, c1, k1 or f1`;
  const [, letter, number, size] = match;
  const argument = Number(number);
  if (!isArgument(argument)) return `${text}: arguments are counted from 1 to ${MAX_ARGUMENTS}`;
  const kind = kinds[letter];
  const hasExtent = letter.startsWith('r') || letter === 'w';
  if (!hasExtent) {
    return size === undefined ? { kind, argument, extent: undefined } : `${text}: ${letter} takes no size`;
  }
  if (size === undefined) return `${text} needs a size: ${text}:SIZE`;
  const extent = parseExtent(size);
  return extent === undefined ? `${text}: ${size} is no size` : { kind, argument, extent };
}

/** @param {string | undefined} column */
const words = (column) => (column ?? '').split(/\s+/).filter((word) => word !== '');

/**
 * @param {string} text a line without its comment, not empty
 * @returns {Row | string} a string says what is wrong
 */
function parseRow(text) {
  const columns = text.split('|');
  if (columns.length > 4) return `${columns.length} columns: there are four at most`;
  const names = words(columns[0]);
  if (names.length === 0) return 'no name';
  const wrong = names.find((name) => !/^[A-Za-z_][\w.$]*$/.test(name));
  if (wrong !== undefined) return `${wrong} is no name of a function`;
  const accesses = words(columns[1]).map(parseAccess);
  const bad = accesses.find((access) => typeof access === 'string');
  if (bad !== undefined) return /** @type {string} */ (bad);
  const state = words(columns[2]).map((word) => ({
    name: word.replace(/\+$/, ''),
    isWritten: word.endsWith('+'),
  }));
  const odd = words(columns[2]).find((word) => !/^([a-z][\w:/.-]*|&\w+:\d+)\+?$/i.test(word));
  if (odd !== undefined) return `${odd} is no name of a state`;
  const given = words(columns[3]);
  const unknown = given.find((flag) => !flags.includes(/** @type {Flag} */ (flag)));
  if (unknown !== undefined) return `there is no flag ${unknown}: flags are ${flags.join(', ')}`;
  return {
    names,
    accesses: /** @type {Access[]} */ (accesses),
    state,
    flags: new Set(/** @type {Flag[]} */ (given)),
  };
}

/** A line without its comment. @param {string} line */
const contentOf = (line) => line.replace(/#.*/, '').trim();

/** The functions that a row names. @param {string} row without its comment */
const namedBy = (row) => words(row.split('|', 1)[0]);

/**
 * Where each function's row is: names and texts of lines. It checks nothing.
 *
 * @param {string} text of a file
 * @returns {[name: string, row: string][]}
 */
function namesIn(text) {
  return text.split('\n').flatMap((whole) => {
    const content = contentOf(whole);
    return namedBy(content).map((name) => /** @type {[string, string]} */ ([name, content]));
  });
}

/**
 * The text of the function's row, without comments; undefined: it has none. It is quick, and checks nothing.
 *
 * @param {string} text of a file
 * @param {string} name
 * @returns {string | undefined}
 */
function rowOf(text, name) {
  if (name === '') return undefined;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const end = text.indexOf('\n', at);
    const content = contentOf(text.slice(text.lastIndexOf('\n', at) + 1, end < 0 ? undefined : end));
    if (namedBy(content).includes(name)) return content;
  }
  return undefined;
}

/**
 * The rows of a file. Throws an Error of one line, with file and line, where one is malformed or names a function that
 * another row names.
 *
 * @param {string} text
 * @param {string} file its name, for errors
 * @param {Map<string, string>} [named] where each function that was named so far is; it is added to
 * @returns {Row[]}
 */
function parseEffects(text, file, named = new Map()) {
  /** @type {Row[]} */
  const rows = [];
  text.split('\n').forEach((whole, i) => {
    const content = contentOf(whole);
    if (content === '') return;
    const where = `${file}:${i + 1}`;
    const row = parseRow(content);
    if (typeof row === 'string') throw new Error(`${where}: ${row}`);
    for (const name of row.names) {
      const before = named.get(name);
      if (before !== undefined) throw new Error(`${where}: ${name} has a row already: ${before}`);
      named.set(name, where);
    }
    rows.push(row);
  });
  return rows;
}

module.exports = { namesIn, parseEffects, parseRow, rowOf };
