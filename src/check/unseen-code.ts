/**
 * Checks of programs with code that drista does not see (docs/reference/limits.md, "Code not compiled with drista cc").
 */
import { DristaError } from '../base/errors';
import type { Module } from '../channel/protocol';
import { namesOf, unseenIn } from '../compiler/unseen';
import type { FoundError, FoundKind } from '../explore/common/verdict';
import { finestOf } from '../explore/strategies';
import { distinguishing } from './distinguishing';
import { checkMessages } from './check-messages';
import type { CheckRequest, UnseenCode } from './check-request';

/**
 * The request as it is to be performed, where the program consists of these modules and has code that is not seen: what
 * a thread does next may depend on the order of earlier events. So each order counts and is run. Throws a DristaError
 * where the request does not allow that.
 */
export function withUnseen(request: CheckRequest, started: readonly Module[]): CheckRequest {
  const { program, settings, entry, loaded = [] } = request;
  const modules = [...started, ...loaded];
  const { strategy } = settings;
  const plain = entry.visibility === 'calls';
  const found = plain
    ? { libraries: [program], functions: [], statements: [] }
    : unseenIn(modules.map(({ path }) => path));
  const names = plain ? [checkMessages.wholeProgram(program)] : namesOf(found);
  if (names.length === 0) return request;
  if (settings.requireInstrumented) throw new DristaError(checkMessages.notInstrumented(names));
  const what = needsAll(request);
  if (what !== undefined || finestOf(strategy) === undefined)
    throw new DristaError(checkMessages.needsAllSeen(what ?? `--strategy ${strategy}`, names));
  const ranges = modules
    .filter(({ path }) => found.libraries.includes(path))
    .map(({ base, size }) => [Number(base), Number(base) + Number(size)] as const);
  const unseen: UnseenCode = { names, ranges, inside: plain || found.functions.length + found.statements.length > 0 };
  return { ...request, settings: distinguishing(settings), changesOver: false, unseen };
}

/** The command of the request, if its answer holds only where all code is seen. */
function needsAll({ safe, orders }: CheckRequest): string | undefined {
  if (safe !== undefined) return 'drista safe';
  return orders === undefined ? undefined : 'the search for memory orders';
}

/** The libraries that runs have loaded and that have unseen code for which the request was not meant. */
export function unseenOf(loaded: readonly Module[], { entry, loaded: known = [] }: CheckRequest): readonly Module[] {
  if (entry.visibility === 'calls') return [];
  return loaded.filter(
    ({ path }) => !known.some((module) => module.path === path) && namesOf(unseenIn([path])).length > 0,
  );
}

/** Kinds of errors that code which is not seen may prevent, by the order that it gives threads, or by waking them. */
const possible: ReadonlySet<FoundKind> = new Set(['data-race', 'memory', 'deadlock', 'livelock', 'starvation']);

/** The names of unseen code that may prevent the error, so that it is only a possible one; empty: it is certain. */
export function whatMayPrevent({ kind, involved }: FoundError, { unseen, entry }: CheckRequest): readonly string[] {
  if (unseen === undefined || entry.visibility === 'calls' || !possible.has(kind)) return [];
  return kind === 'memory' && involved.length < 2 ? [] : unseen.names;
}
