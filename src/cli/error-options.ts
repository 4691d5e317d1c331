/** The members of --check: what else is an error. */
import { explored } from './symbolic-options';

const checked = { within: 'check', group: explored, resumed: true, type: 'flag' } as const;

export const errorOptions = {
  'check-exit-code': {
    ...checked,
    key: 'exit-code',
    help: 'report an exit code other than 0 as an error',
  },
  'check-progress': {
    ...checked,
    key: 'progress',
    help: 'report a thread that may wait for ever while others go on as an error; explores states',
  },
  'check-obstruction-free': {
    ...checked,
    key: 'obstruction-free',
    help: 'report a thread that may wait for ever if the others stand still; explores states',
  },
  'check-lock-free': {
    ...checked,
    key: 'lock-free',
    help: 'the same, and threads that may go on for ever, whatever the scheduler does; explores states',
  },
} as const;
