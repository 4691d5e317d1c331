/** Clients that a thread of `drista worker` checks for `drista spec --on`. */
import { DristaError } from '../base/errors';
import type { ClientReport, ClientTask } from '../cluster/client-job';
import type { CheckRequest } from './check-request';
import { SpecClients } from './spec-clients';
import type { SpecSize } from './spec-size';
import { TaskWorker, type DoneTask } from './task-worker';

export class ClientWorker extends TaskWorker {
  private readonly clients: SpecClients;

  /** `words`: shared with the main thread of the worker. Throws a DristaError if the program is no test. */
  constructor(
    private readonly request: CheckRequest,
    size: SpecSize,
    words: Int32Array,
  ) {
    super(words);
    this.clients = new SpecClients(request, size);
  }

  /** Checks the client of the job. Undefined: that is of no use any more. */
  explore(job: string, { client }: ClientTask): DoneTask<ClientReport> | undefined {
    if (client >= this.clients.all.length) throw new DristaError('this machine has other clients of the test');
    const { text } = this.clients.all[client];
    const hooks = {
      onProgress: () => undefined,
      onOutcome: () => undefined,
      onCheckpoint: () => undefined,
      interrupted: this.interrupted,
    };
    // The lead ends the search when its time is over.
    const settings = { ...this.request.settings, timeLimit: undefined };
    const { summary, histories } = this.clients.check(text, { settings }, hooks);
    if (this.isStopped) return undefined;
    const report = this.reportOf(job, summary);
    const { executions, notes } = summary;
    const counted = report.found === 'verified' ? { executions, histories, notes } : nothing;
    return { report: { ...report, text, ...counted }, usable: true };
  }
}

const nothing = { executions: 0, histories: 0, notes: [] };
