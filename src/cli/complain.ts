/** What drista says on stderr when it cannot do what it was asked. */
import { DristaError } from '../base/errors';
import { printable } from '../report/printable';

/** One line of what the user can do something about; anything else is a bug in drista, whose place we want to know. */
export function complain(error: unknown): void {
  if (error instanceof DristaError) process.stderr.write(`drista: ${printable(error.message)}\n`);
  else
    process.stderr.write(
      'drista: internal error, please report it: ' +
        `${((error as Error).stack ?? String(error)).split('\n').map(printable).join('\n')}\n`,
    );
}
