/** A thread of `drista worker` for `drista spec --on`: checks clients, one after the other. */
import { DristaError } from '../base/errors';
import type { ClientReport, ClientTask } from '../cluster/client-job';
import { SlotWord } from '../cluster/part-worker';
import { FORMAT } from '../cluster/part-job';
import type { CheckRequest } from './check-request';
import { SpecClients } from './spec-clients';
import type { SpecSize } from './spec-size';

export class ClientWorker {
  private readonly clients: SpecClients;

  /** `words`: shared with the main thread of the worker. Throws a DristaError if the program is no test. */
  constructor(
    private readonly request: CheckRequest,
    size: SpecSize,
    private readonly words: Int32Array,
  ) {
    this.clients = new SpecClients(request, size);
  }

  /** Checks the client of the job. Undefined: that is of no use any more. */
  explore(job: string, { client }: ClientTask): { readonly report: ClientReport; readonly usable: true } | undefined {
    if (client >= this.clients.all.length) throw new DristaError('this machine has other clients of the test');
    const { text } = this.clients.all[client];
    const none = { format: FORMAT, job, text, executions: 0, histories: 0, notes: [] };
    const hooks = {
      onProgress: () => undefined,
      onOutcome: () => undefined,
      onCheckpoint: () => undefined,
      interrupted: () => this.isSet('Stop') || this.isSet('Leave'),
    };
    // The lead ends the search when its time is over.
    const settings = { ...this.request.settings, timeLimit: undefined };
    const { summary, histories } = this.clients.check(text, { settings }, hooks);
    if (this.isSet('Stop')) return undefined;
    if (summary.limitsHit.includes('interrupted')) return { report: { ...none, found: 'again' }, usable: true };
    const { executions, notes } = summary;
    if (summary.errors.length > 0 || summary.limitsHit.length > 0)
      return { report: { ...none, found: 'other' }, usable: true };
    return { report: { ...none, found: 'verified', executions, histories, notes }, usable: true };
  }

  private isSet(word: keyof typeof SlotWord): boolean {
    return Atomics.load(this.words, SlotWord[word]) !== 0;
  }
}
