/** `drista safe`: the most permissive scheduler under which a program goes wrong in no execution. */
import { DristaError } from '../../base/errors';
import { printable } from '../../report/printable';
import { ProgressLine } from '../../report/progress';
import type { SafeVerdict } from '../../safe/safe-schedule';
import { scheduleFileText, type ScheduleFile } from '../../safe/schedule-file';
import { scheduleDot, scheduleLines } from '../../safe/schedule-text';
import { readArguments, type CommandLine } from '../arguments';
import type { Command } from '../command';
import type { FileForm } from '../../base/output-file';
import { newRequest } from '../new-request';
import { Exit } from '../../base/exit';
import { messages } from '../messages';
import { optionValues, sharedValues } from '../option';
import { requireWritable, writeNamed } from '../named-output';
import { print } from '../print';
import { runSafeCheck } from '../../check/search-thread';
import type { CheckRequest } from '../../check/check-request';
import type { Option, OptionValues } from '../option';
import { checkOptions } from '../option-table';

const shown = 'The schedule:';

/** The options of a check that `drista safe` has as they are. */
const shared = {
  nondet: checkOptions.nondet,
  env: checkOptions.env,
  tune: checkOptions.tune,
  isolation: checkOptions.isolation,
  'max-steps': checkOptions['max-steps'],
  'time-limit': checkOptions['time-limit'],
  'run-limit': checkOptions['run-limit'],
  'memory-limit': checkOptions['memory-limit'],
} as const satisfies Record<string, Option>;

export const safeOptions = {
  output: {
    group: shown,
    type: 'text',
    alias: 'o',
    value: 'FILE',
    help: 'write the schedule to this file, for `drista run --safe`',
  },
  format: {
    group: shown,
    type: 'choice',
    choices: ['text', 'json', 'dot'],
    default: 'text',
    help: 'how the schedule is printed: in each state the threads that may go; the file; a graph for Graphviz',
  },
  iterate: {
    group: shown,
    type: 'flag',
    help: 'write the first schedule as soon as there is one, and wider ones as more is explored',
  },
  quiet: { group: shown, type: 'flag', alias: 'q', help: 'only the verdict' },
  verbose: { group: shown, type: 'flag', alias: 'v', help: 'all states of the schedule' },
  ...shared,
} as const satisfies Record<string, Option>;

export type SafeOptions = OptionValues<typeof safeOptions>;

const help = {
  usage: `drista safe [options] program [-- arguments]

Explores the states of a program, and extracts the most permissive scheduler
under which no execution goes wrong, whatever drista_choose returns: no error,
no deadlock, no failing drista_assume, and no thread that waits for ever
although it could go on. \`drista run --safe FILE program\` enforces it. Ctrl-C
ends the search with the scheduler of what was explored until then.`,
  epilogue:
    'Exit codes: 0 safe: no execution goes wrong, 1 unsafe: no scheduler avoids it, 2 wrong use or the program ' +
    'cannot be explored so, 3 not enough was explored to find a schedule, 4 partially safe: the schedule ' +
    'avoids executions that go wrong, or were not explored.',
};

export const command: Command = {
  does: 'extract a scheduler under which nothing goes wrong',
  options: safeOptions,
  help,
  run: (args) => safe(args),
};

/** The form of the file with a schedule. */
const form: FileForm = { beginning: '{"form":"safe schedule",', isInFolder: true };

const exits: Readonly<Record<SafeVerdict, Exit>> = {
  safe: Exit.Verified,
  'partially safe': Exit.PartiallySafe,
  unsafe: Exit.Error,
  unknown: Exit.Inconclusive,
};

/** Returns the exit code. Throws a DristaError if the command line is wrong or there can be no schedule. */
export async function safe(args: readonly string[]): Promise<number> {
  const line = await readArguments(args, safeOptions, help);
  if (line === undefined) return Exit.Verified;
  const { options } = line;
  const { output, iterate, quiet } = options;
  const request = requestOf(line);
  requireWritable(output, form);
  const progress = new ProgressLine(process.stderr);
  if (!quiet) progress.start();
  const schedule = await runSafeCheck(request, {
    onProgress: (p) => {
      if (!quiet) progress.progress(p);
    },
    onSchedule: (early) => {
      save(early, output);
      progress.note();
      if (!quiet) process.stderr.write(`${messages.earlySchedule(early.states.length, early.found)}\n`);
    },
  });
  progress.note();
  if (schedule.states.length > 0 || !iterate) save(schedule, output);
  await show(schedule, options);
  return exits[schedule.verdict];
}

function requestOf({ options, words: [program, ...extra], rest }: CommandLine<SafeOptions>): CheckRequest {
  if (program === undefined) throw new DristaError(messages.noProgramFor('safe'));
  if (extra.length > 0) throw new DristaError(messages.extraArguments(extra[0]));
  const all = { ...optionValues(checkOptions, { chance: '0', 'keep-going': true }), ...sharedValues(shared, options) };
  const request = newRequest({
    options: { ...all, equivalence: 'state' },
    given: ['equivalence'],
    words: [program],
    rest,
  });
  if (request.entry.build !== 'drista') throw new DristaError(messages.notLinked(program));
  return { ...request, changesOver: false, safe: { iterates: options.iterate } };
}

function save(schedule: ScheduleFile, file: string | undefined): void {
  if (file !== undefined) writeNamed(file, form, scheduleFileText(schedule));
}

async function show(schedule: ScheduleFile, { format, quiet, verbose }: SafeOptions): Promise<void> {
  switch (format) {
    case 'json':
      return print(scheduleFileText(schedule));
    case 'dot':
      return print(scheduleDot(schedule));
    case 'text': {
      const lines = scheduleLines(schedule, verbose);
      return print((quiet ? lines.slice(0, 1) : lines).map((text) => `${printable(text)}\n`).join(''));
    }
  }
}
