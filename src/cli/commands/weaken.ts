/** `drista weaken`: which memory orders may be weaker. */
import { Exit } from '../../base/exit';
import { readArguments } from '../arguments';
import type { Command } from '../command';
import type { Option } from '../option';
import { ordersCommand, ordersEpilogue, ordersOptions } from '../orders-command';

const options = {
  from: {
    group: 'What is looked for:',
    type: 'choice',
    choices: ['own', 'sc'],
    default: 'own',
    help: 'the orders to begin with: those in the sources, or seq_cst everywhere',
  },
  ...ordersOptions,
} as const satisfies Record<string, Option>;

const help = {
  usage: `drista weaken [options] TEST... [-- arguments]

Looks for the weakest memory orders of atomic operations and fences with which
all tests are still verified. Of every operation it shows an execution that
fails if its order is one step weaker. Tests are programs built with
\`drista cc -g\`, and sources of tests or folders of them, as \`drista test\` has
them. No program is compiled anew to try orders.`,
  epilogue: ordersEpilogue,
};

export const command: Command = {
  does: 'find the weakest memory orders that tests need',
  options,
  help,
  run: async (args) => {
    const line = await readArguments(args, options, help);
    return line === undefined ? Exit.Verified : ordersCommand('weaken', line, line.options.from);
  },
};
