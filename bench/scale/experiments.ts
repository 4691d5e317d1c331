/** What is simulated: each function makes one table, or the plot. */
import type { Bench } from './benches';
import { timeAlone, type Costs, type Outcome } from './costs';
import { present, simulateGroup, type GroupPolicy } from './group';
import { plot, type Line } from './plot';
import { asAsked, noFaults, simulateQueue, type Faults, type QueueOutcome, type QueuePolicy } from './queue';

/** How many workers. */
const MANY = [1, 4, 16, 64, 256, 1024, 4096, 10_000];
/** Larger trees are simulated as they were recorded only. */
const LARGE = 1e6;
/** Seconds of work that trees are stretched to: ten hours. */
const STRETCHED = 36_000;
const latencies = [
  { name: 'threads, 0.05 ms', latency: 5e-5 },
  { name: 'LAN, 0.5 ms', latency: 5e-4 },
  { name: 'WAN, 20 ms', latency: 2e-2 },
] as const;

/** Measured with three and six threads: what the lead spends on a hand-over, and on a final report. */
const SEND = 3e-4,
  REPORT = 3.4e-3;

/** The costs of a check of the bench as it was recorded, or stretched to so many seconds. */
function costsOf(bench: Bench, latency: number, seconds?: number, messagesPerSecond = Infinity): Costs {
  const { unit, run, tree } = bench;
  const costs = { unit, run, latency, send: SEND, receive: SEND, report: REPORT, messagesPerSecond };
  const factor = seconds === undefined ? 1 : seconds / timeAlone(tree, { ...costs, alone: 0, start: 0 });
  return { ...costs, unit: unit * factor, run: run * factor, alone: 0.2, start: 0.1 };
}

/** Messages a second that one Redis takes. */
const REDIS = 50_000;

function byQueue(bench: Bench, workers: number, latency = 5e-4, policy = better, faults = noFaults): QueueOutcome {
  return simulateQueue(bench.tree, workers, costsOf(bench, latency, STRETCHED, REDIS), policy, faults);
}

function byJobs(bench: Bench, workers: number, latency = 5e-5, policy = present): Outcome {
  return simulateGroup(bench.tree, workers, costsOf(bench, latency, STRETCHED), policy);
}

const better: QueuePolicy = { ...asAsked, branches: 8 };

type Cell = string | number;

function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), `| --- |${' ---: |'.repeat(head.length - 1)}`, ...rows.map(line)].join('\n');
}

function digits(n: number): string {
  return n >= 100 ? n.toFixed(0) : n >= 10 ? n.toFixed(1) : n.toFixed(2);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share < 0.0995 ? 1 : 0)} %`;
}

function geometricMean(numbers: readonly number[]): number {
  return Math.exp(numbers.reduce((sum, n) => sum + Math.log(n), 0) / numbers.length);
}

export function treesTable(benches: readonly Bench[]): string {
  return table(
    ['bench', 'executions', 'states', 'depth', 'branches', 'runs', 'seconds', 'work / longest path'],
    benches.map(({ name, tree, one, unit, run }) => {
      const { depth, branching } = tree.shape;
      const seconds = digits(tree.work * unit + tree.runs * run);
      const parallelism = Math.round(tree.work / tree.longestPath);
      return [name, one.executions, tree.size, depth, digits(branching), tree.runs, seconds, parallelism];
    }),
  );
}

export function validationTable(benches: readonly Bench[]): string {
  return table(
    ['bench', 'one worker', 'first of two', 'second', 'rounds', 'measured', 'simulated', 'the same, all rounds'],
    benches.map((bench) => {
      const { name, one, two } = bench;
      const [alone] = one.searches;
      const { speedUp } = simulateGroup(bench.tree, 2, costsOf(bench, 5e-5));
      return [
        name,
        ...[alone, ...two.searches].map(digits),
        `${one.rounds}, ${two.rounds}`,
        digits(alone / Math.max(...two.searches)),
        digits(speedUp),
        // Each further round is the whole search again.
        digits(speedUp / (1 + two.rounds - one.rounds)),
      ];
    }),
  );
}

export function recordedTable(benches: readonly Bench[]): string {
  const workers = [2, 4, 16, 64];
  return table(
    ['bench', 'seconds', ...workers.map(String)],
    benches.map((bench) => {
      const costs = costsOf(bench, 5e-5);
      const speedUps = workers.map((n) => digits(simulateGroup(bench.tree, n, costs).speedUp));
      return [bench.name, digits(timeAlone(bench.tree, costs)), ...speedUps];
    }),
  );
}

interface Series {
  readonly policy: '--jobs' | 'queue';
  readonly latency: string;
  readonly bench: string;
  readonly outcomes: readonly Outcome[];
}

/** The latency at which each policy is shown. */
const usual = { '--jobs': latencies[0].name, queue: latencies[1].name };

/** All workers and benches by both policies, at the usual latencies; `isWide`: at all latencies. */
export function allSeries(benches: readonly Bench[], isWide: (bench: Bench) => boolean): Series[] {
  const small = benches.filter(({ tree }) => tree.size < LARGE);
  return small.flatMap((bench) => {
    console.error(`scale: ${bench.name}`);
    return latencies.flatMap(({ name, latency }) => {
      const of = (policy: Series['policy'], run: (n: number) => Outcome): Series[] =>
        usual[policy] === name || isWide(bench)
          ? [{ policy, latency: name, bench: bench.name, outcomes: MANY.map(run) }]
          : [];
      return [...of('--jobs', (n) => byJobs(bench, n, latency)), ...of('queue', (n) => byQueue(bench, n, latency))];
    });
  });
}

/** Speed-ups of each bench. */
export function benchTable(series: readonly Series[], policy: Series['policy']): string {
  const chosen = series.filter((s) => s.policy === policy && s.latency === usual[policy]);
  return table(
    ['bench', ...MANY.slice(1).map(String), 'half is gained up to'],
    chosen.map(({ bench, outcomes }) => [
      bench,
      ...outcomes.slice(1).map((o) => digits(o.speedUp)),
      Math.max(...outcomes.filter((o) => o.speedUp >= o.workers / 2).map((o) => o.workers)),
    ]),
  );
}

/** Geometric means over the benches that were simulated at all latencies. */
export function latencyTable(series: readonly Series[]): string {
  const wide = new Set(series.filter((s) => s.latency === latencies[2].name).map((s) => s.bench));
  const rows = (['--jobs', 'queue'] as const).flatMap((policy) =>
    latencies.map(({ name }) => {
      const chosen = series.filter((s) => s.policy === policy && s.latency === name && wide.has(s.bench));
      const means = MANY.map((_, i) => geometricMean(chosen.map((s) => s.outcomes[i].speedUp)));
      return [`${policy}, ${name}`, ...means.slice(1).map(digits)];
    }),
  );
  return table(['geometric mean', ...MANY.slice(1).map(String)], rows);
}

/** Where the time of so many workers goes. */
export function lossesTable(series: readonly Series[], workers: number): string {
  const at = MANY.indexOf(workers);
  return table(
    ['bench', 'by', 'speed-up', 'waiting', 'runs again', 'ways', 'messages', 'lead', 'number', 'branches', 'nested'],
    series
      .filter((s) => s.latency === usual[s.policy])
      .map(({ bench, policy, outcomes }) => {
        const { speedUp, idle, overhead, lead, messages, branches, nesting } = outcomes[at];
        const shares = [overhead.runs, overhead.replay, overhead.handling].map((o) => (o * speedUp) / workers);
        const cells = [idle, ...shares, lead].map(percent);
        return [bench, policy, digits(speedUp), ...cells, messages, branches, nesting];
      }),
  );
}

/** A line for each bench, a panel for each policy. */
export function svgOf(series: readonly Series[]): string {
  const colours = ['#1b9e77', '#d95f02', '#7570b3', '#e7298a', '#66a61e', '#e6ab02', '#a6761d', '#666', '#06c', '#c00'];
  const panels = (['--jobs', 'queue'] as const).map((policy) => ({
    title: `${policy === 'queue' ? 'jobs over a queue' : policy}, ${usual[policy]}`,
    lines: series
      .filter((s) => s.policy === policy && s.latency === usual[policy])
      .map(({ bench, outcomes }, i): Line => {
        const points = outcomes.map((o) => [o.workers, o.speedUp] as const);
        return { name: bench, points, colour: colours[i % colours.length] };
      }),
  }));
  return plot(panels, 10_000, 'workers', 'speed-up');
}

/** Workers that die. */
export function faultsTable(benches: readonly Bench[]): string {
  const workers = 256;
  const rates = [
    ['never', 0],
    ['once an hour', 1 / 3600],
    ['six times an hour', 6 / 3600],
  ] as const;
  const rows = [Infinity, 60, 10].flatMap((longest) =>
    rates.map(([name, rate]) => {
      const faults: Faults = { rate, lock: 30, seed: 1 };
      const all = benches.map((b) => byQueue(b, workers, 5e-4, { ...better, longest }, faults));
      const deaths = all.reduce((sum, o) => sum + o.deaths, 0);
      const lost = all.reduce((sum, o) => sum + o.overhead.lost, 0) / all.length;
      const limit = longest === Infinity ? 'none' : `${longest} s`;
      return [name, limit, digits(geometricMean(all.map((o) => o.speedUp))), deaths, percent(lost)];
    }),
  );
  return table(['a worker dies', 'longest job', 'speed-up', 'deaths', 'work lost'], rows);
}

/** One place through which all passes, and the lead: messages a second, seconds of a report, seconds of a job. */
export function leadTable(benches: readonly Bench[]): string {
  const kinds = [
    [REDIS, REPORT, 1],
    [1000, REPORT, 1],
    [REDIS, 3e-4, 1],
    [1000, 3e-4, 1],
    [REDIS, REPORT, 10],
    [REDIS, 3e-4, 10],
  ] as const;
  const rows = kinds.map(([rate, report, grain]) => {
    const means = [1024, 4096].map((n) => {
      const costs = (b: Bench): Costs => ({ ...costsOf(b, 5e-4, STRETCHED, rate), report });
      const policy = { ...better, grain };
      return digits(geometricMean(benches.map((b) => simulateQueue(b.tree, n, costs(b), policy).speedUp)));
    });
    return [rate, `${report * 1000} ms`, `${grain} s`, ...means];
  });
  return table(['messages a second', 'a report', 'a job', '1024', '4096'], rows);
}

/** What else could be done. */
export function policiesTable(benches: readonly Bench[]): string {
  const workers = [1024, 10_000];
  const group: readonly (readonly [string, GroupPolicy])[] = [
    ['`--jobs` as it is', present],
    ['no state waits for its branches', { ...present, waits: false }],
    ['what was learned goes along with branches and results only', { ...present, exchange: 'none' }],
    ['eight branches at one state', { ...present, branches: 8 }],
  ];
  const queue: readonly (readonly [string, QueuePolicy])[] = [
    ['queue: one branch and the rest', asAsked],
    ['queue: eight branches and the rest', better],
    ['queue: 64 branches and the rest', { ...asAsked, branches: 64 }],
    ['queue: eight, after 0.1 s', { ...better, grain: 0.1 }],
    ['queue: eight, after 10 s', { ...better, grain: 10 }],
  ];
  const row = (name: string, run: (b: Bench, n: number) => Outcome): Cell[] => [
    name,
    ...workers.map((n) => digits(geometricMean(benches.map((b) => run(b, n).speedUp)))),
  ];
  return table(
    ['policy', ...workers.map(String)],
    [
      ...group.map(([name, policy]) => row(name, (b, n) => byJobs(b, n, 5e-5, policy))),
      ...queue.map(([name, policy]) => row(name, (b, n) => byQueue(b, n, 5e-4, policy))),
    ],
  );
}
