/** Reads whole files whose names come from outside (users, other files): only regular ones, of bounded size. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** The most bytes of a program or checkpoint: the limit of Node's Buffer. */
export const LARGEST = 2 ** 31 - 1;

/** Why a file cannot be read or written, in a word or a few. */
export class FileFailure extends Error {}

/** The reason, in a few words, of an error that a call on a file has thrown. */
export function reasonOf(error: unknown): string {
  if (error instanceof FileFailure) return error.message;
  return (error as NodeJS.ErrnoException).code ?? 'error';
}

/**
 * Reads a regular file of at most so many bytes. Throws a FileFailure for larger files and for other kinds, which may
 * never end (/dev/zero) or block (a FIFO without writers).
 */
export function readBounded(path: string, most = LARGEST): Buffer {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const status = fstatSync(file);
    if (status.isDirectory()) throw new FileFailure('EISDIR');
    if (!status.isFile()) throw new FileFailure('it is no regular file');
    if (status.size > most) throw new FileFailure(`it has more than ${most} bytes`);
    const bytes = Buffer.allocUnsafe(status.size);
    let have = 0;
    for (let n = -1; have < bytes.length && n !== 0; have += n)
      n = readSync(file, bytes, have, bytes.length - have, have);
    return bytes.subarray(0, have);
  } finally {
    closeSync(file);
  }
}
