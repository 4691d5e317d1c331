/** Command lines that people type by mistake: each is answered by one line, which says what is wrong and what to do. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drista, folder } from '../support/command';
import { top } from '../support/paths';

const main = 'int main(void) { return 0; }\n';

/** Offset of e_machine in the header of an ELF file, and the number of AArch64 there (System V ABI). */
const MACHINE = 18;
const AARCH64 = 0xb7;

const files: Readonly<Record<string, string>> = {
  'text.txt': 'hello\n',
  'old.json': '{"a":1}\n',
  'key.json': '{"includ":["a"]}\n',
  'type.json': '{"jobs":"many"}\n',
  's.c': main,
  'a.drista.c': `// drista: verified\n${main}`,
  'verdict.drista.c': `// drista: verfied\n${main}`,
  'kind.drista.c': `// drista: error datarace\n${main}`,
  'line.drista.c': `// drista: error assertion at queue.h\n${main}`,
  'option.drista.c': `// drista: verified --modle sc\n${main}`,
  'noheader.drista.c': main,
  'directive.drista.c': `// drista: biuld -O2\n${main}`,
};

beforeAll(() => {
  for (const name of ['folder', 'empty']) mkdirSync(join(folder, name));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const executable = (name: string, bytes: string | Uint8Array): void =>
    writeFileSync(join(folder, name), bytes, { mode: 0o755 });
  executable('script.sh', '#!/bin/sh\ntrue\n');
  const source = join(top, 'examples', 'store-buffering-seq-cst.c');
  const racing = join(top, 'examples', 'message-passing-relaxed.c');
  for (const args of [
    ['-o', 'prog', source],
    ['-c', '-o', 'prog.o', source],
    ['-o', 'mp', racing],
  ])
    expect(drista(['cc', ...args])).toMatchObject({ status: 0 });
  const program = readFileSync(join(folder, 'prog'));
  executable('short', program.subarray(0, 40));
  program[MACHINE] = AARCH64;
  executable('arm', program);
  expect(spawnSync('gcc', ['-static', '-o', 'static', 's.c'], { cwd: folder }).status).toBe(0);
  expect(drista(['--save', 'saved.json', './mp']).status).toBe(1);
  const saved = readFileSync(join(folder, 'saved.json'), 'utf8');
  writeFileSync(join(folder, 'changed.json'), saved.replace(/mp"/g, 'prog"'));
});

/** Arguments, and the line behind `drista: `. */
const mistakes: readonly (readonly [string, string])[] = [
  ['compile x.c', "'compile' is neither a command nor a program that exists: see `drista --help`"],
  ['tset', "'tset' is neither a command nor a program that exists (did you mean drista test?): see `drista --help`"],
  ['./prog x', "unexpected argument 'x': one program is checked; put the program's own arguments after --"],
  ['nothere', 'nothere does not exist: check the name, or build it with `drista cc`'],
  ['./folder', './folder is not a file: give a compiled program'],
  ['text.txt', 'text.txt is not a compiled Linux program: build one with `drista cc`'],
  ['./script.sh', './script.sh is a script: drista checks compiled programs; give the program that it calls'],
  ['./arm', './arm is not for x86-64: drista checks 64-bit x86 programs; rebuild it with `drista cc`'],
  ['./prog.o', './prog.o is not linked: link it to a program with `drista cc`'],
  [
    './static',
    './static is linked statically, so drista cannot enter it: rebuild it with `drista cc` and without -static',
  ],
  ['./short', './short is not a compiled Linux program: build one with `drista cc`'],
  ['--modle sc ./prog', 'unknown option --modle (did you mean --model?): see `drista --help`'],
  ['--model alpha ./prog', "--model knows rc11, c20, imm, ra, ccon, tso, pso, sc, not 'alpha': see `drista --help`"],
  ['--model', '--model needs a value: see `drista --help`'],
  ['--model ./prog', "--model knows rc11, c20, imm, ra, ccon, tso, pso, sc, not './prog': see `drista --help`"],
  ['--jobs 0 ./prog', "--jobs needs a whole number from 1 to 64, not '0': see `drista --help`"],
  ['--jobs two ./prog', "--jobs needs a whole number from 1 to 64, not 'two': see `drista --help`"],
  ['-j 65 ./prog', "--jobs needs a whole number from 1 to 64, not '65': see `drista --help`"],
  ['-j', '-j needs a value: see `drista --help`'],
  [
    '--time-limit 5x ./prog',
    "--time-limit needs seconds, or a time such as 90s, 5m or 1h30m, not '5x': see `drista --help`",
  ],
  [
    '--time-limit -1 ./prog',
    "--time-limit needs seconds, or a time such as 90s, 5m or 1h30m, not '-1': see `drista --help`",
  ],
  [
    '--time-limit 0 ./prog',
    "--time-limit needs seconds, or a time such as 90s, 5m or 1h30m, not '0': see `drista --help`",
  ],
  [
    '--run-limit never ./prog',
    "--run-limit needs seconds, or a time such as 90s, 5m or 1h30m, not 'never': see `drista --help`",
  ],
  [
    '--max-executions 0 ./prog',
    "--max-executions needs a whole number from 1 to 9007199254740991, not '0': see `drista --help`",
  ],
  [
    '--max-executions 1.5 ./prog',
    "--max-executions needs a whole number from 1 to 9007199254740991, not '1.5': see `drista --help`",
  ],
  ['--max-steps -3 ./prog', "--max-steps needs a whole number from 1 to 4294967295, not '-3': see `drista --help`"],
  [
    '--memory-limit lots ./prog',
    "--memory-limit needs a size from 16M on, as 500M or 2G, not 'lots': see `drista --help`",
  ],
  ['--memory-limit 1K ./prog', "--memory-limit needs a size from 16M on, as 500M or 2G, not '1K': see `drista --help`"],
  ['--bound 2 ./prog', "--bound knows preemptions=N with a whole number N from 0 on, not '2': see `drista --help`"],
  [
    '--bound preemptions=x ./prog',
    "--bound knows preemptions=N with a whole number N from 0 on, not 'preemptions=x': see `drista --help`",
  ],
  [
    '--bound switches=2 ./prog',
    "--bound knows preemptions=N with a whole number N from 0 on, not 'switches=2': see `drista --help`",
  ],
  [
    '--strategy best ./prog',
    "--strategy knows partition, portfolio, random, pct, pos, surw, pctwm, sdpor, odpor, vc-dpor, not 'best': " +
      'see `drista --help`',
  ],
  [
    '--strategy pct:depth=0 ./prog',
    "--strategy depth needs a whole number from 1 to 4294967295, not '0': see `drista --help`",
  ],
  ['--strategy random:sed=3 ./prog', "--strategy knows seed, depth, not 'sed': see `drista --help`"],
  [
    '--strategy odpor -j 2 --model sc ./prog',
    '--jobs is not supported with --strategy odpor, where one worker explores: leave one of them out',
  ],
  [
    '--strategy odpor ./prog',
    '--strategy odpor needs --model sc (why: docs/explanation/sequences.md): add that, or leave out --strategy',
  ],
  [
    '--equivalence all ./prog',
    "--equivalence knows observational, rf, co, state, mazurkiewicz, value-centric, not 'all': see `drista --help`",
  ],
  ['--races warn ./prog', "--races knows error, ignore, not 'warn': see `drista --help`"],
  ['--volatile atomic ./prog', "--volatile knows plain, relaxed, sc, not 'atomic': see `drista --help`"],
  ['--nondet 0 ./prog', "--nondet needs a whole number from 1 to 65536, not '0': see `drista --help`"],
  ['--faults memory ./prog', "--faults knows malloc, io, max, not 'memory': see `drista --help`"],
  ['--faults malloc:max=x ./prog', "--faults max needs a whole number from 1 to 1000, not 'x': see `drista --help`"],
  [
    '--check exitcode ./prog',
    "--check knows exit-code, progress, obstruction-free, lock-free, not 'exitcode': see `drista --help`",
  ],
  [
    '--check all ./prog',
    "--check knows exit-code, progress, obstruction-free, lock-free, not 'all': see `drista --help`",
  ],
  ['--tune unroll ./prog', '--tune unroll= needs a value: see `drista --help`'],
  [
    '--tune unrol=2 ./prog',
    '--tune knows chance, timeouts, weak-cas, unroll, max-inputs, minimise, decided, runs, local-states, ' +
      "attempts, unordered, symmetry, isolation, not 'unrol': see `drista --help`",
  ],
  [
    '--tune minimise=maybe ./prog',
    "--tune minimise needs on, off, or a whole number from 1 on, not 'maybe': see `drista --help`",
  ],
  ['--tune weak-cas=yes ./prog', "--tune weak-cas knows spurious, strong, not 'yes': see `drista --help`"],
  ['--require all ./prog', "--require knows instrumented, not 'all': see `drista --help`"],
  ['--report html ./prog', '--report html needs a file: html=FILE, or html=- for the terminal (see `drista --help`)'],
  [
    '--report pdf=x.pdf ./prog',
    "--report knows json, junit, sarif, gcc, dot, svg, html, not 'pdf': see `drista --help`",
  ],
  ['--report json=none/x.json ./prog', 'none/x.json cannot be written (its folder does not exist): name another file'],
  ['--report json=folder ./prog', 'folder cannot be written (EISDIR): name another file'],
  ['--report gcc ./prog', '--report gcc needs a file: gcc=FILE, or gcc=- for the terminal (see `drista --help`)'],
  ['--report json= ./prog', '--report json needs a file: json=FILE, or json=- for the terminal (see `drista --help`)'],
  [
    '--report json=a --report json=b ./prog',
    '--report json is given twice: leave one of them out (see `drista --help`)',
  ],
  ['--checkpoint folder ./prog', 'folder cannot be written (EISDIR): name another file'],
  ['--resume nothere.resume', 'nothere.resume cannot be read (ENOENT): name the file that the interrupted check left'],
  ['--resume text.txt', 'text.txt is not a file that an interrupted check left: name that one'],
  ['--resume saved.json', 'saved.json is not a file that an interrupted check left: name that one'],
  ['--resume folder', 'folder cannot be read (EISDIR): name the file that the interrupted check left'],
  ['--color blue ./prog', "--color knows auto, always, never, not 'blue': see `drista --help`"],
  ['--quiet=no ./prog', "--quiet takes no value, and has 'no': see `drista --help`"],
  [
    '--client nothere.txt ./prog',
    '--client nothere.txt: what the client sends cannot be read (ENOENT: no such file or directory, open ' +
      "'nothere.txt'): name a readable file",
  ],
  [
    '--client folder ./prog',
    '--client folder: what the client sends cannot be read (EISDIR: illegal operation on a directory, read): ' +
      'name a readable file',
  ],
  ['--env =1 ./prog', "--env needs the name of a variable, not '': see `drista --help`"],
  ['--after-crash true ./prog', '--after-crash has no effect without --crash: leave it out, or add that'],
  ['--crash=nothere ./prog', '--crash needs --after-crash COMMAND, which says whether what is left is right'],
  ['--symbolic=stdin ./prog', '--symbolic stdin: needs a value: see `drista --help`'],
  ['--symbolic=stdin:x ./prog', "--symbolic=stdin needs a whole number from 1 to 4096, not 'x': see `drista --help`"],
  ['--symbolic=socket:3 ./prog', "--symbolic knows stdin, file, arg, client, not 'socket': see `drista --help`"],
  ['--write-tests out ./prog', '--write-tests has no effect without --symbolic: leave it out, or add that'],
  [
    '--on localhost ./prog',
    '--on: this is not a URL: it has the form redis://HOST:PORT or, with TLS, rediss://USER:PASSWORD@HOST:PORT',
  ],
  [
    '--on http://localhost ./prog',
    '--on: http: is not Redis: it has the form redis://HOST:PORT or, with TLS, rediss://USER:PASSWORD@HOST:PORT',
  ],
  ['--attach x ./prog', '--attach has no effect without --on URL: say where the check is'],
  [
    '--check progress --strategy pct ./prog',
    '--check progress explores states, and is not supported with --strategy pct: leave one of them out',
  ],
  ['replay', 'no file is given: `drista replay FILE`, with a file that drista saved'],
  ['replay nothere.json', 'nothere.json cannot be read (ENOENT): name a file that drista saved'],
  ['replay text.txt', 'text.txt is not a saved execution (not JSON): name a file that drista saved'],
  ['replay folder', 'folder cannot be read (EISDIR): name a file that drista saved'],
  ['replay old.json', 'old.json is not a saved execution: name a file that drista saved'],
  [
    'replay changed.json',
    './prog is not the binary that changed.json was saved for (its build id differs): check it again, or try ' +
      'with --force',
  ],
  [
    'replay --schedule d1xyz ./prog',
    '--schedule needs a string that drista printed; this one was cut or changed: copy all of it',
  ],
  [
    'replay --schedule nonsense ./prog',
    '--schedule needs a string that drista printed; this one is none: copy all of it',
  ],
  [
    'replay --schedule d1AAACAAAAAQABAhMBAk4Mkw',
    'no program is given: `drista replay --schedule STRING PROGRAM [-- arguments]`',
  ],
  [
    'replay --schedule d1AAACAAAAAQABAhMBAk4Mkw ./prog',
    './prog has no error in the execution of this --schedule: give the program and the arguments of its report',
  ],
  [
    'replay saved.json extra',
    "unexpected argument 'extra': one program is checked; put the program's own arguments after --",
  ],
  ['outcomes', 'no program is given: `drista outcomes [options] program [-- arguments]`'],
  ['outcomes --jobs 2 ./prog', 'unknown option --jobs: see `drista outcomes --help`'],
  ['outcomes --of all ./prog', "--of knows auto, observed, printed, not 'all': see `drista outcomes --help`"],
  ['litmus', 'no litmus test is given: `drista litmus [options] FILES`'],
  ['litmus nothere.litmus', 'nothere.litmus cannot be read (ENOENT): name a litmus test'],
  ['litmus text.txt', 'text.txt:1: a litmus test begins with a line `C NAME`'],
  ['test nothere.drista.c', 'nothere.drista.c does not exist: give a test, or a folder of tests'],
  ['test --filter', '--filter needs a value: see `drista test --help`'],
  [
    'test --report html=x a.drista.c',
    "--report knows json, junit, sarif, gcc, tap, not 'html': see `drista test --help`",
  ],
  ['test --jobs 0', "--jobs needs a whole number from 1 to 64, not '0': see `drista test --help`"],
  [
    'test --config key.json',
    "key.json: unknown key 'includ' (did you mean 'include'?): there are $schema, include, exclude, compiler, " +
      'build, options, timeLimit, jobs, output',
  ],
  ['test --config type.json', "type.json: 'jobs' needs a whole number from 1"],
  ['test --config nothere.json', 'nothere.json cannot be read (ENOENT): name a configuration'],
  ['test --config folder', 'folder cannot be read (EISDIR): name a configuration'],
  ['test ./empty', 'there are no tests in ./empty: a test is called NAME.drista.c, or included by drista.config.json'],
  ['doctor', 'no program is given: `drista doctor PROGRAM`'],
  ['doctor text.txt', 'text.txt is not a compiled Linux program: build one with `drista cc`'],
  ['doctor nothere', 'nothere does not exist: check the name, or build it with `drista cc`'],
  ['weaken', 'no program is given: `drista weaken [options] program [-- arguments]`'],
  ['weaken nothere.c', 'nothere.c does not exist: give a test, or a folder of tests'],
  ['repair nothere.c', 'nothere.c does not exist: give a test, or a folder of tests'],
  ['spec', 'no test is given: `drista spec TEST.drista.cc`, a source that includes <drista/spec.h>'],
  ['fuzz', 'no program is given: `drista fuzz [options] program [-- arguments]`'],
  ['fuzz --strategy pct ./prog', 'unknown option --strategy: see `drista fuzz --help`'],
  ['safe', 'no program is given: `drista safe [options] program [-- arguments]`'],
  ['safe --format xml ./prog', "--format knows text, json, dot, not 'xml': see `drista safe --help`"],
  ['run ./prog', 'no schedule is given: `drista run --safe FILE PROGRAM`, with a file that `drista safe -o` wrote'],
  ['run --safe nothere ./prog', 'nothere cannot be read (ENOENT): name a file that `drista safe -o` wrote'],
  ['run --safe text.txt ./prog', 'text.txt is no safe schedule: name a file that `drista safe -o` wrote'],
  ['worker', '`drista worker` needs the server where checks are led: --redis redis://HOST:PORT'],
  [
    'worker --redis localhost',
    '--redis: this is not a URL: it has the form redis://HOST:PORT or, with TLS, rediss://USER:PASSWORD@HOST:PORT',
  ],
  ['completion tcsh', "'tcsh' is no shell that drista knows: `drista completion bash|zsh|fish`"],
  ['completion', 'no shell is given: `drista completion bash|zsh|fish`'],
  ['cmake-dir x', "drista cmake-dir takes no arguments, and got 'x': leave it out"],
  [
    'help tset',
    "'tset' is neither a command nor a program that exists (did you mean drista test?): see `drista --help`",
  ],
];

test.each(mistakes)('drista %s', (args, said) => {
  expect(drista(args.split(' '))).toEqual({ status: 2, stdout: '', stderr: `drista: ${said}\n` });
});

test.each([
  [
    'test verdict.drista.c',
    "verdict.drista.c: verdict.drista.c:1: 'verfied' is no directive (did you mean 'verified'?): there are " +
      'verified, error, inconclusive, refused, outcomes, options, program, specification, build, arguments, ' +
      'environment, time-limit, says, never says',
  ],
  [
    'test kind.drista.c',
    "kind.drista.c: kind.drista.c:1: 'datarace' is no kind of error (did you mean 'data-race'?): there are " +
      'data-race, assertion, abort, crash, deadlock, livelock, starvation, misuse, memory, after-crash, ' +
      'uninitialised, exit-code, specification',
  ],
  ['test line.drista.c', 'line.drista.c: line.drista.c:1: a place is given as `at FILE:LINE` or `at WRONG`'],
  ['test option.drista.c', 'option.drista.c: unknown option --modle (did you mean --model?): see `drista --help`'],
  [
    'test noheader.drista.c',
    'noheader.drista.c: noheader.drista.c: it states no expectation, such as `// drista: verified`, in a comment ' +
      'before its code',
  ],
  [
    'test directive.drista.c',
    "directive.drista.c: directive.drista.c:1: 'biuld' is no directive (did you mean 'build'?): there are " +
      'verified, error, inconclusive, refused, outcomes, options, program, specification, build, arguments, ' +
      'environment, time-limit, says, never says',
  ],
])('drista %s', (args, said) => {
  const done = drista(args.split(' '));
  expect(done).toMatchObject({ status: 2, stderr: '' });
  expect(done.stdout.match(/^NOT CHECKED (.*)$/gm)).toEqual([`NOT CHECKED ${said}`]);
});

test.each([
  ['--modle', 'DRISTA_OPTIONS has --modle, which no command knows (did you mean --model?): see `drista --help`'],
  ['"--model', 'DRISTA_OPTIONS has a quote that is not closed: close it'],
])('DRISTA_OPTIONS=%s', (options, said) => {
  const done = drista(['./prog'], { DRISTA_OPTIONS: options });
  expect(done).toEqual({ status: 2, stdout: '', stderr: `drista: ${said}\n` });
});

test('they are more than 76, and each is there once', () => {
  expect(mistakes.length).toBeGreaterThan(76);
  expect(new Set(mistakes.map(([args]) => args)).size).toBe(mistakes.length);
});
