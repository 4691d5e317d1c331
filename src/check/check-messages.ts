/** The texts of failures and notes of a check: what happened, where, what to do. */
import { basename } from 'node:path';
import { listed } from '../base/listed';
import type { Hindrance } from '../compiler/entry';
import { isStatement } from '../compiler/unseen-statements';
import { describeThread } from '../program/label';

/** The names of code that is not seen, and why that is so for libraries and functions. */
function withReason(unseen: readonly string[]): string {
  const [code, statements] = [unseen.filter((name) => !isStatement(name)), unseen.filter(isStatement)];
  return [...statements, ...(code.length === 0 ? [] : [`${listed(code)}, not compiled with \`drista cc\``])].join(', ');
}

export const checkMessages = {
  noCheckpointWithJobs: 'no file was left to go on with: the workers did not stop in time (--jobs 1 leaves one)',
  noRedis: (url: string, why: string): string =>
    `Redis at ${url} cannot be reached (${why}): check the URL, and that the server runs`,
  noSuchCheck: (check: string, url: string): string =>
    `there is no check ${check} at ${url}: it has ended, or it has not been shared with workers yet`,
  otherMachine: (path: string): string =>
    `${path} is another file here than where the check is led, or lies elsewhere: all machines must run the same ` +
    'system (one container image, for example), and have drista in the same folder',
  noWorkers: (machines: number, others: readonly string[]): string => {
    if (machines > 0) return 'this machine alone has explored the program, before a worker waited for a part of it';
    const there = others.length === 0 ? '' : `; workers of other builds were there: ${others.join(', ')}`;
    return `--on: no worker of this build of drista was there, so this machine has explored alone${there}`;
  },
  tasksElsewhere: (tasks: number, what: string, machines: number, messages: number, bytes: number): string =>
    `${machines} ${machines === 1 ? 'worker' : 'workers'} verified ${tasks} ${what}: ${messages} messages, ` +
    `${bytes} bytes`,
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
  noFaults: (kinds: readonly string[]): string =>
    `no call could fail (--faults ${kinds.join()}): the program makes none in main, or comes to none`,
  slowValues:
    'most of the time went into whether threads can read given values: --equivalence rf, which does not ask that, ' +
    'may be much faster here',
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
    `show (${how}): please report this with the program; --tune isolation=process checks it without rollback`,
  /** Of --tune isolation=rollback. `why`: "it ...". */
  asProcesses: (why: string): string =>
    `--tune isolation=rollback is not for this program, and each run is a process: ${why}`,
  shown: 'its output is shown',
  notUndone: 'it did not repeat itself, or its server failed, when its changes were undone',
  noExecution: (path: string): string =>
    `${path}: internal error: the exploration ended without an execution, so it proves nothing: please ` +
    'report this with the program',
  oneThread: 'the program started no thread besides main',
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
  noThread: (why: string): string =>
    `drista cannot start a thread (${why}): allow more processes (ulimit -u) or memory`,
  pluginNotSeen: (path: string): string =>
    `${path}, which the program loads while it runs, was not compiled with \`drista cc\`: its data races and ` +
    'atomics are not seen',
  damagedVariable: (name: string): string =>
    `the environment variable ${name} is not UTF-8, and the program saw other bytes in it: set it with --env ` +
    `${name}=VALUE, or leave it out with --env -${name}`,
  workerDied: (why: string): string =>
    `drista's exploring thread ended (${why}): give it less to do (--max-executions), and please report this`,

  checkpointNotReadable: (file: string, why: string): string =>
    `${file} cannot be read (${why}): name the file that the interrupted check left`,
  noCheckpoint: (file: string): string => `${file} is not a file that an interrupted check left: name that one`,
  checkpointDamaged: (file: string): string => `${file} is damaged: check the program again from the beginning`,
  checkpointOfVersion: (file: string, theirs: string, ours: string): string =>
    `${file} is from drista ${theirs}, and this is drista ${ours}: check the program again from the beginning`,
  checkpointOfLibraries: (file: string): string =>
    `the libraries of the program are not where they were when ${file} was written: check the program again ` +
    'from the beginning',
  nothingLeft: (file: string, why: string): string =>
    `no file was left to go on with: ${file} cannot be written (${why})`,
  nothingLeftInTime: (since: string): string =>
    `no file was left to go on with: the check was ended before it could write one (${since})`,
  noSchedule: (what: string, place: string): string =>
    `no schedule can contain ${what}${place === '' ? '' : ` (${place})`}: see docs/how-to/safe-schedules.md`,
  unfair: (threads: readonly number[]): string =>
    threads.length === 0
      ? 'states are avoided in which all threads would go round in loops that wait'
      : `states are avoided in which ${threads.map(describeThread).join(' and ')} would wait for ever`,
  noColumns:
    'the columns of memory orders in the sources are not known: install llvm-symbolizer (package llvm), and compile ' +
    'with -g',
  ordersLimited: (program: string, limits: readonly string[]): string =>
    `${program} was not explored as a whole with some orders (${limits.join(', ')}), which count as too weak; ` +
    '--equivalence state may have no such limit',
  foreignOrders: (places: readonly string[]): string =>
    `the atomic operations that libraries perform for ${places.slice(0, 3).join(', ')}` +
    `${places.length > 3 ? ', ...' : ''} keep their orders`,
  ordersWithoutPlace: 'atomic operations without debug information keep their orders: compile all with -g',
  keepsNothing: (place: string): string =>
    `--keep ${place}: the tests perform no atomic operation there: name one as FILE, FILE:LINE or FILE:LINE:COLUMN`,
  mergedOrders: (functions: readonly string[]): string =>
    `in ${functions.slice(0, 3).join(', ')}${functions.length > 3 ? ', ...' : ''} the compiler has made one atomic ` +
    'operation of several, which keeps its order: compile with -O0',
  onlyInterleavings:
    'the program has executions that are no interleavings of its threads, and were not explored; an enforced one is ' +
    'an interleaving',
};
