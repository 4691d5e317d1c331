/** Has a file changed? Its size and time say so at once; where only the time differs, its content does. */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';

export interface FileSignature {
  readonly path: string;
  readonly size: number;
  /** Of the last change, in nanoseconds. */
  readonly time: string;
  /** SHA-256 of the content. Not by @noble/hashes: the C library is among these files. */
  readonly content: string;
}

/** Undefined: there is no such file. */
export function signatureOf(path: string): FileSignature | undefined {
  const status = statSync(path, { throwIfNoEntry: false, bigint: true });
  if (status?.isFile() !== true) return undefined;
  return { path, size: Number(status.size), time: `${status.mtimeNs}`, content: contentHash(path) };
}

/** Is the file what it was? */
export function isUnchanged({ path, size, time, content }: FileSignature): boolean {
  const status = statSync(path, { throwIfNoEntry: false, bigint: true });
  if (status?.isFile() !== true || Number(status.size) !== size) return false;
  return `${status.mtimeNs}` === time || contentHash(path) === content;
}

function contentHash(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
