/**
 * Leads independent tasks that workers on other machines do, too (--on). Each is a job. Workers only say which tasks
 * are verified, and with what counts: what else they find, the lead finds itself. It takes results in the order of
 * tasks. So all is as on one machine, whoever has done what.
 */
import { DristaError } from '../base/errors';
import { randomName } from '../base/random-name';
import { encode } from '../cluster/codec';
import type { Link } from '../cluster/link';
import { jobData, jobName } from '../cluster/part-job';
import type { Task } from '../cluster/task-job';
import type { TaskReport } from '../cluster/task-report';
import { timeSetting } from '../cluster/time-setting';
import { checkMessages } from './check-messages';

/** Milliseconds: how long the lead works alone at least, and how long it waits for a message. */
const ALONE = 200,
  LOOK = 50;
/** The most results that are refused before the check ends. */
const MOST_REFUSED = 9;

/** What tasks of one kind are. */
export interface TaskKind<T extends Task, R extends TaskReport> {
  /** What people call one of them, and several. */
  readonly one: string;
  readonly many: string;
  /** The result of a task's job. Throws an Error that says in a line why it cannot be one. */
  read(bytes: Uint8Array, job: string, task: T): R;
  /** What workers need for all tasks of a round, as plain data. */
  start(): object;
}

export class TaskLead<T extends Task, R extends TaskReport> {
  private readonly started = Date.now();
  private round = randomName(8);
  /** By the names of their jobs: tasks that are no jobs yet, jobs without a result, and results. */
  private readonly waiting = new Map<string, T>();
  private readonly open = new Map<string, T>();
  private readonly reports = new Map<string, R>();
  private readonly said = new Set<string>();
  private shared = false;
  private lost = false;
  private machines = 0;
  private others: readonly string[] = [];
  private remote = 0;
  private refused = 0;

  constructor(
    private readonly link: Link,
    private readonly kind: TaskKind<T, R>,
  ) {}

  /** These tasks will be needed, in this order. */
  offer(tasks: readonly T[]): void {
    for (const task of tasks) this.waiting.set(this.nameOf(task), task);
  }

  /** Drops all tasks that are not needed yet: the next ones belong to another round. */
  renew(): void {
    if (this.shared) this.link.send({ type: 'drop' });
    this.shared = false;
    this.round = randomName(8);
    for (const tasks of [this.waiting, this.open, this.reports]) tasks.clear();
  }

  /**
   * What a worker has found of the task, which it has verified; undefined: it is to be done here. Waits for it while
   * there are workers and `isOver` is not true.
   */
  verified(task: T, isOver: () => boolean): R | undefined {
    const name = this.nameOf(task);
    while (this.takeMessage());
    if (!this.shared && this.isShareable()) this.share();
    if (this.shared) this.add();
    while (this.open.has(name)) {
      if (isOver() || this.lost || this.link.workers.machines === 0) break;
      if (!this.takeMessage()) this.link.wait(LOOK);
    }
    const report = this.reports.get(name);
    for (const tasks of [this.waiting, this.open, this.reports]) tasks.delete(name);
    if (report?.found !== 'verified') return undefined;
    this.remote++;
    return report;
  }

  /** Removes the check from Redis. Notes on who has done what; `verbose`: with what was exchanged. */
  end(verbose: boolean): string[] {
    const { messages, bytes } = this.link.end();
    const { remote, machines, kind } = this;
    if (remote === 0) return [...this.said, checkMessages.noWorkers(machines, this.others)];
    const traffic = checkMessages.tasksElsewhere(remote, kind.many, machines, messages, bytes);
    return [...this.said, ...(verbose ? [traffic] : [])];
  }

  private isShareable(): boolean {
    const alone = timeSetting('DRISTA_PART_ALONE') ?? ALONE;
    const { link } = this;
    // Without a moment alone all tasks are for workers.
    while (alone === 0 && link.workers.machines === 0 && !this.lost) if (!this.takeMessage()) link.wait(LOOK);
    return !this.lost && link.workers.machines > 0 && Date.now() - this.started >= alone;
  }

  private share(): void {
    this.shared = true;
    this.link.send({ type: 'begin', round: this.round, start: encode(this.kind.start()) });
  }

  /** Makes the tasks that are offered jobs. */
  private add(): void {
    if (this.waiting.size === 0) return;
    const jobs = [...this.waiting].map(([name, task]) => this.job(name, task));
    for (const [name, task] of this.waiting) this.open.set(name, task);
    this.waiting.clear();
    this.link.send({ type: 'add', jobs });
  }

  private nameOf(task: T): string {
    return jobName(this.link.check, this.round, task);
  }

  private job(name: string, task: T): { name: string; data: ReturnType<typeof jobData> } {
    const { link, round } = this;
    return { name, data: jobData(link.build, link.check, round, task, false) };
  }

  /** Takes a message, if there is one. */
  private takeMessage(): boolean {
    const message = this.link.receive();
    if (message === undefined) return false;
    const { machines, others } = this.link.workers;
    this.machines = Math.max(this.machines, machines);
    this.others = others;
    if (message.type === 'result') this.accept(message.name, message.report);
    else if (message.type === 'refused' && this.open.has(message.name))
      throw new DristaError(`a worker cannot check its ${this.kind.one}: ${message.message}`);
    else if (message.type === 'lost') {
      this.lost = true;
      this.said.add(`${message.message}: the other ${this.kind.many} were checked here`);
    }
    return true;
  }

  private accept(name: string, bytes: Uint8Array): void {
    const task = this.open.get(name);
    if (task === undefined) return;
    try {
      const report = this.kind.read(bytes, name, task);
      if (report.found === 'again') return this.repeat(name, task);
      this.open.delete(name);
      this.reports.set(name, report);
    } catch (error) {
      const what = `a result that workers have left in Redis was refused: ${(error as Error).message}`;
      if (++this.refused > MOST_REFUSED) throw new DristaError(`${what}; it is the ${MOST_REFUSED + 1}th`);
      this.said.add(`${what}; its ${this.kind.one} was checked again`);
      this.repeat(name, task);
    }
  }

  private repeat(name: string, task: T): void {
    this.link.send({ type: 'again', job: this.job(name, task) });
  }
}
