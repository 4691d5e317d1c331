/** `--update`: the header of a test states what was found. */
import { basename } from 'node:path';
import { directiveIn, firstComment, readHeader } from './test-header';
import { shellWords } from './shell-words';
import type { CheckResult, FoundLocation } from './test-check';
import type { TestResult } from './test-runner';

const verdicts = ['verified', 'error', 'inconclusive'];

/**
 * The text of a test's file whose expectations are what its checks have found; all other lines stay. Checks without a
 * verdict keep their expectation. `results`: of all checks of the test, in the order of its header.
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
  if (readHeader(text, '').checks.length === 0) {
    const [{ status, found }] = results;
    const isDecided = status === 'passed' || status === 'failed';
    return [...(isDecided ? written.of('// ', [], found!) : []), ...lines].join(newline);
  }
  const { start, end } = firstComment(lines)!;
  /** Options, as they are written, of the checks seen so far: checks are numbered as their first lines. */
  const seen: string[] = [];
  const updated = lines.slice(start, end).flatMap((line) => {
    const [directive, ...rest] = shellWords(directiveIn(line) ?? '') ?? [];
    if (!verdicts.includes(directive)) return [line];
    const at = rest.findIndex((word) => word.startsWith('-'));
    const options = at < 0 ? [] : rest.slice(at);
    const isFirst = !seen.includes(options.join('\0'));
    if (isFirst) seen.push(options.join('\0'));
    const { status, found } = results[seen.indexOf(options.join('\0'))];
    if (status !== 'failed') return [line];
    const prefix = line.slice(0, line.indexOf('drista:'));
    const suffix = /\s*\*\/\s*$/.exec(line)?.[0] ?? '';
    const stated = isFirst ? written.of(prefix, options, found!) : [];
    if (suffix === '') return stated;
    return stated.length === 0 ? [suffix] : [...stated.slice(0, -1), stated.at(-1)! + suffix];
  });
  return [...lines.slice(0, start), ...updated, ...lines.slice(end)].join(newline);
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
      found.errors.length === 0
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

function linesIn(text: string): number {
  return text.split('\n').length;
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
