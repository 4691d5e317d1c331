/** A thread of `drista worker` that does independent tasks, one after the other (task-lead.ts). */
import { SlotWord } from '../cluster/part-worker';
import { FORMAT } from '../cluster/part-job';
import type { TaskReport } from '../cluster/task-report';

/** What became of a task; `usable`: the thread can do another one. */
export interface DoneTask<R> {
  readonly report: R;
  readonly usable: boolean;
}

/** Has the check of a task come to its end, and with what? */
export interface TaskEnd {
  readonly errors: readonly unknown[];
  readonly limitsHit: readonly string[];
}

export class TaskWorker {
  /** `words`: shared with the main thread of the worker. */
  constructor(private readonly words: Int32Array) {}

  /** Is the task to end? */
  readonly interrupted = (): boolean => this.isStopped || this.isSet('Leave');

  /** Is the task of no use any more? */
  get isStopped(): boolean {
    return this.isSet('Stop');
  }

  /** What a report of the task begins with. */
  reportOf(job: string, { errors, limitsHit }: TaskEnd): TaskReport {
    const isVerified = errors.length === 0 && limitsHit.length === 0;
    const found = limitsHit.includes('interrupted') ? 'again' : isVerified ? 'verified' : 'other';
    return { format: FORMAT, job, found };
  }

  private isSet(word: keyof typeof SlotWord): boolean {
    return Atomics.load(this.words, SlotWord[word]) !== 0;
  }
}
