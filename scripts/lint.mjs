/** Runs all checks of the sources, those that take long beside each other. Exit code 1: one of them has failed. */
import { spawn } from 'node:child_process';
import { top, within } from './steps.mjs';

const checks = [
  [within('node_modules', 'eslint', 'bin', 'eslint.js'), '.'],
  [within('node_modules', 'typescript', 'bin', 'tsc'), '-p', '.', '--noEmit'],
  [within('node_modules', 'typescript', 'bin', 'tsc'), '-p', within('src', 'report', 'html', 'page')],
  [within('node_modules', 'typescript', 'bin', 'tsc'), '-p', within('src', 'playground', 'page')],
  ...['format', 'paths', 'columns', 'headers', 'second-lists', 'runtime-layers', 'runtime-calls'].map((name) => [
    within('scripts', 'lint', `${name}.mjs`),
  ]),
];

for (const args of checks)
  spawn(process.execPath, args, { cwd: top, stdio: ['ignore', 'inherit', 'inherit'] }).on('close', (status) => {
    if (status !== 0) process.exitCode = 1;
  });
