/**
 * Leads the exploration of symbolic inputs by workers on other machines (--on): each input is a task. What is explored
 * with an input depends on what is known of the program (program/next-input.ts), so a round ends where the lead learns
 * more: workers begin the next one with that.
 */
import type { InputTask, InputsStart } from '../cluster/input-job';
import type { Link } from '../cluster/link';
import { readInputReport, type ReadInput } from '../cluster/untrusted';
import { checkpointBetweenInputs, learned } from '../program/next-input';
import type { ProcessProgram } from '../program/process-program';
import type { Expressions } from '../symbolic/expression';
import type { ExploredInput, InputsElsewhere } from '../symbolic/symbolic-search';
import { TaskLead } from './task-lead';

export class InputLead implements InputsElsewhere {
  private readonly tasks: TaskLead<InputTask, ReadInput>;
  /** What was known of the program when the round began, and the inputs then. */
  private learned = '';
  private inputs: readonly Uint8Array[] = [];
  /** How many of them are tasks, or need not be. */
  private offered = 0;

  /** `expressions`: those that are known. */
  constructor(
    link: Link,
    private readonly program: ProcessProgram,
    expressions: Expressions,
    private readonly isOver: () => boolean,
  ) {
    this.tasks = new TaskLead<InputTask, ReadInput>(link, {
      one: 'input',
      many: 'inputs',
      read: (report, job) => readInputReport(report, job, expressions),
      start: (): InputsStart => ({ program: checkpointBetweenInputs(program) }),
    });
  }

  verified(n: number, inputs: readonly Uint8Array[]): ExploredInput | undefined {
    const { program, tasks } = this;
    if (inputs !== this.inputs || learned(program) !== this.learned) {
      tasks.renew();
      this.inputs = inputs;
      this.learned = learned(program);
      this.offered = n;
    }
    const more = inputs.slice(this.offered);
    const isOnlyOne = this.offered === n && more.length === 1;
    this.offered = inputs.length;
    // Nobody is quicker with it than the lead, which would only wait.
    if (isOnlyOne) return undefined;
    tasks.offer(more.map((input) => ({ input })));
    const report = tasks.verified({ input: inputs[n] }, this.isOver);
    if (report === undefined) return undefined;
    const { counts, notes, said, statistics, shown } = report;
    program.note(said);
    program.statistics.runs += statistics.runs;
    program.statistics.events += statistics.events;
    return { verdict: { ...counts, errors: [], notes, limitsHit: [] }, shown };
  }

  /** Removes the check from Redis. Notes on who has explored inputs. */
  end(verbose: boolean): string[] {
    return this.tasks.end(verbose);
  }
}
