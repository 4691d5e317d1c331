/**
 * How much of a search is done: an estimate from the tree of decisions. The branches of a state are not equally large:
 * when a read takes one write, less is left to decide than when it waits for another. So it is learned from the states
 * that were explored so far how large later ways, and the branch in which the event is postponed, are, compared with
 * the first way.
 */

/** Sizes of a state's branches, in states. */
export interface Sizes {
  first: number;
  later: number;
  postponed: number;
}

/** A state whose exploration is under way. */
export interface Branching {
  /** How many ways there are, and how many have begun. */
  readonly ways: number;
  readonly begun: number;
  readonly postponed: boolean;
}

export class Estimate {
  /** `least`: how small another branch can be, compared with the first way. */
  constructor(private readonly least = 0.1) {}

  private readonly sum: Sizes = { first: 0, later: 0, postponed: 0 };
  /** Over the states with more than one way, where `later` comes from. */
  private firstOfSeveral = 0;

  /** Learns from a state that was explored. */
  learn(sizes: Readonly<Sizes>, ways: number): void {
    this.sum.first += sizes.first;
    this.sum.postponed += sizes.postponed;
    if (ways < 2) return;
    this.firstOfSeveral += sizes.first;
    this.sum.later += sizes.later / (ways - 1);
  }

  /** The part that is done, from 0 to 1; the states from the beginning to the present one. */
  done(states: Iterable<Branching>): number {
    const later = ratio(this.sum.later, this.firstOfSeveral, this.least);
    const postponed = ratio(this.sum.postponed, this.sum.first, this.least);
    let done = 0;
    let share = 1;
    for (const s of states) {
      const all = 1 + later * Math.max(0, s.ways - 1) + postponed;
      const over = s.postponed ? s.ways : Math.max(0, s.begun - 1);
      done += (share * (over === 0 ? 0 : 1 + later * (over - 1))) / all;
      share *= (s.postponed ? postponed : over === 0 ? 1 : later) / all;
    }
    return done;
  }
}

/** Equally large until something is known; not too far from that, since what is learned first comes from deep below. */
function ratio(size: number, first: number, least: number): number {
  return Math.min(2, Math.max(least, (size + 1) / (first + 1)));
}
