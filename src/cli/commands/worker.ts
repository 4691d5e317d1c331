/** `drista worker`: explores parts of checks that others lead (--on). */
import { DristaError } from '../../base/errors';
import { buildId } from '../../cluster/build';
import { timeSetting } from '../../cluster/time-setting';
import type { CheckFiles } from '../../cluster/worker-io';
import { readArguments } from '../arguments';
import type { Command } from '../command';
import { readCheckHead } from '../../check/cluster-head';
import type { SlotStart } from '../../check/cluster-slot';
import { Exit } from '../../base/exit';
import { loadIo, threadFile } from '../../check/io-module';
import { messages } from '../messages';
import { resourceLimits } from '../../check/stack';
import type { Option } from '../option';
import { checkOptions } from '../option-table';

export const workerOptions = {
  redis: {
    group: 'Options:',
    type: 'text',
    value: 'URL',
    help: 'the Redis server where checks are led (redis:// or rediss://, with USER:PASSWORD@ where it asks for them)',
  },
  jobs: { ...checkOptions.jobs, group: 'Options:', help: 'how many parts to explore at the same time' },
} as const satisfies Record<string, Option>;

const help = {
  usage: `drista worker --redis URL [--jobs N]

Explores parts of the checks that \`drista --on URL PROGRAM\` leads, until it is
ended by Ctrl-C or SIGTERM. It runs the programs that these checks upload: only
those who may run programs as this user should be able to write to that Redis.`,
  epilogue: 'Exit codes: 0 it was ended, 2 wrong use, or Redis cannot be reached.',
};

export const command: Command = {
  does: 'explore parts of checks that others lead',
  options: workerOptions,
  help,
  run: (args) => worker(args),
};

/** How long parts are explored, and how long a worker may be silent, in milliseconds. */
const MIN_MILLISECONDS = 1000,
  MAX_MILLISECONDS = 20_000,
  LOCK = 30_000;
/** How long the threads may take to give their parts back, in milliseconds. */
const LEAVING = 10_000;

/** Works until a signal ends it. Returns the exit code. Throws a DristaError if it cannot begin. */
export async function worker(args: readonly string[]): Promise<number> {
  const line = await readArguments(args, workerOptions, help);
  if (line === undefined) return Exit.Verified;
  const { redis: url, jobs } = line.options;
  if (url === undefined) throw new DristaError(messages.workerWithoutRedis);
  if (line.words.length > 0) throw new DristaError(messages.extraArguments(line.words[0]));
  const { WorkerIo, checkReachable, checkUrl, shownUrl } = loadIo();
  checkUrl(url, 'redis');
  await checkReachable(url);
  const build = buildId();
  const io = new WorkerIo({
    url,
    build,
    slots: jobs,
    lock: timeSetting('DRISTA_REDIS_LOCK') ?? LOCK,
    threads: { file: threadFile(), resourceLimits },
    data: (files: CheckFiles, words: SharedArrayBuffer): { slot: SlotStart } => ({
      slot: {
        files,
        words,
        slots: jobs,
        times: {
          least: timeSetting('DRISTA_PART_MIN') ?? MIN_MILLISECONDS,
          most: timeSetting('DRISTA_PART_MAX') ?? MAX_MILLISECONDS,
        },
      },
    }),
    programOf: (head) => readCheckHead(head).hash,
    say,
  });
  // Before it says that it works: who reads that may end it at once.
  const end = signalled();
  await io.ready();
  say(`worker with ${jobs} ${jobs === 1 ? 'thread' : 'threads'} at ${shownUrl(url)}, build ${build}`);
  await end;
  const timeout = setTimeout(() => {
    io.kill();
    process.exit(Exit.Verified);
  }, LEAVING);
  await io.end();
  clearTimeout(timeout);
  return Exit.Verified;
}

function signalled(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve);
  });
}

function say(line: string): void {
  process.stderr.write(`drista: ${line}\n`);
}
