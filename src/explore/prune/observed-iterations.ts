/**
 * Iterations of waiting loops in a graph that take locks and release them. Without such an iteration the graph is an
 * execution too, with the same values otherwise, unless another thread found such a lock taken: its trylock, or its
 * lock with a time limit, observed the iteration. Then the iteration stays. An iteration that was not observed yet
 * stays while it may still be observed, because an operation may be performed later in the search than what it
 * observes. What remains of such iterations in the end, and second ones in a row, are left out.
 *
 * Threads that yield to each other (lock a, try b, unlock a ...) observe each other's iterations. A set of iterations
 * that only events of its own observed can be left out as a whole.
 */
import type { GraphEvent } from '../../graph/event';
import type { ExecutionGraph } from '../../graph/graph';
import { seesHolder } from '../../object';
import { sleepersSeen } from '../../object/futex';
import { isReadLike, Kind, type ThreadId } from '../../program/label';
import type { Program } from '../../program/program';
import { stateAfter } from '../extend/candidates';
import { mayRaceAlone } from '../histories/racing-reads';
import { taken, iterationEndingAt, type Iteration } from '../histories/spin-loops';

/** An iteration in a graph: the events of the thread from one index to another. */
export interface GraphIteration {
  readonly thread: ThreadId;
  readonly from: number;
  readonly to: number;
  readonly iteration: Iteration;
  /** The node that it ends at. */
  readonly end: GraphEvent['node'];
}

/**
 * The iterations with locks that can be left out of the graph all together: the largest set of which only events of its
 * own saw something.
 */
export function removable(graph: ExecutionGraph): readonly GraphIteration[] {
  let iterations = graph.threads.flatMap(iterationsOf);
  if (iterations.length === 0) return iterations;
  const tries = graph.events.filter((e) => mayHaveSeen(e));
  const seers = new Map(
    iterations.map((iteration) => [
      iteration,
      tries.filter((e) => e.thread !== iteration.thread && saw(graph, e, iteration)),
    ]),
  );
  for (;;) {
    const left = iterations.filter((iteration) =>
      seers.get(iteration)!.every((e) => iterations.some((other) => isIn(e, other))),
    );
    if (left.length === iterations.length) return left;
    iterations = left;
  }
}

/**
 * The number of iterations in the graph that may race and can be left out. One of them may race with a write that
 * follows later in the search, even one that depends on what its thread does after it. So a graph keeps one; a second
 * one is of no more use, since a race is one of two accesses.
 */
export function iterationsThatMayRace(graph: ExecutionGraph, program: Program): number {
  let count = 0,
    locks = false;
  for (const e of graph.events) {
    const iteration = racingIterationEndingAt(e, program, mayRaceAlone);
    if (iteration === undefined) continue;
    if (iteration.locks.size === 0) count++;
    else locks = true;
  }
  return locks
    ? count + removable(graph).filter(({ iteration, end }) => mayRaceAlone(iteration, end!, program)).length
    : count;
}

/** The iteration without progress that ends with the event and may race; `races`: by which of the two meanings. */
export function racingIterationEndingAt(
  { node, label }: GraphEvent,
  program: Program,
  races: typeof mayRaceAlone,
): Iteration | undefined {
  const iteration = node === null || !isReadLike(label) ? undefined : iterationEndingAt(node);
  return iteration !== undefined && races(iteration, node!, program) ? iteration : undefined;
}

/**
 * Whether to leave out the iteration that a thread has just ended at the end of the graph. `mayBeSeen`: whether a
 * coming event may observe an iteration.
 */
export function isFruitless(
  graph: ExecutionGraph,
  iteration: Iteration,
  mayBeSeen: (t: GraphIteration) => boolean,
): boolean {
  const iterations = removable(graph);
  return repeats(iterations) || (iterations.some((t) => t.iteration === iteration) && !iterations.some(mayBeSeen));
}

/** Does one of the iterations follow another one of the same loop? */
function repeats(iterations: readonly GraphIteration[]): boolean {
  return iterations.some(({ iteration, thread }) =>
    iterations.some((t) => t.thread === thread && t.end === iteration.head),
  );
}

function iterationsOf(events: readonly GraphEvent[]): GraphIteration[] {
  const reads = events.filter((e) => isReadLike(e.label));
  return reads.flatMap((e, i) => {
    const iteration = e.node === null ? undefined : iterationEndingAt(e.node);
    return iteration === undefined || iteration.locks.size === 0
      ? []
      : [{ thread: e.thread, from: reads[i - iteration.length + 1].index, to: e.index, iteration, end: e.node }];
  });
}

function isIn(e: GraphEvent, { thread, from, to }: GraphIteration): boolean {
  return e.thread === thread && e.index >= from && e.index <= to;
}

/**
 * Did it look at the state of a lock, semaphore or futex, or replace it? A try that succeeds would have succeeded
 * anyway.
 */
function mayHaveSeen({ label: { kind }, object, source }: GraphEvent): boolean {
  if (source === null) return false;
  return kind === Kind.FutexWake || (seesHolder(kind) && (object === undefined || kind === Kind.SemInit));
}

/**
 * Did the operation come after a state in which the iteration holds the lock, or a unit of the semaphore, or sleeps on
 * the futex?
 */
function saw(graph: ExecutionGraph, e: GraphEvent, iteration: GraphIteration): boolean {
  if (!iteration.iteration.locks.has(e.loc)) return false;
  if (e.label.kind === Kind.FutexWake)
    if (!sleepersSeen(stateAfter(e.source!, e.label), e.label).includes(iteration.thread)) return false;
  const { writes } = graph.location(e.loc);
  let held = 0;
  for (let i = writes.indexOf(e.source!); i >= 0; i--) {
    const w = writes[i];
    if (w.thread !== iteration.thread) continue;
    if (!isIn(w, iteration)) break;
    held += taken(w.label, 0) ?? 0;
  }
  return held > 0;
}
