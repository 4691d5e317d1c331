/** Names and places from the checked binary's debug information. */
import { relative } from 'node:path';
import { Kind, type Label, type SiteId, type ThreadId, type Value } from '../program/label';
import type { ProcessProgram } from '../program/process-program';
import type { Schedule } from '../program/program';
import type { Extent, Symbols } from '../debug-info/symbols';
import { shortFunction, shortTypes } from '../debug-info/function-name';
import { functionsIn, ObjectNames } from './object-names';
import { bytesText } from './operation';
import { placeIn, type ReportPlace } from './source-places';
import type { NameSource } from './report';

/** Bytes of a pointer. */
const POINTER = 8;

export class BinaryNames implements NameSource {
  private objects: ObjectNames;

  constructor(
    private readonly program: ProcessProgram,
    private readonly symbols: Symbols,
  ) {
    this.objects = this.objectsIn([]);
  }

  /** Looks up all names for these labels and texts, at once; `schedule` leads the program to these events. */
  load(labels: readonly Label[], texts: readonly string[], schedule: Schedule): void {
    const objects = this.program.objectsOf(schedule);
    this.objects = this.objectsIn(objects);
    const said = [...texts, ...objects].flatMap((text) =>
      [...text.matchAll(named)].map(([, data, list]) => ({ data: data !== '', addresses: addressesIn(list) })),
    );
    const pointers = this.pointers(labels);
    const pcs = [
      ...labels.flatMap((l) => this.pcs(l)),
      ...pointers.map((v) => Number(v) + 1),
      ...functionsIn(objects),
      ...said.flatMap(({ data, addresses }) => (data ? [] : addresses)),
    ];
    const unsized = [
      ...labels.map((l) => this.mutexAddress(l)),
      ...said.map((s) => (s.data ? s.addresses[0] : undefined)),
    ];
    const data = [
      ...labels.map((l) => ({ address: this.address(l), size: l.size })),
      ...[...unsized, ...pointers].map((address) => ({ address, size: 0 })),
    ];
    this.symbols.load(
      pcs,
      data.filter((d): d is Extent => d.address !== undefined),
    );
  }

  private objectsIn(lines: readonly string[]): ObjectNames {
    return new ObjectNames(lines, this.symbols, (stack) => this.text(stack));
  }

  stack(l: Label): readonly ReportPlace[] {
    return this.pcs(l).flatMap((pc) => this.symbols.places(pc).map(near));
  }

  data(l: Label): string {
    const address = this.address(l);
    if (address === undefined) return '';
    return l.pieces.length === 0 ? this.datum(address, l.size, l.site) : this.part(l, Number(address));
  }

  /** The name of a member that the access covers, of all the memory, or of its bytes there. */
  private part({ loc, size, site }: Label, address: number): string {
    const { locations } = this.program;
    const [first, bytes] = [Number(locations.address(loc)), locations.size(loc)];
    const [own, whole] = [this.datum(address, size, site), this.datum(first, bytes, site)];
    if (size === bytes) return whole;
    return own !== whole && !/\+\d+$/.test(own)
      ? own
      : `${bytesText(address - first, address - first + size)} of ${whole}`;
  }

  initial(l: Label): Value | undefined {
    return this.program.knownInitial(l.loc);
  }

  pointer(v: Value, l?: Label): string | undefined {
    const block = this.objects.blockAt(v);
    if (block !== undefined) return block;
    const local = this.objects.nameOf(v, l?.site, true);
    if (local !== undefined) return local.includes('(0x') ? local : `&${local}`;
    if (!this.isStatic(v)) return undefined;
    const datum = this.symbols.pointee(v);
    const { line, function: name } = this.symbols.places(Number(v) + 1).at(-1)!;
    if (line > 0) return shortFunction(name);
    return datum === undefined ? undefined : `&${shortTypes(datum)}`;
  }

  /** Is it an address in the program's files? */
  private isStatic(v: Value): boolean {
    return this.program.isStatic(Number(v));
  }

  /** Values of the events that may be pointers to static data or to functions. */
  private pointers(labels: readonly Label[]): Value[] {
    const values = labels.flatMap(({ size, value, expected }) => (size === POINTER ? [value, expected] : []));
    return [...new Set(values)].filter((v) => this.isStatic(v));
  }

  isVolatile(l: Label): boolean {
    const address = this.address(l);
    return address !== undefined && this.symbols.isVolatile(address);
  }

  mutex(l: Label): string {
    const address = this.mutexAddress(l);
    return address === undefined ? '' : this.datum(address, 0, l.site);
  }

  text(said: string): string {
    return said.replace(named, (_, data: string, addresses: string) => {
      const list = addressesIn(addresses);
      if (data !== '') return this.datum(list[0]);
      this.symbols.load(list);
      const places = list.flatMap((pc) => this.symbols.places(pc).map(near));
      const place = placeIn(places) ?? places[0];
      return place.line > 0 ? `${place.file}:${place.line}` : shortFunction(place.function);
    });
  }

  private pcs(l: Label): readonly Value[] {
    return l.site < 0 ? [] : this.program.stack(l.site);
  }

  private address(l: Label): Value | undefined {
    if (l.loc < 0) return undefined;
    const address = this.program.locations.addressOf(l);
    // A futex's object is the byte after the first one of its word.
    return l.kind >= Kind.FutexEnter && l.kind <= Kind.FutexWake ? Number(address) - 1 : address;
  }

  private mutexAddress(l: Label): Value | undefined {
    return l.kind === Kind.CondBlock && l.value !== 0 ? l.value : undefined;
  }

  /** `site`: that of the event that is about the address. */
  private datum(address: Value, size = 0, site?: SiteId): string {
    const object = this.objects.nameOf(address, site);
    if (object !== undefined) return object;
    const datum = this.symbols.data(address, size);
    return datum === undefined ? `*0x${address.toString(16)}` : shortTypes(datum);
  }

  creator(t: ThreadId): { readonly creator: ThreadId; readonly child: number } | undefined {
    return t === 0 ? undefined : this.program.names[t - 1];
  }
}

/** Placeholders (docs/explanation/memory.md, "Names"): {0x1 0x2} is a call stack, {*0x1} data. */
const named = /\{(\*?)(0x[0-9a-f]+(?: 0x[0-9a-f]+)*)\}/g;

function addressesIn(text: string): number[] {
  return text.split(' ').map(Number);
}

/** Files below the working directory are named from there. */
export function near(place: ReportPlace): ReportPlace {
  const path = place.file === '' ? '' : relative(process.cwd(), place.file);
  const named = { ...place, function: shortTypes(place.function) };
  return path === '' || path.startsWith('..') ? named : { ...named, file: path };
}
