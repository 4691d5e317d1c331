/** The material that lies beside the repository: exact counts that only tests read. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Top of the repository (tests run from dist/test). */
export const top = resolve(__dirname, '../../..');
const shared = process.env.DRISTA_SHARED ?? join(top, '../shared');

export function sharedPath(path: string): string {
  return join(shared, path);
}

export function sharedLines(path: string): string[] {
  return readFileSync(sharedPath(path), 'utf8').split('\n').filter((line) => line !== '');
}

/** A block of tests that needs that material; skipped, saying so, where it is absent. */
export function describeShared(name: string, body: () => void): void {
  if (existsSync(shared)) return describe(name, body);
  describe(name, () => {
    test.skip(`needs ${shared}`, () => undefined);
  });
}
