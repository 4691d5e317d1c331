/**
 * A worker that the first one has started (lead.ts): it explores branches that the others hand over, until the first
 * one ends.
 */
import type { Server } from '../channel/server';
import type { BranchResult, Worker } from '../explore/session/worker-group';
import type { ExploreOptions } from '../explore/explore-options';
import { assist } from '../explore/parallel-search';
import type { ProcessProgram } from '../program/process-program';
import type { WorkerStart } from './lead';
import { Member, type WorkerMessage } from './member';
import { Mailbox } from './mailbox';
import { nothing, reasonToEnd, type FinalReport } from './reports';
import { SharedSet } from './shared-set';

/** How long the others may take until they have stopped, in milliseconds. The first worker waits less long. */
const STOPPING = 60_000;

/**
 * Explores branches until everything is explored. `start` starts the program, with the first worker's knowledge of it.
 * All failures are sent to the first worker.
 */
export function help(
  first: WorkerStart,
  start: () => { server: Server; program: ProcessProgram },
  options: ExploreOptions,
): void {
  const mailbox = new Mailbox<WorkerMessage>(first.words, first.me, first.ports);
  let server: Server | undefined;
  let helper: Helper | undefined;
  let end: Partial<FinalReport>;
  try {
    const started = start();
    server = started.server;
    mailbox.group = server.group;
    const { found, restart, resumable } = assist(
      started.program,
      options,
      first.round,
      (worker) => (helper = new Helper(started.program, worker, mailbox, new SharedSet(first.names))),
    );
    if (helper!.finished) end = { runtime: server.checkpoint() };
    else if (resumable === true) end = helper!.collect(found, server);
    else end = { found: [...helper!.takeUnclaimed(), found], restart };
  } catch (error) {
    end = mailbox.ended ? {} : reasonToEnd(error);
  }
  const message: WorkerMessage = { type: 'ended', ...nothing, ...helper?.last(), ...end };
  mailbox.send(0, message);
  mailbox.leave();
  // The number of the process group may soon be that of another process.
  mailbox.group = 0;
  server?.stop();
}

class Helper extends Member {
  /** Has the first worker said that everything is explored? */
  finished = false;

  constructor(
    program: ProcessProgram,
    worker: Worker,
    protected readonly mailbox: Mailbox<WorkerMessage>,
    names: SharedSet,
  ) {
    super(program, worker, names);
    this.introduce(mailbox.threads, program.common);
    this.before = { ...program.statistics };
  }

  private readonly before: { readonly runs: number; readonly events: number };

  get cut(): boolean {
    return this.mailbox.cut;
  }
  set cut(cut: boolean) {
    this.mailbox.cut = cut;
  }

  get executions(): number {
    return this.mailbox.executions;
  }

  count(n: number): number {
    return this.mailbox.count(n);
  }

  serve(): void {
    while (!this.finished) this.next();
  }

  /**
   * Stops the others, too, and waits until they have: then messages that are not read yet belong to what this worker
   * reports. Returns its report: `found`, with what remains of its searches; without that if the others do not stop.
   */
  collect(found: BranchResult, server: Server): Partial<FinalReport> {
    const { mailbox } = this;
    mailbox.collect();
    mailbox.pause();
    if (!mailbox.awaitPauses(Date.now() + STOPPING)) return { found: [...this.takeUnclaimed(), found] };
    const parts = this.rests;
    for (let r = mailbox.receive(); r !== undefined; r = mailbox.receive())
      parts.push(...this.takeLate(r.from, r.message));
    const runtime = server.checkpoint();
    return {
      found: [...this.takeUnclaimed(), found],
      parts,
      forgotten: this.forgotten,
      // It is empty if it is too large: then nobody can go on.
      runtime: runtime.length === 0 ? undefined : runtime,
    };
  }

  /** The knowledge of this worker that it has not sent to the first one yet. */
  last(): FinalReport {
    const { program, before } = this;
    const { runs, events } = program.statistics;
    return {
      ...nothing,
      histories: this.histories(0),
      speculations: this.ownSpeculations.all,
      statistics: { runs: runs - before.runs, events: events - before.events },
      notes: program.said,
      atoms: program.promoted,
    };
  }

  protected checkLimits(): void {
    /* The first worker looks after the limits of all. */
  }

  protected read(_from: number, message: WorkerMessage): void {
    if (message.type === 'finish') this.finished = true;
  }
}
