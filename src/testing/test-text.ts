/**
 * A run of tests as text: a line for each check, the reports of those that failed, a summary. On a terminal, lines come
 * in the order in which tests end, and below them stands what is running; elsewhere in the order of names.
 */
import { printable } from '../report/printable';
import { ERASE_LINE } from '../report/terminal-line';
import { plural } from '../report/verdict-text';
import { reportOf, titleOf, type TestReporter, type TestTotals } from './test-reporter';
import type { TestResult } from './test-runner';

export interface TestTextOptions {
  readonly isTerminal: boolean;
  readonly colors: boolean;
  /** Columns of the terminal. */
  readonly width: number;
  /** Says nothing of what was remembered and passed. */
  readonly onlyNew: boolean;
}

/** Milliseconds after which a running test is named, and between two looks at what is running. */
const SLOW = 1000,
  TICK = 250;

const marks = { passed: '✓', failed: '✗', undecided: '?', broken: '!' } as const;
const colors = { passed: 32, failed: 31, undecided: 33, broken: 31 } as const;

export class TestTextReporter implements TestReporter {
  private names: readonly string[] = [];
  private readonly waiting = new Map<string, readonly TestResult[]>();
  /** Tests that run, and since when. */
  private readonly running = new Map<string, number>();
  private printed = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly write: (text: string) => void,
    private readonly options: TestTextOptions,
  ) {}

  start(names: readonly string[]): void {
    this.names = names;
    if (this.options.isTerminal)
      this.timer = setInterval(() => {
        this.showRunning();
      }, TICK);
  }

  /** From now on the test is named while it runs, if that takes long. */
  started(name: string): void {
    this.running.set(name, performance.now());
  }

  /** Prints the test's lines: now, or once all tests before it have ended. */
  ended(name: string, results: readonly TestResult[]): void {
    this.running.delete(name);
    if (this.options.isTerminal) {
      this.write(ERASE_LINE);
      this.print(results);
      return;
    }
    this.waiting.set(name, results);
    for (let ready; (ready = this.waiting.get(this.names[this.printed])) !== undefined; this.printed++)
      this.print(ready);
  }

  async end(results: readonly TestResult[], totals: TestTotals): Promise<void> {
    clearInterval(this.timer);
    if (this.options.isTerminal) this.write(ERASE_LINE);
    for (const result of results) if (result.status !== 'passed') this.write(`\n${this.details(result)}`);
    this.write(`${results.length === 0 ? '' : '\n'}${summaryText(totals)}\n`);
  }

  private print(results: readonly TestResult[]): void {
    for (const result of results)
      if (!(this.options.onlyNew && result.isCached && result.status === 'passed'))
        this.write(`${this.line(result)}\n`);
  }

  private line(result: TestResult): string {
    const mark = this.colored(marks[result.status], colors[result.status]);
    return ` ${mark} ${printable(titleOf(result))}${this.dim(countsText(result))}`;
  }

  /** What is not as expected, and the report or what the compiler said. */
  private details(result: TestResult): string {
    const { status, reason } = result;
    const word = { failed: 'FAILED', undecided: 'UNDECIDED', broken: 'NOT CHECKED', passed: '' }[status];
    const head = `${this.colored(word, colors[status])} ${printable(titleOf(result))}: ${printable(reason)}\n`;
    const text = reportOf(result);
    return text === '' ? head : `${head}\n${text.replace(/^(?=.)/gm, '  ').trimEnd()}\n`;
  }

  /** Names the slow ones among the running tests, in one line. */
  private showRunning(): void {
    const now = performance.now();
    const slow = [...this.running].filter(([, since]) => now - since > SLOW);
    const text = slow.map(([name, since]) => `${printable(name)} ${((now - since) / 1000).toFixed(0)} s`).join(', ');
    this.write(`${ERASE_LINE}${text === '' ? '' : ` … ${text}`.slice(0, this.options.width - 1)}`);
  }

  private colored(text: string, color: number): string {
    return this.options.colors ? `\x1b[${color}m${text}\x1b[39m` : text;
  }

  private dim(text: string): string {
    return this.options.colors ? `\x1b[2m${text}\x1b[22m` : text;
  }
}

function countsText({ status, found, isCached, seconds }: TestResult): string {
  if (found === undefined || status === 'broken') return '';
  const { verdict, errors, states, executions } = found;
  const kinds = [...new Set(errors.map(({ kind }) => kind))].join(', ');
  const seen = states === undefined ? plural(executions, 'execution') : plural(states, 'state');
  const count = verdict === 'refused' ? verdict : kinds || seen;
  return ` (${count}, ${isCached ? 'cached' : `${seconds.toFixed(2)} s`})`;
}

/** The last line, such as "3 tests: 2 passed (1 cached), 1 failed, in 0.52 s". */
export function summaryText({ passed, failed, undecided, broken, cached, seconds }: TestTotals): string {
  const all = passed + failed + undecided + broken;
  const parts = [
    `${passed} passed${cached > 0 ? ` (${cached} cached)` : ''}`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(undecided > 0 ? [`${undecided} undecided`] : []),
    ...(broken > 0 ? [`${broken} not checked`] : []),
  ];
  return `${plural(all, 'test')}: ${parts.join(', ')}, in ${seconds.toFixed(2)} s`;
}
