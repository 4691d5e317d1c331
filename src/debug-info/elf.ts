/** Reads the parts of ELF files that drista needs: executables and shared libraries. */
import { sha256 } from '../base/hash';

export interface Elf {
  /** Is it 64-bit little-endian x86-64? The other fields are filled in only then. */
  readonly native: boolean;
  /** Bytes that its headers name and that are not there. */
  readonly missing: number;
  readonly type: 'executable' | 'pie' | 'shared library' | 'other';
  /** The dynamic loader; undefined: the file is statically linked, or a shared library. */
  readonly interpreter: string | undefined;
  /** Names of the shared libraries that the file itself needs. */
  readonly needed: readonly string[];
  /** The symbols that the loader looks at. */
  readonly symbols: readonly ElfSymbol[];
  /** Symbols that the file takes from others, without version. */
  readonly imports: ReadonlySet<string>;
  /** The imports without which the program does not start. */
  readonly required: ReadonlySet<string>;
  /** Symbols that others may take from the file. */
  readonly exports: ReadonlySet<string>;
  /** The comments of compilers and linkers, each once. */
  readonly comments: readonly string[];
  /** From the linker's note; a hash of the whole file where there is none. */
  readonly buildId: string;
  readonly sections: ReadonlyMap<string, Section>;
}

export interface Section {
  readonly type: number;
  readonly flags: number;
  readonly address: number;
  readonly bytes: Buffer;
}

export interface ElfSymbol {
  readonly name: string;
  readonly address: number;
  readonly defined: boolean;
  readonly weak: boolean;
  readonly isFunction: boolean;
  /** Without a type: in code a label of assembly, as of a function that does not say that it is one. */
  readonly isLabel: boolean;
  /** Bytes; 0: not known. */
  readonly size: number;
}

const ET_EXEC = 2,
  ET_DYN = 3;
const PT_INTERP = 3,
  PT_NOTE = 4;
const DT_NEEDED = 1,
  DT_FLAGS_1 = 0x6ffffffb,
  DF_1_PIE = 0x08000000n;
const SHT_NOBITS = 8;
const STB_WEAK = 2;
const STT_NOTYPE = 0,
  STT_FUNC = 2;
const NT_GNU_BUILD_ID = 3;
const X86_64 = 62;

/** Reads a file; undefined when the bytes are no ELF file. */
export function readElf(file: Buffer): Elf | undefined {
  if (file.length < 64 || file.readUInt32BE(0) !== 0x7f454c46) return undefined;
  const native = file[4] === 2 && file[5] === 1 && file.readUInt16LE(18) === X86_64;
  const headers = native ? programHeaders(file) : [];
  const sections = native ? sectionsOf(file) : new Map<string, Section>();
  const segment = (h: ProgramHeader): Buffer => file.subarray(h.offset, h.offset + h.size);
  const note = headers.filter((h) => h.type === PT_NOTE).map((h) => buildIdIn(segment(h)));
  const interpreter = headers.find((h) => h.type === PT_INTERP);
  const dynamic = symbolsOf(sections, '.dynsym');
  const type = native ? file.readUInt16LE(16) : 0;
  return {
    native,
    missing: native ? Math.max(0, extentOf(file) - file.length) : 0,
    type:
      type === ET_EXEC
        ? 'executable'
        : type !== ET_DYN
          ? 'other'
          : interpreter !== undefined || isStaticPie(sections)
            ? 'pie'
            : 'shared library',
    interpreter: interpreter && segment(interpreter).toString('latin1').replace(/\0.*/s, ''),
    needed: neededIn(sections),
    symbols: dynamic,
    imports: new Set(dynamic.filter((s) => !s.defined).map((s) => s.name)),
    required: new Set(dynamic.filter((s) => !s.defined && !s.weak).map((s) => s.name)),
    exports: new Set(dynamic.filter((s) => s.defined).map((s) => s.name)),
    comments: [...new Set(strings(sections.get('.comment')))],
    buildId: note.find((id) => id !== undefined) ?? sha256(file),
    sections,
  };
}

/**
 * The symbols of a table: '.dynsym', or '.symtab', which may be missing. `within`: those alone whose addresses are in
 * these sections.
 */
export function symbolsOf(
  sections: ReadonlyMap<string, Section>,
  name: string,
  within?: readonly Section[],
): ElfSymbol[] {
  const table = sections.get(name)?.bytes;
  const texts = sections.get(name === '.dynsym' ? '.dynstr' : '.strtab')?.bytes.toString('latin1');
  const symbols: ElfSymbol[] = [];
  if (table === undefined || texts === undefined) return symbols;
  // There are thousands, read once by code that V8 has not compiled yet: so names are cut out of one text, and numbers
  // read by a DataView, not by Buffer.
  const view = new DataView(table.buffer, table.byteOffset, table.length);
  // { u32 name, u8 info, u8 other, u16 section (0: undefined), u64 address, u64 size }; the first is empty.
  for (let at = 24; at + 24 <= table.length; at += 24) {
    const address = view.getUint32(at + 8, true) + 2 ** 32 * view.getUint32(at + 12, true);
    if (within !== undefined && !within.some((s) => address >= s.address && address < s.address + s.bytes.length))
      continue;
    symbols.push({
      name: textIn(texts, view.getUint32(at, true)),
      address,
      defined: view.getUint16(at + 6, true) !== 0,
      weak: table[at + 4] >> 4 === STB_WEAK,
      isFunction: (table[at + 4] & 15) === STT_FUNC,
      isLabel: (table[at + 4] & 15) === STT_NOTYPE,
      size: view.getUint32(at + 16, true),
    });
  }
  return symbols;
}

/** The texts in a section that holds one after the other. */
export function strings(section: Section | undefined): string[] {
  return (
    section?.bytes
      .toString('latin1')
      .split('\0')
      .filter((text) => text !== '') ?? []
  );
}

function textIn(texts: string, at: number): string {
  const end = texts.indexOf('\0', at);
  return texts.slice(at, end < 0 ? undefined : end);
}

function textAt(texts: Buffer, at: number): string {
  const end = texts.indexOf(0, at);
  return texts.toString('latin1', at, end < 0 ? texts.length : end);
}

interface ProgramHeader {
  readonly type: number;
  readonly offset: number;
  readonly size: number;
}

function programHeaders(file: Buffer): ProgramHeader[] {
  const table = Number(file.readBigUInt64LE(32)),
    size = file.readUInt16LE(54),
    count = file.readUInt16LE(56);
  const headers: ProgramHeader[] = [];
  for (let at = table; headers.length < count && at + 56 <= file.length; at += size) {
    headers.push({
      type: file.readUInt32LE(at),
      offset: Number(file.readBigUInt64LE(at + 8)),
      size: Number(file.readBigUInt64LE(at + 32)),
    });
  }
  return headers;
}

/** The sections of an ELF-64 file, by name. Throws a RangeError where the bytes are none. */
export function sectionsOf(file: Buffer): Map<string, Section> {
  const table = Number(file.readBigUInt64LE(40)),
    size = file.readUInt16LE(58),
    count = file.readUInt16LE(60);
  const all: { name: number; section: Section }[] = [];
  for (let at = table; table > 0 && all.length < count && at + 64 <= file.length; at += size) {
    const [flags, address, offset, length] = [8, 16, 24, 32].map((field) => Number(file.readBigUInt64LE(at + field)));
    const type = file.readUInt32LE(at + 4);
    const bytes = type === SHT_NOBITS ? Buffer.alloc(0) : file.subarray(offset, offset + length);
    all.push({ name: file.readUInt32LE(at), section: { type, flags, address, bytes } });
  }
  const names = all.at(file.readUInt16LE(62))?.section.bytes;
  return new Map(names === undefined ? [] : all.map(({ name, section }) => [textAt(names, name), section]));
}

/** The end of the last part of the file that a header names. */
function extentOf(file: Buffer): number {
  const tables = [
    [32, 54],
    [40, 58],
  ].map(
    ([at, entries]) => Number(file.readBigUInt64LE(at)) + file.readUInt16LE(entries) * file.readUInt16LE(entries + 2),
  );
  const segments = programHeaders(file).map((h) => h.offset + h.size);
  return Math.max(...tables, ...segments);
}

/** The values of the dynamic section's entries with this tag: { u64 tag, u64 value }. */
function dynamicIn(sections: ReadonlyMap<string, Section>, tag: number): bigint[] {
  const entries = sections.get('.dynamic')?.bytes ?? Buffer.alloc(0);
  const values: bigint[] = [];
  for (let at = 0; at + 16 <= entries.length; at += 16)
    if (entries.readBigUInt64LE(at) === BigInt(tag)) values.push(entries.readBigUInt64LE(at + 8));
  return values;
}

/** Names are places in .dynstr. */
function neededIn(sections: ReadonlyMap<string, Section>): string[] {
  const texts = sections.get('.dynstr')?.bytes;
  return texts === undefined ? [] : dynamicIn(sections, DT_NEEDED).map((at) => textAt(texts, Number(at)));
}

/** A shared library has no loader either, but the linker marks executables (-static-pie). */
function isStaticPie(sections: ReadonlyMap<string, Section>): boolean {
  return dynamicIn(sections, DT_FLAGS_1).some((flags) => (flags & DF_1_PIE) !== 0n);
}

/** Notes are { u32 name size, u32 description size, u32 type, name, description }, each padded to 4 bytes. */
function buildIdIn(notes: Buffer): string | undefined {
  const padded = (n: number): number => Math.ceil(n / 4) * 4;
  for (let at = 0; at + 12 <= notes.length;) {
    const nameSize = notes.readUInt32LE(at),
      size = notes.readUInt32LE(at + 4);
    const description = at + 12 + padded(nameSize);
    if (notes.readUInt32LE(at + 8) === NT_GNU_BUILD_ID) return notes.toString('hex', description, description + size);
    at = description + padded(size);
  }
  return undefined;
}
