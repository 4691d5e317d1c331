/**
 * A worker that was hired (lead.ts): it explores what the others hand over, until all is explored or the first one
 * ends.
 */
import type { Server } from '../channel/server';
import { DristaError } from '../base/errors';
import type { Worker } from '../explore/session/worker-group';
import type { ExploreOptions } from '../explore/explore-options';
import { assist } from '../explore/parallel-search';
import { Nondeterminism, Promoted, Renumbered } from '../program/outcomes';
import type { ProcessProgram } from '../program/process-program';
import type { WorkerStart } from './lead';
import { dismissed, Member, type FinalReport, type WorkerMessage } from './member';
import { Mailbox } from './post';
import { SharedSet } from './shared-set';

/**
 * Works until there is nothing more to do; `start` starts the program, which goes on with what the first worker's
 * knows.
 */
export function help(
  hired: WorkerStart,
  start: () => { server: Server; program: ProcessProgram },
  options: ExploreOptions,
): void {
  const post = new Mailbox<WorkerMessage>(hired.words, hired.me, hired.ports);
  let server: Server | undefined;
  let helper: Helper | undefined;
  let end: Partial<FinalReport>;
  try {
    const started = start();
    server = started.server;
    post.group = server.group;
    const { found, restart: afresh } = assist(
      started.program,
      options,
      hired.round,
      (worker) => (helper = new Helper(started.program, worker, post, new SharedSet(hired.names))),
    );
    end = helper!.finished ? { runtime: server.keep() } : { found: [...helper!.unclaimed(), found], afresh };
  } catch (error) {
    end = post.stopping ? {} : reason(error);
  }
  const letter: WorkerMessage = { type: 'left', ...nothing, ...helper?.last(), ...end };
  post.send(0, letter);
  post.leave();
  // Its number may soon be another process's.
  post.group = 0;
  server?.stop();
}

const nothing: FinalReport = {
  told: { names: [], sites: [], locations: [], initials: [], nodes: [], labels: [] },
  found: [],
  assumptions: [],
  statistics: { runs: 0, events: 0 },
  notes: [],
  atoms: [],
};

class Helper extends Member {
  /** Was it told that all is explored? */
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

  /** All that is left to tell the first one. */
  last(): FinalReport {
    const { program, before } = this;
    const { runs, events } = program.statistics;
    return {
      ...nothing,
      told: this.histories(0),
      assumptions: this.ownSpeculations.all,
      statistics: { runs: runs - before.runs, events: events - before.events },
      notes: program.said,
      atoms: program.promoted,
    };
  }

  protected checkInterruption(): void {
    if (this.mailbox.stopping) throw dismissed();
  }

  protected read(_from: number, letter: WorkerMessage): void {
    if (letter.type === 'finish') this.finished = true;
  }
}

/** Why it could not go on. What was promoted, and how threads are numbered, is told with everything else. */
function reason(error: unknown): Partial<FinalReport> {
  if (error instanceof Promoted) return {};
  if (error instanceof Renumbered) return { renumbered: true };
  if (error instanceof Nondeterminism) return { failure: { name: error.name, message: error.message } };
  if (error instanceof DristaError) return { failure: { name: 'DristaError', message: error.message } };
  if (error instanceof RangeError) return { failure: { name: 'RangeError', message: error.message } };
  return { failure: { name: 'Error', message: (error as Error).stack ?? String(error) } };
}
