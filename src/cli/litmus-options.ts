/** The options of `drista litmus`. */
import type { Option, OptionValues } from './option';
import { checkOptions } from './option-table';
import { outcomesOptions } from './outcomes-options';

const shown = 'What is reported:';

export const litmusOptions = {
  model: { ...outcomesOptions.model, help: `${checkOptions.model.help}; given several times, an answer under each` },
  'time-limit': { ...checkOptions['time-limit'], help: 'stop the check of a test after so many seconds' },
  'memory-limit': checkOptions['memory-limit'],
  json: { group: shown, type: 'text', value: 'FILE', help: 'write the answers as JSON to this file; -: to stdout' },
  translate: { group: shown, type: 'flag', help: 'only print the program in C that each test becomes' },
} as const satisfies Record<string, Option>;

export type LitmusOptions = OptionValues<typeof litmusOptions>;
