/**
 * What a test says of itself: the lines `drista: ...` in the comments before all code of its
 * file. docs/how-to/testing.md describes them.
 */
import { DURATIONS, secondsIn } from '../base/duration';
import { basename } from 'node:path';
import { DristaError } from '../base/errors';
import { suggestion } from '../base/nearest-name';
import { foundKinds, type FoundKind } from '../explore/common/verdict';
import { shellWords } from './shell-words';

export interface ExpectedError {
  readonly kind: FoundKind;
  /** Where one of its events is; undefined: anywhere. `file` is the end of a path. */
  readonly place?: { readonly file: string; readonly line: number };
}

/** What a check can come to. `refused`: the program cannot be checked (exit code 2). */
export const verdicts = ['verified', 'error', 'inconclusive', 'refused'] as const;

export type ExpectedVerdict = (typeof verdicts)[number];

/** One check of the test's program: with these options drista must come to this verdict. */
export interface TestCheck {
  readonly options: readonly string[];
  readonly verdict: ExpectedVerdict;
  /** All errors, if the verdict is `error`; if it is only one, the first that is found. */
  readonly errors: readonly ExpectedError[];
  /** If outcomes are expected in the place of a verdict: all of them, as `drista outcomes` writes them. */
  readonly outcomes?: readonly string[];
  /** The first line of the test that states it, from 1; left out where the test states nothing. */
  readonly line?: number;
}

/** Parts of what drista prints, on stdout and stderr. */
export interface ExpectedTexts {
  readonly says: readonly string[];
  readonly neverSays: readonly string[];
}

/** What the file of a test says. Texts are compared with the output of each check. */
export interface TestHeader extends ExpectedTexts {
  /** At least one, unless the header states no expectation. */
  readonly checks: readonly TestCheck[];
  /** The program of the test, if it is not built from the file; relative to the file's folder. */
  readonly program: string | undefined;
  /** Arguments of `drista cc`, beside the test's file: flags, and other sources relative to the file's folder. */
  readonly build: readonly string[];
  /** Arguments of the program. */
  readonly arguments: readonly string[];
  /** Of drista when it checks the program, and so of the program. It is beside what drista's caller has. */
  readonly environment: Readonly<Record<string, string>>;
  /** Seconds for each check; undefined: as for all tests. */
  readonly timeLimit: number | undefined;
  /** Is it a test for `drista spec`: does it include <drista/spec.h>, or say so? */
  readonly isSpec: boolean;
}

const directives = [
  ...verdicts,
  'outcomes',
  'options',
  'program',
  'specification',
  'build',
  'arguments',
  'environment',
  'time-limit',
  'says',
  'never says',
];

/** Options that the runner sets itself, or that change what a test is. */
const reserved = [
  'report',
  'json',
  'junit',
  'sarif',
  'gcc',
  'dot',
  'svg',
  'html',
  'resume',
  'checkpoint',
  'save',
  'no-save',
  'herd',
  'time-limit',
  'quiet',
  'q',
  'help',
  'h',
  'version',
  'V',
];

/** A comment behind the header that looks like a part of it. */
const misplaced = new RegExp(`(?:^|\\s)(?://|/?\\*)+\\s*drista\\s*:\\s*(?:${directives.join('|')})(?![\\w-])`, 'i');

/** A line of the header, by the number that it has in the file, from 1. */
interface HeaderLine {
  readonly number: number;
  /** The directive first. A text is one word. */
  readonly words: readonly string[];
}

/** Reads the header of the text of a file. Throws a DristaError that names the file and the line. */
export function readHeader(text: string, file: string): TestHeader {
  const checks: { options: readonly string[]; verdict: ExpectedVerdict; errors: ExpectedError[]; line: number }[] = [];
  const outcomes: { options: readonly string[]; outcomes: string[]; line: number }[] = [];
  const common: string[] = [];
  const build: string[] = [];
  const args: string[] = [];
  const environment: [string, string][] = [];
  const says: string[] = [];
  const neverSays: string[] = [];
  let timeLimit: number | undefined;
  let program: string | undefined;
  let isSpec = /^\s*#\s*include\s*[<"]drista\/spec\.h[>"]/m.test(text);
  const lines = text.split(/\r?\n/);
  for (const { number, words } of headerLines(lines, file)) {
    const fail = (what: string): never => {
      throw new DristaError(`${file}:${number}: ${what}`);
    };
    const [directive, ...rest] = words;
    switch (directive) {
      case 'verified':
      case 'inconclusive':
      case 'refused':
      case 'error': {
        const { said, options } = withOptions(rest, fail);
        const errors = directive === 'error' ? [expectedError(said, lines, file, fail)] : [];
        if (directive !== 'error' && said.length > 0) fail(`'${said[0]}' after ${directive} is not an option`);
        const same = checks.find((check) => check.options.join('\0') === options.join('\0'));
        if (same === undefined) checks.push({ options, verdict: directive, errors, line: number });
        else if (same.verdict === 'error' && directive === 'error') same.errors.push(...errors);
        else fail(`line ${same.line} states another verdict for the same options`);
        break;
      }
      case 'outcomes': {
        const { said, options } = withOptions(rest, fail);
        const same = outcomes.find((check) => check.options.join('\0') === options.join('\0'));
        if (same === undefined) outcomes.push({ options, outcomes: [...said], line: number });
        else same.outcomes.push(...said);
        break;
      }
      case 'options':
        checkOptionWords(rest, fail);
        common.push(...rest);
        break;
      case 'program':
        if (rest.length !== 1 || program !== undefined) fail('program needs one file, once');
        [program] = rest;
        break;
      case 'specification':
        if (rest.length > 0) fail(`'${rest[0]}' after specification is not expected`);
        isSpec = true;
        break;
      case 'build':
        build.push(...rest);
        break;
      case 'arguments':
        args.push(...rest);
        break;
      case 'environment':
        if (rest.length === 0) fail('environment needs NAME=VALUE');
        for (const [variableName, value] of rest.map((word) => variable(word, fail))) {
          if (environment.some(([known]) => known === variableName)) fail(`${variableName} is given twice`);
          environment.push([variableName, value]);
        }
        break;
      case 'says':
      case 'never says':
        if (rest[0] === '') fail(`${directive} needs a text`);
        (directive === 'says' ? says : neverSays).push(rest[0]);
        break;
      case 'time-limit':
        if (timeLimit !== undefined) fail('time-limit is given twice');
        timeLimit = secondsIn(rest[0] ?? '');
        if (rest.length !== 1 || !(timeLimit > 0 && timeLimit < Infinity)) fail(`time-limit needs ${DURATIONS}`);
        break;
      default: {
        const given = directive ?? '';
        fail(`'${given}' is no directive${suggestion(given, directives)}: there are ${directives.join(', ')}`);
      }
    }
  }
  return {
    checks: [
      ...checks.map((check) => ({ ...check, options: [...common, ...check.options] })),
      ...outcomes.map(({ options, outcomes: all, line }): TestCheck => ({
        line,
        options: [...common, ...options],
        verdict: 'verified',
        errors: [],
        outcomes: all,
      })),
    ],
    program,
    // Older clangs have C++14 by default.
    build: isSpec && program === undefined && !file.endsWith('.c') ? ['-std=c++17', ...build] : build,
    arguments: args,
    environment: Object.fromEntries(environment),
    timeLimit,
    says,
    neverSays,
    isSpec,
  };
}

/** What comes before the options of a line, and these. */
function withOptions(
  words: readonly string[],
  fail: (what: string) => never,
): Readonly<Record<'said' | 'options', readonly string[]>> {
  const at = words.findIndex((word) => word.startsWith('-'));
  const options = at < 0 ? [] : words.slice(at);
  checkOptionWords(options, fail);
  return { said: at < 0 ? words : words.slice(0, at), options };
}

function checkOptionWords(words: readonly string[], fail: (what: string) => never): void {
  for (const word of words) {
    const name = /^--?([\w-]+)/.exec(word)?.[1];
    if (word === '--') fail('arguments of the program are given by `drista: arguments`');
    if (name !== undefined && reserved.includes(name)) fail(`${word} is not an option of a test`);
  }
}

function variable(word: string, fail: (what: string) => never): [name: string, value: string] {
  const at = word.indexOf('=');
  return at > 0 ? [word.slice(0, at), word.slice(at + 1)] : fail(`'${word}' in environment is not NAME=VALUE`);
}

/** `lines`: of the file, one of which may be marked. */
function expectedError(
  said: readonly string[],
  lines: readonly string[],
  file: string,
  fail: (what: string) => never,
): ExpectedError {
  const [kind, at, where, ...more] = said;
  if (!(foundKinds as readonly string[]).includes(kind)) {
    const given = kind ?? '';
    fail(`'${given}' is no kind of error${suggestion(given, foundKinds)}: there are ${foundKinds.join(', ')}`);
  }
  if (at === undefined) return { kind: kind as FoundKind };
  const place = /^(.+):(\d+)$/.exec(where ?? '');
  if (at !== 'at' || (place === null && where !== 'WRONG') || more.length > 0)
    return fail('a place is given as `at FILE:LINE` or `at WRONG`');
  return {
    kind: kind as FoundKind,
    place:
      place === null
        ? { file: basename(file), line: markedLine(lines, fail) }
        : { file: place[1], line: Number(place[2]) },
  };
}

/** The number of the line that ends in the comment WRONG. */
function markedLine(lines: readonly string[], fail: (what: string) => never): number {
  const marked = lines.flatMap((line, i) => (/(?:\/\/\s*WRONG|\/\*\s*WRONG\s*\*\/)\s*$/.test(line) ? [i + 1] : []));
  if (marked.length === 0) fail('no line ends in `// WRONG` or `/* WRONG */`');
  if (marked.length > 1) fail(`lines ${marked[0]} and ${marked[1]} end in WRONG: mark one`);
  return marked[0];
}

/** Lines of a file, from 0; `end` is behind the last one. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The comments before all code, from the first line of the first to the last line of the last: there may be a licence
 * before what the test says; undefined: the file begins with code.
 */
export function leadingComments(lines: readonly string[]): LineRange | undefined {
  const start = lines.findIndex((line) => line.trim() !== '');
  let end = start,
    inBlock = false;
  for (let i = start; i >= 0 && i < lines.length; i++) {
    let rest = lines[i].trim();
    if (!inBlock && rest !== '' && !/^\/[/*]/.test(rest)) break;
    while (inBlock || rest.startsWith('/*')) {
      const at = rest.indexOf('*/', inBlock ? 0 : 2);
      inBlock = at < 0;
      if (inBlock) break;
      rest = rest.slice(at + 2).trim();
    }
    if (lines[i].trim() !== '') end = i + 1;
    if (!inBlock && rest !== '' && !rest.startsWith('//')) break;
  }
  return end === start ? undefined : { start, end };
}

/** What the line of a comment says to drista: the text after `drista:`; undefined: nothing. */
export function directiveIn(line: string): string | undefined {
  const said = line.slice(0, line.length - endOfComment(line).length);
  return /^\s*(?:\/\/+|\/?\*+)?\s*drista:\s*(.*?)\s*$/.exec(said)?.[1];
}

/** The text from the end of the block comment on, with the blanks before; empty if none ends in the line. */
export function endOfComment(line: string): string {
  return line.trimStart().startsWith('//') ? '' : (/\s*\*\/.*$/.exec(line)?.[0] ?? '');
}

function headerLines(lines: readonly string[], file: string): HeaderLine[] {
  const { start, end } = leadingComments(lines) ?? { start: 0, end: 0 };
  return lines.flatMap((line, i) => {
    const said = directiveIn(line);
    const number = i + 1;
    if (i < start || i >= end || said === undefined) {
      if (!misplaced.test(line)) return [];
      if (i >= start && i < end)
        throw new DristaError(`${file}:${number}: a line of the header begins with \`drista:\``);
      throw new DristaError(`${file}:${number}: this comes after code, where it says nothing: move it above all code`);
    }
    const ofText = /^(says|never says)(?:\s+(.*))?$/.exec(said);
    if (ofText !== null) return [{ number, words: [ofText[1], ofText[2] ?? ''] }];
    const words = shellWords(said);
    if (words === undefined) throw new DristaError(`${file}:${number}: a quote is not closed`);
    return [{ number, words }];
  });
}
