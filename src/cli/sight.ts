/** What a verdict says of a program that drista does not see all of. */
import { isInstrumentedLibrary } from '../compiler/libraries';
import type { Unseen } from '../compiler/unseen';
import type { Module } from '../channel/protocol';
import { DristaError } from '../base/errors';
import type { FoundError } from '../explore/common/verdict';
import { Nondeterminism } from '../program/outcomes';
import { damagedNames } from '../channel/environment';
import type { Summary } from '../report/summary';
import type { Task } from './task';
import { messages } from './messages';

/**
 * What is to be said of a program that was not built with `drista cc`, of libraries that it loaded while it ran, and of
 * variables that it saw otherwise.
 */
export function notesOn(
  { program, environment, options, entry: { build } }: Task,
  loaded: readonly Module[],
): string[] {
  const damaged = damagedNames(environment).map(messages.damagedVariable);
  if (build === 'plain') return [...damaged, messages.seesCalls(program, options.equivalence)];
  const unseen = new Set(loaded.map(({ path }) => path).filter((path) => !ofLanguage.test(path) && !isSeen(path)));
  return [
    ...damaged,
    ...(build === 'drista' ? [] : [messages.seesSanitized(program, build)]),
    ...[...unseen].map(messages.pluginNotSeen),
  ];
}

/** The C and C++ libraries: what they do with the program's memory is known. */
const ofLanguage = /\/lib(c|m|dl|rt|pthread|gcc_s|stdc\+\+)\.so[.\d]*$/;

function isSeen(path: string): boolean {
  try {
    return isInstrumentedLibrary(path);
  } catch {
    // it was there when the program loaded it
    return false;
  }
}

/** The level that the summary names: for a program whose pthread calls alone are seen; empty for others. */
export function levelOf({ entry }: Task): Pick<Summary, 'level'> {
  return entry.sight === 'calls' ? { level: 'pthread-calls' } : {};
}

const seen = new WeakMap<object, Unseen>();

/** What drista does not see of a program with these modules: looked for when there is something to explain, once. */
export function unseenOf(modules: readonly Module[]): Unseen {
  let unseen = seen.get(modules);
  if (unseen === undefined) {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- most checks have nothing to explain
    unseen = (require('../compiler/unseen') as typeof import('../compiler/unseen')).unseenOf(
      modules.map(({ path }) => path),
    );
    seen.set(modules, unseen);
  }
  return unseen;
}

/** What a program has loaded: its executable and libraries, those too that its runs have loaded. */
interface Loaded {
  readonly modules: readonly Module[];
}

/** Beside a race: where it may be ordered all the same. */
export function unseenNotes(errors: readonly FoundError[], { entry }: Task, { modules }: Loaded): string[] {
  const races = errors.some(({ kind, involved }) => kind === 'data-race' || (kind === 'memory' && involved.length > 1));
  if (!races || entry.sight === 'calls') return [];
  const { libraries, assembly } = unseenOf(modules);
  return [
    ...(assembly.length === 0 ? [] : [messages.orderedInAssembly(assembly)]),
    ...(libraries.length === 0 ? [] : [messages.orderedInLibrary(libraries)]),
  ];
}

/** Why a program cannot be checked, with what drista does not see of it. */
export function explained(error: unknown, { program, entry: { sight } }: Task, { modules }: Loaded): unknown {
  if (error instanceof Nondeterminism && sight === 'calls') {
    return new DristaError(messages.refusal(messages.nondeterminismOfCalls(program, error.message), unseenOf(modules)));
  }
  if (error instanceof Nondeterminism)
    return new DristaError(messages.nondeterminism(program, error.message, unseenOf(modules)));
  return error instanceof DristaError ? new DristaError(messages.refusal(error.message, unseenOf(modules))) : error;
}
