/**
 * Walks: for programs too large to finish. Each begins afresh and is one execution, chosen by chance; what it does is
 * legal under the model, reads of old values included. Nothing is claimed about executions that no walk took.
 */
import { ExecutionSet } from '../store/execution-set';
import type { RandomNumbers } from './random-numbers';
import type { Pending } from '../extend/extender';
import type { ByteTableCheckpoint } from '../store/byte-table';
import type { StateCheckpoint, SearchState } from './state';
import type { Choice } from '../extend/candidates';
import type { Counts } from '../common/verdict';

/** How many walks there are if nobody says. */
const MOST = 10_000;
/** Walks that bring nothing new before it is given up, and as many more for each execution that is known. */
const IN_VAIN = 1000,
  IN_VAIN_FOR_EACH = 20;

/** Are so many walks that brought nothing new, where `known` executions are known, a sign that hardly any will? */
export function isInVain(walks: number, known: number): boolean {
  return walks >= IN_VAIN + IN_VAIN_FOR_EACH * known;
}

/** Bytes for what tells executions apart. */
const MEMORY = 2 ** 29;

/** One thing that a walk may do. */
export interface Move {
  readonly pending: Pending;
  readonly choice: Choice;
}

/** How a walk chooses. */
export interface Chooser {
  /** A walk begins. */
  begin(): void;
  /** The moves in the order in which they are tried, until one is possible. */
  moves(state: SearchState): Iterable<Move>;
  /** The last move was possible. */
  moved(move: Move): void;
  /** What the following walks depend on, as numbers; asked between two walks. */
  keep(): readonly number[];
  recall(kept: readonly number[]): void;
}

/** Walks as data: what the following ones depend on. */
export interface WalksCheckpoint {
  readonly state: StateCheckpoint;
  readonly chooser: readonly number[];
  readonly taken: number;
  readonly newest: number;
  readonly most: number;
  readonly seen: ByteTableCheckpoint;
}

/** Any event, any way. */
export class UniformChooser implements Chooser {
  constructor(private readonly dice: RandomNumbers) {}

  begin(): void {
    /* Nothing is remembered. */
  }

  *moves(state: SearchState): Iterable<Move> {
    for (const pending of this.dice.shuffled(state.pending()))
      for (const way of this.dice.shuffled(state.choices(pending))) yield { pending, choice: way };
  }

  moved(): void {
    /* Nothing is remembered. */
  }

  keep(): readonly number[] {
    return [this.dice.state];
  }

  recall([state]: readonly number[]): void {
    this.dice.state = state;
  }
}

export class RandomWalks {
  /** Executions that walks took, by the values that were read. */
  private readonly seen = new ExecutionSet(MEMORY);
  private taken = 0;
  /** The last walk that took an execution which was new. */
  private newest = 0;
  /** As the last walk began. */
  private before: { readonly counts: Counts; readonly chooser: readonly number[] };

  /** `most`: how many walks; undefined: as many as have been asked for before, or else 10000. */
  constructor(
    private readonly state: SearchState,
    private readonly chooser: Chooser,
    private most: number | undefined,
  ) {
    this.before = { counts: state.session.counts, chooser: chooser.keep() };
  }

  /** Walks until there were as many as asked for, or a limit ends it. */
  run(): void {
    const { session } = this.state;
    const most = (this.most ??= MOST);
    session.sampled(() => `${this.taken} executions were chosen by chance, ${this.seen.size} of them different`);
    while (this.taken < most && !this.hasSeenAll()) {
      this.before = { counts: { ...session.counts }, chooser: this.chooser.keep() };
      session.tick(0, this);
      this.chooser.begin();
      if (this.state.begin()) {
        for (const depth of walk(this.state, this.chooser)) session.tick(depth, this);
        if (this.seen.add(this.state.histories())) this.newest = this.taken;
      }
      this.taken++;
    }
    if (this.taken < most)
      session.note(
        `the last ${this.taken - this.newest} executions that chance chose had all been seen before: no more were tried`,
      );
  }

  /** Has chance brought nothing new for so long that it hardly will? */
  private hasSeenAll(): boolean {
    return isInVain(this.taken - this.newest, this.seen.size);
  }

  /** Goes on with the walks that follow. One that was interrupted begins again. */
  resume({ state, chooser, taken, newest, most, seen }: WalksCheckpoint): void {
    this.state.recall(state);
    this.chooser.recall(chooser);
    this.taken = taken;
    this.newest = newest;
    this.seen.recall(seen);
    this.most ??= Number.isFinite(most) ? most : taken + MOST;
    if (this.hasSeenAll()) this.newest = taken; // who asks for more gets more
    this.run();
  }

  keep(): WalksCheckpoint {
    return {
      state: this.state.keep(),
      chooser: this.before.chooser,
      taken: this.taken,
      newest: this.newest,
      most: this.most!,
      seen: this.seen.keep(),
    };
  }

  get counts(): Counts {
    return this.before.counts;
  }

  explored(): undefined {
    return undefined;
  }
}

/**
 * One walk, from the state in which main has begun to its end. It stops after each step, and says how many there were.
 */
export function* walk(state: SearchState, chooser: Chooser): Generator<number, void> {
  for (let depth = 1; ; depth++) {
    const pending = state.pending();
    if (pending.length === 0) {
      state.complete();
      return;
    }
    const how = step(state, chooser);
    if (how === 'ended') return;
    if (how === 'none') {
      if (!state.stuck(pending)) state.session.counts.deadEnds++;
      return;
    }
    state.session.counts.states++;
    yield depth;
  }
}

function step(state: SearchState, chooser: Chooser): 'entered' | 'ended' | 'none' {
  for (const move of chooser.moves(state)) {
    const how = state.perform(move.pending, move.choice);
    if (how === 'entered' || how === 'ended') {
      chooser.moved(move);
      return how;
    }
  }
  return 'none';
}
