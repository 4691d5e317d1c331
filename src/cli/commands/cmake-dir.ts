/** `drista cmake-dir`: where CMake finds drista. */
import { cmakeFolder } from '../../base/paths';
import { DristaError } from '../../base/errors';
import { readArguments } from '../arguments';
import type { Command } from '../command';
import { Exit } from '../../base/exit';
import { messages } from '../messages';
import { print } from '../print';

const help = {
  usage: `drista cmake-dir

Prints the folder in which CMake finds drista, for find_package(drista):

    cmake -Ddrista_DIR="$(drista cmake-dir)" ...`,
  epilogue: 'Exit codes: 0 it was printed, 2 wrong use.',
};

export const command: Command = {
  does: 'say where CMake finds drista',
  options: {},
  help,
  run: (args) => cmakeDir(args),
};

/** Returns the exit code. Throws a DristaError for wrong use. */
async function cmakeDir(args: readonly string[]): Promise<number> {
  const line = await readArguments(args, {}, help);
  if (line === undefined) return Exit.Verified;
  const [extra] = [...line.words, ...line.rest];
  if (extra !== undefined) throw new DristaError(messages.takesNoArguments('cmake-dir', extra));
  await print(`${cmakeFolder()}\n`);
  return Exit.Verified;
}
