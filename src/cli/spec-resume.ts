/** The file that an interrupted `drista spec` leaves: the clients that were verified. */
import { readBounded, reasonOf } from '../base/bounded-file';
import { DristaError } from '../base/errors';
import { writeFile, type FileForm } from '../base/output-file';
import { printableJson } from '../report/printable';
import { messages } from './messages';
import { whyNot } from './named-output';

const FORM = 'specification, interrupted';
const form: FileForm = { beginning: `{"form":"${FORM}"`, isInFolder: true };

/** Writes the file, by default drista-out/spec.resume. Returns notes about it. `key`: what must be the same again. */
export function keepVerified(file = 'drista-out/spec.resume', key: string, verified: readonly string[]): string[] {
  if (verified.length === 0) return [];
  try {
    writeFile(file, form, `${printableJson({ form: FORM, key, verified }, 0)}\n`);
    return [messages.specLeft(file)];
  } catch (error) {
    return [messages.notSaved(file, whyNot(error))];
  }
}

/** The verified clients. Throws a DristaError if the file is none, or is of another search. */
export function readVerified(file: string, key: string): readonly string[] {
  let found: { readonly form?: string; readonly key?: string; readonly verified?: unknown } | null;
  try {
    found = JSON.parse(readBounded(file).toString()) as typeof found;
  } catch (error) {
    if (error instanceof SyntaxError) throw new DristaError(messages.noSpecLeft(file));
    throw new DristaError(messages.factsNotReadable(file, reasonOf(error)));
  }
  const verified = found?.verified;
  if (found?.form !== FORM || !Array.isArray(verified) || !verified.every((text) => typeof text === 'string'))
    throw new DristaError(messages.noSpecLeft(file));
  if (found.key !== key) throw new DristaError(messages.otherSpec(file));
  return verified as string[];
}
