/** Learns what the steps do that are performed on the graph of a state search (known-steps.ts, known-joins.ts). */
import type { GraphEvent } from '../../../../graph/event';
import type { ExecutionGraph } from '../../../../graph/graph';
import { isChosen } from '../../../../object';
import { Kind, type ThreadId } from '../../../../program/label';
import type { RecordedTouch, StepRecorder } from '../../../common/step-recorder';
import type { GraphExtender } from '../../../extend/extender';
import type { StateFrame } from './frame';
import { withoutJoins } from './known-joins';
import type { PossibleMove } from '../reduction/outlook';
import { deedsOf } from '../steps/step-kinds';
import type { Tables } from './tables';
import { touchesOf } from '../steps/touches';

/** The state in which a step begins, and the graph's mark there. */
export type StepBegin = Pick<StateFrame, 'vector' | 'standings' | 'futures'> & {
  readonly move: PossibleMove;
  readonly mark: number;
};

export class StepLearner {
  constructor(
    private readonly graph: ExecutionGraph,
    private readonly extender: GraphExtender,
    private readonly tables: Tables,
    private readonly recorder: StepRecorder | undefined,
  ) {}

  /** Learns the step that led from there to the state of the graph and the key. */
  learn({ vector, standings, futures, move, mark }: StepBegin): void {
    const { graph } = this;
    const { key } = this.tables;
    const { thread } = move;
    const parts = withoutJoins(graph.events.slice(mark), thread);
    if (parts === undefined) return;
    const { own, joins } = parts;
    const on = this.awaitedBy(own);
    if (on === undefined) return;
    const after = this.placeAfter(thread, own.findLast((e) => e.thread === thread)!.index + 1, joins);
    const but = new Set(joins.flatMap((e) => [key.indexOfThread(e.thread), key.indexOfThread(e.label.thread)]));
    const isKnown = this.tables.steps.learn(vector, standings, move, own, after, on, but, () => ({
      did: this.tables.states.did(deedsOf(own)),
      accesses: own.flatMap((e) =>
        this.tables.reduction.accessesOf(graph, [e]).map((access) => ({ access, thread: e.thread })),
      ),
      recorded: this.touchesOf(own),
    }));
    if (!isKnown) return;
    this.tables.reduction.leads(futures[thread]!, key.futureAt(after));
    for (const e of joins) this.learnJoin(e, joins);
  }

  /**
   * What else decides which events belong to the step, by index of vectors: the mutexes of the condition variables, as
   * these decide what a state is; and what the threads of the step wait for afterwards. Undefined: that is not known.
   */
  private awaitedBy(events: readonly GraphEvent[]): number[] | undefined {
    const { graph } = this;
    const { key } = this.tables;
    const on: number[] = [];
    for (const { thread, label } of events) {
      if (isOnCondition(label.kind)) for (const m of this.tables.order.mutexesOf(label.loc)) on.push(key.indexOf(m));
      const next = this.extender.pendingOf(graph, thread)?.label;
      if (next?.kind === Kind.PlainRead) return undefined;
      if (next !== undefined && isChosen(next.kind)) on.push(key.indexOf(next.loc));
    }
    return on;
  }

  private learnJoin(e: GraphEvent, joins: readonly GraphEvent[]): void {
    const { key, places, reduction } = this.tables;
    const { thread, label } = e;
    const before = this.placeAfter(thread, e.index, []);
    const joiner = this.placeAfter(thread, e.index + 1, []);
    const ended = this.placeAfter(label.thread, Infinity, joins);
    const joined = this.placeAfter(label.thread, Infinity, []);
    places.joins(before, thread, label);
    places.ends(ended);
    places.ends(joined);
    reduction.arriveAt(key.futureAt(before), label);
    reduction.leads(key.futureAt(before), key.futureAt(joiner));
    const [access] = reduction.accessesOf(this.graph, [e]);
    const did = this.tables.states.did(deedsOf([e]));
    this.tables.joins.learn(before, ended, { access, did, joiner, joined, recorded: this.touchesOf([e]) });
  }

  private touchesOf(events: readonly GraphEvent[]): readonly RecordedTouch[] {
    return this.recorder === undefined ? [] : touchesOf(events);
  }

  /** The place of the thread after so many events, as it was before these joins. */
  private placeAfter(t: ThreadId, count: number, joins: readonly GraphEvent[]): number {
    return this.tables.key.placeAfter(
      this.graph,
      t,
      count,
      joins.some(({ label }) => label.thread === t),
    );
  }
}

function isOnCondition(k: Kind): boolean {
  return k === Kind.CondBlock || k === Kind.CondSignal || k === Kind.CondBroadcast;
}
