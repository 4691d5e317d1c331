/** Where calls of a built program are in its sources. */
import { statSync } from 'node:fs';
import { DristaError } from '../base/errors';
import type { WireValue } from '../channel/value';
import { columnPlaces } from '../debug-info/symbolizer';
import type { BuiltPlace } from '../orders/order-sites';
import type { ProcessProgram } from '../program/process-program';
import { checkMessages } from './check-messages';

/** The places of return addresses in the program's files. Throws a DristaError where no tool knows columns. */
export function placesIn(program: ProcessProgram) {
  return (pcs: readonly WireValue[]): ReadonlyMap<WireValue, readonly BuiltPlace[]> => {
    const found = new Map<WireValue, readonly BuiltPlace[]>();
    const all = [...new Set(pcs)];
    for (const { path, base, size } of program.modules) {
      const inside = all.filter((pc) => pc >= base && pc < base + size);
      if (inside.length === 0) continue;
      // A return address belongs to the line after the call.
      const places = columnPlaces(
        path,
        inside.map((pc) => Number(pc) - base - 1),
      );
      if (places === undefined) throw new DristaError(checkMessages.noColumns);
      const built = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
      inside.forEach((pc, i) =>
        found.set(
          pc,
          places[i].map((place) => ({ ...place, built })),
        ),
      );
    }
    return found;
  };
}
