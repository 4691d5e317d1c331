/**
 * The file that a check leaves which was interrupted: a line that says what it is, a line of JSON about the check, and the exploration
 * itself, packed. Nobody but the same version of drista reads it, so its shape follows the program's; a hash tells damage.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Module } from '../channel/protocol';
import { DristaError } from '../errors';
import type { KeptExploration } from '../explore/explorer';
import { sha256 } from '../hash';
import { packageRoot } from '../paths';
import type { KeptProgram } from '../program/kept';
import { messages } from './messages';
import type { CheckOptions } from './options';

const MAGIC = 'drista checkpoint\n';
const FORMAT = 3;

/** What check it was. */
export interface CheckpointHead {
  readonly format: number;
  /** Of drista. */
  readonly version: string;
  readonly program: string;
  /** Where that was. The program sees it, so its addresses depend on it. */
  readonly path: string;
  readonly buildId: string;
  readonly arguments: readonly string[];
  /** As the program saw it. */
  readonly environment: readonly string[];
  readonly options: Partial<CheckOptions>;
  /** Of what follows. */
  readonly hash: string;
}

/** Where it was. */
export interface CheckpointBody {
  readonly exploration: KeptExploration;
  readonly program: KeptProgram;
  readonly modules: readonly Module[];
  /** How long it has taken so far. */
  readonly seconds: number;
}

/** What tells a check from others. */
type Identity = Pick<CheckpointHead, 'program' | 'arguments' | 'environment' | 'buildId' | 'options'>;

/** The file for a check when no other is named: one that another check of today's binary left, of the same name even, is not overwritten. */
export function checkpointFile(check: Identity): string {
  const name = join('drista-out', basename(check.program));
  for (let n = 1; ; n++) {
    const file = `${name}${n === 1 ? '' : `-${n}`}.resume`;
    if (!existsSync(file) || !isOfAnother(file, check)) return file;
  }
}

/** Is it of a check that can go on, and is not this one? */
function isOfAnother(file: string, { program, arguments: words, environment, buildId, options }: Identity): boolean {
  let head: CheckpointHead;
  try {
    head = readHead(file);
  } catch {
    return false;
  }
  if (head.path !== resolve(program)) return true;
  const mine = [words, environment, JSON.parse(JSON.stringify(options))];
  return head.buildId === buildId && !isDeepStrictEqual([head.arguments, head.environment, head.options], mine);
}

export function version(): string {
  return (JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { version: string }).version;
}

/** Writes the file, as a whole or not at all. `keepsOld`: one that is there may have gone further; it gets another name. */
export function writeCheckpoint(file: string, head: Omit<CheckpointHead, 'format' | 'version' | 'path' | 'hash'>, body: CheckpointBody, keepsOld: boolean): void {
  const packed = pack(body);
  const full: CheckpointHead = { format: FORMAT, version: version(), path: resolve(head.program), ...head, hash: sha256(packed) };
  mkdirSync(dirname(file), { recursive: true });
  if (keepsOld && existsSync(file)) renameSync(file, `${file.replace(/\.resume$/, '')}.old.resume`);
  const unfinished = `${file}.new`;
  writeFileSync(unfinished, Buffer.concat([Buffer.from(`${MAGIC}${JSON.stringify(full)}\n`), packed]));
  renameSync(unfinished, file);
}

/** Reads the file's head; a DristaError says why this drista cannot go on with it. */
export function readHead(file: string): CheckpointHead {
  return parse(file).head;
}

/** The rest of it. */
export function readBody(file: string): CheckpointBody {
  const { head, packed } = parse(file);
  if (sha256(packed) !== head.hash) throw new DristaError(messages.checkpointDamaged(file));
  return unpack(packed);
}

function parse(file: string): { head: CheckpointHead; packed: Buffer } {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (e) {
    throw new DristaError(messages.checkpointNotReadable(file, (e as NodeJS.ErrnoException).code ?? 'error'));
  }
  if (bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) throw new DristaError(messages.noCheckpoint(file));
  const end = bytes.indexOf('\n', MAGIC.length);
  const head = headOf(bytes.toString('utf8', MAGIC.length, Math.max(end, MAGIC.length)));
  if (head === undefined) throw new DristaError(messages.checkpointDamaged(file));
  if (head.version !== version() || head.format !== FORMAT) throw new DristaError(messages.checkpointOfVersion(file, head.version, version()));
  return { head, packed: bytes.subarray(end + 1) };
}

function headOf(text: string): CheckpointHead | undefined {
  try {
    const head = JSON.parse(text) as CheckpointHead;
    return typeof head.version === 'string' && typeof head.program === 'string' && typeof head.hash === 'string' ? head : undefined;
  } catch {
    return undefined;
  }
}

/* eslint-disable @typescript-eslint/no-require-imports -- most checks leave no file, and these take long to load */
function pack(body: CheckpointBody): Buffer {
  const { serialize } = require('node:v8') as typeof import('node:v8');
  const { deflateSync } = require('node:zlib') as typeof import('node:zlib');
  return deflateSync(serialize(body), { level: 1 });
}

function unpack(packed: Buffer): CheckpointBody {
  const { deserialize } = require('node:v8') as typeof import('node:v8');
  const { inflateSync } = require('node:zlib') as typeof import('node:zlib');
  return deserialize(inflateSync(packed)) as CheckpointBody;
}
/* eslint-enable @typescript-eslint/no-require-imports */
