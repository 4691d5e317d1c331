/** Programs of the playground: the same executions, outcomes and errors as compiled with drista cc. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '../../src/explore/common/verdict';
import { explore } from '../../src/explore/explorer';
import { answer, answerLines } from '../../src/litmus/litmus-answer';
import { litmusProgram, observedState } from '../../src/litmus/litmus-program';
import { readLitmus } from '../../src/litmus/litmus-test';
import { modelNames, type ModelName } from '../../src/model/names';
import { OutcomeTally } from '../../src/outcomes/outcome-tally';
import { outcomeText } from '../../src/outcomes/outcome-text';
import { examples } from '../../src/playground/examples';
import { isLitmus, PlaygroundExploration } from '../../src/playground/exploration';
import type { PlaygroundFindings } from '../../src/playground/playground-findings';
import type { Litmus } from '../oracle/litmus';
import { randomLitmus } from '../oracle/random';
import { buildText, withProgram } from '../support/compiled';
import { corpusLines, corpusPath, top } from '../support/paths';
import { interpretedDifferences, playgroundShapes, playgroundText } from './interpreted-random';

function exploredText(text: string, models: readonly ModelName[]): PlaygroundFindings {
  return new PlaygroundExploration({ text, models, maxExecutions: 1e9, maxSeconds: 300 }).run();
}

/** Everything that is compared: executions, kinds of errors, and outcomes with how many executions have each. */
interface Compared {
  readonly executions: number;
  readonly errors: readonly string[];
  readonly outcomes: Readonly<Record<string, number>>;
}

function interpreted({ models, rows }: PlaygroundFindings, m: number): Compared {
  const found = rows.flatMap(({ text, executions }) => {
    const n = executions[m];
    return typeof n === 'number' ? [[text, n] as const] : [];
  });
  return {
    executions: models[m].executions,
    errors: kindsOf(models[m]),
    outcomes: Object.fromEntries(found),
  };
}

function kindsOf({ errors }: { errors: readonly { readonly kind: string }[] }): string[] {
  return [...new Set(errors.map(({ kind }) => kind))].sort();
}

/** As the playground explores, for the compiled program. */
function compiled(path: string, model: ModelName): Compared {
  const tally = new OutcomeTally();
  const verdict = checked(path, model, 'observational', tally);
  const outcomes = tally.all(verdict.executions).map(({ outcome, executions }) => [outcomeText(outcome), executions]);
  return { executions: verdict.executions, errors: kindsOf(verdict), outcomes: Object.fromEntries(outcomes) as never };
}

function checked(path: string, model: ModelName, equivalence: 'observational' | 'co', tally: OutcomeTally): Verdict {
  return withProgram(
    path,
    (program) =>
      explore(program, {
        model,
        equivalence,
        meets: equivalence !== 'co',
        keepGoing: true,
        onExecution: (execution, n) => {
          tally.add(execution, n);
        },
      }),
    { events: 'observed' },
  );
}

/** rc11, sc, and one of the others. */
function modelsFor(i: number): ModelName[] {
  const others = modelNames.filter((model) => model !== 'rc11' && model !== 'sc');
  return ['rc11', 'sc', others[i % others.length]];
}

/** What is said of executions, without errors: these end the branch in which they are found, at places that differ. */
function comparable(c: Compared): Partial<Compared> {
  return c.errors.length > 0 ? { errors: c.errors } : c;
}

function expectSame(text: string, models: readonly ModelName[], flags: readonly string[] = []): void {
  const findings = exploredText(text, models);
  const path = buildText(text, flags);
  for (const [m, model] of models.entries())
    expect([model, comparable(interpreted(findings, m))]).toEqual([model, comparable(compiled(path, model))]);
}

describe('the examples of the playground', () => {
  const programs = examples.filter(({ text }) => !isLitmus(text));
  const tests = examples.filter(({ text }) => isLitmus(text));

  test.each(programs.map((e, i) => [e.name, e.text, i] as const))('%s', (_, text, i) => {
    const models = modelsFor(i);
    const findings = exploredText(text, models);
    const path = buildText(text);
    for (const [m, model] of models.entries())
      expect([model, interpreted(findings, m)]).toEqual([model, compiled(path, model)]);
  });

  test.each(tests.map((e, i) => [e.name, e.text, i] as const))('%s', (_, text, i) => {
    expectSameAnswers(text, modelsFor(i));
  });

  test('there are both, and some have errors', () => {
    expect([programs.length, tests.length]).toEqual([9, 3]);
    const verdicts = examples.map(({ text }) => exploredText(text, ['imm', 'sc']).models.map((m) => m.verdict));
    expect(verdicts).toEqual([
      ['verified', 'verified'],
      ['error', 'error'],
      ['error', 'error'],
      ['error', 'error'],
      ['error', 'verified'],
      ['verified', 'verified'],
      ['verified', 'verified'],
      ['verified', 'verified'],
      ['verified', 'verified'],
      ['verified', 'verified'],
      ['verified', 'verified'],
      ['verified', 'verified'],
    ]);
  });
});

/** The answers of drista litmus: those of the translated and compiled test. */
function expectSameAnswers(text: string, models: readonly ModelName[]): void {
  const litmus = readLitmus(text, 'test.litmus');
  const path = buildText(litmusProgram(litmus));
  const findings = exploredText(text, models);
  for (const [m, model] of models.entries()) {
    const tally = new OutcomeTally();
    const verdict = checked(path, model, 'co', tally);
    const states = tally.all(verdict.executions).map(({ outcome, executions }) => ({
      values: observedState(litmus, new Map(outcome.values.map(({ name, value }) => [name, value]))),
      executions,
    }));
    const races = verdict.errors.some(({ kind }) => kind === 'data-race');
    expect([model, findings.models[m].answer]).toEqual([model, answerLines(answer(litmus, states, races))]);
  }
}

/** Those of the repository whose C is that of the playground. */
const repositoryExamples = [
  'bank-account-locked',
  'bank-account',
  'dining-philosophers-ordered',
  'dining-philosophers',
  'double-checked-locking-bug',
  'double-checked-locking',
  'load-buffering',
  'message-passing-relaxed',
  'message-passing',
  'peterson-relaxed',
  'peterson',
  'returned-local-bug',
  'seqlock-bug',
  'seqlock',
  'spsc-queue-bug',
  'spsc-queue',
  'store-buffering-outcomes',
  'store-buffering-seq-cst',
  'store-buffering',
  'ticket-lock',
  'treiber-stack-bug',
  'wrong-unlock',
];

test.each(repositoryExamples.map((name, i) => [name, i] as const))('examples/%s.c', (name, i) => {
  const text = readFileSync(join(top, 'examples', `${name}.c`), 'utf8');
  // What a stack holds before is junk to compiled code, and may be what is read: then fewer iterations are left.
  expectSame(text.replace('int a, b;', 'int a = 7, b = 7;'), modelsFor(i));
});

test.each([
  ['counter', { T: 3, N: 2 }],
  ['peterson_try', { N: 2 }],
  ['ticket_try', { T: 2, N: 2 }],
] as const)('larger programs of the corpus: %s', (name, defines) => {
  const text = readFileSync(corpusPath(join('larger', `${name}.c`)), 'utf8');
  const before = Object.entries(defines).map(([macro, value]) => `#define ${macro} ${value}\n`);
  expectSame(before.join('') + text, ['rc11', 'sc']);
});

const litmusTests = [
  'address-dependency',
  'bounded-loops',
  'compare-exchanges',
  'exchanged-pointers',
  'fetch-and-op',
  'independent-reads',
  'load-buffering',
  'message-passing-race',
  'pointers',
  'spurious-failure',
  'updates-without-result',
  'waiting-loop',
];

test.each(litmusTests.map((name, i) => [name, i] as const))('test/litmus/%s.litmus', (name, i) => {
  expectSameAnswers(readFileSync(join(top, 'test', 'litmus', `${name}.litmus`), 'utf8'), modelsFor(i));
});

type Row = Litmus & Record<ModelName, Record<string, number>> & { readonly name: string };

test('the corpus: its counts under all models', () => {
  const rows = corpusLines('expected.jsonl').map((line) => JSON.parse(line) as Row);
  expect(rows.length).toBe(250);
  const wrong = rows.flatMap((row, i) => {
    const models = modelsFor(i);
    const findings = exploredText(playgroundText(row), models);
    return models.flatMap((model, m) => {
      const { executions, errors } = findings.models[m];
      return executions === row[model].value && errors.length === 0 ? [] : [`${row.name} ${model}: ${executions}`];
    });
  });
  expect(wrong).toEqual([]);
}, 300_000);

test.each(Object.entries(playgroundShapes))('random programs: %s', (_, shape) => {
  const wrong = randomLitmus(shape, 4711, 30).flatMap((litmus, i) =>
    modelsFor(i).flatMap((model) =>
      interpretedDifferences(litmus, model).map((text) => `${text}\n${JSON.stringify(litmus)}`),
    ),
  );
  expect(wrong).toEqual([]);
});
