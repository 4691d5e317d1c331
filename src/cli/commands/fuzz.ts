/** `drista fuzz`: executions of a large program, guided by what earlier ones have shown. */
import { Exit } from '../../base/exit';
import { DristaError } from '../../base/errors';
import type { CheckProgress } from '../../check/check-hooks';
import { runCheck } from '../../check/check-thread';
import { mergedOutcomes } from '../../check/merged-outcomes';
import { totalCounts } from '../../explore/common/verdict';
import { coverageForm, coveragePage } from '../../fuzz/coverage-page';
import { STDOUT } from '../../report/forms';
import { reportResult } from '../../report/reporter';
import { readArguments, type CommandLine } from '../arguments';
import type { Command } from '../command';
import { fuzzOptions, fuzzRequests, type FuzzCommandOptions } from '../fuzz-request';
import { messages } from '../messages';
import { writeOrPrint } from '../named-output';
import { checkOutputs, reportersOf, save } from '../outputs';

const help = {
  usage: `drista fuzz [options] program [-- arguments]

Tries executions of a program that is too large to explore whole. They are
chosen at random, and guided by which reads have read from which writes so far.
A program with LLVMFuzzerTestOneInput, built with
\`drista cc -fsanitize=fuzzer\`, gets inputs, too, which are guided by the code
that they reach. What shows something new is kept in a folder, the corpus, from
which the next \`drista fuzz\` goes on.`,
  epilogue:
    'Exit codes: 1 an error was found, 2 wrong use or the program cannot be checked, 3 no error was found in the ' +
    'executions that were tried.',
};

export const command: Command = {
  does: 'try executions and inputs of a large program, guided by what they show',
  options: fuzzOptions,
  help,
  run: async (args) => {
    const line = await readArguments(args, fuzzOptions, help);
    return line === undefined ? Exit.Verified : fuzz(line);
  },
};

/** Returns the exit code. Rejects with a DristaError for wrong use. */
async function fuzz(line: CommandLine<FuzzCommandOptions>): Promise<Exit> {
  const { options, words } = line;
  const [program, ...extra] = words;
  if (program === undefined) throw new DristaError(messages.noProgramFor('fuzz'));
  if (extra.length > 0) throw new DristaError(messages.extraArguments(extra[0]));
  if (options['no-corpus'] && options.corpus !== undefined)
    throw new DristaError(messages.contradiction('--corpus', '--no-corpus'));
  const { coverage } = options;
  checkOutputs(
    options,
    coverage === undefined ? [] : [{ option: '--report coverage', path: coverage, form: coverageForm }],
  );
  const requests = fuzzRequests(line);
  const reporters = reportersOf(options, coverage === STDOUT);
  const { model, equivalence, strategy } = requests[0].settings;
  reporters.start({ program, arguments: line.rest, model, equivalence, strategy });
  const progress: CheckProgress[] = [];
  const outcomes = await Promise.all(
    requests.map((request, worker) =>
      runCheck(request, (p) => {
        progress[worker] = p;
        reporters.progress(sumOf(Object.values(progress)));
      }),
    ),
  );
  const outcome = mergedOutcomes(outcomes);
  const { files, notes } = save(outcome, options.save);
  const { summary, pairs = [] } = outcome;
  const code = summary.errors.length > 0 ? Exit.Error : Exit.Inconclusive;
  process.exitCode = code;
  if (coverage !== undefined)
    await writeOrPrint(coverage, coverageForm, coveragePage(program, summary.executions, pairs));
  await reportResult(reporters, { ...summary, notes: [...summary.notes, ...notes] }, files);
  return code;
}

/** The progress of all workers together. */
function sumOf(all: readonly CheckProgress[]): CheckProgress {
  const runs = all.reduce((n, p) => n + p.runs, 0);
  return { ...all[0], ...totalCounts(all), runs };
}
