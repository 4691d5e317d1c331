/**
 * Parts of a program that drista does not observe: uninstrumented libraries, and inline assembly in instrumented code.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { readElf } from '../debug-info/elf';
import { loadedFolder } from '../base/paths';
import { assemblyIn, type Assembly } from './assembly';
import { isInstrumented, runtimeVersion } from './entry';

/**
 * Libraries of libc and the compilers, and drista's own: drista observes what they do for programs, or they order
 * nothing.
 */
const usual =
  /^(lib(c|m|mvec|dl|rt|pthread|util|resolv|anl|nss_\w+|thread_db|stdc\+\+|gcc_s|atomic)\.so(\.\d+)*|ld-linux.*)$/;
/** What iconv loads. */
const conversions = /\/gconv\/[\w-]+\.so$/;

/** Is it one of those that nearly every program has? */
export function isUsual(path: string): boolean {
  return usual.test(basename(path)) || conversions.test(path) || path.startsWith(`${loadedFolder()}/`);
}

export interface Unobserved {
  /** Names of libraries that are not instrumented. */
  readonly libraries: readonly string[];
  readonly assembly: readonly Assembly[];
}

/** Examines the executable and the libraries at these paths. Takes long: for failures only. */
export function unobservedOf(paths: readonly string[]): Unobserved {
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

/** As in: `lock cmpxchg` in take (lock.c:12). */
export function assemblyText({ function: name, file, line, instructions }: Assembly): string {
  const place = file === '' ? '' : ` (${file}${line === 0 ? '' : `:${line}`})`;
  return (
    `${instructions.map((text) => `\`${text}\``).join(', ')} in ` +
    `${name === '' ? 'a function without a name' : name}${place}`
  );
}
