/** The files that a check writes at its end: the saved executions, and the reports in the forms that were asked for. */
import { DristaError } from '../base/errors';
import { formNames, reportForms, STDOUT, type FormName } from '../report/forms';
import { ProgressLine } from '../report/progress';
import { Reporters, type Reporter } from '../report/reporter';
import { savedForm, savedPath, savedText } from '../report/saved';
import { formatFor, TextReporter } from '../report/text';
import { checkpointForm } from '../check/checkpoint-file';
import type { CheckOutcome } from '../check/found-error';
import { messages } from './messages';
import type { CheckOptions } from './option-table';
import { sameFileIn, whyNot, writeOrPrint } from './named-output';
import { hindrance, identity, writeFile, type FileForm } from '../base/output-file';
import { print } from './print';

/** The options that name output files. */
type OutputOptions = Pick<CheckOptions, FormName | 'save'> & Partial<Pick<CheckOptions, 'checkpoint' | 'resume'>>;

/** A file that an option names. */
interface NamedOutput {
  readonly option: string;
  readonly path: string;
  readonly form: FileForm;
}

/**
 * Before the check: throws a DristaError if a file that it would write holds something else, or if two of them would be
 * the same one.
 */
export function checkOutputs(options: OutputOptions, others: readonly NamedOutput[] = []): void {
  const { save, checkpoint, resume } = options;
  const reports: NamedOutput[] = [
    ...formNames.flatMap((name) =>
      options[name] === undefined ? [] : [{ option: `--report ${name}`, path: options[name], form: reportForms[name] }],
    ),
    ...others,
  ];
  const onStdout = reports.filter(({ path }) => path === STDOUT);
  if (onStdout.length > 1) throw new DristaError(messages.sameFile(onStdout[0].option, onStdout[1].option, STDOUT));
  const files = reports.filter(({ path }) => path !== STDOUT);
  if (!save.endsWith('/') && hindrance(save, savedForm) !== 'EISDIR')
    files.push({ option: '--save', path: save, form: savedForm });
  if (checkpoint !== undefined) files.push({ option: '--checkpoint', path: checkpoint, form: checkpointForm });
  else if (resume !== undefined) files.push({ option: '--resume', path: resume, form: checkpointForm });
  for (const [i, { option, path, form }] of files.entries()) {
    const twin = sameFileIn(files.slice(0, i), path);
    if (twin !== undefined) throw new DristaError(messages.sameFile(twin.option, option, path));
    // If the file of a report could not be created, the check would be in vain. For the others there is a note later.
    const isReport = form.isInFolder !== true;
    const why =
      option === '--resume' || (!isReport && identity(path) === undefined) ? undefined : hindrance(path, form);
    if (why !== undefined) throw new DristaError(messages.cannotWrite(path, why));
  }
}

/**
 * Saves the executions of all errors. By error, the file, or undefined; and a note for each that could not be saved.
 */
export function save(
  { saved }: Pick<CheckOutcome, 'saved'>,
  target: string,
): { files: (string | undefined)[]; notes: string[] } {
  const notes: string[] = [];
  const files = saved.map((execution, i) => {
    let path = target;
    try {
      path = savedPath(target, execution.name, i);
      writeFile(path, savedForm, savedText(execution));
      return path;
    } catch (error) {
      notes.push(messages.notSaved(path, whyNot(error)));
      return undefined;
    }
  });
  return { files, notes };
}

/** The forms of report that the options ask for, and the progress line. `taken`: is stdout for something else? */
export function reportersOf(
  options: Pick<CheckOptions, FormName | 'verbose' | 'quiet' | 'color'>,
  taken = false,
): Reporters {
  const forms = formNames.flatMap((name) => formReporter(name, options[name]));
  const { verbose, quiet, color } = options;
  const text = { verbose, quiet, ...formatFor(process.stdout, color, process.env) };
  return new Reporters([
    ...(options.quiet ? [] : [new ProgressLine(process.stderr)]),
    ...forms,
    ...(taken || formNames.some((name) => options[name] === STDOUT) ? [] : [new TextReporter(print, text)]),
  ]);
}

/** The same for a malformed command line: the reporters of the files that it names. */
export function reportersIn(args: readonly string[]): Reporters {
  const own = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
  return new Reporters(formNames.flatMap((name) => formReporter(name, valueIn(own, name))));
}

/** The last file of the form; undefined: there is none. */
function valueIn(args: readonly string[], name: string): string | undefined {
  const values = args.flatMap((arg, i) => {
    const value = arg === '--report' ? args[i + 1] : arg.startsWith('--report=') ? arg.slice('--report='.length) : '';
    return value?.startsWith(`${name}=`) ? [value.slice(name.length + 1)] : [];
  });
  return values.findLast((value) => value !== '');
}

function formReporter(name: FormName, file: string | undefined): Reporter[] {
  return file === undefined ? [] : [reportForms[name].create((text) => writeOrPrint(file, reportForms[name], text))];
}
