/** The progress of a check, on one line of the terminal that is overwritten repeatedly. */
import type { Progress } from '../explore/session/session-options';
import type { Reporter } from './reporter';
import { TerminalLine } from './terminal-line';

/** Before so many executions there is no estimate. */
const FEW = 100;

/** Shows the line while the check lasts, and erases it before anything else is written. */
export class ProgressLine implements Reporter {
  private readonly line: TerminalLine;
  private ended = false;
  private readonly estimate = new TotalEstimate();
  private started = Date.now();

  /** `stream`: nothing is shown if it is not a terminal. */
  constructor(stream: NodeJS.WriteStream) {
    this.line = new TerminalLine(stream);
  }

  start(): void {
    this.started = Date.now();
  }

  progress(p: Progress): void {
    if (!this.line.isTerminal || this.ended) return;
    this.line.show(progressText(p, (Date.now() - this.started) / 1000, this.estimate.of(p)));
  }

  error(): void {
    this.clear();
  }

  note(): void {
    this.clear();
  }

  end(): Promise<void> {
    this.clear();
    return Promise.resolve();
  }

  failure(): Promise<void> {
    return this.end();
  }

  private clear(): void {
    this.line.clear();
    this.ended = true;
  }
}

/** One line about an exploration. `total`: an estimate of how many executions there are in all, if there is one. */
export function progressText(p: Progress, seconds: number, total?: number): string {
  const rate = seconds > 0 ? Math.round(p.executions / seconds) : 0;
  const all = total === undefined ? '' : ` of about ${Number(total.toPrecision(2))}`;
  const left = total === undefined || rate === 0 ? '' : `, ${timeText((total - p.executions) / rate)} left`;
  const blocked = p.blocked > 0 ? `, ${p.blocked} blocked` : '';
  const sampled = p.sampled > 0 ? `, ${p.sampled} by chance` : '';
  const states = p.distinctStates === undefined ? '' : `, ${p.distinctStates} states in turns`;
  const executions = `${p.executions}${all} executions${blocked}${sampled}${states}`;
  const { workers: w } = p;
  const workers =
    w === undefined ? '' : `, ${w.machines} ${w.machines === 1 ? 'worker' : 'workers'} (${w.busy} of ${w.slots} busy)`;
  return `drista: ${executions}, ${rate}/s, depth ${p.depth}${workers}, ${seconds.toFixed(0)} s${left}`;
}

/** About so many seconds, for people. */
function timeText(seconds: number): string {
  const units = [
    ['s', 60],
    ['min', 60],
    ['h', 24],
    ['days', Infinity],
  ] as const;
  let rest = Math.max(1, seconds);
  for (const [unit, size] of units) {
    if (rest < 2 * size) return `about ${Number(rest.toPrecision(rest < 10 ? 1 : 2))} ${unit}`;
    rest /= size;
  }
  return '';
}

/**
 * How many executions there are in all, estimated from the share that was explored. An estimate counts as credible once
 * the number of executions has doubled since an estimate that differs by less than a factor of two.
 */
export class TotalEstimate {
  private last = { executions: FEW, total: Infinity };
  private credible = false;

  /** Learns from the progress. Returns the estimate; undefined while it is not credible. */
  of({ executions, explored }: Progress): number | undefined {
    if (explored <= 0 || executions < FEW) return undefined;
    const total = Math.max(executions, executions / explored);
    if (executions >= 2 * this.last.executions) {
      this.credible = total < 2 * this.last.total && this.last.total < 2 * total;
      this.last = { executions, total };
    } else if (this.last.total === Infinity) this.last = { executions, total };
    return this.credible ? total : undefined;
  }
}
