/** `drista --resume FILE`: the task of a check that continues. */
import { resolve } from 'node:path';
import { DristaError } from '../base/errors';
import { sha256 } from '../base/hash';
import { storeProgram } from '../cluster/program-store';
import type { CommandLine } from './arguments';
import type { Task } from '../check/task';
import { placeFor, readHead } from '../check/checkpoint-file';
import { memoryLimitOf } from './memory-limit';
import { messages } from './messages';
import { isResumed, type CheckOptions } from './option-table';
import { isSameFile } from '../check/output-file';
import { readProgram } from '../check/program-file';

/** The task of the resumed check. Throws a DristaError if it cannot be resumed. */
export function resumedTask(file: string, { options, given, words, rest }: CommandLine<CheckOptions>): Task {
  const conflict = given.find(isResumed);
  if (conflict !== undefined) throw new DristaError(messages.withResume(`--${conflict}`));
  if (words.length > 0) throw new DristaError(messages.withResume(`the program (${words[0]})`));
  if (rest.length > 0) throw new DristaError(messages.withResume(`what the program is given (${rest[0]})`));
  const head = readHead(file);
  const { program, path, buildId, environment } = head;
  if (resolve(program) !== path) throw new DristaError(messages.checkpointMoved(file, path));
  const { bytes, elf, entry } = readProgram(program, environment);
  if (elf.buildId !== buildId) throw new DristaError(messages.checkpointOfBinary(file, program));
  return {
    program,
    arguments: head.arguments,
    environment,
    buildId,
    entry,
    ...(head.stored === true ? { file: storeProgram(sha256(bytes), program, () => bytes) } : {}),
    options: { ...options, ...head.options },
    memory: memoryLimitOf(options),
    changesOver: head.changesOver,
    resume: file,
    checkpoint: placeFor(
      options.checkpoint ?? file,
      options.checkpoint !== undefined && !isSameFile(options.checkpoint, file),
    ),
  };
}
