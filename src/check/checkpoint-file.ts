/**
 * The checkpoint of a check: a line that says what the file is, a line of JSON about the check, and the compressed
 * state of the exploration. Only the same version of drista reads it, so its shape follows the types of the program. A
 * hash detects damage.
 */
import { existsSync, lstatSync, renameSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { deflate, inflate } from '../base/compression';
import { LARGEST, readBounded, reasonOf } from '../base/bounded-file';
import type { Module } from '../channel/protocol';
import { DristaError } from '../base/errors';
import type { ExplorationCheckpoint } from '../explore/explore-options';
import { sha256 } from '../base/hash';
import { version } from '../base/version';
import type { ProgramCheckpoint } from '../program/program-checkpoint';
import { checkMessages } from './check-messages';
import { hindrance, identity, writeFile, type FileForm } from '../base/output-file';
import { exploredOf, type CheckSettings, type ExploredSettings } from './settings';

const MAGIC = 'drista checkpoint\n';
/** The form of the file. */
export const checkpointForm: FileForm = { beginning: MAGIC, isInFolder: true };
const FORMAT = 15;

/** The description of the interrupted check. */
export interface CheckpointHead {
  readonly format: number;
  /** Of drista. */
  readonly version: string;
  readonly program: string;
  /** Its path. The program sees it, so addresses depend on it. */
  readonly path: string;
  readonly buildId: string;
  readonly arguments: readonly string[];
  /** The environment of the program. */
  readonly environment: readonly string[];
  readonly explored: ExploredSettings;
  /** May states be explored in the place of executions? */
  readonly changesOver?: boolean | undefined;
  /** Was the file that ran a copy for several machines (cluster/program-store.ts)? */
  readonly stored?: boolean;
  /** Hash of the rest of the file. */
  readonly hash: string;
}

/** The state of the exploration. */
export interface CheckpointBody {
  readonly exploration: ExplorationCheckpoint;
  readonly program: ProgramCheckpoint;
  /** The program of sampled executions. */
  readonly sampled: ProgramCheckpoint | undefined;
  readonly modules: readonly Module[];
  /** How long it has taken so far. */
  readonly seconds: number;
}

/** The fields by which one check differs from another. */
type Identity = Pick<CheckpointHead, 'program' | 'arguments' | 'environment' | 'buildId' | 'explored'>;

/**
 * The file for a check when no other is named. The checkpoint of another check of the present binary is not
 * overwritten, even if that has the same name.
 */
export function checkpointFile(check: Identity): string {
  for (let n = 1; ; n++) {
    const file = numbered(join('drista-out', `${basename(check.program)}.resume`), n);
    if (!existsSync(file) || !isOfAnother(file, check)) return file;
  }
}

/** Is the file a valid checkpoint of another check? */
function isOfAnother(file: string, { program, arguments: words, environment, buildId, explored }: Identity): boolean {
  let head: CheckpointHead;
  try {
    head = readHead(file);
  } catch {
    return false;
  }
  if (head.path !== resolve(program)) return true;
  const mine = [words, environment, JSON.parse(JSON.stringify(explored))];
  return head.buildId === buildId && !isDeepStrictEqual([head.arguments, head.environment, head.explored], mine);
}

/** The file for the checkpoint. */
export interface CheckpointPlace {
  readonly file: string;
  /**
   * The identity (identity()) of the file that existed when the check began. No other file may be replaced, since
   * another check has written it meanwhile.
   */
  readonly found: string | undefined;
  /** The existing file may be of a more advanced exploration: it is renamed, not replaced. */
  readonly keepsOld: boolean;
}

/** The place of a checkpoint, before the check. */
export function placeFor(file: string, keepsOld: boolean): CheckpointPlace {
  return { file, found: identity(file), keepsOld };
}

/**
 * Writes the file, as a whole or not at all. Returns its name, which differs if another check has written a file of
 * that name meanwhile.
 */
export function writeCheckpoint(
  place: CheckpointPlace,
  head: Omit<CheckpointHead, 'format' | 'version' | 'path' | 'hash'>,
  body: CheckpointBody,
): string {
  const packed = pack(body);
  const full: CheckpointHead = {
    format: FORMAT,
    version: version(),
    path: resolve(head.program),
    ...head,
    hash: sha256(packed),
  };
  const data = Buffer.concat([Buffer.from(`${MAGIC}${JSON.stringify(full)}\n`), packed]);
  if (place.found !== undefined && identity(place.file) === place.found) {
    if (!place.keepsOld || !moveAway(place.file)) {
      writeFile(place.file, checkpointForm, data);
      return place.file;
    }
  }
  for (let n = 1; ; n++) {
    const file = numbered(place.file, n);
    if (identity(file) !== undefined) continue;
    try {
      writeFile(file, checkpointForm, data, true);
      return file;
    } catch (error) {
      if (reasonOf(error) !== 'EEXIST') throw error;
    }
  }
}

/** The file that was written, or a note why there is none. */
export interface WrittenCheckpoint {
  readonly file?: string;
  readonly note?: string;
}

/** The fields of a request that go into its checkpoint. */
interface Interrupted extends Pick<
  CheckpointHead,
  'program' | 'arguments' | 'environment' | 'buildId' | 'changesOver'
> {
  readonly checkpoint: CheckpointPlace;
  readonly file?: string | undefined;
  readonly settings: CheckSettings;
}

/**
 * Writes the checkpoint of a check. If that fails, the outcome of the check stands, and there is a note.
 */
export function saveCheckpoint(
  { checkpoint, program, file, arguments: words, environment, buildId, settings, changesOver }: Interrupted,
  body: () => CheckpointBody,
): WrittenCheckpoint {
  const head = {
    program,
    arguments: words,
    environment,
    buildId,
    explored: exploredOf(settings),
    changesOver,
    stored: file !== undefined,
  };
  try {
    return { file: writeCheckpoint(checkpoint, head, body()) };
  } catch (error) {
    if (error instanceof DristaError) throw error;
    return { note: checkMessages.nothingLeft(checkpoint.file, reasonOf(error)) };
  }
}

/** Gives a checkpoint another name, unless it is a device, or that name is taken by something else. */
function moveAway(file: string): boolean {
  const old = numbered(file, 'old');
  if (!lstatSync(file).isFile() || hindrance(old, checkpointForm) !== undefined) return false;
  renameSync(file, old);
  return true;
}

/** The file names FILE.resume, FILE-2.resume and FILE.old.resume. */
function numbered(file: string, which: number | 'old'): string {
  if (which === 1) return file;
  const name = file.replace(/\.resume$/, '');
  return which === 'old' ? `${name}.old.resume` : `${name}-${which}.resume`;
}

/** Reads the file's head. Throws a DristaError if this drista cannot continue from the file. */
export function readHead(file: string): CheckpointHead {
  return parse(file).head;
}

/** Reads the state of the exploration. */
export function readBody(file: string): CheckpointBody {
  const { head, packed } = parse(file);
  if (sha256(packed) !== head.hash) throw new DristaError(checkMessages.checkpointDamaged(file));
  try {
    return unpack(packed);
  } catch {
    throw new DristaError(checkMessages.checkpointDamaged(file));
  }
}

function parse(file: string): { head: CheckpointHead; packed: Buffer } {
  let bytes: Buffer;
  try {
    bytes = readBounded(file);
  } catch (e) {
    throw new DristaError(checkMessages.checkpointNotReadable(file, reasonOf(e)));
  }
  if (bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) throw new DristaError(checkMessages.noCheckpoint(file));
  const end = bytes.indexOf('\n', MAGIC.length);
  const head = headOf(bytes.toString('utf8', MAGIC.length, Math.max(end, MAGIC.length)));
  if (head === undefined) throw new DristaError(checkMessages.checkpointDamaged(file));
  if (head.version !== version() || head.format !== FORMAT)
    throw new DristaError(checkMessages.checkpointOfVersion(file, head.version, version()));
  return { head, packed: bytes.subarray(end + 1) };
}

function headOf(text: string): CheckpointHead | undefined {
  try {
    const head = JSON.parse(text) as CheckpointHead;
    return typeof head.version === 'string' && typeof head.program === 'string' && typeof head.hash === 'string'
      ? head
      : undefined;
  } catch {
    return undefined;
  }
}

/* eslint-disable @typescript-eslint/no-require-imports -- most checks leave no file, and this takes long to load */
function pack(body: CheckpointBody): Buffer {
  const { serialize } = require('node:v8') as typeof import('node:v8');
  return deflate(serialize(body));
}

function unpack(packed: Buffer): CheckpointBody {
  const { deserialize } = require('node:v8') as typeof import('node:v8');
  return deserialize(inflate(packed, LARGEST)) as CheckpointBody;
}
/* eslint-enable @typescript-eslint/no-require-imports */
