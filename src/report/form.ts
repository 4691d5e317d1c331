/**
 * The interface of output forms that are written to files. docs/how-to/contribute/report-form.md says how to add one.
 */
import type { Reporter } from './reporter';

/**
 * Writes a whole report. It is called at most once for a check that ended, and once more if that failed. Rejects with a
 * DristaError if the text cannot be written.
 */
export type Write = (text: string) => Promise<void>;

export interface ReportForm {
  /** Help text of `--report FORM=FILE`. */
  readonly help: string;
  /** The first characters of each file of this form: drista replaces an existing file only if it begins with them. */
  readonly beginning: string;
  /** How files of this form begin that other commands write: these it replaces, too. */
  readonly alike?: readonly string[];
  /** Makes the reporter of one check. */
  readonly create: (write: Write) => Reporter;
}
