/**
 * The machine-readable report. docs/report.schema.json describes its form, which does not change within a version.
 */
import { JSON_BEGINNINGS } from '../base/report-beginnings';
import type { ReportForm, Write } from './form';
import { printable, printableData, printableJson } from './printable';
import type { ReportError, ReportLocation } from './report';
import type { Reporter } from './reporter';
import type { Summary } from './summary';

/** `--report json=FILE`. */
export const jsonForm: ReportForm = {
  help: 'the result as JSON',
  beginning: JSON_BEGINNINGS[0],
  alike: JSON_BEGINNINGS,
  create: (write) => new JsonReporter(write),
};

/** Writes one JSON object when the check has ended, or when it was not possible. */
class JsonReporter implements Reporter {
  constructor(private readonly write: Write) {}

  end(summary: Summary): Promise<void> {
    return this.write(jsonText(summary));
  }

  failure(message: string, program: string | undefined): Promise<void> {
    return this.write(failureText(message, program));
  }
}

/** The report as one JSON object, with a newline at its end. */
function jsonText(s: Summary): string {
  const { errors, ...rest } = printableData(s);
  return printableJson({ version: 1, ...rest, errors: errors.map(errorJson) }, 2);
}

/** The report of a check that was not possible (exit code 2). */
function failureText(message: string, program: string | undefined): string {
  const named = program === undefined ? {} : { program: printable(program) };
  return printableJson({ version: 1, ...named, verdict: 'failure', message: printable(message) }, 2);
}

function errorJson(e: ReportError): object {
  return {
    kind: e.kind,
    message: e.message,
    ...(e.possible === undefined ? {} : { possible: e.possible }),
    threads: e.threads,
    locations: e.locations.map(location),
    execution: e.execution,
    ...(e.length === undefined ? {} : { contextSwitches: e.length.contextSwitches }),
    ...(e.foundLength === undefined ? {} : { shortenedFrom: e.foundLength }),
    ...(e.decided === undefined ? {} : { decided: e.decided }),
    ...(e.schedule === undefined ? {} : { schedule: e.schedule }),
    ...(e.loop === undefined ? {} : { loop: e.loop }),
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
