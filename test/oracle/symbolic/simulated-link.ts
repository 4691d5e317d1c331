/** Workers in this process for the lead of tasks, in the place of Redis and real ones. */
import type { Server } from '../../../src/channel/server';
import type { CheckRequest } from '../../../src/check/check-request';
import { programTraits, startServer } from '../../../src/check/checked-program';
import { InputWorker } from '../../../src/check/input-worker';
import { decode, encode } from '../../../src/cluster/codec';
import type { InputsStart, InputTask } from '../../../src/cluster/input-job';
import type { Link } from '../../../src/cluster/link';
import type { FromLink, ToLink } from '../../../src/cluster/link-messages';
import type { JobData } from '../../../src/cluster/part-job';
import type { RandomNumbers } from '../../../src/explore/strategy/random-numbers';

const WORKERS = 2;

export class SimulatedLink {
  readonly check = '0123456789ab';
  readonly build = 'simulated';
  readonly workers = { machines: WORKERS, slots: WORKERS, busy: 0, wanted: WORKERS, others: [] };
  /** How many inputs workers have explored, and how many results were no use. */
  done = 0;
  wrong = 0;
  private readonly words = new Int32Array(8);
  private start: InputsStart | undefined;
  private jobs: { readonly name: string; readonly data: JobData }[] = [];
  private readonly threads = new Map<number, { readonly server: Server; readonly worker: InputWorker }>();

  constructor(
    private readonly request: CheckRequest,
    private readonly random: RandomNumbers,
  ) {}

  /** What the lead of inputs takes. */
  get asLink(): Link {
    return this as unknown as Link;
  }

  send(message: ToLink): void {
    if (message.type === 'begin') this.start = decode(message.start) as InputsStart;
    else if (message.type === 'add') this.jobs.push(...message.jobs);
    else if (message.type === 'again') this.jobs.push(message.job);
    else this.drop();
  }

  wait(): void {
    throw new Error('the lead waits for a job that is not there');
  }

  /** Some job's result, in any order. */
  receive(): FromLink | undefined {
    const [job] = this.jobs.splice(this.random.below(Math.max(1, this.jobs.length)), 1);
    if (job === undefined) return undefined;
    if (this.wrong < 5 && this.random.below(8) === 0) {
      this.wrong++;
      return { type: 'result', name: job.name, report: Buffer.from('garbage') };
    }
    const number = this.random.below(WORKERS);
    const done = this.thread(number).worker.explore(
      job.name,
      decode(Buffer.from(job.data.part, 'base64')) as InputTask,
    )!;
    if (!done.usable) this.stop(number);
    this.done++;
    return { type: 'result', name: job.name, report: encode(done.report) };
  }

  end(): { messages: number; bytes: number } {
    this.drop();
    return { messages: 0, bytes: 0 };
  }

  private drop(): void {
    this.jobs = [];
    for (const number of [...this.threads.keys()]) this.stop(number);
  }

  private thread(number: number): { readonly worker: InputWorker } {
    let thread = this.threads.get(number);
    if (thread === undefined) {
      const server = startServer(this.request);
      const traits = programTraits(this.request, server.modules);
      const worker = new InputWorker(this.request, traits, this.start!, server, WORKERS, this.words);
      this.threads.set(number, (thread = { server, worker }));
    }
    return thread;
  }

  private stop(number: number): void {
    this.threads.get(number)?.server.stop();
    this.threads.delete(number);
  }
}
