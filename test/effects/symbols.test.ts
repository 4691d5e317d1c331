/** The table of effects against the libraries of Debian 12. */
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { effectsFolder, runtimeFolder } from '../../src/base/paths';
import { parseEffects } from '../../runtime/effects/parse.cjs';
import { top } from '../support/paths';

interface Libraries {
  readonly areDebian12s: boolean;
  /** By names of *.effects files, without ending. */
  readonly functions: Readonly<Record<string, readonly string[]>>;
}

/** What is installed here. */
function installed(): Libraries {
  const module = JSON.stringify(join(top, 'scripts', 'effects', 'libraries.mjs'));
  const script = `import { areDebian12s, installedLibraries } from ${module};
    const all = installedLibraries();
    const functions = Object.fromEntries([...all].map(([file, { functions }]) => [file, [...functions]]));
    console.log(JSON.stringify({ areDebian12s: areDebian12s(all), functions }));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  return JSON.parse(stdout) as Libraries;
}

const libraries = installed();
const files = readdirSync(effectsFolder()).filter((name) => name.endsWith('.effects'));
const named = new Map<string, string>();
const rows = new Map(
  files.map((file) => [
    file.replace('.effects', ''),
    parseEffects(readFileSync(join(effectsFolder(), file), 'utf8'), file, named),
  ]),
);
const wrapped = new Set(readFileSync(join(runtimeFolder(), 'exports.list'), 'utf8').match(/\w+/g));

if (!libraries.areDebian12s) console.log('The libraries are not those of Debian 12: symbols are not compared.');
const onDebian12 = libraries.areDebian12s ? test : test.skip;

onDebian12('every function has a row, or is in the list of those that are unknown', () => {
  const unknown = readFileSync(join(top, 'test', 'effects', 'unknown.list'), 'utf8')
    .trim()
    .split('\n');
  const all = new Set(Object.values(libraries.functions).flat());
  const left = [...all].filter((name) => !named.has(name)).sort();
  // `node scripts/effects/draft.mjs --unknown` writes the list.
  expect(unknown).toEqual(left);
});

/** Functions of other versions of the libraries, of ld.so, or in the part of libc that is linked into programs. */
const elsewhere = new Set([
  ...['atexit', 'at_quick_exit', '__cxa_call_terminate', '__gmon_start__'],
  '__tls_get_addr', // of ld.so
  ...['_ITM_deregisterTMCloneTable', '_ITM_registerTMCloneTable'],
]);

onDebian12('every row names functions that there are', () => {
  const objects = new Set(objectsOf());
  for (const [file, all] of rows) {
    const functions = new Set(libraries.functions[file] ?? []);
    const strange = all
      .flatMap(({ names }) => names)
      .filter((name) => !functions.has(name) && !wrapped.has(name) && !elsewhere.has(name) && !objects.has(name));
    expect([file, strange]).toEqual([file, []]);
  }
});

/** Variables, virtual tables and the like, of libc and libstdc++. */
function objectsOf(): string[] {
  return ['libc.so.6', 'libstdc++.so.6'].flatMap((name) => {
    const path = spawnSync('cc', [`-print-file-name=${name}`], { encoding: 'utf8' }).stdout.trim();
    const { stdout } = spawnSync('nm', ['-D', '--defined-only', '--format=posix', path], {
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    });
    const lines = stdout.split('\n').map((line) => line.split(' '));
    return lines.filter(([, type]) => /^[BDRVu]$/.test(type ?? '')).map(([symbol]) => symbol.replace(/@.*/, ''));
  });
}

test('everything that the runtime offers to instrumented code has a row', () => {
  const offered = [...wrapped].filter((name) => /^(__tsan|__atomic|__drista|drista_runtime|__VERIFIER)_/.test(name));
  expect(offered.length).toBeGreaterThan(300);
  expect(offered.filter((name) => !named.has(name))).toEqual([]);
});

test('no row is a draft', () => {
  const drafts = [...rows.values()].flat().filter(({ flags }) => flags.has('draft'));
  expect(drafts).toEqual([]);
});
