/** What a verdict says of a program that drista does not see all of. */
import { isInstrumentedLibrary } from '../build/libraries';
import type { Module } from '../channel/protocol';
import type { Summary } from '../report/json';
import type { Task } from './checker';
import { messages } from './messages';

/** What is to be said of a program that was not built with `drista cc`, and of the libraries that it has loaded while it ran. */
export function notesOn({ program, entry: { way } }: Task, loaded: readonly Module[]): string[] {
  if (way === 'plain') return [messages.seesCalls(program)];
  const unseen = new Set(loaded.map(({ path }) => path).filter((path) => !ofLanguage.test(path) && !isSeen(path)));
  return [...(way === 'drista' ? [] : [messages.seesSanitized(program, way)]), ...[...unseen].map(messages.pluginNotSeen)];
}

/** The C and C++ libraries: what they do with the program's memory is known. */
const ofLanguage = /\/lib(c|m|dl|rt|pthread|gcc_s|stdc\+\+)\.so[.\d]*$/;

function isSeen(path: string): boolean {
  try {
    return isInstrumentedLibrary(path);
  } catch { // it was there when the program loaded it
    return false;
  }
}

export function levelOf({ entry }: Task): Pick<Summary, 'level'> {
  return entry.sight === 'calls' ? { level: 'pthread-calls' } : {};
}
