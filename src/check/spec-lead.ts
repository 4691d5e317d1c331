/**
 * Leads the check of a data structure whose clients workers on other machines check (--on). Clients are independent of
 * each other, so each is a job. Workers only say which clients are verified, and with what counts: what else they find,
 * the lead checks itself. So the result is that of one machine, whoever has checked what.
 */
import { readFileSync } from 'node:fs';
import { DristaError } from '../base/errors';
import { randomName } from '../base/random-name';
import { sha256 } from '../base/hash';
import type { ClientReport } from '../cluster/client-job';
import { encode } from '../cluster/codec';
import { Link } from '../cluster/link';
import { jobData, jobName } from '../cluster/part-job';
import { storeProgram } from '../cluster/program-store';
import { timeSetting } from '../cluster/time-setting';
import { readClientReport } from '../cluster/untrusted';
import type { SpecClient } from '../spec/clients';
import { checkMessages } from './check-messages';
import { programTraits, startServer } from './checked-program';
import { TIMEOUT } from './cluster-check';
import { headOf } from './cluster-head';
import { ioFile } from './io-module';
import type { CheckRequest, SharedCheckAddress } from './check-request';
import type { SpecSize } from './spec-size';

/** Milliseconds: how long the lead checks clients alone at least, and how long it waits for a message. */
const ALONE = 200,
  LOOK = 50;
/** The most results that are refused before the check ends. */
const MOST_REFUSED = 9;

/** Which clients are checked, how, and where. */
export interface LedClients extends SpecSize {
  /** How each client is checked; behind the program's own arguments stands the client. */
  readonly check: CheckRequest;
  /** Given if other machines check clients, too. */
  readonly cluster?: Omit<SharedCheckAddress, 'hash'> | undefined;
}

export class SpecLead {
  private readonly link: Link;
  private readonly started = Date.now();
  private readonly round = randomName(8);
  /** Clients without a result, by the names of their jobs; those with one. */
  private readonly open = new Map<string, number>();
  private readonly reports = new Map<number, ClientReport>();
  private readonly notes = new Set<string>();
  private shared = false;
  private lost = false;
  private machines = 0;
  private others: readonly string[] = [];
  private remote = 0;
  private refused = 0;

  /** `wanted`: the numbers of clients to check. Throws a DristaError if Redis cannot be reached. */
  constructor(
    { check, cluster, calls, threads, client, strict }: LedClients,
    private readonly clients: readonly SpecClient[],
    private readonly wanted: readonly number[],
  ) {
    const { url } = cluster!;
    const bytes = readFileSync(check.program);
    const hash = sha256(bytes);
    const address = { ...cluster!, hash };
    const request = { ...check, file: storeProgram(hash, check.program, () => bytes), cwd: process.cwd() };
    const server = startServer(request);
    const { modules } = server;
    server.stop();
    const start = {
      ...address,
      head: headOf(request, address, programTraits(request, modules), modules, { calls, threads, client, strict }),
      program: { hash, bytes },
      timeout: timeSetting('DRISTA_REDIS_TIMEOUT') ?? TIMEOUT,
      url,
    };
    this.link = new Link(address, ioFile(), (channel) => ({ link: { ...start, ...channel } }));
  }

  /**
   * What a worker has found of the client, which it has verified; undefined: it is to be checked here. Waits for it
   * while there are workers and `isOver` is not true.
   */
  verified(number: number, isOver: () => boolean): ClientReport | undefined {
    while (this.takeMessage());
    if (!this.shared && this.isShareable()) this.share(number);
    while (this.shared && !this.reports.has(number)) {
      if (isOver() || this.lost || this.link.workers.machines === 0) return undefined;
      if (!this.takeMessage()) this.link.wait(LOOK);
    }
    const report = this.reports.get(number);
    if (report?.found !== 'verified') return undefined;
    this.remote++;
    return report;
  }

  /** Removes the check from Redis. Notes on who has checked clients; `verbose`: with what was exchanged. */
  end(verbose: boolean): string[] {
    const { messages, bytes } = this.link.end();
    if (this.remote === 0) return [...this.notes, checkMessages.noWorkers(this.machines, this.others)];
    const traffic = verbose ? [checkMessages.clientsElsewhere(this.remote, this.machines, messages, bytes)] : [];
    return [...this.notes, ...traffic];
  }

  private isShareable(): boolean {
    const alone = timeSetting('DRISTA_PART_ALONE') ?? ALONE;
    const { link } = this;
    // Without a moment alone all clients are for workers.
    while (alone === 0 && link.workers.machines === 0 && !this.lost) if (!this.takeMessage()) link.wait(LOOK);
    return !this.lost && link.workers.machines > 0 && Date.now() - this.started >= alone;
  }

  /** Makes all clients from this one on jobs. */
  private share(first: number): void {
    const { link, round } = this;
    this.shared = true;
    link.send({ type: 'begin', round, start: encode({}) });
    const jobs = this.wanted.filter((number) => number >= first).map((number) => this.job(number));
    link.send({ type: 'add', jobs });
  }

  private job(client: number): { name: string; data: ReturnType<typeof jobData> } {
    const { link, round } = this;
    const name = jobName(link.check, round, { client });
    this.open.set(name, client);
    return { name, data: jobData(link.build, link.check, round, { client }, false) };
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
      throw new DristaError(`a worker cannot check its client: ${message.message}`);
    else if (message.type === 'lost') {
      this.lost = true;
      this.notes.add(`${message.message}: the other clients were checked here`);
    }
    return true;
  }

  private accept(name: string, bytes: Uint8Array): void {
    const client = this.open.get(name);
    if (client === undefined) return;
    try {
      const report = readClientReport(bytes, name, this.clients[client].text);
      if (report.found === 'again') return this.repeat(client);
      this.open.delete(name);
      this.reports.set(client, report);
    } catch (error) {
      const what = `a result that workers have left in Redis was refused: ${(error as Error).message}`;
      if (++this.refused > MOST_REFUSED) throw new DristaError(`${what}; it is the ${MOST_REFUSED + 1}th`);
      this.notes.add(`${what}; its client was checked again`);
      this.repeat(client);
    }
  }

  private repeat(client: number): void {
    this.link.send({ type: 'again', job: this.job(client) });
  }
}
