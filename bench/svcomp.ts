/**
 * Tasks of SV-COMP, category ConcurrencySafety: `npm run svcomp -- PATH [--families A,B] [--properties A,B]
 * [--only TEXT] [--timeout SECONDS] [--write FILE]`. PATH is a checkout of sv-benchmarks, of which nothing is copied.
 * Prints a line for each task and property, then a table; ends with exit code 1 if an answer is wrong.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { argumentsOf } from './arguments';
import { answerOf, violation, type Answer, type Report } from './svcomp/answer';
import { inTurn, type Plan } from './svcomp/plan';
import { changedText, hasLong, isInteger, largeInputTypes, namedText, outsideInputs, support } from './svcomp/source';
import { tableOf, type Row } from './svcomp/table';
import { families, properties, tasksOf, type Property, type Task } from './svcomp/task';

const drista = join(__dirname, '..', '..', 'drista');
/** What older C may be, of which no warnings are wanted. */
const flags = [
  '-x',
  'c',
  '-std=gnu11',
  '-fgnu89-inline',
  '-w',
  '-Wno-implicit-function-declaration',
  '-pthread',
  '-lm',
];
const overflow = ['-fsanitize=signed-integer-overflow', '-fsanitize-trap=signed-integer-overflow'];

/** The program's text, preprocessed; or the compiler's first complaint. */
function preprocess(task: Task, folder: string): { readonly text: string } | { readonly complaint: string } {
  const own = dirname(task.source); // with its headers, and the models of a kernel's
  const [named, preprocessed] = [join(folder, 'named.c'), join(folder, 'preprocessed.c')];
  writeFileSync(named, namedText(readFileSync(task.source, 'latin1'), basename(task.source)), 'latin1');
  const complaint = compile(folder, [
    '-E',
    '-iquote',
    own,
    '-idirafter',
    own,
    '-I',
    join(own, 'model'),
    '-o',
    preprocessed,
    named,
  ]);
  return complaint === undefined ? { text: readFileSync(preprocessed, 'latin1') } : { complaint };
}

/** Builds the program in the folder. Returns the compiler's first complaint; undefined: it is built. */
function build(property: Property, text: string, plan: Plan, folder: string): string | undefined {
  const [source, other] = [join(folder, 'task.c'), join(folder, 'support.c')];
  writeFileSync(source, changedText(text, property, plan.threads), 'latin1');
  writeFileSync(other, support(property, plan.threads));
  const more = [...(property === 'no-overflow' ? overflow : []), ...(plan.values === 'all' ? ['--symbolic'] : [])];
  return compile(folder, [...more, '-o', join(folder, 'task'), source, other]);
}

/** Does the compiler warn that the program, as it was built, reads a variable of a function before it has a value? */
function readsUninitialised(folder: string): boolean {
  const warnings = ['-Wno-everything', '-Wuninitialized', '-Wsometimes-uninitialized', '-Wconditional-uninitialized'];
  const all = [...flags.filter((flag) => flag !== '-w'), ...warnings, '-fsyntax-only', join(folder, 'task.c')];
  return spawnSync(drista, ['cc', ...all], { cwd: folder, encoding: 'utf8' }).stderr.includes('uninitialized]');
}

function compile(folder: string, more: readonly string[]): string | undefined {
  const done = spawnSync(drista, ['cc', ...flags, ...more], { cwd: folder, encoding: 'utf8' });
  if (done.status === 0) return undefined;
  return /.*(error|undefined)\b.*/.exec(done.stderr)?.[0] ?? 'it cannot be built';
}

function check(folder: string, options: readonly string[], seconds: number): Report {
  const json = join(folder, 'report.json');
  rmSync(json, { force: true });
  const time = Math.max(1, Math.ceil(seconds));
  spawnSync(
    drista,
    [
      '--model',
      'sc',
      '--time-limit',
      `${time}`,
      '--tune',
      'minimise=off',
      ...options,
      '--report',
      `json=${json}`,
      './task',
    ],
    {
      cwd: folder,
      encoding: 'utf8',
      timeout: (time + 60) * 1000,
    },
  );
  try {
    return JSON.parse(readFileSync(json, 'utf8')) as Report;
  } catch {
    return { verdict: 'failure', message: 'drista has not ended in time' };
  }
}

/** What a check in the folder says, in at most so many seconds. */
function answer(task: Task, property: Property, text: string, plan: Plan, seconds: number, folder: string): Answer {
  const complaint = build(property, text, plan, folder);
  if (complaint !== undefined) return { holds: undefined, reason: `not built: ${complaint}` };
  const options = [
    ...(property === 'no-data-race' ? [] : ['--races', 'ignore']),
    // Whoever waits for ever only because of wake-ups without a signal shows nothing about termination.
    ...(property === 'termination' ? [] : ['--spurious-wakeups']),
    ...(plan.values === undefined ? [] : plan.values === 'all' ? ['--symbolic'] : ['--nondet', `${plan.values}`]),
    ...(plan.strategy === undefined ? [] : ['--strategy', plan.strategy]),
  ];
  const start = Date.now();
  let report = check(folder, options, seconds);
  // An error of another kind ends the check, but does not decide the property.
  if (report.verdict === 'error' && violation(property, report) === undefined)
    report = check(folder, [...options, '--keep-going'], seconds - (Date.now() - start) / 1000);
  const large = largeInputTypes(text).filter((type) => plan.values !== 'all' || !isInteger(type));
  const inputs = [...large, ...outsideInputs(text)];
  const said = answerOf(property, report, inputs);
  if (said.holds !== true) return said;
  if (property === 'no-overflow' && task.dataModel !== 'LP64' && hasLong(text))
    return { holds: undefined, reason: 'long has 64 bits here: its sums may be too large for 32' };
  if (readsUninitialised(folder))
    return { holds: undefined, reason: 'a variable may be read before it has a value: only one was taken' };
  return said;
}

function decide(task: Task, property: Property, seconds: number): Answer {
  const folder = mkdtempSync(join(tmpdir(), 'drista-svcomp-'));
  try {
    const preprocessed = preprocess(task, folder);
    if ('complaint' in preprocessed) return { holds: undefined, reason: `not built: ${preprocessed.complaint}` };
    const { text } = preprocessed;
    return inTurn(text, seconds, (plan, left) => answer(task, property, text, plan, left, folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const { values: options, positionals } = argumentsOf('svcomp', {
  allowPositionals: true,
  options: {
    families: { type: 'string', default: families.join() },
    properties: { type: 'string', default: properties.join() },
    only: { type: 'string', default: '' },
    timeout: { type: 'string', default: '60' },
    write: { type: 'string' },
  },
});
const [path] = positionals;
const seconds = Number(options.timeout);
if (path === undefined || !(seconds >= 1)) {
  console.error(
    'usage: npm run svcomp -- PATH [--families A,B] [--properties A,B] [--only TEXT] ' +
      '[--timeout SECONDS] [--write FILE]',
  );
  process.exit(2);
}
const tasks = options.families.split(',').flatMap((family) => tasksOf(resolve(path), family));
if (tasks.length === 0) {
  console.error(`${path} has no tasks of ${options.families}: name a checkout of sv-benchmarks, or its folder c`);
  process.exit(2);
}
const asked = options.properties.split(',');
const rows: Row[] = [];
for (const task of tasks.filter(({ family, name }) => `${family}/${name}`.includes(options.only)))
  for (const { property, holds } of task.expected.filter((each) => asked.includes(each.property))) {
    const start = Date.now();
    const answer = decide(task, property, seconds);
    const row: Row = { task, property, expected: holds, answer, seconds: (Date.now() - start) / 1000 };
    rows.push(row);
    const verdict = answer.holds === undefined ? 'unknown' : answer.holds === holds ? 'right' : 'WRONG';
    const said = answer.reason === '' ? '' : `: ${answer.reason.split('\n')[0]}`;
    console.log(`${verdict} ${task.family}/${task.name} ${property}=${holds} ${row.seconds.toFixed(1)} s${said}`);
  }
const table = tableOf(rows);
console.log(table);
if (options.write !== undefined) writeFileSync(options.write, table);
process.exitCode = rows.some(({ answer, expected }) => answer.holds !== undefined && answer.holds !== expected) ? 1 : 0;
