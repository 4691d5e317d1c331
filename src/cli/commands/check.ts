/** `drista program`: checks a program. */
import { existsSync } from 'node:fs';
import { DristaError } from '../../base/errors';
import { suggestion } from '../../base/nearest-name';
import { equivalencesOf, modelsOf, pageOf, strategiesWith, takesOption } from '../../explore/strategies';
import { loadBufferingModels } from '../../model/names';
import { STDOUT } from '../../report/forms';
import type { VerdictName } from '../../report/summary';
import { reportResult, type CheckStart, type Reporters } from '../../report/reporter';
import type { CheckOutcome } from '../../check/found-error';
import type { Command, NamedCommand } from '../command';
import { currentSpelling } from '../old-spellings';
import { readArguments, type CommandLine } from '../arguments';
import type { CheckRequest } from '../../check/check-request';
import { preemptionsOf } from '../bound';
import { complain } from '../complain';
import { Exit } from '../../base/exit';
import { memoryLimitOf } from '../memory-limit';
import { messages } from '../messages';
import { checkOptions, optionSpelled, type CheckOptions } from '../option-table';
import { identity } from '../../base/output-file';
import { checkOutputs, reportersIn, reportersOf, save } from '../outputs';
import type { Help } from '../help-text';
import { followsInputs } from '../../check/program-file';
import { removeCheckpoint, resumedRequest } from '../resume';
import { newRequest } from '../new-request';
import { progressOption, progressOptions } from '../progress-option';
import { runCheck } from '../../check/check-thread';
import { givenArguments } from '../../check/symbolic-inputs-of';
import { outsideOptions } from '../symbolic-inputs';
import { attachedRequest, checkCluster, sharedRequest } from '../on';

const help: Help = {
  usage: `drista [options] program [-- arguments]
drista cc ARGUMENTS     compile a program so that it can be checked (C++: c++)
drista replay FILE      run a saved execution again
drista outcomes PROGRAM list what all executions print or observe
drista litmus FILES     answer litmus tests as herd7 does
drista test [FILES]     build and check regression tests, compare with what they
                        expect
drista doctor PROGRAM   say what drista sees of a program, and how to see more
drista weaken TESTS     find the weakest memory orders that tests need
drista repair TESTS     find the memory orders that mend failing tests
drista spec TEST        check a data structure against its specification
drista fuzz PROGRAM     try executions and inputs of a large program
drista safe PROGRAM     extract a scheduler under which nothing goes wrong
drista run --safe FILE PROGRAM
                        run a program under such a scheduler
drista --resume FILE    resume a check that a limit or Ctrl-C ended
drista worker           explore parts of checks that others lead with --on URL
drista completion SHELL complete command lines in a shell
drista cmake-dir        say where CMake finds drista
drista help COMMAND     the options of a command

Runs a program built with \`drista cc\` again and again, until every execution
that its threads and C11 atomics allow has been explored, and shows the first
one that has an error.`,
  epilogue:
    'Exit codes: 0 verified, 1 an error was found, 2 wrong use or the program cannot be checked, 3 ' +
    'inconclusive (a limit was hit).',
  environment: [
    ['DRISTA_OPTIONS', 'options for all commands, as if they stood first; each command takes those that it has.'],
    ['DRISTA_CC', 'the compiler of drista cc and drista c++: gcc, clang, or a path.'],
    ['DRISTA_PASS', 'if off, clang does not load the pass by which drista knows the states of loops exactly.'],
    ['NO_COLOR', 'if set, no colours; FORCE_COLOR: colours, even if the text goes to a file.'],
    ['GITHUB_ACTIONS', 'if true, drista test also prints annotations.'],
  ],
};

export const command: Command = {
  does: 'check a program',
  options: checkOptions,
  help,
  run: check,
};

/** The exit code of each verdict. */
const exits: Readonly<Record<VerdictName, Exit>> = {
  verified: Exit.Verified,
  error: Exit.Error,
  inconclusive: Exit.Inconclusive,
};

/**
 * Checks a program and reports what was found. Returns the exit code. Throws a DristaError if the program cannot be
 * checked; the reporters have that failure, too.
 */
export async function check(
  given: readonly string[],
  commands: () => readonly NamedCommand[] = () => [],
): Promise<number> {
  const known: Known = {};
  const args = currentSpelling(given, checkOptions);
  try {
    return await tryToCheck(args, known, commands);
  } catch (error) {
    const message = error instanceof DristaError ? error.message : `internal error: ${(error as Error).message}`;
    await (known.reporters ?? reportersIn(args)).failure(message, known.program);
    throw error;
  }
}

/** The parts of a check that the report of a failure needs, set as soon as they are known. */
interface Known {
  program?: string;
  reporters?: Reporters;
}

async function tryToCheck(
  args: readonly string[],
  known: Known,
  commands: () => readonly NamedCommand[],
): Promise<number> {
  const given = await readArguments(args, checkOptions, help);
  if (given === undefined) return Exit.Verified;
  const line = withInputs(given);
  const { options } = line;
  [known.program] = line.words;
  preemptionsOf(options);
  memoryLimitOf(options);
  checkCluster(line);
  if (options.resume === undefined && options.attach === undefined) {
    checkWords(line, commands);
    checkIdleOptions(line);
    checkStrategy(line);
  }
  checkJobs(line);
  checkSymbolic(line);
  checkProgressOption(line);
  checkOutputs(options);
  const request = await sharedRequest(await requestOf(line), options);
  const resumed = options.resume === undefined ? undefined : identity(options.resume);
  known.program = request.program;
  const reporters = (known.reporters = reportersOf(options));
  reporters.start({ program: request.program, arguments: givenArguments(request), ...modelOf(request) });
  const outcome = await runCheck(request, (progress) => {
    reporters.progress(progress);
  });
  const { files, notes } = save(outcome, options.save);
  const { summary } = outcome;
  const code = exits[summary.verdict];
  process.exitCode = code;
  try {
    await reportResult(reporters, { ...summary, notes: [...summary.notes, ...notes] }, files);
  } catch (error) {
    // An error was found: its exit code stays.
    if (code !== Exit.Error || !(error instanceof DristaError)) throw error;
    complain(error);
  }
  if (options.resume !== undefined && identity(options.resume) === resumed && isComplete(request, outcome))
    removeCheckpoint(options.resume);
  return code;
}

function requestOf(line: CommandLine<CheckOptions>): CheckRequest | Promise<CheckRequest> {
  const { resume, attach } = line.options;
  if (attach !== undefined) return attachedRequest(attach, line);
  return resume === undefined ? newRequest(line) : resumedRequest(resume, line);
}

function modelOf({ settings: { model, equivalence, strategy } }: CheckRequest): Omit<CheckStart, 'program'> {
  return { model, equivalence, strategy };
}

/** Is the search complete, so that there is nothing to resume? */
function isComplete({ settings }: CheckRequest, { summary: { limitsHit, verdict } }: CheckOutcome): boolean {
  return limitsHit.length === 0 && (verdict !== 'error' || settings.keepGoing);
}

/** There must be one program, and no word that was meant as a command. */
function checkWords(
  { words: [program, ...extra], given, options }: CommandLine<CheckOptions>,
  commands: () => readonly NamedCommand[],
): void {
  if (program === undefined) {
    const names = ['save', 'checkpoint'] as const;
    const option = names.find((name) => given.includes(name) && options[name] !== STDOUT);
    throw new DristaError(
      messages.noProgram(option === undefined ? undefined : { option: optionSpelled(option), word: options[option]! }),
    );
  }
  const isWord = !program.includes('/') && !existsSync(program);
  if (isWord) {
    const names = commands().flatMap(({ name }) => (name === '' ? [] : [name]));
    if (extra.length > 0 || suggestion(program, names) !== '')
      throw new DristaError(messages.unknownCommand(program, names));
  }
  if (extra.length > 0) throw new DristaError(messages.extraArguments(extra[0]));
}

/** Throws a DristaError if an option was given that has no effect with the others. */
function checkIdleOptions({ given, options: { strategy, chance } }: CommandLine<CheckOptions>): void {
  for (const option of ['seed', 'chance', 'pct-depth', 'checkpoint'] as const) {
    if (!given.includes(option) || takesOption(strategy, option)) continue;
    const takers = `--strategy ${strategiesWith(option).join('|')}`;
    if (option !== 'seed') throw new DristaError(messages.idle(optionSpelled(option), takers));
    // The executions that --tune chance samples have a seed, too.
    if (chance === 0 || !takesOption(strategy, 'chance'))
      throw new DristaError(messages.idle(optionSpelled(option), `--tune chance or ${takers}`));
  }
}

/** Throws a DristaError if the strategy does not know the model or the equivalence. */
function checkStrategy({ given, options: { strategy, model, equivalence } }: CommandLine<CheckOptions>): void {
  const models = modelsOf(strategy);
  if (models?.includes(model) === false)
    throw new DristaError(messages.strategyNeeds(strategy, 'model', models, pageOf(strategy)));
  const known = equivalencesOf(strategy);
  if (given.includes('equivalence') && !known.includes(equivalence))
    throw new DristaError(messages.strategyNeeds(strategy, 'equivalence', known));
}

/** Throws a DristaError if --check progress, or the like, was given with what states do not have. */
function checkProgressOption({ given, options }: CommandLine<CheckOptions>): void {
  const asked = progressOption(options);
  if (asked === undefined) return;
  const spelled = optionSpelled(asked);
  for (const name of ['bound', 'unroll'])
    if (given.includes(name)) throw new DristaError(messages.progressOf(spelled, optionSpelled(name)));
  for (const [name, only] of [
    ['strategy', 'partition'],
    ['equivalence', 'state'],
    ['runs', 'new'],
    ['local-states', 'on'],
  ] as const)
    if (given.includes(name) && options[name] !== only)
      throw new DristaError(messages.progressOf(spelled, `${optionSpelled(name)} ${options[name]}`));
}

/** Throws a DristaError if --symbolic was given with what it does not know, or what belongs to it without it. */
function checkSymbolic({ given, options }: CommandLine<CheckOptions>): void {
  if (!options.symbolic) {
    for (const name of ['max-inputs', 'write-tests', ...outsideOptions] as const)
      if (given.includes(name)) throw new DristaError(messages.idle(optionSpelled(name), '--symbolic'));
    return;
  }
  const other = withoutInputs({ given, options });
  if (other === undefined) return;
  const isJobs = other === optionSpelled('jobs');
  throw new DristaError(isJobs ? messages.inputsByOne(other) : messages.contradiction('--symbolic', other));
}

/** An option that was given and does not go with --symbolic. */
function withoutInputs({ given, options }: Pick<CommandLine<CheckOptions>, 'given' | 'options'>): string | undefined {
  const search = ['resume', 'checkpoint', 'jobs', 'strategy', 'unroll', 'chance', 'bound'] as const;
  for (const name of [...search, ...progressOptions, 'attach', 'decided'] as const)
    if (given.includes(name)) return optionSpelled(name);
  for (const [name, only] of Object.entries(symbolicOptions))
    if (given.includes(name) && options[name as keyof CheckOptions] !== only)
      return `${optionSpelled(name)} ${String(options[name as keyof CheckOptions])}`;
  return loadBufferingModels.includes(options.model) ? `--model ${options.model}` : undefined;
}

/** A program that was built with --symbolic is checked so, unless an option was given that does not go with that. */
function withInputs(line: CommandLine<CheckOptions>): CommandLine<CheckOptions> {
  const { options, words } = line;
  if (options.symbolic || words.length === 0 || withoutInputs(line) !== undefined || !followsInputs(words[0]))
    return line;
  return { ...line, options: { ...options, symbolic: true } };
}

/** What --symbolic needs: each execution is run, as expressions follow from where values come, not from the values. */
const symbolicOptions = {
  equivalence: 'rf',
  runs: 'all',
  isolation: 'process',
  'local-states': 'off',
} as const;

function checkJobs({ given, options: { jobs, strategy, model } }: CommandLine<CheckOptions>): void {
  if (jobs === 1) return;
  if (loadBufferingModels.includes(model)) throw new DristaError(messages.oneJob(`--model ${model}`));
  if (given.includes('resume')) throw new DristaError(messages.oneJob('--resume'));
  if (!takesOption(strategy, 'jobs')) throw new DristaError(messages.oneJob(`--strategy ${strategy}`));
}
