/** Leads the check of a data structure whose clients workers on other machines check (--on): each is a task. */
import { readFileSync } from 'node:fs';
import { sha256 } from '../base/hash';
import type { ClientReport, ClientTask } from '../cluster/client-job';
import { storeProgram } from '../cluster/program-store';
import { readClientReport } from '../cluster/untrusted';
import type { SpecClient } from '../spec/clients';
import { programTraits, startServer } from './checked-program';
import { linkOf } from './cluster-head';
import type { CheckRequest, SharedCheckAddress } from './check-request';
import type { SpecSize } from './spec-size';
import { TaskLead } from './task-lead';

/** Which clients are checked, how, and where. */
export interface LedClients extends SpecSize {
  /** How each client is checked; behind the program's own arguments stands the client. */
  readonly check: CheckRequest;
  /** Given if other machines check clients, too. */
  readonly cluster?: Omit<SharedCheckAddress, 'hash'> | undefined;
}

/** `wanted`: the numbers of clients to check. Throws a DristaError if Redis cannot be reached. */
export function specLead(
  { check, cluster, calls, threads, client, strict }: LedClients,
  clients: readonly SpecClient[],
  wanted: readonly number[],
): TaskLead<ClientTask, ClientReport> {
  const bytes = readFileSync(check.program);
  const hash = sha256(bytes);
  const request = { ...check, file: storeProgram(hash, check.program, () => bytes), cwd: process.cwd() };
  const server = startServer(request);
  const { modules } = server;
  server.stop();
  const address = { ...cluster!, hash };
  const link = linkOf(request, address, programTraits(request, modules), modules, { calls, threads, client, strict });
  const lead = new TaskLead<ClientTask, ClientReport>(link, {
    one: 'client',
    many: 'clients',
    read: (report, job, task) => readClientReport(report, job, clients[task.client].text),
    start: () => ({}),
  });
  lead.offer(wanted.map((number) => ({ client: number })));
  return lead;
}
