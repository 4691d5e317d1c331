/** Inputs and schedules that have shown something new. */
import type { RandomNumbers } from '../explore/strategy/random-numbers';
import type { ShownByWalk } from './coverage';
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

/** One of the corpus, with what the execution that it was kept for had shown that was new. */
export interface CorpusEntry extends Recipe {
  readonly shown: ShownByWalk;
}

/** How many are drawn for one to go on from: the one that was taken least often is taken. */
const DRAWN = 3;
/** One of so many last entries in half of the cases: what they have shown is the least explored. */
const LAST = 8;

export class Corpus {
  readonly entries: CorpusEntry[] = [];
  private readonly taken: number[] = [];

  /** Adds an entry, the newest one. */
  add(entry: CorpusEntry): void {
    this.entries.push(entry);
    this.taken.push(0);
  }

  /** One to go on from: by chance, and rather one that was not taken often; undefined: there is none. */
  draw(random: RandomNumbers): CorpusEntry | undefined {
    const { entries, taken } = this;
    if (entries.length === 0) return undefined;
    const among = random.below(2) === 0 ? Math.min(entries.length, LAST) : entries.length;
    const drawn = Array.from({ length: DRAWN }, () => entries.length - 1 - random.below(among));
    const best = drawn.reduce((a, b) => (taken[b] < taken[a] ? b : a));
    taken[best]++;
    return entries[best];
  }

  /** The input of any one. */
  anyInput(random: RandomNumbers): Uint8Array | undefined {
    return this.entries.length === 0 ? undefined : this.entries[random.below(this.entries.length)].input;
  }
}
