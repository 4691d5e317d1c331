/** Turns of a loop as one line. */
import { folded, type Row } from '../../src/report/folding';

/** Rows from words: `1a` is thread 1 with the text a; with `!`, apart; `1a@2` at call site 2. */
const rows = (text: string): Row[] =>
  text.split(' ').map((word) => ({
    thread: Number(word[0]),
    text: word[1],
    apart: word.endsWith('!'),
    ...(word[2] === '@' ? { site: Number(word[3]) } : {}),
  }));

/** The same again, with the number of iterations left out behind a row. */
const shown = (text: string): string =>
  folded(rows(text))
    .map(({ row, iterations }) => `${row.thread}${row.text}${iterations > 0 ? `+${iterations}` : ''}`)
    .join(' ');

test.each([
  ['1a 1b 1c', '1a 1b 1c'],
  ['1a 1a', '1a 1a'], // a line would be needed to say so
  ['1a 1a 1a', '1a+2'],
  ['1a 1b 1a 1b', '1a 1b+1'],
  ['1x 1a 1b 1a 1b 1a 1b 1a 1y', '1x 1a 1b+2 1a 1y'],
  ['1a 1a 1b 1a 1a 1b 1a 1a 1b', '1a 1a 1b+2'],
  ['1a 2a 1a 2a', '1a 2a 1a 2a'], // what threads do in turn is no loop
  ['1a 1a 1a!', '1a 1a 1a'],
  ['1a 1a 1a 1a!', '1a+2 1a'],
  ['1a@1 1a@1 1a@1', '1a+2'],
  ['1a@1 1a@2 1a@3', '1a 1a 1a'], // one macro expansion, whose accesses look the same
  ['1a@1 1a@2 1a@1 1a@2', '1a 1a+1'],
])('%s', (before, after) => {
  expect(shown(before)).toBe(after);
});
