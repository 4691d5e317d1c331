/** Compares the exploration of programs with accesses of several sizes with the brute force over cells. */
import { isDeepStrictEqual } from 'node:util';
import type { EquivalenceName } from '../../../src/explore/equivalence/equivalence';
import type { ExploreOptions } from '../../../src/explore/explore-options';
import { explore } from '../../../src/explore/explorer';
import type { ExecutionGraph } from '../../../src/graph/graph';
import type { ModelName } from '../../../src/model/names';
import { Kind } from '../../../src/program/label';
import type { Program } from '../../../src/program/program';
import { cellBruteForce, type CellOutcome } from './cell-brute';
import { sizedProgram, type Sized } from './sized';

export const sizedModels: readonly ModelName[] = ['rc11', 'c20', 'ra', 'sc'];

const equivalences: readonly EquivalenceName[] = ['observational', 'rf', 'co'];

/** What differs, in words; empty when all agrees. */
export function sizedDifferences(
  sized: Sized,
  models: readonly ModelName[] = sizedModels,
  make: () => Program = () => sizedProgram(sized),
  more: Partial<ExploreOptions> = {},
): string[] {
  return models.flatMap((model) => {
    const brute = cellBruteForce(sized, model);
    return equivalences.flatMap((equivalence) =>
      compare(make(), { ...more, model, equivalence }, brute).map((text) => `${model} ${equivalence}: ${text}`),
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

function compare(program: Program, options: ExploreOptions, brute: CellOutcome): string[] {
  const found = new Set<string>();
  const verdict = explore(program, {
    ...options,
    keepGoing: true,
    onExecution: ({ graph }) => {
      found.add(valuesOf(graph!));
    },
  });
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
  if (!isDeepStrictEqual([...found].sort(), [...brute.value].sort()))
    problems.push(
      `values only here: ${[...found].filter((v) => !brute.value.has(v)).join(' ; ')}; only by brute force: ${[
        ...brute.value,
      ]
        .filter((v) => !found.has(v))
        .join(' ; ')}`,
    );
  return problems;
}
