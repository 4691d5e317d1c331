/** What a verdict says of a program that drista does not see all of. */
import { damagedNames } from '../channel/environment';
import type { Summary } from '../report/json';
import type { Task } from './checker';
import { messages } from './messages';

/** What is to be said of a program that was not built with `drista cc`, or that sees another environment than it was given. */
export function notesOn({ program, environment, entry: { way } }: Task): string[] {
  const damaged = damagedNames(environment).map(messages.damagedVariable);
  if (way === 'drista') return damaged;
  return [...damaged, way === 'plain' ? messages.seesCalls(program) : messages.seesSanitized(program, way)];
}

export function levelOf({ entry }: Task): Pick<Summary, 'level'> {
  return entry.sight === 'calls' ? { level: 'pthread-calls' } : {};
}
