/** What a lead uploads of its check, and what a worker makes of it. */
import { existsSync, readFileSync } from 'node:fs';
import type { Module } from '../channel/protocol';
import { DristaError } from '../base/errors';
import { sha256 } from '../base/hash';
import { decode, encode } from '../cluster/codec';
import { Link } from '../cluster/link';
import { FORMAT } from '../cluster/part-job';
import { storeProgram } from '../cluster/program-store';
import { timeSetting } from '../cluster/time-setting';
import { readElf } from '../debug-info/elf';
import { checkMessages } from './check-messages';
import { ioFile } from './io-module';
import { readProgram } from './program-file';
import type { SharedCheckAddress, CheckRequest } from './check-request';
import type { ProgramTraits } from './checked-program';
import type { SpecSize } from './spec-size';

/** A file of the program, which must be the same on all machines. */
interface FileOfProgram extends Module {
  /** Its build id, or else a hash. */
  readonly id: string;
}

/** What is checked, and how. */
export interface CheckHead {
  readonly format: number;
  /** Of the drista that leads. */
  readonly build: string;
  /** Hash of the program's contents. */
  readonly hash: string;
  readonly request: CheckRequest;
  readonly traits: ProgramTraits;
  readonly modules: readonly FileOfProgram[];
  /** Given if clients of a specification's test are checked (spec-lead.ts). */
  readonly spec?: SpecSize | undefined;
}

/** The head of a check, for workers and for a lead that goes on. */
function headOf(
  request: CheckRequest,
  { build, hash }: SharedCheckAddress,
  traits: ProgramTraits,
  modules: readonly Module[],
  spec?: SpecSize,
): Buffer {
  const head: CheckHead = { format: FORMAT, build, hash, request, traits, modules: modules.map(fileOf), spec };
  return encode(head);
}

/** How long Redis may be away, in milliseconds. */
const TIMEOUT = 30_000;

/** The connection to Redis of the lead of a check, whose file is given. Throws a DristaError if there is none. */
export function linkOf(
  request: CheckRequest,
  address: SharedCheckAddress,
  traits: ProgramTraits,
  modules: readonly Module[],
  spec?: SpecSize,
): Link {
  const { url, hash } = address;
  const start = {
    ...address,
    head: headOf(request, address, traits, modules, spec),
    program: { hash, bytes: readFileSync(request.file!) },
    timeout: timeSetting('DRISTA_REDIS_TIMEOUT') ?? TIMEOUT,
    url,
  };
  return new Link(address, ioFile(), (channel) => ({ link: { ...start, ...channel } }));
}

/** Reads a head. Throws an Error if it is of another format. */
export function readCheckHead(bytes: Uint8Array): CheckHead {
  const head = decode(bytes) as Partial<CheckHead> | null;
  if (head?.format !== FORMAT || typeof head.hash !== 'string' || !/^[0-9a-f]{64}$/.test(head.hash))
    throw new Error(`a check of format ${String(head?.format)} was refused: this drista takes format ${FORMAT}`);
  return head as CheckHead;
}

/** The lead's request with a program that lies here, from its contents. Throws a DristaError if it cannot enter it. */
export function storedRequest({ request, hash }: CheckHead, contents: () => Uint8Array): CheckRequest {
  const file = storeProgram(hash, request.program, contents);
  const { entry } = readProgram(file, request.environment);
  return { ...request, file, entry, cwd: request.cwd !== undefined && existsSync(request.cwd) ? request.cwd : '/' };
}

/** Throws a DristaError if the program that was started consists of other files than the lead's. */
export function checkModules(ours: readonly Module[], theirs: readonly FileOfProgram[]): void {
  const key = ({ path, base, size, id }: FileOfProgram): string => `${path} ${base} ${size} ${id}`;
  const here = ours.map(fileOf);
  const other = here.find((file, i) => theirs[i] === undefined || key(file) !== key(theirs[i]));
  if (other !== undefined || here.length !== theirs.length)
    throw new DristaError(checkMessages.otherMachine((other ?? theirs[here.length]).path));
}

/** The program's own path differs between users. */
function fileOf({ base, size, path }: Module): FileOfProgram {
  const bytes = readFileSync(path);
  const id = readElf(bytes)?.buildId ?? '';
  return { base, size, path: path.replace(/^\/tmp\/drista-programs-\d+\//, ''), id: id === '' ? sha256(bytes) : id };
}
