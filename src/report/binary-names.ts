/** Names and places from the checked binary's debug information. */
import { relative } from 'node:path';
import { describeThread, Kind, type Label, type ThreadId, type Value } from '../program/label';
import type { ProcessProgram } from '../program/process-program';
import type { Symbols } from '../program/symbols';
import { shortTypes } from './function-name';
import { placeIn, type Names, type Place } from './report';

/** Where the threads' stacks lie (runtime/left.h). */
const STACKS = 0x400000000000, STACK = 1 << 26, THREADS = 1024;

export class BinaryNames implements Names {
  constructor(private readonly program: ProcessProgram, private readonly symbols: Symbols) {}

  /** Looks up all places that the labels need at once. */
  load(labels: readonly Label[]): void {
    this.symbols.load(labels.flatMap((l) => (l.site < 0 ? [] : this.program.stack(l.site))));
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
    const stack = Math.floor((Number(address) - STACKS) / STACK);
    if (stack >= 0 && stack < THREADS) return `${describeThread(stack)}'s stack (0x${address.toString(16)})`;
    const datum = this.symbols.data(address);
    if (datum === undefined) return `*0x${address.toString(16)}`;
    const name = shortTypes(datum.name);
    return datum.offset === 0 ? name : `${name}+${datum.offset}`;
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
