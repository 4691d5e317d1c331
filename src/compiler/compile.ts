/** `drista cc` and `drista c++` where they are called from code; what they do is in cc.sh. */
import { spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { DristaError } from '../base/errors';
import { launcher } from '../base/paths';
import type { Compiler, Family } from './compilers';
import type { Language } from './language';

const nameOf = (language: Language): string => (language === 'c' ? 'cc' : 'c++');

/**
 * The whole command that the arguments stand for: the compiler and all of its arguments. Throws a DristaError with what
 * cc.sh refuses.
 */
export function compilerCommand(language: Language, args: readonly string[]): { compiler: Compiler; args: string[] } {
  const { stdout, stderr, status } = spawnSync(launcher(), [nameOf(language), '--drista-print', ...args], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new DristaError(stderr.replace(/^drista: |\n$/g, ''));
  const [family, path, ...all] = stdout.split('\n').slice(0, -1);
  return { compiler: { family: family as Family, path }, args: all };
}

/** Compiles, with the same input and output; the exit code. */
export function compile(language: Language, args: readonly string[]): number {
  const done = spawnSync(launcher(), [nameOf(language), ...args], { stdio: 'inherit' });
  if (done.error) throw new DristaError(`${launcher()} cannot be run (${done.error.message}): install drista again`);
  return done.status ?? 128 + constants.signals[done.signal ?? 'SIGTERM'];
}
