/**
 * Dynamic partial-order reduction with source sets and sleep sets (Abdulla, Aronsson, Jonsson, Sagonas, J. ACM 2017,
 * algorithm 1), in the form of SDPOR (Singh, Sharma, Sharma, Drišta: DPOR modulo observational equivalence for C/C++11,
 * algorithm 1). Under sequential consistency the two are one: each thread has one next event, and of two events that
 * happen one before the other those may be reversed that are not ordered by their threads.
 *
 * With the observational equivalence (SDPOR-OE) the reversal of a race that changes no value is put to sleep, as a
 * sequence (sleep-sequences.ts). That is the algorithm as published. It has no proof, and it does not tell apart
 * executions that synchronise differently. So nothing is claimed about what it leaves out.
 */
import { requireOneSize } from '../../explore/common/one-size';
import type { SearchContext, StrategyFactory } from '../../explore/strategy/strategy';
import { initials } from './initials';
import { SequenceSearch, type PrefixFrame } from './sequence-search';
import { ANY, isSame, type ChosenEvent, type NextEvent, type PlacedEvent, type SequenceEvent } from './sequence';
import { continued, isAsleep, keepsValues, reversedSequence, type SleepSequence } from './sleep-sequences';

interface SourceFrame extends PrefixFrame {
  /** The source set so far. */
  readonly backtrack: ChosenEvent[];
  /** The event that was chosen while the source set was empty. */
  picked: NextEvent | undefined;
  readonly sequences: SleepSequence[];
}

class SourceDpor extends SequenceSearch<SourceFrame> {
  private readonly observational: boolean;

  constructor(context: SearchContext) {
    super(context);
    this.observational = context.options.equivalence === 'observational';
    if (this.observational) context.session.unproved();
  }

  protected enter(frame: PrefixFrame, above: SourceFrame | undefined): SourceFrame {
    this.detectWaiting(frame);
    const sequences = above?.current === undefined ? [] : continued(above.sequences, above.current);
    return { ...frame, backtrack: [], picked: undefined, sequences };
  }

  protected choose(frame: SourceFrame): NextEvent | undefined {
    const awake = this.awake(frame);
    const chosen = awake.find((e) => frame.backtrack.some((b) => covers(b, e)));
    if (chosen !== undefined || awake.length === 0) return chosen;
    if (frame.backtrack.some((b) => frame.sleep.some((e) => covers(b, e)))) return undefined;
    frame.backtrack.push(...awake.filter((e) => e.thread === awake[0].thread));
    frame.picked = awake[0];
    return awake[0];
  }

  /** Other events may have been left out because this one was in the source set: all others take its place. */
  protected ended(frame: SourceFrame, event: NextEvent): void {
    const { backtrack } = frame;
    backtrack.splice(
      backtrack.findIndex((e) => isSame(e, event)),
      1,
    );
    if (event !== frame.picked) backtrack.push(...this.awake(frame));
  }

  protected performed(_frame: SourceFrame, event: SequenceEvent): void {
    this.detectAll(event);
  }

  protected maximal(): void {
    // Races are looked for as soon as an event is performed.
  }

  protected reverse(before: SourceFrame, v: readonly PlacedEvent[], first: SequenceEvent, later: PlacedEvent): void {
    const { backtrack, sleep } = before;
    const possible = initials(v);
    if (!possible.some((e) => backtrack.some((b) => isSame(b, e)))) {
      const added = possible.find((e) => !sleep.some((f) => isSame(e, f)));
      if (added === undefined) return;
      const enabled = this.enabled(before);
      backtrack.push(...(enabled.some((e) => covers(added, e)) ? [added] : enabled));
    }
    if (!this.observational) return;
    const { graph, events } = this.sequence;
    const second = events.at(-1)!;
    if (second === later && keepsValues(graph, first, second))
      before.sequences.push(reversedSequence(this.sequence, first, second));
  }

  protected override awake(frame: SourceFrame): NextEvent[] {
    return super.awake(frame).filter((e) => !isAsleep(frame.sequences, e));
  }
}

/** Is the event one of those that stand in the source set as b? */
function covers(b: ChosenEvent, e: ChosenEvent): boolean {
  return b.thread === e.thread && (b.choice === ANY || b.choice === e.choice);
}

/** For models whose executions are the interleavings of the threads. */
export const sourceDpor: StrategyFactory<never> = {
  name: 'sdpor',
  applies: () => true,
  create: (context: SearchContext) => {
    requireOneSize(context, 'sdpor');
    return new SourceDpor(context);
  },
};
