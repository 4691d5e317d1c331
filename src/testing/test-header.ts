/**
 * What a test says of itself: the lines `drista: ...` in the first comment of its file. docs/testing.md describes them.
 */
import { DristaError } from '../base/errors';
import { foundKinds, type FoundKind } from '../explore/common/verdict';
import type { VerdictName } from '../report/summary';
import { suggestion } from './nearest-name';
import { shellWords } from './shell-words';

export interface ExpectedError {
  readonly kind: FoundKind;
  /** Where one of its events is; undefined: anywhere. `file` is the end of a path. */
  readonly place?: { readonly file: string; readonly line: number };
}

/** One check of the test's program: with these options drista must come to this verdict. */
export interface TestCheck {
  readonly options: readonly string[];
  readonly verdict: VerdictName;
  /** All errors, if the verdict is `error`; if it is only one, the first that is found. */
  readonly errors: readonly ExpectedError[];
}

export interface TestHeader {
  /** At least one, unless the header states no expectation. */
  readonly checks: readonly TestCheck[];
  /** Arguments of `drista cc`, beside the test's file: flags, and other sources relative to the file's folder. */
  readonly build: readonly string[];
  /** Arguments of the program. */
  readonly arguments: readonly string[];
  /** Seconds for each check; undefined: as for all tests. */
  readonly timeLimit: number | undefined;
}

const directives = ['verified', 'error', 'inconclusive', 'options', 'build', 'arguments', 'time-limit'];

/** Options that the runner sets itself, or that change what a test is. */
const reserved = [
  'json',
  'junit',
  'sarif',
  'resume',
  'checkpoint',
  'save',
  'time-limit',
  'quiet',
  'q',
  'verbose',
  'v',
  'help',
  'h',
  'version',
  'V',
];

/** A line of the header, by the number that it has in the file, from 1. */
interface HeaderLine {
  readonly number: number;
  readonly words: readonly string[];
}

/** Reads the header of the text of a file. Throws a DristaError that names the file and the line. */
export function readHeader(text: string, file: string): TestHeader {
  const checks: { options: readonly string[]; verdict: VerdictName; errors: ExpectedError[]; line: number }[] = [];
  const common: string[] = [];
  const build: string[] = [];
  const args: string[] = [];
  let timeLimit: number | undefined;
  for (const { number, words } of headerLines(text, file)) {
    const fail = (what: string): never => {
      throw new DristaError(`${file}:${number}: ${what}`);
    };
    const [directive, ...rest] = words;
    switch (directive) {
      case 'verified':
      case 'inconclusive':
      case 'error': {
        const at = rest.findIndex((word) => word.startsWith('-'));
        const said = at < 0 ? rest : rest.slice(0, at);
        const options = at < 0 ? [] : rest.slice(at);
        checkOptionWords(options, fail);
        const errors = directive === 'error' ? [expectedError(said, fail)] : [];
        if (directive !== 'error' && said.length > 0) fail(`'${said[0]}' after ${directive} is not an option`);
        const same = checks.find((check) => check.options.join('\0') === options.join('\0'));
        if (same === undefined) checks.push({ options, verdict: directive, errors, line: number });
        else if (same.verdict === 'error' && directive === 'error') same.errors.push(...errors);
        else fail(`line ${same.line} states another verdict for the same options`);
        break;
      }
      case 'options':
        checkOptionWords(rest, fail);
        common.push(...rest);
        break;
      case 'build':
        build.push(...rest);
        break;
      case 'arguments':
        args.push(...rest);
        break;
      case 'time-limit':
        timeLimit = Number(rest[0]);
        if (rest.length !== 1 || !(timeLimit > 0 && timeLimit < Infinity)) fail('time-limit needs seconds above 0');
        break;
      default: {
        const given = directive ?? '';
        fail(`'${given}' is no directive${suggestion(given, directives)}: there are ${directives.join(', ')}`);
      }
    }
  }
  return {
    checks: checks.map(({ options, verdict, errors }) => ({ options: [...common, ...options], verdict, errors })),
    build,
    arguments: args,
    timeLimit,
  };
}

function checkOptionWords(words: readonly string[], fail: (what: string) => never): void {
  for (const word of words) {
    const name = /^--?([\w-]+)/.exec(word)?.[1];
    if (word === '--') fail('arguments of the program are given by `drista: arguments`');
    if (name !== undefined && reserved.includes(name)) fail(`${word} is not an option of a test`);
  }
}

function expectedError(said: readonly string[], fail: (what: string) => never): ExpectedError {
  const [kind, at, where, ...more] = said;
  if (!(foundKinds as readonly string[]).includes(kind)) {
    const given = kind ?? '';
    fail(`'${given}' is no kind of error${suggestion(given, foundKinds)}: there are ${foundKinds.join(', ')}`);
  }
  if (at === undefined) return { kind: kind as FoundKind };
  const place = /^(.+):(\d+)$/.exec(where ?? '');
  if (at !== 'at' || place === null || more.length > 0) return fail('a place is given as `at FILE:LINE`');
  return { kind: kind as FoundKind, place: { file: place[1], line: Number(place[2]) } };
}

/** The lines of the first comment: where it begins and ends in the text, and what each line says. */
export interface FirstComment {
  readonly form: 'lines' | 'block';
  /** Lines of the file, from 0; `end` is behind the last one. */
  readonly start: number;
  readonly end: number;
}

/** The comment before all code; undefined: the file begins with code. */
export function firstComment(lines: readonly string[]): FirstComment | undefined {
  const start = lines.findIndex((line) => line.trim() !== '');
  if (start < 0) return undefined;
  const isLine = (line: string | undefined): boolean => line?.trimStart().startsWith('//') === true;
  if (isLine(lines[start])) {
    let end = start;
    while (isLine(lines[end])) end++;
    return { form: 'lines', start, end };
  }
  if (!lines[start].trimStart().startsWith('/*')) return undefined;
  const last = lines.findIndex((line, i) => i >= start && line.includes('*/'));
  return { form: 'block', start, end: last < 0 ? lines.length : last + 1 };
}

/** What the line of a comment says to drista: the text after `drista:`; undefined: nothing. */
export function directiveIn(line: string): string | undefined {
  return /^\s*(?:\/\/+|\/?\*+)?\s*drista:\s*(.*?)\s*(?:\*\/\s*)?$/.exec(line)?.[1];
}

function headerLines(text: string, file: string): HeaderLine[] {
  const lines = text.split(/\r?\n/);
  const comment = firstComment(lines);
  if (comment === undefined) return [];
  return lines.slice(comment.start, comment.end).flatMap((line, i) => {
    const said = directiveIn(line);
    if (said === undefined) return [];
    const number = comment.start + i + 1;
    const words = shellWords(said);
    if (words === undefined) throw new DristaError(`${file}:${number}: a quote is not closed`);
    return [{ number, words }];
  });
}
