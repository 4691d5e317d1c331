/** Compares the exploration of programs with accesses of several sizes with the brute force over cells. */
import { isDeepStrictEqual } from 'node:util';
import type { EquivalenceName } from '../../../src/explore/equivalence/equivalence';
import type { ExploreOptions } from '../../../src/explore/explore-options';
import { explore } from '../../../src/explore/explorer';
import type { ExecutionGraph } from '../../../src/graph/graph';
import type { ModelName } from '../../../src/model/names';
import { Kind } from '../../../src/program/label';
import type { Program } from '../../../src/program/program';
import { buildText, withProgram } from '../../support/compiled';
import { simulatedWorkers } from '../simulated-workers';
import { cellBruteForce, type CellOutcome } from './cell-brute';
import { sizedC } from './sized-c';
import { sizedProgram, type Sized } from './sized';

export const sizedModels: readonly ModelName[] = ['rc11', 'c20', 'ra', 'sc'];

const equivalences: readonly EquivalenceName[] = ['observational', 'rf', 'co'];

/** What differs, in words; empty when all agrees. In memory, also explored by several workers and in turns. */
export function sizedDifferences(sized: Sized, models: readonly ModelName[] = sizedModels): string[] {
  const make = (): Program => sizedProgram(sized);
  const seed = JSON.stringify(sized).length;
  return models.flatMap((model) => {
    const brute = cellBruteForce(sized, model);
    const alone = equivalences.flatMap((equivalence) => compare(make(), { model, equivalence }, brute));
    const options: ExploreOptions = { model, equivalence: 'observational' };
    const together = compare(make(), options, brute, (program, how) => ({
      ...how,
      startWorkers: simulatedWorkers(program, how, make, seed),
    }));
    // Symmetry must then make no difference, and states are not explored.
    const inTurns =
      make().mixesSizes === true
        ? compare(make(), { ...options, symmetry: true, turns: { after: 0, slice: 1 } }, brute)
        : [];
    return [...alone, ...together.map((text) => `by several: ${text}`), ...inTurns.map((text) => `in turns: ${text}`)];
  });
}

/** The same for the compiled program. */
export function compiledSizedDifferences(sized: Sized, models: readonly ModelName[] = sizedModels): string[] {
  const path = buildText(sizedC(sized), ['-Wno-unused', '-mcx16']);
  return models.flatMap((model) => {
    const brute = cellBruteForce(sized, model);
    return withProgram(path, (program) =>
      equivalences.flatMap((equivalence) => compare(program, { model, equivalence }, brute)),
    );
  });
}

/** The values that atomic loads and read-modify-writes returned, by thread, without main. */
function valuesOf({ threads }: ExecutionGraph): string {
  return threads
    .slice(1)
    .map((events) => events.filter(({ label: { kind } }) => kind === Kind.Load || kind === Kind.Rmw).map((e) => e.read))
    .join('|');
}

/** `how`: the options with which it is explored, made of those that report executions. */
type How = (program: Program, options: ExploreOptions) => ExploreOptions;

function compare(
  program: Program,
  options: ExploreOptions,
  brute: CellOutcome,
  how: How = (_, same) => same,
): string[] {
  return found(program, options, brute, how).map((text) => `${options.model} ${options.equivalence}: ${text}`);
}

function found(program: Program, options: ExploreOptions, brute: CellOutcome, how: How): string[] {
  const values = new Set<string>();
  const reporting: ExploreOptions = {
    ...options,
    keepGoing: true,
    onExecution: ({ graph }) => {
      values.add(valuesOf(graph!));
    },
  };
  const verdict = explore(program, how(program, reporting));
  const races = verdict.errors.some(({ kind }) => kind === 'data-race');
  const others = verdict.errors.filter(({ kind }) => kind !== 'data-race');
  const problems = [
    ...others.map(({ kind, message }) => `${kind}: ${message}`),
    ...verdict.limitsHit.map((limit) => `limit ${limit}`),
    ...(races === brute.races ? [] : [`races: ${races}, by brute force ${brute.races}`]),
  ];
  if (problems.length > 0 || races) return problems;
  const count = { observational: brute.value.size, rf: brute.rf.size, co: brute.co }[
    options.equivalence as 'observational' | 'rf' | 'co'
  ];
  if (verdict.executions !== count) problems.push(`${verdict.executions} executions, by brute force ${count}`);
  if (!isDeepStrictEqual([...values].sort(), [...brute.value].sort()))
    problems.push(
      `values only here: ${[...values].filter((v) => !brute.value.has(v)).join(' ; ')}; only by brute force: ${[
        ...brute.value,
      ]
        .filter((v) => !values.has(v))
        .join(' ; ')}`,
    );
  return problems;
}
