/** Checks a data structure against its specification, client by client, in the thread of a check (src/spec/). */
import { DristaError } from '../base/errors';
import { clientsOf, type SpecClient } from '../spec/clients';
import { requireWithin, MAX_CALLS, MAX_THREADS, type SpecDescription } from '../spec/description';
import { readHistory } from '../spec/call-history';
import { Judge } from '../spec/judge';
import { refutationText } from '../spec/spec-text';
import type { SpecFailure, SpecProgress, SpecResult } from '../spec/spec-result';
import { check } from './check';
import type { CheckHooks } from './check-hooks';
import type { CheckRequest } from './check-request';
import type { CheckOutcome } from './found-error';

/** A data structure to check, as plain data. */
export interface SpecRequest {
  /** How each client is checked; the program's arguments come from the client. */
  readonly check: CheckRequest;
  /** The size of the largest clients; undefined: as the test says. */
  readonly calls?: number | undefined;
  readonly threads?: number | undefined;
  /** The only client to check. */
  readonly client?: string | undefined;
  /** Does the order of calls in time count? Then calls and returns are ordered with each other. */
  readonly strict: boolean;
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

/** Throws a DristaError if the program is no test, or cannot be checked. */
export function specCheck(request: SpecRequest, hooks: SpecHooks): SpecResult {
  return new SpecCheck(request, hooks).result();
}

class SpecCheck {
  private readonly started = Date.now();
  private readonly judge: Judge;
  private readonly description: SpecDescription;
  private readonly limitsHit = new Set<string>();
  /** Those of the first client that has some: others have the same about other calls. */
  private readonly notes = new Set<string>();
  private done = 0;
  private clients = 0;
  private calls = 0;
  private executions = 0;
  private histories = 0;
  private leftOut = 0;
  private limited: string | undefined;

  constructor(
    private readonly request: SpecRequest,
    private readonly hooks: SpecHooks,
  ) {
    const { program, environment } = request.check;
    this.judge = new Judge(program, environment);
    const described = this.judge.describe();
    this.description = {
      ...described,
      calls: request.calls ?? described.calls,
      threads: request.threads ?? described.threads,
    };
    requireWithin('calls', this.description.calls, MAX_CALLS);
    requireWithin('threads', this.description.threads, MAX_THREADS);
  }

  result(): SpecResult {
    const clients = this.wanted();
    this.clients = clients.length;
    const before = new Set(this.request.verified);
    let failure: SpecFailure | undefined;
    for (const { client, number } of clients) {
      if (failure !== undefined || this.isBeyondFailure(number) || this.isOver()) break;
      this.calls = client.calls;
      const found = before.has(client.text) ? 'verified' : this.checkClient(client, number);
      if (typeof found === 'object') failure = found;
      this.done++;
      this.hooks.onSpec(this.progress, found === 'verified' ? client.text : undefined);
    }
    return {
      ...this.progress,
      verdict: failure !== undefined ? 'error' : this.limitsHit.size > 0 ? 'inconclusive' : 'verified',
      description: this.description,
      client: this.request.client,
      leftOut: this.leftOut,
      seconds: (Date.now() - this.started) / 1000,
      failure,
      limitsHit: [...this.limitsHit],
      limited: this.limited,
      notes: [...this.notes],
    };
  }

  private get progress(): SpecProgress {
    const { done, clients, calls, executions, histories } = this;
    return { done, clients, calls, executions, histories };
  }

  /** The clients to check, the smallest ones first. */
  private wanted(): readonly { readonly client: SpecClient; readonly number: number }[] {
    const { client, share = { index: 0, of: 1 } } = this.request;
    const all = client === undefined ? [...clientsOf(this.description)] : [{ text: client, calls: 0, threads: 0 }];
    const answers = this.judge.clients(all.map(({ text }) => text));
    const possible = all.filter((_, i) => answers[i] === 'yes');
    this.leftOut = all.length - possible.length;
    if (client !== undefined && possible.length === 0)
      throw new DristaError(
        answers[0] === 'waits'
          ? `in some order of the calls of '${client}' one waits for ever, as the specification has it`
          : `'${client}' makes a call that the specification forbids in some order of its calls`,
      );
    return possible
      .map((each, number) => ({ client: each, number }))
      .filter(({ number }) => number % share.of === share.index);
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
    const { summary, saved, outcomes = [] } = this.explored(client);
    this.executions += summary.executions;
    this.histories += outcomes.length;
    for (const limit of summary.limitsHit) this.limitsHit.add(limit);
    if (summary.limitsHit.length > 0) this.limited ??= client.text;
    if (this.notes.size === 0) for (const note of summary.notes) this.notes.add(note);
    if (summary.errors.length > 0) {
      this.noteFailure(number);
      return { client: client.text, number, error: summary.errors[0], saved: saved[0] };
    }
    const keys = outcomes.map(({ key }) => key);
    const answers = this.judge.histories(client.text, keys);
    const bad = answers.findIndex((answer) => answer !== undefined);
    if (bad < 0) return summary.limitsHit.length === 0 ? 'verified' : 'limited';
    this.noteFailure(number);
    const refuted = { history: readHistory(keys[bad]), why: answers[bad]! };
    const again = this.explored(client, { key: keys[bad], message: refutationText(client.text, refuted) });
    const at = again.summary.errors.findIndex(({ kind }) => kind === 'specification');
    if (at < 0) throw new DristaError(`a second check of '${client.text}' has not found the same history`);
    return { client: client.text, number, error: again.summary.errors[at], saved: again.saved[at], refuted };
  }

  private explored({ text }: SpecClient, refuted?: CheckRequest['refuted']): CheckOutcome {
    const { check: request, strict } = this.request;
    return check(
      {
        ...request,
        arguments: [strict ? 'run-strict' : 'run', text],
        outcomes: 'history',
        refuted,
        settings: { ...request.settings, timeLimit: this.left },
      },
      {
        onProgress: () => undefined,
        onOutcome: () => undefined,
        onCheckpoint: () => undefined,
        interrupted: this.hooks.interrupted,
      },
    );
  }
}
