/** One run in full, for reports. */
import { Status } from '../channel/protocol';
import type { RunResult } from '../channel/result';
import type { Events } from './events';
import type { Label, ThreadId, Value } from './label';
import { died, lastThread } from './walk';

export interface ExecutionEvent {
  readonly thread: ThreadId;
  readonly label: Label;
  /** What a read-like event returned; 0 for others. */
  readonly result: Value;
  /** The event was not performed: the thread waited before it when the run stopped. */
  readonly pending: boolean;
}

export interface Execution {
  readonly status: Status;
  /** As from waitpid. */
  readonly waitStatus: number;
  /** Steps of the schedule that the runtime followed. */
  readonly followed: number;
  /** For a run that diverged or died: what happened. */
  readonly text: string;
  /** In the order in which they took effect. */
  readonly events: readonly ExecutionEvent[];
}

/** Unpacks a run. */
export function executionOf(run: RunResult, events: Events): Execution {
  const list: ExecutionEvent[] = [];
  for (let i = 0; i < run.events; i++) {
    if (run.handles(i)) continue;
    list.push({
      thread: run.thread(i),
      label: events.label(run, i),
      result: events.returned(run, i),
      pending: run.pending(i),
    });
  }
  if (run.status === Status.Died) list.push({ thread: lastThread(run), label: died(run), result: 0, pending: false });
  return { status: run.status, waitStatus: run.waitStatus, followed: run.followed, text: run.text, events: list };
}
