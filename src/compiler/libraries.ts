/** The shared libraries that a program loads at its start, as the loader finds them. */
import { basename, resolve } from 'node:path';
import { readBounded } from '../base/bounded-file';
import { readElf } from '../debug-info/elf';
import { isInstrumented } from './entry';

/** How long the loader may take, in milliseconds. */
const TIMEOUT = 60_000;

export interface Library {
  /** The name by which it is needed. */
  readonly name: string;
  /** The file that the loader finds; undefined: it finds none. */
  readonly path: string | undefined;
}

/**
 * All libraries of the program, directly or indirectly needed, when `load` (not included) is preloaded. Empty if the
 * loader cannot list them. The program does not run. `environment`: its environment, as NAME=VALUE.
 */
export function librariesOf(
  program: string,
  interpreter: string,
  load = '',
  environment?: readonly string[],
): Library[] {
  // Loaded on use: most programs do not need it, and it takes long.
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- see above
  const { spawnSync } = require('node:child_process') as typeof import('node:child_process');
  const seen =
    environment === undefined ? process.env : Object.fromEntries(environment.map((text) => text.split(/=(.*)/s)));
  const env = { ...seen, LD_PRELOAD: load, LD_TRACE_LOADED_OBJECTS: '1' };
  const { stdout } = spawnSync(interpreter, [resolve(program)], { encoding: 'utf8', env, timeout: TIMEOUT });
  return (stdout ?? '').split('\n').flatMap((line) => {
    const [, name, path] = /^\t(\S+) => (not found|.*(?= \(0x))/.exec(line) ?? [];
    if (name !== undefined) return [{ name, path: path === 'not found' ? undefined : path }];
    // Needed by a path, which may be relative.
    const [, own] = /^\t(.*\/.*) \(0x/.exec(line) ?? [];
    return own === undefined || own === load || own === interpreter ? [] : [{ name: basename(own), path: own }];
  });
}

/** Does the library announce its accesses? */
export function isInstrumentedLibrary(path: string): boolean {
  const elf = readElf(readBounded(path));
  return elf !== undefined && isInstrumented(elf);
}
