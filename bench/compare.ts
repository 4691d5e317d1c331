/** One bench against an earlier one. */
import { derive, markdown, type Figure, type Result } from './table';

/** The part of a bench's JSON that is compared. */
export interface Bench {
  readonly startUp: number;
  readonly results: readonly Result[];
  readonly figures: readonly Figure[];
}

export interface Comparison {
  readonly table: string;
  /** Counts of executions that have changed: one of the two is wrong, or the program is another one. */
  readonly errors: readonly string[];
  /** Rows that only one of the two has. */
  readonly notes: readonly string[];
}

const key = ({ program, scale, model, equivalence }: Result): string =>
  [program, scale, model, equivalence].filter((text) => text !== '').join(' ');

/**
 * A ratio with a mark where it is worth a look: `!` above 1.2, `*` below 0.8. Nothing where there is nothing to divide
 * by.
 */
export function marked(now: number | undefined, before: number | undefined): string {
  if (!now || !before) return '';
  const ratio = now / before;
  return `${ratio.toFixed(2)}${ratio > 1.2 ? ' !' : ratio < 0.8 ? ' *' : ''}`;
}

/** Ratios now / before of what both have. */
export function compare(now: Bench, before: Bench): Comparison {
  const earlier = new Map(before.results.map((result) => [key(result), result]));
  const later = new Set(now.results.map(key));
  const common = now.results.filter((result) => earlier.has(key(result)));
  const errors = common.flatMap((result) => {
    const was = earlier.get(key(result))!.counts.executions;
    return was === result.counts.executions
      ? []
      : [`${key(result)}: ${result.counts.executions} executions, ${was} before`];
  });
  const notes = [
    ...now.results.filter((result) => !earlier.has(key(result))).map((result) => `${key(result)}: not measured before`),
    ...before.results
      .filter((result) => !later.has(key(result)))
      .map((result) => `${key(result)}: only measured before`),
  ];
  const lines = common.map((result) => {
    const old = earlier.get(key(result))!;
    const [a, b] = [derive(result, now.startUp), derive(old, before.startUp)];
    return [
      key(result),
      marked(a.seconds, b.seconds),
      marked(a.engineSeconds, b.engineSeconds),
      marked(a.cpuSeconds, b.cpuSeconds),
      marked(a.perExecution, b.perExecution),
      marked(a.schedulerPeak, b.schedulerPeak),
      marked(result.programPeak, old.programPeak),
      marked(result.counts.deadEnds, old.counts.deadEnds),
      marked(result.counts.nodes, old.counts.nodes),
      marked(result.counts.runs, old.counts.runs),
    ];
  });
  const single = now.figures.flatMap((figure) => {
    const old = before.figures.find(({ name }) => name === figure.name);
    return old === undefined ? [] : [[figure.name, marked(figure.value, old.value), '', '', '', '', '', '', '', '']];
  });
  return {
    table: markdown(
      [
        'now / before',
        'seconds',
        'in the check',
        'CPU',
        'us/execution',
        'MB drista',
        'MB program',
        'dead ends',
        'nodes',
        'runs',
      ],
      [...lines, ...single],
    ),
    errors,
    notes,
  };
}
