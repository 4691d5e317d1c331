/** `drista cc` and `drista c++` for callers in TypeScript; they are implemented in cc.sh. */
import { spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { DristaError } from '../base/errors';
import { launcher } from '../base/paths';
import type { Compiler, Family } from './compilers';
import type { Language } from './language';

const nameOf = (language: Language): string => (language === 'c' ? 'cc' : 'c++');

/**
 * The compiler and all its arguments for a call of `drista cc`. Throws a DristaError with the message of cc.sh if that
 * rejects the arguments.
 */
export function compilerCommand(language: Language, args: readonly string[]): { compiler: Compiler; args: string[] } {
  const { stdout, stderr, status } = spawnSync(launcher(), [nameOf(language), '--drista-print', ...args], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new DristaError(stderr.replace(/^drista: |\n$/g, ''));
  const [family, path, ...all] = stdout.split('\n').slice(0, -1);
  return { compiler: { family: family as Family, path }, args: all };
}

/** Compiles, with drista's standard streams. Returns the exit code. */
export function compile(language: Language, args: readonly string[]): number {
  const done = spawnSync(launcher(), [nameOf(language), ...args], { stdio: 'inherit' });
  if (done.error) throw new DristaError(`${launcher()} cannot be run (${done.error.message}): install drista again`);
  return done.status ?? 128 + constants.signals[done.signal ?? 'SIGTERM'];
}
