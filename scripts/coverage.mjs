/**
 * Runs the tests and reports which lines of src/ they reach: in jest's own processes, and in the command line's, which
 * are processes and threads of their own. The packages that put the counts together are those that jest uses itself.
 *
 *     node scripts/coverage.mjs [ARGUMENTS OF JEST]
 *
 * The report is printed; build/coverage/index.html has it line by line.
 */
import coverage from 'istanbul-lib-coverage';
import report from 'istanbul-lib-report';
import reports from 'istanbul-reports';
import v8Coverage from '@bcoe/v8-coverage';
import v8ToIstanbul from 'v8-to-istanbul';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { top, within } from './steps.mjs';

const folder = within('build', 'coverage');
const raw = join(folder, 'raw');
const modules = within('dist', 'src');
/** So many processes' counts are in memory at once. */
const BATCH = 50;

/** jest writes what its processes reach; Node writes for every other process what it reaches, when it ends. */
function runTests(args) {
  const jest = [
    within('node_modules', 'jest', 'bin', 'jest.js'),
    '--coverage',
    '--coverageProvider=v8',
    '--collectCoverageFrom=dist/src/**/*.js',
    '--coverageReporters=json',
    `--coverageDirectory=${folder}`,
  ];
  const env = { ...process.env, NODE_V8_COVERAGE: raw };
  return spawnSync(process.execPath, [...jest, ...args], { cwd: top, env, stdio: 'inherit' }).status ?? 1;
}

/** What the processes have reached, as V8 counts it, by module. */
function reachedByProcesses() {
  let all = { result: [] };
  const files = readdirSync(raw).filter((name) => name.endsWith('.json'));
  for (let i = 0; i < files.length; i += BATCH) {
    const some = files.slice(i, i + BATCH).flatMap((name) => read(join(raw, name)) ?? []);
    all = v8Coverage.mergeProcessCovs([all, ...some]);
  }
  return all.result;
}

/** undefined: the process was killed while it wrote. */
function read(file) {
  try {
    const { result } = JSON.parse(readFileSync(file, 'utf8'));
    return { result: result.flatMap((one) => ofModule(one) ?? []) };
  } catch {
    return undefined;
  }
}

function ofModule(one) {
  if (!one.url.startsWith('file:')) return undefined;
  const path = fileURLToPath(one.url);
  return path.startsWith(`${modules}/`) ? { ...one, url: path } : undefined;
}

/** In lines of the sources; with no `functions`, nothing of the module was reached. */
async function inSources(path, functions) {
  const source = readFileSync(path, 'utf8');
  const converter = v8ToIstanbul(path, 0, { source });
  await converter.load();
  const nothing = { functionName: '', isBlockCoverage: true };
  converter.applyCoverage(
    functions ?? [{ ...nothing, ranges: [{ startOffset: 0, endOffset: source.length, count: 0 }] }],
  );
  return converter.toIstanbul();
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(raw, { recursive: true });
process.exitCode = runTests(process.argv.slice(2));
const jests = join(folder, 'coverage-final.json');
const map = coverage.createCoverageMap(existsSync(jests) ? JSON.parse(readFileSync(jests, 'utf8')) : {});
const reached = new Map(reachedByProcesses().map(({ url, functions }) => [url, functions]));
rmSync(raw, { recursive: true });
for (const name of readdirSync(modules, { recursive: true }).filter((name) => name.endsWith('.js'))) {
  const path = join(modules, name);
  map.merge(await inSources(path, reached.get(path)));
}
const context = report.createContext({ dir: folder, coverageMap: map });
for (const form of ['html', 'text']) reports.create(form).execute(context);
