/** The main thread of a worker: takes jobs from the queue, has its threads explore them, and stores the results. */
import { hostname } from 'node:os';
import { UnrecoverableError, Worker, type Job } from 'bullmq';
import type { Redis } from 'ioredis';
import { randomName } from '../base/random-name';
import { version } from '../base/version';
import { MAX_BYTES } from './codec';
import { partOf, type JobData } from './part-job';
import { removeUnreadable } from './queue-cleaner';
import { LARGEST_PROGRAM } from './program-store';
import {
  BEAT,
  common,
  connect,
  KEPT,
  keysOf,
  queueOf,
  reasonOfRedis,
  shownUrl,
  STORE_RESULT,
  valueOf,
  type WorkerEntry,
} from './redis';
import { Slot, type SlotThreads } from './slot';
import type { PartAnswer } from './slot-messages';

/** How a worker starts. */
export interface WorkerIoOptions {
  readonly url: string;
  readonly build: string;
  readonly slots: number;
  /** Milliseconds after which the jobs of a worker that says nothing are given to others. */
  readonly lock: number;
  readonly threads: SlotThreads;
  /** What a thread needs; `head` and `start` as the lead has uploaded them, `program`: the contents of the program. */
  readonly data: (check: CheckFiles, words: SharedArrayBuffer) => object;
  /** The hash of the program in a head. Throws an Error if it cannot be read. */
  readonly programOf: (head: Uint8Array) => string;
  readonly say: (line: string) => void;
}

/** What a lead has uploaded. */
export interface CheckFiles {
  readonly head: Uint8Array;
  readonly start: Uint8Array;
  readonly program: Uint8Array;
}

/** Milliseconds between two words of a worker. */
const BEATING = 500;
/** How many threads are kept while they wait, for each that may explore. */
const THREADS_KEPT = 2;
/** Workers that may be lost with one job, before that job is taken for the reason. */
const MAX_LOST = 1000;

export class WorkerIo {
  private readonly name = randomName(8);
  private readonly redis: Redis;
  /** That of the queue, which does not close it. */
  private readonly connection: Redis;
  private readonly worker: Worker<JobData, string>;
  /** Threads that explore, with the numbers by which others know of them; and threads that wait, the last used last. */
  private readonly busy = new Map<number, Slot | undefined>();
  private idle: Slot[] = [];
  private readonly beat: NodeJS.Timeout;
  private readonly cleaning: NodeJS.Timeout;
  /** Has BullMQ met an error since the last cleaning? */
  private failed = false;
  private reason: string | undefined;
  private ending = false;

  constructor(private readonly options: WorkerIoOptions) {
    const { url, build, slots, lock } = options;
    this.redis = connect(url, (error) => {
      this.sayOnce(`Redis at ${shownUrl(url)} cannot be reached (${reasonOfRedis(error)}); trying again`);
    });
    this.redis.on('ready', () => {
      if (this.reason !== undefined) options.say(`connected to ${shownUrl(url)} again`);
      this.reason = undefined;
    });
    this.connection = connect(url);
    this.worker = new Worker<JobData, string>(queueOf(build), (job, token) => this.explore(job, token!), {
      connection: this.connection,
      concurrency: slots,
      lockDuration: lock,
      stalledInterval: lock,
      maxStalledCount: MAX_LOST,
      skipVersionCheck: true,
    });
    // That a lock was lost, say: then another worker has the job.
    this.worker.on('error', () => (this.failed = true));
    this.cleaning = setInterval(() => void this.clean().catch(() => undefined), lock);
    this.beat = setInterval(() => void this.say().catch(() => undefined), BEATING);
  }

  /** Resolves when the worker has taken its place; rejects if Redis cannot be reached at once. */
  async ready(): Promise<void> {
    await this.worker.waitUntilReady();
    await this.say();
  }

  /** Gives the parts of all threads back, and ends. */
  async end(): Promise<void> {
    this.ending = true;
    for (const slot of this.busy.values()) slot?.leave();
    await this.say().catch(() => undefined);
    await this.worker.close();
    clearInterval(this.beat);
    clearInterval(this.cleaning);
    this.kill();
    await this.redis.hdel(common.workers, this.name).catch(() => undefined);
    for (const connection of [this.redis, this.connection]) connection.disconnect();
  }

  /** Ends at once. */
  kill(): void {
    for (const slot of [...this.busy.values(), ...this.idle]) slot?.end();
    this.idle = [];
  }

  /** A job that cannot be read ends BullMQ's search for the jobs of lost workers: it begins again without that job. */
  private async clean(): Promise<void> {
    if (!this.failed || this.ending) return;
    this.failed = false;
    await removeUnreadable(this.worker, this.redis);
    await this.worker.startStalledCheckTimer();
  }

  private sayOnce(line: string): void {
    if (this.reason === undefined) this.options.say(line);
    this.reason = line;
  }

  /** Says what this worker is and does; learns how many threads wait, and which rounds are over. */
  private async say(): Promise<void> {
    const { build, slots } = this.options;
    const { redis, name, busy, ending } = this;
    const numbers = Array.from({ length: slots }, (_, number) => number);
    const threads = (areBusy: boolean): string[] =>
      numbers.filter((n) => (busy.has(n) || ending) === areBusy).map((n) => `${name}/${n}`);
    const entry: Omit<WorkerEntry, 'at'> = {
      build,
      version: version(),
      arch: process.arch,
      host: hostname(),
      slots,
      busy: busy.size,
    };
    const wanted = (await redis.eval(
      BEAT,
      3,
      common.workers,
      common.idle(build),
      `bull:${queueOf(build)}:wait`,
      name,
      JSON.stringify(entry).slice(0, -1),
      ...threads(false),
      '|',
      ...threads(true),
    )) as number;
    const rounds = new Map<string, boolean>();
    for (const slot of [...busy.values(), ...this.idle]) {
      if (slot === undefined) continue;
      slot.wanted = wanted;
      const { check, round } = slot;
      if (!rounds.has(round)) rounds.set(round, (await redis.get(keysOf(check).round)) === round);
    }
    const isOver = (slot: Slot | undefined): boolean => slot !== undefined && rounds.get(slot.round) === false;
    for (const slot of busy.values()) if (isOver(slot)) slot!.drop();
    for (const slot of this.idle.filter(isOver)) slot.end();
    this.idle = this.idle.filter((slot) => !isOver(slot));
  }

  /** Explores the part of a job; the name of the result. */
  private async explore(job: Job<JobData, string>, token: string): Promise<string> {
    let data: ReturnType<typeof partOf>;
    try {
      data = partOf(job.data, this.options.build);
    } catch (error) {
      this.options.say((error as Error).message);
      throw new UnrecoverableError((error as Error).message);
    }
    const { check, round, part, cut } = data;
    const number = this.freeNumber();
    this.busy.set(number, undefined);
    try {
      const slot = await this.slotFor(check, round);
      if (slot === undefined) return over(job);
      this.busy.set(number, slot);
      if (this.ending) slot.leave();
      const updates = await this.redis.lrangeBuffer(keysOf(check).updates(round), slot.seen, -1);
      slot.seen += updates.length;
      const answer = await slot.explore({ job: job.id!, part: Buffer.from(part, 'base64'), cut, updates });
      if (answer.type === 'report' && answer.usable) this.keep(slot);
      else slot.end();
      if (answer.type === 'refused') throw new UnrecoverableError(`${hostname()}: ${answer.message}`);
      return answer.type === 'report' ? await this.store(job, token, data, answer) : over(job);
    } finally {
      this.busy.delete(number);
      // Without waiting for the next time: this thread may wait now.
      void this.say().catch(() => undefined);
    }
  }

  private async store(
    job: Job<JobData, string>,
    token: string,
    { check, round }: JobData,
    { report }: PartAnswer & { type: 'report' },
  ): Promise<string> {
    const keys = keysOf(check);
    const name = `${job.id!}:${token}`;
    const args = [round, name, Buffer.from(report), KEPT];
    const stored = await this.redis.eval(STORE_RESULT, 2, keys.round, keys.results(round), ...args);
    return stored === 1 ? name : over(job);
  }

  private freeNumber(): number {
    for (let number = 0; ; number++) if (!this.busy.has(number)) return number;
  }

  /** Keeps the thread for other parts of its round; of several leads, each has threads here. */
  private keep(slot: Slot): void {
    this.idle.push(slot);
    while (this.idle.length > THREADS_KEPT * this.options.slots) this.idle.shift()!.end();
  }

  /** A thread for the round, started if need be; undefined: the round is over. */
  private async slotFor(check: string, round: string): Promise<Slot | undefined> {
    const kept = this.idle.find((slot) => slot.round === round);
    this.idle = this.idle.filter((slot) => slot !== kept);
    if (kept !== undefined) return kept;
    const files = await this.filesOf(check, round);
    if (files === undefined) return undefined;
    const { threads, data } = this.options;
    const slot = new Slot(check, round, threads, (words) => data(files, words));
    const answer = await slot.ready();
    if (answer.type === 'ready') return slot;
    slot.end();
    if (answer.type === 'refused') throw new UnrecoverableError(`${hostname()}: ${answer.message}`);
    return undefined;
  }

  private async filesOf(check: string, round: string): Promise<CheckFiles | undefined> {
    const keys = keysOf(check);
    const [now, head, start] = await Promise.all([
      this.redis.get(keys.round),
      valueOf(this.redis, keys.head, MAX_BYTES),
      valueOf(this.redis, keys.start(round), MAX_BYTES),
    ]);
    if (now !== round || head === null || start === null) return undefined;
    const program = await valueOf(this.redis, common.program(this.options.programOf(head)), LARGEST_PROGRAM);
    return program === null ? undefined : { head, start, program };
  }
}

/** The round of the job is over: nobody looks at its result, so it is removed when it is completed. */
function over({ opts }: Job<JobData, string>): string {
  opts.removeOnComplete = true;
  return '';
}
