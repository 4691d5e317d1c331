/** The text of `--help`, made from the table of options. */
import { membersOf, shownOptions, type Option } from './option';

/** Columns of the text, and the column where the description of an option begins. */
const WIDTH = 80,
  INDENT = 28;

export interface Help {
  readonly usage: string;
  readonly epilogue: string;
}

/** The options that every command has. */
export const commonOptions = {
  help: { group: 'Help:', type: 'flag', alias: 'h', help: 'show this text' },
  version: { group: 'Help:', type: 'flag', alias: 'V', help: 'show the version of drista' },
} as const satisfies Record<string, Option>;

/** The whole help text of a command, with a newline at its end. */
export function helpText({ usage, epilogue }: Help, table: Record<string, Option>): string {
  const whole: Record<string, Option> = { ...table, ...commonOptions };
  const all = shownOptions(whole);
  const groups = [...new Set(all.map(([, { group }]) => group))].map((group) => [
    group,
    ...all.filter(([, option]) => option.group === group).map(([name, option]) => optionText(name, option, whole)),
  ]);
  return `${[usage, ...groups.map((lines) => lines.join('\n')), wrapped(epilogue, WIDTH).join('\n')].join('\n\n')}\n`;
}

/** What the option does begins beside its name, or below it if the name is too long. */
function optionText(name: string, option: Option, table: Readonly<Record<string, Option>>): string {
  const { alias } = option;
  const argument = argumentOf(option);
  const short = alias === undefined ? '    ' : `-${alias}, `;
  const left = `  ${short}--${name}${argument === undefined ? '' : `${argument.startsWith('[') ? '' : ' '}${argument}`}`;
  const lines = wrapped(meaningOf(option, membersOf(name, table)), WIDTH - INDENT);
  const indented = lines.map((line) => ' '.repeat(INDENT) + line);
  return left.length < INDENT - 1
    ? [left.padEnd(INDENT) + lines[0], ...indented.slice(1)].join('\n')
    : [left, ...indented].join('\n');
}

/** The placeholder of the option's value, or its choices; undefined: it takes none. */
export function argumentOf({ choices, value }: Option): string | undefined {
  return choices?.join('|') ?? value;
}

/** What the option does, what its choices stand for, and what is taken without it. */
export function meaningOf(option: Option, members: readonly [string, Option][] = []): string {
  const inner = members.map(([key, member]) => `${memberOf(option, key, member)}: ${meaningOf(member)}`);
  return `${option.help}${meaningsOf(option)}${usual(option)}${inner.length === 0 ? '' : `; ${inner.join('; ')}`}`;
}

/** A member as it is written. */
function memberOf({ type }: Option, key: string, member: Option): string {
  const value = argumentOf(member);
  if (value === undefined) return key;
  return type === 'choice' ? `:${key}=${value}` : `${key}${type === 'flag' ? ':' : '='}${value}`;
}

/** What the choices stand for, where their names do not say it. */
function meaningsOf({ choices = [], meanings }: Option): string {
  return meanings === undefined ? '' : `: ${meanings.map((meaning, i) => `${meaning} (${choices[i]})`).join(', ')}`;
}

/** What is taken if the option is not given. */
function usual({ default: given }: Option): string {
  return given === undefined ? '' : ` (default: ${given})`;
}

function wrapped(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
