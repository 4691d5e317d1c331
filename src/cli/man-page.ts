/** The manual page drista(1), made from the tables from which `--help` is made, in the macros of man(7). */
import { version } from '../base/version';
import { optionsOf, type NamedCommand } from './command';
import { argumentOf, meaningOf, membersText, type Help } from './help-text';
import type { Option } from './option';

/** The whole page about these commands, of which the first checks a program. */
export function manPage(commands: readonly NamedCommand[]): string {
  const [check, ...others] = commands;
  const documented = others.filter(({ help }) => help !== undefined);
  return [
    `.TH DRISTA 1 "" "drista ${version()}" "User Commands"`,
    section('NAME', 'drista \\- check every execution of C and C++ programs with threads'),
    section('SYNOPSIS', synopses([check, ...documented]).join('\n.br\n')),
    section('DESCRIPTION', ...description(check.help!)),
    section('COMMANDS', ...commands.slice(1).map(({ name, does }) => term(`.B drista ${escaped(name)}`, does))),
    section('OPTIONS', ...options(check)),
    ...documented.map((command) =>
      section(`DRISTA ${command.name.toUpperCase()}`, ...description(command.help!), ...options(command)),
    ),
    section('DRISTA CC, DRISTA C++', ...compilers.map(([left, text]) => term(left, text))),
    section('EXIT STATUS', ...exitCodes(check.help!)),
    section('ENVIRONMENT', ...check.help!.environment!.map(([name, text]) => term(`.B ${name}`, text))),
    section('FILES', ...files.map(([name, text]) => term(`.I ${escaped(name)}`, text))),
    section('EXAMPLES', preformatted(example)),
    section('SEE ALSO', '.BR clang (1),\n.BR gcc (1),\n.BR gdb (1),\n.BR pthreads (7)'),
  ].join('\n');
}

/** The options that src/compiler/cc.sh takes from its arguments; all others are the compiler's. */
const compilers: readonly (readonly [left: string, text: string])[] = [
  [
    `.BR \\-\\-drista\\-compiler= "gcc|clang|\\fIPATH\\fR"`,
    'the compiler to use (default: clang, or gcc where there is none)',
  ],
  ['.B \\-\\-drista\\-print', 'print the command, a word a line, and compile nothing'],
  ['.B \\-\\-drista\\-list', 'list the compilers that are installed'],
  ['.B \\-\\-drista\\-help', 'show a help text. All other arguments are passed to the compiler.'],
];

const files: readonly (readonly [name: string, text: string])[] = [
  ['drista-out/', 'saved executions of errors, files of unfinished checks, and programs of tests.'],
  ['drista.config.json', 'what the tests of a project have in common.'],
];

const example = ['drista cc \\-o queue queue.c', 'drista ./queue', 'drista replay drista\\-out/603cccf09936.json'];

/** Text in which nothing is a request or an escape of troff; hyphens are those of command lines. */
function escaped(text: string): string {
  return text
    .replace(/\\/g, '\\e')
    .replace(/-/g, '\\-')
    .replace(/^([.'])/gm, '\\&$1');
}

function section(title: string, ...parts: readonly string[]): string {
  return [`.SH ${title.includes(' ') ? `"${escaped(title)}"` : escaped(title)}`, ...parts].join('\n');
}

/** `left`: a request that prints the term. */
function term(left: string, text: string): string {
  return ['.TP', left, escaped(text)].join('\n');
}

function preformatted(lines: readonly string[]): string {
  return ['.PP', '.in +4n', '.nf', ...lines, '.fi', '.in'].join('\n');
}

function synopses(all: readonly NamedCommand[]): string[] {
  return all.map(({ help }) => {
    const [first] = help!.usage.split('\n');
    const [name, ...rest] = first.split(' ');
    return `.B ${name}\n${escaped(rest.join(' '))}`;
  });
}

/** What follows the first paragraph of the usage, which says how the command is called. */
function description({ usage }: Help): string[] {
  return usage
    .split('\n\n')
    .slice(1)
    .map((paragraph) => {
      const lines = paragraph.split('\n');
      if (!lines.every((line) => line.startsWith('    '))) return `.PP\n${escaped(lines.join('\n'))}`;
      return preformatted(lines.map((line) => escaped(line.slice(4))));
    });
}

function options(command: NamedCommand): string[] {
  const all = optionsOf(command);
  const groups = [...new Set(all.map(([, { group }]) => group))];
  return groups.flatMap((group) => [
    `.SS "${escaped(group.replace(/:$/, ''))}"`,
    ...all.filter(([, option]) => option.group === group).map(([name, option]) => optionText(name, option, command)),
  ]);
}

function optionText(name: string, option: Option, command: NamedCommand): string {
  const argument = argumentOf(option);
  const long = `\\fB\\-\\-${escaped(name)}\\fR${argument === '' ? '' : `\\fI${escaped(argument)}\\fR`}`;
  const left = option.alias === undefined ? long : `\\fB\\-${option.alias}\\fR, ${long}`;
  const members = membersText(name, option, command.options);
  return [
    ...['.TP', left, escaped(meaningOf(option))],
    ...members.flatMap(({ written, meaning }) => ['.br', escaped(`${written}: ${meaning}`)]),
  ].join('\n');
}

/** "Exit codes: 0 verified, 1 an error was found, ...", each as a term. */
function exitCodes({ epilogue }: Help): string[] {
  const [, list] = /^Exit codes: (.*?)\.?$/.exec(epilogue)!;
  return list.split(/, (?=\d )/).map((each) => term(`.B ${each[0]}`, each.slice(2)));
}
