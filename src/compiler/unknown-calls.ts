/** Which functions of libraries a program refers to whose effects are not known (docs/explanation/effects.md). */
import { readFileSync } from 'node:fs';
import { readElf, type Elf } from '../debug-info/elf';
import { effectOf } from '../effects/effects';
import type { Library } from './libraries';
import { ownCodeOf } from './own-code';
import { isUsual } from './unobserved';
import { isWrapped } from './wrapped';

/** Functions of one library. */
export interface UnknownCalls {
  readonly library: string;
  /** In order. */
  readonly names: readonly string[];
}

/**
 * The unknown functions of libc and the compilers' libraries that the program's own code refers to. Other libraries are
 * seen where they were built for that, and are unknown as a whole where not.
 */
export function unknownCalls(path: string, elf: Elf, libraries: readonly Library[]): UnknownCalls[] {
  const code = ownCodeOf(path);
  if (code === 'stripped') return []; // what it takes from others, the runtime in it takes too
  const calls = [...(typeof code === 'object' ? code.calls : elf.imports)].filter((name) => !isKnown(name)).sort();
  const nameOf = new Map(libraries.flatMap(({ name, path: its }) => (its === undefined ? [] : [[its, name] as const])));
  return fromUsual(calls, [...nameOf.keys()]).map((usual) => ({
    library: nameOf.get(usual.path)!,
    names: usual.names,
  }));
}

/**
 * Which of the functions the libraries of libc and the compilers provide: those that no file before them in the order
 * of loading has. libc has functions with names such as `step` for old programs.
 */
export function fromUsual(
  names: readonly string[],
  paths: readonly string[],
): { readonly path: string; readonly names: readonly string[] }[] {
  const elsewhere = new Set<string>();
  const found: { path: string; names: readonly string[] }[] = [];
  for (const path of paths) {
    const offered = functionsOf(path);
    const its = names.filter((name) => offered.has(name) && !elsewhere.has(name));
    if (!isUsual(path)) for (const name of its) elsewhere.add(name);
    else if (its.length > 0) found.push({ path, names: its });
  }
  return found;
}

/** Of accesses whose extent no row can tell, a wrapper knows it. */
function isKnown(name: string): boolean {
  const effect = effectOf(name);
  return effect !== undefined && (isWrapped(name) || !effect.accesses.some(({ extent }) => extent?.kind === 'any'));
}

const functions = new Map<string, ReadonlySet<string>>();

/** The functions that the library at the path offers. */
function functionsOf(path: string): ReadonlySet<string> {
  let names = functions.get(path);
  if (names === undefined) {
    const symbols = readElf(readFileSync(path))?.symbols ?? [];
    names = new Set(symbols.filter(({ defined, isFunction }) => defined && isFunction).map(({ name }) => name));
    functions.set(path, names);
  }
  return names;
}
