/** Random programs that change files, with losses of power, against brute force. */
import { crashDifference, randomDiskPrograms } from './compare-crashes';
import { statesLeft } from './disk-states';

test('what brute force says of a file that is replaced', () => {
  expect(
    [
      ...statesLeft([
        [
          { op: 'open', name: 'a', synced: false },
          { op: 'write', name: 'a', page: 0, byte: 'x' },
          { op: 'rename', from: 'a', to: 'b' },
        ],
      ]),
    ].sort(),
  ).toEqual(['', 'a:0: ', 'a:1:0 ', 'a:1:x ', 'b:0: ', 'b:1:0 ', 'b:1:x ']);
});

test.each(randomDiskPrograms(1, 18).map((program, i) => [i, program] as const))(
  'program %i: what is left is what brute force says',
  (i, program) => {
    expect(crashDifference(program, i)).toBeUndefined();
  },
);

test.each(randomDiskPrograms(2, 3).map((program, i) => [i, program] as const))(
  'program %i, explored by two workers',
  (_, program) => {
    expect(crashDifference(program, 0, 2)).toBeUndefined();
  },
);
