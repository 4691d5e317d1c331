/**
 * Programs that are checked on several machines. Each lies under the same path on every machine, which is part of what
 * a program sees, so that it has the same addresses everywhere.
 */
import { chmodSync, lstatSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DristaError } from '../base/errors';
import { sha256 } from '../base/hash';

/** The most bytes of a program that a lead uploads and a worker takes. */
export const LARGEST_PROGRAM = 2 ** 28;

/** The folder of this user: its name is as long as that of any other user. */
function folder(): string {
  return join('/tmp', `drista-programs-${String(process.getuid!()).padStart(10, '0')}`);
}

/** Where the program with these contents is to be. `name`: that of its file. */
function place(hash: string, name: string): string {
  const last = basename(name);
  return join(folder(), hash.slice(0, 32), ['', '.', '..'].includes(last) ? 'program' : last);
}

/**
 * Stores the program, whose contents must have the hash, unless it is there. Returns its path. Throws a DristaError if
 * it cannot be stored.
 */
export function storeProgram(hash: string, name: string, contents: () => Uint8Array): string {
  const path = place(hash, name);
  if (isStored(path, hash)) return path;
  const bytes = contents();
  if (bytes.length > LARGEST_PROGRAM) throw new DristaError(`${name} is too large for other machines`);
  if (sha256(bytes) !== hash)
    throw new DristaError(`the contents of ${name} are not those of the program that is checked`);
  try {
    makePrivate(folder());
    makePrivate(join(folder(), hash.slice(0, 32)));
    const made = `${path}.${process.pid}.${performance.now()}`;
    writeFileSync(made, bytes, { mode: 0o700, flag: 'wx' });
    chmodSync(made, 0o700);
    renameSync(made, path);
  } catch (error) {
    if (error instanceof DristaError) throw error;
    throw new DristaError(`${path} cannot be written: ${(error as Error).message}`);
  }
  return path;
}

function isStored(path: string, hash: string): boolean {
  try {
    return isOurs(path) && isOurs(folder()) && sha256(readFileSync(path)) === hash;
  } catch {
    return false;
  }
}

/** Makes a folder that nobody else may use. */
function makePrivate(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (!isOurs(path)) throw new DristaError(`${path} belongs to another user, or others may write to it: remove it`);
}

function isOurs(path: string): boolean {
  const status = lstatSync(path);
  return !status.isSymbolicLink() && status.uid === process.getuid!() && (status.mode & 0o022) === 0;
}
