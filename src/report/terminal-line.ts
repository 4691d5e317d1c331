/** A line of the terminal that is overwritten repeatedly, and erased before anything else is written. */

/** Return to the first column, and erase the line (ECMA-48, EL). */
export const ERASE_LINE = '\r\x1b[K';

export class TerminalLine {
  private isShown = false;

  /** `stream`: nothing is shown if it is not a terminal. */
  constructor(private readonly stream: NodeJS.WriteStream) {}

  get isTerminal(): boolean {
    return this.stream.isTTY;
  }

  /** Shows the text in place of what is there, as far as it fits. */
  show(text: string): void {
    if (!this.isTerminal) return;
    this.stream.write(ERASE_LINE + text.slice(0, (this.stream.columns ?? 80) - 1));
    this.isShown = true;
  }

  /** Erases what is shown, if anything is. */
  clear(): void {
    if (this.isShown) this.stream.write(ERASE_LINE);
    this.isShown = false;
  }
}
