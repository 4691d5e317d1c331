/** Compares the exploration of a litmus program with the brute force: exact sets, and nothing twice. */
import { isDeepStrictEqual } from 'node:util';
import { explore } from '../../src/explore/explorer';
import type { EquivalenceName } from '../../src/explore/equivalence/equivalence';
import type { ExploreOptions } from '../../src/explore/explore-options';
import type { TurnsOptions } from '../../src/explore/strategy/strategy';
import { blockedAtExit } from '../../src/explore/common/error-text';
import type { FoundError, Verdict } from '../../src/explore/common/verdict';
import { modelOf } from '../../src/model';
import type { ModelName } from '../../src/model/names';
import type { Program } from '../../src/program/program';
import { bruteForce } from './brute';
import { same, type Outcome } from './outcome';
import { dataProgram } from './data-program';
import { halting } from './halting';
import { loadBufferingDifferences } from './compare-load-buffering';
import { assertingThreads } from './exits';
import { interleave } from './interleave';
import { equivalences, Recorded, valuesOf } from './recorded';
import { simulatedWorkers } from './simulated-workers';
import { symmetryDifferences } from './symmetry';
import type { Litmus } from './litmus';
import {
  countsOrders,
  hasBlindUpdates,
  hasObservedIterations,
  isPlain,
  makesAttempts,
  readsDataInIterations,
  storesInAttempts,
} from './litmus-properties';

/** What differs, in words; empty when all agrees. `seed`: of when workers hand branches over. */
export function differences(litmus: Litmus, model: ModelName, seed = JSON.stringify(litmus).length): string[] {
  if (model === 'imm') return loadBufferingDifferences(litmus);
  const brute = bruteForce(litmus, model);
  const all = equivalences.flatMap((e) => compare(litmus, model, e, brute).map((text) => `${model} ${e}: ${text}`));
  const together = equivalences.flatMap((e) =>
    compare(litmus, model, e, brute, { explicit: false, together: seed, merging: seed % 2 === 1 }).map(
      (text) => `${model} ${e} by several: ${text}`,
    ),
  );
  const sampled = equivalences.flatMap((e) =>
    sampledDifferences(litmus, model, e, brute).map((text) => `${model} ${e} with samples: ${text}`),
  );
  const forgetful = compare(litmus, model, 'observational', brute, {
    explicit: false,
    merging: true,
    memory: { states: 1 },
  }).map((text) => `${model} with two states in memory: ${text}`);
  const merging = compare(litmus, model, 'observational', brute, { explicit: false, merging: true }).map(
    (text) => `${model} merging: ${text}`,
  );
  const partition = modelOf(model).isSequential
    ? compare(litmus, model, 'observational', brute, { explicit: false }).map(
        (text) => `${model} by the partition: ${text}`,
      )
    : [];
  const turns = { after: (seed % 5) * 30, slice: [1, 100, 20_000][seed % 3] };
  all.push(...turnsDifferences(litmus, model, brute, turns).map((text) => `${model} in turns: ${text}`));
  all.push(...symmetryDifferences(litmus, model, brute, seed));
  all.push(...haltingDifferences(litmus, model, seed));
  all.push(...stateDifferences(litmus, model, brute).map((text) => `${model} states: ${text}`));
  return [...all, ...together, ...sampled, ...forgetful, ...merging, ...partition];
}

interface How extends Pick<ExploreOptions, 'explicit' | 'memory' | 'merging'> {
  /** By several workers: the seed of when they hand branches over. */
  readonly together?: number;
  /** The program itself. Default: that of the litmus program. */
  readonly make?: () => Program;
}

function compare(
  litmus: Litmus,
  model: ModelName,
  equivalence: EquivalenceName,
  brute: Outcome,
  how: How = {},
): string[] {
  const { together, make = () => dataProgram(litmus) } = how;
  const program = make();
  const recorded = new Recorded(litmus);
  const options: ExploreOptions = {
    model,
    equivalence,
    keepGoing: true,
    explicit: how.explicit,
    memory: how.memory,
    merging: how.merging,
    onExecution: (session) => {
      recorded.add(session);
    },
  };
  const verdict = explore(
    program,
    together === undefined ? options : { ...options, startWorkers: simulatedWorkers(program, options, make, together) },
  );
  const { values, keys, attempts } = recorded;
  const problems = endings(litmus, verdict, brute);
  if (litmus.handlers && together === undefined)
    problems.push(...firstError(make(), { ...options, onExecution: undefined }, brute));
  problems.push(...raceAndDeadlockDifferences(verdict, brute));
  // After a race the sets mean nothing.
  if (brute.races.size > 0) return problems;
  same('values', new Set(values), brute.value, problems);
  if (makesAttempts(litmus)) same('without attempts', brute.whole, brute.rf, problems);
  // Where some thread may see what attempts store, executions count with them.
  if (attempts && !storesInAttempts(litmus)) problems.push('reports an attempt that failed');
  if (attempts) return problems;
  // An execution counts anew with turns that others saw.
  if (hasObservedIterations(litmus)) return problems;
  const ordered = countsOrders(litmus);
  if (new Set(keys).size !== keys.length && ordered !== 'some') problems.push('reports an execution twice');
  if (equivalence !== 'observational') same('sources', new Set(keys), brute.rf, problems);
  if (equivalence === 'co' && !brute.partial && ordered === 'all' && verdict.executions !== brute.co)
    problems.push(`${verdict.executions} executions, not ${brute.co}`);
  if (
    equivalence === 'observational' &&
    !hasPlainData(litmus) &&
    !hasBlindUpdates(litmus) &&
    values.length !== brute.value.size
  )
    problems.push(`${values.length} executions, not ${brute.value.size}`);
  return problems;
}

/** The same where a thread stops at some place for good: each third program is compared so. */
function haltingDifferences(litmus: Litmus, model: ModelName, seed: number): string[] {
  if (seed % 3 !== 0) return [];
  // To the oracle a thread that locks its own mutex again waits, so that others that halt hide it.
  const misuse = explore(dataProgram(litmus), { model, equivalence: 'rf', keepGoing: true }).errors;
  if (misuse.some((e) => e.kind === 'misuse')) return [];
  const thread = seed % (litmus.threads.length + 1);
  const make = (): Program => halting(dataProgram(litmus), thread, (seed >> 2) % 4);
  const brute = bruteForce(litmus, model, make);
  const hows: How[] = [{}, { explicit: false, merging: true }, { explicit: false, together: seed }];
  return equivalences.flatMap((e) =>
    hows.flatMap((how, i) =>
      compare(litmus, model, e, brute, { ...how, make }).map((text) => `${model} ${e} halting (${i}): ${text}`),
    ),
  );
}

/**
 * The state search finds an error if and only if there is one, of the same kinds and at the same places; races make all
 * else meaningless.
 */
export function stateDifferences(litmus: Litmus, model: ModelName, brute: Outcome): string[] {
  const verdict = explore(dataProgram(litmus), { model, equivalence: 'state', keepGoing: true });
  const problems = endings(litmus, verdict, brute);
  problems.push(...firstError(dataProgram(litmus), { model, equivalence: 'state' }, brute));
  problems.push(...raceAndDeadlockDifferences(verdict, brute));
  if (brute.races.size > 0) return problems;
  // A failed exchange has read something, which counts where robustness is checked; and these histories do not merge.
  const limits = verdict.limitsHit.filter((limit) => limit !== 'weak-cas' || model === 'sc');
  if (limits.length > 0) problems.push(`hits the limits ${limits.join(' ')}`);
  return problems;
}

/**
 * An exploration of executions and states in turns has the verdict of the brute force; if executions have come to their
 * end first, they are all there.
 */
export function turnsDifferences(litmus: Litmus, model: ModelName, brute: Outcome, turns: TurnsOptions): string[] {
  const options: ExploreOptions = { model, equivalence: 'observational', keepGoing: true, turns };
  const verdict = explore(dataProgram(litmus), options);
  const problems = endings(litmus, verdict, brute);
  problems.push(...firstError(dataProgram(litmus), { ...options, keepGoing: false }, brute));
  problems.push(...raceAndDeadlockDifferences(verdict, brute));
  if (brute.races.size > 0 || verdict.byStates === true || hasPlainData(litmus) || hasObservedIterations(litmus))
    return problems;
  if (hasBlindUpdates(litmus)) return problems;
  if (verdict.executions !== brute.value.size)
    problems.push(`${verdict.executions} executions, not ${brute.value.size}`);
  return problems;
}

/**
 * Are the races that are reported real, and is one reported where there is any? If there is none: is it so with
 * deadlocks?
 */
export function raceAndDeadlockDifferences(verdict: Verdict, { races, deadlocks }: Outcome): string[] {
  const problems = racesIn(verdict)
    .filter((race) => !races.has(race))
    .map((race) => `reports the race ${race}, which does not exist`);
  if (races.size > 0)
    return verdict.errors.length > 0 ? problems : [...problems, `misses the races ${[...races].join(' ')}`];
  const found = verdict.errors.some(isDeadlock);
  return found === deadlocks.size > 0 ? problems : [...problems, `deadlocks: ${found}, not ${!found}`];
}

function racesIn({ errors }: Pick<Verdict, 'errors'>): string[] {
  return errors
    .filter((e) => e.kind === 'data-race' || e.kind === 'memory' || e.kind === 'uninitialised')
    .map((e) =>
      e.involved
        .map((i) => `${i.thread}:${i.label.site}`)
        .sort()
        .join('-'),
    );
}

/** What chance chooses beside the exploration must exist, and change nothing of what that finds. */
function sampledDifferences(litmus: Litmus, model: ModelName, equivalence: EquivalenceName, brute: Outcome): string[] {
  const options: ExploreOptions = { model, equivalence, keepGoing: true };
  const alone = explore(dataProgram(litmus), options);
  const { sampled, ...beside } = explore(dataProgram(litmus), {
    ...options,
    sampling: { share: 1, from: 0, program: () => dataProgram(litmus) },
  });
  const problems = isDeepStrictEqual(beside, alone)
    ? []
    : [
        `the exploration differs: ${JSON.stringify({ ...beside, errors: [] })}, not ` +
          `${JSON.stringify({ ...alone, errors: [] })}`,
      ];
  for (const e of sampled?.errors ?? []) {
    const race = e.involved
      .map((i) => `${i.thread}:${i.label.site}`)
      .sort()
      .join('-');
    if (
      e.kind === 'data-race'
        ? !brute.races.has(race)
        : isDeadlock(e) && brute.races.size === 0 && brute.deadlocks.size === 0
    )
      problems.push(`reports the ${e.kind} ${race}, which does not exist`);
  }
  return problems;
}

/**
 * Assertions that fail, and exit codes. An execution ends with its first error: where only one thread asserts, and
 * nothing races, it is exact which assertions fail in some execution, else only whether one does.
 */
export function endings(
  litmus: Litmus,
  { errors, notes }: Verdict,
  { errors: failing, exits, races, waits }: Pick<Outcome, 'errors' | 'exits' | 'races' | 'waits'>,
): string[] {
  const problems: string[] = [];
  const failed = new Set(errors.filter((e) => e.kind === 'assertion').map((e) => e.message));
  const isExact = assertingThreads(litmus).length <= 1 && races.size === 0;
  same('assertions', failed, isExact ? failing : new Set([...failing].filter((text) => failed.has(text))), problems);
  if (failing.size > 0 && errors.length === 0) problems.push(`misses the assertions ${[...failing].join(' ')}`);
  const noted = notes.some((note) => note.includes(blockedAtExit));
  if (noted !== waits && (noted || errors.length === 0))
    problems.push(`a thread waits when the program ends: ${noted}, not ${waits}`);
  const codes = new Set(
    notes.flatMap((note) => {
      const ended = /^(?:main|thread (?<t>\d+)) ended the program with exit code (?<code>\d+)/.exec(note)?.groups;
      return ended === undefined ? [] : [`${ended.t ?? 0}:${ended.code}`];
    }),
  );
  same(
    'exit codes',
    codes,
    errors.length === 0 ? exits : new Set([...exits].filter((code) => codes.has(code))),
    problems,
  );
  return problems;
}

/** Is there a first error, where an exit code other than 0 is one? */
function firstError(program: Program, options: ExploreOptions, { errors, exits, races, deadlocks }: Outcome): string[] {
  const found = explore(program, { ...options, keepGoing: false, checkExitCode: true }).errors.length > 0;
  const exists = [errors, exits, races, deadlocks].some((set) => set.size > 0);
  return found === exists ? [] : [`stops at an error: ${found}, not ${exists}`];
}

/** Does what happens before what tell executions with the same values apart? */
export function hasPlainData(litmus: Litmus): boolean {
  return litmus.threads.some((ops) => ops.some(isPlain)) || readsDataInIterations(litmus) || storesInAttempts(litmus);
}

/** The same for a larger program under sc, by value, against a plain search over histories and memory. */
export function differencesLarge(litmus: Litmus): string[] {
  const search = interleave(dataProgram(litmus), litmus);
  const ways = { 'explicit states': {}, partition: { explicit: false }, merging: { explicit: false, merging: true } };
  return Object.entries(ways).flatMap(([way, how]) => {
    let values: string[] = [];
    let beginnings = 0;
    const verdict = explore(dataProgram(litmus), {
      model: 'sc',
      equivalence: 'observational',
      keepGoing: true,
      ...how,
      onExecution: (session) => {
        if (session.rounds !== beginnings) values = [];
        beginnings = session.rounds;
        values.push(valuesOf(litmus, session));
      },
    });
    const problems = endings(litmus, verdict, {
      errors: search.errors,
      exits: new Set(),
      races: new Set(),
      waits: search.waits,
    }).filter((text) => !text.startsWith('exit codes'));
    same('values', new Set(values), search.value, problems);
    if (values.length !== new Set(values).size && !hasObservedIterations(litmus))
      problems.push('reports an execution twice');
    if (verdict.errors.some(isDeadlock) !== search.deadlocks.size > 0)
      problems.push(`deadlocks: not ${search.deadlocks.size}`);
    return problems.map((problem) => `${way}: ${problem}`);
  });
}

/** A normal mutex locked again by its owner is misuse to drista; to the oracles the thread waits for ever. */
function isDeadlock(e: FoundError): boolean {
  return e.kind === 'deadlock' || e.kind === 'livelock' || e.kind === 'misuse';
}
