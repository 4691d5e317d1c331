/** Command lines, read by yargs, with error messages of one line. */
import yargs from 'yargs';
import { DristaError } from '../base/errors';
import { suggestion } from '../base/nearest-name';
import { commonOptions, helpText, type Help } from './help-text';
import { messages } from './messages';
import { currentSpelling } from './old-spellings';
import { membersOf, optionValues, shownOptions, withMembers, yargsOptions, type Option } from './option';
import { print } from './print';

export interface CommandLine<T> {
  readonly options: T;
  /** The names of the options that were given. */
  readonly given: readonly string[];
  /** The words that are not options. */
  readonly words: readonly string[];
  /** What stands after --. */
  readonly rest: readonly string[];
}

/**
 * Reads a command line. Undefined: it asked for help or the version, which has been printed. Throws a DristaError if
 * the command line is wrong, or if the help cannot be printed.
 */
export async function readArguments<T extends Parameters<typeof optionValues>[0]>(
  args: readonly string[],
  table: T,
  help: Help,
): Promise<CommandLine<ReturnType<typeof optionValues<T>>> | undefined> {
  if (asksFor('help', args)) return void (await print(helpText(help, table)));
  if (asksFor('version', args)) return void (await printVersion());
  const helpCommand = `${commandIn(help)} --help`;
  const names = shownOptions({ ...table, ...commonOptions } as Record<string, Option>).map(([name]) => name);
  refuseValues(args, { ...table, ...commonOptions }, helpCommand);
  const parsed = yargs(joined(currentSpelling(args, table), table))
    .locale('en') // as all else that drista says
    .help(false)
    .version(false)
    .options(yargsOptions(table))
    .parserConfiguration({
      'populate--': true,
      'boolean-negation': false,
      'parse-positional-numbers': false,
      'camel-case-expansion': false,
    })
    .strictOptions()
    .exitProcess(false)
    .fail((message, error) => {
      const why = plainly((message ?? error.message).split('\n')[0], names);
      throw new DristaError(messages.badOption(why, helpCommand));
    })
    .parseSync() as Record<string, unknown> & { _: (string | number)[]; '--'?: (string | number)[] };
  const found = withMembers(table, parsed, helpCommand);
  const given = Object.keys(table).filter(
    (name) => table[name].type !== 'keys' && found[name] !== undefined && found[name] !== false,
  );
  return {
    options: optionValues(table, found, helpCommand),
    given,
    words: parsed._.map(String),
    rest: (parsed['--'] ?? []).map(String),
  };
}

/**
 * The arguments as yargs takes them: an option that may have a value, such as --symbolic, has one, and a value that
 * begins with a dash, as of --env -NAME, is joined to its option.
 */
function joined(args: readonly string[], table: Readonly<Record<string, Option>>): string[] {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const all: string[] = [];
  for (let i = 0; i < end; i++) {
    const name = args[i].slice(2);
    const isOption = args[i].startsWith('--') && Object.hasOwn(table, name);
    const mayStandAlone =
      isOption && (table[name].optional === true || (table[name].type === 'flag' && membersOf(name, table).length > 0));
    if (mayStandAlone) all.push(`--${name}=`);
    else if (isOption && name === 'env' && i + 1 < end && /^-[A-Za-z_]/.test(args[i + 1]))
      all.push(`--env=${args[++i]}`);
    else all.push(args[i]);
  }
  return [...all, ...args.slice(end)];
}

/** Throws a DristaError where an option that is given or not has a value: yargs would take it as not given. */
function refuseValues(args: readonly string[], table: Readonly<Record<string, Option>>, help: string): void {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const flags = Object.keys(table).filter((name) => table[name].type === 'flag' && membersOf(name, table).length === 0);
  for (const arg of args.slice(0, end)) {
    const [, name, value] = /^--?([A-Za-z][\w-]*)=(.*)$/s.exec(arg) ?? /^-([A-Za-z])([^A-Za-z].*)$/s.exec(arg) ?? [];
    if (name !== undefined && flags.some((each) => each === name || table[each].alias === name))
      throw new DristaError(messages.takesNoValue(dashed(name), value, help));
  }
}

/** Loads the module for the text of the version only when it is asked for. */
async function printVersion(): Promise<void> {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- import() would make it an ES module
  await print((require('./version-text') as typeof import('./version-text')).versionText());
}

/** The words by which the command is called: those before its options. */
function commandIn({ usage }: Help): string {
  return /^\w+(?: [a-z-]+(?=[\s|]))?/.exec(usage)![0];
}

/** What yargs says is wrong, as the other messages put it. `names`: of all options. */
function plainly(message: string, names: readonly string[]): string {
  const unknown = /^Unknown arguments?: (.*)$/.exec(message);
  if (unknown !== null) {
    const given = unknown[1].split(', ');
    const near = given.length === 1 ? suggestion(given[0], names, dashed) : '';
    return `unknown option ${given.map(dashed).join(', ')}${near}`;
  }
  const missing = /^Not enough arguments following: (.*)$/.exec(message);
  return missing === null ? message : `${dashed(missing[1])} needs a value`;
}

function dashed(name: string): string {
  return name.length === 1 ? `-${name}` : `--${name}`;
}

/** Is the option among drista's own arguments, whatever the others are? */
export function asksFor(name: keyof typeof commonOptions, args: readonly string[]): boolean {
  const own = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
  return own.includes(`--${name}`) || own.includes(`-${commonOptions[name].alias}`);
}
