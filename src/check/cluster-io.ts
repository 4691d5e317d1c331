/**
 * All that speaks with Redis, in one module: it and the packages that it needs are large, and loaded only where --on or
 * `drista worker` are used. As a thread it speaks for a check.
 */
import { isMainThread, workerData } from 'node:worker_threads';
import { DristaError } from '../base/errors';
import { LeadIo, type LeadIoStart } from '../cluster/lead-io';
import { common, connect, keysOf, reasonOfRedis, shownUrl } from '../cluster/redis';
import { checkMessages } from './check-messages';

export { checkUrl, shownUrl } from '../cluster/redis';
export { WorkerIo } from '../cluster/worker-io';

/** The data of the thread that speaks for a check. */
export interface IoThreadData {
  readonly link: LeadIoStart;
}

/** What Redis has of a check. */
export interface KeptCheck {
  readonly head: Uint8Array;
  readonly snapshot: Uint8Array;
  readonly program: Uint8Array;
}

/** Fetches a check that was shared. Throws a DristaError if it is not there. */
export async function fetchCheck(
  url: string,
  check: string,
  programOf: (head: Uint8Array) => string,
): Promise<KeptCheck> {
  const redis = connect(url);
  try {
    await reachable(redis, url);
    const { head: headKey, snapshot: snapshotKey } = keysOf(check);
    const [head, snapshot] = await Promise.all([redis.getBuffer(headKey), redis.getBuffer(snapshotKey)]);
    if (head === null || snapshot === null) throw new DristaError(checkMessages.noSuchCheck(check, shownUrl(url)));
    const program = await redis.getBuffer(common.program(programOf(head)));
    if (program === null) throw new DristaError(checkMessages.noSuchCheck(check, shownUrl(url)));
    return { head, snapshot, program };
  } finally {
    redis.disconnect();
  }
}

/** Throws a DristaError if Redis cannot be reached now. */
export async function checkReachable(url: string): Promise<void> {
  const redis = connect(url);
  try {
    await reachable(redis, url);
  } finally {
    redis.disconnect();
  }
}

function reachable(redis: ReturnType<typeof connect>, url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      reject(new DristaError(checkMessages.noRedis(shownUrl(url), reasonOfRedis(error))));
    };
    redis.on('error', fail);
    redis.ping().then(() => {
      redis.off('error', fail);
      resolve();
    }, fail);
  });
}

const data = workerData as Partial<IoThreadData> | null;
if (!isMainThread && data?.link !== undefined) new LeadIo(data.link);
