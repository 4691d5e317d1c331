/**
 * Inputs and schedules that have shown something. Each thing that was shown belongs to the entry with the simplest
 * input that shows it, as in libFuzzer. What shows nothing of its own any more is left out, so the corpus stays small.
 */
import type { RandomNumbers } from '../explore/strategy/random-numbers';
import { isNothing, shownKinds, type ShownByWalk } from './coverage';
import type { Decisions } from './decisions';
import type { Constraint } from './guided-chooser';

/** What leads to an execution, all but for chance. */
export interface Recipe {
  /** Undefined: the program takes none. */
  readonly input: Uint8Array | undefined;
  readonly schedule: readonly Constraint[];
  /** How the execution begins. */
  readonly prefix: Decisions;
}

/** One of the corpus, with what it is kept for. */
export interface CorpusEntry extends Recipe {
  readonly shown: ShownByWalk;
}

/** How many are drawn for one to go on from: the one that was taken least often is taken. */
const DRAWN = 3;
/** One of so many last entries in half of the cases: what they have shown is the least explored. */
const LAST = 8;

/** Whether an input is shorter than another one, or less in the order of bytes: so all processes agree about it. */
export function isSimpler(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return a.length === b.length ? Buffer.compare(a, b) < 0 : a.length < b.length;
}

export class Corpus {
  private entries: CorpusEntry[] = [];
  private readonly taken = new Map<CorpusEntry, number>();
  /** By what was shown: the entry that it belongs to; by entry: how much belongs to it. */
  private readonly owners = shownKinds.map(() => new Map<number, CorpusEntry>());
  private readonly owned = new Map<CorpusEntry, number>();

  /** The part of what an execution has shown that no entry with an input as simple has; undefined: nothing. */
  unowned(input: Uint8Array | undefined, shown: ShownByWalk): ShownByWalk | undefined {
    const [pairs, possible, edges] = shownKinds.map((kind, k) =>
      shown[kind].filter((item) => {
        const owner = this.owners[k].get(item);
        return owner === undefined || isSimpler(input, owner.input);
      }),
    );
    const own = { pairs, possible, edges };
    return isNothing(own) ? undefined : own;
  }

  /** Adds an entry, the newest one, for its own part of what was shown. Returns those that have nothing any more. */
  add(entry: CorpusEntry, own: ShownByWalk): CorpusEntry[] {
    this.entries.push(entry);
    this.taken.set(entry, 0);
    const losers: CorpusEntry[] = [];
    let count = 0;
    for (const [k, kind] of shownKinds.entries())
      for (const item of own[kind]) {
        const before = this.owners[k].get(item);
        if (before !== undefined) losers.push(before);
        this.owners[k].set(item, entry);
        count++;
      }
    this.owned.set(entry, count);
    for (const loser of losers) this.owned.set(loser, this.owned.get(loser)! - 1);
    const replaced = [...new Set(losers)].filter((loser) => this.owned.get(loser) === 0);
    for (const loser of replaced) {
      this.owned.delete(loser);
      this.taken.delete(loser);
    }
    if (replaced.length > 0) this.entries = this.entries.filter((each) => this.owned.has(each));
    return replaced;
  }

  /** Does an entry have the input? */
  has(input: Uint8Array): boolean {
    return this.entries.some((entry) => entry.input !== undefined && Buffer.compare(entry.input, input) === 0);
  }

  /** One to go on from: by chance, and rather one that was not taken often; undefined: there is none. */
  draw(random: RandomNumbers): CorpusEntry | undefined {
    const { entries, taken } = this;
    if (entries.length === 0) return undefined;
    const among = random.below(2) === 0 ? Math.min(entries.length, LAST) : entries.length;
    const drawn = Array.from({ length: DRAWN }, () => entries[entries.length - 1 - random.below(among)]);
    const best = drawn.reduce((a, b) => (taken.get(b)! < taken.get(a)! ? b : a));
    taken.set(best, taken.get(best)! + 1);
    return best;
  }

  /** The input of any one. */
  anyInput(random: RandomNumbers): Uint8Array | undefined {
    return this.entries.length === 0 ? undefined : this.entries[random.below(this.entries.length)].input;
  }
}
