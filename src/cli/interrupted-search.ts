/** The file that an interrupted search of many checks leaves, from which the next one goes on. */
import { readBounded, reasonOf } from '../base/bounded-file';
import { DristaError } from '../base/errors';
import { writeFile, type FileForm } from '../base/output-file';
import { printableJson } from '../report/printable';
import { messages } from './messages';
import { whyNot } from './named-output';

/** `name`: of which kind the file is. */
const formOf = (name: string): FileForm => ({ beginning: `{"form":"${name}"`, isInFolder: true });

/** Writes the file. Returns notes about it; `left`: that it is there. */
export function leave(file: string, form: string, data: object, left: (file: string) => string): string[] {
  try {
    writeFile(file, formOf(form), `${printableJson({ form, ...data }, 0)}\n`);
    return [left(file)];
  } catch (error) {
    return [messages.notSaved(file, whyNot(error))];
  }
}

/**
 * Reads the file. Throws a DristaError if it is not of the form, or does not have what is wanted (`none`), or has
 * another key (`other`): what must be the same for it to hold again.
 */
export function readLeft(
  file: string,
  form: string,
  { key, has }: { readonly key: string; has(found: Readonly<Record<string, unknown>>): boolean },
  said: Readonly<Record<'none' | 'other', (file: string) => string>>,
): Readonly<Record<string, unknown>> {
  let found: Readonly<Record<string, unknown>> | null;
  try {
    found = JSON.parse(readBounded(file).toString()) as typeof found;
  } catch (error) {
    if (error instanceof SyntaxError) throw new DristaError(said.none(file));
    throw new DristaError(messages.factsNotReadable(file, reasonOf(error)));
  }
  if (found?.form !== form || !has(found)) throw new DristaError(said.none(file));
  if (found.key !== key) throw new DristaError(said.other(file));
  return found;
}
