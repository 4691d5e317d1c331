/**
 * Happens-before as a component of a memory model. An execution graph keeps clocks with its events and asks this
 * component for the clocks of each event that is appended, so the graph knows no rule of synchronisation itself.
 */
import type { Label } from '../program/label';
import type { EventClocks } from './clock';
import type { Append, GraphEvent } from './event';

export interface HappensBefore {
  /** The clocks of initial writes, which happen before everything. */
  readonly initial: EventClocks;
  /**
   * The clocks of an event about to be appended at place `index` of its thread; O(threads). `previous`: those of the
   * event before it in its thread, if any. `accesses`: the earlier reads and writes of its location by its thread, in
   * program order; undefined where there are none. The source of the event is in the graph already.
   */
  clocks(
    a: Append,
    index: number,
    previous: EventClocks | undefined,
    accesses: readonly GraphEvent[] | undefined,
  ): EventClocks;
  /**
   * May an atomic load or a fence with this label synchronise as the one that acquires? Executions in which such a read
   * has another source have another happens-before.
   */
  acquires(l: Label): boolean;
  /** Does the model order this event, which does or does not write, with all other such events (C11: seq_cst)? */
  isSequential(l: Label, writes: boolean): boolean;
}
