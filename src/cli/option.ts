/** Options of the command line, and how their values are read. */
import { DristaError } from '../base/errors';
import { secondsIn } from '../base/duration';
import { messages } from './messages';

/** The largest 32-bit number, which is the largest value of a number by default. */
export const MAX_UINT32 = 2 ** 32 - 1;

export interface Option {
  /** `texts`: may be given several times. `keys`: takes options that are within it (`within`), and nothing else. */
  readonly type: 'choice' | 'number' | 'text' | 'texts' | 'flag' | 'keys';
  /** The option whose value has this one as KEY=VALUE, or as KEY where it is a flag. */
  readonly within?: string;
  /** The key there, if it is not the name. */
  readonly key?: string;
  readonly help: string;
  /** The placeholder of its value in the help text; for a choice the values are listed. */
  readonly value?: string;
  readonly choices?: readonly string[];
  /** Of each choice, where its name does not say it. */
  readonly meanings?: readonly string[];
  readonly default?: string;
  readonly alias?: string;
  /** Another spelling, which is accepted but not listed. */
  readonly synonym?: string;
  readonly group: string;
  /** Of a number: its least and greatest value (default: from 1), and whether it may have a fraction. */
  readonly least?: number;
  readonly most?: number;
  readonly fraction?: true;
  /** The number is a time in seconds, and may be written with units (base/duration.ts). */
  readonly duration?: true;
  /** It must not be given twice; otherwise the last one counts, but for `texts`. */
  readonly once?: true;
  /** Of a text: may be given without a value, as --NAME, and is empty then. */
  readonly optional?: true;
  /** Part of what is explored: a resumed check takes it from the checkpoint. */
  readonly resumed?: true;
}

/** The values of the options of a table. */
export type OptionValues<T extends Record<string, Option>> = {
  readonly [K in keyof T]: T[K] extends { type: 'flag' | 'keys' }
    ? boolean
    : T[K] extends { type: 'texts' }
      ? readonly string[]
      : T[K] extends { type: 'number' }
        ? T[K] extends { default: string }
          ? number
          : number | undefined
        : T[K] extends { type: 'choice'; choices: readonly (infer C)[] }
          ? T[K] extends { default: string }
            ? C
            : C | undefined
          : T[K] extends { default: string }
            ? string
            : string | undefined;
};

/** The values of these options, which the table of a command has among others. */
export function sharedValues<T extends Record<string, Option>>(shared: T, values: OptionValues<T>): OptionValues<T> {
  const names = Object.keys(shared) as (keyof T)[];
  return Object.fromEntries(names.map((name) => [name, values[name]])) as OptionValues<T>;
}

/** The table in the form of yargs. Values are checked here, since messages of yargs take several lines. */
export function yargsOptions(table: Record<string, Option>): Record<string, object> {
  return Object.fromEntries(
    shownOptions(table).map(([name, { alias, synonym, type, optional }]) => [
      name,
      // Defaults are not given to yargs, since it matters whether an option was given.
      {
        alias: [alias, synonym].filter((a) => a !== undefined),
        type: type === 'flag' && membersOf(name, table).length === 0 ? 'boolean' : 'string',
        requiresArg: type !== 'flag' && optional !== true,
      },
    ]),
  );
}

/** The options that are given by their own names. */
export function shownOptions<O extends Option>(table: Readonly<Record<string, O>>): [string, O][] {
  return Object.entries(table).filter(([, { within }]) => within === undefined);
}

/** The options that are within the option of that name: by key. */
export function membersOf<O extends Option>(name: string, table: Readonly<Record<string, O>>): [string, O][] {
  return Object.entries(table).flatMap(([member, option]): [string, O][] =>
    option.within === name ? [[option.key ?? member, option]] : [],
  );
}

/** What stands between a key and its value, and what ends a member where several may follow each other. */
function separators(name: string): { readonly value: string; readonly next: string | RegExp | undefined } {
  if (name === 'faults') return { value: '=', next: /[,:]/ };
  // Names of files may have commas.
  if (name === 'report') return { value: '=', next: undefined };
  return name === 'symbolic' ? { value: ':', next: undefined } : { value: '=', next: ',' };
}

/**
 * The options as on a command line, of those that `counts` says yes to: those whose values are not the default. Each is
 * one word.
 */
export function optionWords(
  table: Readonly<Record<string, Option>>,
  values: Readonly<Record<string, unknown>>,
  counts: (name: string, option: Option) => boolean,
): string[] {
  return Object.entries(table).flatMap(([name, option]) => {
    const { type, within, key = name } = option;
    const given = [values[name]].flat().filter((v) => v !== undefined && v !== false && String(v) !== option.default);
    if (type === 'keys' || !counts(name, option)) return [];
    const [before, equals] =
      within === undefined ? [`--${key}`, '='] : [`--${within}=${key}`, separators(within).value];
    return given.map((value) => (type === 'flag' ? before : `${before}${equals}${String(value)}`));
  });
}

/** How an option is written, without the first two dashes. */
export function spelled(name: string, { within, key = name }: Option): string {
  return within === 'symbolic' ? `symbolic=${key}` : within === undefined ? name : `${within} ${key}`;
}

/**
 * What yargs found, with the members of options in places of their own. Throws a DristaError, which names the command
 * `help`, for a member that is not known.
 */
export function withMembers(
  table: Readonly<Record<string, Option>>,
  found: Readonly<Record<string, unknown>>,
  help: string,
): Record<string, unknown> {
  const all: Record<string, unknown> = { ...found };
  const add = (name: string, value: string | true): void => {
    all[name] = value === true || all[name] === undefined ? value : [all[name], value].flat();
  };
  for (const [name, { type }] of shownOptions(table)) {
    const members = membersOf(name, table);
    if (members.length === 0 || found[name] === undefined) continue;
    const { value: equals, next } = separators(name);
    const given = [found[name]].flat().map(String);
    if (type === 'choice') all[name] = given.map((text) => text.split(':')[0]);
    else all[name] = true;
    const values = type === 'choice' ? given.map((text) => text.split(':').slice(1).join(':')) : given;
    for (const text of values.flatMap((value) => (next === undefined ? [value] : value.split(next)))) {
      if (text === '' && type !== 'keys') continue;
      const at = text.indexOf(equals);
      const key = at < 0 ? text : text.slice(0, at);
      const member = members.find(([known]) => known === key);
      if (member === undefined)
        throw new DristaError(
          messages.badChoice(
            name,
            key,
            members.map(([known]) => known),
            help,
          ),
        );
      const [, option] = member;
      const value = at < 0 ? true : text.slice(at + 1);
      if (name === 'report' && (value === '' || at < 0)) throw new DristaError(messages.badReport(key, help));
      if ((option.type === 'flag') !== at < 0)
        throw new DristaError(messages.badMember(name, key, option.type === 'flag' ? '' : equals, help));
      add(
        Object.keys(table).find((each) => table[each] === option)!,
        value,
      );
    }
  }
  return all;
}

/** The values that yargs found. Throws a DristaError, which names the command `help`, if one is malformed. */
export function optionValues<T extends Record<string, Option>>(
  table: T,
  found: Record<string, unknown>,
  help = 'drista --help',
): OptionValues<T> {
  return Object.fromEntries(
    Object.entries(table).map(([name, option]) => [
      name,
      optionValue(spelled(name, option), option, found[name], help),
    ]),
  ) as OptionValues<T>;
}

/** The value of the option that yargs found. Throws a DristaError, which names the command `help`, if malformed. */
function optionValue(name: string, option: Option, found: unknown, help: string): unknown {
  if (option.type === 'flag' || option.type === 'keys') return found === true;
  if (option.type === 'texts') return [found ?? []].flat().map(String);
  if (option.once && Array.isArray(found)) throw new DristaError(messages.givenTwice(name, help));
  const given: unknown = (Array.isArray(found) ? found.at(-1) : found) ?? option.default;
  if (typeof given !== 'string') return undefined;
  if (option.choices?.includes(given) === false)
    throw new DristaError(messages.badChoice(name, given, option.choices, help));
  if (option.type !== 'number') return given;
  return numberOf(name, option, given, help);
}

function numberOf(
  name: string,
  { least = 1, most = MAX_UINT32, fraction, duration }: Option,
  given: string,
  help: string,
): number {
  const number = duration ? secondsIn(given) : given.trim() === '' ? NaN : Number(given);
  if (number >= least && number <= most && (fraction === true || Number.isInteger(number))) return number;
  if (fraction !== true) throw new DristaError(messages.badWhole(name, given, most, help));
  throw new DristaError(
    duration === true && !(number > 0)
      ? messages.badDuration(name, given, help)
      : messages.outOfRange(name, given, least, most, help),
  );
}
