/** Where the module is that speaks with Redis (cluster-io.ts): a file of its own, bundled or not. */
import { join } from 'node:path';

/** Its file. */
export function ioFile(): string {
  return join(__dirname, 'cluster-io.js');
}

/** Loads it. */
export function loadIo(): typeof import('./cluster-io') {
  // By its place, so that the bundle of the command line does not contain it.
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- see above
  return require(ioFile()) as typeof import('./cluster-io');
}
