/** Parts of a search as jobs: what a job contains, its name, and which jobs a worker takes. */
import { shortHash } from '../base/hash';
import type { Part } from '../explore/session/worker-group';
import type { Common } from '../program/history-exchange';
import type { FinalReport } from '../parallel/reports';
import { decode, encode } from './codec';
import { isTask, type Task } from './task-job';

/** The format of jobs and of all else that machines exchange. */
export const FORMAT = 2;

/** The data of a job, as JSON. */
export interface JobData {
  readonly format: number;
  /** Which drista (build.ts). */
  readonly build: string;
  readonly check: string;
  readonly round: string;
  /** The part, encoded, in base64. */
  readonly part: string;
  /** Has a branch of the search been cut so far (Session.cut)? */
  readonly cut: boolean;
}

/** What a worker reports of a part. */
export interface PartReport extends FinalReport {
  readonly format: number;
  /** The name of the job. */
  readonly job: string;
  /** Numbers below these are the lead's. */
  readonly common: Common;
  readonly remaining: readonly Part[];
  /** The executions that the part counts, where other parts may come to the same one: hashes of 16 bytes. */
  readonly names: Uint8Array;
  readonly cut: boolean;
  /** Milliseconds that it has taken. */
  readonly milliseconds: number;
}

/** Names the part of a round. The same part has the same name on every machine. */
export function jobName(check: string, round: string, part: Part | Task): string {
  return `${check}-${round}-${shortHash(JSON.stringify(part))}`;
}

/** Does the job belong to the check? */
export function isJobOf(name: string, check: string): boolean {
  return name.startsWith(`${check}-`);
}

/** The data of a job for the part; `cut`: has a branch of the search been cut so far? */
export function jobData(build: string, check: string, round: string, part: Part | Task, cut: boolean): JobData {
  return { format: FORMAT, build, check, round, part: encode(part).toString('base64'), cut };
}

/** The names of checks and of rounds. */
const NAME = /^[0-9a-f]{8,32}$/;
/** The most characters of a part. */
const LARGEST_PART = 2 ** 23;

/** The part of a job that this worker may take; otherwise throws an Error that says why it refuses the job. */
export function partOf(data: unknown, build: string): JobData & { readonly decoded: Part | Task } {
  const job = data as Partial<JobData> | null;
  if (typeof job !== 'object' || job === null || job.format !== FORMAT)
    throw new Error(`a job of format ${String(job?.format)} was refused: this drista takes format ${FORMAT}`);
  if (job.build !== build)
    throw new Error(`a job of another build of drista (${String(job.build)}) was refused: this one is ${build}`);
  const { check, round, part, cut } = job;
  if (typeof check !== 'string' || !NAME.test(check) || typeof round !== 'string' || !NAME.test(round))
    throw new Error('a job without a check was refused');
  if (typeof part !== 'string' || part.length > LARGEST_PART)
    throw new Error('a job with too large a part was refused');
  let decoded: unknown;
  try {
    decoded = decode(Buffer.from(part, 'base64'));
  } catch {
    throw new Error('a job was refused, as its part cannot be read');
  }
  if (!isPart(decoded) && !isTask(decoded)) throw new Error('a job was refused, as it contains no part of a search');
  return { format: FORMAT, build, check, round, part, cut: cut === true, decoded };
}

/** Is it a part of a search? */
export function isPart(value: unknown): value is Part {
  const { path, base, back } = (value ?? {}) as { readonly [Key in keyof Part]?: unknown };
  const isIndex = (n: unknown): boolean => Number.isInteger(n) && (n as number) >= 0;
  return (
    Array.isArray(path) &&
    isIndex(base) &&
    (base as number) <= path.length &&
    (back === undefined || back === true) &&
    path.every(
      (d: Partial<Part['path'][number]> | null) =>
        typeof d === 'object' &&
        d !== null &&
        Array.isArray(d.order) &&
        d.order.every(isIndex) &&
        isIndex(d.at) &&
        isIndex(d.next) &&
        typeof d.performed === 'boolean' &&
        typeof d.deferred === 'boolean' &&
        (d.end === undefined || isIndex(d.end)),
    )
  );
}
