/** Learns what the steps do that are performed on the graph of a state search (known-steps.ts, known-moves.ts). */
import type { GraphEvent } from '../../../../graph/event';
import type { ExecutionGraph } from '../../../../graph/graph';
import { isChosen } from '../../../../object';
import { Kind, type ThreadId } from '../../../../program/label';
import type { RecordedTouch } from '../../../common/step-recorder';
import type { GraphExtender } from '../../../extend/extender';
import { type Futures, StepAccesses } from '../reduction/reduction';
import type { EnabledEvent, Moves } from '../steps/moves';
import { effectsOf, touchesOf } from '../steps/step-effects';
import { withoutJoins } from './known-moves';
import type { EnabledMoves, PossibleMove, Standing } from './known-steps';
import type { Tables } from './tables';

/** The state in which a move begins. */
interface MoveBegin {
  readonly vector: Int32Array;
  readonly standings: readonly Standing[];
  readonly futures: Futures;
}

/** The state in which a step begins, and the graph's mark there. */
export interface StepBegin extends MoveBegin {
  readonly move: PossibleMove;
  readonly mark: number;
}

export class StepLearner {
  constructor(
    private readonly graph: ExecutionGraph,
    private readonly extender: GraphExtender,
    private readonly tables: Tables,
    private readonly records: boolean,
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
      did: this.tables.states.did(effectsOf(own)),
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
    const did = this.tables.states.did(effectsOf([e]));
    this.tables.joins.learn(before, ended, { access, did, joiner, joined, recorded: this.touchesOf([e]) });
  }

  private touchesOf(events: readonly GraphEvent[]): readonly RecordedTouch[] {
    return this.records ? touchesOf(events) : [];
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

/** Performs moves on the graph of a state search, and learns what threads do in them. */
export class PerformedMoves {
  /**
   * `isVisited`: does a move end in the state of the key, as it was visited? `observe`: where threads stand in the
   * state of the graph and the key.
   */
  constructor(
    private readonly graph: ExecutionGraph,
    private readonly moves: Moves,
    private readonly tables: Tables,
    private readonly learner: StepLearner,
    private readonly isVisited: () => boolean,
    private readonly observe: () => EnabledMoves,
  ) {}

  /**
   * Performs the move in the state of the frame, which is that of the graph. `learns`: steps before the last one are
   * learned. Returns where the last one began; undefined: the execution has ended.
   */
  perform(
    f: MoveBegin & { readonly accesses: StepAccesses },
    move: PossibleMove,
    learns: boolean,
  ): StepBegin | undefined {
    const { graph } = this;
    const { reduction, order, robustness } = this.tables;
    const { vector, standings, futures } = f;
    const mark = graph.mark();
    let from: StepBegin = { vector, standings, futures, move, mark };
    let isFirst = true;
    let last = move.thread;
    const entered = this.moves.perform(
      this.moves.enabled(move)!,
      (at) => {
        order.observe(graph, at);
        // What is forced after a step is not part of what others must be independent of.
        reduction.step(graph, at, move.thread, from.futures, isFirst ? f.accesses : new StepAccesses());
        isFirst = false;
      },
      (pending, next) => {
        last = next.pending.thread;
        if (learns) {
          const after = this.learnUpTo(from, next);
          if (after === undefined) return false;
          from = after;
        } else reduction.pass(graph, futures, pending);
        robustness.check(graph, pending);
        return true;
      },
    );
    if (entered) return from;
    f.accesses.ordered = true; // the execution has ended, and with it what others may do
    reduction.cut(graph, mark, last, futures);
    reduction.cut(graph, from.mark, last, from.futures);
    return undefined;
  }

  /** Learns the step, after which `next` comes. Returns where that begins; undefined: the move ends before it. */
  private learnUpTo(from: StepBegin, next: EnabledEvent): StepBegin | undefined {
    const { graph, tables } = this;
    const { key } = tables;
    tables.take(graph);
    if (this.isVisited()) return undefined;
    tables.reduction.follow(from.futures, key.futures);
    this.learner.learn(from);
    const { standings, moves } = this.observe();
    const isNext = (m: PossibleMove): boolean => m.thread === next.pending.thread && m.choice === next.choice;
    const move = moves.flat().find(isNext)!;
    return { vector: key.vector.slice(), standings, futures: key.futures, move, mark: graph.mark() };
  }
}
