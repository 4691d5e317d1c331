/** What a command is: a file of src/cli/commands/ has all of it. */
import { commonOptions, type Help } from './help-text';
import { shownOptions, type Option } from './option';

export interface Command {
  readonly does: string;
  /** Without those that every command has. */
  readonly options: Readonly<Record<string, Option>>;
  /** What `--help` says; undefined: the command is a compiler, which answers itself. */
  readonly help?: Help;
  /** Returns the exit code. `commands`: loads all of them. Throws a DristaError for wrong use. */
  readonly run: (args: readonly string[], commands: () => readonly NamedCommand[]) => number | Promise<number>;
}

export interface NamedCommand extends Command {
  /** Empty: the command without a name, which checks a program. */
  readonly name: string;
}

/** All options of a command, with those that every command has; compilers have their own. */
export function optionsOf({ options, help }: Command): [string, Option][] {
  return help === undefined ? [] : shownOptions({ ...options, ...commonOptions } as Record<string, Option>);
}
