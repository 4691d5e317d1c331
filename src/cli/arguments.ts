/** Command lines through yargs, with drista's way of telling what is wrong with them. */
import yargs from 'yargs';
import { DristaError } from '../base/errors';
import { messages } from './messages';
import { optionValues, yargsOptions } from './option-table';

/** Columns of help texts. */
const WIDTH = 80;

export interface CommandLine<T> {
  readonly options: T;
  /** The names of those that were given. */
  readonly given: readonly string[];
  /** The words that are no options. */
  readonly words: readonly string[];
  /** What stands after --. */
  readonly rest: readonly string[];
}

/** Reads a command line; undefined when it only asked for help or the version, which has then been printed. */
export function readArguments<T extends Parameters<typeof optionValues>[0]>(
  args: readonly string[],
  table: T,
  help: { usage: string; epilogue: string },
): CommandLine<ReturnType<typeof optionValues<T>>> | undefined {
  let printed = false;
  const parser = yargs([...args])
    .scriptName('drista')
    .locale('en') // as all else that drista says
    .usage(help.usage)
    .epilogue(help.epilogue)
    .options(yargsOptions(table))
    .parserConfiguration({ 'populate--': true, 'parse-positional-numbers': false, 'camel-case-expansion': false })
    .strictOptions()
    .alias('help', 'h')
    .wrap(WIDTH)
    .exitProcess(false)
    .fail((message, error) => {
      throw new DristaError(messages.badOption((message ?? error.message).split('\n')[0]));
    });
  const found = parser.parseSync([...args], {}, (_error, _argv, output) => {
    if (output === '') return;
    printed = true;
    // That an option takes a word, or none, is seen from its help.
    process.stdout.write(`${output.replace(/\s*\[(?:string|boolean)\]$/gm, '')}\n`);
  }) as Record<string, unknown> & { _: (string | number)[]; '--'?: (string | number)[] };
  if (printed) return undefined;
  const given = Object.keys(table).filter((name) => found[name] !== undefined && found[name] !== false);
  return {
    options: optionValues(table, found),
    given,
    words: found._.map(String),
    rest: (found['--'] ?? []).map(String),
  };
}
