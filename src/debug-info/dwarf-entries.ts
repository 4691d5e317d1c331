/** Entries of a file's debug information, as llvm-dwarfdump prints them. */
import { readFileSync } from 'node:fs';
import { sectionsOf } from './elf';
import { linkedAt, newest, outputOf } from './symbolizer';

/** A debugging information entry (DWARF 5, 2.1). */
export interface DwarfEntry {
  /** Its offset, as hexadecimal. */
  readonly offset: string;
  /** Without DW_TAG_. */
  readonly tag: string;
  /** By name without DW_AT_; what stands in brackets, without quotes. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: DwarfEntry[];
}

/** Bytes of debug information that the tool prints as a whole about as quickly as one entry of it. */
const LITTLE = 8 << 10;

/** The entries of one file. Where they are few, the tool is called once and prints all, otherwise once for each. */
export class DwarfEntries {
  private readonly tool: string | undefined;
  /** The roots, where all are known. */
  private readonly roots: readonly DwarfEntry[] | undefined;
  /** The known entries by offset: all, or the ones that were asked for. */
  private readonly known = new Map<string, DwarfEntry | undefined>();
  /** By pc: the functions that were asked for. */
  private readonly functions = new Map<number, DwarfEntry | undefined>();

  constructor(
    private readonly file: string,
    path: string,
  ) {
    this.tool = newest(path, /^llvm-dwarfdump(?:-(\d+))?$/);
    if (this.tool === undefined || !hasLittle(file)) return;
    this.roots = this.print('--debug-info');
    for (const entry of within(this.roots)) this.known.set(entry.offset, entry);
  }

  /** The entry at an offset, with all below it. */
  at(offset: string): DwarfEntry | undefined {
    if (this.roots === undefined && !this.known.has(offset))
      this.known.set(offset, this.print(`--debug-info=${offset}`, '-c')[0]);
    return this.known.get(offset);
  }

  /** The entries with one of these names, not necessarily with what is below them. */
  named(names: readonly string[]): DwarfEntry[] {
    if (this.roots === undefined) return this.print(...names.map((name) => `--name=${name}`));
    return [...this.known.values()].flatMap((e) => (e !== undefined && names.includes(nameOf(e)) ? [e] : []));
  }

  /** The function at a pc, which is relative to where the file is loaded. */
  functionAt(pc: number): DwarfEntry | undefined {
    if (!this.functions.has(pc)) {
      const found = this.print(`--lookup=0x${(pc + linkedAt(this.file)).toString(16)}`)
        .find((e) => e.tag === 'compile_unit')
        ?.children.find((e) => e.tag === 'subprogram');
      this.functions.set(pc, found === undefined ? undefined : this.at(found.offset));
    }
    return this.functions.get(pc);
  }

  private print(...args: string[]): DwarfEntry[] {
    return this.tool === undefined ? [] : parse(outputOf(this.tool, [...args, this.file]));
  }
}

/** Has the file little debug information? */
function hasLittle(file: string): boolean {
  try {
    const size = sectionsOf(readFileSync(file)).get('.debug_info')?.bytes.length;
    return size !== undefined && size <= LITTLE;
  } catch {
    return false;
  }
}

/** The entries and all below them. */
function within(entries: readonly DwarfEntry[]): DwarfEntry[] {
  return entries.flatMap((e) => [e, ...within(e.children)]);
}

function parse(text: string): DwarfEntry[] {
  const roots: DwarfEntry[] = [];
  const open: { entry: DwarfEntry; depth: number }[] = [];
  for (const block of text.split(/\n(?=0x[0-9a-f]+: +DW_TAG_)/)) {
    const head = /^(0x[0-9a-f]+):( +)DW_TAG_(\w+)/.exec(block);
    if (head === null) continue;
    const attributes = [...block.matchAll(/^ +DW_AT_(\w+)\t\("?(.*?)"?\)$/gm)].map(
      ([, name, value]): [string, string] => [name, value],
    );
    const entry: DwarfEntry = { offset: head[1], tag: head[3], attributes: new Map(attributes), children: [] };
    const depth = head[2].length;
    while (open.length > 0 && open.at(-1)!.depth >= depth) open.pop();
    (open.at(-1)?.entry.children ?? roots).push(entry);
    open.push({ entry, depth });
  }
  return roots;
}

/** The name of what the entry describes; '?': it has none. */
export function nameOf(e: DwarfEntry): string {
  return (
    e.attributes.get('name') ??
    /"(.*)/.exec(e.attributes.get('abstract_origin') ?? e.attributes.get('specification') ?? '')?.[1] ??
    '?'
  );
}

/** An attribute that is a number; undefined: there is none. */
export function numberOf(e: DwarfEntry, attribute: string): number | undefined {
  const text = e.attributes.get(attribute);
  return text === undefined || text === '' || Number.isNaN(Number(text)) ? undefined : Number(text);
}
