/** Loops that wait and read plain data: a race of an iteration that comes to nothing is found. */
import { modelNames } from '../../src/model/names';
import { differences } from './compare';
import type { Litmus } from './litmus';

/** A thread that writes location 2 plainly once it sees that the loop on location 0 is over. */
const WRITES_AFTER_LOOP: Litmus['threads'][number] = [
  { op: 'W', x: 0, o: 'rel', v: 1 },
  { op: 'R', x: 1, o: 'rlx', r: 'a' },
  { op: 'IF', r: 'a', v: 1, skip: 1 },
  { op: 'PW', x: 2, v: 1 },
];

const programs: [string, Litmus][] = [
  [
    'the loop could go on at once, and the write comes later in the search',
    {
      locs: 3,
      threads: [
        [{ op: 'AD', x: 0, o: 'rlx', v: 2, y: 2, again: false }],
        [
          { op: 'W', x: 0, o: 'rlx', v: 1 },
          { op: 'W', x: 0, o: 'rlx', v: 2 },
        ],
        [
          { op: 'R', x: 1, o: 'rlx', r: 'a' },
          { op: 'PW', x: 2, v: 1 },
        ],
      ],
    },
  ],
  [
    'the write depends on what the thread does after the loop',
    {
      locs: 3,
      threads: [
        [
          { op: 'AD', x: 0, o: 'acq', v: 1, y: 2, again: true },
          { op: 'W', x: 1, o: 'rlx', v: 1 },
        ],
        WRITES_AFTER_LOOP,
      ],
    },
  ],
  [
    'the same of an atomic read, and a plain write to that location',
    {
      locs: 3,
      threads: [
        [
          { op: 'AD', x: 0, o: 'acq', v: 1, y: 2, yo: 'rlx', again: false },
          { op: 'W', x: 1, o: 'rlx', v: 1 },
        ],
        WRITES_AFTER_LOOP,
      ],
    },
  ],
  [
    'the loop looks under a mutex, and reads the data without it',
    {
      locs: 3,
      mutexes: 1,
      threads: [
        [
          { op: 'LA', how: 'in', x: 0, o: 'rlx', v: 1, m: 0, beside: 2 },
          { op: 'W', x: 1, o: 'rlx', v: 1 },
        ],
        [
          { op: 'W', x: 0, o: 'rlx', v: 1 },
          { op: 'R', x: 1, o: 'rlx', r: 'a' },
          { op: 'IF', r: 'a', v: 1, skip: 1 },
          { op: 'PW', x: 2, v: 1 },
        ],
      ],
    },
  ],
];

test.each(programs)('%s', (_, litmus) => {
  expect(modelNames.flatMap((model) => differences(litmus, model))).toEqual([]);
});
