/** `drista safe`: the most permissive scheduler under which a program goes wrong in no execution. */
import { DristaError } from '../../base/errors';
import { printable } from '../../report/printable';
import { ProgressLine } from '../../report/progress';
import type { SafeVerdict } from '../../safe/safe-schedule';
import { scheduleFileText, type ScheduleFile } from '../../safe/schedule-file';
import { scheduleDot, scheduleLines } from '../../safe/schedule-text';
import { readArguments, type CommandLine } from '../arguments';
import { newTask } from './check';
import { Exit } from '../exit';
import { messages } from '../messages';
import { optionValues } from '../option';
import { checkOptions } from '../option-table';
import { requireWritable, writeNamed } from '../named-output';
import { print } from '../print';
import { checkOptionsOf, safeOptions, type SafeOptions } from '../safe-options';
import { runSafeCheck } from '../../check/safe-thread';
import type { Task } from '../../check/task';

export const safeHelp = {
  usage: `drista safe [options] program [-- arguments]

Explores the states of a program, and extracts the most permissive scheduler under
which no execution goes wrong, whatever drista_choose returns: no error, no
deadlock, no failing drista_assume, and no thread that waits for ever although it
could go on. \`drista run --safe FILE program\` enforces it. Ctrl-C ends the search
with the scheduler of what was explored until then.`,
  epilogue:
    'Exit codes: 0 safe: no execution goes wrong, 1 unsafe: no scheduler avoids it, 2 wrong use or the program ' +
    'cannot be explored so, 3 not enough was explored to find a schedule, 4 partially safe: the schedule ' +
    'avoids executions that go wrong, or were not explored.',
};

const exits: Readonly<Record<SafeVerdict, Exit>> = {
  safe: Exit.Verified,
  'partially safe': Exit.PartiallySafe,
  unsafe: Exit.Error,
  unknown: Exit.Inconclusive,
};

/** Returns the exit code. Throws a DristaError if the command line is wrong or there can be no schedule. */
export async function safe(args: readonly string[]): Promise<number> {
  const line = await readArguments(args, safeOptions, safeHelp);
  if (line === undefined) return Exit.Verified;
  const { options } = line;
  const { output, iterate, quiet } = options;
  const task = taskOf(line);
  requireWritable(output, 'schedule');
  const progress = new ProgressLine(process.stderr);
  if (!quiet) progress.start();
  const schedule = await runSafeCheck(task, {
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

function taskOf({ options, words: [program, ...extra], rest }: CommandLine<SafeOptions>): Task {
  if (program === undefined) throw new DristaError(messages.noProgramFor('safe'));
  if (extra.length > 0) throw new DristaError(messages.extraArguments(extra[0]));
  const all = { ...optionValues(checkOptions, { chance: '0', 'keep-going': true }), ...checkOptionsOf(options) };
  const task = newTask({ options: { ...all, equivalence: 'state' }, given: ['equivalence'], words: [program], rest });
  if (task.entry.build !== 'drista') throw new DristaError(messages.notLinked(program));
  return { ...task, changesOver: false, safe: { iterates: options.iterate } };
}

function save(schedule: ScheduleFile, file: string | undefined): void {
  if (file !== undefined) writeNamed(file, 'schedule', scheduleFileText(schedule));
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
