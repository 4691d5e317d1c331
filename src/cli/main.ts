#!/usr/bin/env node
/**
 * drista's command line. Each command is loaded only when it is called.
 */
import { commandNames } from './command-names';
import { complain } from './complain';
import { DristaError } from '../base/errors';
import { Exit } from './exit';
import { checkLimits } from './limits';
import { messages } from './messages';

/** Options after which nothing is checked. */
const asks: ReadonlySet<string> = new Set(['-h', '--help', '-V', '--version']);

/** Throws a DristaError if the working directory does not exist or a limit of the process is too low. */
function prepare(): void {
  checkLimits();
  try {
    process.cwd();
  } catch {
    throw new DristaError(messages.noWorkingFolder);
  }
}

/** `drista help COMMAND` is `drista COMMAND --help`. Throws a DristaError for a command that is not known. */
function helpOn(words: readonly string[]): string[] {
  const unknown = words.find((word, i) => i > 0 || !(commandNames as readonly string[]).includes(word));
  if (unknown !== undefined && !asks.has(unknown)) throw new DristaError(messages.unknownCommand(unknown));
  return [...words, '--help'];
}

/* eslint-disable @typescript-eslint/no-require-imports -- loaded when called; import() would make them ES modules */
function main(given: readonly string[]): number | Promise<number> {
  const args = given[0] === 'help' ? helpOn(given.slice(1)) : given;
  if (args[0] !== 'cc' && args[0] !== 'c++') prepare();
  switch (args[0]) {
    // In most cases ./drista has called the compiler already.
    case 'cc':
      return (require('../compiler/compile') as typeof import('../compiler/compile')).compile('c', args.slice(1));
    case 'c++':
      return (require('../compiler/compile') as typeof import('../compiler/compile')).compile('c++', args.slice(1));
    case 'doctor':
      return (require('./commands/doctor') as typeof import('./commands/doctor')).doctor(args.slice(1));
    case 'test':
      return (require('./commands/test') as typeof import('./commands/test')).test(args.slice(1));
    case 'outcomes':
      return (require('./commands/outcomes') as typeof import('./commands/outcomes')).outcomes(args.slice(1));
    case 'safe':
      return (require('./commands/safe') as typeof import('./commands/safe')).safe(args.slice(1));
    case 'run':
      return (require('./commands/run') as typeof import('./commands/run')).run(args.slice(1));
    case 'litmus':
      return (require('./commands/litmus') as typeof import('./commands/litmus')).litmus(args.slice(1));
    case 'completion':
      return (require('./commands/completion') as typeof import('./commands/completion')).completion(args.slice(1));
    case 'cmake-dir':
      return (require('./commands/cmake-dir') as typeof import('./commands/cmake-dir')).cmakeDir(args.slice(1));
    case 'worker':
      return (require('./commands/worker') as typeof import('./commands/worker')).worker(args.slice(1));
    case 'replay':
      return (require('./commands/replay') as typeof import('./commands/replay')).replay(args.slice(1));
    default:
      if (args.length > 0 && !args.some((arg) => asks.has(arg)))
        (require('../check/check-thread') as typeof import('../check/check-thread')).startEarly();
      return (require('./commands/check') as typeof import('./commands/check')).check(args);
  }
}
/* eslint-enable @typescript-eslint/no-require-imports */

// The reader of the output may stop before its end (`drista ... | head`). That is no error, and keeps the exit code.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

Promise.resolve()
  .then(() => main(process.argv.slice(2)))
  .then(
    (code) => {
      process.exitCode = code;
    },
    (error: unknown) => {
      complain(error);
      process.exitCode = Exit.Failure;
    },
  );
