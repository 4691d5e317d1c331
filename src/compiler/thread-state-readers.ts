/** Finds out which state of its threads, beside their memory, a program can observe. */
import { readFileSync } from 'node:fs';
import { readElf, symbolsOf } from '../debug-info/elf';
import { effectOf } from '../effects/effects';
import { ownCodeOf } from './own-code';
import { isUsual } from './unobserved';

/** How names of functions begin that are atomic (runtime/pass/sections.h). */
const BY_NAME = '__VERIFIER_atomic_';
/** Functions that begin an atomic section. */
const ofSections = /^(__VERIFIER_atomic_begin|drista_runtime_atomic_begin)$/;

/** May a program that consists of these files (the executable first) read a clock? */
export function readsClock(paths: readonly string[]): boolean {
  return mayRead(paths, ['clock', 'cycles']);
}

/** May the program read errno? */
export function readsErrno(paths: readonly string[]): boolean {
  return mayRead(paths, ['errno']);
}

/** May the program read which exceptions of floating point are raised? */
export function readsRaised(paths: readonly string[]): boolean {
  return mayRead(paths, ['raised']);
}

/** Does the program call the functions that begin atomic sections, as far as its code is known? */
export function hasAtomicSections(paths: readonly string[]): boolean {
  return [...new Set(paths)].some((path) => {
    const code = isUsual(path) ? undefined : ownCodeOf(path);
    return typeof code === 'object' && [...code.calls].some((name) => ofSections.test(name));
  });
}

/**
 * A function that is atomic by its name, in a program where nothing makes it so: only the pass does. Undefined: there
 * is none.
 */
export function missedAtomicFunction(path: string): string | undefined {
  if (hasAtomicSections([path])) return undefined;
  const code = ownCodeOf(path);
  return [...(typeof code === 'string' ? symbolsIn(path) : code.names)].find(
    (name) => name.startsWith(BY_NAME) && !/_(begin|end)$/.test(name),
  );
}

function symbolsIn(path: string): string[] {
  const file = readFileSync(path);
  const elf = file.includes(BY_NAME) ? readElf(file) : undefined;
  return elf === undefined ? [] : symbolsOf(elf.sections, '.symtab').map(({ name }) => name);
}

/** May it call a function that reads such state? True also where the code of a file is not known. */
function mayRead(paths: readonly string[], states: readonly string[]): boolean {
  return [...new Set(paths)].some((path, i) => {
    if (isUsual(path)) return false;
    const code = ownCodeOf(path);
    // The kernel's own page (vdso) is no file.
    if (typeof code === 'string') return i === 0 || code !== 'unreadable';
    return [...code.calls].some((name) => name === 'syscall' || reads(name, states));
  });
}

/** Does the function return such state, or load or call others by name? */
function reads(called: string, states: readonly string[]): boolean {
  const state = effectOf(called)?.state ?? [];
  return state.some(({ name, isWritten }) => name === 'modules' || (!isWritten && states.includes(name)));
}
