/** Debug information about variables and types. */
import { join } from 'node:path';
import { packageRoot } from '../base/paths';
import { DwarfEntries, nameOf, numberOf, type DwarfEntry } from './dwarf-entries';

/** The debug information of one file. */
export class Dwarf {
  private readonly entries: DwarfEntries;
  /** By name: the static variables that are called so. */
  private readonly statics = new Map<string, readonly DwarfEntry[]>();

  constructor(file: string, path = process.env.PATH ?? '') {
    this.entries = new DwarfEntries(file, path);
  }

  /**
   * The local variable that lies at an address, as `name`, `name.member[2]` or `name+8`. `pc` is in its function,
   * relative to where the file is loaded; `frame` is that function's frame pointer. Undefined: not known, as in
   * optimised code, where variables move about and share their places with each other and with what has no name.
   * `isOuter`: as `part` has it.
   */
  local(address: number, pc: number, frame: number, isOuter = false): string | undefined {
    const of = this.entries.functionAt(pc);
    // Only of optimised functions compilers say that all calls are described (DWARF 5, 3.3.1.2).
    if (of === undefined || of.attributes.has('call_all_calls')) return undefined;
    const base = frameBase(of, frame);
    const found = (base === undefined ? [] : variablesIn(of)).flatMap((variable) => {
      const at = /^DW_OP_fbreg ([-+]?\d+)$/.exec(variable.attributes.get('location') ?? '')?.[1];
      const offset = at === undefined ? -1 : address - (base! + Number(at));
      return offset >= 0 && offset < this.size(variable) ? [{ variable, offset }] : [];
    });
    if (found.length !== 1 || nameOf(found[0].variable) === '?') return undefined;
    return nameOf(found[0].variable) + this.path(found[0].variable, found[0].offset, isOuter);
  }

  /**
   * The part of a static variable at the offset: `.member`, `[2]`, `+8`; empty: all of it. Its name may be qualified.
   * `isOuter`: the largest part that begins there, as a pointer to it is meant.
   */
  part(variable: string, offset: number, isOuter = false): string {
    this.find([variable]);
    const found = this.statics.get(unqualified(variable))!;
    return found.length === 1 ? this.path(found[0], offset, isOuter) : offset === 0 ? '' : `+${offset}`;
  }

  /** Is the part of a static variable at the offset volatile (C11 6.7.3)? */
  isVolatile(variable: string, offset: number): boolean {
    this.find([variable]);
    const found = this.statics.get(unqualified(variable))!;
    return found.length === 1 && this.volatileIn(found[0], offset);
  }

  private volatileIn(typed: DwarfEntry, offset: number): boolean {
    for (let type = this.directType(typed); type !== undefined; type = this.directType(type)) {
      if (type.tag === 'volatile_type') return true;
      if (type.tag === 'array_type') return this.size(type) > 0 && this.volatileIn(type, offset % this.size(type));
      if (type.tag === 'structure_type' || type.tag === 'class_type') {
        const part = type.children.find((m) => {
          const at = m.tag === 'member' ? numberOf(m, 'data_member_location') : undefined;
          return at !== undefined && offset >= at && offset < at + this.size(m);
        });
        return part !== undefined && this.volatileIn(part, offset - numberOf(part, 'data_member_location')!);
      }
      if (!qualifiers.includes(type.tag)) return false;
    }
    return false;
  }

  /** Looks static variables up, all at once: that takes as long as for one. */
  find(variables: readonly string[]): void {
    const names = [...new Set(variables.map(unqualified))].filter((name) => !this.statics.has(name));
    if (names.length === 0) return;
    const found = this.entries
      .named(names)
      .filter((e) => e.tag === 'variable' && e.attributes.get('location')?.startsWith('DW_OP_addr') && !isOfRuntime(e));
    for (const name of names)
      this.statics.set(
        name,
        found.filter((e) => nameOf(e) === name),
      );
  }

  /**
   * The path to the offset in an object of the entry's type: `.member`, `[2]`, `+8`, one after the other. `isOuter`: to
   * the largest part that begins there, else to the smallest.
   */
  private path(typed: DwarfEntry, offset: number, isOuter = false): string {
    if (isOuter && offset === 0) return '';
    const type = this.typeOf(typed);
    const rest = offset === 0 ? '' : `+${offset}`;
    switch (type?.tag) {
      case 'structure_type':
      case 'class_type': {
        const part = type.children.find((m) => {
          const at = m.tag === 'member' || m.tag === 'inheritance' ? numberOf(m, 'data_member_location') : undefined;
          return at !== undefined && offset >= at && offset < at + this.size(m);
        });
        if (part === undefined) return rest;
        const inside = this.path(part, offset - numberOf(part, 'data_member_location')!, isOuter);
        if (part.tag === 'inheritance') return inside;
        // Names that are reserved for libraries are left out.
        return /^_/.test(nameOf(part)) ? rest : `.${nameOf(part)}${inside}`;
      }
      case 'array_type': {
        const [whole, ...inner] = this.counts(type);
        const element = whole === undefined ? 0 : this.size(type) * inner.reduce((n, count) => n * count, 1);
        if (!(element > 0)) return rest;
        let left = offset,
          step = element,
          text = '';
        for (const count of [...inner, 1]) {
          text += `[${Math.floor(left / step)}]`;
          left %= step;
          step /= count;
        }
        return text + this.path(type, left, isOuter);
      }
      default:
        return rest;
    }
  }

  /** Bytes of what has the entry's type; 0: not known. */
  private size(typed: DwarfEntry): number {
    const type = this.typeOf(typed);
    if (type === undefined) return 0;
    const bytes = numberOf(type, 'byte_size');
    if (bytes !== undefined) return bytes;
    if (type.tag === 'array_type') return this.counts(type).reduce((n, count) => n * count, this.size(type));
    return /pointer|reference/.test(type.tag) ? 8 : 0;
  }

  /** How many elements an array has, by dimension. */
  private counts(array: DwarfEntry): number[] {
    return array.children
      .filter((c) => c.tag === 'subrange_type')
      .map((c) => numberOf(c, 'count') ?? (numberOf(c, 'upper_bound') ?? -1) + 1);
  }

  /** The type behind its other names and qualifiers. */
  private typeOf(typed: DwarfEntry): DwarfEntry | undefined {
    const type = this.directType(typed);
    return type !== undefined && qualifiers.includes(type.tag) ? this.typeOf(type) : type;
  }

  private directType(typed: DwarfEntry): DwarfEntry | undefined {
    const offset = /^0x[0-9a-f]+/.exec(typed.attributes.get('type') ?? '')?.[0];
    return offset === undefined ? undefined : this.entries.at(offset);
  }
}

/** Is it a variable of drista's runtime, which is part of the program? */
function isOfRuntime(e: DwarfEntry): boolean {
  return e.attributes.get('decl_file')?.startsWith(join(packageRoot(), 'runtime/')) === true;
}

/** Tags of type aliases and qualifiers. */
const qualifiers = ['typedef', 'const_type', 'volatile_type', 'atomic_type', 'restrict_type'];

function unqualified(name: string): string {
  return name.replace(/^.*::/, '');
}

/** All variables and parameters, those of inner blocks too. */
function variablesIn(of: DwarfEntry): DwarfEntry[] {
  return [
    ...of.children.filter((c) => c.tag === 'lexical_block').flatMap(variablesIn),
    ...of.children.filter((c) => c.tag === 'variable' || c.tag === 'formal_parameter'),
  ];
}

/**
 * The address to which the offsets of local variables are relative; undefined: not known. A frame pointer stands below
 * the return address and the caller's (x86-64 psABI, 3.2.2).
 */
function frameBase(of: DwarfEntry, frame: number): number | undefined {
  switch (of.attributes.get('frame_base')) {
    case 'DW_OP_reg6 RBP':
      return frame;
    case 'DW_OP_call_frame_cfa':
      return frame + 16;
    default:
      return undefined;
  }
}
