/**
 * The process of standing.ts: reads requests from one named pipe, performs one command after another, and writes what
 * drista would print, and its exit code, into the other pipe.
 *
 *     node standing-process.js REQUESTS ANSWERS
 */
import { open, readFile } from 'node:fs/promises';
import { keepThread } from '../../src/check/check-thread';
import { collect } from '../../src/cli/check-process';
import { check } from '../../src/cli/commands/check';
import { complain } from '../../src/cli/complain';
import { Exit } from '../../src/base/exit';
import { outcomes } from '../../src/cli/commands/outcomes';
import { replay } from '../../src/cli/commands/replay';
import type { Done } from './command';
import type { Request } from './standing';

const [requests, answers] = process.argv.slice(2);

const stdout: string[] = [];
const stderr: string[] = [];

/** As main.ts does, for these commands. */
function perform(args: readonly string[]): Promise<number> {
  switch (args[0]) {
    case 'outcomes':
      return outcomes(args.slice(1));
    case 'replay':
      return replay(args.slice(1));
    default:
      return check(args);
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
  keepThread();
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
