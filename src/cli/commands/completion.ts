/** `drista completion SHELL`: what a shell needs to complete command lines, made from the tables of options. */
import { DristaError } from '../../base/errors';
import { readArguments } from '../arguments';
import { Exit } from '../../base/exit';
import { optionsOf, type Command, type NamedCommand } from '../command';
import { messages } from '../messages';
import type { Option } from '../option';
import { print } from '../print';

const help = {
  usage: `drista completion bash|zsh|fish

Prints a script by which the shell completes commands and options of drista:

    bash   eval "$(drista completion bash)"      in ~/.bashrc
    zsh    eval "$(drista completion zsh)"       in ~/.zshrc, after compinit
    fish   drista completion fish | source       in ~/.config/fish/config.fish`,
  epilogue: 'Exit codes: 0 it was printed, 2 wrong use.',
};

export const command: Command = {
  does: 'complete command lines in a shell',
  options: {},
  help,
  run: (args, commands) => completion(args, commands()),
};

const shells = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

/** Returns the exit code. Throws a DristaError for a shell that is not known. */
async function completion(args: readonly string[], commands: readonly NamedCommand[]): Promise<number> {
  const line = await readArguments(args, {}, help);
  if (line === undefined) return Exit.Verified;
  const [shell, ...more] = line.words;
  if (!Object.hasOwn(shells, shell ?? '') || more.length > 0)
    throw new DristaError(messages.unknownShell(shell, Object.keys(shells)));
  await print(shells[shell as keyof typeof shells](commands));
  return Exit.Verified;
}

/** All ways to write the options. */
function flagsOf(options: readonly [string, Option][]): string[] {
  return options.flatMap(([name, { alias }]) => [`--${name}`, ...(alias === undefined ? [] : [`-${alias}`])]);
}

function bashScript(commands: readonly NamedCommand[]): string {
  const cases = commands.map((command) => {
    const { name } = command;
    const all = optionsOf(command);
    const values = all
      .filter(([, { choices }]) => choices !== undefined)
      .map(([option, { choices }]) => `      --${option}) words='${choices!.join(' ')}' ;;`);
    const files = all.filter(([, { type, choices }]) => type !== 'flag' && choices === undefined);
    return [
      `  ${name === '' ? '*' : name})`,
      '    case $previous in',
      ...values,
      ...(files.length === 0 ? [] : [`      ${flagsOf(files).join(' | ')}) words= ;;`]),
      `      *) words='${flagsOf(all).join(' ')}' ;;`,
      '    esac ;;',
    ].join('\n');
  });
  // The check stands last: its pattern fits every word.
  const [check, ...named] = cases;
  return `_drista() {
  local word=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} words
  case \${COMP_WORDS[1]} in
${[...named, check].join('\n')}
  esac
  [ "$COMP_CWORD" != 1 ] || words="$words ${namesOf(commands).join(' ')}"
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -o bashdefault -F _drista drista
`;
}

function namesOf(commands: readonly NamedCommand[]): string[] {
  return commands.map(({ name }) => name).filter((name) => name !== '');
}

function zshScript(commands: readonly NamedCommand[]): string {
  const cases = commands.map((command) => {
    const { name } = command;
    const specs = optionsOf(command).map(([option, { alias, type, help: said, choices, value }]) => {
      const text = said.replace(/[\\[\]:']/g, (c) => (c === "'" ? "'\\''" : `\\${c}`));
      const argument =
        type === 'flag' ? '' : `:${value ?? option}:${choices === undefined ? '_files' : `(${choices.join(' ')})`}`;
      const spelled = alias === undefined ? `--${option}` : `'{-${alias},--${option}}'`;
      return `      '${spelled}[${text}]${argument}' \\`;
    });
    return [`  ${name === '' ? '*' : name})`, '    _arguments \\', ...specs, `      '*:file:_files' ;;`].join('\n');
  });
  const [check, ...named] = cases;
  const described = commands.slice(1).map(({ name, does }) => `'${name}:${does}'`);
  return `#compdef drista
_drista() {
  local -a commands=(${described.join(' ')})
  (( CURRENT > 2 )) || _describe command commands
  case $words[2] in
${[...named, check].join('\n')}
  esac
}
compdef _drista drista
`;
}

function fishScript(commands: readonly NamedCommand[]): string {
  const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;
  const lines = commands.flatMap((command) => {
    const { name, does } = command;
    const when =
      name === ''
        ? `not __fish_seen_subcommand_from ${namesOf(commands).join(' ')}`
        : `__fish_seen_subcommand_from ${name}`;
    const flags = optionsOf(command).map(([option, { alias, type, help: said, choices }]) =>
      [
        `complete -c drista -n ${quoted(when)} -l ${option}`,
        ...(alias === undefined ? [] : [`-s ${alias}`]),
        ...(type === 'flag' ? [] : ['-r']),
        ...(choices === undefined ? [] : [`-x -a ${quoted(choices.join(' '))}`]),
        `-d ${quoted(said)}`,
      ].join(' '),
    );
    return name === ''
      ? flags
      : [`complete -c drista -n __fish_use_subcommand -a ${name} -d ${quoted(does)}`, ...flags];
  });
  return `${lines.join('\n')}\n`;
}
