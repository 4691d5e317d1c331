/** How executions end in a state search, or stay for ever: what is counted and reported. */
import type { ExecutionGraph } from '../../../../graph/graph';
import { describeThread, isReadLike, Kind, type ThreadId } from '../../../../program/label';
import { ifOthersStandStill, whileOthersGoOn } from '../../../common/error-text';
import type { GraphExtender } from '../../../extend/extender';
import { isHeld } from '../../../extend/held-waits';
import { hasStopped } from '../../../extend/loop-bound';
import { anotherClient, awaitsClient } from '../../../prune/awaits-client';
import { isCancelled, threadsThatEnded } from '../../../prune/blocked';
import { BlockedAtExit } from '../../../session/blocked-at-exit';
import { Completion } from '../../../session/completion';
import { noteLockedAtEnd } from '../../../session/locked-at-end';
import type { SearchContext } from '../../strategy';
import type { StateKey } from '../key/state-key';
import type { Component } from './components';
import type { Starvation } from './starvation';

/**
 * Lets the graph, which is that of a state, go round a loop of states once. Returns how many events it had before;
 * undefined: there is no loop.
 */
export type Loop = () => number | undefined;

/** The note of a program some of whose executions go on for ever. */
export const neverEnds = 'the program does not end: some executions go on for ever';

export class Endings {
  private readonly completion: Completion;
  private readonly blockedAtExit: BlockedAtExit;

  /** The graph is that of the present state in all calls. */
  constructor(
    private readonly context: SearchContext,
    private readonly graph: ExecutionGraph,
    private readonly extender: GraphExtender,
  ) {
    const { program, reduction, session } = context;
    this.completion = new Completion(program, reduction.model, session);
    this.blockedAtExit = new BlockedAtExit(program, session);
  }

  /** See Completion. */
  get nextReordered(): number {
    return this.completion.nextReordered;
  }

  set nextReordered(executions: number) {
    this.completion.nextReordered = executions;
  }

  /**
   * The execution stays in a component, to which the present state belongs, and in which threads do this. Returns
   * whether the program has ended there.
   */
  stays(threads: Component['threads'], loop: Loop): boolean {
    const { graph, extender } = this;
    const { session } = this.context;
    if (hasStopped(graph)) return false;
    const pending = extender.pending(graph);
    // It would have been cancelled: in another execution it looks whether it is after that.
    if (pending.some((p) => isCancelled(graph, p))) {
      session.counts.deadEnds++;
      return false;
    }
    const exited = threadsThatEnded(graph, pending);
    const { changes, sleeps, looks, locks } = threads;
    const goesOn = (t: ThreadId): boolean => changes.has(t) || sleeps.has(t) || (locks.has(t) && !looks.has(t));
    const waiting = pending.filter((p) => !goesOn(p.thread));
    if (exited.size > 0) {
      this.blockedAtExit.note(
        waiting.filter((p) => isReadLike(p.label) && !isHeld(p.node)),
        (t) => exited.has(t),
      );
      this.complete();
    } else if (awaitsClient(pending)) {
      session.note(anotherClient);
      this.complete();
    } else if (waiting.length === pending.length) {
      const locked = pending.some(({ thread, label }) => label.kind !== Kind.Join && !looks.has(thread));
      extender.errors.waitForEver(graph, pending, looks.size > 0 && !locked ? 'livelock' : 'deadlock', loop);
    } else {
      session.note(neverEnds);
      for (const { thread, label } of waiting)
        if (label.kind !== Kind.Join) session.note(`${describeThread(thread)} may wait for ever while others go on`);
      session.mayComplete();
      session.complete(() => graph, 1);
    }
    return exited.size > 0;
  }

  /** The threads may get nowhere for ever in the loop, to which the present state belongs (starvation.ts). */
  starve(kind: Starvation['kind'], threads: readonly ThreadId[], loop: Loop): void {
    const { graph, extender } = this;
    if (kind === 'joined') {
      const at = graph.events.findLastIndex(({ thread, label }) => thread === threads[0] && label.kind === Kind.Join);
      const join = graph.events[at];
      graph.undo(at);
      return extender.errors.starves(graph, [join], ifOthersStandStill, loop);
    }
    const pending = extender.pending(graph);
    if (pending.some((p) => isCancelled(graph, p)) || threadsThatEnded(graph, pending).size > 0) return;
    const those = pending.filter((p) => threads.includes(p.thread));
    if (kind === 'livelock') extender.errors.waitForEver(graph, pending, 'livelock', loop);
    else if (threads.length > 1) extender.errors.waitForEver(graph, those, 'livelock', loop);
    else extender.errors.starves(graph, those, kind === 'hindrance' ? ifOthersStandStill : whileOthersGoOn, loop);
  }

  /** Counts the present state, in which all threads have ended. */
  complete(): void {
    const { graph } = this;
    const { session } = this.context;
    if (hasStopped(graph)) return;
    session.mayComplete();
    if (this.extender.checks.exits.size > 1) this.completion.compareExits(graph);
    noteLockedAtEnd(graph, session);
    this.completion.complete(() => graph);
  }
}

/** A location with so many values may be one that grows for ever. */
const MANY = 100;

/** Adds a note on the location of the graph that had most values in the states of the key, if these are many. */
export function noteGrowth({ program, session }: SearchContext, graph: ExecutionGraph, key: StateKey): void {
  const found = key.mostVaried();
  if (found === undefined || found.contents < MANY) return;
  const { loc, contents } = found;
  const { label } = graph.location(loc).writes.at(-1)!;
  const at = label.site < 0 || program.place === undefined ? '' : ` (${program.place(label.site)})`;
  const what = `${program.data?.(loc) || 'a value in memory'}${at}`;
  session.noteOnLimit(`${what} had ${contents} values so far: if it keeps growing, there is no end of states`);
}
