/** Waits for changes of files: those of tests, what they were built from, and new tests beside them. */
import { readdirSync, statSync, watch, type FSWatcher } from 'node:fs';
import { dirname, join } from 'node:path';

/** Milliseconds for which nothing more must change: an editor writes a file in several steps. */
const QUIET = 100;

/** Folders in which no test is looked for. */
const skipped: ReadonlySet<string> = new Set(['node_modules', 'drista-out', '.git']);

/** What is waited for. Both are asked again after each change. */
export interface Watched {
  /** Which files they are now; one that does not exist yet may come. Other files in their folders may change. */
  readonly files: () => readonly string[];
  /** Folders in which, at any depth, new ones may come. */
  readonly folders: readonly string[];
}

/**
 * Resolves once a file has changed, or others have taken the place of these; or when `signal` ends the wait. A folder
 * that cannot be watched is left out.
 */
export function changeOf({ files, folders }: Watched, signal: AbortSignal): Promise<void> {
  const state = stateOf(files());
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const watchers = new Map<string, FSWatcher>();
    const end = (): void => {
      clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const changed = (): void => {
      clearTimeout(timer);
      timer = setTimeout(look, QUIET);
    };
    const watchAll = (): void => {
      for (const folder of [...files().map((file) => dirname(file)), ...folders.flatMap(foldersIn)]) {
        if (watchers.has(folder)) continue;
        try {
          watchers.set(
            folder,
            watch(folder, changed).on('error', () => undefined),
          );
        } catch {
          // It was removed, or there are too many watches.
        }
      }
    };
    const look = (): void => {
      watchAll(); // a folder may be new
      if (stateOf(files()) !== state) end();
    };
    signal.addEventListener('abort', end);
    watchAll();
    if (signal.aborted) end();
  });
}

/** The folder, and all in it but hidden and skipped ones. Symbolic links are not followed. */
function foldersIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    const inner = entries.filter((e) => e.isDirectory() && !e.name.startsWith('.') && !skipped.has(e.name));
    return [folder, ...inner.flatMap(({ name }) => foldersIn(join(folder, name)))];
  } catch {
    return []; // it was removed, or must not be read
  }
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
