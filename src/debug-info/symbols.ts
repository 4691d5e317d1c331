/** Return addresses as source places. */
import { Dwarf } from './dwarf';
import { symbolizer, type Datum, type SourcePlace, type Symbolizer } from './symbolizer';

export type { SourcePlace as Place } from './symbolizer';

/** Addresses beyond 2^53 are bigints. */
type Address = number | bigint;

/** A file that is mapped into the program: its lowest address there, and how many bytes it takes. */
export interface MappedFile {
  readonly path: string;
  readonly base: number;
  readonly size: number;
}

/** Bytes that are accessed; size 0: it is not known how many. */
export interface Extent {
  readonly address: Address;
  readonly size: number;
}

/** Looks addresses up in the program's modules, in batches, with a cache. */
export class Symbols {
  private readonly known = new Map<Address, readonly SourcePlace[]>();
  private readonly dwarfs = new Map<MappedFile, Dwarf>();
  private readonly variables = new Map<Address, Datum | undefined>();

  /**
   * `tool` looks up; default: llvm-symbolizer or addr2line, whichever is found, when first needed; none: addresses
   * only.
   */
  constructor(
    private readonly modules: readonly MappedFile[],
    private tool?: Symbolizer,
  ) {}

  /**
   * Looks return addresses and addresses of data up together: one process for each module, which takes as long for one
   * address as for all.
   */
  load(pcs: readonly Address[], data: readonly Extent[] = []): void {
    const code = this.unknown(pcs, this.known),
      variables = this.unknown(
        data.map((d) => d.address),
        this.variables,
      );
    for (const module of new Set([...code.keys(), ...variables.keys()]))
      this.ask(module, code.get(module) ?? [], variables.get(module) ?? []);
    for (const pc of pcs) if (!this.known.has(pc)) this.known.set(pc, [this.bare(pc)]);
    const inParts = new Map<MappedFile, string[]>();
    for (const { address, size } of data) {
      const datum = this.variables.get(address),
        module = this.moduleOf(address);
      if (datum !== undefined && module !== undefined && !isWhole(datum, size))
        inParts.set(module, [...(inParts.get(module) ?? []), datum.name]);
    }
    for (const [module, names] of inParts) this.dwarfOf(module).find(names);
  }

  private unknown(addresses: readonly Address[], known: ReadonlyMap<Address, unknown>): Map<MappedFile, Address[]> {
    const wanted = new Map<MappedFile, Address[]>();
    for (const address of new Set(addresses)) {
      const module = known.has(address) ? undefined : this.moduleOf(address);
      if (module !== undefined) wanted.set(module, [...(wanted.get(module) ?? []), address]);
    }
    return wanted;
  }

  private ask(module: MappedFile, code: readonly Address[], data: readonly Address[]): void {
    this.tool ??= symbolizer();
    // A return address belongs to the line after the call.
    const found = this.tool?.(
      module.path,
      code.map((pc) => Number(pc) - module.base - 1),
      data.map((a) => Number(a) - module.base),
    );
    code.forEach((pc, i) => {
      if (found !== undefined && found.places[i]?.length > 0) this.known.set(pc, found.places[i]);
    });
    data.forEach((address, i) => {
      this.variables.set(address, found?.data[i]);
    });
  }

  /** The place that called: at least one; several when functions are inlined into each other, the innermost first. */
  places(pc: Address): readonly SourcePlace[] {
    this.load([pc]);
    return this.known.get(pc)!;
  }

  /**
   * The static variable that the bytes lie in, and what part of it, unless they are all of it: `name`, `name.member`,
   * `name[2]`, `name+8`.
   */
  data(address: Address, size = 0): string | undefined {
    this.load([], [{ address, size }]);
    const datum = this.variables.get(address);
    if (datum === undefined || isWhole(datum, size)) return datum?.name;
    return datum.name + this.dwarfOf(this.moduleOf(address)!).part(datum.name, datum.offset);
  }

  /** The static variable, or the largest part of it, that begins at the address: what a pointer points to. */
  pointee(address: Address): string | undefined {
    this.load([], [{ address, size: 0 }]);
    const datum = this.variables.get(address);
    if (datum === undefined || datum.offset === 0) return datum?.name;
    return datum.name + this.dwarfOf(this.moduleOf(address)!).part(datum.name, datum.offset, true);
  }

  /** Is the static variable there volatile, or that part of it? */
  isVolatile(address: Address): boolean {
    this.load([], [{ address, size: 0 }]);
    const datum = this.variables.get(address);
    return datum !== undefined && this.dwarfOf(this.moduleOf(address)!).isVolatile(datum.name, datum.offset);
  }

  /**
   * The local variable at an address, of the function that a pc is in and that has this frame pointer. `isOuter`: the
   * largest part of it that begins there.
   */
  local(address: Address, pc: Address, frame: Address, isOuter = false): string | undefined {
    const module = this.moduleOf(pc);
    return module === undefined
      ? undefined
      : this.dwarfOf(module).local(Number(address), Number(pc) - module.base - 1, Number(frame), isOuter);
  }

  private dwarfOf(module: MappedFile): Dwarf {
    const dwarf = this.dwarfs.get(module) ?? new Dwarf(module.path);
    this.dwarfs.set(module, dwarf);
    return dwarf;
  }

  private moduleOf(pc: Address): MappedFile | undefined {
    return this.modules.find((m) => m.base <= pc && pc < m.base + m.size);
  }

  private bare(pc: Address): SourcePlace {
    const module = this.moduleOf(pc);
    const text =
      module === undefined ? `0x${pc.toString(16)}` : `${module.path}+0x${(Number(pc) - module.base).toString(16)}`;
    return { function: text, file: '', line: 0 };
  }
}

/** Are the bytes all of the variable? Then its type need not be examined, which takes long. */
function isWhole({ offset, size }: Datum, bytes: number): boolean {
  return offset === 0 && size === bytes;
}
