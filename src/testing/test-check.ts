/** One check of a test's program: a drista of its own, whose report is read. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FoundKind } from '../explore/common/verdict';
import type { Log, Result } from 'sarif';
import { Exit } from '../base/exit';
import type { CheckProcesses } from './check-processes';
import { launch, type Ended } from './launch';
import type { ExpectedVerdict } from './test-header';

export interface FoundLocation {
  readonly file: string;
  readonly line: number;
}

/** What a check has come to, as its JSON report has it (docs/report.schema.json). */
export interface CheckResult {
  /** `failure`: drista itself has failed, or was ended. */
  readonly verdict: ExpectedVerdict | 'failure';
  /** Why the program was not checked. */
  readonly message?: string;
  readonly executions: number;
  readonly states?: number;
  readonly seconds: number;
  readonly limitsHit: readonly string[];
  readonly errors: readonly {
    readonly kind: FoundKind;
    readonly message: string;
    /** The name of the execution, which is saved under it. */
    readonly execution: string;
    readonly locations: readonly FoundLocation[];
  }[];
  /** If they were asked for: all outcomes, as `drista outcomes` writes them; of an error `error KIND`. */
  readonly outcomes?: readonly string[];
  /** The report as text. */
  readonly text: string;
  readonly stderr: string;
  /** The errors of the report as SARIF has them. */
  readonly sarif?: readonly Result[];
}

export interface CheckCommand {
  readonly program: string;
  readonly options: readonly string[];
  readonly arguments: readonly string[];
  /** Beside this process's own. */
  readonly environment: Readonly<Record<string, string>>;
  /** What is asked for: a verdict, the outcomes of all executions, or whether a specification is kept. */
  readonly kind: 'check' | 'outcomes' | 'spec';
  /** Every error is wanted, not only the first. */
  readonly keepGoing: boolean;
  /** Seconds. */
  readonly timeLimit: number;
  /** Mebibytes for the runs of the program. */
  readonly memory: number;
  /** The folder in which drista runs, and writes what it saves. */
  readonly cwd: string;
}

/**
 * Runs the check to its end, in one of the processes, or in a process of its own where it has another environment or
 * shows what the program prints. `signal` ends it early; the result is then a failure.
 */
export async function checkProgram(
  command: CheckCommand,
  processes: CheckProcesses,
  signal: AbortSignal,
): Promise<CheckResult> {
  const scratch = mkdtempSync(join(tmpdir(), 'drista-test-check-'));
  const file = join(scratch, 'report.json');
  try {
    const line = lines[command.kind](command, file);
    const isAlone = Object.keys(command.environment).length > 0 || has(command, '--show-output');
    const env = { ...process.env, ...command.environment };
    const ended = await (isAlone ? launch(line, { cwd: command.cwd, env, signal }) : processes.perform(line));
    if (command.kind === 'outcomes') return outcomesOf(file, ended);
    return command.kind === 'spec' ? specOf(file, ended) : resultOf(ended, file, sarifBeside(file));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Where the same report is as SARIF. */
const sarifBeside = (json: string): string => `${json}.sarif`;

function commandLine(command: CheckCommand, json: string): string[] {
  return [
    ...command.options,
    ...(command.keepGoing && !has(command, '--keep-going') ? ['--keep-going'] : []),
    ...memoryLimit(command),
    ...['--time-limit', String(command.timeLimit)],
    ...['--report', `json=${json}`],
    ...['--report', `sarif=${sarifBeside(json)}`],
    command.program,
    ...(command.arguments.length === 0 ? [] : ['--', ...command.arguments]),
  ];
}

/** Is the option among the check's own? */
function has({ options }: CheckCommand, name: string): boolean {
  return options.some((word) => word === name || word.startsWith(`${name}=`));
}

function memoryLimit(command: CheckCommand): string[] {
  return has(command, '--memory-limit') ? [] : ['--memory-limit', `${command.memory}M`];
}

function outcomesLine(command: CheckCommand, json: string): string[] {
  return [
    'outcomes',
    ...command.options,
    ...['--time-limit', String(command.timeLimit)],
    ...memoryLimit(command),
    ...['--save', `${command.program}.outcomes`, '--report', `json=${json}`],
    command.program,
    ...(command.arguments.length === 0 ? [] : ['--', ...command.arguments]),
  ];
}

function specLine(command: CheckCommand, json: string): string[] {
  return [
    'spec',
    ...command.options,
    ...['--time-limit', String(command.timeLimit)],
    ...memoryLimit(command),
    ...['--report', `json=${json}`],
    ...['--report', `sarif=${sarifBeside(json)}`],
    command.program,
    ...(command.arguments.length === 0 ? [] : ['--', ...command.arguments]),
  ];
}

/** The command lines of each kind; the result is written as JSON. */
const lines: Readonly<Record<CheckCommand['kind'], (command: CheckCommand, json: string) => string[]>> = {
  check: commandLine,
  outcomes: outcomesLine,
  spec: specLine,
};

/** The result in the JSON of `drista spec` (docs/spec.schema.json). */
function specOf(file: string, ended: Ended): CheckResult {
  try {
    const { verdict, executions, seconds, limitsHit, failure } = JSON.parse(readFileSync(file, 'utf8')) as {
      verdict: ExpectedVerdict;
      executions: number;
      seconds: number;
      limitsHit: string[];
      failure?: { kind: FoundKind; message: string; client: string; execution: string; locations: FoundLocation[] };
    };
    const errors = failure === undefined ? [] : [{ ...failure, message: `${failure.message} (${failure.client})` }];
    const sarif = sarifIn(sarifBeside(file));
    return { ...nothingFound(ended), verdict, executions, seconds, limitsHit, errors, sarif };
  } catch {
    const found = withoutReport(ended);
    return isRefusal(ended, found.message) ? { ...found, verdict: 'refused' } : found;
  }
}

/** The result in the JSON of `drista outcomes` (docs/outcomes.schema.json). */
function outcomesOf(file: string, ended: Ended): CheckResult {
  try {
    const { models, outcomes } = JSON.parse(readFileSync(file, 'utf8')) as {
      models: { executions: number; seconds: number; limitsHit: string[] }[];
      outcomes: { text: string; kind?: FoundKind }[];
    };
    const limitsHit = [...new Set(models.flatMap((model) => model.limitsHit))];
    const isError = outcomes.some(({ kind }) => kind !== undefined);
    return {
      ...nothingFound(ended),
      verdict: isError ? 'error' : limitsHit.length > 0 ? 'inconclusive' : 'verified',
      executions: models.reduce((sum, { executions }) => sum + executions, 0),
      seconds: models.reduce((sum, { seconds }) => sum + seconds, 0),
      limitsHit,
      // The text of an error names a line of the source, which the next change moves.
      outcomes: [...new Set(outcomes.map(({ text, kind }) => (kind === undefined ? text : `error ${kind}`)))],
    };
  } catch {
    return withoutReport(ended);
  }
}

/** The result of a check that has ended: of its JSON report, and of SARIF if there is such a report beside it. */
export function resultOf(ended: Ended, json: string, sarif?: string): CheckResult {
  try {
    const report = JSON.parse(readFileSync(json, 'utf8')) as Pick<CheckResult, 'verdict'> & Partial<CheckResult>;
    const { verdict, message, executions, states, seconds, limitsHit, errors } = { ...nothingFound(ended), ...report };
    const found = errors.map(({ kind, message: said, execution: name, locations }) => ({
      kind,
      message: said,
      execution: name,
      locations,
    }));
    return {
      ...nothingFound(ended),
      verdict: verdict === 'failure' && isRefusal(ended, message) ? 'refused' : verdict,
      message,
      executions,
      states,
      seconds,
      limitsHit,
      errors: found,
      sarif: sarif === undefined ? [] : sarifIn(sarif),
    };
  } catch {
    return withoutReport(ended);
  }
}

/** Did drista say that the program cannot be checked? Its own failure has the same exit code. */
function isRefusal({ status }: Ended, message = ''): boolean {
  return status === Exit.Failure && !message.startsWith('internal error');
}

function sarifIn(file: string): Result[] {
  const { runs } = JSON.parse(readFileSync(file, 'utf8')) as Log;
  return runs.flatMap((run) => run.results ?? []);
}

function nothingFound({ stdout, stderr }: Ended): Omit<CheckResult, 'verdict'> {
  return { executions: 0, seconds: 0, limitsHit: [], errors: [], text: stdout, stderr };
}

function withoutReport(ended: Ended): CheckResult {
  const said = ended.stderr.trim().replace(/^drista: /, '');
  const message = said || `drista ended without a report (${ended.status ?? 'signal'})`;
  return { ...nothingFound(ended), verdict: 'failure', message };
}
