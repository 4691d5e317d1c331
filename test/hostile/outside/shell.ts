/** Command lines of a shell in which drista is one command among others, and programs that they check. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { buildText } from '../../support/compiled';
import { folder } from '../../support/command';
import { top } from '../../support/paths';

export const main = join(top, 'dist', 'src', 'cli', 'main.js');

export interface Shelled {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a script of bash in a folder of its own. `drista` is drista, and $node $main the same where a command is needed.
 */
export function shell(script: string, env: NodeJS.ProcessEnv = {}): Shelled {
  const drista = 'drista() { "$node" "$main" "$@"; }';
  const done = spawnSync('/bin/bash', ['--norc', '-c', `${drista}\n${script}`], {
    cwd: mkdtempSync(join(folder, 'shell-')),
    env: { ...process.env, node: process.execPath, main, top, ...env },
    encoding: 'utf8',
    input: '',
    timeout: 100_000,
    maxBuffer: 1 << 28,
  });
  return { status: done.status, stdout: done.stdout, stderr: done.stderr };
}

export const racy = buildText(`#include <pthread.h>
static int data;
static void *writer(void *x) { data = 1; return x; }
int main(void) { pthread_t t; pthread_create(&t, 0, writer, 0); data = 2; pthread_join(t, 0); return 0; }
`);
export const fine = buildText('int main(void) { return 0; }');
/** Too long to finish, so that a limit ends it. */
const long = buildText(`#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *f(void *a) { for (int i = 0; i < 5; i++) atomic_fetch_add(&x, 1); return a; }
int main(void) { pthread_t t[3]; for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, f, 0);
for (int i = 0; i < 3; i++) pthread_join(t[i], 0); return 0; }
`);
/** For the environment of a script. */
export const programs = { R: racy, F: fine, L: long };
