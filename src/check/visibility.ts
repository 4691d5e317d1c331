/** Notes about the parts of a program that drista does not observe. */
import { isInstrumentedLibrary } from '../compiler/libraries';
import { missedAtomicFunction } from '../compiler/thread-state-readers';
import type { Module } from '../channel/protocol';
import { DristaError } from '../base/errors';
import type { FoundError } from '../explore/common/verdict';
import { Nondeterminism } from '../program/outcomes';
import { damagedNames } from '../channel/environment';
import type { Summary } from '../report/summary';
import { whatMayPrevent } from './unseen-code';
import type { CheckRequest } from './check-request';
import { checkMessages } from './check-messages';

/**
 * Notes on a program that was not built with `drista cc`, on libraries that it has loaded at run time, and on variables
 * of its environment that were damaged.
 */
export function notesOn(
  { program, environment, settings, entry: { build } }: CheckRequest,
  loaded: readonly Module[],
): string[] {
  const damaged = damagedNames(environment).map(checkMessages.damagedVariable);
  if (build === 'plain') return [...damaged, checkMessages.seesCalls(program, settings.equivalence)];
  const unseen = new Set(loaded.map(({ path }) => path).filter((path) => !ofLanguage.test(path) && !isSeen(path)));
  return [
    ...damaged,
    ...(build === 'drista' ? [] : [checkMessages.seesSanitized(program, build)]),
    ...[...unseen].map(checkMessages.pluginNotSeen),
  ];
}

/** The C and C++ libraries, whose accesses to the program's memory are known. */
const ofLanguage = /\/lib(c|m|dl|rt|pthread|gcc_s|stdc\+\+)\.so[.\d]*$/;

function isSeen(path: string): boolean {
  try {
    return isInstrumentedLibrary(path);
  } catch {
    // it existed when the program loaded it
    return false;
  }
}

/** What of the program was seen, for the summary. */
export function levelOf({ entry, unseen }: CheckRequest): Pick<Summary, 'level' | 'unseen'> {
  if (entry.visibility === 'calls') return { level: 'pthread-calls' };
  return unseen === undefined ? {} : { level: 'partly-instrumented', unseen: unseen.names };
}

const seen = new WeakMap<object, readonly string[]>();

/** The libraries of a program with these modules that are not instrumented. */
export function unobservedOf(modules: readonly Module[]): readonly string[] {
  let unseen = seen.get(modules);
  if (unseen === undefined) {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- most checks have nothing to explain
    unseen = (require('../compiler/unobserved') as typeof import('../compiler/unobserved')).unobservedOf(
      modules.map(({ path }) => path),
    );
    seen.set(modules, unseen);
  }
  return unseen;
}

/** The modules of a program: its executable and libraries, including those that its runs have loaded. */
interface Loaded {
  readonly modules: readonly Module[];
}

/** Notes for errors that unobserved code may prevent: it may order the two accesses of a race, or wake a thread. */
export function unobservedNotes(errors: readonly FoundError[], request: CheckRequest): string[] {
  const isRace = ({ kind, involved }: FoundError): boolean =>
    kind === 'data-race' || (kind === 'memory' && involved.length > 1);
  const ordered = errors.filter(isRace).flatMap((error) => whatMayPrevent(error, request)),
    woken = errors.filter((error) => !isRace(error)).flatMap((error) => whatMayPrevent(error, request));
  return [
    ...(ordered.length === 0 ? [] : [checkMessages.orderedInUnseen([...new Set(ordered)])]),
    ...(woken.length === 0 ? [] : [checkMessages.wokenInUnseen([...new Set(woken)])]),
  ];
}

/** Notes for a program with functions that are meant to be atomic by their names, and are not. */
export function missedAtomicNotes({ program, entry }: CheckRequest): string[] {
  const name = entry.visibility === 'calls' ? undefined : missedAtomicFunction(program);
  return name === undefined ? [] : [checkMessages.notAtomic(name)];
}

/** The failure of a check, with the unobserved parts of the program as a possible cause. */
export function explained(error: unknown, { program, entry, unseen }: CheckRequest, { modules }: Loaded): unknown {
  const libraries = unobservedOf(modules);
  const names = entry.visibility === 'calls' ? libraries : (unseen?.names ?? libraries);
  if (error instanceof Nondeterminism && entry.visibility === 'calls')
    return new DristaError(
      checkMessages.notCheckable(checkMessages.nondeterminismOfCalls(program, error.message), names),
    );
  if (error instanceof Nondeterminism)
    return new DristaError(checkMessages.nondeterminism(program, error.message, names));
  return error instanceof DristaError ? new DristaError(checkMessages.notCheckable(error.message, names)) : error;
}
