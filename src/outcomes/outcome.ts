/**
 * The outcome of a complete execution: what its threads have observed (drista_observe), or else what they have printed,
 * and the exit code. It is read off the execution's graph: all of it follows from the threads' histories, so executions
 * that count as one have the same outcome (docs/how-to/outcomes.md).
 */
import type { GraphEvent } from '../graph/event';
import type { ExecutionGraph } from '../graph/graph';
import { Kind, prints, type Value } from '../program/label';
import { followsExit } from '../program/operand';

export interface ObservedValue {
  /** The name; with the number of the thread (`2:r1`) where several threads have observed it. */
  readonly name: string;
  /** All that the thread has observed under the name, in its order, separated by commas. */
  readonly value: string;
}

export interface Outcome {
  /** In the order of their names. */
  readonly values: readonly ObservedValue[];
  /** What was printed; empty: nothing, or it was not asked for. */
  readonly printed: string;
  readonly exitCode: number;
}

export interface FoundOutcome {
  readonly outcome: Outcome;
  /** Equal keys: the same outcome. */
  readonly key: string;
}

/** The outcome of the complete execution. */
export function outcomeOf(graph: ExecutionGraph): FoundOutcome {
  const values = observedIn(graph);
  const { text, digest } = printedIn(graph);
  const exit = graph.events.find(({ label }) => label.kind === Kind.Exit && !followsExit(label));
  const outcome = { values, printed: text, exitCode: Number(exit?.label.value ?? 0) };
  return { outcome, key: JSON.stringify([outcome, digest.toString()]) };
}

function observedIn({ threads }: ExecutionGraph): ObservedValue[] {
  /** By name, by thread. */
  const found = new Map<string, string[][]>();
  for (const [thread, events] of threads.entries()) {
    for (const { label } of events ?? []) {
      if (label.kind !== Kind.Observe) continue;
      const at = label.text.indexOf('=');
      const name = label.text.slice(0, at);
      if (!found.has(name)) found.set(name, []);
      (found.get(name)![thread] ??= []).push(label.text.slice(at + 1));
    }
  }
  return [...found]
    .sort(([a], [b]) => compareNames(a, b))
    .flatMap(([name, byThread]) => {
      const several = Object.keys(byThread).length > 1;
      return byThread.flatMap((values, thread) => [
        { name: several ? `${thread}:${name}` : name, value: values.join(',') },
      ]);
    });
}

/** Compares names as people sort them: r2 comes before r10. Returns a number as for Array.sort. */
export function compareNames(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

/**
 * Each event that prints has read the digest of what was printed before it (runtime/io/printed.h), so there is one
 * order. The process ends at the event that prints nothing: what comes after it is not printed any more.
 */
function printedIn({ events }: ExecutionGraph): { text: string; digest: Value } {
  const after = new Map<Value, GraphEvent>();
  for (const e of events) if (prints(e.label)) after.set(e.read!, e);
  let text = '';
  let digest: Value = 0;
  for (let e = after.get(digest); e !== undefined && e.label.expected !== 0; e = after.get(digest)) {
    text += e.label.text === '' ? `[${e.label.expected} bytes]` : unescaped(e.label.text);
    digest = e.written!;
  }
  return { text, digest };
}

/** The inverse of dr_text_escaped. */
function unescaped(text: string): string {
  return text.replace(/\\(\\|000)/g, (_, what: string) => (what === '000' ? '\0' : '\\'));
}
