/** All commands, as one table: completion scripts, the manual page and the reference of options are made from it. */
import { checkHelp } from './commands/check';
import { cmakeDirHelp } from './commands/cmake-dir';
import type { CommandName } from './command-names';
import { doctorHelp } from './commands/doctor';
import { commonOptions, type Help } from './help-text';
import { litmusHelp } from './commands/litmus';
import { litmusOptions } from './litmus-options';
import type { Option } from './option';
import { checkOptions } from './option-table';
import { replayOptions } from './replay-options';
import { workerOptions } from './worker-options';
import { outcomesHelp } from './commands/outcomes';
import { outcomesOptions } from './outcomes-options';
import { replayHelp } from './commands/replay';
import { runHelp } from './commands/run';
import { runOptions } from './run-options';
import { safeHelp } from './commands/safe';
import { safeOptions } from './safe-options';
import { testHelp } from './commands/test';
import { testOptions } from './test-options';
import { workerHelp } from './commands/worker';

export interface Command {
  /** Empty: the command without a name, which checks a program. */
  readonly name: CommandName | '';
  readonly does: string;
  /** Without those that every command has. */
  readonly options: Readonly<Record<string, Option>>;
  /** What `--help` says; undefined: the command is a compiler, which answers itself. */
  readonly help?: Help;
}

export const completionHelp = {
  usage: `drista completion bash|zsh|fish

Prints a script by which the shell completes commands and options of drista:

    bash   eval "$(drista completion bash)"      in ~/.bashrc
    zsh    eval "$(drista completion zsh)"       in ~/.zshrc, after compinit
    fish   drista completion fish | source       in ~/.config/fish/config.fish`,
  epilogue: 'Exit codes: 0 it was printed, 2 wrong use.',
};

export const commands: readonly Command[] = [
  { name: '', does: 'check a program', options: checkOptions, help: checkHelp },
  { name: 'cc', does: 'compile C so that it can be checked', options: {} },
  { name: 'c++', does: 'compile C++ so that it can be checked', options: {} },
  { name: 'test', does: 'build and check regression tests', options: testOptions, help: testHelp },
  {
    name: 'outcomes',
    does: 'list the outcomes of all executions',
    options: outcomesOptions,
    help: outcomesHelp,
  },
  { name: 'litmus', does: 'answer litmus tests as herd7 does', options: litmusOptions, help: litmusHelp },
  { name: 'safe', does: 'extract a scheduler under which nothing goes wrong', options: safeOptions, help: safeHelp },
  { name: 'run', does: 'run a program under such a scheduler', options: runOptions, help: runHelp },
  { name: 'replay', does: 'run a saved execution again', options: replayOptions, help: replayHelp },
  { name: 'doctor', does: 'say what drista sees of a program', options: {}, help: doctorHelp },
  { name: 'worker', does: 'explore parts of checks that others lead', options: workerOptions, help: workerHelp },
  { name: 'completion', does: 'complete command lines in a shell', options: {}, help: completionHelp },
  { name: 'cmake-dir', does: 'say where CMake finds drista', options: {}, help: cmakeDirHelp },
];

/** All options of a command, with those that every command has; compilers have their own. */
export function optionsOf({ options, help }: Command): [string, Option][] {
  return help === undefined ? [] : Object.entries({ ...options, ...commonOptions });
}
