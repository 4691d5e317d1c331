/**
 * Builds the pass that `drista cc` lets clang load (runtime/pass/), for each clang in PATH whose LLVM's headers are
 * there (Debian: llvm-N-dev), and writes down which: build/pass/clangs has a line for each, the version and the
 * compiler's real path. src/compiler/cc.sh reads it. Where there are no headers, programs are compiled without it.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandPath, llvmHeaders } from './packages.mjs';
import { say, within } from './steps.mjs';

const folder = within('build', 'pass');
const names = ['clang', ...[19, 18, 17, 16, 15, 14].map((n) => `clang-${n}`)];

/** Real path, version and folder of headers of each clang that can load the pass; those without headers are named. */
function clangs() {
  const found = new Map();
  for (const path of names.map(commandPath)) {
    if (path === undefined) continue;
    const real = realpathSync(path);
    if (found.has(real)) continue;
    const version = Number(
      /clang version (\d+)/.exec(spawnSync(real, ['--version'], { encoding: 'utf8' }).stdout)?.[1],
    );
    const headers = llvmHeaders().get(`${version}`);
    if (version < 14 || headers === undefined)
      say(`pass: not for ${path}: it needs the headers of LLVM ${version} (package llvm-${version}-dev)`);
    else found.set(real, { real, version, headers });
  }
  return [...found.values()];
}

/** Has it been built? Without it all works too, so that a failure is told and no more. */
function build({ real, version, headers }) {
  const into = join(folder, `${version}`);
  rmSync(join(into, 'CMakeCache.txt'), { force: true }); // it may be another compiler's
  const configure = ['-S', within('runtime', 'pass'), '-B', into, `-DLLVM_INCLUDE=${headers}`];
  for (const args of [
    [...configure, `-DCMAKE_CXX_COMPILER=${real}++`],
    ['--build', into],
  ]) {
    const done = spawnSync('cmake', args, { encoding: 'utf8' });
    if (done.status === 0) continue;
    say(`pass: cannot be built for ${real}: ${(done.stderr || `${done.error}`).trim().split('\n')[0]}`);
    return false;
  }
  return true;
}

mkdirSync(folder, { recursive: true });
const built = clangs().filter(build);
writeFileSync(join(folder, 'clangs'), built.map(({ real, version }) => `${version} ${real}\n`).join(''));
