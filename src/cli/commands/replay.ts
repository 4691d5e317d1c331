/** `drista replay`: runs a saved execution again. */
import { existsSync } from 'node:fs';
import type { Entry } from '../../compiler/entry';
import { hasAtomicSections } from '../../compiler/thread-state-readers';
import { encodePrepare, RunFlag, RunWriter } from '../../channel/protocol';
import { launchEnvironment } from '../../channel/environment';
import { Server } from '../../channel/server';
import { DristaError } from '../../base/errors';
import { Events } from '../../program/events';
import { executionOf, type Execution } from '../../program/execution';
import { Kind } from '../../program/label';
import { Locations } from '../../program/locations';
import { SPURIOUS } from '../../program/rmw';
import { accessFlags, eventFlags } from '../../program/schedule-encoder';
import { Stacks } from '../../program/stacks';
import { difference } from '../../report/expected';
import { isError } from '../../report/report';
import { atomsOf, readSaved, savedSchedule } from '../../report/saved';
import type { SavedExecution } from '../../report/saved-format';
import { errorText, formatFor } from '../../report/text';
import { shellWord } from '../../report/printable';
import { reportForms, STDOUT } from '../../report/forms';
import { executionDiagnostics, gccText } from '../../report/gcc';
import { savedHtmlText } from '../../report/html';
import { svgText } from '../../report/svg';
import { requireDifferent, requireWritable, writeOrPrint } from '../named-output';
import { readArguments, type CommandLine } from '../arguments';
import type { Command } from '../command';
import { complain } from '../complain';
import { Exit } from '../../base/exit';
import { runGdb } from '../gdb';
import { eventsForGdb } from '../gdb-events';
import { messages } from '../messages';
import { print } from '../print';
import { followSchedule } from '../replay-schedule';
import { readProgram } from '../../check/program-file';
import type { Option, OptionValues } from '../option';
import { checkOptions, formOptions, reportOption } from '../option-table';

/** The forms in which an execution can be written. */
const drawn = {
  html: 'the execution as a page for a browser',
  svg: 'the execution as an SVG image',
  gcc: 'the execution as gcc and clang print diagnostics, for editors',
} as const;

const drawnNames = Object.keys(drawn) as (keyof typeof drawn)[];

export const replayOptions = {
  schedule: {
    group: 'Options:',
    type: 'text',
    value: 'STRING',
    help: 'follow the execution that a report gave as this string, in the program that is named in place of FILE',
  },
  env: { ...checkOptions.env, group: 'Options:', resumed: undefined },
  program: { group: 'Options:', type: 'text', value: 'PROGRAM', help: 'the program, if it has moved' },
  force: { group: 'Options:', type: 'flag', help: 'try even with another binary' },
  gdb: { group: 'Options:', type: 'flag', help: 'stop in that execution with gdb; arguments after -- go to gdb' },
  color: { ...checkOptions.color, group: 'Options:' },
  report: reportOption('Options:'),
  ...formOptions(drawnNames, (name) => drawn[name]),
  quiet: checkOptions.quiet,
  verbose: checkOptions.verbose,
} as const satisfies Record<string, Option>;

export type ReplayOptions = OptionValues<typeof replayOptions>;

const help = {
  usage: `drista replay [options] FILE [-- arguments of gdb]
drista replay [options] --schedule STRING PROGRAM [-- arguments]

Runs the execution again that drista saved in FILE, and shows it when the same
error happens, or the same outcome (\`drista outcomes\`), as text or as a picture.
With --gdb: stops where the saved decisions have been followed,
just before the program goes wrong; of a data race, at the second access.
gdb's reverse-continue, reverse-step and drista-event N then go back in it.`,
  epilogue: 'Exit codes: 1 the same error happened, 0 the same outcome, 2 not the same, or the program cannot be run.',
};

export const command: Command = {
  does: 'run a saved execution again',
  options: replayOptions,
  help,
  run: (args) => replay(args),
};

/** How long a run may take, in seconds. */
const TIMEOUT = 60;

/** How many events a run may have; and one that never ends, beyond those that are compared. */
const MAX_EVENTS = 1_000_000,
  MAX_IN_LOOP = 10_000;

/** How many events a run may have that is only compared. */
function mostCompared({ report: { loop }, expected }: SavedExecution): number {
  if (loop === undefined) return MAX_EVENTS;
  return Math.min(
    MAX_EVENTS,
    expected.reduce((sum, events) => sum + events.length, MAX_IN_LOOP),
  );
}

/** Follows the execution that a string describes. Returns the exit code. */
async function replaySchedule(schedule: string, line: CommandLine<ReplayOptions>): Promise<Exit> {
  for (const other of ['gdb', 'force', 'program'] as const)
    if (line.options[other] !== undefined && line.options[other] !== false)
      throw new DristaError(messages.contradiction(`--${other}`, '--schedule'));
  checkFiles(line.options);
  const { program, model, report, file } = await followSchedule(schedule, line);
  process.exitCode = Exit.Error;
  const again = file === undefined ? [] : [`See it again: drista replay ${shellWord(file)}`];
  return show(line.options, { program, model, report, file: file ?? program, again });
}

/** Runs the command. Returns the exit code. */
export async function replay(args: readonly string[]): Promise<number> {
  const line = await readArguments(args, replayOptions, help);
  if (line === undefined) return Exit.Verified;
  if (line.options.schedule !== undefined) return replaySchedule(line.options.schedule, line);
  const {
    options,
    words: [file, ...extra],
    rest,
  } = line;
  if (file === undefined) throw new DristaError(messages.noSavedFile);
  if (extra.length > 0) throw new DristaError(messages.extraArguments(extra[0]));
  checkFiles(options);
  const saved = readSaved(file);
  const program = options.program ?? saved.program;
  if (options.program === undefined && !existsSync(program))
    throw new DristaError(messages.savedProgramMissing(program, file));
  const {
    elf: { buildId },
    entry,
  } = readProgram(program, saved.environment);
  if (buildId !== saved.buildId && !options.force) throw new DristaError(messages.otherBinary(program, file));
  if (options.gdb) {
    const frames = [
      encodePrepare(atomsOf(saved), saved.threads, inputOf(saved)),
      runFrame(saved, RunFlag.ShowOutput | RunFlag.Trap | sectionFlags(saved, [program]), 1_000_000, MAX_EVENTS),
    ];
    return runGdb(
      program,
      saved.arguments,
      launchEnvironment(saved.environment, { entry, nondet: saved.nondet, faults: saved.faults, crash: saved.crash }),
      frames,
      rest,
      eventsForGdb(saved),
    );
  }
  const locations = new Locations();
  const differs = difference(saved.expected, run(program, entry, saved, locations), locations);
  if (differs !== undefined) throw new DristaError(messages.notReproduced(file, differs));
  return show(options, { ...saved, file, again: [`See it again: drista replay --gdb ${shellWord(file)}`] });
}

/** An execution to be shown. */
interface Replayed extends Pick<SavedExecution, 'program' | 'model' | 'report'> {
  readonly file: string;
  /** Lines that say how it is run again. */
  readonly again: readonly string[];
}

/** Shows the execution as the options ask. Returns the exit code. */
async function show(options: ReplayOptions, replayed: Replayed): Promise<Exit> {
  const { report, again } = replayed;
  const text = {
    verbose: options.verbose,
    quiet: options.quiet,
    ...formatFor(process.stdout, options.color, process.env),
  };
  try {
    if (!(await writeFiles(options, replayed))) await print(`${errorText(report, text, again)}\n`);
  } catch (error) {
    complain(error);
    if (!isError(report)) return Exit.Failure; // an error has happened nevertheless
  }
  return isError(report) ? Exit.Error : Exit.Verified;
}

function run(program: string, entry: Entry, saved: SavedExecution, locations: Locations): Execution {
  const server = new Server(program, {
    args: saved.arguments,
    env: launchEnvironment(saved.environment, {
      entry,
      nondet: saved.nondet,
      faults: saved.faults,
      crash: saved.crash,
    }),
  });
  try {
    server.prepare(atomsOf(saved), saved.threads, inputOf(saved));
    return executionOf(
      server.run(runFrame(saved, sectionFlags(saved, [program]), TIMEOUT, mostCompared(saved)), 2 * TIMEOUT),
      new Events(locations, new Stacks()),
    );
  } finally {
    server.stop();
  }
}

function inputOf({ input }: SavedExecution): Uint8Array | undefined {
  return input === undefined ? undefined : Buffer.from(input, 'hex');
}

/** The flag of RUN for the program of these files, if it has atomic sections. */
function sectionFlags({ model }: SavedExecution, paths: readonly string[]): number {
  return model === 'sc' && hasAtomicSections(paths) ? RunFlag.Sections : 0;
}

/** The schedule as it is sent to the program. */
function runFrame(saved: SavedExecution, flags: number, seconds: number, mostEvents: number): Uint8Array {
  const locations = new Locations();
  const { steps, memory } = savedSchedule(saved, locations);
  const atoms = atomsOf(saved);
  const writer = new RunWriter();
  const all =
    flags |
    (saved.spurious === true ? RunFlag.Spurious : 0) |
    (saved.rounds === true ? RunFlag.States : 0) |
    (saved.input === undefined ? 0 : RunFlag.Symbolic) |
    accessFlags(saved.races, saved.volatile) |
    (saved.events === undefined ? 0 : eventFlags[saved.events]);
  writer.begin(all, mostEvents, seconds * 1000, saved.timeouts, saved.unroll);
  for (const { thread, label, value } of steps) {
    const address = label.loc < 0 ? 0 : locations.address(label.loc);
    // A plain read is a step of the schedule only if atomics access the same data, or might.
    const waits =
      label.kind !== Kind.PlainRead ||
      saved.races !== undefined ||
      saved.volatile !== undefined ||
      atoms.some((a) => a.mixed && a.address === address);
    if (waits) writer.step(thread, label.kind, address, value === SPURIOUS ? undefined : value);
  }
  for (const { loc, value } of memory) writer.patch(locations.address(loc), locations.size(loc), value);
  return writer.finish();
}

/** Before the run: throws a DristaError if a file cannot be written, or if two would be the same one. */
function checkFiles(options: ReplayOptions): void {
  if (options.gdb && drawnNames.some((name) => options[name] !== undefined)) throw new DristaError(messages.notWithGdb);
  requireDifferent(Object.fromEntries(drawnNames.map((name) => [`--report ${name}`, options[name]])));
  for (const name of drawnNames) requireWritable(options[name], reportForms[name]);
}

/**
 * Writes the execution in other forms. Returns whether one went to stdout, in place of the text.
 * Rejects with a DristaError if one cannot be made or written.
 */
async function writeFiles(options: ReplayOptions, { file, program, model, report }: Replayed): Promise<boolean> {
  const texts: Readonly<Record<keyof typeof drawn, () => string | Promise<string>>> = {
    html: () => savedHtmlText(file, program, model, report),
    svg: () => svgText([report]),
    gcc: () => gccText(executionDiagnostics(report)),
  };
  for (const name of drawnNames) {
    const path = options[name];
    if (path !== undefined) await writeOrPrint(path, reportForms[name], await texts[name]());
  }
  return drawnNames.some((name) => options[name] === STDOUT);
}
