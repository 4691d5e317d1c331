/** Libraries of a program that drista does not observe. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { readElf } from '../debug-info/elf';
import { loadedFolder } from '../base/paths';
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

/** Names of those of the libraries at these paths (the executable first) that are not instrumented. */
export function unobservedOf(paths: readonly string[]): readonly string[] {
  const libraries: string[] = [];
  for (const path of new Set(paths)) {
    if (isUsual(path)) continue;
    const bytes = read(path),
      elf = bytes && readElf(bytes);
    if (elf === undefined || isInstrumented(elf) || runtimeVersion(bytes!) !== undefined) continue;
    if (elf.interpreter === undefined || path !== paths[0]) libraries.push(basename(path));
  }
  return libraries;
}

function read(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined; // gone since
  }
}
