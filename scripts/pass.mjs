/**
 * Builds the pass that `drista cc` lets clang load (runtime/pass/), for each clang in PATH whose LLVM's headers are
 * there (Debian: llvm-N-dev), and writes down which: build/pass/clangs has a line for each, the version and the
 * compiler's real path. src/compiler/cc.sh reads it. Where there are no headers, programs are compiled without it.
 * Then compiles functions of libc through which symbolic inputs are followed (runtime/libc-instrumented/) with the
 * first pass.
 *
 *     node scripts/pass.mjs [--prebuilt]     --prebuilt: takes a pass that is there already, if the clang can load it
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { commandPath, llvmHeaders } from './packages.mjs';
import { fail, say, within } from './steps.mjs';

const folder = within('build', 'pass');
const mayTake = process.argv.includes('--prebuilt');
const names = ['clang', ...[19, 18, 17, 16, 15, 14].map((n) => `clang-${n}`)];

const fileOf = (version) => join(folder, `${version}`, 'drista-pass.so');

/** Real path and version of each clang in PATH. */
function clangs() {
  const found = new Map();
  for (const path of names.map(commandPath)) {
    const real = path === undefined ? undefined : realpathSync(path);
    if (real === undefined || found.has(real)) continue;
    const { stdout } = spawnSync(real, ['--version'], { encoding: 'utf8' });
    const version = Number(/clang version (\d+)/.exec(stdout ?? '')?.[1]);
    if (version >= 14) found.set(real, { real, version });
  }
  return [...found.values()];
}

/** Is there a pass that the clang can load? One that was made for another build of the same LLVM may not fit. */
function takes({ real, version }) {
  const pass = fileOf(version);
  const compile = ['-x', 'c', '-c', '-o', '/dev/null', '/dev/null'];
  return existsSync(pass) && spawnSync(real, [`-fpass-plugin=${pass}`, ...compile]).status === 0;
}

/**
 * Has it been built? An installed drista works without it too, so that a failure is told there and no more. A
 * developer's set-up fails: the tests would otherwise run without a pass.
 */
function build({ real, version }) {
  const headers = llvmHeaders().get(`${version}`);
  if (headers === undefined) {
    say(`pass: not for ${real}: it needs the headers of LLVM ${version} (package llvm-${version}-dev)`);
    return false;
  }
  const into = join(folder, `${version}`);
  rmSync(join(into, 'CMakeCache.txt'), { force: true }); // it may be another compiler's
  const configure = ['-S', within('runtime', 'pass'), '-B', into, `-DLLVM_INCLUDE=${headers}`];
  for (const args of [
    [...configure, `-DCMAKE_CXX_COMPILER=${real}++`],
    ['--build', into, '--parallel', `${availableParallelism()}`],
  ]) {
    const done = spawnSync('cmake', args, { encoding: 'utf8' });
    if (done.status === 0) continue;
    const why = (done.stderr || `${done.error}`).trim();
    if (!mayTake) fail(`pass: cannot be built for ${real}:\n${why}`);
    say(`pass: cannot be built for ${real}: ${why.split('\n')[0]}`);
    return false;
  }
  return true;
}

mkdirSync(folder, { recursive: true });
const ready = clangs().filter((clang) => (mayTake && takes(clang)) || build(clang));
writeFileSync(join(folder, 'clangs'), ready.map(({ real, version }) => `${version} ${real}\n`).join(''));

/** Without debug information, so that a report names the program's line that calls such a function. */
function compileLibc({ real }) {
  const into = join(folder, 'libc-instrumented');
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into);
  const names = readdirSync(within('runtime', 'libc-instrumented')).filter((name) => name.endsWith('.c'));
  const objects = names.map((name) => join(into, name.replace(/c$/, 'o')));
  const compile = [
    'cc',
    '--symbolic',
    `--drista-compiler=${real}`,
    '-g0',
    '-fPIC',
    '-Wall',
    '-Wextra',
    '-Werror',
    '-c',
  ];
  const env = { ...process.env, DRISTA_PASS: '' };
  for (const [command, ...args] of [
    ...names.map((name, i) => [
      within('drista'),
      ...compile,
      '-o',
      objects[i],
      within('runtime', 'libc-instrumented', name),
    ]),
    ['ar', 'rcs', join(into, 'libc-instrumented.a'), ...objects],
  ]) {
    const done = spawnSync(command, args, { encoding: 'utf8', env });
    if (done.status === 0) continue;
    return say(`pass: no functions of libc for --symbolic: ${(done.stderr || `${done.error}`).trim().split('\n')[0]}`);
  }
}

if (ready.length > 0) compileLibc(ready[0]);
