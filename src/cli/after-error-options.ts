/** The members of --tune that say what a check does when it has found an error. */
import { explored } from './symbolic-options';

const tuned = { within: 'tune', group: explored } as const;

export const afterErrorOptions = {
  minimise: {
    ...tuned,
    type: 'text',
    value: 'on|off|N',
    default: 'on',
    help:
      'show each error in a short execution: few context switches, few events; on: the search takes at most as long ' +
      'as the check, and 2 s; N: look among N others, however long that takes',
  },
  decided: {
    ...tuned,
    type: 'number',
    value: 'N',
    most: 10_000,
    help:
      'say by which event each error is decided: N executions that follow up to there and go on at random all have ' +
      'an error',
  },
} as const;
