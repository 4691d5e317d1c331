/** The file of the program to be checked: can drista enter it at all, and how? */
import { accessSync, constants, existsSync, readFileSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { reasonOf, readBounded } from '../base/bounded-file';
import { DR_VERSION } from '../channel/protocol';
import { librariesOf } from '../compiler/libraries';
import { isTsan, entryInto, type Entry } from '../compiler/entry';
import { readElf, sectionsOf, type Elf } from '../debug-info/elf';
import { DristaError } from '../base/errors';
import { loadedFolder } from '../base/paths';
import { checkMessages } from './check-messages';

export interface ProgramFile {
  readonly bytes: Buffer;
  readonly elf: Elf;
  /** Permissions. */
  readonly mode: number;
}

export interface Enterable extends ProgramFile {
  readonly entry: Entry;
}

/** Reads a compiled program; a DristaError says what else the file is. */
export function readFile(path: string): ProgramFile {
  const status = statusOf(path);
  if (status === undefined) throw new DristaError(checkMessages.noSuchFile(path));
  if (!status.isFile()) throw new DristaError(checkMessages.notAFile(path));
  const bytes = read(path);
  if (bytes.toString('latin1', 0, 2) === '#!') throw new DristaError(checkMessages.script(path));
  const elf = readElf(bytes);
  if (elf === undefined) throw new DristaError(checkMessages.notElf(path));
  return { bytes, elf, mode: status.mode };
}

/** Reads the file of a program that will see this environment; a DristaError says why it cannot be checked. */
export function readProgram(path: string, environment?: readonly string[]): Enterable {
  const file = readFile(path);
  return { ...file, entry: entryOf(path, file, environment) };
}

/** Was the program, or a part of it, built with --symbolic (runtime/pass/plugin.cc)? False for what is no program. */
export function followsInputs(path: string): boolean {
  try {
    return sectionsOf(readBounded(path)).has('drista_follows');
  } catch {
    return false; // what it is, is said where it is to be checked
  }
}

/** Does the program have LLVMFuzzerTestOneInput, and drista's main for it (runtime/fuzz-entry/main.c)? */
export function takesFuzzInput({ bytes }: ProgramFile): boolean {
  return sectionsOf(bytes).has('drista_fuzz');
}

/** How the runtime is loaded into the program. Throws a DristaError if that is not possible. */
export function entryOf(path: string, { bytes, elf, mode }: ProgramFile, environment?: readonly string[]): Entry {
  const { hindrance, sanitizer = '', entry } = entryInto(elf, bytes, mode);
  if (hindrance !== undefined) throw new DristaError(checkMessages.hindrance[hindrance](path, sanitizer));
  // A byte for each module: the version of the pass (runtime/pass/plugin.cc).
  if (elf.sections.get('drista_pass')?.bytes.some((version) => version !== DR_VERSION))
    throw new DristaError(checkMessages.otherObjects(path));
  try {
    accessSync(path, constants.X_OK);
  } catch {
    throw new DristaError(checkMessages.notExecutable(path));
  }
  if (entry!.load !== undefined) checkLoading(path, elf, entry!, environment);
  else if (!elf.needed.every((name) => usual.test(name))) checkLibraries(path, elf, environment);
  return entry!;
}

/** Libraries that every program has: none of them depends on a sanitizer. */
const usual = /^lib(c|m|dl|rt|pthread|stdc\+\+|gcc_s)\.so\.\d+$/;

/** Throws a DristaError if a library of a program with drista's runtime depends on a sanitizer's. */
function checkLibraries(path: string, elf: Elf, environment?: readonly string[]): void {
  const tsan = librariesOf(path, elf.interpreter!, '', environment).find(({ name }) => isTsan(name));
  if (tsan !== undefined) throw new DristaError(checkMessages.libraryNeedsTsan(path, tsan.name));
}

/** Will the loader find all that the program needs, when the runtime is loaded before it? */
function checkLoading(path: string, elf: Elf, entry: Entry, environment?: readonly string[]): void {
  const runtime = join(loadedFolder(), entry.load!);
  if (!existsSync(runtime)) throw new DristaError(checkMessages.noRuntime(runtime));
  if (/[\s:]/.test(runtime)) throw new DristaError(checkMessages.spaceInPath(path, runtime));
  const libraries = librariesOf(path, elf.interpreter!, runtime, environment);
  const missing = libraries.find((library) => library.path === undefined && !isTsan(library.name));
  if (missing !== undefined) throw new DristaError(checkMessages.noLibrary(path, missing.name));
  const other = libraries.find(({ name }) => isTsan(name));
  if (other !== undefined)
    throw new DristaError(
      entry.build === 'plain'
        ? checkMessages.partlyInstrumented(path)
        : checkMessages.twoSanitizers(path, entry.load!, other.name),
    );
  const unknown = unknownNames(elf, runtime);
  if (unknown.length > 0) throw new DristaError(checkMessages.unknownNames(path, unknown));
}

/** Functions that instrumented code calls and that neither the runtime nor a library of the program defines. */
function unknownNames(elf: Elf, runtime: string): string[] {
  const { exports } = readElf(readFileSync(runtime))!;
  const ours = elf.needed.some((name) => name.startsWith('libubsan'))
    ? /^__(tsan|sanitizer)_/
    : /^__(tsan|sanitizer|ubsan)_/;
  return [...elf.required].filter((name) => ours.test(name) && !exports.has(name));
}

function statusOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw new DristaError(checkMessages.notReadable(path, reasonOf(error)));
  }
}

function read(path: string): Buffer {
  try {
    return readBounded(path);
  } catch (error) {
    throw new DristaError(checkMessages.notReadable(path, reasonOf(error)));
  }
}
