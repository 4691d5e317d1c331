/** The first worker. It starts the others after it has explored for a while: most checks end before that. */
import { readFileSync } from 'node:fs';
import { Worker as Thread, type MessagePort, type ResourceLimits } from 'node:worker_threads';
import { killGroup, type Server } from '../channel/server';
import { DristaError } from '../base/errors';
import type { BranchResult, Collected, Round, Worker, WorkerLead } from '../explore/session/worker-group';
import { Stop } from '../explore/session/stop';
import type { ProcessProgram } from '../program/process-program';
import type { ProgramCheckpoint } from '../program/program-checkpoint';
import { Member, type WorkerMessage } from './member';
import { Mailbox, portsOf, sharedWords } from './mailbox';
import { takeReport, type FinalReport } from './reports';
import { SharedSet } from './shared-set';

/** What a worker gets from the first one. */
export interface WorkerStart {
  readonly me: number;
  readonly ports: readonly (MessagePort | undefined)[];
  readonly words: SharedArrayBuffer;
  readonly names: SharedArrayBuffer;
  readonly round: Round;
  readonly program: ProgramCheckpoint;
}

/** How many threads there are, and how to start one. */
export interface WorkerThreads {
  readonly workers: number;
  readonly file: string;
  readonly data: (start: WorkerStart) => object;
  /** Milliseconds before the others are started. 0: at once, and the first worker waits until they are ready. */
  readonly alone?: number;
  readonly resourceLimits?: ResourceLimits;
}

/** Milliseconds that the first worker explores alone, by default. */
const ALONE = 200;
/**
 * Milliseconds that the others have to end when they are dismissed, to answer that everything is explored, and to say
 * what remains. Ctrl-C ends the check by force if it goes on for 5 s (TIMEOUT in check/check-thread.ts).
 */
const ENDING = 3000,
  ANSWERING = 60_000,
  COLLECTING = 4000;

export class ThreadLead extends Member implements WorkerLead {
  protected mailbox: Mailbox<WorkerMessage> | undefined;
  private readonly started = Date.now();
  private startAt = true;
  private cutAlone: boolean;
  private executionsAlone = 0;

  constructor(
    program: ProcessProgram,
    worker: Worker,
    private readonly server: Server,
    private readonly threads: WorkerThreads,
  ) {
    super(program, worker, new SharedSet(undefined, worker.memory.sharedExecutions));
    this.cutAlone = worker.round.cut;
  }

  get cut(): boolean {
    return this.mailbox?.cut ?? this.cutAlone;
  }
  set cut(cut: boolean) {
    this.cutAlone = cut;
    if (this.mailbox !== undefined) this.mailbox.cut = cut;
  }

  get executions(): number {
    return this.mailbox?.executions ?? this.executionsAlone;
  }

  count(n: number): number {
    if (this.mailbox !== undefined) return this.mailbox.count(n);
    this.executionsAlone += n;
    return this.executionsAlone - n;
  }

  override isWorkWanted(): boolean {
    if (this.startAt) {
      if (Date.now() - this.started < (this.threads.alone ?? ALONE)) return false;
      this.startOthers();
    }
    return super.isWorkWanted();
  }

  finish(): void {
    const { mailbox } = this;
    if (mailbox === undefined) return;
    // A worker that never got a branch has run nothing, and may not even have started.
    const worked = this.others.filter((t) => mailbox.hasWorked(t));
    for (const t of worked) mailbox.send(t, { type: 'finish' });
    const messages = this.finalMessages(worked.length, ANSWERING);
    if (messages.length < worked.length)
      throw new DristaError(
        'a thread that explores gave no answer: the machine is overloaded, or there is a bug in drista; ' +
          '--jobs 1 does without',
      );
    for (const { from, message } of messages) this.addReport(from, message);
    this.stopOthers();
  }

  collect(): Collected | undefined {
    const { mailbox } = this;
    const parts = this.rests;
    if (mailbox === undefined) return { parts, names: this.names.allBut(this.forgotten) };
    const end = Date.now() + COLLECTING;
    mailbox.collect();
    mailbox.pause();
    if (!mailbox.awaitPauses(end)) return undefined;
    const silent = new Set(this.others.filter((t) => mailbox.isReady(t)));
    while (silent.size > 0) {
      const received = mailbox.receive();
      if (received === undefined) {
        if (Date.now() >= end) return undefined;
        mailbox.wait(end - Date.now());
        continue;
      }
      const { from, message } = received;
      parts.push(...this.takeLate(from, message));
      if (message.type !== 'ended') continue;
      silent.delete(from);
      parts.push(...(message.parts ?? []));
      this.forgotten.push(...(message.forgotten ?? []));
    }
    for (const found of this.takeUnclaimed()) this.worker.absorb(found);
    return { parts, names: this.names.allBut(this.forgotten) };
  }

  dismiss(): void {
    const { mailbox } = this;
    if (mailbox === undefined) return;
    this.stopOthers();
    for (const found of this.takeUnclaimed()) this.absorb(found);
    for (const { from, message } of this.finalMessages(
      this.others.filter((t) => mailbox.hasWorked(t)).length,
      ENDING,
    )) {
      this.program.statistics.runs += message.statistics.runs;
      this.program.statistics.events += message.statistics.events;
      try {
        this.addHistories(from, message.histories);
      } catch {
        continue; // its findings cannot be decoded without its histories
      }
      for (const found of message.found) this.absorb(this.translated(from, found));
    }
  }

  private get others(): number[] {
    return Array.from({ length: this.threads.workers - 1 }, (_, i) => i + 1);
  }

  private stopOthers(): void {
    this.mailbox!.stop();
    for (const t of this.others) killGroup(this.mailbox!.groupOf(t));
  }

  /** Adds the findings. The search ends in any case, so a Stop is ignored. */
  private absorb(found: BranchResult): void {
    try {
      this.worker.absorb(found);
    } catch (e) {
      if (!(e instanceof Stop)) throw e;
    }
  }

  protected checkLimits(): void {
    this.worker.tick();
  }

  /** A thread that is out of memory ends without a message. */
  protected override wait(): void {
    super.wait();
    for (const t of this.others) {
      if (isDead(this.mailbox!.groupOf(t)) && !this.mailbox!.hasLeft(t))
        throw new DristaError(
          'a thread that explores ended (out of memory?): give it less to do (--max-executions), or use fewer --jobs',
        );
    }
  }

  protected read(from: number, message: WorkerMessage): void {
    if (message.type === 'ended') this.addReport(from, message);
  }

  /** Handles the final report of a worker. */
  private addReport(from: number, report: FinalReport): void {
    const { program, worker, server, ownSpeculations: speculations } = this;
    takeReport({ program, worker, server, speculations }, this.receiver(from), report);
  }

  private startOthers(): void {
    this.startAt = false;
    const program = this.program.checkpoint();
    if (program.runtime.length === 0) return; // the state was too large for a message
    const { workers, file, data, resourceLimits } = this.threads;
    const words = sharedWords(workers);
    const ports = portsOf(workers);
    this.mailbox = new Mailbox(words, 0, ports[0]);
    this.mailbox.cut = this.cutAlone;
    this.mailbox.count(this.executionsAlone);
    this.mailbox.ready();
    this.introduce(workers, this.program.common);
    for (let me = 1; me < workers; me++) {
      const start: WorkerStart = {
        me,
        ports: ports[me],
        words,
        names: this.names.buffer,
        round: this.worker.round,
        program,
      };
      new Thread(file, {
        workerData: data(start),
        transferList: ports[me].filter((p) => p !== undefined),
        resourceLimits,
      }).unref();
    }
    if (this.threads.alone === 0)
      for (const t of this.others) while (!this.mailbox.doesWant(t) && !this.mailbox.hasLeft(t)) this.wait();
  }

  /** The final messages of the others, as far as they arrive in time. */
  private finalMessages(threads: number, milliseconds: number): { from: number; message: FinalReport }[] {
    const mailbox = this.mailbox!;
    const messages: { from: number; message: FinalReport }[] = [];
    mailbox.awaitLeaving(threads, milliseconds);
    for (let r = mailbox.receive(); r !== undefined; r = mailbox.receive())
      if (r.message.type === 'ended') messages.push({ from: r.from, message: r.message });
    return messages;
  }
}

/** Has the process ended? False where there never was one (0). */
function isDead(pid: number): boolean {
  if (pid === 0) return false;
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return text.startsWith('Z', text.lastIndexOf(')') + 2);
  } catch {
    return true;
  }
}
