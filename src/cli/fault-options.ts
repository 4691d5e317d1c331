/** The members of --faults: which calls of the program may fail. */
import { faultKinds, type FaultSettings } from '../channel/environment';
import { DristaError } from '../base/errors';
import { messages } from './messages';
import { type Option, type OptionValues } from './option';
import { explored } from './symbolic-options';

/** Faults of an execution: more than this many are never asked for. */
const MOST = 1000;

const member = { within: 'faults', group: explored, resumed: true } as const;

export const faultOptions = {
  faults: {
    group: explored,
    type: 'keys',
    value: 'WHAT,...:max=N',
    help: 'calls of the program may fail, as POSIX allows, although nothing is wrong',
  },
  'faults-malloc': {
    ...member,
    key: 'malloc',
    type: 'flag',
    help: 'allocations fail with ENOMEM: malloc and the like, and operator new',
  },
  'faults-io': {
    ...member,
    key: 'io',
    type: 'flag',
    help: 'read and write are short, interrupted, or find the disk full or the connection lost; open fails',
  },
  'faults-max': {
    ...member,
    key: 'max',
    type: 'number',
    value: 'N',
    most: MOST,
    default: '1',
    help: 'only executions with at most N such faults',
  },
} as const satisfies Record<string, Option>;

/** Which calls may fail; undefined: none. Throws a DristaError where none is named. */
export function faultsOf(options: OptionValues<typeof faultOptions>): FaultSettings | undefined {
  if (!options.faults) return undefined;
  const kinds = faultKinds.filter((kind) => options[`faults-${kind}`]);
  if (kinds.length === 0) throw new DristaError(messages.noFaults(faultKinds));
  return { kinds, most: options['faults-max'] };
}
