/** `drista --resume FILE`: the request of a check that continues. */
import { lstatSync, unlinkSync } from 'node:fs';
import { resolve } from 'node:path';
import { DristaError } from '../base/errors';
import { sha256 } from '../base/hash';
import { storeProgram } from '../cluster/program-store';
import type { CommandLine } from './arguments';
import type { CheckRequest } from '../check/check-request';
import { placeFor, readHead } from '../check/checkpoint-file';
import { memoryLimitOf } from './memory-limit';
import { messages } from './messages';
import { isResumed, optionSpelled, type CheckOptions } from './option-table';
import { isSameFile } from '../base/output-file';
import { settingsOf } from './settings-of';
import { readProgram } from '../check/program-file';

/** The request of the resumed check. Throws a DristaError if it cannot be resumed. */
export function resumedRequest(file: string, { options, given, words, rest }: CommandLine<CheckOptions>): CheckRequest {
  const conflict = given.find(isResumed);
  if (conflict !== undefined) throw new DristaError(messages.withResume(optionSpelled(conflict)));
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
    settings: { ...settingsOf(options), ...head.explored },
    memory: memoryLimitOf(options),
    changesOver: head.changesOver,
    resume: file,
    checkpoint: placeFor(
      options.checkpoint ?? file,
      options.checkpoint !== undefined && !isSameFile(options.checkpoint, file),
    ),
  };
}

/** Removes the file of a search that is complete now; a device or a pipe stays. */
export function removeCheckpoint(file: string): void {
  try {
    if (lstatSync(file).isFile()) unlinkSync(file);
  } catch {
    // It may not be removed, and does no harm.
  }
}
