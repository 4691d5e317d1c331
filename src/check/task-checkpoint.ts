/** The checkpoint of a check that a limit or a signal has ended. */
import { reasonOf } from '../base/bounded-file';
import { DristaError } from '../base/errors';
import { writeCheckpoint, type CheckpointBody } from './checkpoint-file';
import { messages } from '../cli/messages';
import { resumedOptions } from '../cli/option-table';
import type { Task } from './task';

/** The file that was written, or a note why there is none. */
export interface WrittenCheckpoint {
  readonly file?: string;
  readonly note?: string;
}

/**
 * Writes the checkpoint of a task. If that fails, the outcome of the check stands, and there is a note.
 */
export function writeTaskCheckpoint(
  { checkpoint, program, file, arguments: words, environment, buildId, options, changesOver }: Task,
  body: () => CheckpointBody,
): WrittenCheckpoint {
  const head = {
    program,
    arguments: words,
    environment,
    buildId,
    options: resumedOptions(options),
    changesOver,
    stored: file !== undefined,
  };
  try {
    return { file: writeCheckpoint(checkpoint, head, body()) };
  } catch (error) {
    if (error instanceof DristaError) throw error;
    return { note: messages.nothingLeft(checkpoint.file, reasonOf(error)) };
  }
}
