/**
 * The last run of a program that hides data (Program.hidesData). What its threads did beyond the schedule is added to
 * the trees when it is known what they know of others there (Walk.goOn). A schedule that says what the run did anyway
 * needs no run of its own.
 */
import type { RunResult } from '../channel/result';
import type { Events } from './events';
import { Kind, type ThreadId, type Value } from './label';
import type { Schedule } from './program';
import { readLike, type Walk } from './walk';

export class LastRun {
  /** By thread: what its events have returned. Those that the scheduler is asked about, in their order. */
  private readonly values: Value[][] = [];
  private readonly waited: ThreadId[] = [];

  /** No accesses of several sizes overlap: so the runtime does not wait for the scheduler at plain reads. */
  constructor(
    run: RunResult,
    events: Events,
    private readonly walk: Walk,
  ) {
    for (let i = 0; i < run.events; i++) {
      if (!readLike[run.kind(i)] || run.pending(i)) continue;
      const thread = run.thread(i);
      (this.values[thread] ??= []).push(events.returned(run, i) as Value);
      if (run.kind(i) !== (Kind.PlainRead as number)) this.waited.push(thread);
    }
  }

  /**
   * Would a run of the schedule do what this run did: all steps in the same order, with the same values? Then adds to
   * the trees what this run shows of it. The schedule leaves memory as it is after the steps.
   */
  shows({ steps, memory, pasts }: Schedule): boolean {
    if (memory.length > 0 || pasts === undefined) return false;
    const made: number[] = [];
    let waited = 0;
    for (const { thread, label, value } of steps) {
      const n = made[thread] ?? 0;
      made[thread] = n + 1;
      if (this.values[thread]?.[n] !== value) return false;
      if (label.kind !== Kind.PlainRead && this.waited[waited++] !== thread) return false;
    }
    this.walk.goOn(pasts);
    return true;
  }
}
