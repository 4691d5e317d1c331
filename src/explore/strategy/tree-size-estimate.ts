/**
 * An estimate of the explored fraction of a search, from its tree of decisions. The branches of a state differ in size:
 * when a read takes a present write, fewer decisions remain than when it waits for another one. So the estimate learns
 * from explored states the sizes of later choices and of the branch in which the event is deferred, relative to the
 * first choice.
 */

/** How many states the branches of a state have: those of its first choice, of all later ones, and the deferred one. */
export interface Sizes {
  first: number;
  later: number;
  deferred: number;
}

/** How far the exploration of a state has come. */
export interface Branching {
  /** How many choices there are, and how many of them have begun. */
  readonly choices: number;
  readonly begun: number;
  /** Has the branch begun in which the event is deferred? */
  readonly deferred: boolean;
}

/** The sizes before anything is explored. */
export function noSizes(): Sizes {
  return { first: 0, later: 0, deferred: 0 };
}

export class Estimate {
  private readonly sum: Sizes = noSizes();
  /** The sum of `first` over the states with more than one choice, which `later` is compared with. */
  private firstOfSeveral = 0;

  /** `least`: the smallest size that another branch may be assumed to have, compared with the first choice. */
  constructor(private readonly least = 0.1) {}

  /** Learns from a state that is explored and had so many choices. */
  learn(sizes: Readonly<Sizes>, choices: number): void {
    this.sum.first += sizes.first;
    this.sum.deferred += sizes.deferred;
    if (choices < 2) return;
    this.firstOfSeveral += sizes.first;
    this.sum.later += sizes.later / (choices - 1);
  }

  /** The fraction that is done, from 0 to 1, given the states from the first to the present one. Linear in them. */
  done(states: Iterable<Branching>): number {
    const later = ratio(this.sum.later, this.firstOfSeveral, this.least);
    const deferred = ratio(this.sum.deferred, this.sum.first, this.least);
    let done = 0;
    let share = 1;
    for (const s of states) {
      const all = 1 + later * Math.max(0, s.choices - 1) + deferred;
      const over = s.deferred ? s.choices : Math.max(0, s.begun - 1);
      done += (share * (over === 0 ? 0 : 1 + later * (over - 1))) / all;
      share *= (s.deferred ? deferred : over === 0 ? 1 : later) / all;
    }
    return done;
  }
}

/** The ratio of two sizes: equal until data exists, and bounded, since the first data comes from small subtrees. */
function ratio(size: number, first: number, least: number): number {
  return Math.min(2, Math.max(least, (size + 1) / (first + 1)));
}
