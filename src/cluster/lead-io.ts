/** The thread that speaks with Redis for a check (link.ts): adds jobs, and hands results back. */
import type { MessagePort } from 'node:worker_threads';
import { Queue, QueueEvents } from 'bullmq';
import type { Redis } from 'ioredis';
import { randomName } from '../base/random-name';
import { Mailbox } from '../parallel/mailbox';
import type { FromLink, ToLink, Workers } from './link-messages';
import { isJobOf } from './part-job';
import { MAX_BYTES } from './codec';
import { entryOf, inOneLine } from './untrusted';
import {
  BEAT,
  common,
  connect,
  keysOf,
  KEPT,
  LEAD,
  queueOf,
  reasonOfRedis,
  RELEASE,
  SAVE,
  shownUrl,
  SILENT,
} from './redis';

/** What the thread starts with. */
export interface LeadIoStart {
  readonly url: string;
  readonly check: string;
  readonly build: string;
  readonly attached: boolean;
  /** What is checked, encoded (CheckHead). */
  readonly head: Uint8Array;
  readonly program: { readonly hash: string; readonly bytes: Uint8Array };
  /** How long Redis may be away, in milliseconds. */
  readonly timeout: number;
  readonly words: SharedArrayBuffer;
  readonly port: MessagePort;
}

/** Milliseconds: how often the lead asks for workers, and looks for results that it was not told of. */
const ASKING = 300,
  SWEEPING = 3000,
  EVENTS_AGAIN = 500;

export class LeadIo {
  private readonly mailbox: Mailbox<ToLink | FromLink>;
  private readonly keys: ReturnType<typeof keysOf>;
  private readonly name = randomName(8);
  private readonly redis: Redis;
  private readonly queue: Queue;
  private readonly events: QueueEvents;
  /** Jobs without a result. */
  private readonly open = new Map<string, unknown>();
  /** Jobs whose results are not part of a saved state yet, with the names of the results. */
  private readonly results = new Map<string, string>();
  private updates = 0;
  private round = '';
  private messages = 0;
  private bytes = 0;
  private since: number | undefined = Date.now();
  /** Nothing more is to be done: the check is lost, or has ended. */
  private over = false;
  /** Has it not looked yet for what was done before it led? */
  private late: boolean;
  private reason = 'no answer';
  private work: Promise<void> = Promise.resolve();

  constructor(private readonly start: LeadIoStart) {
    const { url, build, check, words, port } = start;
    this.mailbox = new Mailbox(words, 1, [port, undefined]);
    this.keys = keysOf(check);
    this.late = start.attached;
    this.redis = connect(url, (error) => (this.reason = reasonOfRedis(error)));
    this.redis.on('ready', () => (this.since = undefined));
    this.redis.on('close', () => (this.since ??= Date.now()));
    const options = { connection: this.redis, skipVersionCheck: true };
    this.queue = new Queue(queueOf(build), options);
    this.events = new QueueEvents(queueOf(build), { connection: connect(url) });
    this.queue.on('error', () => undefined); // checkConnection tells of it
    // What a stranger has put among the events ends them: they go on behind it.
    this.events.on('error', () => setTimeout(() => void this.events.run().catch(() => undefined), EVENTS_AGAIN));
    port.on('message', (message: ToLink) => {
      this.inOrder(() => this.handle(message));
    });
    this.events.on('completed', ({ jobId, returnvalue }) => {
      this.inOrder(() => this.fetch(jobId, returnvalue as unknown));
    });
    this.events.on('failed', ({ jobId, failedReason }) => {
      if (this.open.has(jobId)) this.tell({ type: 'refused', name: jobId, message: inOneLine(failedReason) });
    });
    setInterval(() => {
      this.checkConnection();
    }, 200);
    this.inOrder(() => this.begin());
  }

  /** Does what is asked for, one thing after the other. What Redis refuses ends the check. */
  private inOrder(what: () => Promise<void>): void {
    this.work = this.work
      .then(() => (this.over ? undefined : what()))
      .catch((error: unknown) => {
        this.lose(`Redis at ${shownUrl(this.start.url)} refuses: ${reasonOfRedis(error as Error)}`);
      });
  }

  private tell(message: FromLink): void {
    this.mailbox.send(0, message);
  }

  private lose(message: string): void {
    if (this.over) return;
    this.over = true;
    this.tell({ type: 'lost', message });
  }

  private checkConnection(): void {
    if (this.since === undefined || Date.now() - this.since < this.start.timeout) return;
    this.lose(`Redis at ${shownUrl(this.start.url)} cannot be reached (${this.reason})`);
  }

  private async begin(): Promise<void> {
    const { check, head, program, attached } = this.start;
    await this.redis.ping();
    if (!(await this.lead())) return this.lose(`another drista leads the check ${check}: end that one first`);
    if (!attached) {
      await this.redis.set(this.keys.head, Buffer.from(head), 'EX', KEPT);
      await this.redis.sadd(common.users(program.hash), check);
      if ((await this.redis.exists(common.program(program.hash))) === 0) {
        await this.redis.set(common.program(program.hash), Buffer.from(program.bytes), 'EX', KEPT);
        this.count(program.bytes.length);
      }
    } else {
      this.round = (await this.redis.get(this.keys.round)) ?? '';
      this.updates = await this.redis.llen(this.keys.updates(this.round));
    }
    await this.events.waitUntilReady();
    this.tell({ type: 'ready' });
    this.repeat(ASKING, () => this.ask());
    this.repeat(this.leadFor / 5, async () => {
      if (!(await this.lead())) this.lose(`another drista leads the check ${check} now`);
    });
    this.repeat(SWEEPING, () => this.sweep());
  }

  private repeat(milliseconds: number, what: () => Promise<void>): void {
    let busy = false;
    setInterval(() => {
      if (busy || this.since !== undefined) return;
      busy = true;
      this.inOrder(() =>
        what().finally(() => {
          busy = false;
        }),
      );
    }, milliseconds);
  }

  private async lead(): Promise<boolean> {
    return (await this.redis.eval(LEAD, 1, this.keys.lead, this.name, this.leadFor)) === 1;
  }

  /** How long the lead may be silent before another one may take its place, in milliseconds. */
  private get leadFor(): number {
    return this.start.timeout / 2;
  }

  private async ask(): Promise<void> {
    const { build } = this.start;
    const wanted = (await this.redis.eval(
      BEAT,
      3,
      common.workers,
      common.idle(build),
      this.queue.toKey('wait'),
      '',
    )) as number;
    const [seconds] = await this.redis.time();
    const entries = Object.entries(await this.redis.hgetall(common.workers));
    const workers: { -readonly [K in keyof Workers]: Workers[K] } = {
      machines: 0,
      slots: 0,
      busy: 0,
      wanted: Math.max(0, wanted),
      others: [],
    };
    const others: string[] = [];
    for (const [, text] of entries) {
      const entry = entryOf(text);
      if (entry === undefined || Number(seconds) - entry.at > SILENT) continue;
      if (entry.build === build) {
        workers.machines++;
        workers.slots += entry.slots;
        workers.busy += entry.busy;
      } else others.push(`${entry.host} (drista ${entry.version}, ${entry.arch}, build ${entry.build})`);
    }
    this.tell({ type: 'workers', workers: { ...workers, others } });
  }

  private async handle(message: ToLink): Promise<void> {
    switch (message.type) {
      case 'begin':
        await this.redis.set(this.keys.start(message.round), Buffer.from(message.start), 'EX', KEPT);
        await this.redis.set(this.keys.round, message.round, 'EX', KEPT);
        this.round = message.round;
        this.updates = 0;
        this.count(message.start.length);
        return;
      case 'add':
        for (const { name, data } of message.jobs) {
          this.open.set(name, data);
          this.count(data.part.length);
        }
        await this.add(message.jobs.map(({ name }) => name));
        // Of jobs that were done while nobody led no event tells.
        if (this.late) await this.sweep();
        this.late = false;
        return;
      case 'again':
        this.open.set(message.job.name, message.job.data);
        return this.again(message.job.name);
      case 'save':
        return this.save(message);
      case 'drop':
        return this.drop();
      case 'end':
        return this.end();
    }
  }

  private async add(names: readonly string[]): Promise<void> {
    await this.queue.addBulk(
      names.map((name) => ({ name: 'part', data: this.open.get(name), opts: { jobId: name, removeOnFail: true } })),
    );
    this.messages += names.length;
  }

  /** Fetches the result of a job, whose worker has returned the name of the result. */
  private async fetch(name: string, result: unknown): Promise<void> {
    if (!this.open.has(name) || typeof result !== 'string' || result === '') return;
    const key = this.keys.results(this.round);
    if ((await this.redis.hstrlen(key, result)) > MAX_BYTES) {
      this.open.delete(name);
      this.results.set(name, result);
      return this.tell({ type: 'result', name, report: new Uint8Array() });
    }
    const report = await this.redis.hgetBuffer(key, result);
    if (report === null) return; // a sweep will find the job without a result
    this.open.delete(name);
    this.results.set(name, result);
    this.count(report.length);
    this.tell({ type: 'result', name, report });
  }

  /** Looks for results that no event told of, and for jobs that Redis has lost. */
  private async sweep(): Promise<void> {
    if (this.round !== '' && (await this.redis.exists(this.keys.start(this.round))) === 0)
      return this.lose(`Redis at ${shownUrl(this.start.url)} has lost the check: it was restarted without its data`);
    for (const name of [...this.open.keys()]) {
      const job = await this.queue.getJob(name);
      if (job === undefined) {
        await this.add([name]);
      } else if (await job.isCompleted()) {
        const result = String(job.returnvalue);
        if ((await this.redis.hexists(this.keys.results(this.round), result)) === 1) await this.fetch(name, result);
        else await this.again(name);
      } else if (await job.isFailed()) {
        this.tell({ type: 'refused', name, message: inOneLine(job.failedReason ?? 'for no reason') });
      }
    }
  }

  /** The job is done, but its result is lost: it is done again. */
  private async again(name: string): Promise<void> {
    await this.remove(name);
    await this.add([name]);
  }

  private async save({ round, snapshot, update, taken }: ToLink & { type: 'save' }): Promise<void> {
    const { keys } = this;
    const args = [this.name, Buffer.from(snapshot), KEPT, ...(update === undefined ? [] : [Buffer.from(update)])];
    const count = await this.redis.eval(SAVE, 3, keys.lead, keys.snapshot, keys.updates(round), ...args);
    if (update !== undefined) this.updates++;
    if (count === -1) return this.lose(`another drista leads the check ${this.start.check} now`);
    if (count !== this.updates)
      return this.lose(`Redis at ${shownUrl(this.start.url)} has lost a part of the check's data`);
    this.count(snapshot.length);
    for (const name of taken) await this.remove(name);
  }

  /** Removes a job and its result, whoever has it. */
  private async remove(name: string): Promise<void> {
    const result = this.results.get(name);
    this.results.delete(name);
    if (result !== undefined) await this.redis.hdel(this.keys.results(this.round), result);
    await this.redis.del(`${this.queue.toKey(name)}:lock`);
    await this.queue.remove(name);
  }

  private async drop(): Promise<void> {
    await this.redis.set(this.keys.round, '', 'EX', KEPT);
    const names = [...this.open.keys(), ...this.results.keys()];
    this.open.clear();
    for (const name of names) await this.remove(name);
    const { keys, round } = this;
    await this.redis.del(keys.start(round), keys.updates(round), keys.results(round));
    this.round = '';
  }

  private async end(): Promise<void> {
    const { keys, redis } = this;
    const { check, program } = this.start;
    await this.drop();
    if (this.start.attached) await this.removeOthers();
    await redis.del(keys.head, keys.round, keys.snapshot);
    await redis.eval(RELEASE, 2, common.users(program.hash), common.program(program.hash), check);
    await redis.del(keys.lead);
    this.over = true;
    const { messages, bytes } = this;
    this.tell({ type: 'ended', traffic: { messages, bytes } });
  }

  /** Removes jobs of the check that an earlier lead has left. */
  private async removeOthers(): Promise<void> {
    const key = (state: string): string => this.queue.toKey(state);
    // By their names: of a stranger's jobs not all can be read.
    const lists = ['wait', 'active'].map((state) => this.redis.lrange(key(state), 0, -1));
    const sets = ['completed', 'failed'].map((state) => this.redis.zrange(key(state), 0, -1));
    const ids = (await Promise.all([...lists, ...sets])).flat();
    for (const id of ids) if (isJobOf(id, this.start.check)) await this.remove(id);
  }

  private count(bytes: number): void {
    this.messages++;
    this.bytes += bytes;
  }
}
