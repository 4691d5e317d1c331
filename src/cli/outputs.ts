/**
 * What a check writes at its end: the saved executions and the report. What was found is told, whatever cannot be
 * written.
 */
import { reasonOf } from '../base/bounded-file';
import { DristaError } from '../base/errors';
import { jsonText } from '../report/json';
import { shellWord } from '../report/printable';
import { savedPath, savedText } from '../report/saved';
import { reportText } from '../report/text';
import type { CheckOutcome } from './checker';
import { messages } from './messages';
import type { CheckOptions } from './option-table';
import { hindrance, holdsBytes, identity, isSameFile, writeFile, type FileKind } from './output-file';
import { print } from './print';

/** Before the check: a DristaError where a file that it would write is something else, or two would be the same one. */
export function checkOutputs({ json, save, checkpoint, resume }: CheckOptions): void {
  const files: { option: string; path: string; kind: FileKind }[] = [];
  if (json !== undefined && json !== '-') files.push({ option: '--json', path: json, kind: 'json' });
  if (!save.endsWith('/') && hindrance(save, 'saved') !== 'EISDIR')
    files.push({ option: '--save', path: save, kind: 'saved' });
  if (checkpoint !== undefined) files.push({ option: '--checkpoint', path: checkpoint, kind: 'checkpoint' });
  else if (resume !== undefined) files.push({ option: '--resume', path: resume, kind: 'checkpoint' });
  for (const [i, { option, path, kind }] of files.entries()) {
    const twin = files.slice(0, i).find((other) => isSameFile(other.path, path));
    if (twin !== undefined && holdsBytes(path)) throw new DristaError(messages.sameFile(twin.option, option, path));
    // That a file could not be made is told as a note later, but for the result itself.
    const why =
      option === '--resume' || (option !== '--json' && identity(path) === undefined)
        ? undefined
        : hindrance(path, kind);
    if (why !== undefined) throw new DristaError(messages.cannotWrite(path, why));
  }
}

/**
 * Saves the executions of all errors. By error, the file, or undefined; and a note for each that could not be saved.
 */
export function save({ saved }: CheckOutcome, target: string): { files: (string | undefined)[]; notes: string[] } {
  const notes: string[] = [];
  const files = saved.map((execution, i) => {
    let path = target;
    try {
      path = savedPath(target, execution.name, i);
      writeFile(path, 'saved', savedText(execution));
      return path;
    } catch (error) {
      notes.push(messages.notSaved(path, whyNot(error)));
      return undefined;
    }
  });
  return { files, notes };
}

/** Tells what was found: as JSON, as text. Throws what could not be told, after all else. */
export async function tell(
  { summary }: CheckOutcome,
  options: CheckOptions,
  files: readonly (string | undefined)[],
): Promise<void> {
  if (options.json === '-') return print(jsonText(summary));
  let failure: DristaError | undefined;
  try {
    if (options.json !== undefined) writeFile(options.json, 'json', jsonText(summary));
  } catch (error) {
    failure = new DristaError(messages.cannotWrite(options.json!, whyNot(error)));
  }
  await print(
    reportText(summary, {
      verbose: options.verbose,
      quiet: options.quiet,
      width: process.stdout.columns ?? 120,
      replay: (i) => (files[i] === undefined ? undefined : `drista replay ${shellWord(files[i])}`),
    }),
  );
  if (failure !== undefined) throw failure;
}

/**
 * Writes the same of a check that did not come about, where that is possible: the reason is told anyway, and may be
 * just this.
 */
export async function tellFailure(file: string | undefined, text: string): Promise<void> {
  try {
    if (file === '-') await print(text);
    else if (file !== undefined) writeFile(file, 'json', text);
  } catch {
    // See above.
  }
}

function whyNot(error: unknown): string {
  const why = reasonOf(error);
  // Where the path goes through a file mkdir says that this exists, which would only puzzle.
  return why === 'ENOTDIR' || why === 'EEXIST' ? `a file is where its folder should be, ${why}` : why;
}
