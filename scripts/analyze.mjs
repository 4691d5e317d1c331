/**
 * Looks for defects in the runtime and the add-on with clang-tidy (`.clang-tidy` says which checks). Fails if there is
 * any finding. `npm run analyze -- FILE...` looks at some files only.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { top, within } from './steps.mjs';

function clangTidy() {
  const found = ['clang-tidy-14', 'clang-tidy'].find((command) => spawnSync(command, ['--version']).status === 0);
  if (found !== undefined) return found;
  console.error('analyze: clang-tidy is missing: install it (Debian: apt-get install clang-tidy)');
  return process.exit(2);
}

function sources() {
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard', 'runtime/*.c', 'native/*.cc'], {
    cwd: top,
    encoding: 'utf8',
  });
  return stdout.split('\n').filter((file) => file !== '' && existsSync(within(file)));
}

/** Where node_api.h is: beside Node, or where node-gyp has put it. */
function nodeHeaders() {
  const beside = join(dirname(dirname(process.execPath)), 'include', 'node');
  const { npm_config_nodedir: nodedir } = process.env;
  return nodedir === undefined ? beside : join(nodedir, 'include', 'node');
}

const addonFlags = [
  '-std=c++17',
  '-DNODE_ADDON_API_CPP_EXCEPTIONS',
  '-DNAPI_VERSION=8',
  '-isystem',
  nodeHeaders(),
].concat('-isystem', within('node_modules', 'node-addon-api'));
const runtimeFlags = ['-std=gnu11', '-D_GNU_SOURCE', '-I', within('runtime')];

function analyze(command, file) {
  const flags = file.endsWith('.cc') ? addonFlags : runtimeFlags;
  return new Promise((done) => {
    const tidy = spawn(command, ['--quiet', file, '--', '-O1', ...flags], { cwd: top });
    let output = '';
    let errors = '';
    tidy.stdout.on('data', (text) => (output += text));
    tidy.stderr.on('data', (text) => (errors += text));
    tidy.on('close', (status) => {
      if (status !== 0) console.log(output.trim() === '' ? `${file}: ${errors}` : output.trim());
      done(status === 0);
    });
  });
}

const command = clangTidy();
const chosen = process.argv.slice(2);
const files = chosen.length > 0 ? chosen : sources();
const waiting = [...files];
let failed = 0;
const worker = async () => {
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift())
    if (!(await analyze(command, file))) failed++;
};
await Promise.all(Array.from({ length: availableParallelism() }, worker));
console.log(failed === 0 ? `analyze: ${files.length} files, no finding` : `analyze: findings in ${failed} files`);
process.exitCode = failed === 0 ? 0 : 1;
