/** The main thread of a worker: takes jobs from the queue, has its threads explore them, and stores the results. */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { UnrecoverableError, Worker, type Job } from 'bullmq';
import type { Redis } from 'ioredis';
import { version } from '../base/version';
import { partOf, type JobData } from './part-job';
import {
  BEAT,
  common,
  connect,
  keysOf,
  queueOf,
  reasonOfRedis,
  shownUrl,
  STORE_RESULT,
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
/** How long a result is kept for its lead, in seconds. */
const KEPT_RESULT = 86_400;
/** Workers that may be lost with one job, before that job is taken for the reason. */
const MOST_LOST = 1000;

/** A place for a thread. */
interface Place {
  readonly number: number;
  slot: Slot | undefined;
  check: string;
  busy: boolean;
}

export class WorkerIo {
  private readonly name = randomBytes(8).toString('hex');
  private readonly redis: Redis;
  private readonly worker: Worker<JobData, string>;
  private readonly places: Place[];
  private readonly beat: NodeJS.Timeout;
  private reason: string | undefined;
  private ending = false;

  constructor(private readonly options: WorkerIoOptions) {
    const { url, build, slots, lock } = options;
    this.places = Array.from({ length: slots }, (_, number) => ({ number, slot: undefined, check: '', busy: false }));
    this.redis = connect(url, (error) => {
      this.sayOnce(`Redis at ${shownUrl(url)} cannot be reached (${reasonOfRedis(error)}); trying again`);
    });
    this.redis.on('ready', () => {
      if (this.reason !== undefined) options.say(`connected to ${shownUrl(url)} again`);
      this.reason = undefined;
    });
    this.worker = new Worker<JobData, string>(queueOf(build), (job, token) => this.explore(job, token!), {
      connection: connect(url),
      concurrency: slots,
      lockDuration: lock,
      stalledInterval: lock,
      maxStalledCount: MOST_LOST,
      skipVersionCheck: true,
    });
    // That a lock was lost, say: then another worker has the job.
    this.worker.on('error', () => undefined);
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
    for (const { slot } of this.places) slot?.leave();
    await this.say().catch(() => undefined);
    await this.worker.close();
    clearInterval(this.beat);
    for (const { slot } of this.places) slot?.end();
    await this.redis.hdel(common.workers, this.name).catch(() => undefined);
    this.redis.disconnect();
  }

  /** Ends at once. */
  kill(): void {
    for (const { slot } of this.places) slot?.end();
  }

  private sayOnce(line: string): void {
    if (this.reason === undefined) this.options.say(line);
    this.reason = line;
  }

  /** Says what this worker is and does; learns how many threads wait, and which rounds are over. */
  private async say(): Promise<void> {
    const { build, slots } = this.options;
    const { places, redis, name } = this;
    const threads = (busy: boolean): string[] =>
      places.filter((place) => place.busy === busy && !this.ending).map(({ number }) => `${name}/${number}`);
    const entry: Omit<WorkerEntry, 'at'> = {
      build,
      version: version(),
      arch: process.arch,
      host: hostname(),
      slots,
      busy: places.filter(({ busy }) => busy).length,
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
    for (const place of places) {
      const { slot, check } = place;
      if (slot === undefined) continue;
      slot.wanted = wanted;
      if ((await redis.get(keysOf(check).round)) === slot.round || place.slot !== slot) continue;
      if (place.busy) slot.drop();
      else {
        slot.end();
        place.slot = undefined;
      }
    }
  }

  /** Explores the part of a job; the key of the result. */
  private async explore(job: Job<JobData, string>, token: string): Promise<string> {
    let data: ReturnType<typeof partOf>;
    try {
      data = partOf(job.data, this.options.build);
    } catch (error) {
      this.options.say((error as Error).message);
      throw new UnrecoverableError((error as Error).message);
    }
    const { check, round, part, cut } = data;
    const place = this.placeFor(round);
    place.busy = true;
    try {
      const slot = await this.slotFor(place, check, round);
      if (slot === undefined) return ''; // the round is over
      const updates = await this.redis.lrangeBuffer(keysOf(check).updates(round), slot.seen, -1);
      slot.seen += updates.length;
      const answer = await slot.explore({ part: Buffer.from(part, 'base64'), cut, updates });
      if (answer.type !== 'report' || !answer.usable) this.vacate(place);
      if (answer.type === 'refused') throw new UnrecoverableError(`${hostname()}: ${answer.message}`);
      return answer.type === 'report' ? await this.store(job, token, data, answer) : '';
    } finally {
      place.busy = false;
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
    const key = keys.result(job.id!, token);
    await this.redis.eval(STORE_RESULT, 2, keys.round, key, round, Buffer.from(report), KEPT_RESULT);
    return key;
  }

  /** A place that is free: one whose thread explores the round, if there is one. */
  private placeFor(round: string): Place {
    const free = this.places.filter(({ busy }) => !busy);
    return free.find(({ slot }) => slot?.round === round) ?? free.find(({ slot }) => slot === undefined) ?? free[0];
  }

  /** The thread of the place, started for the round if need be; undefined: the round is over. */
  private async slotFor(place: Place, check: string, round: string): Promise<Slot | undefined> {
    if (place.slot?.round === round) return place.slot;
    this.vacate(place);
    const files = await this.filesOf(check, round);
    if (files === undefined) return undefined;
    const { threads, data } = this.options;
    const slot = new Slot(round, threads, (words) => data(files, words));
    place.slot = slot;
    place.check = check;
    const answer = await slot.ready();
    if (answer.type === 'ready') return slot;
    this.vacate(place);
    if (answer.type === 'refused') throw new UnrecoverableError(`${hostname()}: ${answer.message}`);
    return undefined;
  }

  private async filesOf(check: string, round: string): Promise<CheckFiles | undefined> {
    const keys = keysOf(check);
    const [now, head, start] = await Promise.all([
      this.redis.get(keys.round),
      this.redis.getBuffer(keys.head),
      this.redis.getBuffer(keys.start(round)),
    ]);
    if (now !== round || head === null || start === null) return undefined;
    const program = await this.redis.getBuffer(common.program(this.options.programOf(head)));
    return program === null ? undefined : { head, start, program };
  }

  private vacate(place: Place): void {
    place.slot?.end();
    place.slot = undefined;
  }
}
