/** Output to stdout. */
import { fstatSync, writeFileSync } from 'node:fs';
import { reasonOf } from '../base/bounded-file';
import { DristaError } from '../base/errors';
import { messages } from './messages';

const STDOUT = 1;

/**
 * Prints the text as a whole; a DristaError where that is not possible. A reader that stops before the end
 * (`drista ... | head`) is no error.
 */
export async function print(text: string | Uint8Array): Promise<void> {
  try {
    // Node's stream reports success for a partial write when a disk becomes full.
    if (fstatSync(STDOUT).isFile()) writeFileSync(STDOUT, text);
    else
      await new Promise<void>((resolve, reject) =>
        process.stdout.write(text, (error) => {
          if (error) reject(error);
          else resolve();
        }),
      );
  } catch (error) {
    const why = reasonOf(error);
    if (why !== 'EPIPE' && why !== 'ERR_STREAM_DESTROYED') throw new DristaError(messages.cannotPrint(why));
  }
}
