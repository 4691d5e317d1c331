/** An option of the command line, and how its value is read. */
import { DristaError } from '../base/errors';
import { messages } from './messages';

/** The largest 32-bit number, which is the largest value of a number by default. */
export const MOST = 2 ** 32 - 1;

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
  /** Part of what is explored: a resumed check takes it from the checkpoint. */
  readonly resumed?: true;
}

/** The value of the option that yargs found. `help`: a command. Throws a DristaError, which names it, if malformed. */
export function optionValue(name: string, option: Option, found: unknown, help: string): unknown {
  if (option.type === 'flag') return found === true;
  if (option.type === 'texts') return [found ?? []].flat().map(String);
  // Given twice: the last one counts.
  const given: unknown = (Array.isArray(found) ? found.at(-1) : found) ?? option.default;
  if (typeof given !== 'string') return undefined;
  if (option.choices?.includes(given) === false)
    throw new DristaError(messages.badChoice(name, given, option.choices, help));
  if (option.type !== 'number') return given;
  return numberOf(name, option, given, help);
}

function numberOf(name: string, { least = 1, most = MOST, fraction }: Option, given: string, help: string): number {
  const number = given.trim() === '' ? NaN : Number(given);
  if (number >= least && number <= most && (fraction === true || Number.isInteger(number))) return number;
  if (fraction !== true) throw new DristaError(messages.badWhole(name, given, most, help));
  throw new DristaError(
    least === 0 || number > 0
      ? messages.outOfRange(name, given, least, most, help)
      : messages.badNumber(name, given, help),
  );
}
