/**
 * One worker of a crew of threads. Each has its own run of the program's server, and trees of its own. Whoever hands a
 * branch over tells besides what its trees show, and so does the answer, so that a worker always knows at least what it
 * would know if it had explored everything itself.
 */
import { Speculations, type Speculation } from '../explore/histories/speculations';
import type { Branch, WorkerGroup, BranchResult, Round, Worker } from '../explore/session/worker-group';
import { Stop } from '../explore/session/stop';
import type { FoundError } from '../explore/common/verdict';
import type { Atom } from '../channel/protocol';
import type { Label } from '../program/label';
import type { ProcessProgram } from '../program/process-program';
import { Learner, Teller, type Common, type Told } from '../program/history-exchange';
import type { Mailbox } from './post';
import type { SharedSet } from './shared-set';

/** What workers send each other. Numbers in it are the sender's. */
export type WorkerMessage =
  | { readonly type: 'branch'; readonly ticket: number; readonly branch: Branch; readonly told: Told }
  | { readonly type: 'result'; readonly ticket: number; readonly found: BranchResult; readonly told: Told }
  | { readonly type: 'news'; readonly told: Told }
  /** By the one who has begun: all is explored. */
  | { readonly type: 'finish' }
  | ({ readonly type: 'left' } & FinalReport);

/** What a worker leaves when it ends. */
export interface FinalReport {
  readonly told: Told;
  readonly found: readonly BranchResult[];
  readonly assumptions: readonly Speculation[];
  /** What its program's runtime remembers; where all is explored. */
  readonly runtime?: Uint8Array;
  readonly statistics: { readonly runs: number; readonly events: number };
  readonly notes: readonly string[];
  /** Why all must begin afresh. */
  readonly afresh?: Round;
  readonly renumbered?: boolean;
  readonly atoms: readonly Atom[];
  /** Why it could not go on. */
  readonly failure?: { readonly name: string; readonly message: string };
}

/** Runs after which a worker tells the others what they have shown. */
const NEWS = 16;
/** How often a worker that waits looks around, in milliseconds. */
const LOOK = 50;

export abstract class Member implements WorkerGroup {
  protected readonly ownSpeculations = new Speculations();
  private readonly tellers: Teller[] = [];
  private readonly learners: Learner[] = [];
  private readonly results = new Map<number, { readonly from: number; readonly found: BranchResult }>();
  private tickets = 0;
  private nextNews = 0;

  constructor(
    protected readonly program: ProcessProgram,
    protected readonly worker: Worker,
    protected readonly names: SharedSet,
  ) {}

  protected abstract readonly mailbox: Mailbox<WorkerMessage> | undefined;
  /** Called while it waits: something may have to be done that cannot. */
  protected abstract checkInterruption(): void;
  /** A letter about the end. */
  protected abstract read(from: number, letter: WorkerMessage): void;

  get speculations(): Speculations | undefined {
    return this.mailbox === undefined ? undefined : this.ownSpeculations;
  }

  abstract cut: boolean;
  abstract readonly executions: number;
  abstract count(n: number): number;

  isNew(name: string): boolean {
    return this.names.add(name);
  }

  isWorkWanted(): boolean {
    const { mailbox: post } = this;
    if (post === undefined) return false;
    if (post.stopping) throw dismissed();
    if (post.hasMail) for (let r = post.receive(); r !== undefined; r = post.receive()) this.receive(r.from, r.letter);
    if (this.program.statistics.runs >= this.nextNews) this.sendHistories(post);
    return post.wanted;
  }

  handOver(branch: Branch): () => boolean {
    const to = this.mailbox!.claim();
    if (to === undefined) return () => this.takeResult(this.worker.explore(branch));
    const ticket = ++this.tickets;
    this.mailbox!.send(to, { type: 'branch', ticket, branch, told: this.tellers[to].tell() });
    return () => this.awaitResult(ticket);
  }

  /** What runs have shown here they need not show there. */
  private sendHistories(post: Mailbox<WorkerMessage>): void {
    for (let t = 0; t < post.threads; t++)
      if (t !== post.me && (t === 0 || post.hasWorked(t))) post.send(t, { type: 'news', told: this.histories(t) });
    this.nextNews = this.program.statistics.runs + NEWS;
  }

  /** The numbers of the others are mine up to `common`. */
  protected introduce(threads: number, common: Common): void {
    for (let t = 0; t < threads; t++) {
      this.tellers.push(new Teller(() => this.program.knowledge, common));
      this.learners.push(
        new Learner(
          () => this.program.knowledge,
          common,
          (loc, value) => {
            this.program.learnInitial(loc, value);
          },
        ),
      );
    }
  }

  /** Waits for one letter and does what it asks for. Meanwhile the others may give it a branch. */
  protected next(): void {
    const post = this.mailbox!;
    post.want();
    for (;;) {
      const received = post.receive();
      this.checkInterruption();
      if (received === undefined) {
        this.wait();
        continue;
      }
      const { from, letter } = received;
      if (letter.type === 'branch') return this.assist(from, letter);
      this.receive(from, letter);
      // Else a branch is under way.
      if (post.withdraw()) return;
    }
  }

  protected wait(): void {
    this.mailbox!.wait(LOOK);
  }

  /** Takes what has arrived. */
  private receive(from: number, letter: WorkerMessage): void {
    if (letter.type !== 'result' && letter.type !== 'news') return this.read(from, letter);
    this.learn(from, letter.told);
    if (letter.type === 'result') this.results.set(letter.ticket, { from, found: letter.found });
  }

  protected learn(from: number, told: Told): void {
    this.program.agreeOn(told.names);
    this.learners[from].learn(told);
  }

  /** What was found, in the numbers here. */
  protected translated(from: number, found: BranchResult): BranchResult {
    return {
      ...found,
      errors: found.errors.map((e) =>
        relabelled(
          e,
          (l) => this.learners[from].label(l),
          (loc) => this.learners[from].location(loc),
        ),
      ),
    };
  }

  protected addSpeculations(from: number, assumptions: readonly Speculation[]): void {
    const learner = this.learners[from];
    for (const [what, node, n] of assumptions)
      this.ownSpeculations.rely(
        what,
        learner.node(node).id,
        what === 'locs' || what === 'tries' ? learner.location(n) : n,
      );
  }

  protected histories(to: number): Told {
    return this.tellers[to].tell();
  }

  /** What has arrived of others' work and nobody has taken up. */
  unclaimed(): BranchResult[] {
    return [...this.results.values()].map(({ from, found }) => this.translated(from, found));
  }

  private assist(from: number, { ticket, branch, told }: WorkerMessage & { type: 'branch' }): void {
    this.learn(from, told);
    const found = this.worker.explore(branch);
    this.mailbox!.send(from, { type: 'result', ticket, found, told: this.histories(from) });
  }

  private awaitResult(ticket: number): boolean {
    while (!this.results.has(ticket)) this.next();
    const { from, found } = this.results.get(ticket)!;
    this.results.delete(ticket);
    return this.takeResult(this.translated(from, found));
  }

  private takeResult(found: BranchResult): boolean {
    this.worker.absorb(found);
    return found.performed;
  }
}

/** Thrown where a worker is to stop, which is no limit that was hit. */
export function dismissed(): Stop {
  return new Stop('the others have ended');
}

function relabelled(e: FoundError, label: (l: Label) => Label, location: (loc: number) => number): FoundError {
  return {
    ...e,
    involved: e.involved.map((i) => ({ ...i, label: label(i.label) })),
    trace: e.trace.map((t) => ({ ...t, label: label(t.label) })),
    schedule: {
      ...e.schedule,
      steps: e.schedule.steps.map((s) => ({ ...s, label: label(s.label) })),
      memory: e.schedule.memory.map((m) => ({ ...m, loc: location(m.loc) })),
    },
  };
}
