/** Folders that last as long as a test file, or as long as a process that is no test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes an empty folder whose name begins so. */
export function scratchFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true });
  };
  // jest gives test files a `process` that never exits.
  if (typeof afterAll === 'function') afterAll(remove);
  else process.on('exit', remove);
  return folder;
}
