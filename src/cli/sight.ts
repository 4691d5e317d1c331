/** What a verdict says of a program that drista does not see all of. */
import type { Unseen } from '../build/unseen';
import type { Module } from '../channel/protocol';
import type { Verdict } from '../explore/verdict';
import type { Summary } from '../report/json';
import type { Task } from './checker';
import { messages } from './messages';

/** What is to be said of a program that was not built with `drista cc`. */
export function notesOn({ program, entry: { way } }: Task): string[] {
  if (way === 'drista') return [];
  return [way === 'plain' ? messages.seesCalls(program) : messages.seesSanitized(program, way)];
}

export function levelOf({ entry }: Task): Pick<Summary, 'level'> {
  return entry.sight === 'calls' ? { level: 'pthread-calls' } : {};
}

const seen = new WeakMap<object, Unseen>();

/** What drista does not see of a program with these modules: looked for when there is something to explain, once. */
export function unseenOf(modules: readonly Module[]): Unseen {
  let unseen = seen.get(modules);
  if (unseen === undefined) {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- most checks have nothing to explain
    unseen = (require('../build/unseen') as typeof import('../build/unseen')).unseenOf(modules.map(({ path }) => path));
    seen.set(modules, unseen);
  }
  return unseen;
}

/** Beside a race: where it may be ordered all the same. */
export function unseenNotes({ errors }: Verdict, { entry }: Task, { modules }: { readonly modules: readonly Module[] }): string[] {
  const races = errors.some(({ kind, involved }) => kind === 'data-race' || (kind === 'memory' && involved.length > 1));
  if (!races || entry.sight === 'calls') return [];
  const { libraries, assembly } = unseenOf(modules);
  return [
    ...(assembly.length === 0 ? [] : [messages.orderedInAssembly(assembly)]),
    ...(libraries.length === 0 ? [] : [messages.orderedInLibrary(libraries)]),
  ];
}
