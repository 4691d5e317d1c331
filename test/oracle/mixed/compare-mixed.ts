/**
 * A program with code that drista does not see against the same program with all of it instrumented, and against runs
 * of the native program.
 */
import { modelNames, type ModelName } from '../../../src/model/names';
import { RandomNumbers } from '../../../src/explore/strategy/random-numbers';
import { DristaError } from '../../../src/base/errors';
import { check } from '../../../src/check/check';
import { newRequest } from '../../../src/cli/new-request';
import { outcomesRequest } from '../../../src/cli/outcomes-request';
import { optionValues } from '../../../src/cli/option';
import { checkOptions, type CheckOptions } from '../../../src/cli/option-table';
import type { CheckRequest } from '../../../src/check/check-request';
import type { Summary } from '../../../src/report/summary';
import {
  buildAll,
  buildMixed,
  buildNative,
  definitions,
  nativeOutcomes,
  randomPlacement,
  sourceOf,
  type Placement,
} from './builds';
import { places } from './program-text';
import { randomMixed, type MixedProgram } from './random-mixed';

/** What a check has found, or the message of its refusal. */
interface Found {
  readonly summary: Summary;
  readonly outcomes: ReadonlySet<string>;
}

/** What was compared, and what differs, in words. */
export interface MixedResult {
  readonly differences: readonly string[];
  readonly text: string;
  /** Why the program was not compared in full. */
  readonly passedOver?: string;
}

/** How much is explored and run. */
export interface Effort {
  readonly executions: number;
  readonly nativeRuns: number;
  readonly placements: number;
}

/** The program of that seed. */
export function mixedDifferences(seed: number, effort: Effort): MixedResult {
  const program = randomMixed(seed);
  const random = new RandomNumbers(seed ^ 0x5eed);
  const source = sourceOf(program.text);
  const model = random.below(3) === 0 ? modelNames[random.below(modelNames.length)] : modelNames[0];
  const all = explored(buildAll(source), model, effort);
  const result = { text: program.text, differences: [] as string[] };
  if (typeof all === 'string') return { ...result, differences: [`all instrumented, ${model}: ${all}`] };
  if (all.summary.limitsHit.length > 0) return { ...result, passedOver: all.summary.limitsHit.join() };
  const hasRace = all.summary.errors.some(({ kind }) => kind === 'data-race');
  if (hasRace && program.danger !== 'races') result.differences.push(`${model}: ${all.summary.errors[0].message}`);
  let passedOver: string | undefined;
  for (let i = 0; i < effort.placements; i++) {
    const placement = randomPlacement(random, program);
    const compiler = random.below(2) === 0 ? 'gcc' : 'clang';
    const path = buildMixed(source, placement, compiler);
    const where = `${model}, plain by ${compiler}, ${definitions(placement).join(' ')} ${placement.flags.join(' ')}`;
    const mixed = explored(path, model, { executions: effort.executions * 3 });
    if (typeof mixed !== 'string' && mixed.summary.limitsHit.length > 0) passedOver = mixed.summary.limitsHit.join();
    else {
      const found = compared(all, mixed, program, placement, hasRace);
      if (!hasRace && typeof mixed !== 'string') found.push(...otherWays(random, path, model, mixed));
      result.differences.push(...found.map((text) => `${where}: ${text}`));
    }
  }
  const isModelOfMachine = model === 'rc11' || model === 'c20' || program.isSequential;
  if (!hasRace && isModelOfMachine && effort.nativeRuns > 0) {
    const native = nativeOutcomes(
      buildNative(source, random.below(2) === 0 ? 'gcc' : 'clang', '-O2'),
      effort.nativeRuns,
    );
    // A deadlock that ends when a timed lock gives up takes the native program some years.
    const ended = program.text.includes('timedlock(') ? native.filter((text) => text !== 'hangs') : native;
    result.differences.push(...missing(all, ended).map((text) => `${model}: only native: ${text}`));
  }
  return { ...result, ...(passedOver === undefined ? {} : { passedOver }) };
}

/** What native runs have shown and the check has not. */
function missing({ outcomes, summary }: Found, native: readonly string[]): string[] {
  const has = (kind: string): boolean => summary.errors.some((error) => error.kind === kind);
  return native.filter((text) => {
    if (text === 'aborted') return !has('assertion');
    if (text === 'hangs') return !has('deadlock');
    return !outcomes.has(text);
  });
}

function compared(
  all: Found,
  mixed: Found | string,
  { accesses, names }: MixedProgram,
  { functions }: Placement,
  hasRace: boolean,
): string[] {
  // With a race, what a thread does may depend on what drista does not see.
  if (typeof mixed === 'string') return hasRace && mixed.includes('did not repeat itself') ? [] : [mixed];
  const found: string[] = [];
  const isHidden = functions.some(
    (place, i) => place === places.library || ((place === places.object || place === places.attribute) && accesses[i]),
  );
  const isPlain = functions.some((place) => place !== places.program && place !== places.instrumentedLibrary);
  if (isHidden && mixed.summary.level === undefined) found.push('nothing is said to be unseen');
  if (!isPlain && mixed.summary.level !== undefined)
    found.push(`unseen is said to be ${mixed.summary.unseen?.join() ?? mixed.summary.level}`);
  const isSeen = (name: string): boolean =>
    [places.program, places.instrumentedLibrary].some((place) => place === functions[names.indexOf(name)]);
  if (hasRace) return [...found, ...missedRaces(all, mixed, isSeen)];
  const [mine, theirs] = [mixed, all].map(({ outcomes }) => outcomes);
  found.push(...[...theirs].filter((text) => !mine.has(text)).map((text) => `missing: ${text}`));
  found.push(...[...mine].filter((text) => !theirs.has(text)).map((text) => `only mixed: ${text}`));
  const [myErrors, theirErrors] = [mixed, all].map(errorsOf);
  found.push(...[...theirErrors].filter((text) => !myErrors.has(text)).map((text) => `no error: ${text}`));
  found.push(...[...myErrors].filter((text) => !theirErrors.has(text)).map((text) => `error only mixed: ${text}`));
  return found;
}

/** Races of accesses that are seen in the mixed program, too, on data of which it has no race. */
function missedRaces(all: Found, mixed: Found, isSeen: (name: string) => boolean): string[] {
  const dataOf = (message: string): string => /data race on (\w+)/.exec(message)?.[1] ?? message;
  const races = ({ summary }: Found): Found['summary']['errors'] =>
    summary.errors.filter(({ kind }) => kind === 'data-race');
  const found = new Set(races(mixed).map(({ message }) => dataOf(message)));
  return races(all)
    .filter(({ locations }) => locations.every(({ function: name }) => name !== undefined && isSeen(name)))
    .map(({ message }) => dataOf(message))
    .filter((data) => !found.has(data))
    .map((data) => `no race on ${data}`);
}

/** The errors by what does not depend on where the code is. */
function errorsOf({ summary }: Found): Set<string> {
  return new Set(
    summary.errors.map(({ kind, message }) => (kind === 'assertion' ? (/`.*'/.exec(message)?.[0] ?? message) : kind)),
  );
}

/** The mixed program is explored in another way. */
function otherWays(random: RandomNumbers, path: string, model: ModelName, known: Found): string[] {
  const ways: readonly Partial<CheckOptions>[] = [
    { isolation: 'process' },
    { jobs: 2 },
    { equivalence: 'co' },
    { chance: 30 },
    ...(model === 'sc' ? [{ strategy: 'odpor' as const }, { strategy: 'sdpor' as const }] : []),
    {},
  ];
  const way = ways[random.below(ways.length)];
  const request = newRequest({
    options: { ...optionValues(checkOptions, { chance: '0' }), minimise: 'off', ...way, model },
    given: Object.keys(way),
    words: [path],
    rest: [],
  });
  const found = performed(request);
  if (typeof found === 'string') return [`${JSON.stringify(way)}: ${found}`];
  const [mine, theirs] = [found, known].map(({ summary }) => summary.verdict);
  return mine === theirs ? [] : [`${JSON.stringify(way)}: ${mine}, not ${theirs}`];
}

function explored(path: string, model: ModelName, { executions }: Pick<Effort, 'executions'>): Found | string {
  const options = { model, 'max-executions': executions, 'time-limit': 30, minimise: 'off' };
  return performed(outcomesRequest(path, [], 'printed', options, false));
}

function performed(request: CheckRequest): Found | string {
  try {
    const { summary, outcomes = [] } = check(request, {
      onProgress: () => undefined,
      interrupted: () => false,
      onOutcome: () => undefined,
      onCheckpoint: () => undefined,
    });
    return { summary, outcomes: new Set(outcomes.map(({ outcome }) => outcome.printed.trim())) };
  } catch (error) {
    if (!(error instanceof DristaError)) throw error;
    return error.message;
  }
}
