/** Files that are loaded by their place: the module that speaks with Redis (cluster-io.ts), and that of threads. */
import { join } from 'node:path';

/** The module that speaks with Redis: a file of its own, bundled or not. */
export function ioFile(): string {
  return join(__dirname, 'cluster-io.js');
}

/** The file with which a thread of a check starts. */
export function threadFile(): string {
  return join(__dirname, 'worker-thread.js');
}

/** Loads the module that speaks with Redis. */
export function loadIo(): typeof import('./cluster-io') {
  // By its place, so that the bundle of the command line does not contain it.
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- see above
  return require(ioFile()) as typeof import('./cluster-io');
}
