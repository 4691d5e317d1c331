/** The options of `drista test`. */
import { testFormNames, testForms } from '../testing/test-forms';
import type { Option, OptionValues } from './option';
import { checkOptions, formOptions } from './option-table';

const tests = 'Which tests:',
  results = 'What is reported:';

export const testOptions = {
  filter: { group: tests, type: 'text', value: 'TEXT', help: 'only tests with TEXT in their names' },
  config: {
    group: tests,
    type: 'text',
    value: 'FILE',
    help:
      'configuration (default: drista.config.json here or in the nearest folder above, or the key `drista` of ' +
      'package.json)',
  },
  watch: { group: 'How they run:', type: 'flag', help: 'run tests again whenever a file has changed' },
  update: { group: 'How they run:', type: 'flag', help: 'write what was found into the tests, as what they expect' },
  jobs: {
    group: 'How they run:',
    type: 'number',
    alias: 'j',
    value: 'N',
    most: 64,
    help: 'so many tests side by side (default: as many as there are processors)',
  },
  'time-limit': {
    ...checkOptions['time-limit'],
    group: 'How they run:',
    help: 'for each check whose test does not say (default: 60)',
  },
  'no-cache': { group: 'How they run:', type: 'flag', help: 'check also what is unchanged since an earlier run' },
  ...formOptions(testFormNames, results, (name) => `${testForms[name].help}; -: to stdout, instead of the text`),
} as const satisfies Record<string, Option>;

export type TestOptions = OptionValues<typeof testOptions>;
