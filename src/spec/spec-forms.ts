/** The result of `drista spec` as JSON (docs/spec.schema.json), as a page for a browser, for editors and as SARIF. */
import { JSON_BEGINNINGS } from '../base/report-beginnings';
import type { FileForm } from '../base/output-file';
import { diagnostic, executionDiagnostics, gccText } from '../report/gcc';
import { htmlForm, htmlText } from '../report/html';
import { printableData, printableJson, shellWord } from '../report/printable';
import type { ReportError } from '../report/report';
import { notification, resultOf, sarifText } from '../report/sarif';
import type { SpecAnswer } from './judge';
import type { SpecFailure, SpecResult } from './spec-result';
import { historyLines, specVerdictText, threadsOf } from './spec-text';

export const specForm: FileForm = {
  beginning: '{\n  "form": "spec",',
  alike: JSON_BEGINNINGS,
  isInFolder: true,
};

/** As other pages with executions. */
export const specPageForm: FileForm = htmlForm;

/** `file`: where the failing execution is saved. */
export function specJson(test: string, result: SpecResult, file: string | undefined): string {
  const { description, failure, verdict, done, clients, executions, histories, leftOut } = result;
  const { name, calls, threads, operations } = description;
  const data = {
    form: 'spec',
    version: 1,
    test,
    verdict,
    specification: name,
    calls,
    threads,
    operations: operations.map((operation) => operation.name),
    clients: { checked: done, all: clients, leftOut },
    executions,
    histories,
    seconds: result.seconds,
    limitsHit: result.limitsHit,
    notes: result.notes,
    ...(failure === undefined ? {} : { failure: failureData(failure, file) }),
  };
  return `${printableJson(printableData(data), 2)}\n`;
}

function failureData({ client, error, refuted }: SpecFailure, file: string | undefined): object {
  const calls = threadsOf(client).flatMap((all, thread, { length }) =>
    all.map((call) => ({ call, thread: thread === length - 1 ? 0 : thread })),
  );
  return {
    client,
    kind: error.kind,
    message: error.message,
    execution: error.execution,
    locations: error.locations.map(({ file: path, line }) => ({ file: path, line })),
    ...(file === undefined ? {} : { file }),
    ...(refuted === undefined
      ? {}
      : {
          calls: calls.map((call, i) => ({
            ...call,
            result: refuted.history.results[i],
            after: refuted.history.before.flatMap((row, j) => (row[i] ? [j] : [])),
          })),
          order: refuted.why.order,
          next: refuted.why.next.map(({ call, answers }) => ({ call, permitted: answers.map(answerData) })),
        }),
  };
}

function answerData(answer: SpecAnswer): string {
  if (typeof answer === 'string') return answer;
  return 'after' in answer ? `after ${answer.after}` : `result ${answer.result}`;
}

/** The client with its history, and the execution, if there is one. */
export function specPage(test: string, result: SpecResult, file: string | undefined): string {
  const { failure, notes } = result;
  const replay = file === undefined ? {} : { replay: `drista replay ${shellWord(file)}` };
  return htmlText({
    program: test,
    model: failure?.saved.model ?? '',
    verdict: specVerdictText(test, result),
    notes: [...(failure === undefined ? [] : historyLines(failure.client, failure.refuted?.history)), ...notes],
    errors: failure === undefined ? [] : [{ error: failure.error, ...replay }],
  });
}

/** The error as compilers print theirs: the client is part of its message. */
export function specDiagnostics(test: string, result: SpecResult): string {
  return gccText([
    ...shownErrors(result).flatMap(executionDiagnostics),
    ...said(test, result).map(({ level, text }) => diagnostic(undefined, level, text)),
  ]);
}

/** The same as SARIF 2.1.0. `file`: where the failing execution is saved. */
export function specSarif(test: string, result: SpecResult, file: string | undefined): string {
  return sarifText(
    shownErrors(result).map((error) => resultOf(printableData(error), file)),
    true,
    said(test, result).map(({ level, text }) => notification(level, text)),
  );
}

function shownErrors({ failure }: SpecResult): ReportError[] {
  return failure === undefined ? [] : [{ ...failure.error, message: `${failure.error.message}: ${failure.client}` }];
}

/** The notes, and the verdict. */
function said(test: string, result: SpecResult): { level: 'note' | 'warning'; text: string }[] {
  const level = result.verdict === 'inconclusive' ? 'warning' : 'note';
  return [
    ...result.notes.map((text) => ({ level: 'note' as const, text })),
    { level, text: specVerdictText(test, result) },
  ];
}
