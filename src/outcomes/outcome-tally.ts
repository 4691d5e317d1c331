/** How many executions have each outcome, and one of them. */
import { completeSchedule } from '../explore/common/schedule';
import { traceOf, type TraceEvent } from '../explore/common/verdict';
import type { CountedExecution } from '../explore/session/session-options';
import type { Schedule } from '../program/program';
import type { ExecutionGraph } from '../graph/graph';
import { outcomeOf, type FoundOutcome, type Outcome } from './outcome';

export interface CountedOutcome {
  readonly outcome: Outcome;
  /** Equal keys: the same outcome, also under another model. */
  readonly key: string;
  executions: number;
  /** The first execution that had it. */
  readonly trace: readonly TraceEvent[];
  readonly schedule: Schedule;
}

export class OutcomeTally {
  private round = 0;
  private readonly found = new Map<string, CountedOutcome>();

  /** `of`: what the outcome of an execution is. */
  constructor(private readonly of: (graph: ExecutionGraph) => FoundOutcome = outcomeOf) {}

  /** A complete execution is counted as `n`. What earlier rounds have counted is void. */
  add({ graph, rounds }: CountedExecution, n: number): void {
    if (graph === undefined) throw new Error('a counted execution has no graph');
    if (rounds !== this.round) this.found.clear();
    this.round = rounds;
    const { outcome, key } = this.of(graph);
    const known = this.found.get(key);
    if (known !== undefined) known.executions += n;
    else
      this.found.set(key, {
        outcome,
        key,
        executions: n,
        trace: traceOf(graph.events),
        schedule: completeSchedule(graph),
      });
  }

  /** All outcomes; `executions`: how many the exploration has counted in its last round. */
  all(executions: number): readonly CountedOutcome[] {
    const all = executions === 0 ? [] : [...this.found.values()];
    const sum = all.reduce((n, counted) => n + counted.executions, 0);
    if (sum !== executions) throw new Error(`${executions} executions were counted, but ${sum} have an outcome`);
    return all;
  }
}
