/**
 * The history of a complete execution of a client: what its calls returned, and their order in happens-before. It is
 * read off the execution's graph, in which each call has two events: `call` with its number, and `return` with its
 * result (runtime/include/drista/spec-client.h). Executions with the same reads-from have the same history.
 */
import type { GraphEvent } from '../graph/event';
import type { ExecutionGraph } from '../graph/graph';
import { callEvent } from '../program/call-event';
import type { FoundOutcome } from '../outcomes/outcome';

export interface History {
  /** Of each call of the client. */
  readonly results: readonly string[];
  /** `before[i][j]`: call i returned before call j began. */
  readonly before: readonly (readonly boolean[])[];
  /** `began[i][j]`: call i began before call j returned. */
  readonly began: readonly (readonly boolean[])[];
}

/** The history of the execution. */
export function historyOf(graph: ExecutionGraph): History {
  const begins: GraphEvent[] = [];
  const ends: GraphEvent[] = [];
  const results: string[] = [];
  for (const events of graph.threads) {
    let call = -1;
    for (const e of (events as GraphEvent[] | undefined) ?? []) {
      const { what, value } = callEvent(e.label) ?? {};
      if (what === 'call') begins[(call = Number.parseInt(value!, 10) - 1)] = e;
      else if (what === 'return') {
        ends[call] = e;
        results[call] = value!;
      }
    }
  }
  const matrix = (from: readonly GraphEvent[], to: readonly GraphEvent[]): boolean[][] =>
    from.map((a, i) => to.map((b, j) => i !== j && graph.happensBefore(a, b)));
  return { results, before: matrix(ends, begins), began: matrix(begins, ends) };
}

/** The history as an outcome of the check of the client. */
export function historyOutcome(graph: ExecutionGraph): FoundOutcome {
  return { outcome: { values: [], printed: '', exitCode: 0 }, key: historyText(historyOf(graph)) };
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
