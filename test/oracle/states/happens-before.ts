/**
 * Happens-before as far as it decides about races: who knows of which accesses. An access races with each conflicting
 * one of another thread, the last of its instruction, that its own thread does not know of (C11 5.1.2.4p25). Threads
 * pass on what they know by what they release and acquire; what that is for each instruction is in state-machine.ts.
 */

/** An access: the instruction `site` of the thread, to the location. A failing compare-exchange only reads. */
export interface Access {
  readonly thread: number;
  readonly site: number;
  readonly loc: number;
  readonly writes: boolean;
  readonly plain: boolean;
}

/** By holder, a thread `t1` or what an object or location passes on, such as `m0`: numbers of accesses, in order. */
export type Known = Readonly<Record<string, readonly number[]>>;

/** The accesses of a program to data that some instruction accesses plainly, numbered. */
export class Accesses {
  readonly all: readonly Access[];

  constructor(accesses: readonly Access[]) {
    const plain = new Set(accesses.filter((a) => a.plain).map((a) => a.loc));
    this.all = accesses.filter((a) => plain.has(a.loc));
  }

  /** The number; undefined: the access can race with none. */
  numberOf(thread: number, site: number, writes: boolean): number | undefined {
    const n = this.all.findIndex((a) => a.thread === thread && a.site === site && a.writes === writes);
    return n < 0 ? undefined : n;
  }

  /** Of the accesses that were performed, those that the next access of that number races with. */
  racing(known: Known, n: number): number[] {
    const { thread, loc, writes, plain } = this.all[n];
    const mine = known[holder(thread)] ?? [];
    const performed = this.all.flatMap((a, m) => (known[holder(a.thread)]?.includes(m) === true ? [m] : []));
    return performed.filter((m) => {
      const a = this.all[m];
      return a.thread !== thread && a.loc === loc && (a.plain || plain) && (a.writes || writes) && !mine.includes(m);
    });
  }

  /** After the access was performed: only its own thread knows of it. */
  perform(known: Known, n: number): Known {
    const entries = Object.entries(known).map(([who, what]) => [who, what.filter((m) => m !== n)] as const);
    return join(Object.fromEntries(entries), holder(this.all[n].thread), [n]);
  }
}

export function holder(thread: number): string {
  return `t${thread}`;
}

/** `to` gets to know what `from` knows. */
export function pass(known: Known, from: string, to: string): Known {
  return join(known, to, known[from] ?? []);
}

/** `to` knows nothing any more. */
export function forget(known: Known, to: string): Known {
  return { ...known, [to]: [] };
}

function join(known: Known, to: string, what: readonly number[]): Known {
  if (what.length === 0) return known;
  return { ...known, [to]: [...new Set([...(known[to] ?? []), ...what])].sort((a, b) => a - b) };
}
