/** drista's command line as its users have it: a process of its own. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { top } from './paths';
import { scratchFolder } from './scratch';

/**
 * What users start; it takes the modules that tsc wrote where these are newer than the bundle. Coverage is counted in
 * the modules.
 */
const command =
  process.env.NODE_V8_COVERAGE === undefined
    ? [join(top, 'drista')]
    : [process.execPath, join(top, 'dist', 'src', 'cli', 'main.js')];

/** A folder of the test file's own. */
export const folder = scratchFolder('drista-command-');

export interface Done {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs drista to its end, in the folder `cwd`, with `env` beside the present environment. */
export function drista(args: readonly string[], env: NodeJS.ProcessEnv = {}, cwd = folder, timeout = 100_000): Done {
  const done = spawnSync(command[0], [...command.slice(1), ...args], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    input: '',
    timeout,
    maxBuffer: 1 << 28,
  });
  return { status: done.status, stdout: done.stdout, stderr: done.stderr };
}

/** Starts drista. */
export function startDrista(args: readonly string[]): ChildProcess {
  return spawn(command[0], [...command.slice(1), ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Nothing on stderr, and exit code 0. */
export function expectSuccess(done: Pick<Done, 'status' | 'stderr'>): void {
  expect([done.status, done.stderr]).toEqual([0, '']);
}

/** One line "drista: ..." on stderr, and exit code 2: how drista says that it cannot do what it was asked. */
export function expectRefusal(done: Done, saying: RegExp): void {
  expect(done.stderr).toMatch(saying);
  expect(done.stderr).toMatch(/^drista: [^\n]*\n$/);
  expect(done.stdout).toBe('');
  expect(done.status).toBe(2);
}

/** How many processes run this program. */
export function processesOf(program: string): number {
  return spawnSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter((line) => line.startsWith(program)).length;
}

/** Waits until drista has started the program, and for so many milliseconds more. */
export async function underWay(program: string, milliseconds: number): Promise<void> {
  while (processesOf(program) === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}
