/**
 * A worker that the first one has started (lead.ts): it explores branches that the others hand over, until the first
 * one ends.
 */
import type { Server } from '../channel/server';
import type { Worker } from '../explore/session/worker-group';
import type { ExploreOptions } from '../explore/explore-options';
import { assist } from '../explore/parallel-search';
import type { ProcessProgram } from '../program/process-program';
import type { WorkerStart } from './lead';
import { dismissed, Member, type WorkerMessage } from './member';
import { Mailbox } from './mailbox';
import { nothing, reasonToEnd, type FinalReport } from './reports';
import { SharedSet } from './shared-set';

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
    const { found, restart: restart } = assist(
      started.program,
      options,
      first.round,
      (worker) => (helper = new Helper(started.program, worker, mailbox, new SharedSet(first.names))),
    );
    end = helper!.finished ? { runtime: server.checkpoint() } : { found: [...helper!.unclaimed(), found], restart };
  } catch (error) {
    end = mailbox.stopping ? {} : reasonToEnd(error);
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

  protected checkInterruption(): void {
    if (this.mailbox.stopping) throw dismissed();
  }

  protected read(_from: number, message: WorkerMessage): void {
    if (message.type === 'finish') this.finished = true;
  }
}
