/** How far a check has come, on one line of the terminal that is written again and again. */
import type { Progress } from '../explore/session/session-options';

const CLEAR = '\r\x1b[K';

export class ProgressLine {
  private shown = false;

  /** `stream`: undefined or not a terminal: nothing is shown. */
  constructor(
    private readonly stream: NodeJS.WriteStream | undefined,
    private readonly started = Date.now(),
  ) {}

  show(p: Progress): void {
    if (this.stream?.isTTY !== true) return;
    const line = progressText(p, (Date.now() - this.started) / 1000);
    this.stream.write(CLEAR + line.slice(0, (this.stream.columns ?? 80) - 1));
    this.shown = true;
  }

  /** Takes the line away, so that something else can be written. */
  clear(): void {
    if (this.shown) this.stream?.write(CLEAR);
    this.shown = false;
  }
}

/** With an estimate of how many executions there are in all, once enough was explored for one. */
export function progressText({ executions, blocked, sampled, depth, explored }: Progress, seconds: number): string {
  const rate = seconds > 0 ? Math.round(executions / seconds) : 0;
  const all = explored > 0.001 && executions > 100 ? ` of about ${Number((executions / explored).toPrecision(2))}` : '';
  return `drista: ${executions}${all} executions${blocked > 0 ? `, ${blocked} blocked` : ''}${sampled > 0 ? `, ${sampled} by chance` : ''}, ${rate}/s, depth ${depth}, ${seconds.toFixed(0)} s`;
}
