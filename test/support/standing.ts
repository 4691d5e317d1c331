/**
 * Checks, outcomes and replays in a process that stands ready for the next one. To start Node, and to compile drista's
 * code again, takes several times as long as the check of a small program. Tests of what belongs to a process of
 * drista's own, such as signals, limits and its environment, call `drista` (command.ts).
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { drista, folder, type Done } from './command';

/** Named pipes: for a request, and for the answer to it. */
const pipes = ['request', 'answer'].map((name) => join(folder, name));

/** As the bundle has it (scripts/bundle.mjs): Z3 starts more quickly. */
const flag = '--wasm-lazy-validation';

let standing: ChildProcess | undefined;

/** What the process is asked to do. */
export interface Request {
  readonly args: readonly string[];
  readonly cwd: string;
}

/**
 * As `drista(args, {}, cwd)` does, for checks, outcomes and replays; throws an Error if the process ends, or takes too
 * long.
 */
export function dristaStanding(args: readonly string[], cwd = folder, timeout = 100_000): Done {
  if (process.env.NODE_V8_COVERAGE !== undefined) return drista(args, {}, cwd, timeout);
  standing ??= start();
  const request: Request = { args, cwd };
  // The shell waits for the other ends of both pipes. Node could not end such a wait after the time.
  const { stdout } = spawnSync('sh', ['-c', 'cat >"$1" && cat "$2"', 'sh', ...pipes], {
    encoding: 'utf8',
    input: JSON.stringify(request),
    timeout,
    maxBuffer: 1 << 28,
  });
  if (stdout !== '') return JSON.parse(stdout) as Done;
  stop();
  throw new Error(`the check of ${args.join(' ')} has ended its process, or has taken ${timeout / 1000} s`);
}

function start(): ChildProcess {
  if (spawnSync('mkfifo', pipes).status !== 0) throw new Error('mkfifo has failed');
  // Its input is at its end, as that of `drista` is; its output is no file, into which drista writes another way. It
  // ends when the channel closes.
  const child = spawn(process.execPath, [flag, join(__dirname, 'standing-process.js'), ...pipes], {
    stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
  });
  child.stdin?.end();
  child.unref();
  return child;
}

function stop(): void {
  standing?.kill('SIGKILL');
  standing = undefined;
  for (const pipe of pipes) rmSync(pipe, { force: true });
}

afterAll(stop);
