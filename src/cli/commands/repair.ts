/** `drista repair`: which memory orders have to be stronger. */
import { Exit } from '../../base/exit';
import { readArguments } from '../arguments';
import type { Command } from '../command';
import { ordersCommand, ordersEpilogue, ordersOptions } from '../orders-command';

const help = {
  usage: `drista repair [options] TEST... [-- arguments]

Looks for the cheapest way to make memory orders of atomic operations and fences
stronger so that all tests are verified. Where they fail with seq_cst
everywhere, too, it shows that execution: the error is none of memory orders.
Tests are programs built with \`drista cc -g\`, and sources of tests or folders of
them, as \`drista test\` has them.`,
  epilogue: ordersEpilogue,
};

export const command: Command = {
  does: 'find the memory orders that mend failing tests',
  options: ordersOptions,
  help,
  run: async (args) => {
    const line = await readArguments(args, ordersOptions, help);
    return line === undefined ? Exit.Verified : ordersCommand('repair', line, 'own');
  },
};
