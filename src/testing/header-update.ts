/** `--update`: the header of a test states what was found. */
import { basename } from 'node:path';
import { compare } from './comparison';
import { directiveIn, endOfComment, leadingComments, readHeader, verdicts } from './test-header';
import { shellWords } from './shell-words';
import type { CheckResult, FoundLocation } from './test-check';
import type { TestResult } from './test-runner';

/** The directives that state what is found. */
const expectations: readonly string[] = [...verdicts, 'outcomes'];

/**
 * The text of a test's file whose expectations are what its checks have found; all other lines stay. Checks without a
 * verdict keep their expectation, as do those that differ only in what drista says. `results`: of all checks of the
 * test, in the order of its header.
 */
export function updatedText(text: string, results: readonly TestResult[]): string {
  // The header may become longer or shorter, and then what is below it stands elsewhere.
  const shift = linesIn(rewritten(text, results, 0)) - linesIn(text);
  return rewritten(text, results, shift);
}

function rewritten(text: string, results: readonly TestResult[], shift: number): string {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = text.split(/\r?\n/);
  const written = new FoundLines(basename(results[0].file), shift);
  if (readHeader(text, results[0].file).checks.length === 0) {
    const [{ status, found }] = results;
    const isDecided = status === 'passed' || status === 'failed';
    return [...(isDecided ? written.of('// ', [], found!) : []), ...lines].join(newline);
  }
  const { start, end } = leadingComments(lines)!;
  /** The options, as they are written, of each check. */
  const places = checkKeys(lines.slice(start, end));
  const seen = new Set<string>();
  const updated = lines.slice(start, end).flatMap((line) => {
    const [directive, ...rest] = shellWords(directiveIn(line) ?? '') ?? [];
    if (!expectations.includes(directive)) return [line];
    const at = rest.findIndex((word) => word.startsWith('-'));
    const options = at < 0 ? [] : rest.slice(at);
    const key = keyOf(directive, options);
    const isFirst = !seen.has(key);
    seen.add(key);
    const { expected, found } = results[places.indexOf(key)];
    // Outcomes that a limit has cut short are not all.
    if (compare(expected!, found!).status !== 'failed' || (directive === 'outcomes' && found!.limitsHit.length > 0))
      return [line];
    const prefix = line.slice(0, line.indexOf('drista:'));
    const suffix = endOfComment(line);
    const stated = isFirst ? written.of(prefix, options, found!) : [];
    if (suffix === '') return stated;
    return stated.length === 0 ? [suffix] : [...stated.slice(0, -1), stated.at(-1)! + suffix];
  });
  return [...lines.slice(0, start), ...updated, ...lines.slice(end)].join(newline);
}

function keyOf(directive: string, options: readonly string[]): string {
  return [directive === 'outcomes' ? directive : '', ...options].join('\0');
}

/** The checks of a header in their order: those of verdicts, then those of outcomes, each as in its first line. */
function checkKeys(lines: readonly string[]): string[] {
  const keys = lines.flatMap((line) => {
    const [directive, ...rest] = shellWords(directiveIn(line) ?? '') ?? [];
    if (!expectations.includes(directive)) return [];
    const at = rest.findIndex((word) => word.startsWith('-'));
    return [keyOf(directive, at < 0 ? [] : rest.slice(at))];
  });
  const all = [...new Set(keys)];
  const isOfOutcomes = (key: string): boolean => key.split('\0')[0] === 'outcomes';
  return [...all.filter((key) => !isOfOutcomes(key)), ...all.filter(isOfOutcomes)];
}

/** Writes what was found as lines of a header. */
class FoundLines {
  /** `file`: the test's, in which places are `shift` lines further down. */
  constructor(
    private readonly file: string,
    private readonly shift: number,
  ) {}

  of(prefix: string, options: readonly string[], found: CheckResult): string[] {
    const words = options.map((word) => ` ${quoted(word)}`).join('');
    const said =
      found.outcomes !== undefined
        ? outcomeLines(found.outcomes)
        : found.errors.length === 0
          ? [found.verdict]
          : [...new Set(found.errors.map(({ kind, locations }) => `error ${kind}${this.place(locations)}`))];
    // The first line alone opens the comment.
    return said.map((text, i) => `${i === 0 ? prefix : prefix.replace('/*', ' *')}drista: ${text}${words}`);
  }

  private place(locations: readonly FoundLocation[]): string {
    const at = locations.find(({ file }) => file !== '');
    if (at === undefined) return '';
    const file = basename(at.file);
    return ` at ${file}:${at.line + (file === this.file ? this.shift : 0)}`;
  }
}

/** So many columns of outcomes in one line. */
const COLUMNS = 90;

function outcomeLines(outcomes: readonly string[]): string[] {
  const lines = ['outcomes'];
  for (const word of outcomes.map((text) => (/^[^"\\$`]*$/.test(text) ? `"${text}"` : quoted(text)))) {
    if (lines.at(-1)!.length + 1 + word.length > COLUMNS && lines.at(-1) !== 'outcomes') lines.push('outcomes');
    lines[lines.length - 1] += ` ${word}`;
  }
  return lines;
}

function linesIn(text: string): number {
  return text.split('\n').length;
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
