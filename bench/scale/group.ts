/**
 * A simulation of src/parallel/: what member.ts, lead.ts and mailbox.ts do, in simulated time. A worker that enters a
 * state hands a branch to one that waits, the one with the lowest number. Where it needs the result it waits, and
 * explores branches of others until the result is there and it has done with them. Each 16 runs it sends all others
 * what it has learned.
 */
import { Clock } from './clock';
import { Broker, sharesOf, timeAlone, type Costs, type Outcome, type Overhead } from './costs';
import { Knowledge } from './knowledge';
import { SimulatedSearch, wholeTree, type SimulatedPart } from './search';
import type { BranchTree } from './tree';

/** As RUNS_PER_EXCHANGE in src/parallel/member.ts. */
const RUNS_PER_EXCHANGE = 16;

/** What differs between what drista does and what it could do. */
export interface GroupPolicy {
  /** Does a state wait for its branches that were handed over? If not, their results go to the first worker. */
  readonly waits: boolean;
  /** Who gets what a worker has learned each 16 runs: all, or no one but those it hands branches and results to. */
  readonly exchange: 'all' | 'none';
  /** How many branches a worker may hand over at one state. */
  readonly branches: number;
}

export const present: GroupPolicy = { waits: true, exchange: 'all', branches: 1 };

type Message =
  | { readonly type: 'branch'; readonly task: Task; readonly known: Knowledge }
  | { readonly type: 'result'; readonly ticket: number; readonly performed: boolean; readonly known: Knowledge };

/** A branch that a worker explores, and whom it tells the result. */
interface Task {
  readonly part: SimulatedPart;
  readonly from: number;
  readonly ticket: number;
}

interface Worker {
  readonly number: number;
  readonly known: Knowledge;
  /** The searches that it has begun: all but the last one wait. */
  readonly stack: { readonly task: Task | undefined; readonly search: SimulatedSearch }[];
  readonly results: Map<number, boolean>;
  readonly inbox: Message[];
  /** Does it wait, since when, and can it be given a branch? */
  waiting: boolean;
  since: number;
  wanting: boolean;
  /** Is a branch on its way to it? */
  claimed: boolean;
  /** Counts how often it has wanted a branch, so that an old announcement is known. */
  wants: number;
  waited: number;
  worked: boolean;
  runs: number;
  nextExchange: number;
  /** The runs that it has not told; how much of what was told it has read, and how much of the rest is its own. */
  news: number[];
  read: number;
  sent: number;
}

type Event =
  | { readonly kind: 'state'; readonly worker: Worker; readonly state: number }
  | { readonly kind: 'message'; readonly worker: Worker; readonly message: Message }
  | { readonly kind: 'want'; readonly worker: Worker; readonly wants: number };

/** Simulates so many workers. */
export function simulateGroup(tree: BranchTree, workers: number, costs: Costs, policy = present): Outcome {
  return new Group(tree, workers, costs, policy).run();
}

class Group {
  private readonly clock = new Clock<Event>();
  private readonly broker: Broker;
  private readonly workers: Worker[];
  /** Numbers of workers that want a branch, the lowest one first; some may be outdated. */
  private readonly wanting = new Clock<Worker>();
  /** How many want one, and how many have ever had one. */
  private wanted = 0;
  private working = 1;
  /** What workers have told all others; how much of it has arrived, and which runs were in that. */
  private arrived = 0;
  private readonly common: Knowledge;
  private readonly told: { readonly at: number; readonly runs: readonly number[] }[] = [];
  private tickets = 0;
  /** Branches that are not finished, the root among them. */
  private open = 1;
  private branches = 0;
  private nesting = 0;
  private entered = 0;
  private readonly usedRuns = new Set<number>();
  private readonly overhead: Overhead = { runs: 0, replay: 0, handling: 0, lost: 0 };
  /** When the last result arrives, and when all is explored. */
  private last = 0;
  private end = 0;

  constructor(
    private readonly tree: BranchTree,
    workers: number,
    private readonly costs: Costs,
    private readonly policy: GroupPolicy,
  ) {
    this.broker = new Broker(costs);
    this.common = new Knowledge(tree.lastRun);
    this.workers = Array.from({ length: workers }, (_, number) => ({
      number,
      known: new Knowledge(tree.lastRun),
      stack: [],
      results: new Map<number, boolean>(),
      inbox: [],
      waiting: true,
      since: 0,
      wanting: false,
      claimed: false,
      wants: 0,
      waited: 0,
      worked: number === 0,
      runs: 0,
      nextExchange: 0,
      news: [],
      read: 0,
      sent: 0,
    }));
  }

  run(): Outcome {
    const { clock, workers, costs, tree } = this;
    const [lead, ...others] = workers;
    this.begin(lead, undefined, 0);
    for (const worker of others) clock.at(costs.alone + costs.start, { kind: 'want', worker, wants: 0 });
    while (!clock.isEmpty && this.end === 0) this.handle(clock.next());
    if (this.entered !== tree.size) throw new Error(`${this.entered} states of ${tree.size} were explored`);
    const worked = others.filter((w) => w.worked).length;
    const seconds = this.end + (worked === 0 ? 0 : 2 * costs.latency + worked * costs.report);
    this.broker.messages += 2 * worked;
    const alone = timeAlone(tree, costs);
    let waited = 0;
    for (const w of workers) waited += w.waited + (w.waiting ? this.end - w.since : 0) + seconds - this.end;
    return {
      workers: workers.length,
      seconds,
      speedUp: alone / seconds,
      idle: waited / (workers.length * seconds),
      overhead: sharesOf(this.overhead, alone),
      messages: this.broker.messages,
      branches: this.branches,
      nesting: this.nesting,
      lead: (worked * costs.report) / seconds,
    };
  }

  private handle(event: Event): void {
    const { worker } = event;
    switch (event.kind) {
      case 'state':
        return this.enter(worker, event.state);
      case 'want':
        if (event.wants === worker.wants && worker.waiting) this.announce(worker);
        return;
      case 'message':
        if (worker.waiting) this.receiveWaiting(worker, event.message);
        else worker.inbox.push(event.message);
    }
  }

  /** The worker enters a state: reads its messages, gives branches away, goes on. */
  private enter(w: Worker, state: number): void {
    let spent = this.readAll(w);
    if (w.runs >= w.nextExchange && this.workers.length > 1) spent += this.tell(w);
    for (let i = 0; i < this.policy.branches && this.wanted > 0; i++) {
      const cost = this.handOver(w, this.clock.now + spent);
      if (cost === 0) break;
      spent += cost;
    }
    this.overhead.handling += spent;
    w.stack.at(-1)!.search.enter(state);
    this.proceed(w, this.clock.now + spent);
  }

  /** Does what follows, from the time on, until the worker enters a state or waits. */
  private proceed(w: Worker, from: number): void {
    let now = from;
    for (;;) {
      const top = w.stack.at(-1);
      if (top === undefined) return this.wait(w, now);
      const step = top.search.next(w.results);
      if (step.kind === 'state') {
        this.clock.at(now + this.costOf(w, step.state), { kind: 'state', worker: w, state: step.state });
        return;
      }
      if (step.kind === 'wait') return this.wait(w, now);
      w.stack.pop();
      now = this.finish(w, top, now);
    }
  }

  /** A search of the worker is over: sends its result. Returns when the worker can go on. */
  private finish(w: Worker, { task, search }: Worker['stack'][number], from: number): number {
    let now = from;
    this.open--;
    if (task !== undefined) {
      now += this.costs.send;
      this.overhead.handling += this.costs.send;
      const at = this.broker.arrival(now);
      this.last = Math.max(this.last, at);
      const { performed } = search;
      const message: Message = { type: 'result', ticket: task.ticket, performed, known: new Knowledge(w.known) };
      if (this.policy.waits) this.clock.at(at, { kind: 'message', worker: this.workers[task.from], message });
    }
    if (this.open === 0) this.end = Math.max(now, this.last);
    return now;
  }

  /** What the state costs this worker. It makes a run if it does not know the histories. */
  private costOf(w: Worker, state: number): number {
    const { tree, costs } = this;
    const cost = tree.cost(state) * costs.unit;
    this.entered++;
    const run = tree.run(state);
    if (run === 0 || w.known.has(run)) return cost;
    w.known.add(run);
    w.news.push(run);
    w.runs++;
    if (this.usedRuns.has(run)) this.overhead.runs += costs.run;
    this.usedRuns.add(run);
    return cost + costs.run;
  }

  private begin(w: Worker, task: Task | undefined, now: number): void {
    const { tree, costs } = this;
    const part = task?.part ?? wholeTree;
    const replay = part.replay * costs.unit;
    this.overhead.replay += replay;
    w.stack.push({ task, search: new SimulatedSearch(tree, part, this.policy.waits) });
    this.nesting = Math.max(this.nesting, w.stack.length);
    w.waiting = false;
    this.proceed(w, now + replay);
  }

  /** The worker has nothing to do from then on. */
  private wait(w: Worker, now: number): void {
    w.waiting = true;
    w.since = now;
    w.wants++;
    const announced = this.broker.isDirect ? now : this.broker.arrival(now);
    this.clock.at(announced, { kind: 'want', worker: w, wants: w.wants });
    for (const message of w.inbox.splice(0)) this.clock.at(now, { kind: 'message', worker: w, message });
  }

  /** It can be given a branch. */
  private announce(w: Worker): void {
    w.wanting = true;
    this.wanted++;
    this.wanting.at(w.number, w);
  }

  private receiveWaiting(w: Worker, message: Message): void {
    const now = this.clock.now + this.costs.receive;
    this.overhead.handling += this.costs.receive;
    this.take(w, message);
    // As Member.next: once another worker has claimed it, the branch comes first.
    if (message.type === 'result' && w.claimed) return;
    w.waited += Math.max(0, this.clock.now - w.since);
    w.waiting = w.claimed = false;
    if (w.wanting) this.wanted--;
    w.wanting = false;
    w.wants++;
    if (message.type === 'branch') this.begin(w, message.task, now);
    else this.proceed(w, now);
  }

  private take(w: Worker, message: Message): void {
    w.known.addAll(message.known);
    if (message.type === 'result') w.results.set(message.ticket, message.performed);
  }

  /** Hands a branch to a worker that wants one. Returns what that costs; 0: there is no branch. */
  private handOver(w: Worker, now: number): number {
    const ticket = ++this.tickets;
    const part = w.stack.at(-1)!.search.share(ticket);
    if (part === undefined) return 0;
    let to: Worker;
    do to = this.wanting.next();
    while (!to.wanting);
    to.wanting = false;
    to.claimed = true;
    this.wanted--;
    this.branches++;
    this.open++;
    if (!to.worked) to.read = this.arrived;
    if (!to.worked) this.working++;
    to.worked = true;
    this.clock.at(this.broker.arrival(now + this.costs.send), {
      kind: 'message',
      worker: to,
      message: { type: 'branch', task: { part, from: w.number, ticket }, known: new Knowledge(w.known) },
    });
    return this.costs.send;
  }

  /** Sends the others what the worker has learned. Returns what that costs. */
  private tell(w: Worker): number {
    w.nextExchange = w.runs + RUNS_PER_EXCHANGE;
    if (this.policy.exchange === 'none') return 0;
    const others = this.working - 1;
    if (others === 0) return 0;
    this.told.push({ at: this.broker.arrival(this.clock.now, others), runs: w.news });
    w.sent++;
    w.news = [];
    return others * this.costs.send;
  }

  /** Reads what has arrived. Returns what that costs. */
  private readAll(w: Worker): number {
    let messages = w.inbox.length;
    for (const message of w.inbox.splice(0)) this.take(w, message);
    for (let next = this.told[this.arrived]; next !== undefined && next.at <= this.clock.now;) {
      for (const run of next.runs) this.common.add(run);
      next = this.told[++this.arrived];
    }
    if (w.read < this.arrived) {
      messages += Math.max(0, this.arrived - w.read - w.sent);
      w.known.addAll(this.common);
      w.read = this.arrived;
      w.sent = 0;
    }
    return messages * this.costs.receive;
  }
}
