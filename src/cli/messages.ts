/** The texts of failures and notes on the command line: what happened, where, what to do. */
import { basename } from 'node:path';
import { listed } from '../base/listed';
import { isStatement } from '../compiler/unseen-statements';
import type { Hindrance } from '../compiler/entry';
import { suggestion } from '../base/nearest-name';
import { describeThread } from '../program/label';
import { commandNames } from './command-names';

/** The names of code that is not seen, and why that is so for libraries and functions. */
function withReason(unseen: readonly string[]): string {
  const [code, statements] = [unseen.filter((name) => !isStatement(name)), unseen.filter(isStatement)];
  return [...statements, ...(code.length === 0 ? [] : [`${listed(code)}, not compiled with \`drista cc\``])].join(', ');
}

export const messages = {
  /** `taken`: a word that an option took, and which may have been meant as the program. */
  noProgram: (taken?: { option: string; word: string }): string =>
    'no program is ' +
    `given${taken === undefined ? '' : ` (--${taken.option} needs a FILE, and took '${taken.word}')`}: ` +
    '`drista [options] program [-- arguments]`, or see `drista --help`',
  unknownCommand: (word: string): string =>
    `'${word}' is neither a command nor a program that exists` +
    `${suggestion(word, commandNames, (name) => `drista ${name}`)}: see \`drista --help\``,
  extraArguments: (extra: string): string =>
    `unexpected argument '${extra}': one program is checked; put the program's own arguments after --`,
  noProgramFor: (command: string): string =>
    `no program is given: \`drista ${command} [options] program [-- arguments]\``,
  noLitmusTest: 'no litmus test is given: `drista litmus [options] FILES`',
  noPatient: 'no program is given: `drista doctor PROGRAM`',
  secondPatient: (extra: string): string => `unexpected argument '${extra}': \`drista doctor\` takes one program`,
  /** `help`: the command that says what is right, here and below. */
  badOption: (why: string, help: string): string => `${why}: see \`${help}\``,
  badNumber: (name: string, given: string, help: string): string =>
    `--${name} needs a number above 0, not '${given}': see \`${help}\``,
  badWhole: (name: string, given: string, most: number, help: string): string =>
    `--${name} needs a whole number from 1 to ${most}, not '${given}': see \`${help}\``,
  outOfRange: (name: string, given: string, least: number, most: number, help: string): string =>
    `--${name} needs a number from ${least} to ${most}, not '${given}': see \`${help}\``,
  givenTwice: (name: string, help: string): string =>
    `--${name} is given twice: leave one of them out (see \`${help}\`)`,
  badChoice: (name: string, given: string, choices: readonly string[], help: string): string =>
    `--${name} knows ${choices.join(', ')}, not '${given}': see \`${help}\``,
  badMemory: (given: string): string =>
    `--memory-limit needs a size from 16M on, as 500M or 2G, not '${given}': see \`drista --help\``,
  idle: (name: string, needs: string): string => `--${name} has no effect without ${needs}: leave it out, or add that`,
  contradiction: (a: string, b: string): string => `${a} has no effect with ${b}: leave one of them out`,
  badBound: (given: string): string =>
    `--bound knows preemptions=N with a whole number N from 0 on, not '${given}': see \`drista --help\``,
  boundOf: (what: string): string => `--bound is not supported with ${what}: leave one of them out`,
  progressOf: (what: string): string =>
    `--check-progress explores states, and is not supported with ${what}: leave one of them out`,
  strategyNeeds: (strategy: string, option: string, choices: readonly string[]): string =>
    `--strategy ${strategy} needs --${option} ${choices.join(' or ')}: add that, or leave out --strategy`,
  oneJob: (what: string): string =>
    `--jobs is not supported with ${what}, where one worker explores: leave one of them out`,
  noCheckpointWithJobs: 'no file was left to go on with: the workers did not stop in time (--jobs 1 leaves one)',
  onWith: (what: string): string => `--on is not supported with ${what}: leave one of them out`,
  onStates:
    '--on hands executions to other machines, but no states: leave it out, or explore executions ' +
    '(--equivalence observational, rf or co)',
  fileOfOneMachine: (file: string): string =>
    `a check without --on has left ${file}: leave --on out (its program had other addresses than on several machines)`,
  attachWithoutOn: '--attach has no effect without --on URL: say where the check is',
  attachNeeds: (what: string): string =>
    `--attach takes the program and what is explored from the check: leave out ${what}`,
  noRedis: (url: string, why: string): string =>
    `Redis at ${url} cannot be reached (${why}): check the URL, and that the server runs`,
  noSuchCheck: (check: string, url: string): string =>
    `there is no check ${check} at ${url}: it has ended, or it has not been shared with workers yet`,
  checkOfOtherBuild: (check: string): string =>
    `the check ${check} was begun by another build of drista: go on with that one`,
  workerWithoutRedis: '`drista worker` needs the server where checks are led: --redis redis://HOST:PORT',
  otherMachine: (path: string): string =>
    `${path} is another file here than where the check is led, or lies elsewhere: all machines must run the same ` +
    'system (one container image, for example), and have drista in the same folder',
  leads: (check: string, url: string): string =>
    `check ${check} at ${url}; if this drista ends before it: drista --on URL --attach ${check}`,
  noWorkers: (machines: number, others: readonly string[]): string => {
    if (machines > 0) return 'this machine alone has explored the program, before a worker waited for a part of it';
    const there = others.length === 0 ? '' : `; workers of other builds were there: ${others.join(', ')}`;
    return `--on: no worker of this build of drista was there, so this machine has explored alone${there}`;
  },
  onHadNoEffect:
    '--on had no effect: this machine has explored states, which cannot be handed to others ' +
    '(--equivalence rf explores executions)',
  traffic: (
    machines: number,
    { parts, exploring, available }: { parts: number; exploring: number; available: number },
    { messages, bytes }: { messages: number; bytes: number },
    executions: number,
  ): string => {
    const per = (n: number): number => Math.ceil((1000 * n) / Math.max(1, executions));
    const waiting = available === 0 ? 0 : Math.max(0, Math.round(100 * (1 - exploring / available)));
    return (
      `${machines} ${machines === 1 ? 'worker' : 'workers'} explored ${parts} parts: ${per(messages)} messages and ` +
      `${per(bytes)} bytes for 1000 executions; the threads of workers waited ${waiting}% of the time`
    );
  },
  statesByOneWorker:
    '--jobs had no effect: one worker explored the states, as they are few or kept showing something new',

  noSuchFile: (path: string): string => `${path} does not exist: check the name, or build it with \`drista cc\``,
  notAFile: (path: string): string => `${path} is not a file: give a compiled program`,
  notReadable: (path: string, why: string): string => `${path} cannot be read (${why}): check its permissions`,
  notExecutable: (path: string): string => `${path} is not executable: \`chmod +x\` it, or check that it was linked`,
  script: (path: string): string =>
    `${path} is a script: drista checks compiled programs; give the program that it calls`,
  notElf: (path: string): string => `${path} is not a compiled Linux program: build one with \`drista cc\``,
  hindrance: {
    'other-machine': (path: string): string =>
      `${path} is not for x86-64: drista checks 64-bit x86 programs; rebuild it with \`drista cc\``,
    truncated: (path: string): string => `${path} is truncated, its end is missing: link or copy it again`,
    'object-file': (path: string): string => `${path} is not linked: link it to a program with \`drista cc\``,
    'shared-library': (path: string): string =>
      `${path} is a shared library: build a program that uses it with \`drista cc\`, and check that`,
    static: (path: string): string =>
      `${path} is linked statically, so drista cannot enter it: rebuild it with \`drista cc\` and without -static`,
    sanitizer: (path: string, sanitizer: string): string =>
      `${path} was built with ${sanitizer}, which cannot run together with drista: rebuild it with \`drista ` +
      'cc` and without -fsanitize',
    'static-tsan': (path: string): string =>
      `${path} has ThreadSanitizer's runtime linked into it, so drista cannot enter it: rebuild it with ` +
      '`drista cc`, or with -shared-libsan (clang), or without -static-libtsan (gcc)',
    'no-glibc': (path: string): string =>
      `${path} does not use glibc, the only C library that drista knows: rebuild it with \`drista cc\``,
    setuid: (path: string): string =>
      `${path} runs with another user's rights (setuid, setgid), so drista cannot enter it: take a copy ` +
      'without them, or rebuild it with `drista cc`',
  } satisfies Record<Hindrance, (path: string, sanitizer: string) => string>,
  otherVersion: (path: string): string =>
    `${path} was built with another version of drista: rebuild it with this drista's \`drista cc\``,
  otherObjects: (path: string): string =>
    `${path} has object files that another version of drista compiled: compile them again with this drista's ` +
    '`drista cc`',
  noRuntime: (path: string): string =>
    `drista's runtime ${path} is missing: run \`npm run setup\` in drista's folder, or \`npm rebuild\` where npm ` +
    'installed it without its scripts',
  spaceInPath: (path: string, runtime: string): string =>
    `${path} was not built with drista, and the loader cannot find ${runtime}, whose path has a space or a ` +
    'colon: rebuild it with `drista cc`, or move drista',
  noLibrary: (path: string, library: string): string =>
    `${path} needs ${library}, which the loader does not find: install it, or set LD_LIBRARY_PATH`,
  partlyInstrumented: (path: string): string =>
    `${path} is not instrumented, but a library that it uses is: rebuild the program with \`drista cc\` too`,
  libraryNeedsTsan: (path: string, tsan: string): string =>
    `${path} uses a library that needs ThreadSanitizer's ${tsan}: build that library with \`drista cc -shared\``,
  twoSanitizers: (path: string, one: string, other: string): string =>
    `${path} and its libraries use both ${one} and ${other}: build them with one compiler`,
  unknownNames: (path: string, names: readonly string[]): string =>
    `${path} calls ${names.slice(0, 3).join(', ')}${names.length > 3 ? ', ...' : ''} of the sanitizer, which ` +
    'drista does not know: rebuild it with `drista cc`',

  /** `unseen`: the parts of the program that drista does not observe. */
  nondeterminism: (path: string, what: string, unseen: readonly string[]): string => {
    const causes = [
      ...(unseen.length === 0 ? [] : [withReason(unseen)]),
      'time',
      'random numbers',
      'files that it finds as an earlier run or another program has left them',
      `${unseen.length === 0 ? '' : 'other '}code that was not compiled with \`drista cc\` (another ` +
        'library, or what libstdc++ holds compiled, such as std::pmr and std::filesystem)',
    ];
    return (
      `${path}: ${what}; it depends on ${causes.slice(0, -1).join(', on ')}, or on ${causes.at(-1)}; take that ` +
      'source of chance out of the test'
    );
  },
  notCheckable: (why: string, unseen: readonly string[]): string =>
    unseen.length === 0 ? why : `${why}; not seen, and perhaps the cause: ${withReason(unseen)}`,
  orderedInUnseen: (unseen: readonly string[]): string =>
    `not seen: ${withReason(unseen)}; the race may be ordered inside ${unseen.length === 1 ? 'it' : 'one of them'}`,
  wokenInUnseen: (unseen: readonly string[]): string =>
    `not seen: ${withReason(unseen)}; ${unseen.length === 1 ? 'it' : 'one of them'} may let a thread go on that ` +
    'waits here',
  notAtomic: (name: string): string =>
    `${name} is not atomic here: functions are atomic by their names only where clang compiles them with drista's ` +
    'pass; use __VERIFIER_atomic_begin and __VERIFIER_atomic_end',
  nondeterminismOfCalls: (path: string, what: string): string =>
    `${path}: ${what}; it was not built with \`drista cc\`, so what its threads tell each other in other ways ` +
    'than under locks is not seen, nor can it be repeated: build it with `drista cc`',

  onlyRolledBack: (path: string, kind: string, how: string): string =>
    `${path}: internal error: runs that were rolled back show an error (${kind}) that a process of its own does not ` +
    `show (${how}): please report this with the program; --isolation process checks it without rollback`,
  /** Of --isolation rollback. `why`: "it ...". */
  asProcesses: (why: string): string =>
    `--isolation rollback is not for this program, and each run is a process: ${why}`,
  shown: 'its output is shown',
  notUndone: 'it did not repeat itself, or its server failed, when its changes were undone',
  noExecution: (path: string): string =>
    `${path}: internal error: the exploration ended without an execution, so it proves nothing: please ` +
    'report this with the program',
  nothingSeen: (path: string): string =>
    `${path} was not built with \`drista cc\` and started no thread, so there is nothing that drista can check: ` +
    'build it with `drista cc`, or check a program that starts threads',
  /** `loop`: which thread was how often at which place. */
  endlessLoop: (loop: string): string =>
    `${loop} in one execution: if the loop there changes something in every iteration, such as a counter, it has ` +
    'infinitely many executions; bound it, or use --max-steps',
  wholeProgram: (path: string): string => basename(path),
  notInstrumented: (names: readonly string[]): string =>
    `--require instrumented: not seen: ${withReason(names)}; build all with \`drista cc\`, or ` +
    'leave the option out',
  /** `what`: an option with its value, or a command. */
  needsAllSeen: (what: string, names: readonly string[]): string =>
    `${what} needs a program all of whose code is seen; not seen: ${withReason(names)}`,
  seesCalls: (path: string, equivalence: string): string =>
    `${path} was not built with \`drista cc\`: only its pthread calls are seen. Data races and atomics ` +
    'are not, and a ' +
    'loop that waits for memory to change does not end. As values are not seen either, executions are told apart by ' +
    `the order of those calls (equivalence ${equivalence})`,
  seesSanitized: (path: string, compiler: string): string =>
    `${path} was built with ${compiler} -fsanitize=thread, not with \`drista cc\`: \`drista doctor ${path}\` ` +
    'says what drista may not see of it',
  testsNotWritten: (folder: string, why: string): string =>
    `--write-tests ${folder}: tests cannot be written there (${why}): name another folder`,
  manyInputs: (most: number): string => `the program can have at most ${most} symbolic files and arguments`,
  badSymbolicFile: (text: string): string =>
    `--symbolic-file needs NAME=N, a file of at most 255 bytes in its name and its size, not '${text}'`,
  sameSymbolicFile: (name: string): string => `--symbolic-file names ${name} twice: leave one of them out`,
  badInputSize: (option: string, most: number): string =>
    `${option}: the number of bytes must be a whole number from 1 to ${most}`,
  noClientFile: (path: string, why: string): string =>
    `--client ${path}: what the client sends cannot be read (${why}): name a readable file`,
  longClientFile: (path: string, most: number): string =>
    `--client ${path}: a client sends at most ${most} bytes: name a shorter file`,
  fewFiles: (n: number, needed: number): string =>
    `only ${n} files may be open at once, and drista needs ${needed}: \`ulimit -n ${needed}\``,
  fewProcesses: (n: number, needed: number): string =>
    `only ${n} processes and threads are allowed, and drista needs ${needed}: \`ulimit -u ${needed}\``,
  fewAddresses: (n: number): string =>
    `the address space is limited to ${n} bytes, and checked programs need terabytes of it, most of them ` +
    'unused: `ulimit -v unlimited`',
  noWorkingFolder: 'the working directory does not exist any more: change to another one',
  noThread: (why: string): string =>
    `drista cannot start a thread (${why}): allow more processes (ulimit -u) or memory`,
  pluginNotSeen: (path: string): string =>
    `${path}, which the program loads while it runs, was not compiled with \`drista cc\`: its data races and ` +
    'atomics are not seen',
  damagedVariable: (name: string): string =>
    `the environment variable ${name} is not UTF-8, and the program saw other bytes in it: set it with --env ` +
    `${name}=VALUE, or leave it out with --env-unset ${name}`,
  workerDied: (why: string): string =>
    `drista's exploring thread ended (${why}): give it less to do (--max-executions), and please report this`,

  checkpointNotReadable: (file: string, why: string): string =>
    `${file} cannot be read (${why}): name the file that the interrupted check left`,
  noCheckpoint: (file: string): string => `${file} is not a file that an interrupted check left: name that one`,
  checkpointDamaged: (file: string): string => `${file} is damaged: check the program again from the beginning`,
  checkpointOfVersion: (file: string, theirs: string, ours: string): string =>
    `${file} is from drista ${theirs}, and this is drista ${ours}: check the program again from the beginning`,
  checkpointOfBinary: (file: string, program: string): string =>
    `${program} is not the binary that ${file} is about (its build id differs): check the program again from ` +
    'the beginning',
  checkpointMoved: (file: string, path: string): string =>
    `${file} is about ${path}, whose place in memory depends on its name: go on from the same folder with the ` +
    'same name, or check it again from the beginning',
  checkpointOfLibraries: (file: string): string =>
    `the libraries of the program are not where they were when ${file} was written: check the program again ` +
    'from the beginning',
  nothingLeft: (file: string, why: string): string =>
    `no file was left to go on with: ${file} cannot be written (${why})`,
  nothingLeftInTime: (since: string): string =>
    `no file was left to go on with: the check was ended before it could write one (${since})`,
  withResume: (what: string): string => `${what} comes from the file that --resume names: leave it out`,

  cannotPrint: (why: string): string => `the report cannot be written to stdout (${why}): redirect it to another file`,
  notSaved: (path: string, why: string): string =>
    `the execution was not saved: ${path} cannot be written (${why}); --save names another file`,
  takesNoArguments: (command: string, extra: string): string =>
    `drista ${command} takes no arguments, and got '${extra}': leave it out`,
  unknownShell: (shell: string | undefined, known: readonly string[]): string =>
    `${shell === undefined ? 'no shell is given' : `'${shell}' is no shell that drista knows`}: \`drista completion ` +
    `${known.join('|')}\``,
  testArguments: (extra: string): string =>
    `'${extra}' is not for drista: the arguments of a program stand in its test, as \`drista: arguments\``,
  noTests: (where: readonly string[], filter: string | undefined): string =>
    `there are no tests ${filter === undefined ? '' : `with '${filter}' in their names `}in ${where.join(' ')}: a ` +
    'test is called NAME.drista.c, or included by drista.config.json',
  notUpdated: (path: string, why: string): string =>
    `${path} cannot be written (${why}), so it still states what it did: make it writable`,
  testsInterrupted: (ended: number, all: number): string =>
    `interrupted: ${ended} of ${all} tests had ended; call it again for the rest`,
  sameFile: (one: string, other: string, path: string): string =>
    `${one} and ${other} both name ${path}: name different files`,
  cannotWrite: (path: string, why: string): string => `${path} cannot be written (${why}): name another file`,
  savedProgramMissing: (path: string, file: string): string =>
    `${path}, whose execution ${file} holds, does not exist: change to the folder where it was checked, or ` +
    'name it with --program',
  otherBinary: (path: string, file: string): string =>
    `${path} is not the binary that ${file} was saved for (its build id differs): check it again, or try with --force`,
  notReproduced: (file: string, what: string): string =>
    `the execution in ${file} did not happen again: ${what}; check the program again`,
  noGdb: 'gdb is not found in PATH: install it, e.g. `apt-get install gdb`',
  splitArguments:
    'gdb splits arguments at white space: the program gets others here than in the check, and may go another way',
  manyLines: (name: string): string =>
    `gdb does not pass on the environment variable ${name}, whose value has several lines: the program runs without it`,
  notWithGdb: '--gdb shows the execution in gdb: leave out --html and --svg, or --gdb',
  noSchedule: (what: string, place: string): string =>
    `no schedule can contain ${what}${place === '' ? '' : ` (${place})`}: see docs/how-to/safe-schedules.md`,
  unfair: (threads: readonly number[]): string =>
    threads.length === 0
      ? 'states are avoided in which all threads would go round in loops that wait'
      : `states are avoided in which ${threads.map(describeThread).join(' and ')} would wait for ever`,
  onlyInterleavings:
    'the program has executions that are no interleavings of its threads, and were not explored; an enforced one is ' +
    'an interleaving',
  earlySchedule: (states: number, explored: number): string =>
    `a schedule of ${states} states, with ${explored} explored`,
  otherArguments: (file: string, given: readonly string[]): string =>
    `${file} is of the program with other arguments (${given.length === 0 ? 'none' : given.join(' ')}): run it with ` +
    'these, or make a schedule with yours',
  noScheduleToRun: 'no schedule is given: `drista run --safe FILE PROGRAM`, with a file that `drista safe -o` wrote',
  cannotStart: (path: string, why: string): string => `${path} cannot be started (${why}): check the file`,
  freeInOrder: (opt: string): string =>
    `--opt ${opt} leaves out the operations on locks, without which the program cannot go on freely: ` +
    'leave out `--on-unknown free`, or use `--opt 0`',
  emptySchedule: (file: string): string => `${file} has no schedule, as none was found: there is nothing to enforce`,
  scheduledBinary: (path: string, file: string): string =>
    `${path} is not the binary that ${file} was made for (its build id differs): make it again with \`drista safe\``,
  notLinked: (path: string): string =>
    `${path} was not built with \`drista cc\`, so nothing can be enforced in it: build it with that`,
  noSavedFile: 'no file is given: `drista replay FILE`, with a file that drista saved',
};
