/** Return addresses as source places. */
import type { Module } from '../channel/protocol';
import { Dwarf } from './dwarf';
import type { Value } from './label';
import { dataAt, symbolizer, type Place, type Symbolizer } from './symbolizer';

export type { Place } from './symbolizer';

/** Looks addresses up in the program's modules, in batches; remembers the answers. */
export class Symbols {
  private readonly known = new Map<Value, readonly Place[]>();
  private readonly dwarfs = new Map<Module, Dwarf>();
  private readonly variables = new Map<Value, string | undefined>();

  /** `tool` looks up; default: llvm-symbolizer or addr2line, whichever is found; none: addresses only. */
  constructor(private readonly modules: readonly Module[], private readonly tool: Symbolizer | undefined = symbolizer()) {}

  /** Looks several return addresses up at once: quicker than one by one. */
  load(pcs: readonly Value[]): void {
    const wanted = new Map<Module, Value[]>();
    for (const pc of pcs) {
      const module = this.known.has(pc) ? undefined : this.moduleOf(pc);
      if (module === undefined) continue;
      const list = wanted.get(module) ?? [];
      if (!list.includes(pc)) wanted.set(module, [...list, pc]);
    }
    for (const [module, list] of wanted) {
      // A return address belongs to the line after the call.
      const found = this.tool?.(module.path, list.map((pc) => Number(pc) - module.base - 1)) ?? [];
      list.forEach((pc, i) => { if (found[i]?.length > 0) this.known.set(pc, found[i]); });
    }
    for (const pc of pcs) if (!this.known.has(pc)) this.known.set(pc, [this.bare(pc)]);
  }

  /** The place that called: at least one; several when functions are inlined into each other, the innermost first. */
  places(pc: Value): readonly Place[] {
    this.load([pc]);
    return this.known.get(pc)!;
  }

  /** The static variable that the address lies in, and what part of it: `name`, `name.member`, `name[2]`, `name+8`. */
  data(address: Value): string | undefined {
    const module = this.moduleOf(address);
    if (module === undefined) return undefined;
    if (!this.variables.has(address)) {
      const [datum] = dataAt(module.path, [Number(address) - module.base]);
      this.variables.set(address, datum && datum.name + this.dwarfOf(module).part(datum.name, datum.offset));
    }
    return this.variables.get(address);
  }

  /** The local variable at an address, of the function that a pc is in and that has this frame pointer. */
  local(address: Value, pc: Value, frame: Value): string | undefined {
    const module = this.moduleOf(pc);
    return module === undefined ? undefined : this.dwarfOf(module).local(Number(address), Number(pc) - module.base - 1, Number(frame));
  }

  private dwarfOf(module: Module): Dwarf {
    const dwarf = this.dwarfs.get(module) ?? new Dwarf(module.path);
    this.dwarfs.set(module, dwarf);
    return dwarf;
  }

  private moduleOf(pc: Value): Module | undefined {
    return this.modules.find((m) => m.base <= pc && pc < m.base + m.size);
  }

  private bare(pc: Value): Place {
    const module = this.moduleOf(pc);
    const text = module === undefined ? `0x${pc.toString(16)}` : `${module.path}+0x${(Number(pc) - module.base).toString(16)}`;
    return { function: text, file: '', line: 0 };
  }
}
