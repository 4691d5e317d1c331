/** The texts of failures and notes on the command line: what happened, where, what to do. */
import { DURATIONS } from '../base/duration';
import { suggestion } from '../base/nearest-name';

export const messages = {
  /** `taken`: a word that an option took, and which may have been meant as the program. */
  noProgram: (taken?: { option: string; word: string }): string =>
    'no program is ' +
    `given${taken === undefined ? '' : ` (${taken.option} needs a FILE, and took '${taken.word}')`}: ` +
    '`drista [options] program [-- arguments]`, or see `drista --help`',
  unknownCommand: (word: string, commands: readonly string[]): string =>
    `'${word}' is neither a command nor a program that exists` +
    `${suggestion(word, commands, (name) => `drista ${name}`)}: see \`drista --help\``,
  extraArguments: (extra: string): string =>
    `unexpected argument '${extra}': one program is checked; put the program's own arguments after --`,
  noProgramFor: (command: string): string =>
    `no program is given: \`drista ${command} [options] program [-- arguments]\``,
  noSites: (programs: readonly string[], only: readonly string[], keep: readonly string[]): string =>
    `${programs.join(', ')}: no atomic operation or fence of the user's sources` +
    `${only.length + keep.length === 0 ? '' : ' that --only and --keep leave'} was performed: compile ` +
    'with -g, and name a test that performs some',
  emptyPatch: (file: string): string => `${file} was not written: no source changes`,
  patchFrom: (base: string, file: string): string =>
    `sources lie outside of the working directory: patch -d ${base} -p1 < ${file}`,
  volatileOrders: (program: string): string =>
    `${program}: --volatile gives accesses their order, which the search cannot change: leave it out`,
  ordersLeft: (file: string): string => `go on with: the same command and --resume ${file}`,
  takesNoInput: (option: string, program: string): string =>
    `--${option} is of inputs, and ${program} takes none: give it LLVMFuzzerTestOneInput, and build it with ` +
    '`drista cc -fsanitize=fuzzer`',
  fileOfFuzz: (file: string, program: string): string =>
    `'${file}' after -- would be the input of every execution: check it with \`drista ${program} -- ${file}\`, ` +
    'or put it into the folder inputs of the corpus',
  noCorpus: '--corpus needs the name of a folder: see `drista fuzz --help`',
  dictionaryNotReadable: (file: string, why: string): string =>
    `the dictionary ${file} cannot be read (${why}): name another one`,
  badDictionary: (file: string, line: number): string =>
    `${file}:${line} is no word of a dictionary: write "word", with \\\\, \\" or \\x00 for special bytes`,
  noOrdersTest: (names: readonly string[]): string =>
    `${names.join(', ')}: no test there is to be verified: name programs, or tests with \`// drista: verified\``,
  notBuilt: (name: string, said: string): string => {
    const lines = said.split('\n').filter((line) => line !== '');
    const why = lines.find((line) => /(?:^|: )(?:fatal )?error: /.test(line)) ?? lines[0];
    return `${name} cannot be built: ${why ?? 'the compiler said nothing'}`;
  },
  sourceNotReadable: (file: string, why: string): string => `${file} cannot be read (${why}): name a readable test`,
  noFacts: (file: string): string => `${file} is not a file that an interrupted search left: name that one`,
  factsNotReadable: (file: string, why: string): string =>
    `${file} cannot be read (${why}): name the file that the interrupted search left`,
  otherFacts: (file: string): string =>
    `${file} is of other tests, another build of them, or other options: give the same, or begin anew`,
  noWeakExchanges:
    'without its pass for clang, drista does not see which compare-exchanges are weak: set it up, or set DRISTA_CC=gcc',
  noLitmusTest: 'no litmus test is given: `drista litmus [options] FILES`',
  noDoctorProgram: 'no program is given: `drista doctor PROGRAM`',
  doctorOfBoth: (program: string): string =>
    `unexpected argument '${program}': \`drista doctor --rust\` takes no program`,
  secondDoctorProgram: (extra: string): string => `unexpected argument '${extra}': \`drista doctor\` takes one program`,
  /** `help`: the command that says what is right, here and below. */
  badOption: (why: string, help: string): string => `${why}: see \`${help}\``,
  badDuration: (name: string, given: string, help: string): string =>
    `--${name} needs ${DURATIONS}, not '${given}': see \`${help}\``,
  badWhole: (name: string, given: string, most: number, help: string): string =>
    `--${name} needs a whole number from 1 to ${most}, not '${given}': see \`${help}\``,
  outOfRange: (name: string, given: string, least: number, most: number, help: string): string =>
    `--${name} needs a number from ${least} to ${most}, not '${given}': see \`${help}\``,
  takesNoValue: (option: string, value: string, help: string): string =>
    `${option} takes no value, and has '${value}': see \`${help}\``,
  givenTwice: (name: string, help: string): string =>
    `--${name} is given twice: leave one of them out (see \`${help}\`)`,
  badChoice: (name: string, given: string, choices: readonly string[], help: string): string =>
    `--${name} knows ${choices.join(', ')}, not '${given}': see \`${help}\``,
  badReport: (form: string, help: string): string =>
    `--report ${form} needs a file: ${form}=FILE, or ${form}=- for the terminal (see \`${help}\`)`,
  /** `equals`: what must follow the key; empty: nothing may. */
  badMember: (name: string, key: string, equals: string, help: string): string =>
    `--${name} ${key}${equals === '' ? ' takes no value' : `${equals} needs a value`}: see \`${help}\``,
  badMinimise: (given: string): string =>
    `--tune minimise needs on, off, or a whole number from 1 on, not '${given}': see \`drista --help\``,
  badMemory: (given: string): string =>
    `--memory-limit needs a size from 16M on, as 500M or 2G, not '${given}': see \`drista --help\``,
  idle: (name: string, needs: string): string => `${name} has no effect without ${needs}: leave it out, or add that`,
  inputsByOne: (option: string): string =>
    `--symbolic explores with one worker on this machine: leave ${option} out (--on hands inputs to other workers)`,
  contradiction: (a: string, b: string): string => `${a} has no effect with ${b}: leave one of them out`,
  badBound: (given: string): string =>
    `--bound knows preemptions=N with a whole number N from 0 on, not '${given}': see \`drista --help\``,
  noFaults: (kinds: readonly string[]): string => `--faults needs ${kinds.join(' or ')}: see \`drista --help\``,
  crashAlone: '--crash needs --after-crash COMMAND, which says whether what is left is right',
  noCommand: '--after-crash needs a command: it is empty',
  crashWith: (what: string): string => `--crash is not supported with ${what}: leave one of them out`,
  crashFolder: (path: string, why: string): string =>
    `--crash: ${path} ${why}: name a folder that can be read, or leave it out for an empty one`,
  boundOf: (what: string): string => `--bound is not supported with ${what}: leave one of them out`,
  progressOf: (check: string, what: string): string =>
    `${check} explores states, and is not supported with ${what}: leave one of them out`,
  strategyNeeds: (strategy: string, option: string, choices: readonly string[], page?: string): string =>
    `--strategy ${strategy} needs --${option} ${choices.join(' or ')}${page === undefined ? '' : ` (why: ${page})`}: ` +
    'add that, or leave out --strategy',
  oneJob: (what: string): string =>
    `--jobs is not supported with ${what}, where one worker explores: leave one of them out`,
  onWith: (what: string): string => `--on is not supported with ${what}: leave one of them out`,
  onStates:
    '--on hands executions to other machines, but no states: leave it out, or explore executions ' +
    '(--equivalence observational, rf or co)',
  fileOfOneMachine: (file: string): string =>
    `a check without --on has left ${file}: leave --on out (its program had other addresses than on several machines)`,
  attachWithoutOn: '--attach has no effect without --on URL: say where the check is',
  attachNeeds: (what: string): string =>
    `--attach takes the program and what is explored from the check: leave out ${what}`,
  checkOfOtherBuild: (check: string): string =>
    `the check ${check} was begun by another build of drista: go on with that one`,
  workerWithoutRedis: '`drista worker` needs the server where checks are led: --redis redis://HOST:PORT',
  leads: (check: string, url: string): string =>
    `check ${check} at ${url}; if this drista ends before it: drista --on URL --attach ${check}`,
  leadsTasks: (check: string, url: string): string => `check ${check} at ${url}`,
  otherVersion: (path: string): string =>
    `${path} was built with another version of drista: rebuild it with this drista's \`drista cc\``,
  manyInputs: (most: number): string => `the program can have at most ${most} symbolic files and arguments`,
  badSymbolicFile: (text: string): string =>
    `--symbolic=file needs NAME=N, a file of at most 255 bytes in its name and its size, not '${text}'`,
  sameSymbolicFile: (name: string): string => `--symbolic=file names ${name} twice: leave one of them out`,
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
  checkpointOfBinary: (file: string, program: string): string =>
    `${program} is not the binary that ${file} is about (its build id differs): check the program again from ` +
    'the beginning',
  checkpointMoved: (file: string, path: string): string =>
    `${file} is about ${path}, whose place in memory depends on its name: go on from the same folder with the ` +
    'same name, or check it again from the beginning',
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
  notWithGdb: '--gdb shows the execution in gdb: leave out --report, or --gdb',
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
  notForSpec: (option: string): string =>
    `${option} is not for tests of drista spec: leave it out, or check these alone`,
  clientWritten: (file: string): string => `the failing client is a test now, ${file}: drista test ${file}`,
  writesNoClient: (test: string): string =>
    `--write-client includes the source of the test: name it in place of ${test}`,
  noSpec: 'no test is given: `drista spec TEST.drista.cc`, a source that includes <drista/spec.h>',
  specLeft: (file: string): string => `the clients that were verified are in ${file}: go on with --resume ${file}`,
  noSpecLeft: (file: string): string => `${file} was not left by an interrupted \`drista spec\`: name another file`,
  otherSpec: (file: string): string =>
    `${file} was left by another test, other options or another drista: check from the beginning`,
  environmentQuote: 'DRISTA_OPTIONS has a quote that is not closed: close it',
  environmentWord: (word: string): string =>
    `DRISTA_OPTIONS takes options of drista, not '${word}': name programs and files on the command line`,
  environmentOption: (word: string, near: string): string =>
    `DRISTA_OPTIONS has ${word}, which no command knows${near}: see \`drista --help\``,
  notFollowed: (program: string): string =>
    `the execution of this --schedule is not possible in ${program}: the program, its arguments or its environment ` +
    'have changed too much',
  noErrorThere: (program: string): string =>
    `${program} has no error in the execution of this --schedule: give the program and the arguments of its report`,
  noScheduleProgram: 'no program is given: `drista replay --schedule STRING PROGRAM [-- arguments]`',
  noSavedFile: 'no file is given: `drista replay FILE`, with a file that drista saved',
};
