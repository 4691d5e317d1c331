/** Where an execution stands: the event that has happened last, and the line at which each thread is. */
import type { Execution, ExecutionEvent, SourcePlace } from './execution';

/** A thread at a line. */
export interface ThreadPosition {
  /** Its place in `Execution.threads`. */
  readonly thread: number;
  readonly place: SourcePlace;
  /** What is written beside the line. */
  readonly label: string;
  /** Is it the thread of the current event? */
  readonly isCurrent: boolean;
}

/** Steps through the events of an execution that have a place in the source. */
export class Stepper {
  /** The numbers of these events in the execution, from 0. */
  private readonly numbers: readonly number[];
  private step = 0;

  constructor(readonly execution: Execution) {
    this.numbers = execution.events.flatMap(({ place }, i) => (place === undefined ? [] : [i]));
  }

  get steps(): number {
    return this.numbers.length;
  }

  /** From 1; 0: there are no steps. */
  get number(): number {
    return this.steps === 0 ? 0 : this.step + 1;
  }

  /** Goes so many steps on, or back if negative, as far as there are some. */
  move(by: number): void {
    this.step = Math.max(0, Math.min(this.step + by, this.steps - 1));
  }

  /** Goes to the last event that is wrong, or to the end. */
  toError(): void {
    const last = this.numbers.findLastIndex((i) => this.execution.events[i].wrong);
    this.step = Math.max(0, last < 0 ? this.steps - 1 : last);
  }

  /** The event at which the execution stands; undefined: no event has a place. */
  get current(): (ExecutionEvent & { readonly place: SourcePlace }) | undefined {
    const event = this.execution.events[this.numbers[this.step]];
    return event?.place === undefined ? undefined : { ...event, place: event.place };
  }

  /** For each thread that has begun, its last event so far. */
  get positions(): readonly ThreadPosition[] {
    const { threads, events } = this.execution;
    const last = this.numbers[this.step];
    return threads.flatMap((name, thread) => {
      const i = this.numbers.filter((n) => n <= last).findLast((n) => events[n].thread === name);
      if (i === undefined) return [];
      const isCurrent = i === last;
      return [{ thread, place: events[i].place!, label: `${isCurrent ? '▶' : '·'} ${this.textOf(i)}`, isCurrent }];
    });
  }

  /** In one line: which step it is, and what happens. */
  get title(): string {
    const what =
      this.current === undefined ? 'no event has a place in the source' : this.textOf(this.numbers[this.step]);
    return `step ${this.number} of ${this.steps}: ${what}`;
  }

  /** The thread, what it does, and where a value comes from. */
  private textOf(i: number): string {
    const { thread, operation, wrong, readsFrom } = this.execution.events[i];
    return `${thread}: ${operation}${this.sourceText(readsFrom)}${wrong ? ' (wrong)' : ''}`;
  }

  private sourceText(readsFrom: number | undefined): string {
    if (readsFrom === undefined) return '';
    const source = this.execution.events[readsFrom];
    if (source === undefined) return ' ← initial value';
    const line = source.place === undefined ? '' : `, line ${source.place.line}`;
    return ` ← ${source.thread.replace(/ \(.*/, '')}${line}`;
  }
}
