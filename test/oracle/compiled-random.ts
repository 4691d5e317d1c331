/** Random programs as compiled C: the same counts and errors as the same program in memory. */
import { explore } from '../../src/explore/explorer';
import type { ExploreOptions, ExplorationCheckpoint } from '../../src/explore/explore-options';
import type { FoundError, Verdict } from '../../src/explore/common/verdict';
import type { ModelName } from '../../src/model/names';
import type { ProcessProgram } from '../../src/program/process-program';
import type { Program } from '../../src/program/program';
import { Server } from '../../src/channel/server';
import { difference, expectedOf } from '../../src/report/expected';
import { launchEnvironment, programEnvironment, type LaunchOptions } from '../../src/channel/environment';
import { cForm } from './c-form';
import { storages, type Storage } from './c-function';
import { dataProgram } from './data-program';
import { assertingThreads } from './exits';
import { guided } from './guided';
import { ignoredRaceDifferences, remembersFailures } from './ignored-races';
import type { Litmus } from './litmus';
import { buildText, hasPass, startWorkers, withProgram } from '../support/compiled';
import { equivalences } from './recorded';

/** What differs, in words; empty when all agrees. `workers`: how many explore the compiled program. */
export function compiledDifferences(
  litmus: Litmus,
  workers = 1,
  models: readonly ModelName[] = ['rc11', 'sc'],
): string[] {
  const text = cForm(litmus, storageOf(litmus));
  const path = buildText(text, ['-Wno-unused']);
  const launch = launchOf(litmus);
  const found = withProgram(
    path,
    (program) =>
      models.flatMap((model) =>
        equivalences.flatMap((equivalence) => {
          // An error stops; which one is met first may differ.
          const options: ExploreOptions = {
            model,
            equivalence,
            explicit: workers === 1,
            keepGoing: litmus.handlers !== undefined,
          };
          const inMemory = explore(dataProgram(litmus), options);
          const compiled = explore(
            program,
            workers > 1
              ? { ...options, startWorkers: startWorkers(program, path, workers, options, launch.faults) }
              : options,
          );
          return [
            ...compare(litmus, `${model} ${equivalence}`, compiled, inMemory),
            ...(workers > 1 ? [] : compiled.errors.flatMap((e) => replayed(program, e))),
          ];
        }),
      ),
    {},
    [],
    launch,
  );
  // Without the pass clang calls one function for weak and strong exchanges: none fails spuriously.
  const isComparable = hasPass && waits(litmus) && !text.includes('compare_exchange_weak');
  const more = isComparable ? models.flatMap((model) => withoutPass(text, path, model, launch)) : [];
  const ignored =
    workers > 1 || litmus.block !== undefined || litmus.faults !== undefined
      ? []
      : ignoredRaceDifferences(litmus, storageOf(litmus), models);
  return [
    ...found,
    ...more,
    ...ignored,
    ...byStates(litmus, text, path),
    ...(litmus.handlers === undefined ? [] : otherwise(litmus, path)),
  ];
}

/** By states there are the same kinds of errors, whatever the compiler leaves in registers and on stacks. */
function byStates(litmus: Litmus, text: string, path: string): string[] {
  const options: ExploreOptions = { model: 'sc', equivalence: 'state', keepGoing: true, maxExecutions: 2000 };
  // Only the pass tells that a loop waits which takes a lock and reads plain data that nobody writes.
  const isSeen = (kind: string): boolean => hasPass || kind !== 'livelock';
  const kinds = (v: Verdict): string =>
    litmus.block !== undefined && v.errors.length > 0
      ? 'errors'
      : kindsOf({ errors: v.errors.filter((e) => isSeen(e.kind)) });
  const known = kinds(explore(dataProgram(litmus), options));
  return [path, buildText(text, ['-Wno-unused', '-O2'])].flatMap((program, i) => {
    // Each time-out makes another state: without a limit a loop of them has infinitely many.
    const verdict = withProgram(program, (p) => explore(p, options), { timeouts: 5 }, [], launchOf(litmus));
    const found = kinds(verdict);
    const isUndecided = verdict.limitsHit.includes('timeouts') && verdict.errors.length === 0;
    return found === known || isUndecided ? [] : [`sc state -O${2 * i}: compiled ${found}, in memory ${known}`];
  });
}

/** A race in an iteration without progress ends the branch. Without the iteration the thread may wait for ever. */
function kindsOf({ errors }: Pick<Verdict, 'errors'>): string {
  const all = [...new Set(errors.map((e) => e.kind))].sort();
  return all.includes('data-race') ? 'data-race' : all.join();
}

/** What is wrong with the program as it is without the pass: it may have more executions, and the same errors. */
function withoutPass(text: string, path: string, model: ModelName, launch: LaunchOptions): string[] {
  const [without, withPass] = [buildText(text, ['-Wno-unused'], 'c', null), path].map((program) =>
    withProgram(program, (p) => explore(p, { model, equivalence: 'observational', keepGoing: true }), {}, [], launch),
  );
  return [
    ...(kindsOf(without) === kindsOf(withPass)
      ? []
      : [`${model}: errors without the pass ${kindsOf(without)}, with it ${kindsOf(withPass)}`]),
    ...(without.executions >= withPass.executions
      ? []
      : [`${model}: ${without.executions} executions without the pass, ${withPass.executions} with it`]),
  ];
}

/** How the program is started: calls of malloc are those that may fail. */
function launchOf({ faults }: Litmus): LaunchOptions {
  return faults === undefined ? {} : { faults: { kinds: ['malloc'], most: faults } };
}

/** Any, the same each time. Where calls of malloc may fail, there are no others. */
function storageOf(litmus: Litmus): Storage {
  if (litmus.faults !== undefined) return 'global';
  const text = JSON.stringify(litmus);
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum = (sum * 31 + text.charCodeAt(i)) % 1009;
  return storages[sum % storages.length];
}

function compare(litmus: Litmus, how: string, compiled: Verdict, inMemory: Verdict): string[] {
  const [mine, theirs] = [compiled, inMemory].map((verdict) => describe(litmus, verdict, inMemory));
  return mine === theirs ? [] : [`${how}: compiled ${mine}, in memory ${theirs}`];
}

function waits({ threads }: Litmus): boolean {
  return threads.some((ops) =>
    ops.some((op) => ['FA', 'AW', 'CA', 'XW', 'UW', 'RX', 'AD', 'LA', 'RA', 'SA', 'LB'].includes(op.op)),
  );
}

/** All of a result that does not depend on the order of exploring. `inMemory`: what is expected. */
function describe(litmus: Litmus, { executions, errors, notes }: Verdict, inMemory: Verdict): string {
  const { errors: known } = inMemory;
  // Without the pass, the first iteration of a compiled loop may leave other junk on the stack than the next one.
  const isInexact = !hasPass && waits(litmus);
  const isMore = remembersFailures(litmus, storageOf(litmus)) && executions > inMemory.executions;
  const count = `${isMore ? inMemory.executions : executions} executions`;
  // Threads have their numbers in order of their first creation, or of the text.
  const codes = notes
    .flatMap((note) => /^.* exit code \d+/.exec(note) ?? [])
    .map((note) => note.replace(/^thread \d+/, 'a thread'))
    .sort()
    .join();
  // Which error of the block is met first differs.
  if (litmus.block !== undefined && errors.length > 0) return 'errors';
  if (errors.length === 0) return `${isInexact ? 'no error' : count} ${codes}`;
  if (litmus.handlers === undefined) return errors[0].kind;
  const isExact = assertingThreads(litmus).length <= 1 && known.every((e) => e.kind !== 'data-race');
  return isExact ? errors.map(nameOf).sort().join() : 'errors';
}

/** The error without what only the compiled program knows. */
function nameOf({ kind, message }: FoundError): string {
  return kind !== 'assertion' ? kind : (/"(.*)"/.exec(message)?.[1] ?? message);
}

/** Does a run of its own come to the error that ends it? */
function replayed(program: ProcessProgram, { kind, message, schedule }: FoundError): string[] {
  if (kind !== 'assertion') return [];
  const last = program
    .execute(schedule)
    .events.filter((e) => !e.pending)
    .at(-1);
  return last?.label.text === message ? [] : [`replayed, ${message} is ${last?.label.text ?? 'nothing'}`];
}

/** Errors that a process of its own does not show, in words (src/check/confirmation.ts). */
function seenAgain(path: string, program: ProcessProgram, { errors }: Verdict, launch: LaunchOptions): string[] {
  const server = new Server(path, { env: launchEnvironment(programEnvironment(), launch) });
  try {
    return errors.flatMap((error) => {
      const seen = program.executeOn(server, error.schedule);
      const differs = difference(expectedOf(error, program.locations), seen, program.locations);
      return differs === undefined ? [] : [`rollback, ${error.message}: a process of its own differs: ${differs}`];
    });
  } finally {
    server.stop();
  }
}

/** Other ways to explore a program that ends: put back after each run, interrupted again and again, by chance. */
function otherwise(litmus: Litmus, path: string): string[] {
  const options: ExploreOptions = { model: 'rc11', equivalence: 'observational', keepGoing: true };
  const inMemory = explore(dataProgram(litmus), options);
  const launch = launchOf(litmus);
  const same = (how: string, verdict: Verdict): string[] => compare(litmus, how, verdict, inMemory);
  const byChance = (p: ProcessProgram): FoundError[] =>
    [
      explore(p, { ...options, strategy: 'portfolio', maxExecutions: 60 }),
      explore(p, options, guided(60, litmus.locs, p)),
    ].flatMap(({ errors }) => errors);
  return [
    ...withProgram(
      path,
      (p) => {
        const verdict = explore(p, options);
        return [...same('rollback', verdict), ...seenAgain(path, p, verdict, launch)];
      },
      { rollback: true },
      [],
      launch,
    ),
    ...withProgram(path, (p) => same('interrupted', resumed(p, options)), {}, [], launch),
    ...withProgram(
      path,
      (p) => {
        const extra = byChance(p)
          .map(nameOf)
          .filter((name) => !inMemory.errors.map(nameOf).includes(name));
        return assertingThreads(litmus).length <= 1 && extra.length > 0 ? [`by chance: ${extra.join()}`] : [];
      },
      {},
      [],
      launch,
    ),
  ];
}

/** Explores with an interruption at every third state. */
function resumed(p: Program, options: ExploreOptions): Verdict {
  for (let resume: ExplorationCheckpoint | undefined; ;) {
    let states = 0;
    let kept: ExplorationCheckpoint | undefined;
    const verdict = explore(p, {
      ...options,
      resume,
      interrupted: () => ++states > 3,
      onLimit: (checkpoint) => {
        kept = structuredClone(checkpoint());
      },
    });
    if (kept === undefined) return verdict;
    resume = kept;
  }
}
