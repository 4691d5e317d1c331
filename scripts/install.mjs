/**
 * npm runs this where it has installed the package: unpacks the libraries, builds the add-on and the runtime where the
 * prebuilt ones do not fit the system, finds the clangs for which there is a pass, and keeps the code that Node makes
 * of the command. In a clone, which scripts/setup.mjs builds, there is nothing to do.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { keepCode } from './kept-code.mjs';
import { unpack } from './libraries.mjs';
import { missingPrograms } from './packages.mjs';
import { fail, run, say, within } from './steps.mjs';

const libraries = within('build', 'package', 'libraries.br');
const preloaded = within('build', 'runtime', 'entry-preload');

/** Can Node load the add-on, in a process of its own? */
function addonFits() {
  const addon = JSON.stringify(within('build', 'Release', 'drista.node'));
  return spawnSync(process.execPath, ['-e', `require(${addon})`]).status === 0;
}

/** Can programs here be run with the runtime? The loader says what it cannot load, and goes on. */
function runtimeFits() {
  const env = { ...process.env, LD_PRELOAD: join(preloaded, 'libdrista.so') };
  const { status, stderr } = spawnSync('/bin/true', [], { env, encoding: 'utf8' });
  return status === 0 && stderr === '';
}

/** Fails if a program is missing that building needs. */
function needPrograms(what) {
  const missing = missingPrograms();
  if (missing.length === 0) return;
  const packages = missing.map((need) => need.package).join(' ');
  fail(
    `the prebuilt ${what} does not fit this system, and to build it needs what is missing here: install ${packages}`,
  );
}

function buildAddon() {
  say('the prebuilt add-on does not fit this system: building it ...');
  needPrograms('add-on');
  run('node-gyp', ['configure', 'build'], 'node-gyp, which is part of npm, needs make, g++ and python3');
}

function buildRuntime() {
  say('the prebuilt runtime does not fit this system: building it ...');
  needPrograms('runtime');
  const folder = within('build', 'runtime');
  rmSync(folder, { recursive: true, force: true });
  const hint = 'the runtime is built by cmake with clang';
  run('cmake', ['-S', within('runtime'), '-B', folder, '-DCMAKE_BUILD_TYPE=Release'], hint);
  run('cmake', ['--build', folder, '--parallel'], hint);
}

if (!existsSync(within('tsconfig.json'))) {
  if (process.platform !== 'linux') fail(`drista runs on Linux, not on ${process.platform}`);
  unpack(readFileSync(libraries), preloaded);
  if (!addonFits()) buildAddon();
  if (!runtimeFits()) buildRuntime();
  run(process.execPath, [within('scripts', 'pass.mjs'), '--prebuilt'], 'see above');
  keepCode(within('build', 'command')); // without a compiler, say, drista starts all the same, only later
}
