/**
 * Depth-first exploration of sequences with sleep sets (Godefroid, Partial-order methods for the verification of
 * concurrent systems, LNCS 1032, 1996). Subclasses choose which event follows, and what races lead to.
 *
 * Some executions end before their threads: an assumption fails, or an error is found and the check goes on. The
 * process ends there, so nobody knows what would follow. An event that would end the execution therefore counts as one
 * for which the thread waits: other threads go on without it, and it is tried again where another event has changed
 * what it accesses. So does an event that ends an iteration of a waiting loop without progress.
 */
import { SearchToTheEnd } from '../../explore/strategy/search-to-the-end';
import type { SearchContext } from '../../explore/strategy/strategy';
import { dependent } from './dependence';
import { isInitial } from './initials';
import { reversibleRaces, reversal } from './races';
import { ANY, hasChoices, isSame, Sequence, type NextEvent, type PlacedEvent, type SequenceEvent } from './sequence';

/** The state after a prefix of the present sequence. */
export interface PrefixFrame {
  readonly next: readonly NextEvent[];
  /** Next events that need not be explored here. */
  readonly sleep: PlacedEvent[];
  /** Next events that end the execution, or an iteration of a loop without progress. */
  readonly ending: NextEvent[];
  /** Those that end an iteration. */
  readonly spinning: NextEvent[];
  /** The event that is explored at present. */
  current: NextEvent | undefined;
}

export abstract class SequenceSearch<F extends PrefixFrame> extends SearchToTheEnd {
  protected readonly sequence: Sequence;
  /** By length of the prefix. */
  protected readonly frames: F[] = [];

  constructor(context: SearchContext) {
    super(context);
    this.sequence = new Sequence(context);
  }

  /** The frame of the state that `current` of the frame above led to. */
  protected abstract enter(frame: PrefixFrame, above: F | undefined): F;
  /** The next event to explore in the state of the last frame, which is enabled; undefined: no further one. */
  protected abstract choose(frame: F): NextEvent | undefined;
  /** Event e, and `later`, which conflicts with it, can be reversed: v can be performed from the state before e. */
  protected abstract reverse(before: F, v: readonly PlacedEvent[], e: SequenceEvent, later: PlacedEvent): void;
  /** The event, which is the last of the sequence, was performed in the state of the last frame. */
  protected abstract performed(frame: F, event: SequenceEvent): void;
  /** The event, which was chosen, turned out to be one of `ending`. */
  protected abstract ended(frame: F, event: NextEvent): void;
  /** The sequence is maximal. */
  protected abstract maximal(): void;

  protected search(): void {
    const { sequence, frames } = this;
    if (!sequence.begin()) return;
    this.arrive();
    for (let f = frames.at(-1); f !== undefined; f = frames.at(-1)) {
      sequence.shrink(frames.length - 1);
      if (f.current !== undefined) f.sleep.push(f.current);
      f.current = this.choose(f);
      if (f.current === undefined) frames.pop();
      else this.perform(f, f.current);
    }
  }

  private perform(frame: F, event: NextEvent): void {
    const how = this.sequence.perform(event);
    if (how === 'entered') {
      this.performed(frame, this.sequence.events.at(-1)!);
      this.arrive();
      return;
    }
    frame.current = undefined;
    frame.ending.push(event);
    if (how === 'spins') frame.spinning.push(event);
    this.ended(frame, event);
    this.detect(event, true);
    if (this.enabled(frame).length === 0) this.end(frame);
  }

  /** The sequence has a new state. */
  private arrive(): void {
    const { sequence, frames } = this;
    sequence.tick(this);
    const above = frames.at(-1);
    const sleep: PlacedEvent[] = [];
    const ending: NextEvent[] = [];
    const spinning: NextEvent[] = [];
    const next = sequence.next();
    if (above?.current !== undefined) {
      const { current } = above;
      sleep.push(...above.sleep.filter((e) => !dependent(e, current)));
      const lasting = (events: readonly NextEvent[]): NextEvent[] =>
        next.filter((e) => events.some((f) => isSame(e, f) && !dependent(f, current)));
      ending.push(...lasting(above.ending));
      spinning.push(...lasting(above.spinning));
    }
    const frame = this.enter({ next, sleep, ending, spinning, current: undefined }, above);
    frames.push(frame);
    if (this.enabled(frame).length === 0) this.end(frame);
    else if (this.awake(frame).length === 0) {
      this.counts.deadEnds++;
      this.detectWaiting(frame);
    }
  }

  /** No thread can go on. */
  private end(frame: F): void {
    if (frame.ending.length === frame.spinning.length) this.sequence.complete(frame.spinning.length > 0);
    this.maximal();
    this.detectWaiting(frame);
  }

  /** Reverses the races of the events that threads wait to perform. */
  protected detectWaiting({ next }: PrefixFrame): void {
    for (const e of next) if (e.enabled === undefined) this.detect(e);
  }

  /**
   * Reverses the races of the event, which is one of the sequence or a next one; `anywhere`: as in `reversibleRaces`.
   */
  protected detect(later: PlacedEvent, anywhere = false): void {
    for (const e of reversibleRaces(this.sequence, later, anywhere)) this.detected(e, later);
  }

  /** Reverses the races of an event of the sequence. */
  protected detectAll(event: SequenceEvent): void {
    this.detect(event);
    for (const { by, wait } of event.served) this.detected(by, wait);
  }

  private detected(e: SequenceEvent, later: PlacedEvent): void {
    const { sequence, frames } = this;
    const before = frames[sequence.events.indexOf(e)];
    const v = reversal(sequence, e, hasChoices(later.label) ? { ...later, choice: ANY } : later);
    const ends = before.ending.some((f) => isSame(f, later)) && isInitial(v, v.length - 1);
    if (!ends) this.reverse(before, v, e, later);
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
