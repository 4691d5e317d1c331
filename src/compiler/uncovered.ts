/** Finds calls and code in a program's files whose effects are not part of threads' local states. */
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { listed } from '../base/listed';
import { readElf } from '../debug-info/elf';
import { isCovered } from './covered-calls';
import { ownCodeOf } from './own-code';
import { writersAmong } from './unannounced';
import { isUsual } from './unobserved';

/**
 * Why local states cannot be used for a program that consists of these files (the executable first), as a text;
 * undefined: they can.
 */
export function uncoveredBy(paths: readonly string[]): string | undefined {
  const key = paths.join('\n');
  if (!known.has(key)) known.set(key, lookFor(paths));
  return known.get(key);
}

/** By paths: what was found. A check asks several times, and must not disassemble the program each time. */
const known = new Map<string, string | undefined>();

function lookFor(paths: readonly string[]): string | undefined {
  for (const path of new Set(paths)) {
    if (isUsual(path)) continue;
    const code = ownCodeOf(path);
    if (code === 'unreadable') {
      if (path === paths[0]) return `${path} cannot be read`;
      continue; // The kernel's own page (vdso).
    }
    if (code === 'uninstrumented') return `${basename(path)} was not compiled with \`drista cc\``;
    if (code === 'stripped') return `${basename(path)} has no symbols`;
    const uncovered = [...code.calls].filter((name) => !isCovered(name)).sort(),
      calls = uncovered.length === 0 ? [] : without(uncovered, absentFrom(path, paths));
    if (calls.length > 0) return `${basename(path)} uses ${listed(calls)}`;
    const writers = code.silent.size === 0 ? [] : writersAmong(code.silent, path, code.sections);
    if (writers === undefined) return `objdump is not installed, and functions of ${basename(path)} announce nothing`;
    if (code.unseenStatements.length > 0) return `${basename(path)} has ${listed(code.unseenStatements)}`;
    if (writers.length > 0) return `functions of ${basename(path)} write memory unannounced: ${listed(writers)}`;
  }
  return undefined;
}

function without(names: readonly string[], others: ReadonlySet<string>): string[] {
  return names.filter((name) => !others.has(name));
}

/**
 * The functions that the file refers to and does without: weak symbols that none of the program's files defines. Their
 * address is null, so that nobody calls them. A program that loads further files is not covered by its calls of dlopen.
 */
function absentFrom(path: string, paths: readonly string[]): ReadonlySet<string> {
  const elf = readElf(readFileSync(path));
  const isThere = (library: string): boolean => paths.some((other) => basename(other) === library);
  if (elf === undefined || !elf.needed.every(isThere)) return new Set();
  const exported = paths.filter((other) => other !== path && existsSync(other)).map(exportsOf);
  const weak = elf.symbols.filter(({ name, defined, weak }) => weak && !defined && !exported.some((e) => e.has(name)));
  return new Set(weak.map(({ name }) => name));
}

function exportsOf(path: string): ReadonlySet<string> {
  return readElf(readFileSync(path))?.exports ?? new Set();
}
