/** The options of `drista run`. */
import { MAX_UINT32, type Option, type OptionValues } from './option';

const how = 'How it is run:';

export const runOptions = {
  safe: { group: how, type: 'text', value: 'FILE', help: 'enforce the schedule that `drista safe -o` wrote' },
  opt: {
    group: how,
    type: 'choice',
    choices: ['0', '1', '2'],
    default: '0',
    help:
      'which orders the threads may come in: 0: any that the schedule permits, 1: one in which only events wait that ' +
      'depend on others, 2: one in which each thread also goes on for many events before another one does',
  },
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
    most: MAX_UINT32,
    default: '1',
    help: 'of the values that drista_choose returns',
  },
  trace: {
    group: how,
    type: 'text',
    value: 'FILE',
    help:
      'write the first million events in the order in which they took place: thread, number of the event in the ' +
      'schedule, input, and what it is, with tabs between',
  },
  statistics: { group: how, type: 'flag', help: 'print at the end how many events took place, and how many waited' },
} as const satisfies Record<string, Option>;

export type RunOptions = OptionValues<typeof runOptions>;
