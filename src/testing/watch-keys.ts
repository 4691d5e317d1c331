/** The keys of `drista test --watch`, while it waits for changes. */

/** What a key asks for. */
export type WatchKey = 'all' | 'failed' | 'end';

const keys: Readonly<Record<string, WatchKey>> = { a: 'all', f: 'failed', q: 'end', '\x03': 'end', '\x04': 'end' };

/** What the user is told, on a terminal. */
export const KEYS = 'a: all tests again, f: those that have not passed, q: end';

/**
 * Resolves with what the next known key asks for; undefined when `signal` ends the wait first. Never resolves otherwise
 * where standard input is no terminal. The terminal is as it was afterwards.
 */
export function nextKey(
  signal: AbortSignal,
  input: Pick<NodeJS.ReadStream, 'isTTY' | 'setRawMode' | 'on' | 'off' | 'resume' | 'pause'> = process.stdin,
): Promise<WatchKey | undefined> {
  return new Promise((resolve) => {
    const isTerminal = input.isTTY;
    const end = (key?: WatchKey): void => {
      signal.removeEventListener('abort', onAbort);
      if (isTerminal) {
        input.off('data', onData).setRawMode(false);
        input.pause();
      }
      resolve(key);
    };
    const onAbort = (): void => {
      end();
    };
    const onData = (data: Buffer): void => {
      const key = [...data.toString()].map((c) => keys[c.toLowerCase()]).find((each) => each !== undefined);
      if (key !== undefined) end(key);
    };
    signal.addEventListener('abort', onAbort);
    if (isTerminal) input.on('data', onData).setRawMode(true).resume();
    if (signal.aborted) end();
  });
}
