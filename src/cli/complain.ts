/** Messages of failures on stderr. */
import { DristaError } from '../base/errors';
import { printable, printableLines } from '../report/printable';

/** Prints one line for a DristaError. Anything else is a bug in drista and is printed with its stack. */
export function complain(error: unknown): void {
  if (error instanceof DristaError) process.stderr.write(`drista: ${printable(error.message)}\n`);
  else
    process.stderr.write(
      'drista: internal error, please report it: ' + `${printableLines((error as Error).stack ?? String(error))}\n`,
    );
}
