import { shellWords } from '../../src/testing/shell-words';

test.each<[string, string[] | undefined]>([
  ['', []],
  ['  a  b\tc ', ['a', 'b', 'c']],
  [`-DX='a b' "c d"e`, ['-DX=a b', 'c de']],
  [`a\\ b '\\n' "\\"\\n"`, ['a b', '\\n', '"\\n']],
  [`'' ""`, ['', '']],
  [`it's`, undefined],
  ['"', undefined],
])('%j', (line, words) => {
  expect(shellWords(line)).toEqual(words);
});
