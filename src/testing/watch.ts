/** Waits for changes of files: those of tests, what they were built from, and new tests beside them. */
import { statSync, watch, type FSWatcher } from 'node:fs';
import { dirname } from 'node:path';

/** Milliseconds for which nothing more must change: an editor writes a file in several steps. */
const QUIET = 100;

/**
 * Resolves once a file has changed, or others have taken the place of these; or when `signal` ends the wait. `files`:
 * which files they are now. Other files in their folders may change. A folder that cannot be watched is left out.
 */
export function changeOf(files: () => readonly string[], signal: AbortSignal): Promise<void> {
  const before = files();
  const state = stateOf(before);
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const watchers: FSWatcher[] = [];
    const end = (): void => {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const look = (): void => {
      if (stateOf(files()) !== state) end();
    };
    signal.addEventListener('abort', end);
    for (const folder of new Set(before.map((file) => dirname(file)))) {
      const changed = (): void => {
        clearTimeout(timer);
        timer = setTimeout(look, QUIET);
      };
      try {
        watchers.push(watch(folder, changed).on('error', () => undefined));
      } catch {
        // It was removed, or there are too many watches.
      }
    }
    if (signal.aborted) end();
  });
}

/** A text that changes with the files. */
function stateOf(files: readonly string[]): string {
  return files
    .map((path) => {
      const status = statSync(path, { throwIfNoEntry: false, bigint: true });
      return `${path} ${status === undefined ? '' : `${status.size} ${status.mtimeNs}`}`;
    })
    .join('\n');
}
