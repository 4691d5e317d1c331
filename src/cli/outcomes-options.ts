/** The options of `drista outcomes`: those of a check that fit, and how outcomes are shown. */
import type { Option, OptionValues } from './option';
import { checkOptions, type CheckOptions } from './option-table';

const { model, equivalence } = checkOptions;
const shown = 'What is reported:';

/** The options of a check that `drista outcomes` has as they are. */
const shared = {
  bound: checkOptions.bound,
  nondet: checkOptions.nondet,
  races: checkOptions.races,
  volatile: checkOptions.volatile,
  client: checkOptions.client,
  env: checkOptions.env,
  'env-all': checkOptions['env-all'],
  'env-unset': checkOptions['env-unset'],
  'spurious-wakeups': checkOptions['spurious-wakeups'],
  timeouts: checkOptions.timeouts,
  'weak-cas': checkOptions['weak-cas'],
  unroll: checkOptions.unroll,
  runs: checkOptions.runs,
  'local-states': checkOptions['local-states'],
  isolation: checkOptions.isolation,
  'max-executions': checkOptions['max-executions'],
  'max-steps': checkOptions['max-steps'],
  'time-limit': checkOptions['time-limit'],
  'run-limit': checkOptions['run-limit'],
  'memory-limit': checkOptions['memory-limit'],
} as const satisfies Record<string, Option>;

export const outcomesOptions = {
  model: {
    ...model,
    type: 'texts',
    value: model.choices.join('|'),
    help: `${model.help}; given several times, the outcomes under each`,
  },
  equivalence: {
    ...equivalence,
    choices: ['observational', 'rf', 'co'],
    help:
      'executions that count as one: those with the same values read, the same reads-from, or also the same order ' +
      'of writes',
  },
  of: {
    group: 'What is explored:',
    type: 'choice',
    choices: ['auto', 'observed', 'printed'],
    default: 'auto',
    help:
      'what an outcome consists of: the values given to drista_observe, or what is printed on standard output; ' +
      'auto: printed, unless the program calls drista_observe',
  },
  ...shared,
  json: { group: shown, type: 'text', value: 'FILE', help: 'write the outcomes as JSON to this file; -: to stdout' },
  herd: { group: shown, type: 'flag', help: 'print the outcomes as herd7 prints states' },
  save: {
    group: shown,
    type: 'text',
    value: 'FOLDER',
    default: 'drista-out/',
    help: 'folder in which one execution of each outcome is saved, as outcome-N.json',
  },
  'no-save': { group: shown, type: 'flag', help: 'save no executions, which is faster where there are many outcomes' },
  quiet: { group: shown, type: 'flag', alias: 'q', help: 'only the outcomes' },
} as const satisfies Record<string, Option>;

export type OutcomesOptions = OptionValues<typeof outcomesOptions>;

/** Those of the options that a check has, too. */
export function checkOptionsIn(options: OutcomesOptions): Partial<CheckOptions> {
  const names = Object.keys(shared) as (keyof typeof shared)[];
  return Object.fromEntries(names.map((name) => [name, options[name]]));
}
