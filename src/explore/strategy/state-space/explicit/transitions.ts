/**
 * The present state of the explicit search, and its transitions: a thread performs its next store, or its pending
 * event, and continues to the next place, that is, to the next event that other threads may observe.
 */
import { Kind, type ThreadId, type Value } from '../../../../program/label';
import type { Program } from '../../../../program/program';
import type { GraphExtender } from '../../../extend/extender';
import type { Session } from '../../../session/session';
import { mix, type VectorSet } from '../../../store/vector-set';
import { FAILS, type Trees } from './path';
import { Op, ProgramPoints, SPINS, UNKNOWN } from './program-points';

/**
 * The present state as a vector: for each thread its place (0: not begun), for each slot the number of the value that
 * memory holds (0: the initial value). The hash is updated incrementally, and a trail undoes changes.
 */
export class Vector {
  threads = 8;
  slots = 8;
  /** ProgramPoints, then the numbers of the values that memory holds. */
  values = new Int32Array(this.threads + this.slots);
  hash = 0;
  private readonly trail: number[] = [];

  /** The tables of such vectors (`visited`) and of their places alone (`ended`), which grow together with this one. */
  constructor(
    private readonly visited: VectorSet,
    private readonly ended: VectorSet,
  ) {}

  /** The place of the thread; 0: not begun. `t` is below `threads`. */
  place(t: number): number {
    return this.values[t];
  }

  /** The number of the value that memory holds in the slot; 0: the initial one. `reach` was called for it. */
  held(slot: number): number {
    return this.values[this.threads + slot];
  }

  /** Moves the thread to the place. Enlarges the vector where it is too short for the thread. */
  setPlace(t: number, place: number): void {
    while (t >= this.threads) this.grow(2 * this.threads, this.slots);
    this.set(t, place, 2 * t);
  }

  /** Lets memory hold the value with the number in the slot. `reach` was called for the slot. */
  setHeld(slot: number, value: number): void {
    this.set(this.threads + slot, value, 2 * slot + 1);
  }

  /** Enlarges the vector where it is too short for the slot. */
  reach(slot: number): void {
    while (slot >= this.slots) this.grow(this.threads, 2 * this.slots);
  }

  /** The present position of the trail, for `undo`. */
  mark(): number {
    return this.trail.length;
  }

  /** Undoes all changes since the mark; the vector keeps its size. */
  undo(mark: number): void {
    while (this.trail.length > mark) {
      this.hash = this.trail.pop()!;
      const old = this.trail.pop()!;
      const key = this.trail.pop()!;
      this.values[(key & 1) === 0 ? key >> 1 : this.threads + (key >> 1)] = old;
    }
  }

  /** The hash of the places alone. */
  hashOfPlaces(): number {
    let hash = 0;
    for (let t = 0; t < this.threads; t++) hash ^= mix(2 * t, this.values[t]);
    return hash;
  }

  /** The hash of a vector of the present size, or of its places. */
  hashOf(v: Int32Array): number {
    let hash = 0;
    v.forEach((value, i) => {
      hash ^= mix(i < this.threads ? 2 * i : 2 * (i - this.threads) + 1, value);
    });
    return hash;
  }

  private set(at: number, value: number, key: number): void {
    const old = this.values[at];
    this.trail.push(key, old, this.hash);
    this.hash ^= mix(key, old) ^ mix(key, value);
    this.values[at] = value;
  }

  private grow(threads: number, slots: number): void {
    const before = this.threads;
    const place = (from: number): number => (from < before ? from : from - before + threads);
    const values = new Int32Array(threads + slots);
    this.values.forEach((value, from) => {
      values[place(from)] = value;
    });
    this.visited.relayout(threads + slots, place);
    if (threads !== before) this.ended.relayout(threads, place);
    this.values = values;
    this.threads = threads;
    this.slots = slots;
  }
}

/**
 * The result of a step. `entered`: there is a new state; `ended`: the execution ended with it (an error, a failed
 * assumption, a limit); `spins`: an iteration of a spin loop ended without progress.
 */
export type Taken = 'entered' | 'ended' | 'spins';

export class Transitions {
  /** How many threads have begun in some state so far. */
  threads = 0;
  /** Events on the path. */
  events = 0;
  readonly places: ProgramPoints;
  /** By place: may an execution continue there? Exits and errors before the place were reported already. */
  private readonly checked = new Map<number, boolean>();

  constructor(
    program: Program,
    private readonly vector: Vector,
    private readonly trees: Trees,
    private readonly extender: GraphExtender,
    private readonly session: Session,
    attempts: boolean,
  ) {
    this.places = new ProgramPoints(
      program,
      attempts,
      (l) => {
        extender.see(l);
      },
      (slot) => {
        vector.reach(slot);
      },
    );
  }

  /** Returns to the initial state, and takes main to its first place. False when the execution ends on the way. */
  begin(): boolean {
    this.vector.undo(0);
    this.events = 0;
    return this.start(0, 0) && this.settle();
  }

  /** What the thread does next. */
  op(t: ThreadId): Op {
    return this.places.op[this.vector.place(t)];
  }

  /** How many threads have not ended. */
  running(): number {
    let n = 0;
    for (let t = 0; t < this.threads; t++) if (this.op(t) !== Op.Nothing) n++;
    return n;
  }

  /** Has some thread stopped at the limit of iterations? (extend/loop-bound.ts) */
  isAtLoopBound(): boolean {
    for (let t = 0; t < this.threads; t++) if (this.places.isAtLoopBound(this.vector.place(t))) return true;
    return false;
  }

  /**
   * Performs the thread's step; `choice`: that of the PathStep. Changes the state; where the result is not
   * `entered`, the caller has to backtrack.
   */
  take(t: ThreadId, choice: number): Taken {
    const { places, vector } = this;
    const place = vector.place(t);
    const slot = places.slot[place];
    let next = place + 1;
    switch (places.op[place]) {
      case Op.Store:
        vector.setHeld(slot, places.value[place]);
        break;
      case Op.Choose:
        next = this.after(place, choice);
        break;
      default: {
        const isRmw = places.op[place] === Op.Rmw;
        const returned = isRmw && choice === FAILS ? places.failure(place) : vector.held(slot);
        next = this.after(place, returned);
        const written = next > 0 && isRmw ? places.writes(place, returned) : -1;
        if (written < 0) break;
        vector.setHeld(slot, written);
        const node = places.nodes[place];
        this.extender.checks.exchanged(node, t, node.pending!);
      }
    }
    if (next === SPINS) return 'spins';
    return next !== UNKNOWN && this.arrive(t, next) && this.settle() ? 'entered' : 'ended';
  }

  /**
   * The place after the thread's pending event returned the value with the number; UNKNOWN where that is beyond a
   * limit.
   */
  private after(place: number, value: number): number {
    const { places } = this;
    const known = places.child(place, value);
    if (known !== UNKNOWN) return known;
    const op = places.op[place];
    const read =
      op === Op.Choose ? value : op === Op.Join ? places.returnedAs(value) : places.valueOf(places.slot[place], value);
    const child = this.trees.child(places.nodes[place], read, op === Op.Join);
    return child === undefined ? UNKNOWN : places.addChild(place, value, child);
  }

  private start(t: ThreadId, value: Value): boolean {
    const root = this.trees.root(t, value);
    if (root === undefined) return false;
    this.threads = Math.max(this.threads, t + 1);
    return this.arrive(t, this.places.root(root));
  }

  /** Moves the thread to the place. False when the execution ends there. */
  private arrive(t: ThreadId, place: number): boolean {
    this.vector.setPlace(t, place);
    const arriving = this.places.arriving[place];
    this.events += arriving.length + 1;
    this.session.counts.events += arriving.length + 1;
    if (arriving.length > 0 && !this.check(t, place)) return false;
    const last = arriving.at(-1);
    if (last?.kind === Kind.AssumeFailed) {
      this.session.assumptionFailed(last);
      return false;
    }
    if (last?.kind === Kind.LoopBound) this.extender.checks.loopBound(t, last);
    // Threads that are created here begin after the check: where this thread ends the run, they never begin.
    return arriving.every((l) => l.kind !== Kind.Create || this.start(l.thread, l.value));
  }

  /** Reports exits and errors before the place, once. False when the execution ends with one of them. */
  private check(t: ThreadId, place: number): boolean {
    let goesOn = this.checked.get(place);
    if (goesOn === undefined) {
      const arriving = this.places.arriving[place].filter(({ kind }) => kind === Kind.Exit || kind === Kind.Error);
      goesOn = arriving.every((l) => this.extender.checks.passes(this.trees.graph(), t, l));
      this.checked.set(place, goesOn);
    }
    return goesOn;
  }

  /** Performs joins of threads that have ended. False when the execution ends with one. */
  private settle(): boolean {
    const { places, vector } = this;
    for (let again = true; again;) {
      again = false;
      for (let t = 0; t < this.threads; t++) {
        const place = vector.place(t);
        if (places.op[place] !== Op.Join) continue;
        const end = vector.place(places.slot[place]);
        if (places.op[end] !== Op.Nothing || places.value[end] === 0) continue;
        const next = this.after(place, places.value[end]);
        if (next === UNKNOWN || !this.arrive(t, next)) return false;
        again = true;
      }
    }
    return true;
  }
}
