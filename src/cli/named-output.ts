/** The output files that options name. Whether one can be written is known before the work begins. */
import { reasonOf } from '../base/bounded-file';
import { DristaError } from '../base/errors';
import { STDOUT } from '../report/forms';
import { messages } from './messages';
import { hindrance, holdsBytes, isSameFile, writeFile, type FileForm } from '../base/output-file';
import { print } from './print';

/** Throws a DristaError if the file of an option may not be written: then the work would be in vain. */
export function requireWritable(path: string | undefined, form: FileForm): void {
  const why = path === undefined || path === STDOUT ? undefined : hindrance(path, form);
  if (why !== undefined) throw new DristaError(messages.cannotWrite(path!, why));
}

/** The first of the files that writing this one would replace. */
export function sameFileIn<Named extends { readonly path: string }>(
  files: readonly Named[],
  path: string,
): Named | undefined {
  return holdsBytes(path) ? files.find((other) => other.path !== STDOUT && isSameFile(other.path, path)) : undefined;
}

/** Throws a DristaError if two outputs go to the same file, or to stdout. */
export function requireDifferent(files: Readonly<Record<string, string | undefined>>): void {
  const named: { readonly option: string; readonly path: string }[] = [];
  for (const [option, path] of Object.entries(files)) {
    if (path === undefined) continue;
    const twin = path === STDOUT ? named.find((other) => other.path === STDOUT) : sameFileIn(named, path);
    if (twin !== undefined) throw new DristaError(messages.sameFile(twin.option, option, path));
    named.push({ option, path });
  }
}

/** Writes the file; throws a DristaError if that fails. */
export function writeNamed(path: string, form: FileForm, text: string | Uint8Array): void {
  try {
    writeFile(path, form, text);
  } catch (error) {
    throw new DristaError(messages.cannotWrite(path, whyNot(error)));
  }
}

/** The same, or prints the text if the path is `-`. Rejects with a DristaError. */
export async function writeOrPrint(path: string, form: FileForm, text: string | Uint8Array): Promise<void> {
  if (path === STDOUT) await print(text);
  else writeNamed(path, form, text);
}

/** The reason of an error in the words of a user. */
export function whyNot(error: unknown): string {
  const why = reasonOf(error);
  // If a component of the path is a file, mkdir reports EEXIST, which would be misleading.
  return why === 'ENOTDIR' || why === 'EEXIST' ? `a file is where its folder should be, ${why}` : why;
}
