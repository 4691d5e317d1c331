/** Errors in the Problems panel, with their events. */
import * as vscode from 'vscode';
import type { Execution, SourcePlace } from './execution';
import { placeOf } from './test-outcome';

/** The line of a place, as VS Code counts. */
export function lineRange({ line }: SourcePlace): vscode.Range {
  return new vscode.Range(line - 1, 0, line - 1, Number.MAX_SAFE_INTEGER);
}

export function locationOf(place: SourcePlace): vscode.Location {
  return new vscode.Location(vscode.Uri.file(place.file), lineRange(place));
}

/** Shows the errors of these executions in place of those that were shown for the same `source`. */
export class Problems {
  private readonly sources = new Map<string, readonly Execution[]>();

  constructor(private readonly collection: vscode.DiagnosticCollection) {}

  show(source: string, executions: readonly Execution[]): void {
    this.sources.set(source, executions);
    const files = new Map<string, vscode.Diagnostic[]>();
    for (const execution of [...this.sources.values()].flat()) {
      const place = placeOf(execution);
      if (place !== undefined)
        files.set(place.file, [...(files.get(place.file) ?? []), diagnosticOf(execution, place)]);
    }
    this.collection.clear();
    for (const [file, all] of files) this.collection.set(vscode.Uri.file(file), all);
  }
}

function diagnosticOf({ kind, message, events }: Execution, place: SourcePlace): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(lineRange(place), message, vscode.DiagnosticSeverity.Error);
  diagnostic.source = 'drista';
  diagnostic.code = kind;
  diagnostic.relatedInformation = events.flatMap((event, i) =>
    event.place === undefined
      ? []
      : [
          new vscode.DiagnosticRelatedInformation(
            locationOf(event.place),
            `(${i + 1}) ${event.thread}: ${event.operation}`,
          ),
        ],
  );
  return diagnostic;
}
