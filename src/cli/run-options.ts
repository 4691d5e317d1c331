/** The options of `drista run`. */
import { MOST, type Option, type OptionValues } from './option';

const how = 'How it is run:';

export const runOptions = {
  safe: { group: how, type: 'text', value: 'FILE', help: 'enforce the schedule that `drista safe -o` wrote' },
  'on-unknown': {
    group: how,
    type: 'choice',
    choices: ['stop', 'free'],
    default: 'stop',
    help: 'what happens when the program does what the schedule does not know: it is stopped, or goes on freely',
  },
  seed: {
    group: how,
    type: 'number',
    value: 'N',
    most: MOST,
    default: '1',
    help: 'of the values that drista_choose returns',
  },
  statistics: { group: how, type: 'flag', help: 'print at the end how many events took place, and how many waited' },
} as const satisfies Record<string, Option>;

export type RunOptions = OptionValues<typeof runOptions>;
