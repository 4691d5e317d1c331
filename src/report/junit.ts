/**
 * The report as JUnit XML, for CI systems: one test suite with one test case, the program. Elements and attributes are
 * those of Ant's JUnit task, as Jenkins, GitLab and GitHub's actions read them; the characters are those of XML 1.0,
 * section 2.2.
 */
import { JUNIT_BEGINNINGS } from '../base/report-beginnings';
import type { ReportForm, Write } from './form';
import { printable, printableData, shellWord } from './printable';
import type { ReportError } from './report';
import type { Reporter } from './reporter';
import type { Summary } from './summary';
import { errorText, formatFor } from './text';
import { verdictText } from './verdict-text';
import { attributesText, element, XML_DECLARATION, type Attributes } from './xml';

const BEGINNING = `${XML_DECLARATION}<testsuite name="drista"`;

/** The format of the text report when it does not go to a terminal. */
const SHOWN = { verbose: false, quiet: false, ...formatFor({}, 'never', {}) };

/** `--report junit=FILE`. */
export const junitForm: ReportForm = {
  help: 'the result as JUnit XML, for CI systems',
  beginning: BEGINNING,
  alike: JUNIT_BEGINNINGS,
  create: (write) => new JunitReporter(write),
};

/** Writes one test suite when the check has ended, or when it was not possible. */
class JunitReporter implements Reporter {
  private readonly failures: string[] = [];

  constructor(private readonly write: Write) {}

  error(error: ReportError, file: string | undefined): void {
    const again = file === undefined ? [] : [printable(`See it again: drista replay ${shellWord(file)}`)];
    const { kind, message } = printableData(error);
    this.failures.push(element('failure', { message, type: kind }, errorText(error, SHOWN, again)));
  }

  end(found: Summary): Promise<void> {
    const summary = printableData(found);
    const verdict = verdictText(summary);
    const isOpen = summary.verdict === 'inconclusive';
    const said = [...summary.notes.map((note) => `note: ${note}`), verdict].join('\n');
    return this.write(
      suiteText(
        { tests: 1, failures: this.failures.length > 0 ? 1 : 0, errors: 0, skipped: isOpen ? 1 : 0 },
        { name: summary.program, time: summary.seconds.toFixed(3) },
        // The verdict and its notes come last, as schemas of the format want it.
        [...(isOpen ? [element('skipped', { message: verdict })] : this.failures), element('system-out', {}, said)],
      ),
    );
  }

  failure(why: string, program: string | undefined): Promise<void> {
    const message = printable(why);
    return this.write(
      suiteText(
        { tests: 1, failures: 0, errors: 1, skipped: 0 },
        { name: program === undefined ? 'drista' : printable(program), time: '0.000' },
        [element('error', { message, type: 'failure' }, message)],
      ),
    );
  }
}

/** The whole file. */
function suiteText(counts: Attributes, testcase: Attributes, children: readonly string[]): string {
  const { time } = testcase;
  const lines = children.map((child) => `    ${child}\n`).join('');
  const body = `  <testcase${attributesText({ classname: 'drista', ...testcase })}>\n${lines}  </testcase>\n`;
  return `${BEGINNING}${attributesText({ ...counts, time })}>\n${body}</testsuite>\n`;
}
