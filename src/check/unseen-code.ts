/**
 * Checks of programs with code that drista does not see (docs/reference/limits.md, "Code not compiled with drista cc").
 */
import { DristaError } from '../base/errors';
import type { Module } from '../channel/protocol';
import { namesOf, unseenIn } from '../compiler/unseen';
import type { FoundError, FoundKind } from '../explore/common/verdict';
import { finestOf } from '../explore/strategies';
import { distinguishing } from './distinguishing';
import { messages } from '../cli/messages';
import type { Task, UnseenCode } from './task';

/**
 * The task as it is to be performed, where the program consists of these modules and has code that is not seen: what a
 * thread does next may depend on the order of earlier events. So each order counts and is run. Throws a DristaError
 * where the task does not allow that.
 */
export function withUnseen(task: Task, started: readonly Module[]): Task {
  const { program, options, entry, loaded = [] } = task;
  const modules = [...started, ...loaded];
  const { strategy } = options;
  const plain = entry.sight === 'calls';
  const found = plain
    ? { libraries: [program], functions: [], statements: [] }
    : unseenIn(modules.map(({ path }) => path));
  const names = plain ? [messages.wholeProgram(program)] : namesOf(found);
  if (names.length === 0) return task;
  if (options.require !== undefined) throw new DristaError(messages.notInstrumented(names));
  if (task.safe !== undefined || finestOf(strategy) === undefined)
    throw new DristaError(
      messages.needsAllSeen(task.safe === undefined ? `--strategy ${strategy}` : 'drista safe', names),
    );
  const ranges = modules
    .filter(({ path }) => found.libraries.includes(path))
    .map(({ base, size }) => [Number(base), Number(base) + Number(size)] as const);
  const unseen: UnseenCode = { names, ranges, inside: plain || found.functions.length + found.statements.length > 0 };
  return { ...task, options: distinguishing(options), changesOver: false, unseen };
}

/** The libraries that runs have loaded and that have unseen code for which the task was not meant. */
export function unseenOf(loaded: readonly Module[], { entry, loaded: known = [] }: Task): readonly Module[] {
  if (entry.sight === 'calls') return [];
  return loaded.filter(
    ({ path }) => !known.some((module) => module.path === path) && namesOf(unseenIn([path])).length > 0,
  );
}

/** Kinds of errors that code which is not seen may prevent, by the order that it gives threads, or by waking them. */
const possible: ReadonlySet<FoundKind> = new Set(['data-race', 'memory', 'deadlock', 'livelock', 'starvation']);

/** The names of unseen code that may prevent the error, so that it is only a possible one; empty: it is certain. */
export function whatMayPrevent({ kind, involved }: FoundError, { unseen, entry }: Task): readonly string[] {
  if (unseen === undefined || entry.sight === 'calls' || !possible.has(kind)) return [];
  return kind === 'memory' && involved.length < 2 ? [] : unseen.names;
}
