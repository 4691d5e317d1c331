/** The text of `--help`, made from the table of options. */
import { membersOf, shownOptions, type Option } from './option';

/** Columns of the text, and the column where the description of an option begins. */
const WIDTH = 80,
  INDENT = 28;

export interface Help {
  readonly usage: string;
  readonly epilogue: string;
  /** Variables of the environment, and what they do. */
  readonly environment?: readonly (readonly [name: string, text: string])[];
}

/** The options that every command has. */
export const commonOptions = {
  help: { group: 'Help:', type: 'flag', alias: 'h', help: 'show this text' },
  version: { group: 'Help:', type: 'flag', alias: 'V', help: 'show the version of drista' },
} as const satisfies Record<string, Option>;

/** The whole help text of a command, with a newline at its end. */
export function helpText({ usage, epilogue, environment = [] }: Help, table: Record<string, Option>): string {
  const whole: Record<string, Option> = { ...table, ...commonOptions };
  const all = shownOptions(whole);
  const groups = [...new Set(all.map(([, { group }]) => group))].map((group) => [
    group,
    ...all.filter(([, option]) => option.group === group).map(([name, option]) => optionText(name, option, whole)),
  ]);
  if (environment.length > 0)
    groups.push([
      'Environment:',
      ...environment.map(([name, text]) => below(`  ${name}`, wrapped(text, WIDTH - INDENT))),
    ]);
  return `${[usage, ...groups.map((lines) => lines.join('\n')), wrapped(epilogue, WIDTH).join('\n')].join('\n\n')}\n`;
}

function optionText(name: string, option: Option, table: Readonly<Record<string, Option>>): string {
  const { alias } = option;
  const short = alias === undefined ? '    ' : `-${alias}, `;
  const left = `  ${short}--${name}${argumentOf(option)}`;
  const lines = [
    ...wrapped(meaningOf(option), WIDTH - INDENT),
    // Further lines of a member stand below its meaning.
    ...membersText(name, option, table).flatMap(({ written, meaning }) =>
      wrapped(`${written}: ${meaning}`, WIDTH - INDENT - 2).map((line, i) => (i === 0 ? line : `  ${line}`)),
    ),
  ];
  return below(left, lines);
}

/** The lines begin beside the name, or below it if the name is too long. */
function below(left: string, lines: readonly string[]): string {
  const indented = lines.map((line) => ' '.repeat(INDENT) + line);
  return left.length < INDENT - 1
    ? [left.padEnd(INDENT) + lines[0], ...indented.slice(1)].join('\n')
    : [left, ...indented].join('\n');
}

/** More characters of choices are left to the text that says what they stand for. */
const LONG_CHOICES = 60;

/** The placeholder of the option's value, or its choices, as it follows the name; empty: it takes none. */
export function argumentOf(option: Option): string {
  const value = valueOf(option);
  return value === undefined || value.startsWith('[') ? (value ?? '') : ` ${value}`;
}

function valueOf({ choices, meanings, value }: Option): string | undefined {
  const all = choices?.join('|');
  // The meanings name the choices, too.
  return all !== undefined && all.length > LONG_CHOICES && meanings !== undefined ? 'NAME' : (all ?? value);
}

/** What the option does, what its choices stand for, and what is taken without it. */
export function meaningOf(option: Option): string {
  return `${option.help}${meaningsOf(option)}${usual(option)}`;
}

/** The keys that are given within the option: how each is written, and what it does. */
export function membersText(
  name: string,
  { type }: Option,
  table: Readonly<Record<string, Option>>,
): { readonly written: string; readonly meaning: string }[] {
  return membersOf(name, table).map(([key, member]) => {
    const value = valueOf(member);
    const separator = value === undefined ? '' : type === 'flag' ? ':' : '=';
    return {
      written: `${type === 'choice' ? ':' : ''}${key}${separator}${value ?? ''}`,
      meaning: meaningOf(member),
    };
  });
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
