/** --crash and --after-crash: losses of power, and what looks at the files that are left. */
import { accessSync, constants, readdirSync, realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CrashSettings } from '../channel/environment';
import { DristaError } from '../base/errors';
import { sha256 } from '../base/hash';
import { messages } from './messages';
import { type Option, type OptionValues } from './option';
import { explored } from './symbolic-options';

export const crashOptions = {
  crash: {
    group: explored,
    resumed: true,
    type: 'text',
    optional: true,
    once: true,
    value: '[=FOLDER]',
    help: 'the power may be lost at any moment; the program runs in a copy of FOLDER, or in an empty folder',
  },
  'after-crash': {
    group: explored,
    resumed: true,
    type: 'text',
    once: true,
    value: 'COMMAND',
    help: 'what looks at the files after a loss of power (--crash), by /bin/sh: it fails where they are wrong',
  },
} as const satisfies Record<string, Option>;

/** What does not go with --crash. */
const others = ['client', 'symbolic', 'on', 'attach', 'show-output'];

/**
 * How losses of power are explored; undefined: not at all. `given`: the names of the options that were given;
 * `program`: its file. Throws a DristaError where the options do not go together, or the folder cannot be read.
 */
export function crashOf(
  options: OptionValues<typeof crashOptions> & { readonly isolation?: string | undefined },
  given: readonly string[],
  program: string,
): CrashSettings | undefined {
  const { crash, 'after-crash': command, isolation } = options;
  if (crash === undefined) {
    if (command !== undefined) throw new DristaError(messages.idle('--after-crash', '--crash'));
    return undefined;
  }
  if (command === undefined) throw new DristaError(messages.crashAlone);
  if (command.trim() === '') throw new DristaError(messages.noCommand);
  const other = others.find((name) => given.includes(name));
  if (other !== undefined) throw new DristaError(messages.crashWith(`--${other}`));
  if (isolation === 'rollback') throw new DristaError(messages.crashWith('--tune isolation=rollback'));
  const folder = crash === '' ? {} : { folder: readable(crash) };
  return { ...folder, at: workingFolder(program), command };
}

/** The path of a folder. Throws a DristaError if it is none, or cannot be read. */
function readable(given: string): string {
  try {
    const folder = realpathSync(given);
    if (!statSync(folder).isDirectory()) throw new DristaError(messages.crashFolder(given, 'is no folder'));
    accessSync(folder, constants.R_OK | constants.X_OK);
    readdirSync(folder);
    return folder;
  } catch (error) {
    if (error instanceof DristaError) throw error;
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new DristaError(messages.crashFolder(given, missing ? 'does not exist' : 'cannot be read'));
  }
}

/** The working folder of the program's runs: the same for all that share the lock by which runs exclude each other. */
function workingFolder(program: string): string {
  const path = realpathSync(program);
  const { dev, ino } = statSync(path);
  return join(tmpdir(), `drista-crash-${sha256(Buffer.from(`${path} ${dev} ${ino}`)).slice(0, 16)}`);
}
