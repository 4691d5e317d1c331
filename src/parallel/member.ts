/**
 * One worker of a group of threads. Each has a server of its own for the program's runs, and history trees of its own.
 * A message that hands a branch over also contains the sender's new histories, and so does the answer. A worker thus
 * always has at least the knowledge that it would have if it had explored everything itself.
 */
import { Speculations } from '../explore/histories/speculations';
import type { Branch, BranchResult, Part, Worker, WorkerGroup } from '../explore/session/worker-group';
import { Stop } from '../explore/session/stop';
import type { ProcessProgram } from '../program/process-program';
import { HistoryReceiver, HistorySender, type Common, type HistoryUpdate } from '../program/history-exchange';
import type { Mailbox } from './mailbox';
import { translated, type FinalReport } from './reports';
import type { SharedSet } from './shared-set';

/** A message between workers. Numbers in it are the sender's. */
export type WorkerMessage =
  | { readonly type: 'branch'; readonly ticket: number; readonly branch: Branch; readonly histories: HistoryUpdate }
  | {
      readonly type: 'result';
      readonly ticket: number;
      readonly found: BranchResult;
      readonly histories: HistoryUpdate;
    }
  | { readonly type: 'histories'; readonly histories: HistoryUpdate }
  /** Sent by the first worker: everything is explored. */
  | { readonly type: 'finish' }
  | ({ readonly type: 'ended' } & FinalReport);

/** After so many runs a worker sends the others its new histories. */
const RUNS_PER_EXCHANGE = 16;
/** Milliseconds between two checks of a worker that waits for messages. */
const POLL = 50;

export abstract class Member implements WorkerGroup {
  protected readonly ownSpeculations = new Speculations();
  private readonly senders: HistorySender[] = [];
  private readonly receivers: HistoryReceiver[] = [];
  private readonly results = new Map<number, { readonly from: number; readonly found: BranchResult }>();
  private tickets = 0;
  private nextExchange = 0;
  /** Branches that were to be handed over, but no worker was left that wanted one. */
  private readonly kept = new Set<Part>();
  /** Executions that this worker has named, but did not count. */
  protected readonly forgotten: string[] = [];

  constructor(
    protected readonly program: ProcessProgram,
    protected readonly worker: Worker,
    protected readonly names: SharedSet,
  ) {}

  protected abstract readonly mailbox: Mailbox<WorkerMessage> | undefined;
  /** Called while it waits. Throws Stop if a limit of this worker ends the search. */
  protected abstract checkLimits(): void;
  /** Handles a message about the end of a search. */
  protected abstract read(from: number, message: WorkerMessage): void;

  get speculations(): Speculations | undefined {
    return this.mailbox === undefined ? undefined : this.ownSpeculations;
  }

  abstract cut: boolean;
  abstract readonly executions: number;
  abstract count(n: number): number;

  isNew(name: string): boolean | undefined {
    return this.names.add(name);
  }

  forget(name: string): void {
    this.forgotten.push(name);
  }

  isWorkWanted(): boolean {
    const { mailbox } = this;
    if (mailbox === undefined) return false;
    if (mailbox.stopping) throw this.stopped();
    if (mailbox.mayHaveMessage)
      for (let r = mailbox.receive(); r !== undefined; r = mailbox.receive()) this.receive(r.from, r.message);
    if (this.program.statistics.runs >= this.nextExchange) this.sendHistories(mailbox);
    return mailbox.wanted;
  }

  handOver(branch: Branch): () => boolean {
    const to = this.mailbox!.claim();
    if (to === undefined) return this.keep(branch);
    const ticket = ++this.tickets;
    this.mailbox!.send(to, { type: 'branch', ticket, branch, histories: this.senders[to].update() });
    return () => this.awaitResult(ticket);
  }

  /** Keeps a branch that no other worker takes, as handOver. */
  private keep(branch: Branch): () => boolean {
    const part: Part = { path: branch, base: branch.length };
    this.kept.add(part);
    return () => {
      this.kept.delete(part);
      return this.takeResult(this.worker.explore(branch));
    };
  }

  /** After a Stop: what remains of searches and branches that this worker has begun or kept. */
  protected get rests(): Part[] {
    return [...this.worker.rests, ...this.kept];
  }

  /** Sends new histories, so that the other workers need not make the same runs. */
  private sendHistories(mailbox: Mailbox<WorkerMessage>): void {
    for (let t = 0; t < mailbox.threads; t++)
      if (t !== mailbox.me && (t === 0 || mailbox.hasWorked(t)))
        mailbox.send(t, { type: 'histories', histories: this.histories(t) });
    this.nextExchange = this.program.statistics.runs + RUNS_PER_EXCHANGE;
  }

  /** Begins the exchange with the other workers. Their numbers are those of this worker up to `common`. */
  protected introduce(threads: number, common: Common): void {
    for (let t = 0; t < threads; t++) {
      this.senders.push(new HistorySender(() => this.program.knowledge, common));
      this.receivers.push(
        new HistoryReceiver(
          () => this.program.knowledge,
          common,
          (loc, value) => {
            this.program.learnInitial(loc, value);
          },
        ),
      );
    }
  }

  /** What ends the search of this worker as all should stop. */
  protected stopped(): Stop {
    return this.mailbox!.ended ? dismissed() : new Stop('all workers stop', true);
  }

  /**
   * Waits for one message and handles it. Meanwhile the others may send this worker a branch. The order of the first
   * two steps matters to Mailbox.awaitPauses.
   */
  protected next(): void {
    const mailbox = this.mailbox!;
    mailbox.ready();
    if (mailbox.stopping) throw this.stopped();
    mailbox.want();
    for (;;) {
      // Before a message is taken, which would be lost.
      if (mailbox.stopping) throw this.stopped();
      this.checkLimits();
      const received = mailbox.receive();
      if (received === undefined) {
        this.wait();
        continue;
      }
      const { from, message } = received;
      if (message.type === 'branch') return this.assist(from, message);
      this.receive(from, message);
      // Otherwise a branch is on its way to this worker.
      if (mailbox.withdraw()) return;
    }
  }

  protected wait(): void {
    this.mailbox!.wait(POLL);
  }

  /**
   * Handles a message after all have stopped. Returns what remains because of it: a branch that was to be explored
   * here.
   */
  protected takeLate(from: number, message: WorkerMessage): Part[] {
    if (message.type !== 'branch') {
      this.receive(from, message);
      return [];
    }
    this.addHistories(from, message.histories);
    return [{ path: message.branch, base: message.branch.length }];
  }

  /** Handles a message other than a branch. */
  private receive(from: number, message: WorkerMessage): void {
    if (message.type !== 'result' && message.type !== 'histories') return this.read(from, message);
    this.addHistories(from, message.histories);
    if (message.type === 'result') this.results.set(message.ticket, { from, found: message.found });
  }

  protected addHistories(from: number, histories: HistoryUpdate): void {
    this.program.agreeOn(histories.names);
    this.receivers[from].add(histories);
  }

  /** The findings, in the numbers of this worker. */
  protected translated(from: number, found: BranchResult): BranchResult {
    return translated(this.receivers[from], found);
  }

  protected receiver(from: number): HistoryReceiver {
    return this.receivers[from];
  }

  protected histories(to: number): HistoryUpdate {
    return this.senders[to].update();
  }

  /** Takes the results of other workers that no search has requested. */
  takeUnclaimed(): BranchResult[] {
    const results = [...this.results.values()];
    this.results.clear();
    return results.map(({ from, found }) => this.translated(from, found));
  }

  private assist(from: number, { ticket, branch, histories }: WorkerMessage & { type: 'branch' }): void {
    this.addHistories(from, histories);
    const found = this.worker.explore(branch);
    this.mailbox!.send(from, { type: 'result', ticket, found, histories: this.histories(from) });
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

/** The exception that stops a worker that has hit no limit. */
export function dismissed(): Stop {
  return new Stop('the others have ended');
}
