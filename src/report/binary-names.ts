/** Names and places from the checked binary's debug information. */
import { relative } from 'node:path';
import { Kind, type Label, type ThreadId, type Value } from '../program/label';
import type { ProcessProgram } from '../program/process-program';
import type { Schedule } from '../program/program';
import type { Symbols } from '../program/symbols';
import { shortTypes } from './function-name';
import { ObjectNames } from './object-names';
import { placeIn, type Names, type Place } from './report';

export class BinaryNames implements Names {
  private objects: ObjectNames;

  constructor(private readonly program: ProcessProgram, private readonly symbols: Symbols) {
    this.objects = this.objectsIn([]);
  }

  /** Looks up all places that the labels need at once; `schedule` brings the program where they happened. */
  load(labels: readonly Label[], schedule: Schedule): void {
    this.symbols.load(labels.flatMap((l) => (l.site < 0 ? [] : this.program.stack(l.site))));
    this.objects = this.objectsIn(this.program.objectsOf(schedule));
  }

  private objectsIn(lines: readonly string[]): ObjectNames {
    return new ObjectNames(lines, this.symbols, (stack) => this.text(stack));
  }

  stack(l: Label): readonly Place[] {
    if (l.site < 0) return [];
    return this.program.stack(l.site).flatMap((pc) => this.symbols.places(pc).map(near));
  }

  data(l: Label): string {
    if (l.loc < 0) return '';
    const address = this.program.locations.address(l.loc);
    // A futex's object is the byte after the first one of its word.
    return this.datum(l.kind >= Kind.FutexEnter && l.kind <= Kind.FutexWake ? Number(address) - 1 : address);
  }

  mutex(l: Label): string {
    return l.kind === Kind.CondBlock && l.value !== 0 ? this.datum(l.value) : '';
  }

  /** docs/contracts.md, "Texts": {0x1 0x2} is a call stack, {*0x1} data. */
  text(said: string): string {
    return said.replace(/\{(\*?)(0x[0-9a-f]+(?: 0x[0-9a-f]+)*)\}/g, (_, data: string, addresses: string) => {
      const list = addresses.split(' ').map(Number);
      if (data !== '') return this.datum(list[0]);
      this.symbols.load(list);
      const places = list.flatMap((pc) => this.symbols.places(pc).map(near));
      const place = placeIn(places) ?? places[0];
      return place.line > 0 ? `${place.file}:${place.line}` : place.function;
    });
  }

  private datum(address: Value): string {
    const object = this.objects.nameOf(address);
    if (object !== undefined) return object;
    const datum = this.symbols.data(address);
    return datum === undefined ? `*0x${address.toString(16)}` : shortTypes(datum);
  }

  creator(t: ThreadId): { readonly creator: ThreadId; readonly child: number } | undefined {
    return t === 0 ? undefined : this.program.names[t - 1];
  }
}

/** Files below the working directory are named from there. */
function near(place: Place): Place {
  const path = place.file === '' ? '' : relative(process.cwd(), place.file);
  const named = { ...place, function: shortTypes(place.function) };
  return path === '' || path.startsWith('..') ? named : { ...named, file: path };
}
