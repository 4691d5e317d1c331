/**
 * Writes the JavaScript of src, test, bench and editors into dist, file by file and without a check of types, which
 * `npm run lint` makes: a second after a change its tests can run. Only files that have changed are written; what is
 * left of removed ones is removed. jest.config.mjs calls this, so that tests never run what is out of date.
 *
 *     node scripts/transpile.mjs
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fail, within } from './steps.mjs';

/** Pages run in browsers; scripts/bundle.mjs makes that of an execution, scripts/playground.mjs the playground. */
const forBrowsers = [join('src', 'report', 'html', 'page'), join('src', 'playground', 'page')];
/** JavaScript that src shares with the build of the runtime. */
const shared = join('runtime', 'effects', 'parse.cjs');
/** `drista` compares its date with that of the bundle. */
const stamp = within('dist', '.transpiled');

function filesBelow(folder, ending) {
  if (!existsSync(within(folder))) return [];
  const all = readdirSync(within(folder), { recursive: true });
  return all.filter((name) => name.endsWith(ending)).map((name) => join(folder, name));
}

/** As tsc does it with the options of tsconfig.json. Has drista's own code changed? */
async function write(paths) {
  const { default: ts } = await import('typescript').catch(() =>
    fail('the package typescript is not installed: run `npm ci`, which also installs what tests need'),
  );
  const { config } = ts.readConfigFile(within('tsconfig.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, within());
  let changed = false;
  for (const path of paths) {
    const fileName = within(path),
      target = output(path);
    const text = readFileSync(fileName, 'utf8');
    const { outputText, sourceMapText } = ts.transpileModule(text, { fileName, compilerOptions: options });
    const map = JSON.parse(sourceMapText);
    map.sources = [relative(dirname(target), path)];
    changed ||=
      path.startsWith('src') && !(existsSync(within(target)) && readFileSync(within(target), 'utf8') === outputText);
    mkdirSync(within(dirname(target)), { recursive: true });
    writeFileSync(within(target), outputText);
    writeFileSync(within(`${target}.map`), JSON.stringify(map));
  }
  return changed;
}

const output = (path) => join('dist', path.replace(/ts$/, 'js'));
const written = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Has tsc written something since? */
const isOld = (path) => filesBelow(join('dist', 'src'), '.js').some((name) => written(within(name)) > written(path));

/** Brings dist up to date. */
export async function transpile() {
  const sources = ['src', 'test', 'bench', 'editors']
    .flatMap((folder) => filesBelow(folder, '.ts'))
    .filter((path) => !forBrowsers.some((folder) => path.startsWith(folder)) && !path.endsWith('.d.ts'));
  const current = new Set(sources.map(output));
  const stale = filesBelow('dist', '.js').filter((path) => !current.has(path));
  for (const path of stale) for (const file of [path, `${path}.map`]) rmSync(within(file), { force: true });
  cpSync(within(shared), within('dist', shared));
  const changed = sources.filter((path) => written(within(path)) > written(within(output(path))));
  if ((changed.length > 0 && (await write(changed))) || isOld(stamp)) writeFileSync(stamp, '');
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await transpile();
