/**
 * Executions that chance chooses beside an exploration: they find what is deep in the search, and change nothing of
 * what that finds.
 */
import { deserialize, serialize } from 'node:v8';
import { explore } from '../../src/explore/explorer';
import type { ExploreOptions, ExplorationCheckpoint, SamplingOptions } from '../../src/explore/explore-options';
import type { Verdict } from '../../src/explore/common/verdict';
import { Nondeterminism } from '../../src/program/outcomes';
import type { Program } from '../../src/program/program';
import { modelNames } from '../../src/model/names';
import { dataProgram } from '../oracle/data-program';
import { counter, fib } from '../oracle/larger';
import type { Litmus, Update } from '../oracle/litmus';
import { equivalences } from '../oracle/recorded';
import { simulatedWorkers } from '../oracle/simulated-workers';

const updates = Array.from({ length: 7 }, (): Update => ({ op: 'U', k: 'add', x: 1, o: 'rlx', r: 'b', v: 1, e: 0 }));

/**
 * Two threads update a counter; only where one of them saw location 0 change, and the other did not, they race on
 * location 2.
 */
const deep: Litmus = {
  locs: 3,
  threads: [
    [{ op: 'W', x: 0, o: 'rlx', v: 1 }],
    [{ op: 'R', x: 0, o: 'rlx', r: 'a' }, ...updates, { op: 'IF', r: 'a', v: 1, skip: 1 }, { op: 'PW', x: 2, v: 1 }],
    [{ op: 'R', x: 0, o: 'rlx', r: 'a' }, ...updates, { op: 'IF', r: 'a', v: 0, skip: 1 }, { op: 'PW', x: 2, v: 2 }],
  ],
};

const make = (): Program => dataProgram(deep);
const sampling = (more: Partial<SamplingOptions> = {}): SamplingOptions => ({
  share: 0.05,
  from: 2000,
  program: make,
  ...more,
});
const options: ExploreOptions = { model: 'rc11', equivalence: 'rf', sampling: sampling() };

/** Such an exploration, ended after so many states. */
function some(states: number, more: Partial<ExploreOptions> = {}): Verdict {
  let n = 0;
  return explore(make(), { ...options, interrupted: () => ++n > states, ...more });
}

describe('an error deep in the search', () => {
  test('is found early', () => {
    expect(some(5000, { sampling: undefined })).toMatchObject({ errors: [], limitsHit: ['interrupted'] });
    const verdict = some(5000);
    expect(verdict).toMatchObject({
      errors: [],
      limitsHit: [],
      sampled: { errors: [{ kind: 'data-race', message: expect.stringMatching(/writes/) as string }] },
    });
    expect(verdict.states).toBeLessThan(4500);
  });

  test.each(modelNames)('under %s, whatever counts as one execution', (model) => {
    for (const equivalence of equivalences) expect(some(5000, { model, equivalence }).sampled?.errors).toHaveLength(1);
  });

  test('is told once, and does not end an exploration that is to go on', () => {
    const verdict = some(5000, { keepGoing: true });
    expect(verdict).toMatchObject({ errors: [], limitsHit: ['interrupted'], sampled: { errors: [{}] } });
    expect(verdict.sampled!.executions).toBeGreaterThan(3);
  });
});

test('the same seed, the same executions; another seed, others', () => {
  const of = (seed: number): Verdict => some(5000, { seed });
  expect(of(3)).toEqual(of(3));
  const schedules = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((seed) =>
    of(seed).sampled!.errors.map(({ schedule }) => JSON.stringify(schedule.steps.map((s) => s.thread))),
  );
  expect(new Set(schedules).size).toBeGreaterThan(1);
});

test('a small exploration is over before', () => {
  const verdict = explore(fib(2), {
    model: 'rc11',
    equivalence: 'rf',
    sampling: {
      share: 0.05,
      program: () => {
        throw new Error('not wanted');
      },
    },
  });
  expect(verdict.sampled).toBeUndefined();
});

test('it takes its share of the work', () => {
  const make4 = (): Program => counter(3, 2);
  const events = { search: 0, chance: 0 };
  const counted = (program: Program, who: keyof typeof events): Program => ({
    get nodes() {
      return program.nodes;
    },
    get runs() {
      return events[who];
    },
    initial: (loc) => program.initial(loc),
    root: (...all) => program.root(...all),
    child: (node, value, context) => {
      if (!node.children.has(value)) events[who]++;
      return program.child(node, value, context);
    },
  });
  const verdict = explore(counted(make4(), 'search'), {
    model: 'rc11',
    equivalence: 'rf',
    sampling: { share: 0.5, from: 500, program: () => counted(make4(), 'chance') },
  });
  expect(verdict.sampled!.runs).toBe(events.chance);
  expect(verdict.sampled!.executions).toBeGreaterThan(5);
  // One step more than its share at most: a few events and a run.
  expect(200 * events.chance).toBeLessThan(0.5 * (verdict.events + 200 * events.search) + 250);
});

describe('what the exploration finds itself', () => {
  /** The race is in every execution in which the reader sees the flag; the exploration finds it, and so does chance. */
  const both: Litmus = {
    locs: 2,
    threads: [
      [
        { op: 'W', x: 0, o: 'rlx', v: 1 },
        { op: 'PW', x: 1, v: 1 },
      ],
      [
        { op: 'R', x: 0, o: 'rlx', r: 'a' },
        { op: 'PR', x: 1, r: 'b' },
      ],
    ],
  };

  test('is told in its own words, not twice', () => {
    const program = (): Program => dataProgram(both);
    const asked: ExploreOptions = { model: 'rc11', equivalence: 'rf', keepGoing: true };
    const alone = explore(program(), asked);
    const { sampled, ...beside } = explore(program(), { ...asked, sampling: { share: 1, from: 0, program } });
    expect(beside).toEqual(alone);
    expect(sampled!.executions).toBeGreaterThan(0);
    expect(sampled!.errors).toEqual([]);
  });

  test('--max-executions counts only that', () => {
    expect(some(1e9, { keepGoing: true, maxExecutions: 300 })).toMatchObject({
      executions: 300,
      limitsHit: ['executions'],
    });
  });
});

test('executions with more preemptions than were asked for are not told', () => {
  // The race is where the reader comes between the two writes.
  const between: Litmus = {
    locs: 2,
    threads: [
      [
        { op: 'PW', x: 1, v: 1 },
        { op: 'W', x: 0, o: 'rlx', v: 1 },
        { op: 'W', x: 0, o: 'rlx', v: 2 },
      ],
      [
        { op: 'R', x: 0, o: 'rlx', r: 'a' },
        { op: 'R', x: 0, o: 'rlx', r: 'b' },
        { op: 'IF', r: 'a', v: 1, skip: 1 },
        { op: 'PW', x: 1, v: 2 },
      ],
    ],
  };
  const of = (preemptions: number | undefined): Verdict =>
    explore(dataProgram(between), {
      model: 'sc',
      equivalence: 'rf',
      keepGoing: true,
      preemptions,
      sampling: { share: 3, from: 0, program: () => dataProgram(between) },
    });
  const found = (preemptions: number | undefined): unknown[] => {
    const { errors, sampled } = of(preemptions);
    return [errors.length, sampled!.executions > 0, sampled!.errors.length];
  };
  expect(found(0)).toEqual([0, true, 0]);
  expect(found(undefined)).toEqual([1, true, 0]);
});

test('several workers find what one finds alone', () => {
  const make2 = (): Program => fib(2);
  const asked: ExploreOptions = { model: 'rc11', equivalence: 'rf', sampling: { share: 0.5, from: 0, program: make2 } };
  const program = make2();
  const { sampled, executions, errors } = explore(program, {
    ...asked,
    startWorkers: simulatedWorkers(program, asked, make2, 7),
  });
  expect([executions, errors]).toEqual([explore(make2(), { ...asked, sampling: undefined }).executions, []]);
  expect(sampled!.executions).toBeGreaterThan(0);
});

test('what cannot be repeated is for the search to tell', () => {
  const failing = (): Program => {
    const program = make();
    return {
      ...program,
      nodes: program.nodes,
      initial: (loc) => program.initial(loc),
      root: (...all) => program.root(...all),
      child: () => {
        throw new Nondeterminism(1, 0, 'a load', 'a store');
      },
    };
  };
  expect(some(5000, { sampling: sampling({ program: failing }) })).toMatchObject({
    errors: [],
    limitsHit: ['interrupted'],
  });
});

test('an exploration that is interrupted again and again finds what it would have found, and chance goes on', () => {
  const larger = (): Program => counter(3, 2);
  const asked: ExploreOptions = {
    model: 'rc11',
    equivalence: 'rf',
    sampling: { share: 0.2, from: 500, program: larger },
  };
  const { sampled: whole, ...alone } = explore(larger(), asked);
  const program = larger();
  let kept: ExplorationCheckpoint | undefined;
  const taken: number[] = [];
  for (let parts = 0; ; parts++) {
    let states = 0,
      next: ExplorationCheckpoint | undefined;
    const { sampled, ...verdict } = explore(program, {
      ...asked,
      resume: kept,
      interrupted: () => ++states > Math.ceil(alone.states / 7),
      onLimit: (checkpoint) => {
        next = deserialize(serialize(checkpoint())) as ExplorationCheckpoint;
      },
    });
    taken.push(sampled?.executions ?? 0);
    kept = next;
    if (next !== undefined) continue;
    expect(verdict).toEqual(alone);
    expect(parts).toBeGreaterThan(3);
    break;
  }
  expect(taken).toEqual([...taken].sort((a, b) => a - b));
  expect(Math.abs(taken.at(-1)! - whole!.executions)).toBeLessThan(20);
});

test('an error that was found before an interruption stays found', () => {
  let kept: ExplorationCheckpoint | undefined;
  expect(
    some(5000, {
      keepGoing: true,
      onLimit: (checkpoint) => {
        kept = deserialize(serialize(checkpoint())) as ExplorationCheckpoint;
      },
    }).sampled?.errors,
  ).toHaveLength(1);
  expect(some(1, { keepGoing: true, resume: kept }).sampled?.errors).toHaveLength(1);
});
