/** Finds calls and code in a program's files whose effects are not part of threads' local states. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { readElf, symbolsOf, type Elf } from '../debug-info/elf';
import { isCovered } from './covered-calls';
import { isInstrumented, runtimeVersion } from './entry';
import { isHarmless, writersAmong } from './unannounced';
import { isUsual, listed } from './unobserved';

const EXECUTABLE = 4;
/** Relocations (System V ABI, AMD64 supplement, 4.4.1). */
const R_64 = 1,
  R_GLOB_DAT = 6,
  R_JUMP_SLOT = 7,
  R_RELATIVE = 8;

/** Sections of the runtime, and those that the linker generates. */
const ofOthers = /^(drista_\w+|\.plt.*|\.init|\.fini)$/;

/**
 * Why local states cannot be used for a program that consists of these files (the executable first), as a text;
 * undefined: they can.
 */
export function uncoveredBy(paths: readonly string[]): string | undefined {
  const key = paths.join('\n');
  if (!known.has(key)) known.set(key, lookFor(paths));
  return known.get(key);
}

/** By paths: what was found. A check asks several times, and must not disassemble the program each time. */
const known = new Map<string, string | undefined>();

function lookFor(paths: readonly string[]): string | undefined {
  for (const path of new Set(paths)) {
    if (isUsual(path)) continue;
    const bytes = read(path),
      elf = bytes && readElf(bytes);
    if (elf === undefined) {
      if (path === paths[0]) return `${path} cannot be read`;
      continue; // The kernel's own page (vdso).
    }
    const inside = runtimeVersion(bytes!) !== undefined;
    if (!inside && !isInstrumented(elf)) return `${basename(path)} was not compiled with \`drista cc\``;
    const doings = doingsOf(elf, inside);
    if (doings === undefined) return `${basename(path)} has no symbols`;
    const calls = [...doings.calls].filter((name) => !isCovered(name)).sort();
    if (calls.length > 0) return `${basename(path)} uses ${listed(calls)}`;
    const writers = doings.silent.size === 0 ? [] : writersAmong(doings.silent, path, doings.sections);
    if (writers === undefined) return `objdump is not installed, and functions of ${basename(path)} announce nothing`;
    if (writers.length > 0) return `functions of ${basename(path)} write memory unannounced: ${listed(writers)}`;
  }
  return undefined;
}

function read(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** A summary of a program's own code. */
interface Doings {
  /** The functions of libraries, and of the runtime if that is inside, that its code and data refer to. */
  readonly calls: ReadonlySet<string>;
  /** Its uninstrumented functions. */
  readonly silent: ReadonlySet<string>;
  /** Sections that hold its code. */
  readonly sections: readonly string[];
}

/**
 * The summary of the file's code; undefined: its symbols were stripped. `inside`: the runtime is part of the program.
 */
function doingsOf(elf: Elf, inside: boolean): Doings | undefined {
  const names = targets(elf);
  const calls = new Set(inside ? [] : elf.imports);
  const functions = symbolsOf(elf.sections, '.symtab')
    .filter((s) => s.defined && s.isFunction)
    .sort((a, b) => a.address - b.address);
  if (functions.length === 0) return undefined;
  const silent = new Set<string>(),
    sections: string[] = [];
  for (const [section, { flags, address, bytes }] of elf.sections) {
    if ((flags & EXECUTABLE) === 0 || ofOthers.test(section)) continue;
    sections.push(section);
    const within = functions.filter((f) => f.address >= address && f.address < address + bytes.length);
    const announcing = new Set<number>();
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    let at = -1;
    for (let i = 2; i + 4 <= bytes.length; i++) {
      if (!isDistance(bytes, i)) continue;
      while (at + 1 < within.length && within[at + 1].address <= address + i) at++;
      const name = names.get(address + i + 4 + view.getInt32(i, true));
      if (name === undefined) continue;
      const from = at < 0 ? undefined : within[at];
      if (from !== undefined && name.startsWith('__tsan_')) announcing.add(from.address);
      // What is registered before main is registered in every run.
      if (name !== '__cxa_atexit' || from === undefined || !isHarmless(from.name)) calls.add(name);
    }
    for (const { name, address: at } of within) if (!announcing.has(at) && !isHarmless(name)) silent.add(name);
  }
  // The table of addresses is shared with the runtime; the code shows which entries the program uses.
  const table = elf.sections.get('.got');
  const isInTable = (place: number): boolean =>
    table !== undefined && place >= table.address && place < table.address + table.bytes.length;
  for (const { type, place, name } of relocations(elf, names))
    if ((type === R_64 || type === R_RELATIVE) && !isInTable(place) && !inOthers(elf, place)) calls.add(name);
  return { calls, silent, sections };
}

/** Opcodes of instructions that call, jump to, load or compare what is at a distance, or load its address. */
const referring = new Set([
  0xff, 0x8b, 0x8d, 0x3b, 0x39, 0x33, 0x03, 0x2b, 0x63, 0x85, 0x6e, 0x6f, 0x7e, 0x10, 0x12, 0x16, 0x28,
]);

/** May the four bytes at `i` be the distance to a function, or to an address in a table, from where they end? */
function isDistance(bytes: Buffer, i: number): boolean {
  const before = bytes[i - 1],
    opcode = bytes[i - 2];
  // call, jmp; a conditional jump; an operand relative to rip (mod 0, r/m 5).
  if (before === 0xe8 || before === 0xe9 || (opcode === 0x0f && (before & 0xf0) === 0x80)) return true;
  return (before & 0xc7) === 5 && referring.has(opcode);
}

/**
 * The addresses by which code refers to functions of libraries or of the runtime: of the function, its table entry, or
 * a stub.
 */
function targets(elf: Elf): Map<number, string> {
  const names = new Map<number, string>();
  for (const s of symbolsOf(elf.sections, '.dynsym'))
    if (s.defined && inOthers(elf, s.address) && s.address > 0) names.set(s.address, s.name);
  for (const { type, place, name } of relocations(elf, names)) if (type !== R_64) names.set(place, name);
  for (const [section, { address, bytes }] of elf.sections) {
    if (!section.startsWith('.plt')) continue;
    for (let i = 0; i + 6 <= bytes.length; i++) {
      const name =
        bytes[i] === 0xff && bytes[i + 1] === 0x25 ? names.get(address + i + 6 + bytes.readInt32LE(i + 2)) : undefined;
      if (name === undefined) continue;
      // Stubs have 16 bytes, or 8 without lazy binding; the jump is within the first 8.
      names.set(address + i, name);
      names.set(address + (i & ~7), name);
      names.set(address + (i & ~15), name);
    }
  }
  return names;
}

interface Relocation {
  readonly type: number;
  /** The place that holds the address. */
  readonly place: number;
  /** Of the function. */
  readonly name: string;
}

/** The relocations for functions of libraries, or for a function at an address in `known`. */
function relocations(elf: Elf, known: ReadonlyMap<number, string>): Relocation[] {
  const symbols = symbolsOf(elf.sections, '.dynsym');
  const found: Relocation[] = [];
  for (const section of ['.rela.dyn', '.rela.plt']) {
    const bytes = elf.sections.get(section)?.bytes;
    for (let at = 0; bytes !== undefined && at + 24 <= bytes.length; at += 24) {
      const place = Number(bytes.readBigUInt64LE(at)),
        type = bytes.readUInt32LE(at + 8),
        symbol = symbols.at(bytes.readUInt32LE(at + 12) - 1);
      if (type === R_RELATIVE) {
        const name = known.get(Number(bytes.readBigInt64LE(at + 16)));
        if (name !== undefined) found.push({ type, place, name });
      } else if ([R_64, R_GLOB_DAT, R_JUMP_SLOT].includes(type) && symbol !== undefined) {
        if (!symbol.defined || inOthers(elf, symbol.address)) found.push({ type, place, name: symbol.name });
      }
    }
  }
  return found;
}

/** Is the address in a section that is not the program's own? */
function inOthers(elf: Elf, address: number): boolean {
  for (const [name, s] of elf.sections)
    if (s.address > 0 && address >= s.address && address < s.address + s.bytes.length) return ofOthers.test(name);
  return true; // Without bytes in the file: the runtime's own tables, as the program's hold no addresses there.
}
