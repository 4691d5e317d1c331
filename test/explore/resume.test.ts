/**
 * An exploration that is interrupted, anywhere and again and again, ends with what one without interruption ends with.
 */
import { deserialize, serialize } from 'node:v8';
import { explore } from '../../src/explore/explorer';
import type { ExploreOptions, ExplorationCheckpoint } from '../../src/explore/explore-options';
import type { Verdict } from '../../src/explore/common/verdict';
import type { GraphEvent } from '../../src/graph/event';
import { modelsWithoutCycles, type ModelName } from '../../src/model/names';
import { isReadLike } from '../../src/program/label';
import type { Program } from '../../src/program/program';
import { dataProgram } from '../oracle/data-program';
import { rfKey } from '../oracle/execution';
import type { Litmus } from '../oracle/litmus';
import { counter, fib, petersonTry, treiber } from '../oracle/larger';
import { randomLitmus } from '../oracle/random';
import { equivalences } from '../oracle/recorded';
import { shapes } from '../oracle/shapes';

interface Result extends Verdict {
  /** What was executed in the last beginning, in this order. */
  readonly sources: readonly string[];
}

type Make = () => Program;
type Limit = () => Partial<ExploreOptions>;

/** Explores; whenever a limit ends it, goes on with what was kept, under the next limit. */
function inParts(make: Make, options: ExploreOptions, limit: Limit): Result & { parts: number } {
  const program = make();
  let sources: string[] = [];
  let beginnings = 0;
  let kept: ExplorationCheckpoint | undefined;
  for (let parts = 1; ; parts++) {
    let next: ExplorationCheckpoint | undefined;
    const verdict = explore(program, {
      ...options,
      ...limit(),
      resume: kept,
      onLimit: (checkpoint) => {
        next = deserialize(serialize(checkpoint())) as ExplorationCheckpoint;
      },
      onExecution: (session) => {
        if (session.rounds !== beginnings) sources = [];
        beginnings = session.rounds;
        sources.push(
          rfKey(
            // A thread that was not created is a hole.
            Array.from(session.graph!.threads, (events: readonly GraphEvent[] | undefined) =>
              (events ?? [])
                .filter((e) => isReadLike(e.label))
                .map((e) =>
                  e.source === null || e.source.thread < 0 ? null : ([e.source.thread, e.source.index] as const),
                ),
            ),
          ),
        );
      },
    });
    if (next === undefined) return { ...verdict, sources, parts };
    kept = next;
  }
}

/** A limit of so many states for each part. */
function everyStates(n: number): Limit {
  return () => {
    let states = 0;
    return { interrupted: () => ++states > n };
  };
}

/** One interruption, after so many states. */
function once(n: number): Limit {
  let states = 0;
  return () => ({ interrupted: () => ++states === n });
}

/** One interruption, by --max-executions. */
function onceExecutions(n: number): Limit {
  let part = 0;
  return () => ({ maxExecutions: part++ === 0 ? n : undefined });
}

function expectSame(make: Make, options: ExploreOptions, limits: readonly Limit[], whole: Result): void {
  for (const limit of limits) {
    const { parts, ...result } = inParts(make, options, limit);
    expect(result).toEqual(whole);
    expect(parts).toBeGreaterThan(1);
  }
}

function whole(make: Make, options: ExploreOptions): Result {
  const { parts, ...result } = inParts(make, options, () => ({}));
  expect(parts).toBe(1);
  return result;
}

const range = (n: number, step = 1): number[] =>
  Array.from({ length: Math.max(0, Math.ceil((n - 1) / step)) }, (_, i) => 1 + i * step);

describe.each(modelsWithoutCycles)('under %s', (model) => {
  // Another program for each model.
  test.each(Object.keys(shapes))('random programs: %s', (name) => {
    for (const litmus of randomLitmus(shapes[name], 91 + modelsWithoutCycles.indexOf(model), 1)) {
      const make = (): Program => dataProgram(litmus);
      for (const equivalence of equivalences) {
        const options: ExploreOptions = { model, equivalence, keepGoing: true };
        const all = whole(make, options);
        const some = Math.ceil(all.states / 6);
        const limits = [
          ...range(all.states, some).map(once),
          ...(all.states > 1 ? [everyStates(Math.ceil(all.states / 20))] : []),
          // Under co an execution counts as several; the limit is a lower bound then.
          ...range(Math.min(all.sources.length, 8))
            .filter(() => equivalence !== 'co')
            .map(onceExecutions),
        ];
        expectSame(make, options, limits, all);
      }
    }
  });
});

describe('larger programs', () => {
  const programs: [string, Make, ModelName][] = [
    ['counter', () => counter(3, 2), 'sc'],
    ['fib', () => fib(3), 'rc11'],
    ['peterson', () => petersonTry(3), 'sc'],
    ['treiber', () => treiber(2, 2), 'rc11'],
  ];
  test.each(programs)('%s', (_name, make, model) => {
    for (const equivalence of ['observational', 'rf'] as const) {
      const options: ExploreOptions = { model, equivalence };
      const all = whole(make, options);
      expectSame(
        make,
        options,
        [
          once(Math.ceil(all.states / 2)),
          everyStates(Math.ceil(all.states / 9)),
          onceExecutions(1),
          onceExecutions(all.executions - 1),
        ],
        all,
      );
    }
  });
});

test('under a bound', () => {
  const make: Make = () => counter(3, 2);
  const options: ExploreOptions = { model: 'sc', equivalence: 'observational', preemptions: 2 };
  const all = whole(make, options);
  expect(all.limitsHit).toEqual(['bound']);
  expectSame(make, options, [once(Math.ceil(all.states / 2)), everyStates(Math.ceil(all.states / 9))], all);
});

describe('errors', () => {
  /** Two places in the reader race with the writer, in different executions. */
  const twoRaces: Litmus = {
    locs: 2,
    threads: [
      [
        { op: 'W', x: 0, o: 'rlx', v: 1 },
        { op: 'PW', x: 1, v: 1 },
      ],
      [
        { op: 'R', x: 0, o: 'rlx', r: 'a' },
        { op: 'IF', r: 'a', v: 0, skip: 1 },
        { op: 'PR', x: 1, r: 'b' },
        { op: 'IF', r: 'a', v: 1, skip: 1 },
        { op: 'PR', x: 1, r: 'b' },
      ],
    ],
  };
  const make = (): Program => dataProgram(twoRaces);
  const options: ExploreOptions = { model: 'rc11', equivalence: 'rf' };

  test('that were found before stay found, each once', () => {
    const all = whole(make, { ...options, keepGoing: true });
    expect(all.errors).toHaveLength(2);
    expectSame(make, { ...options, keepGoing: true }, [everyStates(1), once(2)], all);
  });

  test('that end an exploration end it for good', () => {
    expect(inParts(make, options, () => ({}))).toMatchObject({ parts: 1, errors: [{}] });
  });
});

test.each(['portfolio', 'random', 'pct', 'pos', 'surw', 'pctwm'] as const)('%s: the same walks follow', (strategy) => {
  const make: Make = () => counter(3, 2);
  const options: ExploreOptions = { model: 'rc11', equivalence: 'observational', strategy, maxExecutions: 40 };
  const all = whole(make, options);
  expect(all.executions).toBe(40);
  expectSame(make, options, [once(1), once(100), once(150)], all);
});

test('an execution that exit ends while threads wait is not lost where a limit ends the search with it', () => {
  const sc = 'sc' as const;
  const exits: Litmus = {
    locs: 2,
    threads: [
      [
        { op: 'C', t: 1 },
        { op: 'C', t: 2 },
        { op: 'W', x: 0, o: sc, v: 1 },
        { op: 'R', x: 0, o: sc, r: 'a' },
        { op: 'J', t: 2 },
      ],
      [
        { op: 'W', x: 1, o: sc, v: 1 },
        { op: 'R', x: 1, o: sc, r: 'b' },
      ],
      [
        { op: 'R', x: 0, o: sc, r: 'c' },
        { op: 'W', x: 0, o: sc, v: 2 },
        { op: 'E', how: 'exit', code: 2 },
      ],
    ],
  };
  const make = (): Program => dataProgram(exits);
  const options: ExploreOptions = { model: 'sc', equivalence: 'observational' };
  const all = whole(make, options);
  expect(all.executions).toBeGreaterThan(2);
  expectSame(make, options, range(all.executions).map(onceExecutions), all);
});
