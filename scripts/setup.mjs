/**
 * Makes a clone ready to work: system packages, node_modules, the add-on, the runtime, the command.
 * Each step is done only when its inputs have changed, so that it can stand before every other script.
 *
 *     node scripts/setup.mjs [--tests]     --tests: also what only tests need
 */
import { existsSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { installSystemPackages, llvmHeaders } from './packages.mjs';
import { installRust } from './rust.mjs';
import { fail, runBeside, say, top, within } from './steps.mjs';
import { transpile } from './transpile.mjs';
import { contents, upToDate, written } from './stamp.mjs';

function checkNode() {
  if (Number(process.versions.node.split('.')[0]) < 20)
    fail(`Node ${process.versions.node} is too old: install Node 20 or later`);
}

/** Those of the workspace test/ only for tests, or where they have been installed before: they are most of all. */
async function installModules() {
  const installed = within('node_modules', '.package-lock.json');
  const locked = within('package-lock.json');
  const isCurrent = existsSync(installed) && statSync(installed).mtimeMs >= statSync(locked).mtimeMs;
  const hasAll = existsSync(within('node_modules', 'drista-tests'));
  if (isCurrent && (hasAll || !forTests)) return say('node_modules: up to date');
  say('node_modules: installing what package-lock.json names ...');
  await runBeside(
    'npm',
    ['ci', '--no-audit', '--no-fund', ...(hasAll || forTests ? [] : ['--workspaces=false'])],
    'check the network and the npm registry, then run `npm ci`',
  );
}

/** One thing that `command` builds from files and folders, `inputs`; `output` is what must exist afterwards. */
async function build({ name, inputs, output, command: [program, ...args], also = '', hint }) {
  const stamp = contents(inputs, also);
  if (existsSync(within(output)) && upToDate(name, stamp)) return say(`${name}: up to date`);
  say(`${name}: building ...`);
  await runBeside(program, args, hint);
  if (!existsSync(within(output))) fail(`${name}: \`${[program, ...args].join(' ')}\` did not make ${output}`);
  written(name, stamp);
}

/** Node's headers mostly lie beside it; node-gyp and cmake-js need not download them then. */
function findHeaders() {
  const prefix = dirname(dirname(process.execPath));
  if (existsSync(join(prefix, 'include', 'node', 'node_api.h'))) process.env.npm_config_nodedir ??= prefix;
}

const forTests = process.argv.includes('--tests');
process.chdir(top);
checkNode();
findHeaders();
installSystemPackages(forTests);
if (forTests) installRust();
const node = `node ${process.version} ${process.arch}`;

const addon = {
  name: 'add-on',
  command: ['npx', 'node-gyp', 'configure', 'build'],
  inputs: ['binding.gyp', 'native'],
  output: 'build/Release/drista.node',
  also: node,
  hint:
    'node-gyp needs make, g++ and python3, and the headers of Node (npm downloads them, or finds them ' +
    'with `npm config set nodedir`)',
};
const runtime = {
  name: 'runtime',
  command: ['npm', 'run', '--silent', 'runtime'],
  inputs: ['runtime'],
  output: 'build/runtime/entry-preload/libdrista.so',
  hint: 'the runtime is built by cmake with clang',
};
const pass = {
  name: 'pass',
  command: ['node', 'scripts/pass.mjs'],
  inputs: ['runtime/pass', 'runtime/effects', 'runtime/libc-instrumented', 'scripts/pass.mjs'],
  output: 'build/pass/clangs',
  also: [...llvmHeaders().keys()].join(),
  hint: 'the pass is built by cmake with the clang that it is for',
};
// cmake builds with one processor unless it is told otherwise (cmake-js does not).
process.env.CMAKE_BUILD_PARALLEL_LEVEL ??= String(availableParallelism());

async function installAndBuild() {
  await installModules();
  await Promise.all([build(addon), build(runtime)]);
}

// The pass needs no modules, whose installation waits for the network and the disk.
await Promise.all([installAndBuild(), build(pass)]);
if (forTests) await transpile(); // before the bundle: `drista` takes what is newer
await build({
  name: 'command',
  command: ['node', 'scripts/bundle.mjs'],
  inputs: ['src', 'runtime/effects', 'package-lock.json', 'scripts/bundle.mjs'],
  also: node,
  output: 'build/command/main.js',
  hint: 'see the errors above',
});
say(
  forTests
    ? 'done: run `npm test`, or `npm run jest -- dist/test/FOLDER` for the tests of a folder'
    : `done: put drista in PATH, \`export PATH="${top}:$PATH"\`, and run \`drista doctor\``,
);
