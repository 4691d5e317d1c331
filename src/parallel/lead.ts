/** The worker that has begun. It hires the others once it has explored for a while: most checks are over before. */
import { readFileSync } from 'node:fs';
import { MessageChannel, Worker as Thread, type MessagePort, type ResourceLimits } from 'node:worker_threads';
import { killGroup, type Server } from '../channel/server';
import { DristaError } from '../base/errors';
import type { BranchResult, WorkerLead, Round, Worker } from '../explore/session/worker-group';
import { Stop } from '../explore/session/stop';
import { Nondeterminism, Renumbered } from '../program/outcomes';
import type { ProcessProgram } from '../program/process-program';
import type { ProgramCheckpoint } from '../program/program-checkpoint';
import { Member, type FinalReport, type WorkerMessage } from './member';
import { Mailbox, sharedWords } from './post';
import { SharedSet } from './shared-set';

/** What a hired worker gets. */
export interface WorkerStart {
  readonly me: number;
  readonly ports: readonly (MessagePort | undefined)[];
  readonly words: SharedArrayBuffer;
  readonly names: SharedArrayBuffer;
  readonly round: Round;
  readonly program: ProgramCheckpoint;
}

/** How many threads, and how to start one with the data. */
export interface WorkerThreads {
  readonly workers: number;
  readonly file: string;
  readonly data: (hired: WorkerStart) => object;
  /** Milliseconds before the others are started; 0: at once, and they are waited for. */
  readonly alone?: number;
  readonly resourceLimits?: ResourceLimits;
}

/** Milliseconds that it explores alone, if nothing else is asked for. */
const ALONE = 200;
/** Milliseconds in which the others should end, and answer that all is explored. */
const LEAVING = 3000,
  ANSWERING = 60_000;

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
    private readonly hiring: WorkerThreads,
  ) {
    super(program, worker, new SharedSet());
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
      if (Date.now() - this.started < (this.hiring.alone ?? ALONE)) return false;
      this.hire();
    }
    return super.isWorkWanted();
  }

  finish(): void {
    const { mailbox: post } = this;
    if (post === undefined) return;
    // Who never got anything has run nothing; it may not even have started.
    const worked = this.others.filter((t) => post.hasWorked(t));
    for (const t of worked) post.send(t, { type: 'finish' });
    const letters = this.lastLetters(worked.length, ANSWERING);
    if (letters.length < worked.length)
      throw new DristaError(
        'a thread that explores gave no answer: the machine is overloaded, or there is a bug in drista; --jobs 1 does without',
      );
    for (const { from, letter } of letters) this.part(from, letter);
    this.stopOthers();
  }

  dismiss(): void {
    const { mailbox: post } = this;
    if (post === undefined) return;
    this.stopOthers();
    for (const found of this.unclaimed()) this.absorb(found);
    for (const { from, letter } of this.lastLetters(this.others.filter((t) => post.hasWorked(t)).length, LEAVING)) {
      this.program.statistics.runs += letter.statistics.runs;
      this.program.statistics.events += letter.statistics.events;
      try {
        this.learn(from, letter.told);
      } catch {
        continue; // all begins afresh anyway
      }
      for (const found of letter.found) this.absorb(this.translated(from, found));
    }
  }

  private get others(): number[] {
    return Array.from({ length: this.hiring.workers - 1 }, (_, i) => i + 1);
  }

  private stopOthers(): void {
    this.mailbox!.stop();
    for (const t of this.others) killGroup(this.mailbox!.groupOf(t));
  }

  /** What ends the search is known already. */
  private absorb(found: BranchResult): void {
    try {
      this.worker.absorb(found);
    } catch (e) {
      if (!(e instanceof Stop)) throw e;
    }
  }

  protected checkInterruption(): void {
    this.worker.tick();
  }

  /** A thread that is out of memory ends without a word. */
  protected override wait(): void {
    super.wait();
    for (const t of this.others) {
      if (isDead(this.mailbox!.groupOf(t)) && !this.mailbox!.hasLeft(t))
        throw new DristaError(
          'a thread that explores ended (out of memory?): give it less to do (--max-executions), or use fewer --jobs',
        );
    }
  }

  protected read(from: number, letter: WorkerMessage): void {
    if (letter.type === 'left') this.part(from, letter);
  }

  /** A worker has ended: in good order, or because all have to. */
  private part(
    from: number,
    { told, found, assumptions, runtime, statistics, notes, afresh, renumbered, atoms, failure }: FinalReport,
  ): void {
    const { program, worker } = this;
    program.statistics.runs += statistics.runs;
    program.statistics.events += statistics.events;
    program.note(notes);
    if (failure !== undefined) throw failureOf(failure);
    program.agreeOn(told.names);
    if (renumbered === true) throw new Renumbered();
    program.promote(atoms);
    this.learn(from, told);
    for (const one of found) worker.absorb(this.translated(from, one));
    if (afresh !== undefined) worker.restartWith(afresh);
    this.addSpeculations(from, assumptions);
    if (runtime !== undefined) program.promote(this.server.merge(runtime));
    else worker.stop();
  }

  private hire(): void {
    this.startAt = false;
    const program = this.program.keep();
    if (program.runtime.length === 0) return; // too much to be told
    const { workers, file, data, resourceLimits } = this.hiring;
    const words = sharedWords(workers);
    const ports = portsOf(workers);
    this.mailbox = new Mailbox(words, 0, ports[0]);
    this.mailbox.cut = this.cutAlone;
    this.mailbox.count(this.executionsAlone);
    this.introduce(workers, this.program.common);
    for (let me = 1; me < workers; me++) {
      const hired: WorkerStart = {
        me,
        ports: ports[me],
        words,
        names: this.names.buffer,
        round: this.worker.round,
        program,
      };
      new Thread(file, {
        workerData: data(hired),
        transferList: ports[me].filter((p) => p !== undefined),
        resourceLimits,
      }).unref();
    }
    if (this.hiring.alone === 0)
      for (const t of this.others) while (!this.mailbox.doesWant(t) && !this.mailbox.hasLeft(t)) this.wait();
  }

  /** The letters with which the others end, as far as they come in time. */
  private lastLetters(threads: number, milliseconds: number): { from: number; letter: FinalReport }[] {
    const post = this.mailbox!;
    const letters: { from: number; letter: FinalReport }[] = [];
    post.awaitLeaving(threads, milliseconds);
    for (let r = post.receive(); r !== undefined; r = post.receive())
      if (r.letter.type === 'left') letters.push({ from: r.from, letter: r.letter });
    return letters;
  }
}

function failureOf({ name, message }: NonNullable<FinalReport['failure']>): Error {
  if (name === 'Nondeterminism') return Object.assign(new Nondeterminism(0, 0, '', ''), { message });
  return name === 'DristaError'
    ? new DristaError(message)
    : name === 'RangeError'
      ? new RangeError(message)
      : new Error(message);
}

/** Was the process there once, and is no more? */
function isDead(pid: number): boolean {
  if (pid === 0) return false;
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return text.startsWith('Z', text.lastIndexOf(')') + 2);
  } catch {
    return true;
  }
}

/** ports[i][j] leads from thread i to thread j. */
function portsOf(threads: number): (MessagePort | undefined)[][] {
  const ports = Array.from({ length: threads }, () => new Array<MessagePort | undefined>(threads).fill(undefined));
  for (let i = 0; i < threads; i++) {
    for (let j = i + 1; j < threads; j++) {
      const { port1, port2 } = new MessageChannel();
      ports[i][j] = port1;
      ports[j][i] = port2;
    }
  }
  return ports;
}
