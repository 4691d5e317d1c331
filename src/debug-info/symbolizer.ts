/** Tools that know which source line an address of an executable comes from. */
import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';

export interface SourcePlace {
  /** Demangled; an address when nothing is known. */
  readonly function: string;
  /** Empty: unknown. */
  readonly file: string;
  /** From 1; 0: unknown. */
  readonly line: number;
}

/** A source position with its column. */
export interface CodePlace extends SourcePlace {
  /** From 1; 0: unknown. */
  readonly column: number;
}

/** A variable that an address lies in, where in it, and how large it is (bytes). */
export interface Datum {
  readonly name: string;
  readonly offset: number;
  readonly size: number;
}

/** How long a tool may take, in milliseconds: what it reads may be damaged. */
const TIMEOUT = 120_000;

const llvmSymbolizer = /^llvm-symbolizer(?:-(\d+))?$/;

export interface Answers {
  /** For each address of code its places; an empty list for an unknown one. */
  readonly places: readonly (readonly SourcePlace[])[];
  /** For each address of data the static variable there; undefined: none, or the tool does not know. */
  readonly data: readonly (Datum | undefined)[];
}

/** What lies at addresses in a file, code and data, given relative to where it is loaded. One process answers all. */
export type Symbolizer = (file: string, code: readonly number[], data: readonly number[]) => Answers;

/**
 * The best tool in PATH: llvm-symbolizer (any version), else addr2line, which knows no data; undefined when there is
 * none.
 */
export function symbolizer(path = process.env.PATH ?? ''): Symbolizer | undefined {
  const llvm = newest(path, llvmSymbolizer);
  if (llvm !== undefined) return (file, code, data) => withLlvm(llvm, file, code, data);
  const binutils = newest(path, /^addr2line$/);
  return binutils === undefined
    ? undefined
    : (file, code, data) => ({ places: withAddr2line(binutils, file, code), data: data.map(() => undefined) });
}

/**
 * The places of each address of code, with columns; undefined: the tool in PATH does not know columns. llvm-symbolizer
 * does, from LLVM 13 on.
 */
export function columnPlaces(
  file: string,
  code: readonly number[],
  path = process.env.PATH ?? '',
): CodePlace[][] | undefined {
  const llvm = newest(path, llvmSymbolizer);
  if (llvm === undefined) return undefined;
  const questions = hex(code, file).map((a) => `CODE ${a}`);
  return jsonAnswers(llvm, file, questions)?.map(({ Symbol: frames = [] }) =>
    frames.map((frame) => ({ ...placeOf(frame), column: frame.FileName === '' ? 0 : frame.Column })),
  );
}

/** The tool whose name matches, with the highest version; one without a version comes first. */
export function newest(path: string, name: RegExp): string | undefined {
  let best: { file: string; version: number } | undefined;
  for (const folder of path.split(':').filter((f) => f !== '')) {
    for (const entry of entries(folder)) {
      const match = name.exec(entry);
      const version = match?.[1] === undefined ? Infinity : Number(match[1]);
      if (match !== null && (best === undefined || version > best.version))
        best = { file: join(folder, entry), version };
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

function ask(tool: string, args: readonly string[], questions: readonly string[]): string {
  return questions.length === 0 ? '' : outputOf(tool, args, questions.map((q) => `${q}\n`).join(''));
}

/** What a tool prints when it reads this; empty where it cannot be started. */
export function outputOf(tool: string, args: readonly string[], input = ''): string {
  // Loaded on use: most checks find nothing that has to be named, and it takes long.
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- see above
  const { spawnSync } = require('node:child_process') as typeof import('node:child_process');
  const { stdout } = spawnSync(tool, args, { input, encoding: 'utf8', maxBuffer: 1 << 28, timeout: TIMEOUT });
  return stdout ?? '';
}

function withLlvm(tool: string, file: string, code: readonly number[], data: readonly number[]): Answers {
  const codeAt = hex(code, file),
    dataAt = hex(data, file);
  const questions = [...codeAt.map((a) => `CODE ${a}`), ...dataAt.map((a) => `DATA ${a}`)];
  const answers = jsonAnswers(tool, file, questions);
  if (answers === undefined) return withOldLlvm(tool, file, codeAt, dataAt, questions);
  return {
    places: codeAt.map((_, i) =>
      (answers[i].Symbol ?? []).filter((s) => s.FunctionName !== '' || s.FileName !== '').map(placeOf),
    ),
    data: dataAt.map((address, i) => {
      const { Name = '', Start = '', Size = '' } = answers[codeAt.length + i].Data ?? {};
      return datum(Number(address), Name === '' ? [] : [Name, `${Number(Start)} ${Number(Size)}`]);
    }),
  };
}

/** An answer of llvm-symbolizer as JSON; what it does not know is empty. */
interface JsonAnswer {
  readonly Symbol?: readonly {
    readonly FunctionName: string;
    readonly FileName: string;
    readonly Line: number;
    readonly Column: number;
  }[];
  readonly Data?: { readonly Name?: string; readonly Start?: string; readonly Size?: string };
}

function placeOf({
  FunctionName: name,
  FileName: file,
  Line: line,
}: NonNullable<JsonAnswer['Symbol']>[number]): SourcePlace {
  return { function: name === '' ? '??' : name, file, line: file === '' ? 0 : line };
}

/**
 * The answers, one on each line, whatever is in a name; undefined: the tool is older than LLVM 13 and does not know
 * JSON.
 */
function jsonAnswers(tool: string, file: string, questions: readonly string[]): JsonAnswer[] | undefined {
  const lines = ask(tool, ['--functions', '--inlines', '--demangle', '--output-style=JSON', '-e', file], questions)
    .split('\n')
    .filter((l) => l !== '');
  return lines.length === questions.length && lines.every((l) => l.startsWith('{'))
    ? lines.map((l) => JSON.parse(l) as JsonAnswer)
    : undefined;
}

/**
 * Answers, with an empty line after each. Of code: pairs of lines (function, file:line:column); of data: its name, then
 * start and size.
 */
function withOldLlvm(
  tool: string,
  file: string,
  codeAt: readonly string[],
  dataAt: readonly string[],
  questions: readonly string[],
): Answers {
  const blocks = blocksOf(tool, file, questions);
  return {
    places: codeAt.map((_, i) => pairs((blocks[i] ?? '').split('\n'))),
    data: dataAt.map((address, i) => datum(Number(address), (blocks[codeAt.length + i] ?? '').split('\n'))),
  };
}

/**
 * The answer to each question. A name with empty lines in it would be taken for several: then each is asked by itself.
 */
function blocksOf(tool: string, file: string, questions: readonly string[]): string[] {
  const args = ['--functions', '--inlines', '--demangle', '-e', file];
  const blocks = ask(tool, args, questions).trimEnd().split('\n\n');
  return blocks.length <= questions.length
    ? blocks
    : questions.map((question) => ask(tool, args, [question]).trimEnd());
}

function datum(address: number, [name = '??', extent = '']: readonly string[]): Datum | undefined {
  const [start, size] = extent.split(' ').map(Number);
  const offset = address - start;
  return name.startsWith('??') || !(offset >= 0 && offset < size) ? undefined : { name, offset, size };
}

/** Answers: the address on a line of its own, then pairs of lines (function, file:line). */
function withAddr2line(tool: string, file: string, offsets: readonly number[]): SourcePlace[][] {
  const output = ask(tool, ['-f', '-i', '-C', '-a', '-e', file], hex(offsets, file));
  return output
    .split(/^0x[0-9a-f]+$/m)
    .slice(1)
    .map((block) => pairs(block.split('\n')));
}

function pairs(lines: readonly string[]): SourcePlace[] {
  const places: SourcePlace[] = [];
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
