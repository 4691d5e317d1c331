/** Executions and states in turns: the first search to end decides. */
import { explore } from '../../src/explore/explorer';
import type { ExploreOptions } from '../../src/explore/explore-options';
import type { Verdict } from '../../src/explore/common/verdict';
import type { Progress } from '../../src/explore/session/session-options';
import type { Program } from '../../src/program/program';
import { counter } from '../oracle/larger';
import { machineOf } from '../oracle/states/made';
import type { Thread } from '../oracle/states/machine';
import { machineProgram } from '../oracle/states/machine-program';

const options: ExploreOptions = { model: 'sc', equivalence: 'observational', turns: { after: 100, slice: 500 } };

/** Threads each add one to what they read before their place; one looks from the last place on for what is 0. */
function lastZero(n: number): Program {
  const scan: Thread[number][] = [];
  for (let i = n; i > 0; i--) scan.push({ op: 'load', x: i, r: 0 }, { op: 'if', r: 0, v: 0, to: 2 * n });
  const writers = Array.from({ length: n }, (_, i): Thread => [
    { op: 'load', x: i, r: 0 },
    { op: 'store', x: i + 1, v: { r: 0, c: 1 } },
  ]);
  return machineProgram(machineOf([scan, ...writers], [], { modulus: n + 2, locs: n + 1 }), 'both');
}

/** What of a verdict must not differ between two explorations. */
const counts = ({ executions, states, events, byStates, limitsHit }: Verdict): object => ({
  executions,
  states,
  events,
  byStates,
  limitsHit,
});

test('executions end first where they are few', () => {
  const alone = explore(lastZero(6), { ...options, explicit: false, turns: undefined });
  const verdict = explore(lastZero(6), { ...options, explicit: false });
  expect(counts(verdict)).toEqual(counts(alone));
  expect(explore(lastZero(6), { ...options, equivalence: 'state' }).states).toBeGreaterThan(10 * verdict.executions);
});

test('states end first where they are few', () => {
  const verdict = explore(counter(3, 2), { ...options, equivalence: 'rf', turns: { after: 100 } });
  const { states } = explore(counter(3, 2), { ...options, equivalence: 'state', turns: undefined });
  expect(verdict).toMatchObject({ byStates: true, limitsHit: [], states });
});

test('a repeated exploration has the same result', () => {
  for (const explicit of [true, false]) {
    const [first, second] = [1, 2].map(() => counts(explore(lastZero(5), { ...options, explicit })));
    expect(second).toEqual(first);
  }
});

test('progress has both', () => {
  let last: Progress | undefined;
  const clock = jest.spyOn(Date, 'now');
  let now = 0;
  clock.mockImplementation(() => (now += 50));
  explore(lastZero(5), { ...options, onProgress: (p) => (last = p) });
  clock.mockRestore();
  expect(last!.executions).toBeGreaterThan(0);
  expect(last!.distinctStates).toBeGreaterThan(0);
});

/** Explores in turns, where the memory is full whenever histories are merged, or whenever they are not. */
function withoutRoom(full: 'states' | 'executions'): Verdict {
  const program = counter(3, 2);
  let merged = false;
  program.mergeHistories = (merge) => {
    merged = merge;
  };
  return explore(program, { ...options, memory: { hasRoom: () => merged !== (full === 'states') } });
}

test('a search that fills the memory is given up', () => {
  const { executions } = explore(counter(3, 2), { ...options, turns: undefined });
  expect(withoutRoom('states')).toMatchObject({ executions, limitsHit: [] });
  expect(withoutRoom('executions')).toMatchObject({ byStates: true, limitsHit: [] });
});
