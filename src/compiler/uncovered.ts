/** What a program does that the local states of its threads cannot hold, as far as its files show. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { readElf, symbolsOf, type Elf } from '../debug-info/elf';
import { isCovered } from './covered-calls';
import { isInstrumented, runtimeVersion } from './entry';
import { isUsual } from './unseen';

const EXECUTABLE = 4;
/** Relocations (System V ABI, AMD64 supplement, 4.4.1). */
const R_64 = 1,
  R_GLOB_DAT = 6,
  R_JUMP_SLOT = 7,
  R_RELATIVE = 8;

/** The runtime's own sections, and what the linker writes. */
const ofOthers = /^(drista_\w+|\.plt.*|\.init|\.fini)$/;

/**
 * Why local states cannot be used for a program that consists of these files (its executable first), for people;
 * undefined: they can.
 */
export function uncoveredBy(paths: readonly string[]): string | undefined {
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
    const calls = [...referred(elf, inside)].filter((name) => !isCovered(name)).sort();
    if (calls.length > 0) return `${basename(path)} uses ${calls.slice(0, 3).join(', ')}`;
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

/**
 * The functions of libraries, and of the runtime if that is inside, to which the program's own code or data refers. Where
 * the runtime is elsewhere: all imports.
 */
function referred(elf: Elf, inside: boolean): Set<string> {
  if (!inside) return new Set(elf.imports);
  const names = targets(elf);
  const found = new Set<string>();
  for (const [section, { flags, address, bytes }] of elf.sections) {
    if ((flags & EXECUTABLE) === 0 || ofOthers.test(section)) continue;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    // Whatever instruction it is: its last operand may be a distance from its end, and few other bytes look like one.
    for (let i = 0; i + 4 <= bytes.length; i++) {
      const name = names.get(address + i + 4 + view.getInt32(i, true));
      if (name !== undefined) found.add(name);
    }
  }
  // The table of addresses is shared with the runtime: who uses its entries is seen in the code.
  const table = elf.sections.get('.got');
  const isInTable = (place: number): boolean =>
    table !== undefined && place >= table.address && place < table.address + table.bytes.length;
  for (const { type, place, name } of relocations(elf, names))
    if ((type === R_64 || type === R_RELATIVE) && !isInTable(place) && !inOthers(elf, place)) found.add(name);
  return found;
}

/** Where a reference leads to a function of a library or of the runtime: to itself, its entry of a table, or a stub. */
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
      // Stubs have 16 bytes, or 8 where there is nothing to look up; the jump is within the first 8.
      names.set(address + i, name);
      names.set(address + (i & ~7), name);
      names.set(address + (i & ~15), name);
    }
  }
  return names;
}

interface Relocation {
  readonly type: number;
  /** What holds the address. */
  readonly place: number;
  /** Of the function. */
  readonly name: string;
}

/** Those that lead to functions of libraries, or to one at an address in `known`. */
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
