/** Pairs of places in reads-from with names of the source, for reports. */
import { near } from '../report/binary-names';
import { placeIn, type ReportPlace } from '../report/source-places';
import type { Symbols } from '../debug-info/symbols';
import { readOf, writeOf, type Coverage } from './coverage';
import { INITIAL, type Places } from './places';

export interface CoveredPair {
  /** Undefined: the initial value. */
  readonly write: ReportPlace | undefined;
  readonly read: ReportPlace;
  /** Has an execution shown it? Otherwise both access one location in some execution. */
  readonly seen: boolean;
}

/** All pairs whose places are known, each once. */
export function coveredPairs(coverage: Coverage, places: Places, symbols: Symbols): CoveredPair[] {
  const all = [...coverage.possible];
  const numbers = new Set(all.flatMap((pair) => [writeOf(pair), readOf(pair)]));
  symbols.load([...numbers].flatMap((place) => places.addresses(place)));
  const known = new Map<number, ReportPlace | undefined>();
  for (const number of numbers)
    known.set(number, placeIn(places.addresses(number).flatMap((pc) => symbols.places(pc).map(near))));
  const pairs = all.flatMap((pair): CoveredPair[] => {
    const [write, read] = [known.get(writeOf(pair)), known.get(readOf(pair))];
    if (read === undefined || (write === undefined && writeOf(pair) !== INITIAL)) return [];
    return [{ write, read, seen: coverage.pairs.has(pair) }];
  });
  return mergedPairs([pairs]);
}

/** The pairs of several explorations of one program; where one has shown a pair, it is seen. */
export function mergedPairs(all: readonly (readonly CoveredPair[])[]): CoveredPair[] {
  const merged = new Map<string, CoveredPair>();
  const nameOf = (place: ReportPlace | undefined): string =>
    place === undefined ? '' : `${place.file}:${place.line}${place.line === 0 ? ` ${place.function}` : ''}`;
  for (const pair of all.flat()) {
    const name = JSON.stringify([nameOf(pair.write), nameOf(pair.read)]);
    if (merged.get(name)?.seen !== true) merged.set(name, pair);
  }
  return [...merged.values()];
}
