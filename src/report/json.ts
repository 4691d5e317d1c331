/**
 * The machine-readable report; its form is described in docs/report.schema.json and does not change within a version.
 */
import { printable, printableData, printableJson } from './printable';
import type { ReportError, ReportLocation } from './report';

export type VerdictName = 'verified' | 'error' | 'inconclusive';

export interface Summary {
  readonly program: string;
  readonly model: string;
  readonly equivalence: string;
  readonly strategy: string;
  readonly verdict: VerdictName;
  readonly executions: number;
  readonly blocked: number;
  readonly deadEnds: number;
  readonly runs: number;
  readonly events: number;
  readonly seconds: number;
  /**
   * Nodes of the history trees, and the bytes that drista itself has had in memory at most; left out where they are not
   * known.
   */
  readonly nodes?: number;
  readonly peakMemory?: number;
  readonly limitsHit: readonly string[];
  readonly errors: readonly ReportError[];
  readonly notes: readonly string[];
  /** Only the program's pthread calls were seen; left out where its memory accesses were, too. */
  readonly level?: 'pthread-calls';
  /** Where a limit ended the check: how much was explored, from 0 to 1, an estimate. */
  readonly explored?: number;
  /** What chance has chosen besides; left out where that was nothing. It is not part of the other counts. */
  readonly sampled?: { readonly executions: number; readonly runs: number };
  /** As --bound gave it. */
  readonly bound?: string;
  /** The file to go on with. */
  readonly checkpoint?: string;
}

/** The report as one JSON object, with a newline at its end. */
export function jsonText(s: Summary): string {
  const { errors, ...rest } = printableData(s);
  return printableJson({ version: 1, ...rest, errors: errors.map(errorJson) }, 2);
}

/** The same of a check that did not come about: exit code 2. */
export function failureText(message: string): string {
  return printableJson({ version: 1, verdict: 'failure', message: printable(message) }, 2);
}

function errorJson(e: ReportError): object {
  return {
    kind: e.kind,
    message: e.message,
    threads: e.threads,
    locations: e.locations.map(location),
    execution: e.execution,
    events: e.events.map((event) => ({
      thread: e.threads[event.thread],
      operation: event.operation,
      wrong: event.wrong,
      ...(event.place === undefined
        ? {}
        : { file: event.place.file, line: event.place.line, function: event.place.function }),
      ...(event.source >= -1 ? { readsFrom: event.source } : {}),
    })),
  };
}

function location(l: ReportLocation): object {
  return { file: l.file, line: l.line, function: l.function, thread: l.thread };
}
