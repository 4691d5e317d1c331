/**
 * Depth-first exploration of sequences with sleep sets (Godefroid, Partial-order methods for the verification of
 * concurrent systems, LNCS 1032, 1996). Subclasses choose which event follows, and what races lead to.
 *
 * Some executions end before their threads: an assumption fails, or an error is found and the check goes on. The process
 * ends there, so nobody knows what would follow. An event that would end the execution therefore counts as one for which
 * the thread waits: other threads go on without it, and it is tried again where another event has changed what it
 * accesses.
 */
import type { Counts } from '../../common/verdict';
import { Stop } from '../../session/stop';
import type { SearchContext, Strategy } from '../strategy';
import { dependent } from './dependence';
import { reversibleRaces, reversal } from './races';
import { isSame, Sequence, type NextEvent, type PlacedEvent, type SequenceEvent } from './sequence';

/** The state after a prefix of the present sequence. */
export interface Frame {
  readonly next: readonly NextEvent[];
  /** Next events that need not be explored here. */
  readonly sleep: PlacedEvent[];
  /** Next events that end the execution. */
  readonly ending: NextEvent[];
  /** The event that is explored at present. */
  current: NextEvent | undefined;
}

export abstract class SequenceSearch<F extends Frame> implements Strategy<never> {
  protected readonly sequence: Sequence;
  /** By length of the prefix. */
  protected readonly frames: F[] = [];

  constructor(protected readonly context: SearchContext) {
    this.sequence = new Sequence(context);
  }

  /** The frame of the state that `current` of the frame above led to. */
  protected abstract enter(frame: Frame, above: F | undefined): F;
  /** The next event to explore in the state of the last frame, which is enabled; undefined: no further one. */
  protected abstract choose(frame: F): NextEvent | undefined;
  /** Event e, and `later`, which conflicts with it, can be reversed: v can be performed from the state before e. */
  protected abstract reverse(before: F, v: readonly PlacedEvent[], e: SequenceEvent, later: PlacedEvent): void;
  /** The event, which is the last of the sequence, was performed in the state of the last frame. */
  protected abstract performed(frame: F, event: SequenceEvent): void;
  /** The sequence is maximal. */
  protected abstract maximal(): void;

  run(): void {
    try {
      this.search();
    } catch (e) {
      if (e instanceof Stop && e.resumable) throw new Stop(e.message);
      throw e;
    }
  }

  resume(): never {
    throw new Error('a search of sequences cannot be resumed');
  }

  checkpoint(): never {
    throw new Error('a search of sequences has no checkpoint');
  }

  explored(): undefined {
    return undefined;
  }

  get counts(): Counts {
    return this.context.session.counts;
  }

  private search(): void {
    const { sequence, frames } = this;
    if (!sequence.begin()) return;
    this.arrive();
    for (let f = frames.at(-1); f !== undefined; f = frames.at(-1)) {
      sequence.shrink(frames.length - 1);
      if (f.current !== undefined) f.sleep.push(f.current);
      f.current = this.choose(f);
      if (f.current === undefined) {
        frames.pop();
      } else if (sequence.perform(f.current)) {
        this.performed(f, sequence.events.at(-1)!);
        this.arrive();
      } else {
        const { current } = f;
        f.current = undefined;
        f.ending.push(current);
        this.detect(current, true);
        if (!this.enabled(f).some(() => true)) this.end(f);
      }
    }
  }

  /** The sequence has a new state. */
  private arrive(): void {
    const { sequence, frames } = this;
    sequence.tick(this);
    const above = frames.at(-1);
    const sleep: PlacedEvent[] = [];
    const ending: NextEvent[] = [];
    const next = sequence.next();
    if (above?.current !== undefined) {
      const { current } = above;
      sleep.push(...above.sleep.filter((e) => !dependent(e, current)));
      ending.push(...next.filter((e) => above.ending.some((f) => isSame(e, f) && !dependent(f, current))));
    }
    const frame = this.enter({ next, sleep, ending, current: undefined }, above);
    frames.push(frame);
    if (!this.enabled(frame).some(() => true)) this.end(frame);
    else if (this.awake(frame).length === 0) this.counts.deadEnds++;
  }

  /** No thread can go on. */
  private end(frame: F): void {
    if (frame.ending.length === 0) this.sequence.complete();
    this.maximal();
    for (const e of frame.next) if (e.enabled === undefined) this.detect(e);
  }

  /** Reverses the races of an event of the sequence, or of a next one; `anywhere`: as in `reversibleRaces`. */
  protected detect(later: PlacedEvent, anywhere = false): void {
    const { sequence } = this;
    for (const e of reversibleRaces(sequence, later, anywhere))
      this.reverse(this.frames[sequence.events.indexOf(e)], reversal(sequence, e, later), e, later);
  }

  /** The next events that can be performed, and do not end the execution as far as that is known. */
  protected enabled(frame: F): NextEvent[] {
    return frame.next.filter((e) => e.enabled !== undefined && !frame.ending.includes(e));
  }

  /** Those that do not sleep. */
  protected awake(frame: F): NextEvent[] {
    return this.enabled(frame).filter((e) => !frame.sleep.some((f) => isSame(e, f)));
  }
}
