/** A state search that goes on from a checkpoint; random programs are interrupted in test/oracle/states/. */
import { types } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { explore } from '../../../../src/explore/explorer';
import type { ExplorationCheckpoint, ExploreOptions } from '../../../../src/explore/explore-options';
import { StateSearch, stateSearch } from '../../../../src/explore/strategy/state-space/state-search';
import type { StrategyFactory } from '../../../../src/explore/strategy/strategy';
import { counter } from '../../../oracle/larger';
import { machineProgram } from '../../../oracle/states/machine-program';
import { machineShapes } from '../../../oracle/states/machine-shapes';
import type { Thread } from '../../../oracle/states/machine';
import { machineOf } from '../../../oracle/states/made';
import { randomMachines } from '../../../oracle/states/random-machine';
import { everyStates, resumed, resumedDifferences } from '../../../oracle/states/resumed';

/** By class: fields that are no memory of a search, since they are caches, or belong to the present state. */
const others: Readonly<Record<string, readonly string[]>> = {
  StateSearch: ['context', 'graph', 'extender', 'frames', 'path', 'walk', 'moves', 'endings', 'learner', 'performed'],
  Tables: ['visited', 'context'],
  KnownMoves: ['vector', 'tables'],
  KnownPlaces: ['key', 'steps', 'learned'],
  KnownSteps: ['key', 'order', 'learned'],
  KnownJoins: ['places'],
  StateGraph: ['together'],
  LastingExecutions: ['walk', 'endings'],
  HiddenOrder: ['context'],
  Robustness: ['reduction', 'extender', 'placed'],
  // Slots of locations that the last step came to are added where it is repeated.
  StateKey: ['slots', 'vector', 'hash', 'futures', 'known', 'texts', 'initialTexts', 'latest'],
  AccessSets: ['fold'],
  FrontierPhase: ['context', 'tables', 'workers'],
  FrontierSearch: ['tables', 'checkpointed', 'workers', 'table', 'told', 'roundLength'],
};

/** All that the search, or a part of it, remembers, as data. */
function memoryOf(value: unknown): unknown {
  // What was deserialised has constructors of its own.
  if (types.isMap(value)) return [...value].map(([k, v]) => [k, memoryOf(v)]);
  if (types.isSet(value)) return [...value];
  if (types.isTypedArray(value)) return [...value];
  if (Array.isArray(value)) return Array.from(value, memoryOf);
  if (typeof value === 'function') return undefined;
  if (typeof value !== 'object' || value === null) return value;
  const leftOut = others[value.constructor.name] ?? [];
  return Object.entries(value).flatMap(([name, v]) => (leftOut.includes(name) ? [] : [[name, memoryOf(v)]]));
}

test('what is restored is all that the search remembered', () => {
  let remembered = 0;
  for (const [name, shape] of Object.entries(machineShapes)) {
    for (const [i, machine] of randomMachines(shape, 5, 4).entries()) {
      let search: StateSearch | undefined;
      const watched: StrategyFactory<unknown>[] = [
        { ...stateSearch, create: (context) => (search = new StateSearch(context, undefined, 3)) },
      ];
      const options: ExploreOptions = {
        model: 'sc',
        equivalence: 'state',
        keepGoing: true,
        progress: i % 2 === 0 ? 'starvation-free' : undefined,
        ...(i === 3 ? { frontier: { after: 3, seldom: 0, start: () => [] } } : {}),
      };
      let kept: ExplorationCheckpoint | undefined;
      const program = machineProgram(machine);
      const onLimit = (checkpoint: () => ExplorationCheckpoint): void => {
        kept = deserialize(serialize(checkpoint())) as ExplorationCheckpoint;
      };
      let states = 0;
      explore(program, { ...options, interrupted: () => ++states > 12, onLimit }, watched);
      if (kept === undefined) continue;
      const before = memoryOf(search!);
      // The limit is met where the search repeats its last step.
      explore(program, { ...options, interrupted: () => true, resume: kept, onLimit }, watched);
      expect({ name, memory: memoryOf(search!) }).toEqual({ name, memory: before });
      remembered++;
    }
  }
  expect(remembered).toBeGreaterThan(15);
});

test('a program that never ends, at each state', () => {
  const lock = [
    { op: 'xchg', x: 0, v: 1, r: 0 },
    { op: 'if', r: 0, v: 1, to: 0 },
    { op: 'store', x: 0, v: 0 },
    { op: 'jump', to: 0 },
  ] as const;
  const make = () => machineProgram(machineOf([lock, lock]), 'both');
  for (const progress of [undefined, 'starvation-free'] as const) {
    const options: ExploreOptions = { model: 'sc', equivalence: 'state', keepGoing: true, progress };
    const { verdict, parts } = resumed(make(), options, everyStates(1));
    expect(parts).toBeGreaterThan(3);
    expect(verdict).toEqual(explore(make(), options));
  }
});

test('seed 131502: the path has a race that only the graph would show, and the graph was not led there', () => {
  const machine = machineOf(
    [
      [
        { op: 'trylock', m: 0, r: 1 },
        { op: 'if', r: 1, v: 0, not: true, to: 4 },
        { op: 'write', x: 2, v: { r: 1, c: 1 } },
        { op: 'unlock', m: 0 },
        { op: 'store', x: 0, v: { r: 1, c: 1 } },
        { op: 'load', x: 1, r: 0 },
        { op: 'trylock', m: 0, r: 1 },
        { op: 'if', r: 1, v: 0, not: true, to: 10 },
        { op: 'store', x: 1, v: 0 },
        { op: 'unlock', m: 0 },
        { op: 'cas', x: 0, e: 1, v: { r: 0, c: 0 }, r: 0 },
        { op: 'set', r: 0, v: 0 },
        { op: 'jump', to: 5 },
      ],
      [
        { op: 'load', x: 0, r: 1 },
        { op: 'set', r: 1, v: 0 },
        { op: 'write', x: 2, v: { r: 1, c: 0 } },
      ],
    ],
    [],
    { modulus: 3 },
  );
  const options: ExploreOptions = { model: 'sc', equivalence: 'state', keepGoing: true };
  for (const depth of [1, 3, undefined]) {
    const factories: StrategyFactory<unknown>[] = [
      { ...stateSearch, create: (context) => new StateSearch(context, undefined, depth) },
    ];
    expect(resumedDifferences(() => machineProgram(machine), options, factories)).toEqual([]);
  }
});

describe('states in the place of executions', () => {
  test('before the change, and after it', () => {
    const options: ExploreOptions = { model: 'sc', equivalence: 'rf', turns: { after: 20 } };
    expect(explore(counter(3, 2), options)).toMatchObject({ byStates: true });
    expect(resumedDifferences(() => counter(3, 2), options)).toEqual([]);
  });

  /** The first thread tries to lock late, so that states cannot be explored after all. */
  const triesLate = machineOf([
    [
      { op: 'add', x: 0, v: 1, r: 0 },
      { op: 'add', x: 1, v: 1, r: 0 },
      { op: 'if', r: 0, v: 2, not: true, to: 4 },
      { op: 'trylock', m: 0, r: 1 },
      { op: 'set', r: 0, v: 0 },
    ],
    ...[1, 2].map((): Thread => [
      { op: 'add', x: 0, v: 1, r: 0 },
      { op: 'add', x: 1, v: 1, r: 0 },
    ]),
  ]);

  test('and back', () => {
    const options: ExploreOptions = { model: 'rc11', equivalence: 'rf', turns: { after: 2 } };
    const { byStates, executions } = explore(machineProgram(triesLate), options);
    expect({ byStates, executions }).toEqual({ byStates: undefined, executions: 36 });
    expect(resumedDifferences(() => machineProgram(triesLate), options)).toEqual([]);
  });
});
