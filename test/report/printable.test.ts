/** Text made safe to print, and to paste. */
import { printable, shellWord } from '../../src/report/printable';

test('what cannot be seen is escaped, in one line', () => {
  expect(printable('a\nb\x1b[31m\u202e')).toBe('a\\nb\\x1b[31m\\u202e');
});

test.each([
  ['plain/name.json', 'plain/name.json'],
  ['-x', './-x'],
  ["it's here", "'it'\\''s here'"],
  ["\x1b[31m it's\n", "$'\\x1b[31m it\\'s\\n'"],
  ['a\\\u0085\u202e', "$'a\\\\\\u0085\\u202e'"],
])('%j is a word of a command line', (path, word) => {
  expect(shellWord(path)).toBe(word);
});
