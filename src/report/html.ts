/**
 * The executions of errors as one page for a browser. What it shows is computed by html/drawing.ts, which needs memory
 * models and is loaded only when a page is written.
 */
import { HTML_BEGINNINGS } from '../base/report-beginnings';
import { join } from 'node:path';
import { DristaError } from '../base/errors';
import type { ReportForm, Write } from './form';
import { shellWord } from './printable';
import type { ReportError, ShownExecution } from './report';
import type { Reporter } from './reporter';
import type { Summary } from './summary';
import { verdictText } from './verdict-text';

/** What a page is made of. */
export interface PageContents {
  readonly program: string;
  readonly model: string;
  /** In one line. */
  readonly verdict: string;
  readonly notes: readonly string[];
  /** `replay`: the command that runs the execution again. */
  readonly errors: readonly { readonly error: ShownExecution; readonly replay?: string }[];
}

/** The module html/drawing.ts. */
export interface Drawing {
  readonly pageText: (beginning: string, contents: PageContents) => string;
}

const BEGINNING = '<!doctype html>\n<!-- drista: executions of errors -->\n';

/** `--report html=FILE`. */
export const htmlForm: ReportForm = {
  help: 'the executions of all errors as one page for a browser',
  beginning: BEGINNING,
  alike: HTML_BEGINNINGS,
  create: (write) => new HtmlReporter(write),
};

/** The text of the page. Throws a DristaError if it cannot be made. */
export function htmlText(contents: PageContents): string {
  /* eslint-disable-next-line @typescript-eslint/no-require-imports -- where it lies depends on the bundle */
  const drawing = require(join(__dirname, 'html', 'drawing.js')) as Drawing;
  return drawing.pageText(BEGINNING, contents);
}

/** The text of the page of one saved execution. Throws a DristaError if it lacks what the page shows. */
export function savedHtmlText(file: string, program: string, model: string, error: ShownExecution): string {
  if (error.traced === undefined)
    throw new DristaError(
      `${file} was saved by an older drista, or has overlapping accesses of several sizes, which --report html does ` +
        'not show: check the program again',
    );
  return htmlText({
    program,
    model,
    verdict: '',
    notes: [],
    errors: [{ error, replay: `drista replay ${shellWord(file)}` }],
  });
}

/** Writes one page when the check has ended, or when it was not possible. */
class HtmlReporter implements Reporter {
  private readonly errors: PageContents['errors'][number][] = [];

  constructor(private readonly write: Write) {}

  error(error: ReportError, file: string | undefined): void {
    this.errors.push({ error, ...(file === undefined ? {} : { replay: `drista replay ${shellWord(file)}` }) });
  }

  end(summary: Summary): Promise<void> {
    const { program, model, notes } = summary;
    return this.write(htmlText({ program, model, verdict: verdictText(summary), notes, errors: this.errors }));
  }

  failure(message: string, program: string | undefined): Promise<void> {
    return this.write(htmlText({ program: program ?? 'drista', model: '', verdict: message, notes: [], errors: [] }));
  }
}
