/** Z3 for callers that wait: it works in a thread of its own (solver-worker.ts). */
import { join } from 'node:path';
import { receiveMessageOnPort, Worker, MessageChannel, type MessagePort } from 'node:worker_threads';
import { DristaError } from '../base/errors';
import { constant, type Expressions, type Input } from './expression';
import type { Condition, Question } from './conditions';
import type { Answer, Asked, SolverData } from './solver-worker';

/**
 * How much Z3 may work for a question, in its own units: some 10 s. What it decides does not depend on what else the
 * machine does then.
 */
const WORK = 35_000_000;

/** How long each of Z3's two solvers may take for it in any case, and Z3 to start, in milliseconds. */
const FOR_QUESTION = 120_000,
  TO_START = 60_000;

const missing =
  '--symbolic needs the package z3-solver (35 MB, MIT licence), which is not installed: run ' +
  '`npm install -g z3-solver`, or in a clone of drista `npm run setup`';

/** Bytes by name; undefined: there is no input like that. */
export type Found = ReadonlyMap<string, number> | undefined | 'unknown';

function equal(expressions: Expressions, id: bigint, value: bigint): string {
  return `(= e${id} ${constant(value, expressions.bits(id))})`;
}

export class Solver {
  private readonly worker: Worker;
  private readonly port: MessagePort;
  private readonly ready = new SharedArrayBuffer(4);
  /** Did an answer not come in time? Then the next one would be that. */
  private broken = false;
  /** How many questions Z3 was asked. */
  asked = 0;

  /** Throws a DristaError if the package is not installed. */
  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    const data: SolverData = { ready: this.ready, port: port2 };
    this.worker = new Worker(join(__dirname, 'solver-worker.js'), { workerData: data, transferList: [port2] });
    this.worker.unref();
    const started = this.wait(TO_START);
    if (started === undefined) throw new DristaError('Z3 (package z3-solver) did not start within 60 s');
    if (started.is !== 'unknown') return;
    const isMissing = started.why.includes('Cannot find');
    throw new DristaError(isMissing ? missing : `Z3 (package z3-solver) cannot be used: ${started.why}`);
  }

  /** Is there an input where the conditions hold and the expression has none of these values? */
  solve(expressions: Expressions, { before, expression }: Question, values: Iterable<bigint>): Found {
    return this.find(
      expressions,
      before,
      [expression],
      [...values].map((value) => equal(expressions, expression, value)),
    );
  }

  /** Is there an input where the conditions hold, and the bytes, which are in the conditions, are none of these? */
  assign(
    expressions: Expressions,
    conditions: readonly Condition[],
    bytes: ReadonlySet<string>,
    others: readonly Input[],
  ): Found {
    const same = (input: Input): string =>
      `(and true ${[...bytes].map((name) => `(= ${name} ${constant(BigInt(input.get(name) ?? 0), 8)})`).join(' ')})`;
    return this.find(expressions, conditions, [], others.map(same));
  }

  /** An input where the conditions hold, and none of those terms. */
  private find(
    expressions: Expressions,
    conditions: readonly Condition[],
    more: readonly bigint[],
    wrong: readonly string[],
  ): Found {
    const asserted = [
      ...conditions.map((c) => equal(expressions, c.expression, c.value)),
      ...wrong.map((term) => `(not ${term})`),
    ];
    const answer = this.ask({
      definitions: expressions.definitions([...more, ...conditions.map((c) => c.expression)]),
      assertions: asserted.map((a) => `(assert ${a})\n`).join(''),
      work: WORK,
      milliseconds: FOR_QUESTION,
    });
    if (answer?.is === 'unsat') return undefined;
    if (answer?.is !== 'sat') return 'unknown';
    const bytes = answer.model.matchAll(/^(\w+) -> #x([0-9a-f]{2})$/gm);
    return new Map([...bytes].map(([, name, byte]) => [name, parseInt(byte, 16)]));
  }

  private ask(asked: Asked): Answer | undefined {
    this.asked++;
    Atomics.store(new Int32Array(this.ready), 0, 0);
    this.port.postMessage(asked);
    const answer = this.broken ? undefined : this.wait(3 * FOR_QUESTION);
    this.broken ||= answer === undefined;
    return answer;
  }

  private wait(milliseconds: number): Answer | undefined {
    if (Atomics.wait(new Int32Array(this.ready), 0, 0, milliseconds) === 'timed-out') return undefined;
    return receiveMessageOnPort(this.port)?.message as Answer | undefined;
  }

  /** Ends the thread. */
  stop(): void {
    void this.worker.terminate();
  }
}
