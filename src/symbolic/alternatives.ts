/**
 * The values that an expression can have where conditions hold, and input bytes that lead to each. Only those
 * conditions matter that share input bytes with the expression, also by way of others (Cadar, Dunbar, Engler, KLEE,
 * OSDI 2008, 3.3: constraint independence). The other bytes stay as they are.
 */
import { questionName, type Condition, type Question } from './conditions';
import type { Expressions, Input } from './expression';
import { Solutions } from './solutions';
import type { Solver } from './solver';

/** What is known of one question. */
interface Known {
  readonly question: Question;
  readonly bytes: ReadonlySet<string>;
  /** By value: bytes that lead to it. */
  readonly found: Map<bigint, Input>;
  /** Are these all values? */
  state: 'incomplete' | 'complete' | 'unknown';
}

export class Alternatives {
  private readonly known = new Map<string, Known>();
  private readonly solutions: Solutions;
  private solver: Solver | undefined;

  /** `startSolver` is called when there is the first question that needs it. */
  constructor(
    private readonly expressions: Expressions,
    private readonly startSolver: () => Solver,
  ) {
    this.solutions = new Solutions(expressions);
  }

  /**
   * Bytes that give the expression none of these values, to put in the place of those of an input where the conditions
   * hold. Undefined: it can have no other value. `values`: each with an input that leads to it where the conditions
   * hold.
   */
  other(question: Question, values: ReadonlyMap<bigint, Input>): Input | undefined | 'unknown' {
    const known = this.of(question);
    const { found, bytes } = known;
    for (const [value, input] of values)
      if (!found.has(value)) found.set(value, new Map([...bytes].map((name) => [name, input.get(name) ?? 0])));
    if (found.size === values.size && known.state === 'incomplete') this.findMore(known);
    for (const [value, input] of found) if (!values.has(value)) return input;
    return known.state === 'unknown' ? 'unknown' : undefined;
  }

  private of({ before, expression }: Question): Known {
    const bytes = new Set(this.expressions.bytesOf(expression));
    let rest = before;
    const near: Condition[] = [];
    for (let size = -1; size !== bytes.size;) {
      size = bytes.size;
      const isNear = (c: Condition): boolean => [...this.expressions.bytesOf(c.expression)].some((b) => bytes.has(b));
      const more = rest.filter(isNear);
      rest = rest.filter((c) => !more.includes(c));
      near.push(...more);
      for (const c of more) for (const name of this.expressions.bytesOf(c.expression)) bytes.add(name);
    }
    const question: Question = { before: near, expression };
    const name = questionName(question);
    const known = this.known.get(name) ?? {
      question,
      bytes,
      found: new Map(),
      state: 'incomplete',
    };
    this.known.set(name, known);
    return known;
  }

  private findMore(known: Known): void {
    const { question, bytes, found } = known;
    const solver = (): Solver => (this.solver ??= this.startSolver());
    const few =
      bytes.size === 1
        ? Array.from({ length: 256 }, (_, n) => new Map([[[...bytes][0], n]]))
        : this.solutions.of(question.before, bytes, solver);
    few?.forEach((input) => this.add(known, input));
    if (few !== undefined || found.size === 2 ** this.expressions.bits(question.expression)) {
      known.state = 'complete';
      return;
    }
    const more = solver().solve(this.expressions, question, found.keys());
    if (more === undefined) known.state = 'complete';
    else if (more === 'unknown') known.state = 'unknown';
    else if (!this.add(known, new Map([...bytes].map((name) => [name, more.get(name) ?? 0]))))
      throw new Error('Z3 has found an input that does not take the path');
  }

  /** Adds the value that the input leads to, if the conditions hold. Returns whether it is a new one. */
  private add({ question, found }: Known, input: Input): boolean {
    const values = new Map<bigint, bigint>();
    if (question.before.some((c) => this.expressions.evaluate(c.expression, input, values) !== c.value)) return false;
    const value = this.expressions.evaluate(question.expression, input, values);
    const isNew = !found.has(value);
    if (isNew) found.set(value, input);
    return isNew;
  }

  /** Ends the thread of the solver, if there is one. */
  stop(): void {
    this.solver?.stop();
  }
}
