/** The shared libraries that a program loads at its start, as the loader finds them. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readElf } from '../elf';
import { isInstrumented } from './way';

export interface Library {
  /** As it is asked for. */
  readonly name: string;
  /** Undefined: the loader does not find it. */
  readonly path: string | undefined;
}

/**
 * All libraries, those of libraries too, when `load` is loaded before them, which is not among them. Empty where the loader cannot
 * say. The program does not run.
 */
export function librariesOf(program: string, interpreter: string, load: string): Library[] {
  const env = { ...process.env, LD_PRELOAD: load, LD_TRACE_LOADED_OBJECTS: '1' };
  const { stdout } = spawnSync(interpreter, [resolve(program)], { encoding: 'utf8', env });
  const lines = (stdout ?? '').split('\n').map((line) => /^\t(\S+) => (not found|.*(?= \(0x))/.exec(line));
  return lines.flatMap((found) => (found === null ? [] : [{ name: found[1], path: found[2] === 'not found' ? undefined : found[2] }]));
}

/** Does the library announce its accesses? */
export function isInstrumentedLibrary(path: string): boolean {
  const elf = readElf(readFileSync(path));
  return elf !== undefined && isInstrumented(elf);
}
