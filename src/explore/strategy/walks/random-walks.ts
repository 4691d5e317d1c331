/**
 * Random walks, for programs too large to finish. Each walk begins with the empty graph and is one execution, chosen at
 * random. What it does is allowed by the model, reads of old values included. Nothing is claimed about executions that
 * no walk took.
 */
import type { Counts } from '../../common/verdict';
import { ReadsFromEquivalence } from '../../equivalence/equivalence';
import type { RecordPieces } from '../../store/byte-table';
import { ExecutionSet } from '../../store/execution-set';
import { GraphSearch, type GraphSearchKnowledge } from '../graph-search';
import { RandomNumbers } from '../random-numbers';
import type { SearchOptions, Strategy, StrategyFactory } from '../strategy';
import { UniformChooser, type Chooser } from './chooser';

/** The default number of walks. */
const DEFAULT_WALKS = 10_000;
/** Walks in a row without a new execution before the search ends, and as many more for each known execution. */
const REPEATED = 1000,
  REPEATED_FOR_EACH = 20;

/** How many iterations of loops that wait a walk keeps where it cannot go on otherwise. */
const MOST_KEPT = 100;

/** Do so many walks in a row without a new execution, where `known` are known, suggest that hardly any is left? */
export function isSaturated(walks: number, known: number): boolean {
  return walks >= REPEATED + REPEATED_FOR_EACH * known;
}

/** The checkpoint: the state on which the following walks depend. */
export interface WalksCheckpoint {
  readonly state: GraphSearchKnowledge;
  readonly chooser: readonly number[];
  readonly taken: number;
  readonly newest: number;
  readonly most: number;
  readonly seen: RecordPieces;
}

export class RandomWalks implements Strategy<WalksCheckpoint> {
  /** Executions that walks took, by the values that were read. */
  private readonly seen: ExecutionSet;
  private taken = 0;
  /** The last walk that took a new execution. */
  private newest = 0;
  /** The state at the beginning of the last walk. */
  private before: { readonly counts: Counts; readonly chooser: readonly number[] };

  /** `most`: how many walks; undefined: as many as before the checkpoint, or else 10000. */
  constructor(
    private readonly state: GraphSearch,
    private readonly chooser: Chooser,
    private most: number | undefined,
  ) {
    this.seen = new ExecutionSet(state.session.memory.executions);
    this.before = { counts: state.session.counts, chooser: chooser.durable };
  }

  /** Walks until there were as many walks as asked for, or a limit ends it. */
  run(): void {
    const { session } = this.state;
    const most = (this.most ??= DEFAULT_WALKS);
    session.sampled(() => `${this.taken} executions were chosen by chance, ${this.seen.size} of them different`);
    while (this.taken < most && !this.isSaturated()) {
      this.before = { counts: { ...session.counts }, chooser: this.chooser.durable };
      session.tick(0, this);
      if (beginWalk(this.state, this.chooser)) {
        for (const depth of walk(this.state, this.chooser)) session.tick(depth, this);
        const isNew = this.seen.add(this.state.histories());
        if (isNew) this.newest = this.taken;
        this.chooser.ended?.(this.state, isNew);
      }
      this.taken++;
    }
    if (this.taken < most)
      session.note(
        `the last ${this.taken - this.newest} executions that chance chose had all been seen before: no ` +
          'more were tried',
      );
  }

  private isSaturated(): boolean {
    return isSaturated(this.taken - this.newest, this.seen.size);
  }

  /** Takes the walks that follow. A walk that was interrupted begins again. */
  resume({ state, chooser, taken, newest, most, seen }: WalksCheckpoint): void {
    this.state.durable = state;
    this.chooser.durable = chooser;
    this.taken = taken;
    this.newest = newest;
    this.seen.durable = seen;
    this.most ??= Number.isFinite(most) ? most : taken + DEFAULT_WALKS;
    if (this.isSaturated()) this.newest = taken; // resuming asks for more walks
    this.run();
  }

  checkpoint(): WalksCheckpoint {
    return {
      state: this.state.durable,
      chooser: this.before.chooser,
      taken: this.taken,
      newest: this.newest,
      most: this.most!,
      seen: this.seen.durable,
    };
  }

  /** The counts as the last walk began, since that walk begins again. */
  get counts(): Counts {
    return this.before.counts;
  }

  explored(): undefined {
    return undefined;
  }
}

/** The strategy that walks with such a chooser, for all programs. */
export function walksBy(
  name: string,
  chooser: (random: RandomNumbers, options: SearchOptions) => Chooser,
): StrategyFactory<WalksCheckpoint> {
  return {
    name,
    applies: () => true,
    create: ({ program, options, reduction, refinement, session }) => {
      const equivalence = new ReadsFromEquivalence(false);
      const state = new GraphSearch(program, reduction, equivalence, refinement, session, { walks: true });
      const most = options.maxExecutions ?? (options.timeLimitSeconds === undefined ? undefined : Infinity);
      return new RandomWalks(state, chooser(new RandomNumbers(options.seed ?? 1), options), most);
    },
  };
}

export const randomWalks = walksBy('random', (random) => new UniformChooser(random));

/** Goes to the state in which main has begun. False: the execution ends before that. */
export function beginWalk(state: GraphSearch, chooser: Chooser): boolean {
  chooser.begin();
  state.goesOn = () => chooser.continuation();
  return state.begin();
}

/**
 * One walk, from the state in which main has begun to the end of the execution. Yields after each step, with the number
 * of steps.
 */
export function* walk(state: GraphSearch, chooser: Chooser): Generator<number, void> {
  let kept = 0;
  for (let depth = 1; ; depth++) {
    const pending = state.pending();
    if (pending.length === 0) {
      state.complete();
      return;
    }
    let how = step(state, chooser, false);
    if (how === 'none') {
      if (state.blocked(pending)) return;
      // A walk does not go back to where an iteration without progress began.
      if (kept++ < MOST_KEPT) how = step(state, chooser, true);
      if (how === 'none') state.session.counts.deadEnds++;
    }
    if (how !== 'entered') return;
    state.session.counts.states++;
    yield depth;
  }
}

/** `keeps`: iterations without progress are kept, too. */
function step(state: GraphSearch, chooser: Chooser, keeps: boolean): 'entered' | 'ended' | 'none' {
  for (const move of chooser.moves(state)) {
    const how = state.perform(move.pending, move.choice, keeps);
    if (how === 'entered' || how === 'ended') {
      chooser.performed(move);
      return how;
    }
  }
  return 'none';
}
