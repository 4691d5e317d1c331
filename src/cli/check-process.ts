/**
 * A process that performs one command after another for `drista test` (src/testing/check-processes.ts). To start Node
 * and to compile drista's code takes several times as long as the check of a small program.
 */
import { keepThread } from '../check/check-thread';
import { Exit } from '../base/exit';
import type { CommandAnswer } from '../testing/command-channel';
import { complain } from './complain';

/** What is written to the stream goes into the list. */
export function collect(stream: NodeJS.WriteStream, into: string[]): void {
  stream.write = (text: string | Uint8Array, ...rest: unknown[]): boolean => {
    into.push(typeof text === 'string' ? text : Buffer.from(text).toString());
    const written = rest.at(-1);
    if (typeof written === 'function') written();
    return true;
  };
}

/** Performs each command that the parent process sends by `run`, until the channel to it closes. */
export function performCommands(run: (args: readonly string[]) => number | Promise<number>): void {
  const stdout: string[] = [];
  const stderr: string[] = [];
  collect(process.stdout, stdout);
  collect(process.stderr, stderr);
  keepThread();
  const perform = async (args: readonly string[]): Promise<void> => {
    stdout.length = stderr.length = 0;
    let status: number = Exit.Failure;
    try {
      status = await run(args);
    } catch (error) {
      complain(error);
    }
    process.exitCode = undefined;
    const memory = process.memoryUsage.rss();
    process.send?.({ status, stdout: stdout.join(''), stderr: stderr.join(''), memory } satisfies CommandAnswer);
  };
  process.on('message', (args: readonly string[]) => void perform(args));
  process.on('disconnect', () => process.exit());
}
