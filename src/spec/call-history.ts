/**
 * The history of a complete execution of a client: what its calls returned, and their order in happens-before. It is
 * read off the execution's graph, in which each call has two events: `call` with its number, and `return` with its
 * result (runtime/include/drista/spec-client.h). Executions with the same reads-from have the same history.
 */
import type { GraphEvent } from '../graph/event';
import type { ExecutionGraph } from '../graph/graph';
import { callEvent } from '../program/call-event';
import { isAsPlain, Kind, type Label } from '../program/label';
import { SPURIOUS } from '../program/rmw';
import type { FoundOutcome } from '../outcomes/outcome';

export interface History {
  /** Of each call of the client. */
  readonly results: readonly string[];
  /** `before[i][j]`: call i returned before call j began. */
  readonly before: readonly (readonly boolean[])[];
  /** `began[i][j]`: call i began before call j returned. */
  readonly began: readonly (readonly boolean[])[];
}

/** A call of an execution. */
interface PerformedCall {
  /** Its number in the client, from 0. */
  readonly call: number;
  readonly begin: GraphEvent;
  /**
   * Its atomic operations, and calls of the thread library. None if a compare-exchange fails spuriously in it: nothing
   * bounds how often one does.
   */
  steps: number;
  /** Undefined: it does not return. */
  end?: GraphEvent;
}

/** The calls of the execution that have begun. */
function callsOf(graph: ExecutionGraph): PerformedCall[] {
  const found: PerformedCall[] = [];
  for (const events of graph.threads) {
    let now: PerformedCall | undefined;
    for (const e of (events as GraphEvent[] | undefined) ?? []) {
      const { what, value } = callEvent(e.label) ?? {};
      if (what === 'call') found.push((now = { call: Number.parseInt(value!, 10) - 1, begin: e, steps: 0 }));
      else if (now === undefined) continue;
      else if (what === 'return') [now.end, now] = [e, undefined];
      else if (e.read === SPURIOUS) now.steps = -Infinity;
      else if (isStep(e.label)) now.steps++;
    }
  }
  return found;
}

/** Is the event of a call a step of it? Accesses of data that is not atomic are none. */
function isStep(label: Label): boolean {
  const isPlain = label.kind === Kind.PlainRead || label.kind === Kind.PlainWrite || isAsPlain(label);
  return !isPlain && label.kind !== Kind.Observe;
}

/** The history of the execution, all of whose calls have returned. */
function historyOf(graph: ExecutionGraph, calls: readonly PerformedCall[]): History {
  const inOrder = calls.toSorted((a, b) => a.call - b.call);
  const begins = inOrder.map(({ begin }) => begin);
  const ends = inOrder.map(({ end }) => end!);
  const matrix = (from: readonly GraphEvent[], to: readonly GraphEvent[]): boolean[][] =>
    from.map((a, i) => to.map((b, j) => i !== j && graph.happensBefore(a, b)));
  return {
    results: ends.map(({ label }) => callEvent(label)!.value),
    before: matrix(ends, begins),
    began: matrix(begins, ends),
  };
}

/**
 * The history as an outcome of the check of the client. If a call does not return, or takes more than `mostSteps`
 * steps, the outcome is that instead.
 */
export function historyOutcome(graph: ExecutionGraph, mostSteps = Infinity): FoundOutcome {
  const calls = callsOf(graph);
  const broken = calls.find(({ steps, end }) => end === undefined || steps > mostSteps);
  const key =
    broken === undefined
      ? historyText(historyOf(graph, calls))
      : `call ${broken.call} ${broken.end === undefined ? 'does not return' : broken.steps}`;
  return { outcome: { values: [], printed: '', exitCode: 0 }, key };
}

/** A call, by its number from 0, that takes too many steps; without steps: it does not return. */
export interface BrokenCall {
  readonly call: number;
  readonly steps?: number;
}

/** What an outcome says of such a call; undefined: it is a history. */
export function readBrokenCall(key: string): BrokenCall | undefined {
  const [, call, steps] = /^call (\d+) (\d+)?/.exec(key) ?? [];
  if (call === undefined) return undefined;
  return { call: Number(call), ...(steps === undefined ? {} : { steps: Number(steps) }) };
}

/** As the program reads it, after the client (runtime/include/drista/spec-judge.h). */
export function historyText({ results, before, began }: History): string {
  const bits = (matrix: readonly (readonly boolean[])[]): string =>
    matrix.map((row) => row.map((bit) => (bit ? '1' : '0')).join('')).join('');
  return `${results.map((result) => ` ${encoded(result)}`).join('')}\t${bits(before)}\t${bits(began)}`;
}

/** The inverse of `historyText`. */
export function readHistory(text: string): History {
  const [results, before, began] = text.split('\t');
  const all = results.split(' ').slice(1).map(decodeURIComponent);
  const matrix = (bits: string): boolean[][] => all.map((_, i) => all.map((__, j) => bits[i * all.length + j] === '1'));
  return { results: all, before: matrix(before), began: matrix(began) };
}

function encoded(result: string): string {
  return Array.from(Buffer.from(result), (byte) =>
    byte > 0x20 && byte < 0x7f && byte !== 0x25 ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, '0')}`,
  ).join('');
}
