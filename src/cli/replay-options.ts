/** The options of `drista replay`. */
import type { Option, OptionValues } from './option';
import { checkOptions } from './option-table';

export const replayOptions = {
  program: { group: 'Options:', type: 'text', value: 'PROGRAM', help: 'the program, if it has moved' },
  force: { group: 'Options:', type: 'flag', help: 'try even with another binary' },
  gdb: { group: 'Options:', type: 'flag', help: 'stop in that execution with gdb; arguments after -- go to gdb' },
  color: { ...checkOptions.color, group: 'Options:' },
  html: {
    group: 'Options:',
    type: 'text',
    value: 'FILE',
    help: 'write the execution as a page for a browser; -: to stdout',
  },
  svg: { group: 'Options:', type: 'text', value: 'FILE', help: 'write the execution as an SVG image; -: to stdout' },
  quiet: checkOptions.quiet,
  verbose: checkOptions.verbose,
} as const satisfies Record<string, Option>;

export type ReplayOptions = OptionValues<typeof replayOptions>;
