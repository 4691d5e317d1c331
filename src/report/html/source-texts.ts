/** The source files of an execution, as far as they can be read when the report is made. */
import { readBounded } from '../../base/bounded-file';
import type { ReportEvent } from '../report';
import { isLibrary } from '../source-places';
import type { SourceText } from './picture';

/** Bytes of the largest file that is read. */
const LARGEST_SOURCE = 2 ** 22;
/** Lines of the longest file that is shown whole, and how many lines around an event are shown of a longer one. */
const WHOLE = 2000,
  AROUND = 60;
/** The longest line that is shown. */
const LONGEST_LINE = 400;

/** The files that the events name, in the order of the first event in each; those that cannot be read are left out. */
export function sourceTexts(events: readonly Pick<ReportEvent, 'place'>[]): SourceText[] {
  const lines = new Map<string, Set<number>>();
  for (const { place } of events) {
    if (place === undefined || place.line === 0 || isLibrary(place)) continue;
    lines.set(place.file, (lines.get(place.file) ?? new Set()).add(place.line));
  }
  return [...lines].flatMap(([file, named]) => {
    const text = readSource(file);
    return text === undefined ? [] : [{ file, blocks: blocksOf(text, named) }];
  });
}

function readSource(file: string): string[] | undefined {
  try {
    const bytes = readBounded(file, LARGEST_SOURCE);
    // A file of another kind, at a path that only happens to be the same.
    if (bytes.includes(0)) return undefined;
    return bytes
      .toString()
      .replace(/\r?\n$/, '')
      .split(/\r?\n/)
      .map(shown);
  } catch {
    return undefined;
  }
}

function shown(line: string): string {
  let text = '';
  for (const c of line.slice(0, LONGEST_LINE)) text += c === '\t' ? ' '.repeat(8 - (text.length % 8)) : c;
  return line.length > LONGEST_LINE ? `${text} ...` : text;
}

function blocksOf(all: readonly string[], named: ReadonlySet<number>): SourceText['blocks'] {
  if (all.length <= WHOLE) return [{ from: 1, lines: all }];
  const blocks: { from: number; to: number }[] = [];
  for (const line of [...named].filter((l) => l <= all.length).sort((a, b) => a - b)) {
    const [from, to] = [Math.max(1, line - AROUND), Math.min(all.length, line + AROUND)];
    const last = blocks.at(-1);
    if (last !== undefined && from <= last.to + 1) last.to = to;
    else blocks.push({ from, to });
  }
  return blocks.map(({ from, to }) => ({ from, lines: all.slice(from - 1, to) }));
}
