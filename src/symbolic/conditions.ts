/**
 * What the ways of threads depend on, in one run. Each thread has a list of conditions: an expression and its value in
 * the run, in the order in which the thread came to them.
 */
import type { RunResult } from '../channel/result';
import { Symbolic, type SymbolicEntry } from '../channel/symbolic';
import { ConditionOrder, later, type ConditionClock } from './condition-order';
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

/**
 * What a compare-exchange would do if it read from another write. No execution shows it where it would succeed and
 * another one has taken that write: the source alone says then what can be with other inputs.
 */
export interface Ask {
  readonly thread: number;
  /** How many conditions of the thread come before it. */
  readonly position: number;
  /** Whether the values are equal. */
  readonly expression: bigint;
  readonly after: ConditionClock;
}

export interface Path {
  /** By the thread's number. */
  readonly threads: ReadonlyMap<number, readonly Condition[]>;
  readonly asks: readonly Ask[];
  readonly unseen: readonly Unseen[];
  readonly objects: readonly InputObject[];
}

/** The path of a run. Adds its expressions to those that are known. */
export function pathOf(run: RunResult, expressions: Expressions): Path {
  const threads = new Map<number, Condition[]>();
  const unseen: Unseen[] = [];
  const objects: InputObject[] = [];
  const entries = Array.from({ length: run.symbolics }, (_, i) => run.symbolic(i));
  const order = new ConditionOrder(run, keptEvents(entries));
  /** By event: what comes before compare-exchanges. */
  const exchanges = new Map<number, ConditionClock>();
  for (const entry of entries) {
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
      case Symbolic.Reads:
        order.reads(entry.thread, Number(entry.id), Number(entry.a) - 1);
        break;
      case Symbolic.Exchange:
        exchanges.set(Number(entry.id), order.at(entry.thread, Number(entry.id)));
        break;
      case Symbolic.Held:
      case Symbolic.Ask:
        break;
      default:
        expressions.add(entry);
    }
  }
  order.at(0, run.events);
  const asks = entries
    .filter(({ op }) => op === Symbolic.Ask)
    .map(({ id, a, b }): Ask => {
      const thread = run.thread(Number(id));
      const before = exchanges.get(Number(id)) ?? order.beforeEvent(Number(id));
      return {
        thread,
        position: before.get(thread) ?? 0,
        expression: a,
        after: later(before, order.beforeEvent(Number(b) - 1)),
      };
    });
  return { threads, asks, unseen, objects };
}

/** The events of which it matters what comes before them. */
function keptEvents(entries: readonly SymbolicEntry[]): ReadonlySet<number> {
  return new Set(
    entries.flatMap(({ op, id, a, b }) =>
      op === Symbolic.Reads ? [Number(a) - 1] : op === Symbolic.Ask ? [Number(id), Number(b) - 1] : [],
    ),
  );
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
export function questionsOf({ threads, asks }: Pick<Path, 'threads' | 'asks'>, most: number): Question[] | undefined {
  const all = [...threads];
  const questions: Question[] = [];
  const seen = new Set<string>();
  const todo: ConditionClock[] = [new Map()];
  for (let taken = todo.pop(); taken !== undefined; taken = todo.pop()) {
    const count = (t: number, of: ConditionClock): number => of.get(t) ?? 0;
    const begun = taken;
    const before = all.flatMap(([t, list]) => list.slice(0, count(t, begun)));
    const isBefore = (after: ConditionClock): boolean => [...after].every(([u, n]) => count(u, begun) >= n);
    for (const { thread, position, expression, after } of asks)
      if (count(thread, begun) === position && isBefore(after)) questions.push({ before, expression });
    for (const [t, list] of all) {
      const next = list.at(count(t, begun));
      if (next === undefined || !isBefore(next.after)) continue;
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
