/** Jobs that no worker can read, as strangers add them: BullMQ would leave them among the active ones for ever. */
import { Job, type Worker } from 'bullmq';
import type { Redis } from 'ioredis';

/** Removes a job. KEYS: the list, the job, its lock, stalled jobs. ARGV: its name, 1 if only where it has no data. */
const REMOVE = `
if ARGV[2] == '1' and redis.call('EXISTS', KEYS[2]) == 1 then return 0 end
redis.call('LREM', KEYS[1], 0, ARGV[1])
redis.call('SREM', KEYS[4], ARGV[1])
redis.call('DEL', KEYS[2], KEYS[3])
return 1
`;

/** Removes such jobs of the worker's queue. */
export async function removeUnreadable(worker: Worker, redis: Redis): Promise<void> {
  const active = worker.toKey('active');
  for (const id of await redis.lrange(active, 0, -1)) {
    const found = await readable(worker, id);
    if (found === 'yes') continue;
    const keys = [active, worker.toKey(id), `${worker.toKey(id)}:lock`, worker.toKey('stalled')];
    await redis.eval(REMOVE, keys.length, ...keys, id, found === 'gone' ? '1' : '0');
  }
}

async function readable(worker: Worker, id: string): Promise<'yes' | 'no' | 'gone'> {
  try {
    return (await Job.fromId(worker, id)) === undefined ? 'gone' : 'yes';
  } catch (error) {
    // Any other error is one of the connection, and says nothing of the job.
    if (error instanceof SyntaxError || error instanceof TypeError) return 'no';
    if ((error as Error).message.startsWith('WRONGTYPE')) return 'no';
    throw error;
  }
}
