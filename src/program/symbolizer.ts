/** Tools that know which source line an address of an executable comes from. */
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';

export interface Place {
  /** Demangled; an address when nothing is known. */
  readonly function: string;
  /** Empty: unknown. */
  readonly file: string;
  /** From 1; 0: unknown. */
  readonly line: number;
}

/** The places of addresses in a file, given relative to where it is loaded; an empty list for an unknown one. */
export type Symbolizer = (file: string, offsets: readonly number[]) => Place[][];

/** The best tool in PATH: llvm-symbolizer (any version), else addr2line; undefined when there is none. */
export function symbolizer(path = process.env.PATH ?? ''): Symbolizer | undefined {
  const llvm = newest(path, /^llvm-symbolizer(?:-(\d+))?$/);
  if (llvm !== undefined) return (file, offsets) => withLlvm(llvm, file, offsets);
  const binutils = newest(path, /^addr2line$/);
  return binutils === undefined ? undefined : (file, offsets) => withAddr2line(binutils, file, offsets);
}

/** A variable that an address lies in, and where in it (bytes). */
export interface Datum { readonly name: string; readonly offset: number }

/**
 * The static variables at addresses in a file, given relative to where it is loaded. Only llvm-symbolizer knows them:
 * undefined for each address without it, and for those in no variable.
 */
export function dataAt(file: string, offsets: readonly number[], path = process.env.PATH ?? ''): (Datum | undefined)[] {
  const llvm = newest(path, /^llvm-symbolizer(?:-(\d+))?$/);
  if (llvm === undefined) return offsets.map(() => undefined);
  const addresses = hex(offsets, file);
  const output = run(llvm, ['--demangle', '-e', file], addresses.map((a) => `DATA ${a}\n`).join(''));
  // Answers: name, then start and size, then an empty line after each.
  const blocks = output.split('\n\n');
  return addresses.map((address, i) => {
    const [name = '??', extent = ''] = (blocks[i] ?? '').split('\n');
    const [start, size] = extent.split(' ').map(Number);
    const offset = Number(address) - start;
    return name.startsWith('??') || !(offset >= 0 && offset < size) ? undefined : { name, offset };
  });
}

/** The tool whose name matches, with the highest version; one without a version comes first. */
export function newest(path: string, name: RegExp): string | undefined {
  let best: { file: string; version: number } | undefined;
  for (const folder of path.split(':').filter((f) => f !== '')) {
    for (const entry of entries(folder)) {
      const match = name.exec(entry);
      const version = match?.[1] === undefined ? Infinity : Number(match[1]);
      if (match !== null && (best === undefined || version > best.version)) best = { file: join(folder, entry), version };
    }
  }
  return best?.file;
}

function entries(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function run(tool: string, args: readonly string[], input: string): string {
  const { stdout } = spawnSync(tool, args, { input, encoding: 'utf8', maxBuffer: 1 << 28 });
  return stdout ?? '';
}

/** Answers: pairs of lines (function, file:line:column), an empty line after each address. */
function withLlvm(tool: string, file: string, offsets: readonly number[]): Place[][] {
  const output = run(tool, ['--functions', '--inlines', '--demangle', '-e', file], hex(offsets, file).join('\n') + '\n');
  return output.split('\n\n').slice(0, offsets.length).map((block) => pairs(block.split('\n')));
}

/** Answers: the address on a line of its own, then pairs of lines (function, file:line). */
function withAddr2line(tool: string, file: string, offsets: readonly number[]): Place[][] {
  const output = run(tool, ['-f', '-i', '-C', '-a', '-e', file], hex(offsets, file).join('\n') + '\n');
  return output.split(/^0x[0-9a-f]+$/m).slice(1).map((block) => pairs(block.split('\n')));
}

function pairs(lines: readonly string[]): Place[] {
  const places: Place[] = [];
  const text = lines.filter((l) => l !== '');
  for (let i = 0; i + 1 < text.length; i += 2) {
    const at = /^(.*?):(\d+|\?)(?::\d+)?(?: \(discriminator \d+\))?$/.exec(text[i + 1]);
    const file = at === null || at[1].startsWith('??') ? '' : at[1];
    if (text[i].startsWith('??') && file === '') continue;
    places.push({ function: text[i], file, line: file === '' ? 0 : Number(at![2]) || 0 });
  }
  return places;
}

/** The addresses as the file itself counts them: one that is not position independent is not loaded relative to 0. */
function hex(offsets: readonly number[], file: string): string[] {
  const start = linkedAt(file);
  return offsets.map((o) => `0x${(o + start).toString(16)}`);
}

/** The lowest address that an ELF-64 file is linked for; 0 for position-independent ones and when it cannot be read. */
export function linkedAt(file: string): number {
  const header = Buffer.alloc(4096);
  try {
    const fd = openSync(file, 'r');
    try {
      readSync(fd, header, 0, header.length, 0);
    } finally {
      closeSync(fd);
    }
  } catch {
    return 0;
  }
  if (header.readUInt32BE(0) !== 0x7f454c46) return 0;
  const [table, size, count] = [Number(header.readBigUInt64LE(32)), header.readUInt16LE(54), header.readUInt16LE(56)];
  let lowest = Infinity;
  for (let i = 0; i < count && table + (i + 1) * size <= header.length; i++) {
    const at = table + i * size;
    if (header.readUInt32LE(at) === 1 /* PT_LOAD */) lowest = Math.min(lowest, Number(header.readBigUInt64LE(at + 16)));
  }
  return lowest === Infinity ? 0 : lowest - (lowest % 4096);
}
