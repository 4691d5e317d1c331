/** Single figures that no row of the table shows. */
import { DristaError } from '../src/base/errors';
import { build, buildPlain, scaleName } from './build';
import { measure, median, once, plainSeconds, type Measured, type Sample } from './measure';
import { litmus, nothing, rows, type Row, type Scale } from './programs/rows';
import type { Figure } from './table';

export interface Context {
  readonly options: readonly string[];
  readonly repeats: number;
  readonly quick: boolean;
}

const seconds = ({ samples }: Measured): number => median(samples.map((s) => s.seconds));

/** Start-up, once: a whole check of a program without threads. */
export async function startUp({ options }: Context): Promise<Sample> {
  return (await once(build(nothing, nothing.scales[0]), options)).sample;
}

/** The others; `start`: start-up in seconds. */
export async function figures(context: Context, start: number): Promise<Figure[]> {
  const { options, repeats, quick } = context;
  const verdict = seconds(await measure(build(litmus, litmus.scales[0]), options, Math.max(5, repeats)));
  const ninc = find('ninc', quick ? 1 : 2);
  const tiny = build(...ninc);
  const fewer = await measure(tiny, [...options, '--tune', 'runs=new'], repeats);
  const every = await measure(tiny, [...options, '--tune', 'runs=all'], repeats);
  const heavy = find('heavy', quick ? 0 : 1);
  const run = await measure(build(...heavy), [...options, '--tune', 'runs=all'], repeats);
  const heavyRun = (seconds(run) - start) / run.counts.runs;
  const long = find('long', quick ? 0 : 1);
  const whole = seconds(await measure(build(...long), [...options, ...long[0].options], repeats)) - start;
  const shared = find('fib', quick ? 1 : 2);
  const workers = await secondsOfWorkers(build(...shared), [...options, '--equivalence', 'rf'], repeats, start);
  const alone = Math.max(5, repeats);
  const plain =
    median(plainSeconds(buildPlain(...heavy), alone)) -
    median(plainSeconds(buildPlain(nothing, nothing.scales[0]), alone));
  return [
    { name: 'start-up: a check of nothing', unit: 's', value: start },
    { name: 'start to verdict: litmus', unit: 's', value: verdict },
    {
      name: `one run more: ${text(ninc)}`,
      unit: 'us',
      value: ((seconds(every) - seconds(fewer)) / (every.counts.runs - fewer.counts.runs)) * 1e6,
    },
    { name: `one run: ${text(heavy)}`, unit: 'ms', value: heavyRun * 1e3 },
    { name: `the same without drista: ${text(heavy)}`, unit: 'ms', value: plain * 1e3 },
    { name: `slowdown of a run: ${text(heavy)}`, unit: 'times', value: heavyRun / plain },
    { name: `one worker: ${text(shared)}, rf`, unit: 's', value: workers[0] },
    { name: `two workers: ${text(shared)}, rf`, unit: 's', value: workers[1] },
    { name: `as fast with two workers: ${text(shared)}, rf`, unit: 'times', value: workers[0] / workers[1] },
    { name: `one execution, all of the check: ${text(long)}`, unit: 'ms', value: whole * 1e3 },
  ];
}

/** Medians with one worker and with two, without start-up; in turns. The executions must be the same. */
async function secondsOfWorkers(
  program: string,
  options: readonly string[],
  repeats: number,
  start: number,
): Promise<[number, number]> {
  const taken: [number[], number[]] = [[], []];
  const executions = new Set<number>();
  for (let i = 0; i < 2 * repeats; i++) {
    const { counts, sample } = await once(program, i % 2 === 0 ? options : [...options, '--jobs', '2']);
    taken[i % 2].push(sample.seconds - start);
    executions.add(counts.executions);
  }
  if (executions.size > 1)
    throw new DristaError(`${program}: ${[...executions].join(' and ')} executions, with one worker and with two`);
  return [median(taken[0]), median(taken[1])];
}

const text = ([row, scale]: readonly [Row, Scale]): string => `${row.name} ${scaleName(scale)}`;

function find(name: string, scale: number): [Row, Scale] {
  const row = rows.find((each) => each.name === name)!;
  return [row, row.scales[scale]];
}
