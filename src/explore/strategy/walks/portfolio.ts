/**
 * A portfolio of choosers: which one takes the next walk is drawn by what each has found lately, since no one is best
 * for all programs. A walk counts as a find where it has pairs of places in reads-from that no walk had before, or
 * where it is a new execution, which says less.
 */
import type { AfterSchedule } from '../../../program/program';
import type { GraphSearch } from '../graph-search';
import type { RandomNumbers } from '../random-numbers';
import { joined, separated, UniformChooser, type Chooser, type Move } from './chooser';
import { PolicyChooser } from './policy-chooser';
import { Pct } from './pct';
import { Pctwm } from './pctwm';
import { Pos } from './pos';
import { walksBy } from './random-walks';
import { ReadsFromPairs } from './reads-from-pairs';
import { Surw } from './surw';

/** Bug depths of PCT: walks with no preemption, with one at most, and with two. */
const ORDERINGS = [1, 2, 3];
/** Of PCTWM. */
const COMMUNICATIONS = 2;
/** In millionths: what new pairs and a new execution are worth, and what each chooser has besides, to be tried. */
const PAIRS = 1_000_000,
  EXECUTION = 100_000,
  LEAST = 50_000;
/** The part of a score that the last walk makes up. */
const LAST = 1 / 8;

export class Portfolio implements Chooser {
  private readonly members: readonly Chooser[];
  /** What each member has found lately: a mean over walks, the last ones counting most. */
  private scores: number[];
  private readonly pairs = new ReadsFromPairs();
  /** Whose walk it is. */
  private now = 0;

  constructor(private readonly random: RandomNumbers) {
    this.members = [
      new UniformChooser(random),
      ...ORDERINGS.map((depth) => new PolicyChooser(random, new Pct(random, depth))),
      new PolicyChooser(random, new Pos(random)),
      new PolicyChooser(random, new Surw(random)),
      new Pctwm(random, COMMUNICATIONS),
    ];
    this.scores = this.members.map(() => PAIRS);
  }

  begin(): void {
    const weights = this.scores.map((score) => score + LEAST);
    let at = this.random.below(weights.reduce((a, b) => a + b, 0));
    this.now = weights.findIndex((weight) => (at -= weight) < 0);
    this.member.begin();
  }

  moves(state: GraphSearch): Iterable<Move> {
    return this.member.moves(state);
  }

  performed(move: Move): void {
    this.member.performed(move);
  }

  takeOver(state: GraphSearch): void {
    this.member.takeOver?.(state);
  }

  continuation(): AfterSchedule {
    return this.member.continuation();
  }

  ended({ graph }: GraphSearch, isNew: boolean): void {
    const found = this.pairs.add(graph) > 0 ? PAIRS : isNew ? EXECUTION : 0;
    this.scores[this.now] = Math.round((1 - LAST) * this.scores[this.now] + LAST * found);
  }

  private get member(): Chooser {
    return this.members[this.now];
  }

  get durable(): readonly number[] {
    return joined([[this.random.state], this.scores, this.pairs.durable, ...this.members.map((m) => m.durable)]);
  }

  set durable(numbers: readonly number[]) {
    const [[state], scores, pairs, ...members] = separated(numbers);
    this.scores = scores;
    this.pairs.durable = pairs;
    for (const [i, member] of this.members.entries()) member.durable = members[i];
    this.random.state = state;
  }
}

export const portfolioWalks = walksBy('portfolio', (random) => new Portfolio(random));
