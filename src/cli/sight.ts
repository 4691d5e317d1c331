/** What a verdict says of a program that drista does not see all of. */
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
