/** Mutations of abstract schedules (guided-chooser.ts), as RFF makes them. */
import type { RandomNumbers } from '../explore/strategy/random-numbers';
import { readOf, writeOf, type Coverage, type Pair } from './coverage';
import type { Constraint } from './guided-chooser';

/** The most constraints of a schedule. */
const MOST = 8;
/** How many pairs are drawn for one to aim at: the one that was aimed at least often is taken. */
const DRAWN = 8;

export class ScheduleMutations {
  /** How often a pair was aimed at. */
  private readonly aimed = new Map<Pair, number>();

  constructor(
    private readonly random: RandomNumbers,
    private readonly coverage: Coverage,
  ) {}

  /** The schedule with one change: most often it aims at a pair that might be seen and was not. */
  mutated(schedule: readonly Constraint[]): readonly Constraint[] {
    const { random } = this;
    const change = random.below(8);
    const at = random.below(schedule.length);
    const without = schedule.filter((_, i) => i !== at);
    if (schedule.length > 0 && change === 0) return without;
    if (schedule.length > 0 && change === 1) return [...without, { ...schedule[at], wanted: !schedule[at].wanted }];
    const pair = this.target(change < 6);
    if (pair === undefined) return schedule;
    const constraint = { write: writeOf(pair), read: readOf(pair), wanted: change !== 7 };
    const rest = schedule.length === MOST ? without : schedule;
    return [...rest.filter((c) => c.write !== constraint.write || c.read !== constraint.read), constraint];
  }

  private target(unseen: boolean): Pair | undefined {
    const { missing, possible } = this.coverage;
    const pairs = unseen && missing.length > 0 ? missing : [...possible];
    if (pairs.length === 0) return undefined;
    const drawn = Array.from({ length: DRAWN }, () => pairs[this.random.below(pairs.length)]);
    const count = (pair: Pair): number => this.aimed.get(pair) ?? 0;
    const pair = drawn.reduce((best, other) => (count(other) < count(best) ? other : best));
    this.aimed.set(pair, count(pair) + 1);
    return pair;
  }
}
