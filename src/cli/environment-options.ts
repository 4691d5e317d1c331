/** Options of all commands in one variable of the environment, DRISTA_OPTIONS, as a CI job sets it. */
import { DristaError } from '../base/errors';
import { suggestion } from '../base/nearest-name';
import { shellWords } from '../testing/shell-words';
import { optionsOf, type NamedCommand } from './command';
import { messages } from './messages';
import { membersOf, type Option } from './option';

/**
 * The words for the command of that name, to be put before those that it was given. Options, and keys of options, that
 * only other commands have are left out. Throws a DristaError for what no command has.
 */
export function wordsFor(name: string, text: string, commands: readonly NamedCommand[]): string[] {
  const words = shellWords(text);
  if (words === undefined) throw new DristaError(messages.environmentQuote);
  const all: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const [, written, joined] = /^(--[^=]+|-[^-])(.*)$/s.exec(words[i]) ?? [];
    if (written === undefined) throw new DristaError(messages.environmentWord(words[i]));
    const known = commands.flatMap((command) => {
      const found = optionsOf(command).find(([each, option]) => spellings(each, option).includes(written));
      return found === undefined ? [] : [{ command, named: found[0], option: found[1] }];
    });
    if (known.length === 0) throw new DristaError(unknown(written, commands));
    const takesNext = joined === '' && known.some(({ option }) => needsValue(option));
    const own = takesNext ? words.slice(i, i + 2) : [words[i]];
    if (takesNext) i++;
    const key = /^[^=:]*/.exec(takesNext ? (own[1] ?? '') : joined.replace(/^=/, ''))![0];
    const withKey = known.filter(({ named, command }) =>
      membersOf(named, command.options).some(([each]) => each === key),
    );
    const having = withKey.length > 0 ? withKey : known;
    if (having.some(({ command }) => command.name === name)) all.push(...own);
  }
  return all;
}

function spellings(name: string, { alias, synonym }: Option): string[] {
  return [
    `--${name}`,
    ...(alias === undefined ? [] : [`-${alias}`]),
    ...(synonym === undefined ? [] : [`--${synonym}`]),
  ];
}

/** Must the next word be the option's value, where none is joined to it? */
function needsValue({ type, optional }: Option): boolean {
  return type !== 'flag' && optional !== true;
}

function unknown(written: string, commands: readonly NamedCommand[]): string {
  const names = [...new Set(commands.flatMap((command) => optionsOf(command).map(([each]) => `--${each}`)))];
  return messages.environmentOption(
    written,
    suggestion(written, names, (each) => each),
  );
}
