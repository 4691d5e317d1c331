/** The strategies of the literature on small programs with known numbers of Mazurkiewicz traces. */
import { explore } from '../../../src/explore/explorer';
import type { ExploreOptions } from '../../../src/explore/explore-options';
import { dataProgram } from '../../oracle/data-program';
import type { Litmus, Op } from '../../oracle/litmus';

const options: ExploreOptions = { model: 'sc', equivalence: 'mazurkiewicz', keepGoing: true };
const both = ['odpor', 'sdpor'] as const;

function threads(...ops: Op[][]): Litmus {
  return { locs: 3, mutexes: 1, threads: ops };
}

const write = (x: number): Op => ({ op: 'W', x, o: 'sc', v: 1 });
const read = (x: number, r: string): Op => ({ op: 'R', x, o: 'sc', r });
const section: Op[] = [{ op: 'L', m: 0 }, write(0), { op: 'UL', m: 0 }];

test.each(both)('%s: n updates of one location have n! orders', (strategy) => {
  const add: Op[] = [{ op: 'U', x: 0, o: 'sc', r: 'a', k: 'add', v: 1, e: 0 }];
  const verdict = explore(dataProgram(threads(add, add, add, add)), { ...options, strategy });
  expect(verdict).toMatchObject({ executions: 24, deadEnds: 0, limitsHit: [] });
});

test.each(both)('%s: critical sections have as many orders as there are of threads', (strategy) => {
  const { executions, deadEnds } = explore(dataProgram(threads(section, section, section)), { ...options, strategy });
  expect([executions, deadEnds]).toEqual([6, 0]);
});

test.each(both)('%s: reads are independent', (strategy) => {
  const program = dataProgram(threads([read(0, 'a')], [read(0, 'b')], [read(0, 'c')]));
  expect(explore(program, { ...options, strategy }).executions).toBe(1);
});

// Source sets are not enough to avoid all sequences that sleep sets end (Source sets, J. ACM 2017, section 5).
test('the example of the paper that tells source sets from wakeup trees', () => {
  const skip = (r: string, n: number): Op => ({ op: 'IF', r, v: 0, skip: n });
  const program = (): ReturnType<typeof dataProgram> =>
    dataProgram(
      threads(
        [write(0)],
        [read(1, 'a'), skip('a', 2), read(2, 'b'), skip('b', 1), read(0, 'c')],
        [write(1)],
        [write(2)],
      ),
    );
  const [optimal, source] = both.map((strategy) => explore(program(), { ...options, strategy }));
  expect([optimal.executions, optimal.deadEnds]).toEqual([source.executions, 0]);
});

// Executions: where in the first thread's write the reads of the third (2 places) and the fourth (3) come.
test.each(both)('%s: what was left out for a wait that cannot end is explored', (strategy) => {
  const wait: Op = { op: 'AW', x: 0, o: 'sc', v: 1 };
  const verdict = explore(dataProgram(threads([write(0)], [wait], [read(0, 'a')], [read(0, 'a'), read(0, 'b')])), {
    ...options,
    strategy,
  });
  expect(verdict).toMatchObject({ executions: 6, errors: [], limitsHit: [] });
});

test('SDPOR-OE leaves out writes of one value, and verifies nothing', () => {
  const program = dataProgram(threads([write(0)], [write(0)], [write(0)]));
  const verdict = explore(program, { ...options, equivalence: 'observational', strategy: 'sdpor' });
  expect(verdict.limitsHit).toEqual(['unproved']);
  expect(verdict.executions).toBeLessThan(6);
});
