/** `drista cc` and `drista c++`: the compiler asked for, with the flags that make a program checkable. */
import { spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { DristaError } from '../errors';
import { readCommandLine } from './command-line';
import { choose, type Compiler, type Language } from './compilers';
import { withFlags } from './flags';
import { messages } from './messages';

const chooser = '--drista-compiler=';

/** The whole command: the compiler's path and its arguments. */
export function compilerCommand(language: Language, args: readonly string[]): { compiler: Compiler; args: string[] } {
  const option = args.findLast((arg) => arg.startsWith(chooser));
  const asked = option?.slice(chooser.length) ?? (process.env.DRISTA_CC || undefined);
  const compiler = choose(language, asked, option === undefined ? 'DRISTA_CC' : '--drista-compiler');
  const users = args.filter((arg) => !arg.startsWith(chooser));
  return { compiler, args: withFlags(compiler, language, users, readCommandLine(users)) };
}

/** Runs the compiler in place of this process, as far as Node can: the same input, output and exit code. */
export function compile(language: Language, args: readonly string[]): number {
  const command = compilerCommand(language, args);
  const done = spawnSync(command.compiler.path, command.args, { stdio: 'inherit' });
  if (done.error) throw new DristaError(messages.cannotRun(command.compiler.path, done.error.message));
  return done.status ?? 128 + constants.signals[done.signal ?? 'SIGTERM'];
}
