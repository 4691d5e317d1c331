/**
 * Value-centric dynamic partial order reduction (Chatterjee, Pavlogiannis, Toman, OOPSLA 2019), algorithms 5 to 7: a
 * depth-first search over closed annotated partial orders. Each says which values the reads so far return, and is
 * realised by a sequence, which the program runs; how the threads go on after it gives its extensions. Executions count
 * as one where reads return equal values, those of the root from the same side, and nothing else that is ordered
 * differs (section 3). docs/explanation/vc-dpor.md says what the paper leaves open.
 */
import { requireOneSize } from '../../explore/common/one-size';
import { Kind, type LocationId, type Value } from '../../program/label';
import { iterationEndingAt } from '../../explore/histories/spin-loops';
import { SearchToTheEnd } from '../../explore/strategy/search-to-the-end';
import type { SearchContext, StrategyFactory } from '../../explore/strategy/strategy';
import { Accounted } from './accounted';
import { INITIAL, noEvents, writesOf, type AnnotatedOrder } from './annotated-order';
import { extend, extendByAll } from './extend';
import { requireInitialised } from './supported';
import { Realisation, type Continuation, type NextRead } from './realisation';

/** Writes that a read may read from, all of one value. */
interface Source {
  readonly value: Value | undefined;
  readonly good: number[];
}

export class ValueCentricSearch extends SearchToTheEnd {
  private readonly realisation: Realisation;
  private depth = 0;

  constructor(context: SearchContext) {
    super(context);
    this.realisation = new Realisation(context);
  }

  protected search(): void {
    this.explore(noEvents, Accounted.none);
  }

  /** Explores what extends the order. `read`: the event that it was extended by, none at the beginning. */
  private explore(annotated: AnnotatedOrder, accounted: Accounted, read?: NextRead): void {
    const { realisation } = this;
    const { session } = this.context;
    session.tick(this.depth, this);
    session.counts.states++;
    if (!realisation.follow(annotated)) return;
    if (read !== undefined && this.isFruitless(read)) return;
    if (!realisation.goOn() || realisation.isMisused()) return;
    const continuation = realisation.continuation(annotated);
    if (realisation.isStuck) {
      realisation.sequence.complete(false);
      return;
    }
    this.depth++;
    for (const extended of extendByAll(annotated, continuation.fresh)) {
      const here = accounted.copy();
      for (const next of continuation.reads) this.extendBy(extended, here, next, continuation);
    }
    this.depth--;
  }

  /** Explores what extends the order by the read, from each of the writes that are not accounted for. */
  private extendBy(annotated: AnnotatedOrder, accounted: Accounted, next: NextRead, { reached }: Continuation): void {
    const { thread, label } = next.next;
    for (const { value, good } of this.sources(annotated, accounted, next)) {
      const event = { ...next.event, value, good };
      for (const extended of extend(annotated, { event, after: next.after }))
        this.explore(extended, accounted.without(thread), next);
    }
    if (label.kind === Kind.Choose) accounted.all(thread);
    else accounted.account(thread, reached);
  }

  /** The writes that the read may read from, those of one value and, for the root, one side together. */
  private sources(annotated: AnnotatedOrder, accounted: Accounted, { next, event, ways: most }: NextRead): Source[] {
    const { thread, label } = next;
    if (label.kind === Kind.Choose) {
      const ways = accounted.isOpen(thread, INITIAL, -1) ? most : 0;
      return Array.from({ length: ways }, (_, value) => ({ value, good: [] }));
    }
    const { events } = annotated;
    const isLock = label.kind === Kind.MutexLock;
    const single = isLock || this.context.refinement.countsBySource(thread, label);
    const taken = isLock ? locked(annotated, label.loc) : [];
    const groups = new Map<string, Source>();
    for (const w of [INITIAL, ...writesOf(annotated, label.loc)]) {
      const { thread: writer, guard, root } = w === INITIAL ? { thread: INITIAL, guard: -1, root: false } : events[w];
      if (!accounted.isOpen(thread, writer, guard) || taken.includes(w)) continue;
      if (w === INITIAL && !isLock) requireInitialised(thread, this.context.program.initial(label.loc));
      const value = isLock ? 0 : w === INITIAL ? this.context.program.initial(label.loc) : events[w].value;
      const key = single ? `${w}` : `${value}:${event.root && root}`;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, { value, good: [w] });
      else group.good.push(w);
    }
    return [...groups.values()];
  }

  /** Has the thread gone once round a loop that waits, and found nothing? The same without that is explored, too. */
  private isFruitless({ next }: NextRead): boolean {
    const iteration = iterationEndingAt(this.realisation.nodeOf(next.thread));
    if (iteration === undefined) return false;
    this.context.session.waitingUnknown();
    return true;
  }
}

/** The unlocks that some lock of the mutex comes after: each is followed by one lock only. */
function locked({ events }: AnnotatedOrder, loc: LocationId): number[] {
  return events.flatMap((e) => (e.access === 'read' && e.loc === loc ? e.good : []));
}

/** For sequential consistency, programs without read-modify-write operations. */
export const valueCentric: StrategyFactory<never> = {
  name: 'vc-dpor',
  applies: () => true,
  create: (context) => {
    requireOneSize(context, 'vc-dpor');
    return new ValueCentricSearch(context);
  },
};
