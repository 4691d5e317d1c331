/** Builds a lock-free queue that has a bug and checks it; succeeds when drista finds the bug. */
import { spawnSync } from 'node:child_process';
import { within } from './steps.mjs';

const source = 'examples/spsc-queue-bug.c';
const program = 'build/demo/spsc-queue-bug';

function drista(...args) {
  console.log(`\n$ drista ${args.join(' ')}`);
  return spawnSync(process.execPath, [within('dist/src/cli/main.js'), ...args], {
    cwd: within(),
    stdio: ['ignore', 'inherit', 'inherit'],
  }).status;
}

spawnSync('mkdir', ['-p', within('build/demo')]);
if (drista('cc', '-o', program, source) !== 0) {
  console.error('demo: the example does not compile');
  process.exit(1);
}
const status = drista('--save', 'build/demo/bug.json', program);
console.log(
  status === 1 ? '\ndemo: the bug was found, as it should be.' : `\ndemo: the bug was not found (exit code ${status}).`,
);
process.exitCode = status === 1 ? 0 : 1;
