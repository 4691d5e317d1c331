/** Options of the command line, and how their values are read. */
import { DristaError } from '../base/errors';
import { messages } from './messages';

/** The largest 32-bit number, which is the largest value of a number by default. */
export const MAX_UINT32 = 2 ** 32 - 1;

export interface Option {
  /** `texts`: may be given several times. */
  readonly type: 'choice' | 'number' | 'text' | 'texts' | 'flag';
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
  /** It must not be given twice; otherwise the last one counts, but for `texts`. */
  readonly once?: true;
  /** Part of what is explored: a resumed check takes it from the checkpoint. */
  readonly resumed?: true;
}

/** The values of the options of a table. */
export type OptionValues<T extends Record<string, Option>> = {
  readonly [K in keyof T]: T[K] extends { type: 'flag' }
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

/** The table in the form of yargs. Values are checked here, since messages of yargs take several lines. */
export function yargsOptions(table: Record<string, Option>): Record<string, object> {
  return Object.fromEntries(
    Object.entries(table).map(([name, { alias, synonym, type }]) => [
      name,
      // Defaults are not given to yargs, since it matters whether an option was given.
      {
        alias: [alias, synonym].filter((a) => a !== undefined),
        type: type === 'flag' ? 'boolean' : 'string',
        requiresArg: type !== 'flag',
      },
    ]),
  );
}

/** The values that yargs found. Throws a DristaError, which names the command `help`, if one is malformed. */
export function optionValues<T extends Record<string, Option>>(
  table: T,
  found: Record<string, unknown>,
  help = 'drista --help',
): OptionValues<T> {
  return Object.fromEntries(
    Object.entries(table).map(([name, option]) => [name, optionValue(name, option, found[name], help)]),
  ) as OptionValues<T>;
}

/** The value of the option that yargs found. Throws a DristaError, which names the command `help`, if malformed. */
function optionValue(name: string, option: Option, found: unknown, help: string): unknown {
  if (option.type === 'flag') return found === true;
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
  { least = 1, most = MAX_UINT32, fraction }: Option,
  given: string,
  help: string,
): number {
  const number = given.trim() === '' ? NaN : Number(given);
  if (number >= least && number <= most && (fraction === true || Number.isInteger(number))) return number;
  if (fraction !== true) throw new DristaError(messages.badWhole(name, given, most, help));
  throw new DristaError(
    least === 0 || number > 0
      ? messages.outOfRange(name, given, least, most, help)
      : messages.badNumber(name, given, help),
  );
}
