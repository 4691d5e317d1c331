/** `drista program`: checks a program. */
import { existsSync, lstatSync, unlinkSync } from 'node:fs';
import type { Entry } from '../../compiler/entry';
import { programEnvironment } from '../../channel/environment';
import { DristaError } from '../../base/errors';
import { suggestion } from '../../base/nearest-name';
import { equivalencesOf, modelsOf, strategiesWith, takesOption } from '../../explore/strategies';
import { formNames, STDOUT } from '../../report/forms';
import { reportResult, type CheckStart, type Reporters } from '../../report/reporter';
import type { CheckOutcome } from '../../check/found-error';
import { readArguments, type CommandLine } from '../arguments';
import type { Task } from '../../check/task';
import { preemptionsOf } from '../bound';
import { checkpointFile, placeFor } from '../../check/checkpoint-file';
import { clientEnvironment } from '../../check/client';
import { complain } from '../complain';
import { exitCode, Exit } from '../exit';
import { memoryLimitOf } from '../memory-limit';
import { commandNames } from '../command-names';
import { distinguishing } from '../../check/distinguishing';
import { messages } from '../messages';
import { checkOptions, resumedOptions, type CheckOptions } from '../option-table';
import { identity } from '../../check/output-file';
import { checkOutputs, reportersIn, reportersOf, save } from '../outputs';
import { followsInputs, readProgram } from '../../check/program-file';
import { resumedTask } from '../resume';
import { runCheck } from '../../check/check-thread';
import { argumentPlaces, inputsEnvironment, outsideOptions } from '../../check/symbolic-inputs';
import { attachedTask, checkCluster, sharedTask } from '../on';

export const checkHelp = {
  usage: `drista [options] program [-- arguments]
drista cc ARGUMENTS     compile a program so that it can be checked (C++: c++)
drista replay FILE      run a saved execution again
drista outcomes PROGRAM list what all executions print or observe
drista litmus FILES     answer litmus tests as herd7 does
drista test [FILES]     build and check regression tests, compare with what they
                        expect
drista doctor PROGRAM   say what drista sees of a program, and how to see more
drista safe PROGRAM     extract a scheduler under which nothing goes wrong
drista run --safe FILE PROGRAM
                        run a program under such a scheduler
drista --resume FILE    resume a check that a limit or Ctrl-C ended
drista worker           explore parts of checks that others lead with --on URL
drista completion SHELL complete command lines in a shell
drista help COMMAND     the options of a command

Runs a program built with \`drista cc\` again and again, until every execution
that its threads and C11 atomics allow has been explored, and shows the first
one that has an error.`,
  epilogue:
    'Exit codes: 0 verified, 1 an error was found, 2 wrong use or the program cannot be checked, 3 ' +
    'inconclusive (a limit was hit).',
};

/**
 * Checks a program and reports what was found. Returns the exit code. Throws a DristaError if the program cannot be
 * checked; the reporters have that failure, too. `run`: performs the task of the check.
 */
export async function check(args: readonly string[], run = runCheck): Promise<number> {
  const known: Known = {};
  try {
    return await tryToCheck(args, known, run);
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

async function tryToCheck(args: readonly string[], known: Known, run: typeof runCheck): Promise<number> {
  const given = await readArguments(args, checkOptions, checkHelp);
  if (given === undefined) return Exit.Verified;
  const line = withInputs(given);
  const { options } = line;
  [known.program] = line.words;
  preemptionsOf(options);
  memoryLimitOf(options);
  checkCluster(line);
  if (options.resume === undefined && options.attach === undefined) {
    checkWords(line);
    checkIdleOptions(line);
    checkStrategy(line);
  }
  checkJobs(line);
  checkSymbolic(line);
  checkProgressOption(line);
  checkOutputs(options);
  const task = await sharedTask(await taskOf(line), options);
  const resumed = options.resume === undefined ? undefined : identity(options.resume);
  known.program = task.program;
  const reporters = (known.reporters = reportersOf(options));
  reporters.start({ program: task.program, ...modelOf(task) });
  const outcome = await run(task, (progress) => {
    reporters.progress(progress);
  });
  const { files, notes } = save(outcome, options.save);
  const { summary } = outcome;
  const code = exitCode(summary.verdict);
  process.exitCode = code;
  try {
    await reportResult(reporters, { ...summary, notes: [...summary.notes, ...notes] }, files);
  } catch (error) {
    // An error was found: its exit code stays.
    if (code !== Exit.Error || !(error instanceof DristaError)) throw error;
    complain(error);
  }
  if (options.resume !== undefined && identity(options.resume) === resumed && isComplete(task, outcome))
    removeCheckpoint(options.resume);
  return code;
}

function taskOf(line: CommandLine<CheckOptions>): Task | Promise<Task> {
  const { resume, attach } = line.options;
  if (attach !== undefined) return attachedTask(attach, line);
  return resume === undefined ? newTask(line) : resumedTask(resume, line);
}

function modelOf({ options: { model, equivalence, strategy } }: Task): Omit<CheckStart, 'program'> {
  return { model, equivalence, strategy };
}

/** Is the search complete, so that there is nothing to resume? */
function isComplete({ options }: Task, { summary: { limitsHit, verdict } }: CheckOutcome): boolean {
  return limitsHit.length === 0 && (verdict !== 'error' || options['keep-going']);
}

/** Removes the file of a check that is complete now; a device or a pipe stays. */
function removeCheckpoint(file: string): void {
  try {
    if (lstatSync(file).isFile()) unlinkSync(file);
  } catch {
    // It may not be removed, and does no harm.
  }
}

/** There must be one program, and no word that was meant as a command. */
function checkWords({ words: [program, ...extra], given, options }: CommandLine<CheckOptions>): void {
  if (program === undefined) {
    const names = [...formNames, 'save', 'checkpoint'] as const;
    const option = names.find((name) => given.includes(name) && options[name] !== STDOUT);
    throw new DristaError(messages.noProgram(option === undefined ? undefined : { option, word: options[option]! }));
  }
  const isWord = !program.includes('/') && !existsSync(program);
  if (isWord && (extra.length > 0 || suggestion(program, commandNames) !== ''))
    throw new DristaError(messages.unknownCommand(program));
  if (extra.length > 0) throw new DristaError(messages.extraArguments(extra[0]));
}

/** Throws a DristaError if an option was given that has no effect with the others. */
function checkIdleOptions({ given, options: { strategy, chance } }: CommandLine<CheckOptions>): void {
  const idle = ['minimise', 'minimise-executions'].find((option) => given.includes(option));
  if (idle !== undefined && given.includes('no-minimise'))
    throw new DristaError(messages.contradiction(`--${idle}`, '--no-minimise'));
  for (const option of ['seed', 'chance', 'pct-depth', 'checkpoint'] as const) {
    if (!given.includes(option) || takesOption(strategy, option)) continue;
    const takers = `--strategy ${strategiesWith(option).join(' or ')}`;
    if (option !== 'seed') throw new DristaError(messages.idle(option, takers));
    // The executions that --chance samples have a seed, too.
    if (chance === 0 || !takesOption(strategy, 'chance'))
      throw new DristaError(messages.idle(option, `--chance or ${takers}`));
  }
}

/** Throws a DristaError if the strategy does not know the model or the equivalence. */
function checkStrategy({ given, options: { strategy, model, equivalence } }: CommandLine<CheckOptions>): void {
  const models = modelsOf(strategy);
  if (models?.includes(model) === false) throw new DristaError(messages.strategyNeeds(strategy, 'model', models));
  const known = equivalencesOf(strategy);
  if (given.includes('equivalence') && !known.includes(equivalence))
    throw new DristaError(messages.strategyNeeds(strategy, 'equivalence', known));
}

/** Throws a DristaError if --check-progress was given with what states do not have. */
function checkProgressOption({ given, options }: CommandLine<CheckOptions>): void {
  if (!options['check-progress']) return;
  for (const name of ['bound', 'unroll'])
    if (given.includes(name)) throw new DristaError(messages.progressOf(`--${name}`));
  for (const [name, only] of [
    ['strategy', 'partition'],
    ['equivalence', 'state'],
    ['runs', 'new'],
    ['local-states', 'on'],
  ] as const)
    if (given.includes(name) && options[name] !== only)
      throw new DristaError(messages.progressOf(`--${name} ${options[name]}`));
}

/** Throws a DristaError if --symbolic was given with what it does not know, or what belongs to it without it. */
function checkSymbolic({ given, options }: CommandLine<CheckOptions>): void {
  if (!options.symbolic) {
    for (const name of ['max-inputs', 'write-tests', ...outsideOptions] as const)
      if (given.includes(name)) throw new DristaError(messages.idle(name, '--symbolic'));
    return;
  }
  const other = withoutInputs({ given, options });
  if (other !== undefined) throw new DristaError(messages.contradiction('--symbolic', other));
}

/** An option that was given and does not go with --symbolic. */
function withoutInputs({ given, options }: Pick<CommandLine<CheckOptions>, 'given' | 'options'>): string | undefined {
  const search = ['resume', 'checkpoint', 'jobs', 'strategy', 'unroll', 'check-progress', 'chance', 'bound'] as const;
  // Values that the schedule gives to plain reads, and atomics in the place of assembly, have no expressions.
  for (const name of [...search, 'on', 'attach', 'races', 'volatile'] as const)
    if (given.includes(name)) return `--${name}`;
  for (const [name, only] of Object.entries(symbolicOptions))
    if (given.includes(name) && options[name as keyof CheckOptions] !== only)
      return `--${name} ${String(options[name as keyof CheckOptions])}`;
  return undefined;
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

function checkJobs({ given, options: { jobs, strategy } }: CommandLine<CheckOptions>): void {
  if (jobs === 1) return;
  if (given.includes('resume')) throw new DristaError(messages.oneJob('--resume'));
  if (!takesOption(strategy, 'jobs')) throw new DristaError(messages.oneJob(`--strategy ${strategy}`));
}

/** The task of a command line with a program. Throws a DristaError if the program cannot be checked. */
export function newTask({ options, given, words: [program], rest }: CommandLine<CheckOptions>): Task {
  const environment = [
    ...programEnvironment({ all: options['env-all'], set: options.env, unset: options['env-unset'] }),
    ...clientEnvironment(options.client),
    ...inputsEnvironment(options),
  ];
  const {
    elf: { buildId },
    entry,
  } = readProgram(program, environment);
  const equivalence = given.includes('equivalence') ? options.equivalence : equivalencesOf(options.strategy)[0];
  const asked = { ...options, equivalence: options['check-progress'] ? 'state' : equivalence };
  const all = optionsFor(
    entry,
    options.symbolic ? { ...asked, ...symbolicOptions, chance: 0, 'no-minimise': true } : asked,
  );
  return {
    program,
    arguments: [...rest, ...argumentPlaces(options)],
    environment,
    buildId,
    entry,
    options: all,
    memory: memoryLimitOf(options),
    changesOver: mayChangeOver(given, all),
    checkpoint: placeFor(
      options.checkpoint ??
        checkpointFile({ program, arguments: rest, environment, buildId, options: resumedOptions(all) }),
      true,
    ),
  };
}

/** May states take the place of executions? Not where something was asked for that states do not have. */
function mayChangeOver(given: readonly string[], { equivalence, strategy, jobs, runs, on }: CheckOptions): boolean {
  const ofExecutions = ['equivalence', 'bound', 'max-executions', 'max-steps', 'unroll'];
  if (equivalence !== 'observational' || strategy !== 'partition' || jobs > 1 || runs === 'all' || on !== undefined)
    return false;
  return !given.some((name) => ofExecutions.includes(name));
}

/** Where only calls are observed, plain and volatile accesses are not seen, whatever they are to count as. */
function optionsFor({ sight }: Entry, options: CheckOptions): CheckOptions {
  return sight === 'calls' ? { ...distinguishing(options), races: 'error', volatile: 'plain' } : options;
}
