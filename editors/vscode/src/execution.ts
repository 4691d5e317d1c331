/** Executions of errors, from drista's JSON report of a check or its SARIF report of tests. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A line of a source file. */
export interface SourcePlace {
  /** An absolute path. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

export interface ExecutionEvent {
  readonly thread: string;
  readonly operation: string;
  readonly wrong: boolean;
  /** Undefined: not known. */
  readonly place: SourcePlace | undefined;
  /** The place in the execution of the event that it reads from; -1: the initial value; undefined: it reads nothing. */
  readonly readsFrom: number | undefined;
}

/** An error with the execution in which it happens. */
export interface Execution {
  readonly kind: string;
  readonly message: string;
  /** Names of threads, in the order in which they are created. */
  readonly threads: readonly string[];
  readonly events: readonly ExecutionEvent[];
  /** Where the error is, the first place first. */
  readonly places: readonly SourcePlace[];
  /** The file in which drista saves it. */
  readonly saved: string;
  /** The folder in which drista ran. */
  readonly folder: string;
}

interface JsonEvent {
  readonly thread: string;
  readonly operation: string;
  readonly wrong: boolean;
  readonly file?: string;
  readonly line?: number;
  readonly readsFrom?: number;
}

/** docs/report.schema.json, as far as it is used. */
interface JsonReport {
  readonly verdict: 'verified' | 'error' | 'inconclusive' | 'failure';
  readonly message?: string;
  readonly notes?: readonly string[];
  readonly executions?: number;
  readonly errors?: readonly {
    readonly kind: string;
    readonly message: string;
    readonly threads: readonly string[];
    readonly execution: string;
    readonly locations: readonly { readonly file: string; readonly line: number }[];
    readonly events: readonly JsonEvent[];
  }[];
}

/** What a check has come to. */
export interface CheckReport {
  readonly verdict: JsonReport['verdict'];
  /** Why there was no check, if the verdict is `failure`. */
  readonly message: string;
  readonly executions: number;
  readonly errors: readonly Execution[];
}

/** Reads the report of a check in this folder (docs/report.schema.json). Throws where the text is not one. */
export function readCheck(text: string, folder: string): CheckReport {
  const { verdict, message = '', executions = 0, errors = [] } = JSON.parse(text) as JsonReport;
  return {
    verdict,
    message,
    executions,
    errors: errors.map(({ kind, message: said, threads, execution, locations, events }) => ({
      kind,
      message: said,
      threads,
      places: locations.flatMap((at) => placeIn(folder, at.file, at.line) ?? []),
      events: events.map(({ thread, operation, wrong, file, line, readsFrom }) => ({
        thread,
        operation,
        wrong,
        place: placeIn(folder, file, line),
        readsFrom,
      })),
      saved: savedIn(folder, execution),
      folder,
    })),
  };
}

const savedIn = (folder: string, name: string): string => resolve(folder, 'drista-out', `${name}.json`);

function placeIn(folder: string, file = '', line = 0): SourcePlace | undefined {
  return file === '' || line < 1 ? undefined : { file: resolve(folder, file), line };
}

interface SarifLocation {
  readonly message?: { readonly text?: string };
  readonly physicalLocation?: {
    readonly artifactLocation?: { readonly uri?: string; readonly uriBaseId?: string };
    readonly region?: { readonly startLine?: number };
  };
}

interface SarifStep {
  readonly executionOrder?: number;
  readonly importance?: string;
  readonly location?: SarifLocation;
  readonly properties?: { readonly readsFrom?: number };
}

interface SarifResult {
  readonly ruleId?: string;
  readonly message: { readonly text?: string };
  readonly locations?: readonly SarifLocation[];
  readonly relatedLocations?: readonly SarifLocation[];
  readonly partialFingerprints?: Readonly<Record<string, string>>;
  readonly codeFlows?: readonly {
    readonly threadFlows: readonly { readonly id?: string; readonly locations: readonly SarifStep[] }[];
  }[];
}

interface SarifRun {
  readonly originalUriBaseIds?: { readonly SRCROOT?: { readonly uri?: string } };
  readonly results?: readonly SarifResult[];
}

/** What drista's SARIF report of tests holds (OASIS SARIF 2.1.0), in its order. Throws where the text is not one. */
export function readTestErrors(text: string): { readonly root: string; readonly errors: readonly Execution[] } {
  const [run] = (JSON.parse(text) as { runs: readonly SarifRun[] }).runs;
  const root = resolve(fileURLToPath(run.originalUriBaseIds?.SRCROOT?.uri ?? 'file:///'));
  return { root, errors: (run.results ?? []).map((result) => executionOf(result, root)) };
}

function executionOf(result: SarifResult, root: string): Execution {
  const flows = (result.codeFlows ?? []).flatMap(({ threadFlows }) => threadFlows);
  const steps = flows.flatMap(({ id = '', locations }) => locations.map((step) => ({ step, thread: id })));
  const order = ({ step }: { step: SarifStep }): number => step.executionOrder ?? 0;
  return {
    kind: result.ruleId ?? '',
    message: result.message.text ?? '',
    threads: flows.map(({ id = '' }) => id),
    places: [...(result.locations ?? []), ...(result.relatedLocations ?? [])].flatMap(
      (at) => sarifPlace(at, root) ?? [],
    ),
    events: steps
      .sort((a, b) => order(a) - order(b))
      .map(({ step, thread }) => ({
        thread,
        operation: step.location?.message?.text ?? '',
        wrong: step.importance === 'essential',
        place: sarifPlace(step.location, root),
        readsFrom: step.properties?.readsFrom === undefined ? undefined : step.properties.readsFrom - 1,
      })),
    saved: savedIn(root, result.partialFingerprints?.['dristaExecution/v1'] ?? ''),
    folder: root,
  };
}

function sarifPlace(location: SarifLocation | undefined, root: string): SourcePlace | undefined {
  const { artifactLocation, region } = location?.physicalLocation ?? {};
  const { uri, uriBaseId } = artifactLocation ?? {};
  if (uri === undefined) return undefined;
  return placeIn(root, uriBaseId === undefined ? fileURLToPath(uri) : decodeURIComponent(uri), region?.startLine);
}
