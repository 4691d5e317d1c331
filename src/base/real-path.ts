/** Paths of files without symbolic links in their folders. */
import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/**
 * The absolute path of a file, which need not exist, with the real path of its folder. Where the folder does not exist:
 * as it is written.
 */
export function inRealFolder(path: string): string {
  try {
    return join(realpathSync(dirname(path)), basename(path));
  } catch {
    return resolve(path);
  }
}
