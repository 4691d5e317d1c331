/**
 * What the ways of threads depend on, in one run. Each thread has a list of conditions: an expression and its value in
 * the run, in the order in which the thread came to them.
 */
import type { RunResult } from '../channel/result';
import { Symbolic } from '../channel/symbolic';
import { ConditionOrder, type ConditionClock } from './condition-order';
import type { Expressions } from './expression';

export interface Condition {
  readonly expression: bigint;
  readonly value: bigint;
  /** The conditions that come before it. */
  readonly after: ConditionClock;
}

/** A name of the condition: the same for equal ones. */
export function conditionName({ expression, value }: Pick<Condition, 'expression' | 'value'>): string {
  return `${expression}=${value}`;
}

/** A place at which code does something with inputs that expressions do not show. */
export interface Unseen {
  readonly what: string;
  readonly site: bigint;
}

/** An object that drista_symbolic has made. */
export interface InputObject {
  readonly id: bigint;
  readonly size: number;
  readonly name: string;
}

export interface Path {
  /** By the thread's number. */
  readonly threads: ReadonlyMap<number, readonly Condition[]>;
  readonly unseen: readonly Unseen[];
  readonly objects: readonly InputObject[];
}

/** The path of a run. Adds its expressions to those that are known. */
export function pathOf(run: RunResult, expressions: Expressions): Path {
  const threads = new Map<number, Condition[]>();
  const unseen: Unseen[] = [];
  const objects: InputObject[] = [];
  const order = new ConditionOrder(run);
  for (let i = 0; i < run.symbolics; i++) {
    const entry = run.symbolic(i);
    switch (entry.op) {
      case Symbolic.Object:
        objects.push({ id: entry.id, size: Number(entry.a), name: entry.text });
        break;
      case Symbolic.Unseen:
        unseen.push({ what: entry.text, site: entry.b });
        break;
      case Symbolic.Branch:
      case Symbolic.Pin: {
        const list = threads.get(entry.thread) ?? [];
        threads.set(entry.thread, list);
        const after = order.before(entry.thread, Number(entry.id));
        list.push({ expression: entry.a, value: entry.value, after });
        break;
      }
      default:
        expressions.add(entry);
    }
  }
  return { threads, unseen, objects };
}

/** What an input has to decide: where `before` hold, is there an input that gives the expression another value? */
export interface Question {
  readonly before: readonly Condition[];
  readonly expression: bigint;
}

/** A name of the question: the same where the conditions are the same ones, in any order. */
export function questionName({ before, expression }: Question): string {
  return `${[...new Set(before.map(conditionName))].sort().join()}?${expression}`;
}

/**
 * All questions of a path. A beginning of the execution has, of each thread, the first conditions of its list, and all
 * that come before these. After each beginning, the next condition of each thread is asked about. All beginnings are
 * needed: with other inputs, threads may take the same ways in another order. Undefined where there are more than
 * `most`.
 */
export function questionsOf(threads: Path['threads'], most: number): Question[] | undefined {
  const all = [...threads];
  const questions: Question[] = [];
  const seen = new Set<string>();
  const todo: ConditionClock[] = [new Map()];
  for (let taken = todo.pop(); taken !== undefined; taken = todo.pop()) {
    const count = (t: number, of: ConditionClock): number => of.get(t) ?? 0;
    const begun = taken;
    const before = all.flatMap(([t, list]) => list.slice(0, count(t, begun)));
    for (const [t, list] of all) {
      const next = list.at(count(t, begun));
      if (next === undefined || [...next.after].some(([u, n]) => count(u, begun) < n)) continue;
      questions.push({ before, expression: next.expression });
      const longer = new Map(begun).set(t, count(t, begun) + 1);
      const name = all.map(([u]) => count(u, longer)).join();
      if (seen.has(name)) continue;
      if (seen.add(name).size > most) return undefined;
      todo.push(longer);
    }
  }
  return questions;
}
