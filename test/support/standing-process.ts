/**
 * The process of standing.ts: reads requests from one named pipe, performs one command after another, and writes what
 * drista would print, and its exit code, into the other pipe.
 *
 *     node standing-process.js REQUESTS ANSWERS
 */
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { DristaError } from '../../src/base/errors';
import { check } from '../../src/cli/commands/check';
import type { Message, WorkerData } from '../../src/check/check-work';
import type { CheckOutcome } from '../../src/check/found-error';
import { complain } from '../../src/cli/complain';
import { Exit } from '../../src/base/exit';
import { outcomes } from '../../src/cli/commands/outcomes';
import { replay } from '../../src/cli/commands/replay';
import { resourceLimits } from '../../src/check/stack';
import type { CheckRequest } from '../../src/check/check-request';
import type { Done } from './command';
import type { Request } from './standing';

const [requests, answers] = process.argv.slice(2);

/** The thread of all checks. What it throws ends the process, and so fails the test. */
const thread = new Worker(join(__dirname, 'standing-thread.js'), { resourceLimits });

/** Performs the request in the thread. */
function run(request: CheckRequest): Promise<CheckOutcome> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: Message): void => {
      if (message.type !== 'outcome' && message.type !== 'failed') return;
      thread.off('message', onMessage);
      if (message.type === 'outcome') resolve(message.outcome);
      else reject(new DristaError(message.message));
    };
    thread.on('message', onMessage);
    const data: WorkerData = { request, interrupt: new SharedArrayBuffer(4) };
    thread.postMessage(data);
  });
}

/** What is written to the stream goes into the list. */
function collect(stream: NodeJS.WriteStream, into: string[]): void {
  stream.write = (text: string | Uint8Array, ...rest: unknown[]): boolean => {
    into.push(typeof text === 'string' ? text : Buffer.from(text).toString());
    const written = rest.at(-1);
    if (typeof written === 'function') written();
    return true;
  };
}

const stdout: string[] = [];
const stderr: string[] = [];

/** As main.ts does, for these commands. */
function perform(args: readonly string[]): Promise<number> {
  switch (args[0]) {
    case 'outcomes':
      return outcomes(args.slice(1), run);
    case 'replay':
      return replay(args.slice(1));
    default:
      return check(args, run);
  }
}

async function answer({ args, cwd }: Request): Promise<Done> {
  for (const texts of [stdout, stderr]) texts.length = 0;
  process.chdir(cwd);
  const status = await perform(args).catch((error: unknown) => {
    complain(error);
    return Exit.Failure;
  });
  process.exitCode = undefined;
  // A worker thread that a short check has started asks for the folder when it begins; the test may remove that one.
  process.chdir(__dirname);
  return { status, stdout: stdout.join(''), stderr: stderr.join('') };
}

async function stand(): Promise<void> {
  collect(process.stdout, stdout);
  collect(process.stderr, stderr);
  for (;;) {
    const request = JSON.parse(await readFile(requests, 'utf8')) as Request;
    // Open from now on: its reader sees its end if this process ends.
    const pipe = await open(answers, 'w');
    await pipe.writeFile(JSON.stringify(await answer(request)));
    await pipe.close();
  }
}

process.on('disconnect', () => process.exit());
void stand();
