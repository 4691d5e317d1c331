/** The options of `drista worker`. */
import type { Option } from './option';
import { checkOptions } from './option-table';

export const workerOptions = {
  redis: {
    group: 'Options:',
    type: 'text',
    value: 'URL',
    help: 'the Redis server where checks are led (redis:// or rediss://, with USER:PASSWORD@ where it asks for them)',
  },
  jobs: { ...checkOptions.jobs, group: 'Options:', help: 'how many parts to explore at the same time' },
} as const satisfies Record<string, Option>;
