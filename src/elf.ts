/** What drista needs to know of an executable before it runs it. */
import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex } from '@noble/hashes/utils';

export interface Elf {
  /** 64-bit little-endian x86-64? */
  readonly native: boolean;
  /** Does it load shared libraries? */
  readonly dynamic: boolean;
  /** Was drista's runtime linked in? */
  readonly checkable: boolean;
  /** Is it instrumented (for ThreadSanitizer or for drista)? */
  readonly instrumented: boolean;
  /** From the linker's note; a hash of the whole file where there is none. */
  readonly buildId: string;
}

const PT_INTERP = 3, PT_NOTE = 4;
const NT_GNU_BUILD_ID = 3;
const X86_64 = 62;

/** Reads an executable; undefined when the bytes are no ELF file. */
export function readElf(file: Buffer): Elf | undefined {
  if (file.length < 64 || file.readUInt32BE(0) !== 0x7f454c46) return undefined;
  const native = file[4] === 2 && file[5] === 1 && file.readUInt16LE(18) === X86_64;
  const headers = native ? programHeaders(file) : [];
  const note = headers.filter((h) => h.type === PT_NOTE).map((h) => buildIdIn(file.subarray(h.offset, h.offset + h.size)));
  return {
    native,
    dynamic: headers.some((h) => h.type === PT_INTERP),
    checkable: file.includes('DRISTA_FD'), // the runtime reads this environment variable
    instrumented: file.includes('__tsan_'),
    buildId: note.find((id) => id !== undefined) ?? bytesToHex(sha256(file)),
  };
}

interface ProgramHeader { readonly type: number; readonly offset: number; readonly size: number }

function programHeaders(file: Buffer): ProgramHeader[] {
  const table = Number(file.readBigUInt64LE(32)), size = file.readUInt16LE(54), count = file.readUInt16LE(56);
  const headers: ProgramHeader[] = [];
  for (let at = table; headers.length < count && at + 56 <= file.length; at += size) {
    headers.push({ type: file.readUInt32LE(at), offset: Number(file.readBigUInt64LE(at + 8)), size: Number(file.readBigUInt64LE(at + 32)) });
  }
  return headers;
}

/** Notes are { u32 name size, u32 description size, u32 type, name, description }, each padded to 4 bytes. */
function buildIdIn(notes: Buffer): string | undefined {
  const padded = (n: number): number => Math.ceil(n / 4) * 4;
  for (let at = 0; at + 12 <= notes.length;) {
    const nameSize = notes.readUInt32LE(at), size = notes.readUInt32LE(at + 4);
    const description = at + 12 + padded(nameSize);
    if (notes.readUInt32LE(at + 8) === NT_GNU_BUILD_ID) return notes.toString('hex', description, description + size);
    at = description + padded(size);
  }
  return undefined;
}
