/** The file of the program to be checked: can drista enter it at all? */
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { readElf, type Elf } from '../elf';
import { DristaError } from '../errors';
import { messages } from './messages';

/** Reads the program's file; a DristaError says why it cannot be checked. */
export function readProgram(path: string): Elf {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined) throw new DristaError(messages.noSuchFile(path));
  if (!status.isFile()) throw new DristaError(messages.notAFile(path));
  const bytes = read(path);
  if (bytes.toString('latin1', 0, 2) === '#!') throw new DristaError(messages.script(path));
  const elf = readElf(bytes);
  if (elf === undefined) throw new DristaError(messages.notElf(path));
  if (!elf.native) throw new DristaError(messages.otherMachine(path));
  try {
    accessSync(path, constants.X_OK);
  } catch {
    throw new DristaError(messages.notExecutable(path));
  }
  if (!elf.dynamic) throw new DristaError(messages.staticProgram(path));
  if (!elf.checkable) throw new DristaError(elf.instrumented ? messages.sanitized(path) : messages.notInstrumented(path));
  return elf;
}

function read(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new DristaError(messages.notReadable(path, (error as NodeJS.ErrnoException).code ?? 'error'));
  }
}
