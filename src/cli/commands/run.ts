/** `drista run --safe`: runs a program on real threads under a safe schedule. */
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DristaError } from '../../base/errors';
import { loadedFolder } from '../../base/paths';
import { printable } from '../../report/printable';
import { readSchedule, type ScheduleFile } from '../../safe/schedule-file';
import { scheduleWords } from '../../safe/schedule-words';
import { readArguments } from '../arguments';
import type { Command } from '../command';
import { Exit } from '../../base/exit';
import { messages } from '../messages';
import { requireWritable, writeNamed } from '../named-output';
import type { FileForm } from '../../base/output-file';
import { readProgram } from '../../check/program-file';
import { MAX_UINT32, type Option, type OptionValues } from '../option';

const how = 'How it is run:';

export const runOptions = {
  safe: { group: how, type: 'text', value: 'FILE', help: 'enforce the schedule that `drista safe -o` wrote' },
  opt: {
    group: how,
    type: 'choice',
    choices: ['0', '1', '2'],
    default: '0',
    help:
      'which orders the threads may come in: 0: any that the schedule permits, 1: one in which only events wait that ' +
      'depend on others, 2: one in which each thread also goes on for many events before another one does',
  },
  'on-unknown': {
    group: how,
    type: 'choice',
    choices: ['stop', 'free'],
    default: 'stop',
    help: 'what happens when the program does what the schedule does not know: it is stopped, or goes on freely',
  },
  seed: {
    group: how,
    type: 'number',
    value: 'N',
    most: MAX_UINT32,
    default: '1',
    help: 'of the values that drista_choose returns',
  },
  trace: {
    group: how,
    type: 'text',
    value: 'FILE',
    help:
      'write the first million events in the order in which they took place: thread, number of the event in the ' +
      'schedule, input, and what it is, with tabs between',
  },
  statistics: { group: how, type: 'flag', help: 'print at the end how many events took place, and how many waited' },
} as const satisfies Record<string, Option>;

export type RunOptions = OptionValues<typeof runOptions>;

const help = {
  usage: `drista run --safe FILE [options] program [-- arguments]

Runs a program that was built with \`drista cc\` by itself, on real threads, under
the schedule in FILE, which \`drista safe\` has made for the same binary and the
same arguments: each atomic operation and each operation on a lock waits until
the schedule permits it.`,
  epilogue:
    'Exit codes: that of the program (128 + N after the signal N), 2 wrong use or another binary, 3 the program did ' +
    'what the schedule does not know, and was stopped.',
};

export const command: Command = {
  does: 'run a program under such a scheduler',
  options: runOptions,
  help,
  run: (args) => run(args),
};

/** The form of the file with a trace. */
const form: FileForm = { beginning: '# thread, event, input, text\n', isInFolder: true };

/** The descriptor by which the program gets the schedule. */
const DESCRIPTOR = 3;
/** The most events that a trace has. */
const MAX_TRACED = 2 ** 20;
/** Added to the number of a signal that has ended the program, as shells do. */
const SIGNALLED = 128;

/** Returns the exit code of the program. Throws a DristaError if it cannot be run under the schedule. */
export async function run(args: readonly string[]): Promise<number> {
  const line = await readArguments(args, runOptions, help);
  if (line === undefined) return Exit.Verified;
  const {
    options,
    words: [program, ...extra],
    rest,
  } = line;
  if (options.safe === undefined) throw new DristaError(messages.noScheduleToRun);
  if (program === undefined) throw new DristaError(messages.noProgramFor('run --safe FILE'));
  if (extra.length > 0) throw new DristaError(messages.extraArguments(extra[0]));
  const schedule = readSchedule(options.safe);
  const { elf, entry } = readProgram(program);
  if (elf.buildId !== schedule.buildId) throw new DristaError(messages.scheduledBinary(program, options.safe));
  if (entry.build !== 'drista') throw new DristaError(messages.notLinked(program));
  if (JSON.stringify(rest) !== JSON.stringify(schedule.arguments))
    throw new DristaError(messages.otherArguments(options.safe, schedule.arguments));
  if (schedule.states.length === 0) throw new DristaError(messages.emptySchedule(options.safe));
  const { 'on-unknown': unknown, statistics, seed, trace } = options;
  const freely = unknown === 'free';
  const opt = Number(options.opt) as 0 | 1 | 2;
  if (freely && opt !== 0) throw new DristaError(messages.freeInOrder(options.opt));
  const words = scheduleWords(schedule, { freely, statistics, seed, opt, traces: trace !== undefined });
  if (trace === undefined) return await enforced(program, rest, words);
  requireWritable(trace, form);
  const recorded = unnamedFile(new Uint8Array(8 * MAX_TRACED));
  const code = await enforced(program, rest, words, recorded);
  writeNamed(trace, form, traceText(schedule, recorded));
  closeSync(recorded);
  return code;
}

function enforced(program: string, args: readonly string[], words: Uint8Array, trace?: number): Promise<number> {
  const descriptor = unnamedFile(words);
  const library = join(loadedFolder(), 'libdrista-enforce.so');
  const { LD_PRELOAD: preload, ...environment } = process.env;
  const env = {
    ...environment,
    LD_PRELOAD: [library, preload].filter((text) => text !== undefined && text !== '').join(':'),
    DRISTA_SCHEDULE: `${DESCRIPTOR}`,
    ...(preload === undefined ? {} : { DRISTA_HIDDEN: `LD_PRELOAD=${preload}` }),
  };
  return new Promise((done, fail) => {
    const child = spawn(resolve(program), args, {
      stdio: ['inherit', 'inherit', 'inherit', descriptor, ...(trace === undefined ? [] : [trace])],
      env,
    });
    closeSync(descriptor);
    // Signals to drista are meant for the program; from a terminal both get them.
    const pass = (signal: NodeJS.Signals): void => void child.kill(signal);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, pass);
    child.on('error', (error) => {
      fail(new DristaError(messages.cannotStart(program, error.message)));
    });
    child.on('exit', (code, signal) => {
      done(code ?? SIGNALLED + constants.signals[signal!]);
    });
  });
}

/** The events that the library recorded in the file (runtime/safe-schedule/trace.h): a line for each. */
function traceText({ events }: ScheduleFile, recorded: number): string {
  const bytes = Buffer.alloc(8 * MAX_TRACED);
  readSync(recorded, bytes, 0, bytes.length, 0);
  const lines: string[] = [form.beginning];
  for (let at = 0; at < bytes.length; at += 8) {
    const event = bytes.readUInt32LE(at) - 1;
    // The program may have been ended between two entries.
    if (event < 0) continue;
    const { text, place } = events[event];
    const what = printable(`${text} (${place})`);
    lines.push(`${bytes.readUInt16LE(at + 6)}\t${event}\t${bytes.readUInt16LE(at + 4)}\t${what}\n`);
  }
  return lines.join('');
}

/** The descriptor of a file with these contents, which nobody else can open. */
function unnamedFile(contents: Uint8Array): number {
  const folder = mkdtempSync(join(tmpdir(), 'drista-'));
  try {
    const file = join(folder, 'schedule');
    writeFileSync(file, contents, { mode: 0o600 });
    return openSync(file, 'r+');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
