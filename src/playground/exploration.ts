/** Explores a program under memory models, and shows its executions. The page and its tests enter here. */
import { DristaError } from '../base/errors';
import type { ExploreOptions } from '../explore/explore-options';
import { explore } from '../explore/explorer';
import { traceOf, type FoundError, type TraceEvent, type Verdict } from '../explore/common/verdict';
import type { CountedExecution } from '../explore/session/session-options';
import { answer, answerLines } from '../litmus/litmus-answer';
import { litmusProgram, observedState } from '../litmus/litmus-program';
import { readLitmus, type LitmusTest } from '../litmus/litmus-test';
import type { ModelName } from '../model/names';
import { byExecutions } from '../outcomes/outcome-table';
import { OutcomeTally, type CountedOutcome } from '../outcomes/outcome-tally';
import { outcomeOf, type Outcome } from '../outcomes/outcome';
import { outcomeText } from '../outcomes/outcome-text';
import type { Picture } from '../report/html/picture';
import { picturedError } from '../report/html/pictured-error';
import { printableData } from '../report/printable';
import type { NameSource } from '../report/report';
import { reportError, reportOutcome } from '../report/report-error';
import { headline } from '../report/text';
import type { FoundOutcomeRow, ModelFindings, PlaygroundFindings, PlaygroundRequest } from './playground-findings';
import { interpretedProgram, type InterpretedProgram } from './c/interpreted-program';

/** The most executions of a model that can be shown. */
export const MOST_SHOWN = 1000;
/** Events of the longest execution; as in `drista litmus`, and more for programs. */
const MOST_STEPS = { litmus: 200, c: 1000 };

/** Is the text a litmus test in the format of herd7? */
export function isLitmus(text: string): boolean {
  return /^\s*(?:\(\*[^]*?\*\)\s*)*C[ \t]+\S/.test(text);
}

interface Explored {
  readonly findings: ModelFindings;
  readonly program: InterpretedProgram;
  readonly errors: readonly FoundError[];
  readonly traces: readonly (readonly TraceEvent[])[];
  readonly outcomes: readonly CountedOutcome[];
}

export class PlaygroundExploration {
  /** The program in C: what was typed, or what the litmus test stands for. */
  readonly text: string;
  private readonly test: LitmusTest | undefined;
  private readonly file: string;
  private readonly explored: Explored[] = [];

  /** Throws a DristaError with line and column where the text is malformed or not supported. */
  constructor(private readonly request: PlaygroundRequest) {
    const { text, models } = request;
    if (models.length === 0) throw new DristaError('no memory model is chosen: choose one');
    this.test = isLitmus(text) ? readLitmus(text, 'test.litmus') : undefined;
    this.file = this.test === undefined ? 'program.c' : 'translated.c';
    this.text = this.test === undefined ? text : litmusProgram(this.test);
    interpretedProgram(this.text, this.file);
  }

  /** Explores under all models. `tell`: is told how many executions there are so far. */
  run(tell: (model: ModelName, executions: number) => void = () => undefined): PlaygroundFindings {
    this.explored.length = 0;
    for (const model of this.request.models) this.explored.push(this.under(model, tell));
    return {
      form: this.test === undefined ? 'c' : 'litmus',
      equivalence: this.equivalence,
      models: this.explored.map(({ findings }) => findings),
      rows: this.rows(),
    };
  }

  private get equivalence(): PlaygroundFindings['equivalence'] {
    return this.test === undefined ? 'observational' : 'co';
  }

  private under(model: ModelName, tell: (model: ModelName, executions: number) => void): Explored {
    const { maxExecutions, maxSeconds } = this.request;
    const program = interpretedProgram(this.text, this.file);
    const tally = new OutcomeTally();
    let round = 0;
    let traces: { trace: readonly TraceEvent[]; text: string }[] = [];
    const onExecution = (execution: CountedExecution, n: number): void => {
      tally.add(execution, n);
      if (execution.rounds !== round) traces = [];
      round = execution.rounds;
      const { graph } = execution;
      if (traces.length < MOST_SHOWN && graph !== undefined)
        traces.push({ trace: traceOf(graph.events), text: this.outcomeText(outcomeOf(graph).outcome) });
    };
    const options: ExploreOptions = {
      model,
      equivalence: this.equivalence,
      meets: this.test === undefined,
      keepGoing: true,
      maxSteps: MOST_STEPS[this.test === undefined ? 'c' : 'litmus'],
      maxExecutions,
      timeLimitSeconds: maxSeconds,
      onExecution,
      onProgress: ({ executions }) => {
        tell(model, executions);
      },
    };
    const begun = Date.now();
    const verdict = explore(program, options);
    const outcomes = tally.all(verdict.executions);
    const findings = {
      ...findingsOf(model, verdict, this.namesIn(program), traces),
      seconds: (Date.now() - begun) / 1000,
      ...this.answerOf(outcomes, verdict),
    };
    return { findings, program, errors: verdict.errors, traces: traces.map(({ trace }) => trace), outcomes };
  }

  /** The final state of a litmus test has addresses by their names. */
  private outcomeText(outcome: Outcome): string {
    return this.test === undefined
      ? outcomeText(outcome)
      : [...observedState(this.test, observed(outcome))].map(([place, value]) => `${place}=${value}`).join(' ');
  }

  /** Locations of a litmus test have other names in its translation. */
  private namesIn({ names }: InterpretedProgram): NameSource {
    return this.test === undefined ? names : { ...names, data: (l) => names.data(l).replace(/^location_/, '') };
  }

  private answerOf(outcomes: readonly CountedOutcome[], { errors }: Verdict): Pick<ModelFindings, 'answer'> {
    const { test } = this;
    if (test === undefined) return {};
    const states = outcomes.map(({ outcome, executions }) => ({
      values: observedState(test, observed(outcome)),
      executions,
    }));
    const races = errors.some(({ kind }) => kind === 'data-race');
    return { answer: answerLines(answer(test, states, races)) };
  }

  /** Each outcome, and each error, with the models that have it. */
  private rows(): FoundOutcomeRow[] {
    const rows = new Map<string, FoundOutcomeRow & { executions: FoundOutcomeRow['executions'][number][] }>();
    const add = (model: number, key: string, n: number | 'error', text: string): void => {
      if (!rows.has(key))
        rows.set(key, { text, isError: n === 'error', executions: this.explored.map(() => undefined) });
      rows.get(key)!.executions[model] = n;
    };
    for (const [model, { outcomes, findings }] of this.explored.entries()) {
      for (const { key, outcome, executions } of outcomes) add(model, key, executions, this.outcomeText(outcome));
      for (const { message } of findings.errors) add(model, message, 'error', message);
    }
    return [...rows.values()].sort(byExecutions);
  }

  /** The picture of an error, or of an execution: the n-th of the model, which is the one with this place. */
  picture(model: number, what: 'error' | 'execution', n: number): Picture {
    const { program, errors, traces, findings } = this.explored[model];
    const names = this.namesIn(program);
    const name = `${what} ${n + 1}`;
    const shown =
      what === 'error'
        ? reportError(errors[n], names, name)
        : reportOutcome({ trace: traces[n], message: findings.shown[n] }, names, name);
    const lines = this.text.replace(/\n$/, '').split('\n');
    return printableData({
      version: 1,
      program: this.file,
      model: findings.model,
      verdict: '',
      notes: [],
      errors: [picturedError(shown, findings.model, undefined)],
      sources: [{ file: this.file, blocks: [{ from: 1, lines: lines.map((l) => l.replaceAll('\t', '    ')) }] }],
    });
  }
}

function observed({ values }: Outcome): Map<string, string> {
  return new Map(values.map(({ name, value }) => [name, value]));
}

function findingsOf(
  model: ModelName,
  { executions, blocked, errors, limitsHit, notes }: Verdict,
  names: NameSource,
  traces: readonly { readonly text: string }[],
): Omit<ModelFindings, 'seconds'> {
  return {
    model,
    verdict: errors.length > 0 ? 'error' : limitsHit.length > 0 ? 'inconclusive' : 'verified',
    executions,
    blocked,
    errors: errors.map((error) => ({ kind: error.kind, message: headline(reportError(error, names, '')) })),
    shown: traces.map(({ text }) => text),
    limits: limitsHit,
    notes: notes.filter((note) => !note.includes('--check exit-code')),
  };
}
