#!/usr/bin/env node
/**
 * drista's command line. Each command is loaded only when it is called.
 */
import { commandNames, commandOf, commands } from './commands';
import { complain } from './complain';
import { DristaError } from '../base/errors';
import { Exit } from '../base/exit';
import { checkLimits } from './limits';
import { messages } from './messages';
import { PERFORMS_COMMANDS } from '../testing/command-channel';

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

/** The name of the command: the first word, where that is one; empty: a program is to be checked. */
function nameIn([first]: readonly string[]): string {
  return commandNames.slice(1).find((each) => each === first) ?? '';
}

/** The arguments after those in DRISTA_OPTIONS. Compilers take none of drista's. */
function withEnvironment(args: readonly string[]): readonly string[] {
  const { DRISTA_OPTIONS: text = '' } = process.env;
  const name = nameIn(args);
  if (text.trim() === '' || args[0] === PERFORMS_COMMANDS || args[0] === 'help' || commandOf(name).help === undefined)
    return args;
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when called
  const { wordsFor } = require('./environment-options') as typeof import('./environment-options');
  const before = name === '' ? 0 : 1;
  return [...args.slice(0, before), ...wordsFor(name, text, commands()), ...args.slice(before)];
}

/** `drista help COMMAND` is `drista COMMAND --help`. Throws a DristaError for a command that is not known. */
function helpOn(words: readonly string[]): string[] {
  const unknown = words.find((word, i) => i > 0 || !commandNames.slice(1).includes(word));
  if (unknown !== undefined && !asks.has(unknown))
    throw new DristaError(messages.unknownCommand(unknown, commandNames.slice(1)));
  return [...words, '--help'];
}

function main(given: readonly string[]): number | Promise<number> {
  const args = given[0] === 'help' ? helpOn(given.slice(1)) : given;
  if (args[0] === PERFORMS_COMMANDS && process.send !== undefined) {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when called
    (require('./check-process') as typeof import('./check-process')).performCommands(main);
    return Exit.Verified;
  }
  const name = nameIn(args);
  if (name !== 'cc' && name !== 'c++') prepare();
  if (name !== '') return commandOf(name).run(args.slice(1), commands);
  if (args.length > 0 && !args.some((arg) => asks.has(arg)))
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when called
    (require('../check/check-thread') as typeof import('../check/check-thread')).startEarly();
  return commandOf('').run(args, commands);
}

// The reader of the output may stop before its end (`drista ... | head`). That is no error, and keeps the exit code.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

Promise.resolve()
  .then(() => main(withEnvironment(process.argv.slice(2))))
  .then(
    (code) => {
      process.exitCode = code;
    },
    (error: unknown) => {
      complain(error);
      process.exitCode = Exit.Failure;
    },
  );
