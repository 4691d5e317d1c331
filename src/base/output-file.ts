/**
 * The files that a check writes. Each is written as a whole or not at all. An existing file is replaced only if its
 * beginning shows that drista wrote one of the same form, by this command or another one.
 */
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  readSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { FileFailure, reasonOf } from './bounded-file';
import { inRealFolder } from './real-path';

/** A kind of files: how each begins. */
export interface FileForm {
  readonly beginning: string;
  /** How files begin that other commands write in the same form, and that one of these may replace. */
  readonly alike?: readonly string[];
  /** Are the folders of such a file made for it? Else they must exist, but for drista's own. */
  readonly isInFolder?: true;
}

/** Why a file of this form may not be written there; undefined: it may. */
export function hindrance(path: string, form: FileForm): string | undefined {
  try {
    const status = statSync(path, { throwIfNoEntry: false });
    if (status === undefined && form.isInFolder !== true && !mayBeMade(path)) return 'its folder does not exist';
    if (status?.isDirectory() === true) return 'EISDIR';
    if (status?.isBlockDevice() === true) return 'it is a disk';
    if (status === undefined || !status.isFile() || status.size === 0 || descriptorOf(status) !== undefined)
      return undefined;
    const beginnings = [form.beginning, ...(form.alike ?? [])].map((text) => Buffer.from(text));
    const found = Buffer.alloc(Math.max(...beginnings.map(({ length }) => length)));
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      readSync(file, found, 0, found.length, 0);
    } finally {
      closeSync(file);
    }
    return beginnings.some((wanted) => found.subarray(0, wanted.length).equals(wanted))
      ? undefined
      : 'it holds something else, which would be lost';
  } catch (error) {
    return reasonOf(error);
  }
}

/** Does the file's folder exist, or is it drista's own folder, which is created when needed? */
function mayBeMade(path: string): boolean {
  const folder = dirname(targetOf(path));
  return existsSync(folder) || resolve(folder) === resolve('drista-out');
}

/** Would writing one file replace the other? */
export function isSameFile(a: string, b: string): boolean {
  const [x, y] = [a, b].map((path) => identity(path));
  return x !== undefined && y !== undefined ? x === y : x === y && placeOf(a) === placeOf(b);
}

/** A text that differs for any two files, and after a file was replaced; undefined: it does not exist. */
export function identity(path: string): string | undefined {
  try {
    const status = statSync(path);
    return `${status.dev} ${status.ino}${status.isFile() ? ` ${status.mtimeMs}` : ''}`;
  } catch {
    return undefined;
  }
}

/** Is it a regular file? Several outputs may go to the same device or pipe. */
export function holdsBytes(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return true; // it will be created
  }
}

/** The absolute path without symbolic links and dots, as far as it exists. */
function placeOf(path: string): string {
  return inRealFolder(targetOf(path));
}

/** Where a symbolic link leads, even if nothing is there. */
function targetOf(path: string, links = 0): string {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return path;
  if (links > 40) throw new FileFailure('ELOOP');
  return targetOf(resolve(dirname(path), readlinkSync(path)), links + 1);
}

/**
 * Writes a file, and creates its folders. Throws with a reason (reasonOf), and then leaves nothing behind. `isNew`: the
 * file must not exist yet, else EEXIST.
 */
export function writeFile(path: string, form: FileForm, data: string | Uint8Array, isNew = false): void {
  const why = hindrance(path, form);
  if (why !== undefined) throw new FileFailure(why);
  const status = statSync(path, { throwIfNoEntry: false });
  // The link of a pipe in /dev/fd leads to no name.
  if (status !== undefined && (!status.isFile() || descriptorOf(status) !== undefined))
    return writeInto(path, status, data);
  const target = targetOf(path);
  const made = makeFolder(dirname(target));
  try {
    replace(target, status, data, isNew);
  } catch (error) {
    if (made !== undefined) removeFolders(dirname(target), made);
    throw error;
  }
}

/**
 * Makes the folder and those above it; returns the first one that was made. In /proc Node's own recursion does not end.
 */
export function makeFolder(path: string): string | undefined {
  if (existsSync(path) && statSync(path).isDirectory()) return undefined;
  const above = dirname(path);
  const made = above === path ? undefined : makeFolder(above);
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have been faster.
    if (reasonOf(error) !== 'EEXIST' || statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
    return made;
  }
  return made ?? path;
}

/** A device, a pipe, or the file that our stdout or stderr goes to. */
function writeInto(path: string, status: Stats, data: string | Uint8Array): void {
  const own = descriptorOf(status);
  if (own !== undefined) return writeFileSync(own, data);
  // Opening a FIFO without readers would block: it is an error (ENXIO).
  const file = openSync(path, constants.O_WRONLY | (status.isFIFO() ? constants.O_NONBLOCK : 0));
  try {
    writeFileSync(status.isFIFO() ? `/proc/self/fd/${file}` : file, data);
  } finally {
    closeSync(file);
  }
}

/** The descriptor, if the file is what drista's stdout or stderr goes to. */
function descriptorOf({ dev, ino }: Stats): number | undefined {
  return [1, 2].find((file) => {
    const status = fstatSync(file);
    return status.dev === dev && status.ino === ino;
  });
}

function replace(target: string, old: Stats | undefined, data: string | Uint8Array, isNew: boolean): void {
  if (old !== undefined) accessSync(target, constants.W_OK);
  const unfinished = unfinishedIn(dirname(target));
  try {
    writeFileSync(unfinished, data, { flag: 'wx', mode: old === undefined ? 0o666 : old.mode & 0o777 });
    if (isNew) linkSync(unfinished, target);
    else renameSync(unfinished, target);
  } catch (error) {
    // A mounted file, or one in a read-only folder, can be written but not replaced.
    if (old === undefined || !['EACCES', 'EBUSY', 'EPERM', 'EROFS'].includes(reasonOf(error))) throw error;
    writeFileSync(target, data);
  } finally {
    removeUnfinished(dirname(target));
  }
}

/** A name that no other process uses. */
function unfinishedIn(folder: string): string {
  return join(folder, `.drista-${process.pid}.unfinished`);
}

/** Removes what an interrupted write has left in a folder. */
export function removeUnfinished(folder: string): void {
  try {
    unlinkSync(unfinishedIn(folder));
  } catch {
    // There is none: the file was renamed to its final name.
  }
}

/** Removes folders that have just been made, from the last one up to the first. */
function removeFolders(last: string, first: string): void {
  try {
    for (let folder = resolve(last); folder.length >= resolve(first).length; folder = dirname(folder))
      rmdirSync(folder);
  } catch {
    // Another process uses it by now.
  }
}
