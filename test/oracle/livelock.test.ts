import { explore } from '../../src/explore/explorer';
import { modelNames } from '../../src/model/names';
import { bruteForce } from './brute';
import { dataProgram } from './data-program';
import type { Litmus } from './litmus';
import { equivalences } from './recorded';

/**
 * Thread 2 may miss the value that it waits for although another write of it comes late: that one need not be the last.
 */
const missed: Litmus = {
  locs: 1,
  threads: [
    [
      { op: 'W', x: 0, o: 'rel', v: 2 },
      { op: 'U', x: 0, o: 'rel', r: 'a1', k: 'xchg', v: 2, e: 0 },
      { op: 'W', x: 0, o: 'sc', v: 1 },
    ],
    [
      { op: 'AW', x: 0, o: 'sc', v: 2 },
      { op: 'W', x: 0, o: 'sc', v: 1 },
    ],
    [{ op: 'XW', x: 0, o: 'sc', v: 2 }],
  ],
};

test.each(modelNames.flatMap((model) => equivalences.map((equivalence) => [model, equivalence] as const)))(
  'a loop that may miss its value spins for ever, %s %s',
  (model, equivalence) => {
    expect(bruteForce(missed, model).deadlocks.size).toBeGreaterThan(0);
    const { errors } = explore(dataProgram(missed), { model, equivalence, keepGoing: true });
    expect(errors.map((e) => `${e.kind}: ${e.message}`)).toEqual([
      'livelock: main waits for the end of thread 2; thread 2 waits in a loop',
    ]);
  },
);
