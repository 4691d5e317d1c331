/** Compares the state search on a machine with the search from the definitions. */
import { explore } from '../../../src/explore/explorer';
import type { ExploreOptions } from '../../../src/explore/explore-options';
import type { FoundError, FoundKind, Verdict } from '../../../src/explore/common/verdict';
import { stateSearch, StateSearch } from '../../../src/explore/strategy/state-space/state-search';
import type { StrategyFactory } from '../../../src/explore/strategy/strategy';
import type { ModelName } from '../../../src/model/names';
import { Kind } from '../../../src/program/label';
import type { Program } from '../../../src/program/program';
import type { StateWorker } from '../../../src/explore/session/state-worker';
import { InlineWorker } from './inline-worker';
import { isPlain, type Machine } from './machine';
import { machineProgram, siteText, type Knowledge } from './machine-program';
import { resumedDifferences } from './resumed';
import { stateSpace, type StateSpace } from './state-space';

const frontier = { after: 3, seldom: 0, start: () => [] };

type Factories = readonly StrategyFactory<unknown>[];

/** State searches with layers so shallow that small programs have many. */
const shallow: Factories = [1, 2, 5].map((depth) => ({
  ...stateSearch,
  name: `states in layers of ${depth}`,
  create: (context) => new StateSearch(context, undefined, depth),
}));

/**
 * What differs, in words; empty when all agrees; undefined: the machine has more states than `limit`. `factories`: what
 * searches, in the place of the state search.
 */
export function stateSearchDifferences(machine: Machine, limit = 4000, factories?: Factories): string[] | undefined {
  const space = stateSpace(machine, limit);
  if (space === undefined) return undefined;
  return [
    ...consistency(machine, space),
    ...compare(machine, 'sc', 'states', space, factories),
    ...compare(machine, 'sc', 'both', space, factories),
    ...(factories === undefined ? [1, 3, 10] : []).flatMap((after) =>
      compare(machine, 'sc', after === 3 ? 'both' : 'states', space, undefined, {
        frontier: { after, seldom: 0, start: () => [] },
      }).map((text) => `after ${after} states without a path ${text}`),
    ),
    ...(factories === undefined ? shallow : []).flatMap((factory) =>
      compare(machine, 'sc', 'states', space, [factory]).map((text) => `${factory.name} ${text}`),
    ),
    ...(factories === undefined ? workers(machine) : []),
    ...(hasObjects(machine) ? [] : compare(machine, 'rc11', 'states', space, factories)),
    ...firstError(machine, space, factories),
    ...(factories === undefined
      ? [
          ...progress(machine, space),
          ...lockFreedom(machine, space),
          ...resumption(machine),
          ...inTurns(machine, space),
        ]
      : []),
  ];
}

/** Are there objects with which RC11 has executions that sequential consistency does not have? */
function hasObjects({ threads }: Machine): boolean {
  const others = ['wait', 'signal', 'broadcast', 'trylock', 'begin', 'end'];
  return threads.some((list) => list.some((i) => 's' in i || 'l' in i || 'b' in i || others.includes(i.op)));
}

/** A race shows in a state where both threads stand before it, unless somebody acts on an operation that fails. */
function consistency(machine: Machine, { races, adjacent }: StateSpace): string[] {
  if (races.size === 0 && adjacent.size > 0) return ['the oracle finds only adjacent races'];
  const all = machine.threads.flat();
  const hides =
    all.some(({ op }) => hiding.has(op)) ||
    // What an update finds may depend on what comes before a read that it races with.
    all.some((i) => i.op === 'cas' && all.some((j) => j.op === 'read' && j.x === i.x));
  return races.size > 0 && adjacent.size === 0 && !hides ? ['the oracle finds only races that are not adjacent'] : [];
}

/** What may depend on another thread without coming after it, or comes after fewer things than it depends on. */
const hiding: ReadonlySet<string> = new Set([
  'trylock',
  'wait',
  'signal',
  'broadcast',
  'rdlock',
  'tryrdlock',
  'trywrlock',
  'tryacquire',
  'barrier',
]);

function compare(
  machine: Machine,
  model: ModelName,
  knowledge: Knowledge,
  space: StateSpace,
  factories: Factories | undefined,
  options: Partial<ExploreOptions> = {},
): string[] {
  const verdict = explore(
    machineProgram(machine, knowledge),
    { model, equivalence: 'state', keepGoing: true, ...options },
    factories,
  );
  return verdictDifferences(machine, verdict, space).map((text) => `${model}, by ${knowledge}: ${text}`);
}

/**
 * What differs between the verdict and what the machine may do, in words. `pure`: does the search tell apart no more
 * states than the definition?
 */
export function verdictDifferences(
  machine: Machine,
  verdict: Verdict,
  space: StateSpace,
  pure = isPure(machine),
): string[] {
  const problems: string[] = [];
  const found = (kind: FoundKind, name: (e: FoundError) => string): Set<string> =>
    new Set(verdict.errors.filter((e) => e.kind === kind).map(name));
  const together = (e: FoundError): string => sitesOf(e).sort().join('-');
  const last = (e: FoundError): string => sitesOf(e).at(-1)!;
  if (verdict.limitsHit.length > 0) problems.push(`hits the limits ${verdict.limitsHit.join(' ')}`);
  const races = found('data-race', together);
  for (const race of races) if (!space.races.has(race)) problems.push(`reports the race ${race}, which does not exist`);
  if (space.races.size > 0) {
    // After a race nothing else means anything.
    if (verdict.errors.length === 0) problems.push(`misses the races ${[...space.races].join(' ')}`);
    return problems;
  }
  const assertions = found('assertion', last);
  // What a thread does just before its assertion fails nobody sees who could fail before.
  const anyMisuses = !mainAloneJoins(machine) && space.misuses.size > 0;
  const exact = assertingThreads(machine) <= 1 && !anyMisuses;
  same('assertions', assertions, exact ? space.assertions : common(space.assertions, assertions), problems);
  if (space.assertions.size > 0 && assertions.size === 0 && (!anyMisuses || verdict.errors.length === 0))
    problems.push('misses all assertions');
  const misuses = found('misuse', last);
  // Of two threads that both use up the id of a third one, either may be the one that is reported.
  same('misuses', misuses, mainAloneJoins(machine) ? space.misuses : common(space.misuses, misuses), problems);
  if (space.misuses.size > 0 && verdict.errors.length === 0) problems.push('misses all misuses');
  same('memory errors', found('memory', last), space.memory, problems);
  const loops = verdict.errors.filter((e) => e.kind === 'livelock').length > 0;
  if (loops !== space.loops.has('livelock')) problems.push(`livelock: ${loops}, not ${!loops}`);
  const deadlocks = found('deadlock', (e) => sitesOf(e).join(' '));
  // Where threads go round it depends on the order of the search where they stand in a deadlock.
  if (space.loops.has('deadlock')) {
    if (deadlocks.size === 0) problems.push('misses deadlocks beside loops');
    same('deadlocks', common(deadlocks, space.deadlocks), space.deadlocks, problems);
  } else same('deadlocks', deadlocks, space.deadlocks, problems);
  const endless = verdict.notes.some((n) => n.startsWith('the program does not end'));
  if (endless !== space.endless > 0) problems.push(`does not end: ${endless}, not ${!endless}`);
  const starving = verdict.notes.flatMap((n) => {
    const who = /^(?:main|thread (?<t>\d+)) may wait for ever while others go on/.exec(n);
    return who === null ? [] : [who.groups!.t ?? '0'];
  });
  same('starving', new Set(starving), new Set([...space.starving].map(String)), problems);
  const ends = space.final.size + space.endless;
  if (pure ? verdict.executions !== ends : (verdict.executions === 0) !== (ends === 0))
    problems.push(`${verdict.executions} executions, not ${ends}`);
  return problems;
}

/** Are the engine's states those of the definition? What is known of accesses makes more of them. */
function isPure({ threads, conds = 0, semaphores = [], barriers = [], onces = 0 }: Machine): boolean {
  const plain = threads.some((list) => list.some(isPlain));
  return !plain && conds === 0 && semaphores.every((n) => n === 0) && barriers.length === 0 && onces === 0;
}

/** Is there a first error? */
function firstError(machine: Machine, space: StateSpace, factories: Factories | undefined): string[] {
  const found = explore(machineProgram(machine), { model: 'sc', equivalence: 'state' }, factories).errors.length > 0;
  const { races, assertions, misuses, memory, deadlocks, loops } = space;
  const exists = [races, assertions, misuses, memory, deadlocks, loops].some((set) => set.size > 0);
  return found === exists ? [] : [`stops at an error: ${found}, not ${exists}`];
}

/** Does --check progress report the threads that may get nowhere? */
function progress(machine: Machine, { assertions, misuses, races, loops, mayStarve }: StateSpace): string[] {
  if (mayStarve === undefined || [assertions, misuses, races, loops].some((set) => set.size > 0)) return [];
  const problems: string[] = [];
  for (const knowledge of ['states', 'both'] as const) {
    const options = { model: 'sc', equivalence: 'state', keepGoing: true, progress: 'starvation-free' } as const;
    const { errors } = explore(machineProgram(machine, knowledge), options);
    const reports = errors.filter((e) => e.kind === 'starvation' || e.kind === 'livelock');
    const found = reports.flatMap(({ involved }) =>
      involved.flatMap(({ thread, label }) => (label.kind === Kind.Join ? [] : [String(thread)])),
    );
    same(`get nowhere, by ${knowledge}`, new Set(found), new Set([...mayStarve].map(String)), problems);
    for (const e of reports) if (e.loop === undefined) problems.push('no loop');
  }
  return problems;
}

/** Do --check obstruction-free and lock-free report the threads that get nowhere where others stand still? */
function lockFreedom(machine: Machine, { assertions, misuses, races, loops, hindered }: StateSpace): string[] {
  if (hindered === undefined || [assertions, misuses, races, loops].some((set) => set.size > 0)) return [];
  const problems: string[] = [];
  for (const guarantee of ['obstruction-free', 'lock-free'] as const) {
    const options = { model: 'sc', equivalence: 'state', keepGoing: true, progress: guarantee } as const;
    const { errors } = explore(machineProgram(machine, 'both'), options);
    const found = errors.flatMap(({ kind, involved }) =>
      kind === 'starvation' ? involved.map(({ thread }) => String(thread)) : [],
    );
    same(`not ${guarantee}`, new Set(found), new Set([...hindered.alone].map(String)), problems);
    const together = errors.some(({ kind }) => kind === 'livelock');
    if (together !== (guarantee === 'lock-free' && hindered.together)) problems.push(`together ${together}`);
  }
  return problems;
}

/** Do several workers find the same as one of them, down to the number of states? */
function workers(machine: Machine): string[] {
  const search = (knowledge: Knowledge, others: number): Partial<Verdict> => {
    const options = { model: 'sc', equivalence: 'state', keepGoing: true } as const;
    const start = (): StateWorker[] => Array.from({ length: others }, () => new InlineWorker(options));
    const program = machineProgram(machine, knowledge);
    const { errors, ...rest } = explore(program, { ...options, frontier: { after: 4, seldom: 0, start } });
    const texts = errors.map(({ kind, message }) => `${kind}: ${message}`).sort();
    return { ...rest, stateWorkers: undefined, notes: [...rest.notes, ...texts].sort(), events: 0 };
  };
  const knowledge = JSON.stringify(machine).length % 2 === 0 ? 'states' : 'both';
  const [alone, together] = [0, 2].map((others) => JSON.stringify(search(knowledge, others)));
  return alone === together ? [] : [`three workers find ${together}, not ${alone}`];
}

/** Does a search that is interrupted, and goes on, find the same? One of the searches, which depends on the machine. */
function resumption(machine: Machine): string[] {
  const searches = [undefined, ...shallow, undefined];
  const which = JSON.stringify(machine).length % (2 * searches.length);
  const factory = searches[which >> 1];
  const isLast = which >> 1 === searches.length - 1;
  return resumedDifferences(
    () => machineProgram(machine, which % 2 === 0 ? 'both' : 'states'),
    {
      model: 'sc',
      equivalence: 'state',
      keepGoing: true,
      progress: which > 3 && !isLast ? 'starvation-free' : undefined,
      ...(isLast ? { frontier } : {}),
    },
    factory && [factory],
  ).map((text) => `${factory?.name ?? 'states'} ${text}`);
}

/** In turns with executions, which may have no end. */
function inTurns(machine: Machine, space: StateSpace): string[] {
  const size = JSON.stringify(machine).length;
  const options: ExploreOptions = {
    model: 'sc',
    equivalence: 'observational',
    keepGoing: true,
    turns: { after: size % 100, slice: [1, 100, 1000][size % 3] },
  };
  const make = (): Program => machineProgram(machine, 'both');
  const verdict = explore(make(), options);
  const problems = verdict.byStates === true ? verdictDifferences(machine, verdict, space) : [];
  return [...problems, ...resumedDifferences(make, options)].map((text) => `in turns ${text}`);
}

function assertingThreads({ threads }: Machine): number {
  return threads.filter((list) => list.some(({ op }) => op === 'fail')).length;
}

/** Does main alone join threads, and detach none? What it detaches and joins at once ends the execution for all. */
function mainAloneJoins({ threads: [main, ...others] }: Machine): boolean {
  return (
    others.every((list) => list.every(({ op }) => op !== 'join' && op !== 'detach')) &&
    !main.some(({ op }) => op === 'detach')
  );
}

function sitesOf({ involved }: FoundError): string[] {
  return involved.map(({ label }) => siteText(label.site));
}

function common(a: ReadonlySet<string>, b: ReadonlySet<string>): Set<string> {
  return new Set([...a].filter((text) => b.has(text)));
}

function same(what: string, mine: ReadonlySet<string>, theirs: ReadonlySet<string>, problems: string[]): void {
  const missing = [...theirs].filter((k) => !mine.has(k));
  const extra = [...mine].filter((k) => !theirs.has(k));
  if (missing.length > 0) problems.push(`${what}: misses ${missing.length}, such as ${missing[0]}`);
  if (extra.length > 0) problems.push(`${what}: ${extra.length} too many, such as ${extra[0]}`);
}
