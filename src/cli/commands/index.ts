/** All commands, each loaded only when it is called. */
import type { Command, NamedCommand } from '../command';

/* eslint-disable @typescript-eslint/no-require-imports -- loaded when called; import() would make them ES modules */
const table: Readonly<Record<string, () => Command>> = {
  '': () => (require('./check') as typeof import('./check')).command,
  cc: () => (require('./cc') as typeof import('./cc')).cc,
  'c++': () => (require('./cc') as typeof import('./cc')).cxx,
  test: () => (require('./test') as typeof import('./test')).command,
  outcomes: () => (require('./outcomes') as typeof import('./outcomes')).command,
  litmus: () => (require('./litmus') as typeof import('./litmus')).command,
  weaken: () => (require('./weaken') as typeof import('./weaken')).command,
  repair: () => (require('./repair') as typeof import('./repair')).command,
  spec: () => (require('./spec') as typeof import('./spec')).command,
  fuzz: () => (require('./fuzz') as typeof import('./fuzz')).command,
  safe: () => (require('./safe') as typeof import('./safe')).command,
  run: () => (require('./run') as typeof import('./run')).command,
  replay: () => (require('./replay') as typeof import('./replay')).command,
  doctor: () => (require('./doctor') as typeof import('./doctor')).command,
  worker: () => (require('./worker') as typeof import('./worker')).command,
  completion: () => (require('./completion') as typeof import('./completion')).command,
  'cmake-dir': () => (require('./cmake-dir') as typeof import('./cmake-dir')).command,
};
/* eslint-enable @typescript-eslint/no-require-imports */

/** The names of the commands; empty: the one that checks a program. */
export const commandNames: readonly string[] = Object.keys(table);

/** The command of that name. */
export function commandOf(name: string): Command {
  return table[name]();
}

/** All of them: completion scripts, the manual page and the reference of options are made from it. */
export function commands(): readonly NamedCommand[] {
  return commandNames.map((name) => ({ name, ...commandOf(name) }));
}
