/**
 * Leads an exploration whose parts are explored by workers on other machines. It explores alone for a while, since most
 * checks end before that, and on until some worker waits. Then all that remains becomes jobs, and it adds their
 * results. A job is done when its result has been added: so whatever happens to its worker, it counts exactly once.
 */
import type { Server } from '../channel/server';
import { DristaError } from '../base/errors';
import { randomName } from '../base/random-name';
import { noCounts } from '../explore/common/verdict';
import { Speculations } from '../explore/histories/speculations';
import {
  GivenAway,
  type Part,
  type PartLead,
  type PartsCheckpoint,
  type Worker,
} from '../explore/session/worker-group';
import { takeReport } from '../parallel/reports';
import { HistoryReceiver, HistorySender } from '../program/history-exchange';
import type { ProcessProgram } from '../program/process-program';
import type { ProgramCheckpoint } from '../program/program-checkpoint';
import type { Round } from '../explore/session/worker-group';
import { encode } from './codec';
import { ExecutionNames } from './execution-names';
import type { Link } from './link';
import { readReport } from './untrusted';
import { jobData, jobName, type PartReport } from './part-job';

/** What workers need at the beginning of a round. */
export interface RoundStart {
  readonly round: Round;
  readonly program: ProgramCheckpoint;
}

/** Milliseconds: how long the lead explores alone at least, by default, and how often it looks for messages then. */
const ALONE = 200,
  LOOK = 50;
/** The state of the check is saved at intervals of so many milliseconds, and takes at most this share of the time. */
const SAVING = 2000,
  SHARE = 1 / 20;
/** The most branches that the lead makes of its search. */
const MAX_BRANCHES = 64;
/** The most results that are refused before the check ends. */
const MOST_REFUSED = 9;

/** The work of all workers so far. */
export interface ClusterStatistics {
  parts: number;
  /** Milliseconds that parts have taken. */
  exploring: number;
  /** Milliseconds of all threads of workers since the search was shared. */
  available: number;
}

export class ClusterLead implements PartLead {
  cut = false;
  executions = 0;
  readonly speculations = new Speculations();
  private readonly names: ExecutionNames;
  private readonly started = Date.now();
  private nextLook = 0;
  /** Parts that this lead explores itself, and those that are jobs, by their names. */
  private own: Part[] = [];
  private readonly jobs = new Map<string, Part>();
  private round = '';
  private cutBefore = false;
  private sender: HistorySender | undefined;
  private shared = false;
  private mayShare = true;
  /** Jobs whose results were added since the last save. */
  private taken: string[] = [];
  private nextSave = 0;
  /** How many results were refused. */
  private refused = 0;

  /** `link`: to Redis; undefined: this lead explores all parts itself. `onSave` saves what worker.save() offers. */
  constructor(
    private readonly program: ProcessProgram,
    private readonly worker: Worker,
    private readonly server: Server,
    private readonly link: Link | undefined,
    private readonly statistics: ClusterStatistics = { parts: 0, exploring: 0, available: 0 },
    private readonly alone = ALONE,
  ) {
    this.names = new ExecutionNames(worker.memory.sharedExecutions);
  }

  explore({ parts, speculations, names, cut, round }: PartsCheckpoint): void {
    for (const [what, node, n] of speculations) this.speculations.rely(what, node, n);
    this.names.addAll(names);
    this.cutBefore = cut;
    if (this.link?.attached === true) this.goOn(this.link, parts, round);
    else this.own = [...parts];
    // It takes no results, which there may be of another lead's round.
    if (this.link !== undefined && this.alone === 0 && !this.shared) this.awaitWorker(this.link);
    this.exploreOwn();
    if (this.shared) this.serve(this.link!);
  }

  checkpoint(): PartsCheckpoint {
    return {
      parts: [...this.own, ...this.worker.rests, ...this.jobs.values()],
      speculations: this.speculations.all,
      names: this.names.all,
      cut: this.cutBefore,
      round: this.round,
    };
  }

  dismiss(): void {
    if (this.shared) this.link!.send({ type: 'drop' });
    this.shared = false;
  }

  count(n: number): number {
    this.executions += n;
    return this.executions - n;
  }

  isNew(name: string): boolean | undefined {
    return this.names.add(name);
  }

  forget(): void {
    this.names.forgetLast();
  }

  isWorkWanted(): boolean {
    const { link } = this;
    const now = Date.now();
    if (link === undefined || !this.mayShare || now < this.nextLook) return false;
    this.nextLook = now + Math.min(LOOK, this.alone);
    for (let m = link.receive(); m !== undefined; m = link.receive()) if (m.type === 'lost') this.lose(m.message);
    return now - this.started >= this.alone && link.workers.wanted > 0;
  }

  take(split: (branches: number) => Part[]): never {
    throw new GivenAway(split(Math.min(this.link!.workers.wanted, MAX_BRANCHES)));
  }

  handOver(): never {
    throw new Error('a lead hands no branch over: what remains is given away as a whole');
  }

  /** Waits until some thread of a worker waits. */
  private awaitWorker(link: Link): void {
    while (link.workers.wanted === 0) {
      this.worker.tick();
      const message = link.receive();
      if (message?.type === 'lost') this.lose(message.message);
      if (message === undefined) link.wait(LOOK);
    }
  }

  /** Explores its own parts, until one is given away: then all of them become jobs. */
  private exploreOwn(): void {
    while (!this.shared) {
      const part = this.own.pop();
      if (part === undefined) return;
      const { found, remaining } = this.worker.explorePart(part);
      this.worker.absorb(found);
      this.own.push(...remaining);
      if (remaining.length > 0) this.share(this.link!);
    }
  }

  /** Gives its own parts to workers, with all that they need to begin. */
  private share(link: Link): void {
    const { program } = this;
    const checkpoint = program.checkpoint();
    if (checkpoint.runtime.length === 0) {
      this.mayShare = false; // the state is too large for a message
      return;
    }
    this.shared = true;
    this.round = randomName(8);
    const start: RoundStart = { round: this.worker.round, program: checkpoint };
    this.sender = new HistorySender(() => program.knowledge, program.common);
    link.send({ type: 'begin', round: this.round, start: encode(start) });
    const parts = this.own;
    this.own = [];
    this.add(link, parts);
    this.worker.save();
  }

  /** Goes on with the jobs of another lead's round. */
  private goOn(link: Link, parts: readonly Part[], round: string): void {
    link.attached = false;
    if (round === '') throw new DristaError('--attach: the check was not shared yet: check the program again');
    const { program } = this;
    this.shared = true;
    this.round = round;
    // The state that was saved and what was published go together.
    this.sender = new HistorySender(() => program.knowledge, program.common);
    this.add(link, parts);
  }

  private add(link: Link, parts: readonly Part[]): void {
    const { round, cut } = this;
    const jobs = parts.map((part) => ({
      name: jobName(link.check, round, part),
      data: jobData(link.build, link.check, round, part, cut),
    }));
    jobs.forEach(({ name }, i) => this.jobs.set(name, parts[i]));
    if (jobs.length > 0) link.send({ type: 'add', jobs });
  }

  /** Adds results until there are no more jobs. */
  private serve(link: Link): void {
    let last = Date.now();
    while (this.jobs.size > 0) {
      this.worker.tick();
      const now = Date.now();
      this.statistics.available += (now - last) * link.workers.slots;
      last = now;
      if (now >= this.nextSave && this.taken.length > 0) this.worker.save();
      const message = link.receive();
      if (message === undefined) link.wait(LOOK);
      else if (message.type === 'result') this.accept(link, message.name, message.report);
      else if (message.type === 'lost') this.lose(message.message);
      else if (message.type === 'refused' && this.jobs.has(message.name))
        throw new DristaError(`a worker cannot explore its part of the search: ${message.message}`);
    }
  }

  /** Adds the result of a job, once. */
  private accept(link: Link, name: string, bytes: Uint8Array): void {
    const part = this.jobs.get(name);
    if (part === undefined) return;
    let report: PartReport;
    try {
      report = readReport(bytes, name);
    } catch (error) {
      return this.refuse(link, name, part, error as Error);
    }
    try {
      this.addReport(report);
    } catch (error) {
      // The report has the form of one, and yet no sense: what a worker of this build sends always has.
      if (report.failure === undefined && (error instanceof TypeError || error instanceof SyntaxError))
        throw new DristaError(`the result of a worker cannot be used, or there is a bug in drista (${error.message})`);
      throw error;
    }
    this.jobs.delete(name);
    this.taken.push(name);
    this.add(link, report.remaining);
  }

  /** The part is explored again, unless that was in vain too often. */
  private refuse(link: Link, name: string, part: Part, { message }: Error): void {
    const what = `a result that workers have left in Redis was refused: ${message}`;
    if (++this.refused > MOST_REFUSED) throw new DristaError(`${what}; it is the ${MOST_REFUSED + 1}th`);
    this.worker.note(`${what}; its part was explored again`);
    link.send({ type: 'again', job: { name, data: jobData(link.build, link.check, this.round, part, this.cut) } });
  }

  private addReport(report: PartReport): void {
    const { program, worker, server, speculations } = this;
    const receiver = new HistoryReceiver(
      () => program.knowledge,
      report.common,
      (loc, value) => {
        program.learnInitial(loc, value);
      },
    );
    if (report.cut) worker.cut();
    // Before what ends the search: the part was explored.
    this.statistics.parts++;
    this.statistics.exploring += report.milliseconds;
    if (report.runtime === undefined && !saysWhy(report)) {
      program.promote(report.atoms); // the only other reason
      throw new TypeError('it does not say why the part was not explored');
    }
    takeReport({ program, worker, server, speculations }, receiver, report);
    this.uncount(report);
  }

  /** Counts the executions of a report; those that were counted before count no more. */
  private uncount({ names, found }: PartReport): void {
    const again = this.names.addAll(names);
    if (again === undefined) this.worker.stopAt('memory', false);
    this.executions += found.reduce((sum, { counts }) => sum + counts.executions, 0) - again;
    const counts = { ...noCounts(), executions: -again };
    if (again > 0) this.worker.absorb({ counts, errors: [], notes: [], limitsHit: [] });
  }

  /** Saves the state of the check, of which `snapshot` is all but what the lead itself knows. */
  save(snapshot: () => Uint8Array): void {
    const { link, sender } = this;
    if (link === undefined || sender === undefined || !this.shared) return;
    const started = Date.now();
    const update = sender.update();
    const isNew = update.nodes.length + update.locations.length + update.sites.length + update.initials.length > 0;
    const taken = this.taken;
    this.taken = [];
    link.send({
      type: 'save',
      round: this.round,
      snapshot: snapshot(),
      update: isNew ? encode(update) : undefined,
      taken,
    });
    this.nextSave = Date.now() + Math.max(SAVING, (Date.now() - started) / SHARE);
  }

  private lose(message: string): never {
    this.worker.note(message);
    this.worker.stopAt('redis', true);
  }
}

/** Does the report of a part that was not explored to its end say why? */
function saysWhy({ found, restart, renumbered, failure }: PartReport): boolean {
  const ends = found.some(({ errors, limitsHit }) => errors.length + limitsHit.length > 0);
  return ends || restart !== undefined || renumbered === true || failure !== undefined;
}
