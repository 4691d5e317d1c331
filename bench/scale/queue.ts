/**
 * A simulation of jobs over a queue. A job is a part of the search: one branch, or what remains of a search whose
 * branches were given away. A worker that has spent a second on its job (`grain`) and hears that others wait gives away
 * what remains: some branches and the rest, each a job. No worker waits for another. Each job ends with a report to the
 * one that leads, which tells all what it knows. A worker that dies takes with it what it has done of its job, and the
 * job comes back when its lock has run out.
 */
import { Clock } from './clock';
import { Broker, sharesOf, timeAlone, type Costs, type Outcome, type Overhead } from './costs';
import { Knowledge } from './knowledge';
import { SimulatedSearch, wholeTree, type SimulatedPart } from './search';
import type { BranchTree } from './tree';
import { RandomNumbers } from '../../src/explore/strategy/random-numbers';

export interface QueuePolicy {
  /** Seconds that a worker spends on a job before it gives branches away. */
  readonly grain: number;
  /** How many branches a job gives away at most. */
  readonly branches: number;
  /** Seconds after which it gives the rest back even if nobody waits. Infinity: never. */
  readonly longest: number;
}

export const asAsked: QueuePolicy = { grain: 1, branches: 1, longest: Infinity };

/** Workers that die. */
export interface Faults {
  /** How often each one dies, a second. */
  readonly rate: number;
  /** Seconds until its job is given to another one, and until a new worker has taken its place. */
  readonly lock: number;
  readonly seed: number;
}

export const noFaults: Faults = { rate: 0, lock: 30, seed: 1 };

export interface QueueOutcome extends Outcome {
  /** How many workers have died. */
  readonly deaths: number;
}

interface Job {
  readonly part: SimulatedPart;
}

interface Worker {
  known: Knowledge;
  job: Job | undefined;
  search: SimulatedSearch | undefined;
  /** When it has begun with the job. */
  begun: number;
  since: number;
  waited: number;
  /** The generation of the worker in this place: events of earlier ones are of no effect. */
  life: number;
  dead: boolean;
  /** The states of this job that it has entered, and what they cost: lost if it dies. */
  states: number;
  done: number;
}

type Event =
  | { readonly kind: 'state'; readonly worker: Worker; readonly life: number; readonly state: number }
  | { readonly kind: 'begin'; readonly worker: Worker; readonly life: number; readonly job: Job }
  | { readonly kind: 'jobs'; readonly jobs: readonly Job[] }
  | { readonly kind: 'report'; readonly known: Knowledge; readonly jobs: number }
  | { readonly kind: 'join'; readonly worker: Worker }
  | { readonly kind: 'death'; readonly worker: Worker; readonly life: number };

/** Simulates so many workers. `faults`: which of them die. */
export function simulateQueue(
  tree: BranchTree,
  workers: number,
  costs: Costs,
  policy = asAsked,
  faults = noFaults,
): QueueOutcome {
  return new Queue(tree, workers, costs, policy, faults).run();
}

class Queue {
  private readonly clock = new Clock<Event>();
  private readonly broker: Broker;
  private readonly workers: Worker[];
  private readonly dice: RandomNumbers;
  private jobs: Job[] = [];
  private firstJob = 0;
  private idle: Worker[] = [];
  /** When it changed whether somebody waits while no job does, and what a worker that asks now hears of that. */
  private readonly changes: { readonly at: number; readonly wanted: number }[] = [];
  private heard = 0;
  private wanted = 0;
  private readonly published: Knowledge;
  private readonly usedRuns = new Set<number>();
  /** Jobs that have not ended, or whose reports have not arrived. */
  private open = 1;
  private leadFree = 0;
  private leadBusy = 0;
  private branches = 0;
  private readonly overhead: Overhead = { runs: 0, replay: 0, handling: 0, lost: 0 };
  private entered = 0;
  private deaths = 0;
  private end = 0;

  constructor(
    private readonly tree: BranchTree,
    workers: number,
    private readonly costs: Costs,
    private readonly policy: QueuePolicy,
    private readonly faults: Faults,
  ) {
    this.broker = new Broker(costs);
    this.dice = new RandomNumbers(faults.seed);
    this.published = new Knowledge(tree.lastRun);
    this.workers = Array.from({ length: workers }, () => ({
      known: new Knowledge(tree.lastRun),
      job: undefined,
      search: undefined,
      begun: 0,
      since: 0,
      waited: 0,
      life: 0,
      dead: false,
      states: 0,
      done: 0,
    }));
  }

  run(): QueueOutcome {
    const { clock, workers, tree, costs } = this;
    for (const w of workers) this.live(w);
    this.idle = workers.slice(1).reverse();
    this.begin(workers[0], { part: wholeTree });
    this.noteWanted();
    while (!clock.isEmpty && this.end === 0) this.handle(clock.next());
    if (this.entered !== tree.size) throw new Error(`${this.entered} states of ${tree.size} were explored`);
    const alone = timeAlone(tree, costs);
    const seconds = this.end;
    let waited = 0;
    for (const w of workers) waited += w.waited + (w.job === undefined && !w.dead ? seconds - w.since : 0);
    return {
      workers: workers.length,
      seconds,
      speedUp: alone / seconds,
      idle: waited / (workers.length * seconds),
      overhead: sharesOf(this.overhead, alone),
      messages: this.broker.messages,
      branches: this.branches,
      nesting: 1,
      deaths: this.deaths,
      lead: this.leadBusy / seconds,
    };
  }

  private handle(event: Event): void {
    switch (event.kind) {
      case 'state':
        if (event.life === event.worker.life) this.enter(event.worker, event.state);
        return;
      case 'begin':
        if (event.life === event.worker.life) this.begin(event.worker, event.job);
        return;
      case 'jobs':
        this.jobs.push(...event.jobs);
        return this.assign();
      case 'report':
        return this.take(event.known, event.jobs);
      case 'join':
        event.worker.dead = false;
        this.live(event.worker);
        this.idle.push(event.worker);
        return this.assign();
      case 'death':
        if (event.life === event.worker.life) this.die(event.worker);
    }
  }

  /** Gives jobs that wait to workers that wait. */
  private assign(): void {
    while (this.firstJob < this.jobs.length && this.idle.length > 0) {
      const worker = this.idle.pop()!;
      const job = this.jobs[this.firstJob++];
      worker.job = job;
      worker.waited += Math.max(0, this.clock.now - worker.since);
      worker.begun = this.clock.now;
      worker.done = worker.states = 0;
      this.clock.at(this.broker.arrival(this.clock.now), { kind: 'begin', worker, life: worker.life, job });
    }
    if (this.firstJob > 1000 && this.firstJob * 2 > this.jobs.length) {
      this.jobs = this.jobs.slice(this.firstJob);
      this.firstJob = 0;
    }
    this.noteWanted();
  }

  /** Workers hear after the latency how many wait. */
  private noteWanted(): void {
    const wanted = Math.max(0, this.idle.length - (this.jobs.length - this.firstJob));
    if (wanted !== this.changes.at(-1)?.wanted) this.changes.push({ at: this.clock.now + this.costs.latency, wanted });
  }

  /** How many others wait, as far as a worker has heard by now. */
  private get wantedNow(): number {
    for (let c = this.changes[this.heard]; c !== undefined && c.at <= this.clock.now; c = this.changes[++this.heard])
      this.wanted = c.wanted;
    return this.wanted;
  }

  private begin(w: Worker, job: Job): void {
    const { tree, costs } = this;
    w.job = job;
    w.known.addAll(this.published);
    w.search = new SimulatedSearch(tree, job.part, false);
    const replay = job.part.replay * costs.unit;
    // The way there does not count: else a job whose way is long would give all away again, and never come further.
    w.begun = this.clock.now + replay;
    this.overhead.replay += replay;
    this.overhead.handling += costs.receive;
    this.proceed(w, this.clock.now + costs.receive + replay);
  }

  private enter(w: Worker, state: number): void {
    const { now } = this.clock;
    const { grain, longest, branches } = this.policy;
    // The first state is always entered, for the same reason.
    const age = w.states > 1 ? now - w.begun : 0;
    if (age >= longest || (age >= grain && this.wantedNow > 0)) {
      const jobs: Job[] = [];
      const most = this.wantedNow > 0 ? branches : 0;
      for (let part; jobs.length < most && (part = w.search!.share(0)) !== undefined;) jobs.push({ part });
      if (jobs.length > 0 || age >= longest) return this.report(w, now, [...jobs, this.rest(w, state)]);
    }
    w.search!.enter(state);
    this.proceed(w, now);
  }

  /** What remains of the job. Whoever takes it comes to the present state again. */
  private rest(w: Worker, state: number): Job {
    this.entered--;
    w.states--;
    this.overhead.replay += this.tree.cost(state) * this.costs.unit;
    return { part: w.search!.rest(state) };
  }

  private proceed(w: Worker, now: number): void {
    const step = w.search!.next(none);
    if (step.kind !== 'state') return this.report(w, now, []);
    const cost = this.costOf(w, step.state);
    w.done += cost;
    w.states++;
    this.entered++;
    this.clock.at(now + cost, { kind: 'state', worker: w, life: w.life, state: step.state });
  }

  private costOf(w: Worker, state: number): number {
    const { tree, costs } = this;
    const cost = tree.cost(state) * costs.unit;
    const run = tree.run(state);
    if (run === 0 || w.known.has(run)) return cost;
    w.known.add(run);
    if (this.usedRuns.has(run)) this.overhead.runs += costs.run;
    this.usedRuns.add(run);
    return cost + costs.run;
  }

  /** The job is over for the worker: what remains of it are other jobs. */
  private report(w: Worker, now: number, jobs: readonly Job[]): void {
    this.branches += jobs.length;
    const sent = now + this.costs.send;
    this.overhead.handling += this.costs.send;
    const arrives = this.broker.arrival(sent, 1 + jobs.length);
    this.clock.at(arrives, { kind: 'report', known: new Knowledge(w.known), jobs: jobs.length });
    if (jobs.length > 0) this.clock.at(arrives, { kind: 'jobs', jobs });
    w.job = w.search = undefined;
    w.done = w.states = 0;
    w.since = sent;
    this.idle.push(w);
    this.assign();
  }

  /** The lead takes a report. */
  private take(known: Knowledge, jobs: number): void {
    this.published.addAll(known);
    this.leadFree = Math.max(this.leadFree, this.clock.now) + this.costs.report;
    this.leadBusy += this.costs.report;
    this.open += jobs - 1;
    if (this.open === 0) this.end = this.leadFree;
  }

  /** Another worker is there, which will die some time. */
  private live(w: Worker): void {
    w.life++;
    w.since = this.clock.now;
    w.known = new Knowledge(this.tree.lastRun);
    const { rate } = this.faults;
    if (rate === 0) return;
    const chance = (this.dice.below(2 ** 20) + 1) / (2 ** 20 + 1);
    this.clock.at(this.clock.now - Math.log(chance) / rate, { kind: 'death', worker: w, life: w.life });
  }

  private die(w: Worker): void {
    const { lock } = this.faults;
    const { job } = w;
    const back = this.clock.now + lock;
    this.deaths++;
    this.overhead.lost += w.done;
    this.entered -= w.states;
    w.life++;
    w.dead = true;
    w.done = w.states = 0;
    if (job === undefined) {
      this.idle = this.idle.filter((other) => other !== w);
      w.waited += this.clock.now - w.since;
    } else {
      this.clock.at(back, { kind: 'jobs', jobs: [job] });
    }
    w.job = w.search = undefined;
    w.since = this.clock.now;
    this.clock.at(back, { kind: 'join', worker: w });
    this.noteWanted();
  }
}

const none = new Map<number, boolean>();
