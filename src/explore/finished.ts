/**
 * States whose exploration is over: combinations of histories, with the refusals under which they were explored.
 * A state need not be entered when the same histories were finished with refusals that are subsets of its own.
 */

/** The writes of its location that a thread refuses: by thread how many events are covered; the initial write always is. */
export type Refusal = readonly number[];
export type Refusals = readonly (Refusal | undefined)[];

export type KeptFinished = readonly (readonly [string, readonly Refusals[]])[];

export class Finished {
  private readonly table = new Map<string, Refusals[]>();

  covers(key: string, refusals: Refusals): boolean {
    return this.table.get(key)?.some((r) => subset(r, refusals)) ?? false;
  }

  keep(): KeptFinished {
    return [...this.table];
  }

  recall(kept: KeptFinished): void {
    for (const [key, refusals] of kept) this.table.set(key, [...refusals]);
  }

  /** Enters the state, when all below it was explored. */
  add(key: string, refusals: Refusals): void {
    const known = this.table.get(key);
    const entry = refusals.slice();
    if (known === undefined) this.table.set(key, [entry]);
    else this.table.set(key, [...known.filter((r) => !subset(entry, r)), entry]);
  }
}

function subset(a: Refusals, b: Refusals): boolean {
  for (let t = 0; t < a.length; t++) {
    const x = a[t];
    if (x === undefined) continue;
    const y = b[t];
    if (y === undefined) return false;
    for (let u = 0; u < x.length; u++) if ((x[u] ?? 0) > (y[u] ?? 0)) return false;
  }
  return true;
}
