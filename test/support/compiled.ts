/** Compiled programs for end-to-end tests. */
import { spawnSync } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compilerCommand } from '../../src/compiler/compile';
import type { Language } from '../../src/compiler/language';
import {
  launchEnvironment,
  programEnvironment,
  type CrashSettings,
  type FaultSettings,
  type LaunchOptions,
} from '../../src/channel/environment';
import { Server } from '../../src/channel/server';
import type { HelperData } from '../../src/check/check-helpers';
import type { CheckRequest } from '../../src/check/check-request';
import { readsClock, readsErrno, readsRaised } from '../../src/compiler/thread-state-readers';
import { localStatesHindrance, programTraits } from '../../src/check/checked-program';
import { usualSettings } from '../../src/check/settings';
import type { Worker } from '../../src/explore/session/worker-group';
import { explore } from '../../src/explore/explorer';
import type { ExploreOptions } from '../../src/explore/explore-options';
import type { Verdict } from '../../src/explore/common/verdict';
import { ThreadLead } from '../../src/parallel/lead';
import { ProcessProgram, type ProcessProgramOptions } from '../../src/program/process-program';
import { top } from './paths';
import { scratchFolder } from './scratch';
import { Twice } from './twice';

const folder = scratchFolder('drista-test-');
let count = 0;

/** Does `drista cc` announce what is live in loops? */
export const hasPass = compilerCommand('c', ['-c', 'a.c']).args.some((arg) => arg.startsWith('-fpass-plugin='));

/**
 * Builds the sources with `drista cc`; returns the program's path. Throws what the compiler said when it fails. `pass`:
 * the plugin to load in place of drista's; null: none.
 */
export function build(
  sources: readonly string[],
  flags: readonly string[] = [],
  language: Language = 'c',
  pass?: string | null,
): string {
  const program = join(folder, `program${count++}`);
  const command = compilerCommand(language, [...flags, ...sources, '-o', program]);
  const { compiler } = command;
  const args = command.args.flatMap((arg) => {
    if (pass === undefined || !arg.startsWith('-fpass-plugin=')) return arg;
    return pass === null ? [] : `-fpass-plugin=${pass}`;
  });
  const env = flags.includes('--symbolic') ? { ...process.env, DRISTA_PASS_SYMBOLIC: '1' } : process.env;
  const done = spawnSync(compiler.path, args, { encoding: 'utf8', env });
  if (done.status !== 0) throw new Error(`${compiler.path} ${args.join(' ')}\n${done.stderr}`);
  return program;
}

/** Builds a program from its text. */
export function buildText(
  text: string,
  flags: readonly string[] = [],
  language: Language = 'c',
  pass?: string | null,
): string {
  const source = join(folder, `source${count++}.${language === 'c' ? 'c' : 'cc'}`);
  writeFileSync(source, text);
  return build([source], flags, language, pass);
}

export interface Checked extends Verdict {
  readonly runs: number;
}

/**
 * Starts the program and hands it to `body`; ends it afterwards. With DRISTA_SNAPSHOTS=each every run is made with
 * snapshots and without. `args`: its arguments; `launch`: how it is started.
 */
export function withProgram<T>(
  path: string,
  body: (program: ProcessProgram) => T,
  options: ProcessProgramOptions = {},
  args: readonly string[] = [],
  launch: LaunchOptions = {},
): T {
  const env = launchEnvironment(programEnvironment(), launch);
  const server =
    process.env.DRISTA_SNAPSHOTS === 'each' ? new Twice(path, args, launch) : new Server(path, { args, env });
  try {
    const traits = {
      localStates: localStatesHindrance(server.modules) === undefined,
      readsClock: readsClock(server.modules.map((m) => m.path)),
      readsErrno: readsErrno(server.modules.map((m) => m.path)),
      readsRaised: readsRaised(server.modules.map((m) => m.path)),
    };
    return body(new ProcessProgram(server, { ...traits, ...options }));
  } finally {
    server.stop();
  }
}

/** Explores the program in this process. */
export function check(path: string, options: ExploreOptions): Checked {
  return withProgram(path, (program) => {
    const verdict = explore(program, options);
    return { ...verdict, runs: program.statistics.runs };
  });
}

/** What a check of the program is asked for, with these options and else the usual ones. */
export function requestOf(path: string, options: ExploreOptions): CheckRequest {
  return {
    program: path,
    arguments: [],
    environment: programEnvironment(),
    buildId: '',
    entry: { build: 'drista', visibility: 'all', load: undefined },
    checkpoint: { file: '', found: undefined, keepsOld: false },
    memory: 2 ** 31,
    settings: {
      ...usualSettings,
      model: options.model,
      equivalence: options.equivalence,
      keepGoing: options.keepGoing === true,
      maxExecutions: options.maxExecutions,
      preemptions: options.preemptions,
    },
  };
}

/** The module of workers' threads: as users have it, which starts quickly, unless tsc has compiled since (drista). */
const workerFile = ((): string => {
  const bundle = join(top, 'build', 'command', 'worker-thread.js');
  const compiled = statSync(join(top, 'dist', '.transpiled')).mtimeMs;
  const isNew = (statSync(bundle, { throwIfNoEntry: false })?.mtimeMs ?? 0) > compiled;
  return isNew && process.env.NODE_V8_COVERAGE === undefined
    ? bundle
    : join(top, 'dist', 'src', 'check', 'worker-thread.js');
})();

/** For ExploreOptions.startWorkers: explores with so many workers, from the first state on. */
export function startWorkers(
  program: ProcessProgram,
  path: string,
  workers: number,
  options: ExploreOptions,
  faults?: FaultSettings,
  crash?: CrashSettings,
): (worker: Worker) => ThreadLead {
  const made = requestOf(path, options);
  const request: CheckRequest = { ...made, settings: { ...made.settings, faults, crash } };
  return (worker) =>
    new ThreadLead(program, worker, program.runner as Server, {
      workers,
      file: workerFile,
      data: (start): HelperData => ({ request, start, traits: programTraits(request, program.modules) }),
      alone: 0,
    });
}

/** Explores the program with so many workers. */
export function checkTogether(path: string, workers: number, options: ExploreOptions): Checked {
  return withProgram(path, (program) => {
    const verdict = explore(program, {
      ...options,
      explicit: false,
      startWorkers: startWorkers(program, path, workers, options),
    });
    return { ...verdict, runs: program.statistics.runs };
  });
}
