/** How far a check has come, on one line of the terminal that is overwritten again and again. */
import type { Progress } from '../explore/session/session-options';
import type { Reporter } from './reporter';

/** Return to the first column, and erase the line (ECMA-48, EL). */
const CLEAR = '\r\x1b[K';

/** Shows the line while the check lasts, and erases it before anything else is written. */
export class ProgressLine implements Reporter {
  private shown = false;
  private ended = false;
  private started = Date.now();

  /** `stream`: nothing is shown if it is not a terminal. */
  constructor(private readonly stream: NodeJS.WriteStream) {}

  start(): void {
    this.started = Date.now();
  }

  progress(p: Progress): void {
    if (!this.stream.isTTY || this.ended) return;
    const line = progressText(p, (Date.now() - this.started) / 1000);
    this.stream.write(CLEAR + line.slice(0, (this.stream.columns ?? 80) - 1));
    this.shown = true;
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
    if (this.shown) this.stream.write(CLEAR);
    this.shown = false;
    this.ended = true;
  }
}

/** With an estimate of how many executions there are in all, once enough was explored for one. */
export function progressText({ executions, blocked, sampled, depth, explored }: Progress, seconds: number): string {
  const rate = seconds > 0 ? Math.round(executions / seconds) : 0;
  const all = explored > 0.001 && executions > 100 ? ` of about ${Number((executions / explored).toPrecision(2))}` : '';
  return `drista: ${executions}${all} executions${blocked > 0 ? `, ${blocked} blocked` : ''}${sampled > 0 ? `, ${sampled} by chance` : ''}, ${rate}/s, depth ${depth}, ${seconds.toFixed(0)} s`;
}
