/**
 * The random-program test for as long as one likes: `npm run fuzz -- SECONDS [SEED] [--compiled [--jobs]] [--states]
 * [--weak] [--sequences] [--symbolic] [--mixed] [--sizes] [--crashes] [--only=NAME] [--model NAME]`. Each program under
 * every model, or the one that is named, and every equivalence; larger ones under sc; --compiled: as compiled C against
 * the same in memory, --jobs: explored by three workers; --states: programs with loops, by the state search; --weak:
 * such programs with accesses of all orders under rc11 and c20 (compare-robustness.ts); --sequences: by the strategies
 * odpor and sdpor, and those that it supports by vc-dpor; --symbolic: C programs with symbolic input, each under one
 * model, against all inputs in turn; --mixed: C programs with code that drista does not see, against the same with all
 * of it seen, and against native runs; --sizes: accesses of several sizes that overlap, with --compiled as C;
 * --crashes: C programs that change files, with losses of power, --jobs: explored by two workers. Prints differences,
 * and ends with exit code 1 if there are any.
 */
import { argumentsOf } from '../../bench/arguments';
import { modelNames } from '../../src/model/names';
import type { Litmus } from './litmus';
import { randomLitmus } from './random';
import { randomBuffering } from './random-load-buffering';
import { sequenceDifferences, sequenceShapes } from './compare-sequences';
import { compiledBufferingDifferences } from './compiled-buffering';
import { compiledDifferences } from './compiled-random';
import { differences as differencesUnder, differencesLarge } from './compare';
import { stateSearchDifferences } from './states/compare-states';
import { compareRobustness, weakModels } from './states/compare-robustness';
import type { Machine } from './states/machine';
import { machineShapes } from './states/machine-shapes';
import { randomMachines } from './states/random-machine';
import { randomWeakMachines, weakMachines } from './states/random-weak-machine';
import { compiledShapes, largeShapes, shapes, valueCentricShapes } from './shapes';
import { isValueCentric, valueCentricDifferences } from './value-centric';
import { Solver } from '../../src/symbolic/solver';
import { mixedDifferences } from './mixed/compare-mixed';
import { compiledSizedDifferences, sizedDifferences, sizedModels } from './sizes/compare-sizes';
import { randomSized, sizedShapes } from './sizes/random-sizes';
import { crashDifference, randomDiskPrograms } from './crashes/compare-crashes';
import { inputDifferences } from './symbolic/compare-inputs';
import { inputShapes, randomInputs } from './symbolic/random-inputs';

const { values: options, positionals } = argumentsOf('fuzz', {
  allowPositionals: true,
  options: {
    compiled: { type: 'boolean', default: false },
    jobs: { type: 'boolean', default: false },
    states: { type: 'boolean', default: false },
    weak: { type: 'boolean', default: false },
    sequences: { type: 'boolean', default: false },
    symbolic: { type: 'boolean', default: false },
    mixed: { type: 'boolean', default: false },
    sizes: { type: 'boolean', default: false },
    crashes: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    model: { type: 'string' },
  },
});
const seconds = Number(positionals[0] ?? 60);
const first = Number(positionals[1] ?? Date.now() % 1_000_000_000);
const workers = options.jobs ? 3 : 1;
const { states: statesOnly, sequences: sequencesOnly, symbolic: symbolicOnly, compiled: compiledOnly } = options;
const { model, only } = options;
if (model !== undefined && !modelNames.some((name) => name === model)) {
  console.error(`--model knows ${modelNames.join(', ')}, not '${model}'`);
  process.exit(2);
}
const models = modelNames.filter((name) => model === undefined || name === model);
const end = Date.now() + seconds * 1000;
let programs = 0;
let bad = 0;

/** How a litmus program is compared. */
const comparisons = {
  sequences: sequenceDifferences,
  values: valueCentricDifferences,
  brute: (litmus: Litmus) => models.flatMap((name) => differencesUnder(litmus, name)),
  large: differencesLarge,
  compiled: (litmus: Litmus) => compiledDifferences(litmus, workers, model === undefined ? undefined : models),
  buffering: compiledBufferingDifferences,
} satisfies Record<string, (litmus: Litmus) => string[]>;

/** What the comparison finds, or the exception that it ends with. */
function found<T extends readonly string[] | undefined>(compared: () => T): T | readonly string[] {
  try {
    return compared();
  } catch (e) {
    return [(e as Error).stack ?? String(e)];
  }
}

/** Prints the differences, where there are any, after their title and before the program. */
function tell(title: string, differences: readonly string[], program: string): void {
  if (differences.length === 0) return;
  bad++;
  console.log(`${title}:\n  ${differences.join('\n  ')}\n${program}`);
}

/** A program as data, as it is printed. */
function dataText(program: unknown): string {
  return `  ${JSON.stringify(program)}`;
}

function compare(name: string, seed: number, litmus: Litmus, how: keyof typeof comparisons): void {
  if (Date.now() >= end) return;
  programs++;
  const differences = found(() => comparisons[how](litmus));
  tell(`${name}, seed ${seed}`, differences, dataText(litmus));
}

function compareMachine(name: string, seed: number, machine: Machine): void {
  const differences = found(() => stateSearchDifferences(machine));
  if (differences === undefined) return;
  programs++;
  tell(`${name}, seed ${seed}`, differences, dataText(machine));
}

for (let seed = first; statesOnly && Date.now() < end; seed++)
  for (const [name, shape] of Object.entries(machineShapes))
    if (name.includes(only) && Date.now() < end)
      for (const machine of randomMachines(shape, seed, 8)) compareMachine(name, seed, machine);

const weak = { states: 0, robust: 0, both: 0 };
for (let seed = first; options.weak && Date.now() < end; seed++) {
  for (const [name, machines] of Object.entries(weakMachines)) {
    if (!name.includes(only)) continue;
    for (const [i, machine] of randomWeakMachines(machines, seed, 8).entries()) {
      if (Date.now() >= end) break;
      programs++;
      const model = weakModels[(seed + i) % weakModels.length];
      const differences = found(() => {
        const { differences, byStates, robust } = compareRobustness(machine, model);
        weak.states += Number(byStates === true);
        weak.robust += Number(robust === true);
        weak.both += Number(byStates === true && robust === true);
        return differences;
      });
      tell(`${name}, seed ${seed}`, differences, dataText(machine));
    }
  }
}
if (options.weak)
  console.log(`by states ${weak.states}, with no other places than interleavings ${weak.robust}, both ${weak.both}`);

for (let seed = first; sequencesOnly && Date.now() < end; seed++) {
  for (const [name, shape] of Object.entries(sequenceShapes))
    if (name.includes(only))
      for (const litmus of randomLitmus(shape, seed, 8)) compare(name, seed, litmus, 'sequences');
  for (const [name, shape] of Object.entries(valueCentricShapes).map(([name, s]) => [`vc-dpor: ${name}`, s] as const))
    if (name.includes(only))
      for (const litmus of randomLitmus(shape, seed, 8))
        if (isValueCentric(litmus)) compare(name, seed, litmus, 'values');
}

const solver = symbolicOnly ? new Solver() : undefined;
for (let seed = first; solver !== undefined && Date.now() < end; seed++)
  for (const shape of inputShapes) {
    if (!shape.includes(only) || Date.now() >= end) continue;
    const made = randomInputs(seed, shape);
    programs++;
    const differences = found(() => inputDifferences(made, models[seed % models.length], solver));
    tell(`${shape}, seed ${seed}`, differences, made.text.slice(made.text.indexOf('static pthread_mutex')));
  }
solver?.stop();

let passedOver = 0;
for (let seed = first; options.mixed && Date.now() < end; seed++) {
  programs++;
  let text = '';
  const differences = found(() => {
    const result = mixedDifferences(seed, { executions: 150, nativeRuns: 300, placements: 2 });
    ({ text } = result);
    if (result.passedOver !== undefined) passedOver++;
    return result.differences;
  });
  tell(`seed ${seed}`, differences, text);
}
if (passedOver > 0) console.log(`${passedOver} programs have too many executions`);

for (let seed = first; options.sizes && Date.now() < end; seed++) {
  for (const [name, shape] of Object.entries(sizedShapes)) {
    if (!name.includes(only)) continue;
    for (const sized of randomSized(shape, seed, compiledOnly ? 1 : 4)) {
      if (Date.now() >= end) break;
      programs++;
      const known = sizedModels.filter((m) => models.includes(m));
      const differences = found(() =>
        compiledOnly ? compiledSizedDifferences(sized, known) : sizedDifferences(sized, known),
      );
      tell(`${name}, seed ${seed}`, differences, dataText(sized));
    }
  }
}

for (let seed = first; options.crashes && Date.now() < end; seed++)
  for (const [i, program] of randomDiskPrograms(seed, 6).entries()) {
    if (Date.now() >= end) break;
    programs++;
    const differences = found(() => crashDifference(program, i, options.jobs ? 2 : 1)?.split('\n') ?? []);
    tell(`number ${i}, seed ${seed}`, differences, dataText(program));
  }

const isOther = options.weak || options.sizes || options.mixed || options.crashes;
const ofLitmus = !isOther && !statesOnly && !sequencesOnly && !symbolicOnly;
for (let seed = first; ofLitmus && Date.now() < end; seed++) {
  for (const [name, shape] of compiledOnly ? compiledShapes : Object.entries(shapes)) {
    if (!name.includes(only)) continue;
    const some = randomLitmus(shape, seed, compiledOnly ? 1 : 8);
    for (const litmus of some) compare(name, seed, litmus, compiledOnly ? 'compiled' : 'brute');
  }
  if ('load buffering'.includes(only) && models.includes('imm'))
    for (const litmus of randomBuffering(seed, compiledOnly ? 2 : 8))
      compare('load buffering', seed, litmus, compiledOnly ? 'buffering' : 'brute');
  if (compiledOnly || !models.includes('sc')) continue; // the larger ones are compared under sc
  for (const [name, shape] of Object.entries(largeShapes))
    if (name.includes(only)) for (const litmus of randomLitmus(shape, seed, 1)) compare(name, seed, litmus, 'large');
}
console.log(`${programs} programs from seed ${first}, ${bad} with differences`);
process.exitCode = bad > 0 ? 1 : 0;
