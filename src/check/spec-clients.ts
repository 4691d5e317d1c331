/** The clients of a test for `drista spec` (src/spec/), and the check of one of them. */
import { DristaError } from '../base/errors';
import { clientsOf, type SpecClient } from '../spec/clients';
import { readHistory, readBrokenCall } from '../spec/call-history';
import { requireWithin, MAX_CALLS, MAX_THREADS, type SpecDescription } from '../spec/description';
import { Judge } from '../spec/judge';
import type { SpecFailure } from '../spec/spec-result';
import { refutationText, threadsOf, brokenCallText } from '../spec/spec-text';
import { check } from './check';
import type { CheckHooks } from './check-hooks';
import type { CheckRequest } from './check-request';
import type { CheckOutcome } from './found-error';
import type { SpecSize } from './spec-size';

/** What the check of a client has come to; a history that is not permitted is among the errors. */
export interface ClientOutcome extends CheckOutcome {
  readonly histories: number;
  readonly refuted?: SpecFailure['refuted'];
}

/** How a client is checked: settings of a check that are the client's own. */
export type ClientCheck = Pick<CheckRequest, 'settings' | 'orders' | 'mostSteps'>;

export class SpecClients {
  readonly description: SpecDescription;
  /** Those that are checked, the smallest ones first. */
  readonly all: readonly SpecClient[];
  /** How many are left out: in some order of their calls one waits for ever, or may not be called. */
  readonly leftOut: number;
  private readonly judge: Judge;

  /** `request`: how each client is checked. Throws a DristaError if the program is no test. */
  constructor(
    private readonly request: CheckRequest,
    private readonly size: SpecSize,
  ) {
    const { program, environment } = request;
    this.judge = new Judge(program, request.arguments, environment);
    const described = this.judge.describe();
    this.description = {
      ...described,
      calls: size.calls ?? described.calls,
      threads: size.threads ?? described.threads,
    };
    requireWithin('calls', this.description.calls, MAX_CALLS);
    requireWithin('threads', this.description.threads, MAX_THREADS);
    const { client } = size;
    const wanted = client === undefined ? [...clientsOf(this.description)] : [{ text: client, calls: 0, threads: 0 }];
    const answers = this.judge.clients(wanted.map(({ text }) => text));
    this.all = wanted.filter((_, i) => answers[i] === 'yes');
    this.leftOut = wanted.length - this.all.length;
    if (client === undefined && this.all.length === 0)
      throw new DristaError(
        `${program} has no client to check: in each, a call waits for ever, or is one that the specification forbids`,
      );
    if (client === undefined || this.leftOut === 0) return;
    throw new DristaError(
      answers[0] === 'waits'
        ? `in some order of the calls of '${client}' one waits for ever, as the specification has it`
        : `'${client}' makes a call that the specification forbids in some order of its calls`,
    );
  }

  /** What no client shows, though it is a part of the test, because clients are left out. */
  get notes(): readonly string[] {
    if (this.leftOut === 0) return [];
    const threads = this.all.map(({ text }) =>
      threadsOf(text)
        .slice(1, -1)
        .filter((calls) => calls.length > 0),
    );
    const called = new Set(threads.flat(2).map((call) => call.slice(0, call.indexOf('('))));
    const missing = this.description.operations.map(({ name }) => name).filter((name) => !called.has(name));
    const why = 'the clients that do are left out, as a call in them may wait for ever, or is not allowed';
    return [
      ...missing.map((name) => `no thread of a client calls ${name}: ${why}`),
      ...(threads.every(({ length }) => length < 2) ? [`no client has two threads that call something: ${why}`] : []),
    ];
  }

  /** Checks the client; where its calls return what the specification does not permit, that is the error. */
  check(client: string, how: ClientCheck, hooks: CheckHooks): ClientOutcome {
    const started = Date.now();
    const left = (): ClientCheck => {
      const { timeLimit } = how.settings;
      if (timeLimit === undefined) return how;
      return {
        ...how,
        settings: { ...how.settings, timeLimit: Math.max(0.1, timeLimit - (Date.now() - started) / 1000) },
      };
    };
    const ends = this.progressOf(client, how, hooks);
    if (ends !== undefined && ends.summary.verdict !== 'verified') return { ...ends, histories: 0 };
    const found = this.explored(client, left(), hooks);
    const keys = (found.outcomes ?? []).map(({ key }) => key);
    if (found.summary.errors.length > 0) return { ...found, histories: keys.length };
    const broken = this.brokenCallIn(client, keys);
    if (broken !== undefined) return { ...this.exploredAgain(client, how, hooks, broken), histories: keys.length };
    const answers = this.judge.histories(client, keys);
    const bad = answers.findIndex((answer) => answer !== undefined);
    if (bad < 0) return { ...(this.stepsOf(client, left, hooks) ?? found), histories: keys.length };
    const refuted = { history: readHistory(keys[bad]), why: answers[bad]! };
    const error = { key: keys[bad], message: refutationText(client, refuted) };
    return { ...this.exploredAgain(client, how, hooks, error), histories: keys.length, refuted };
  }

  /** Whether threads are kept from getting on: asked of states, under sc. Undefined: the test says nothing of that. */
  private progressOf(client: string, how: ClientCheck, hooks: CheckHooks): CheckOutcome | undefined {
    const { progress } = this.description;
    // It does not depend on memory orders, which sc does not have.
    if (progress === undefined || how.orders !== undefined) return undefined;
    const settings = { ...how.settings, model: 'sc' as const, equivalence: 'state' as const, progress };
    return check({ ...this.request, ...how, arguments: this.argumentsOf(client), settings }, hooks);
  }

  /**
   * Whether each call takes few enough steps. Steps of attempts and iterations that are left out otherwise count; but
   * compare-exchanges do not fail spuriously, which nothing bounds. Undefined: each does, or nothing is said of that.
   */
  private stepsOf(client: string, left: () => ClientCheck, hooks: CheckHooks): CheckOutcome | undefined {
    const { steps } = this.description;
    if (steps === undefined) return undefined;
    const { settings, ...how } = left();
    const counting: ClientCheck = {
      ...how,
      mostSteps: steps,
      settings: { ...settings, attempts: false, localStates: false, weakExchanges: 'strong' },
    };
    const found = this.explored(client, counting, hooks);
    const long = this.brokenCallIn(
      client,
      (found.outcomes ?? []).map(({ key }) => key),
    );
    if (long !== undefined) return this.exploredAgain(client, counting, hooks, long);
    const limitsHit = found.summary.limitsHit.filter((limit) => limit !== 'weak-cas');
    if (found.summary.errors.length === 0 && limitsHit.length === 0) return undefined;
    return { ...found, summary: { ...found.summary, limitsHit } };
  }

  /** The first outcome that is a call which does not return, or takes too many steps, as an error. */
  private brokenCallIn(client: string, keys: readonly string[]): CheckRequest['refuted'] {
    for (const key of keys) {
      const broken = readBrokenCall(key);
      if (broken !== undefined) return { key, message: brokenCallText(client, broken, this.description.steps) };
    }
    return undefined;
  }

  private argumentsOf(client: string): readonly string[] {
    return [...this.request.arguments, this.size.strict ? 'run-strict' : 'run', client];
  }

  private explored(
    client: string,
    how: ClientCheck,
    hooks: CheckHooks,
    refuted?: CheckRequest['refuted'],
  ): CheckOutcome {
    return check({ ...this.request, ...how, arguments: this.argumentsOf(client), outcomes: 'history', refuted }, hooks);
  }

  /** The same check once more, for the execution with the error. It ends, as the first one has. */
  private exploredAgain(
    client: string,
    how: ClientCheck,
    hooks: CheckHooks,
    refuted: CheckRequest['refuted'],
  ): CheckOutcome {
    const toTheEnd = { ...how, settings: { ...how.settings, timeLimit: undefined } };
    const outcome = this.explored(client, toTheEnd, { ...hooks, interrupted: () => false }, refuted);
    if (!outcome.summary.errors.some(({ kind }) => kind === 'specification'))
      throw new DristaError(`a second check of '${client}' has not found the same history`);
    return outcome;
  }
}
