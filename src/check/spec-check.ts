/** Checks a data structure against its specification, client by client, in the thread of a check (src/spec/). */
import type { ClientReport, ClientTask } from '../cluster/client-job';
import type { SpecClient } from '../spec/clients';
import type { SpecFailure, SpecProgress, SpecResult } from '../spec/spec-result';
import type { CheckHooks } from './check-hooks';
import { SpecClients } from './spec-clients';
import { specLead, type LedClients } from './spec-lead';
import type { TaskLead } from './task-lead';

/** A data structure to check, as plain data. */
export interface SpecRequest extends LedClients {
  /** Seconds for all clients. */
  readonly timeLimit: number | undefined;
  /** Clients that an earlier search has verified, by their texts. */
  readonly verified: readonly string[];
  /** Of several searches that share the clients: which one it is. */
  readonly share?: SpecShare;
}

/** One of `of` searches that share the clients: it checks those whose number is `index` modulo `of`. */
export interface SpecShare {
  readonly index: number;
  readonly of: number;
  /** One Int32: the number + 1 of the first client known to go wrong, after which none is checked; 0: none. */
  readonly failed: SharedArrayBuffer;
}

/** What the search says while it goes on, and whether it should end. */
export interface SpecHooks extends Pick<CheckHooks, 'interrupted'> {
  readonly onSpec: (progress: SpecProgress, verified: string | undefined) => void;
}

type ClientLead = TaskLead<ClientTask, ClientReport>;

/** Throws a DristaError if the program is no test, or cannot be checked. */
export function specCheck(request: SpecRequest, hooks: SpecHooks): SpecResult {
  return new SpecCheck(request, hooks).result();
}

class SpecCheck {
  private readonly started = Date.now();
  private readonly clients: SpecClients;
  /** The clients that this search is to check, with their numbers among all. */
  private readonly wanted: readonly { readonly client: SpecClient; readonly number: number }[];
  private readonly limitsHit = new Set<string>();
  /** Those of the first client that has some: others have the same about other calls. */
  private readonly notes = new Set<string>();
  private done = 0;
  private calls = 0;
  private executions = 0;
  private histories = 0;
  private limited: string | undefined;

  constructor(
    private readonly request: SpecRequest,
    private readonly hooks: SpecHooks,
  ) {
    this.clients = new SpecClients(request.check, request);
    const { share = { index: 0, of: 1 } } = request;
    this.wanted = this.clients.all
      .map((client, number) => ({ client, number }))
      .filter(({ number }) => number % share.of === share.index);
  }

  result(): SpecResult {
    const { cluster, verified, check } = this.request;
    const before = new Set(verified);
    if (cluster === undefined) return this.resultOf(before, undefined);
    const open = this.wanted.filter(({ client }) => !before.has(client.text)).map(({ number }) => number);
    const lead = specLead(this.request, this.clients.all, open);
    let notes: string[] = [];
    let result: SpecResult;
    try {
      result = this.resultOf(before, lead);
    } finally {
      notes = lead.end(check.settings.verbose);
    }
    return { ...result, notes: [...result.notes, ...notes] };
  }

  private resultOf(before: ReadonlySet<string>, lead: ClientLead | undefined): SpecResult {
    let failure: SpecFailure | undefined;
    for (const { client, number } of this.wanted) {
      if (failure !== undefined || this.isBeyondFailure(number) || this.isOver()) break;
      this.calls = client.calls;
      const isKnown = before.has(client.text) || this.isVerifiedElsewhere(number, lead);
      if (!isKnown && this.isOver()) break;
      const found = isKnown ? 'verified' : this.checkClient(client, number);
      if (typeof found === 'object') failure = found;
      this.done++;
      this.hooks.onSpec(this.progress, found === 'verified' ? client.text : undefined);
    }
    return {
      ...this.progress,
      verdict: failure !== undefined ? 'error' : this.limitsHit.size > 0 ? 'inconclusive' : 'verified',
      description: this.clients.description,
      client: this.request.client,
      leftOut: this.clients.leftOut,
      seconds: (Date.now() - this.started) / 1000,
      failure,
      limitsHit: [...this.limitsHit],
      limited: this.limited,
      notes: [...this.clients.notes, ...this.notes],
    };
  }

  private get progress(): SpecProgress {
    const { done, calls, executions, histories } = this;
    return { done, clients: this.wanted.length, calls, executions, histories };
  }

  /** Has a worker verified the client? Its counts are added then. */
  private isVerifiedElsewhere(number: number, lead: ClientLead | undefined): boolean {
    const report = lead?.verified({ client: number }, () => this.isOver());
    if (report === undefined) return false;
    this.executions += report.executions;
    this.histories += report.histories;
    this.addNotes(report.notes);
    return true;
  }

  private addNotes(notes: readonly string[]): void {
    if (this.notes.size === 0) for (const note of notes) this.notes.add(note);
  }

  /** Has another search found a smaller client that goes wrong? */
  private isBeyondFailure(number: number): boolean {
    const { share } = this.request;
    const failed = share === undefined ? 0 : Atomics.load(new Int32Array(share.failed), 0);
    return failed !== 0 && number >= failed;
  }

  /** Tells the other searches that the client goes wrong. */
  private noteFailure(number: number): void {
    if (this.request.share === undefined) return;
    const failed = new Int32Array(this.request.share.failed);
    for (let known = Atomics.load(failed, 0); known === 0 || known > number + 1; known = Atomics.load(failed, 0))
      if (Atomics.compareExchange(failed, 0, known, number + 1) === known) return;
  }

  /** Is the search at its end before all clients are checked? */
  private isOver(): boolean {
    if (this.hooks.interrupted()) this.limitsHit.add('interrupted');
    else if (this.left !== undefined && this.left <= 0) this.limitsHit.add('time');
    else return false;
    return true;
  }

  private get left(): number | undefined {
    const { timeLimit } = this.request;
    return timeLimit === undefined ? undefined : timeLimit - (Date.now() - this.started) / 1000;
  }

  /** The error of the client; `limited`: none was found before a limit. */
  private checkClient(client: SpecClient, number: number): SpecFailure | 'verified' | 'limited' {
    const { settings } = this.request.check;
    const { summary, saved, histories, refuted } = this.clients.check(
      client.text,
      { settings: { ...settings, timeLimit: this.left } },
      {
        onProgress: () => undefined,
        onOutcome: () => undefined,
        onCheckpoint: () => undefined,
        interrupted: this.hooks.interrupted,
      },
    );
    this.executions += summary.executions;
    this.histories += histories;
    for (const limit of summary.limitsHit) this.limitsHit.add(limit);
    if (summary.limitsHit.length > 0) this.limited ??= client.text;
    this.addNotes(summary.notes);
    if (summary.errors.length === 0) return summary.limitsHit.length === 0 ? 'verified' : 'limited';
    this.noteFailure(number);
    return { client: client.text, number, error: summary.errors[0], saved: saved[0], refuted };
  }
}
