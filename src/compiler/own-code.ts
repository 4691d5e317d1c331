/** Which functions of libraries a file of a program refers to, and which of its own functions announce nothing. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readElf, symbolsOf, type Elf, type Section } from '../debug-info/elf';
import { isInstrumented, runtimeVersion } from './entry';
import { isHarmless, runsBeforeMain } from './unannounced';
import { unseenStatementsIn } from './unseen-statements';

const EXECUTABLE = 4;
/** Relocations (System V ABI, AMD64 supplement, 4.4.1). */
const R_64 = 1,
  R_GLOB_DAT = 6,
  R_JUMP_SLOT = 7,
  R_RELATIVE = 8;

/** Sections of the runtime, and those that the linker generates. */
const ofOthers = /^(drista_\w+|\.plt.*|\.init|\.fini)$/;

/** A summary of the code of a file. */
export interface OwnCode {
  /** The functions of libraries, and of the runtime if that is inside, that its code and data refer to. */
  readonly calls: ReadonlySet<string>;
  /** Its functions that announce no accesses: addresses, and names, which several may share. */
  readonly silent: ReadonlyMap<number, string>;
  /** Those of them that the compiler has instrumented all the same: they announce that they are called. */
  readonly entered: ReadonlySet<string>;
  /** Sections that hold its code. */
  readonly sections: readonly string[];
  /** Its functions, and those that it takes from libraries. */
  readonly names: ReadonlySet<string>;
  /** Statements of functions that announce what else they do (unseen-statements.ts). */
  readonly unseenStatements: readonly string[];
  /** The libraries that it names. */
  readonly needed: readonly string[];
}

/** Why there is no summary: it is no ELF file, or not instrumented, or its symbols were stripped. */
export type NoSummary = 'unreadable' | 'uninstrumented' | 'stripped';

/** The summary of the code of an executable or a library. */
export function ownCodeOf(file: string): OwnCode | NoSummary {
  const path = resolve(file);
  let summary = known.get(path);
  if (summary === undefined) known.set(path, (summary = summarise(path)));
  return summary;
}

/** By path. A check asks several times, and must not search the program each time. */
const known = new Map<string, OwnCode | NoSummary>();

function summarise(path: string): OwnCode | NoSummary {
  const bytes = read(path),
    elf = bytes && readElf(bytes);
  if (elf === undefined) return 'unreadable';
  const inside = runtimeVersion(bytes!) !== undefined;
  if (!inside && !isInstrumented(elf)) return 'uninstrumented';
  return summaryOf(elf, inside) ?? 'stripped';
}

function read(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/**
 * The summary of the file's code; undefined: its symbols were stripped. `inside`: the runtime is part of the program.
 */
function summaryOf(elf: Elf, inside: boolean): OwnCode | undefined {
  const isOfOthers = othersIn(elf),
    relocations = relocationsOf(elf, isOfOthers),
    names = targets(elf, relocations, isOfOthers);
  const calls = new Set(inside ? [] : elf.imports);
  const own = [...elf.sections].filter(([name, { flags }]) => (flags & EXECUTABLE) !== 0 && !ofOthers.test(name));
  const functions = symbolsOf(
    elf.sections,
    '.symtab',
    own.map(([, section]) => section),
  )
    .filter((s) => s.defined && (s.isFunction || s.isLabel))
    .sort((a, b) => a.address - b.address);
  if (functions.length === 0) return undefined;
  const silent = new Map<number, string>(),
    entered = new Set<string>();
  for (const [, { address, bytes }] of own) {
    const within = functions.filter((f) => f.address >= address && f.address < address + bytes.length);
    const announcing = new Set<number>();
    const view = viewOf(bytes);
    let at = -1;
    for (let i = 2; i + 4 <= bytes.length; i++) {
      if (!isDistance(bytes, i)) continue;
      while (at + 1 < within.length && within[at + 1].address <= address + i) at++;
      const name = names.get(address + i + 4 + view.getInt32(i, true));
      if (name === undefined) continue;
      const from = at < 0 ? undefined : within[at];
      // Functions with the attribute no_sanitize announce their calls all the same.
      if (from !== undefined && name === '__tsan_func_entry') entered.add(from.name);
      else if (from !== undefined && name.startsWith('__tsan_') && name !== '__tsan_func_exit')
        announcing.add(from.address);
      // What is registered before main is registered in every run.
      if (name !== '__cxa_atexit' || from === undefined || !runsBeforeMain(from.name)) calls.add(name);
    }
    for (const { name, address: at } of within) if (!announcing.has(at) && !isHarmless(name)) silent.set(at, name);
  }
  // The table of addresses is shared with the runtime; the code shows which entries the program uses.
  const table = elf.sections.get('.got');
  for (const relocation of relocations) {
    const { type, place } = relocation;
    if (type !== R_64 && type !== R_RELATIVE) continue;
    const name = targetOf(relocation, names);
    if (name !== undefined && !(table !== undefined && isIn(table, place)) && !isOfOthers(place)) calls.add(name);
  }
  const sections = own.map(([name]) => name);
  const defined = functions.map(({ name }) => name);
  return {
    calls,
    silent,
    entered,
    sections,
    names: new Set([...defined, ...elf.imports]),
    unseenStatements: unseenStatementsIn(elf),
    needed: elf.needed,
  };
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
function targets(
  elf: Elf,
  relocations: readonly Relocation[],
  isOfOthers: (address: number) => boolean,
): Map<number, string> {
  const names = new Map<number, string>();
  for (const { defined, address, name } of elf.symbols)
    if (defined && address > 0 && isOfOthers(address)) names.set(address, name);
  for (const relocation of relocations) {
    const name = relocation.type === R_64 ? undefined : targetOf(relocation, names);
    if (name !== undefined) names.set(relocation.place, name);
  }
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
  /** Of a function of a library or of the runtime; undefined: `target` says which. */
  readonly name: string | undefined;
  /** The address itself, where no name is given. */
  readonly target: number;
}

/** The function that the relocation leads to, if that is at an address in `known` or has a name. */
function targetOf({ name, target }: Relocation, known: ReadonlyMap<number, string>): string | undefined {
  return name ?? known.get(target);
}

/** Those that lead to functions of libraries, or to an address. There are thousands (see `symbolsOf`). */
function relocationsOf(elf: Elf, isOfOthers: (address: number) => boolean): Relocation[] {
  const found: Relocation[] = [];
  for (const section of ['.rela.dyn', '.rela.plt']) {
    const bytes = elf.sections.get(section)?.bytes;
    if (bytes === undefined) continue;
    const view = viewOf(bytes);
    // { u64 place, u32 type, u32 symbol, i64 addend }
    for (let at = 0; at + 24 <= bytes.length; at += 24) {
      const type = view.getUint32(at + 8, true);
      if (type === R_RELATIVE) {
        found.push({ type, place: number64(view, at), name: undefined, target: number64(view, at + 16) });
      } else if (type === R_64 || type === R_GLOB_DAT || type === R_JUMP_SLOT) {
        const symbol = elf.symbols.at(view.getUint32(at + 12, true) - 1);
        if (symbol !== undefined && (!symbol.defined || isOfOthers(symbol.address)))
          found.push({ type, place: number64(view, at), name: symbol.name, target: 0 });
      }
    }
  }
  return found;
}

const viewOf = (bytes: Buffer): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

/** A number of 64 bits; exact for addresses. */
const number64 = (view: DataView, at: number): number =>
  view.getUint32(at, true) + 2 ** 32 * view.getInt32(at + 4, true);

const isIn = ({ address, bytes }: Section, place: number): boolean =>
  place >= address && place < address + bytes.length;

/** Tells of an address whether it is in a section that is not the program's own. */
function othersIn({ sections }: Elf): (address: number) => boolean {
  const own: { from: number; to: number }[] = [];
  let last: { from: number; to: number } | undefined;
  for (const [name, { address, bytes }] of [...sections].sort((a, b) => a[1].address - b[1].address)) {
    if (address === 0) continue;
    // Without bytes in the file: the runtime's own tables, as the program's hold no addresses there.
    if (bytes.length === 0 || ofOthers.test(name)) last = undefined;
    else if (last === undefined) own.push((last = { from: address, to: address + bytes.length }));
    else last.to = address + bytes.length;
  }
  return (address) => {
    for (const { from, to } of own) if (address >= from && address < to) return false;
    return true;
  };
}
