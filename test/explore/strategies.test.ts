/** The registry, and a strategy from outside: what explores is what the list of factories says. */
import { deserialize, serialize } from 'node:v8';
import { ExplorationRestart } from '../../src/explore/common/restart';
import type { ExplorationCheckpoint, ExploreOptions } from '../../src/explore/explore-options';
import { explore } from '../../src/explore/explorer';
import { equivalencesOf, modelsOf, strategyNames, takesOption, type StrategyName } from '../../src/explore/strategies';
import { strategyFactories } from '../../src/explore/strategy-factories';
import { partition } from '../../src/explore/strategy/rf-partition';
import type { StrategyFactory } from '../../src/explore/strategy/strategy';
import { modelNames } from '../../src/model/names';
import { Restart } from '../../src/program/program';
import { dataProgram } from '../oracle/data-program';
import { counter, fib } from '../oracle/larger';
import { randomLitmus } from '../oracle/random';
import { breadthFirst } from './breadth-first';
import { equivalences } from '../oracle/recorded';
import { shapes } from '../oracle/shapes';
import { simulatedWorkers } from '../oracle/simulated-workers';

const samplers = ['portfolio', 'random', 'pct', 'pos', 'surw', 'pctwm'] as const;

test('names are those of the registry, and each list ends with a strategy for all programs', () => {
  expect(strategyNames).toEqual(['partition', ...samplers, 'sdpor', 'odpor', 'vc-dpor']);
  const names = Object.values(strategyFactories).flatMap((factories) => factories.map(({ name }) => name));
  expect(new Set(names).size).toBe(names.length);
});

test('the options that each strategy takes', () => {
  const options = ['chance', 'seed', 'pct-depth', 'bound', 'jobs'] as const;
  const taken = strategyNames.map((name) => options.filter((option) => takesOption(name, option)));
  const ofSamplers = samplers.map((name) => (name.startsWith('pct') ? ['seed', 'pct-depth'] : ['seed']));
  expect(taken).toEqual([['chance', 'bound', 'jobs'], ...ofSamplers, [], [], []]);
});

test('what each strategy knows, its default first', () => {
  expect(equivalencesOf('partition')).toEqual(['observational', 'rf', 'co', 'state']);
  expect(equivalencesOf('sdpor')).toEqual(['mazurkiewicz', 'observational']);
  expect(equivalencesOf('odpor')).toEqual(['mazurkiewicz']);
  expect(strategyNames.filter((name) => modelsOf(name) !== undefined)).toEqual([
    ...samplers,
    'sdpor',
    'odpor',
    'vc-dpor',
  ]);
});

describe('breadth-first', () => {
  test.each(modelNames)('finds what the partition finds under %s', (model) => {
    for (const litmus of randomLitmus(Object.values(shapes)[0], 31, 10))
      for (const equivalence of equivalences) {
        const options: ExploreOptions = { model, equivalence, keepGoing: true };
        const { executions, blocked, errors } = explore(dataProgram(litmus), { ...options, explicit: false });
        const found = explore(dataProgram(litmus), options, [breadthFirst]);
        expect([found.executions, found.blocked]).toEqual([executions, blocked]);
        expect(new Set(found.errors.map((e) => e.message))).toEqual(new Set(errors.map((e) => e.message)));
      }
  });

  test('resumes where a limit has ended it', () => {
    const options: ExploreOptions = { model: 'rc11', equivalence: 'rf' };
    const whole = explore(counter(3, 1), options, [breadthFirst]);
    expect(whole).toMatchObject({ executions: explore(counter(3, 1), options).executions, limitsHit: [] });
    const program = counter(3, 1);
    let resume: ExplorationCheckpoint | undefined;
    for (let parts = 1; ; parts++) {
      let states = 0,
        next: ExplorationCheckpoint | undefined;
      const verdict = explore(
        program,
        {
          ...options,
          resume,
          interrupted: () => ++states > whole.states / 5,
          onLimit: (checkpoint) => {
            next = deserialize(serialize(checkpoint())) as ExplorationCheckpoint;
          },
        },
        [breadthFirst],
      );
      resume = next;
      if (next !== undefined) continue;
      expect(verdict).toEqual(whole);
      expect(parts).toBeGreaterThan(3);
      break;
    }
  });
});

describe('a list of strategies', () => {
  const options: ExploreOptions = { model: 'rc11', equivalence: 'rf' };

  /** Finds in the middle of its search that it does not suit the program. */
  function unsuitable(log: string[]): StrategyFactory<unknown> {
    return {
      name: 'unsuitable',
      applies: () => true,
      create: (context) => ({
        ...breadthFirst.create(context),
        run: () => {
          log.push('unsuitable');
          context.session.counts.executions = 1000;
          throw new ExplorationRestart({ kind: 'next-strategy', why: 'a test' });
        },
      }),
    };
  }

  test('the next one takes over, and counts from the beginning', () => {
    const log: string[] = [];
    const verdict = explore(counter(2, 2), options, [unsuitable(log), partition]);
    expect([verdict, log]).toEqual([explore(counter(2, 2), options), ['unsuitable']]);
  });

  test('one that does not apply is left out', () => {
    const never: StrategyFactory<unknown> = {
      name: 'never',
      applies: () => false,
      create: () => {
        throw new Error('not asked for');
      },
    };
    expect(explore(counter(2, 2), options, [never, partition])).toEqual(explore(counter(2, 2), options));
  });

  test('a checkpoint of another strategy is refused', () => {
    let checkpoint: ExplorationCheckpoint | undefined;
    explore(counter(2, 2), {
      ...options,
      maxExecutions: 1,
      onLimit: (make) => {
        checkpoint = make();
      },
    });
    expect(checkpoint?.strategy).toBe('partition');
    expect(() => explore(counter(2, 2), { ...options, resume: checkpoint }, [breadthFirst])).toThrow(/partition/);
  });

  test('what restarts an exploration: trees are forgotten only where the program asks for it', () => {
    const restarts: string[] = [];
    const program = counter(2, 1);
    const run = (thrown: Error[]): void => {
      explore(Object.assign(program, { restart: () => restarts.push('trees') }), options, [
        {
          name: 'restarting',
          applies: () => true,
          create: (context) => ({
            ...breadthFirst.create(context),
            run: () => {
              const e = thrown.shift();
              if (e !== undefined) throw e;
            },
          }),
        },
      ]);
    };
    run([new ExplorationRestart({ kind: 'merge-states' }), new ExplorationRestart({ kind: 'plain-data' })]);
    expect(restarts).toEqual([]);
    run([new Restart('promoted')]);
    expect(restarts).toEqual(['trees']);
  });
});

describe('a tiny budget of memory ends an exploration, inconclusive, and says so', () => {
  const memory = { total: 50_000 };
  const ended = { limitsHit: ['memory'], errors: [] };
  const rf: ExploreOptions = { model: 'rc11', equivalence: 'rf', memory };

  test.each<[string, ExploreOptions]>([
    ['explicit', { ...rf, model: 'sc', equivalence: 'observational' }],
    ['partition', rf],
    ['partition, merging states', { ...rf, equivalence: 'observational', merging: true }],
  ])('%s', (_name, options) => {
    expect(explore(fib(5), options)).toMatchObject(ended);
    expect(explore(fib(2), { ...options, memory: undefined })).toMatchObject({ limitsHit: [] });
  });

  test.each(samplers)('%s', (strategy) => {
    expect(explore(fib(5), { ...rf, strategy })).toMatchObject({ limitsHit: ['sample', 'memory'], errors: [] });
  });

  test.each<StrategyName>(['sdpor', 'odpor'])('%s', (strategy) => {
    const options: ExploreOptions = { model: 'sc', equivalence: 'mazurkiewicz', strategy };
    expect(explore(fib(5), { ...options, memory })).toMatchObject(ended);
    expect(explore(fib(2), options)).toMatchObject({ limitsHit: [] });
  });

  test('a strategy from outside', () => {
    expect(explore(fib(5), rf, [breadthFirst])).toMatchObject(ended);
  });

  test('several workers', () => {
    const make = (): ReturnType<typeof fib> => fib(5);
    const program = make();
    expect(explore(program, { ...rf, startWorkers: simulatedWorkers(program, rf, make, 3) })).toMatchObject(ended);
  });

  test('several workers that cannot tell executions apart any more', () => {
    const program = counter(2, 2);
    const options: ExploreOptions = { model: 'rc11', equivalence: 'observational' };
    const startWorkers: ExploreOptions['startWorkers'] = (worker) =>
      Object.assign(simulatedWorkers(program, options, () => counter(2, 2), 3)(worker), { isNew: () => undefined });
    expect(explore(program, { ...options, startWorkers })).toMatchObject(ended);
  });

  test('samples are forgotten instead: the exploration beside them does not end with their memory', () => {
    let restarts = 0;
    const sampled = Object.assign(fib(3), { bytes: 2 ** 27 + 1, restart: () => restarts++ });
    const verdict = explore(fib(3), {
      model: 'rc11',
      equivalence: 'rf',
      sampling: { share: 1, from: 0, program: () => sampled },
    });
    expect(verdict).toMatchObject({ limitsHit: [], executions: 175 });
    expect(restarts).toBeGreaterThanOrEqual(verdict.sampled!.executions);
  });
});

test('workers share the budget', () => {
  const states = (workers: number): number =>
    explore(fib(5), { model: 'rc11', equivalence: 'rf', memory: { total: 400_000, workers } }).states;
  expect(states(2)).toBeLessThan(states(1));
});
