/**
 * What a program uses and drista does not see: libraries that were not compiled for it, and assembly in those that
 * were.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { readElf } from '../debug-info/elf';
import { loadedFolder } from '../base/paths';
import { assemblyIn, type Assembly } from './assembly';
import { isInstrumented, runtimeVersion } from './entry';

/**
 * The C library's, the compilers', and drista's stand-ins: what they do for programs drista knows, or it orders
 * nothing.
 */
const usual = /^(lib(c|m|mvec|dl|rt|pthread|util|resolv|stdc\+\+|gcc_s|atomic)\.so(\.\d+)*|ld-linux.*)$/;

/** Is it one of those that nearly every program has? */
export function isUsual(path: string): boolean {
  return usual.test(basename(path)) || path.startsWith(`${loadedFolder()}/`);
}

export interface Unseen {
  /** Names of libraries that are not instrumented. */
  readonly libraries: readonly string[];
  readonly assembly: readonly Assembly[];
}

/** Looks at the executable and the libraries at these paths. Takes a while: for when there is something to explain. */
export function unseenOf(paths: readonly string[]): Unseen {
  const libraries: string[] = [],
    assembly: Assembly[] = [];
  for (const path of new Set(paths)) {
    if (isUsual(path)) continue;
    const bytes = read(path),
      elf = bytes && readElf(bytes);
    if (elf === undefined) continue;
    if (isInstrumented(elf) || runtimeVersion(bytes!) !== undefined) assembly.push(...(assemblyIn(path, elf) ?? []));
    else if (elf.interpreter === undefined || path !== paths[0]) libraries.push(basename(path));
  }
  return { libraries, assembly };
}

function read(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined; // gone since
  }
}

const MOST = 5;

/** A list for people: not all of a long one. */
export function listed(all: readonly string[]): string {
  return all.length <= MOST ? all.join(', ') : `${all.slice(0, MOST).join(', ')} and ${all.length - MOST} more`;
}

/** As in: `lock cmpxchg` in take (lock.c:12). */
export function assemblyText({ function: name, file, line, instructions }: Assembly): string {
  const place = file === '' ? '' : ` (${file}${line === 0 ? '' : `:${line}`})`;
  return (
    `${instructions.map((text) => `\`${text}\``).join(', ')} in ` +
    `${name === '' ? 'a function without a name' : name}${place}`
  );
}
