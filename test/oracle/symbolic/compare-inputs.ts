/**
 * A program with symbolic input against the same program with each input in turn: the same errors and outcomes, and no
 * more inputs than there are paths.
 */
import type { RunResult } from '../../../src/channel/result';
import { encodeInput } from '../../../src/channel/symbolic';
import { Symbols } from '../../../src/debug-info/symbols';
import type { FoundError } from '../../../src/explore/common/verdict';
import { explore } from '../../../src/explore/explorer';
import type { ExploreOptions } from '../../../src/explore/explore-options';
import type { ModelName } from '../../../src/model/names';
import { OutcomeTally } from '../../../src/outcomes/outcome-tally';
import { outcomeText } from '../../../src/outcomes/outcome-text';
import { beginInput } from '../../../src/program/next-input';
import type { ProcessProgram, ProcessProgramOptions } from '../../../src/program/process-program';
import type { AtomicAs } from '../../../src/program/runner';
import { BinaryNames } from '../../../src/report/binary-names';
import { placeIn, shortPlace } from '../../../src/report/source-places';
import { pathOf } from '../../../src/symbolic/conditions';
import { Expressions } from '../../../src/symbolic/expression';
import type { Solver } from '../../../src/symbolic/solver';
import { SymbolicSearch } from '../../../src/symbolic/symbolic-search';
import { buildText, withProgram } from '../../support/compiled';
import { inputBytes, type InputProgram } from './random-inputs';

/** What a program can do: errors by kind and place, and outcomes. */
class Seen {
  readonly errors = new Set<string>();
  readonly outcomes = new Set<string>();

  /** Explores the program completely. */
  explore(program: ProcessProgram, model: ModelName): ReturnType<typeof explore> {
    const tally = new OutcomeTally();
    const options: ExploreOptions = { model, equivalence: 'rf', keepGoing: true, runAll: true };
    const verdict = explore(program, {
      ...options,
      onExecution: (execution, n) => {
        tally.add(execution, n);
      },
    });
    for (const { outcome } of tally.all(verdict.executions)) this.outcomes.add(outcomeText(outcome));
    for (const text of places(verdict.errors, program)) this.errors.add(text);
    return verdict;
  }

  /** What the other one has not, and has in addition. */
  differences(other: Seen): string[] {
    const compare = (what: string, mine: Set<string>, theirs: Set<string>): string[] => [
      ...[...theirs].filter((text) => !mine.has(text)).map((text) => `${what} missing: ${text}`),
      ...[...mine].filter((text) => !theirs.has(text)).map((text) => `${what} in no input: ${text}`),
    ];
    return [...compare('error', this.errors, other.errors), ...compare('outcome', this.outcomes, other.outcomes)];
  }
}

/** The errors by their kinds and places in the source. */
function places(errors: readonly FoundError[], program: ProcessProgram): string[] {
  if (errors.length === 0) return [];
  const names = new BinaryNames(program, new Symbols(program.modules));
  return errors.map(({ kind, involved, trace, schedule }) => {
    names.load(
      [...trace, ...involved].map((e) => e.label),
      [],
      schedule,
    );
    const at = involved.map(({ label }) => (/:\d+$/.exec(shortPlace(placeIn(names.stack(label)))) ?? ['?'])[0]);
    return `${kind} ${at.sort().join(' ')}`;
  });
}

/** What differs, in words; empty: nothing. */
export function inputDifferences(made: InputProgram, model: ModelName, solver: Solver): string[] {
  const flags = ['-w', '-fwrapv', made.flag];
  const symbolic = buildText(made.text, ['--symbolic', ...flags]);
  const all = Array.from({ length: 2 ** made.bits }, (_, number) => number);
  const order: AtomicAs = model === 'sc' ? 'sc' : 'relaxed';
  const shared = made.shape === 'racing' ? { races: order, volatiles: order } : {};

  const found = new Seen();
  const search = new SymbolicSearch(
    { maxInputs: 1000, keepGoing: true, outside: [], interrupted: () => false, left: () => undefined },
    () => solver,
  );
  const verdict = withProgram(
    symbolic,
    (program) =>
      search.run({
        restartWith: (input) => {
          beginInput(program, input);
        },
        explore: () => found.explore(program, model),
        nameOf: (thread, l) => `${thread} ${program.nameOf(l)}`,
      }),
    { events: 'observed', localStates: false, onSymbolic: search.onRun, ...shared },
  );

  const expected = new Seen();
  const plain = buildText(made.text, ['-DCONCRETE', ...flags]);
  for (const number of all)
    withProgram(plain, (program) => expected.explore(program, model), { events: 'observed', ...shared }, [`${number}`]);

  const paths = countPaths(
    symbolic,
    all.map((number) => inputBytes(made, number)),
    model,
    shared,
  );
  const inputs = Number(/explored with (\d+)/.exec(verdict.notes.join('\n'))![1]);
  return [
    ...verdict.limitsHit,
    ...found.differences(expected),
    // Each condition of an assumption that does not hold is one more.
    ...(inputs > paths + 2 * made.variables.length ? [`${inputs} inputs, but ${paths} paths`] : []),
  ].map((text) => `${model} ${made.flag}: ${text}`);
}

/** How many ways there are through the program with these inputs, by the conditions that its threads come to. */
function countPaths(
  path: string,
  inputs: readonly Uint8Array[][],
  model: ModelName,
  shared: ProcessProgramOptions,
): number {
  const paths = new Set<string>();
  const onSymbolic = (run: RunResult): void => {
    const ways = [...pathOf(run, new Expressions()).threads].map(
      ([thread, conditions]) => `${thread}: ${conditions.map((c) => `${c.expression}=${c.value}`).join()}`,
    );
    paths.add(ways.sort().join('; '));
  };
  withProgram(
    path,
    (program) => {
      for (const objects of inputs) {
        program.restartWith(encodeInput(objects.map((bytes, i) => ({ id: BigInt(i), bytes }))));
        explore(program, { model, equivalence: 'rf', keepGoing: true, runAll: true });
      }
    },
    { events: 'observed', localStates: false, onSymbolic, ...shared },
  );
  return paths.size;
}
