/** The options of `drista safe`: those of a check that fit, and how the schedule is shown. */
import type { Option, OptionValues } from './option';
import { checkOptions, type CheckOptions } from './option-table';

const shown = 'The schedule:';

/** The options of a check that `drista safe` has as they are. */
const shared = {
  nondet: checkOptions.nondet,
  env: checkOptions.env,
  'env-all': checkOptions['env-all'],
  'env-unset': checkOptions['env-unset'],
  isolation: checkOptions.isolation,
  'max-steps': checkOptions['max-steps'],
  'time-limit': checkOptions['time-limit'],
  'run-limit': checkOptions['run-limit'],
  'memory-limit': checkOptions['memory-limit'],
} as const satisfies Record<string, Option>;

export const safeOptions = {
  output: {
    group: shown,
    type: 'text',
    alias: 'o',
    value: 'FILE',
    help: 'write the schedule to this file, for `drista run --safe`',
  },
  format: {
    group: shown,
    type: 'choice',
    choices: ['text', 'json', 'dot'],
    default: 'text',
    help: 'how the schedule is printed: in each state the threads that may go; the file; a graph for Graphviz',
  },
  iterate: {
    group: shown,
    type: 'flag',
    help: 'write the first schedule as soon as there is one, and wider ones as more is explored',
  },
  quiet: { group: shown, type: 'flag', alias: 'q', help: 'only the verdict' },
  verbose: { group: shown, type: 'flag', alias: 'v', help: 'all states of the schedule' },
  ...shared,
} as const satisfies Record<string, Option>;

export type SafeOptions = OptionValues<typeof safeOptions>;

/** Those of the options that a check has, too. */
export function checkOptionsOf(options: SafeOptions): Partial<CheckOptions> {
  const names = Object.keys(shared) as (keyof typeof shared)[];
  return Object.fromEntries(names.map((name) => [name, options[name]]));
}
