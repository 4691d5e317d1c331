/**
 * Litmus tests in C with drista and with herd7 (herd.md): `npm run bench -- herd PATH [--herd7 COMMAND] [--model M]
 * [--only TEXT] [--write FILE]` for those below a folder, of which nothing is copied; `npm run bench -- herd --random N
 * --herd7 COMMAND [--seed S]` for random ones. The answers of drista are compared with those of `COMMAND -model M.cat`,
 * or else with the files `TEST.litmus.expected` beside the tests. Prints a line for each test, then how many there are
 * of each kind; ends with exit code 1 if an answer differs.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { argumentsOf } from './arguments';
import { difference, dristaAnswer, herdAnswer, type DristaAnswer, type HerdAnswer } from './herd/herd-answer';
import { randomLitmus } from './herd/random-litmus';

const drista = join(__dirname, '..', '..', 'drista');
/** Tests that one process of drista answers. */
const AT_ONCE = 20;
/** Seconds for each test. herd7 takes longer for some random ones, of which nothing else is asked. */
const LIMIT = 120;
const RANDOM_LIMIT = 10;

/** All litmus tests in C below the path, by name. */
function testsIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.litmus'))
    .map((name) => join(path, name))
    .filter((file) => existsSync(file) && /^(\s|\(\*[^]*?\*\))*C[ \t]+\S/.test(readFileSync(file, 'utf8')))
    .sort();
}

const { values: options, positionals } = argumentsOf('herd', {
  allowPositionals: true,
  options: {
    herd7: { type: 'string' },
    model: { type: 'string', default: 'rc11' },
    only: { type: 'string', default: '' },
    write: { type: 'string' },
    random: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});
const [path] = positionals;
const isRandom = options.random !== undefined && options.herd7 !== undefined;
if (!isRandom && (path === undefined || !existsSync(path))) {
  console.error('usage: npm run bench -- herd PATH [--herd7 COMMAND] [--model M] [--only TEXT] [--write FILE]');
  console.error('       npm run bench -- herd --random N --herd7 COMMAND [--model M] [--seed S] [--write FILE]');
  process.exit(2);
}

/** What herd7 answers; undefined: it answers nothing, or its answer is not known. */
function expected(file: string): HerdAnswer | undefined {
  if (options.herd7 === undefined) {
    const beside = `${file}.expected`;
    return existsSync(beside) ? herdAnswer(readFileSync(beside, 'utf8')) : undefined;
  }
  const [command, ...args] = options.herd7.split(' ');
  const done = spawnSync(command, [...args, '-model', `${options.model}.cat`, file], {
    encoding: 'utf8',
    timeout: (isRandom ? RANDOM_LIMIT : LIMIT) * 1000,
  });
  if (done.error !== undefined && !('code' in done.error && done.error.code === 'ETIMEDOUT')) throw done.error;
  return herdAnswer(done.stdout);
}

type Answered = { readonly file: string } & (DristaAnswer | { readonly failed: string; readonly message: string });

/** The answers of drista to the tests. */
function answered(files: readonly string[]): Answered[] {
  const json = join(folder, 'answers.json');
  rmSync(json, { force: true });
  const limit = ['--time-limit', `${LIMIT}`];
  const done = spawnSync(drista, ['litmus', '--model', options.model, ...limit, '--report', `json=${json}`, ...files], {
    encoding: 'utf8',
  });
  if (!existsSync(json)) throw new Error(done.stderr);
  return (JSON.parse(readFileSync(json, 'utf8')) as { answers: Answered[] }).answers;
}

/** A word for how the answers compare, and a reason. */
function compared(answer: Answered): [kind: string, reason?: string] {
  if ('failed' in answer) return [answer.failed, answer.message.replaceAll(`${answer.file}:`, '').trim()];
  const herd = expected(answer.file);
  if (herd === undefined) return ['unknown'];
  if (answer.result === 'Undef' && options.model !== 'rc11')
    return ['unknown', 'drista finds a data race, for which only rc11.cat has a flag'];
  const differs = difference(herd, dristaAnswer(answer));
  return differs === undefined ? ['equal'] : ['DIFFERENT', differs];
}

const folder = mkdtempSync(join(tmpdir(), 'drista-herd-'));
const root = isRandom ? folder : resolve(path);
const counts = new Map<string, number>();
const lines: string[] = [];
try {
  if (isRandom)
    for (let n = 0; n < Number(options.random); n++)
      writeFileSync(join(folder, `${n}.litmus`), randomLitmus(Number(options.seed), n));
  const files = testsIn(root).filter((name) => name.includes(options.only));
  for (let i = 0; i < files.length; i += AT_ONCE)
    for (const answer of answered(files.slice(i, i + AT_ONCE))) {
      const [kind, reason] = compared(answer);
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      const line = `${kind} ${relative(root, answer.file)}${reason === undefined ? '' : `: ${reason}`}`;
      lines.push(line);
      if (!isRandom || kind !== 'equal') console.log(line);
      if (isRandom && !['equal', 'unknown'].includes(kind)) console.log(readFileSync(answer.file, 'utf8'));
    }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const summary = [...counts].map(([kind, n]) => `${n} ${kind}`).join(', ');
console.log(summary === '' ? 'no litmus tests in C' : summary);
if (options.write !== undefined) writeFileSync(options.write, `${[...lines, summary].join('\n')}\n`);
process.exitCode = counts.has('DIFFERENT') || lines.length === 0 ? 1 : 0;
