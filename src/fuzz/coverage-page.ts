/** What fuzzing has shown, as a page for a browser: at each line that reads, the lines it read from, or might have. */
import { HTML_BEGINNINGS } from '../base/report-beginnings';
import type { FileForm } from '../base/output-file';
import { sourceTexts } from '../report/html/source-texts';
import { printable } from '../report/printable';
import { isLibrary, type ReportPlace } from '../report/source-places';
import { escaped } from '../report/xml';
import type { CoveredPair } from './covered-pairs';

const BEGINNING = '<!doctype html>\n<!-- drista: pairs of writes and reads -->\n';

export const coverageForm: FileForm = { beginning: BEGINNING, alike: HTML_BEGINNINGS };

const style = `
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 1em auto; max-width: 75em; padding: 0 1em; }
table { border-collapse: collapse; width: 100%; }
td, th { padding: 0 .6em; text-align: left; vertical-align: top; }
td.number { text-align: right; color: light-dark(#5f5f5f, #a0a0a0); }
pre, code { font: 13px/1.5 ui-monospace, monospace; margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
tr.read { background: light-dark(#eef3fb, #1d2733); }
tr.missing { background: light-dark(#fdf0e6, #38271a); }
ul { margin: 0; padding-left: 1.2em; }
.seen { color: light-dark(#1b5e20, #8fd694); }
.unseen { color: light-dark(#8a3b00, #ffb27a); }
`;

/** The text of the page. */
export function coveragePage(program: string, executions: number, pairs: readonly CoveredPair[]): string {
  const own = pairs.filter(({ read }) => read.line > 0 && !isLibrary(read));
  const files = sourceTexts(own.map(({ read: place }) => ({ place })));
  const seen = pairs.filter((pair) => pair.seen).length;
  const title = `${program}: pairs of writes and reads`;
  const shown = new Set(files.map(({ file }) => file));
  const others = pairs.filter(({ read }) => !own.some((pair) => pair.read === read) || !shown.has(read.file));
  return [
    `${BEGINNING}<html lang="en"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<title>${text(title)}</title><style>${style}</style></head><body><main><h1>${text(title)}</h1>`,
    `<p>${seen} of ${pairs.length} pairs were seen in ${executions} executions. A pair is a line that reads, and a ` +
      'line that writes the same memory in some execution. A pair that was not seen may be impossible.</p>',
    ...files.map(({ file, blocks }) => fileText(file, blocks, own)),
    ...(others.length === 0 ? [] : [`<h2>Other places</h2><ul>${others.map(otherText).join('')}</ul>`]),
    '</main></body></html>\n',
  ].join('\n');
}

function fileText(
  file: string,
  blocks: readonly { readonly from: number; readonly lines: readonly string[] }[],
  pairs: readonly CoveredPair[],
): string {
  const byLine = new Map<number, CoveredPair[]>();
  for (const pair of pairs)
    if (pair.read.file === file) byLine.set(pair.read.line, [...(byLine.get(pair.read.line) ?? []), pair]);
  const rows = blocks.flatMap(({ from, lines }) =>
    lines.map((line, i) => rowText(from + i, line, byLine.get(from + i) ?? [], file)),
  );
  return [
    `<h2>${text(file)}</h2><table><thead><tr><th scope="col">line</th><th scope="col">source</th>`,
    `<th scope="col">reads from</th></tr></thead><tbody>`,
    ...rows,
    '</tbody></table>',
  ].join('\n');
}

function rowText(number: number, line: string, pairs: readonly CoveredPair[], file: string): string {
  const kind = pairs.length === 0 ? '' : pairs.every((pair) => pair.seen) ? 'read' : 'missing';
  const sorted = [...pairs].sort((a, b) => (a.write?.line ?? 0) - (b.write?.line ?? 0));
  const list = sorted.map((pair) => `<li>${sourceText(pair, file)}</li>`).join('');
  return (
    `<tr${kind === '' ? '' : ` class="${kind}"`}><td class="number">${number}</td><td><pre>${text(line)}</pre></td>` +
    `<td>${list === '' ? '' : `<ul>${list}</ul>`}</td></tr>`
  );
}

/** Where the read of the pair reads from, and whether that was seen. */
function sourceText({ write, seen }: CoveredPair, file: string): string {
  const name = write === undefined ? 'the initial value' : placeText(write, file);
  return `<span class="${seen ? 'seen' : 'unseen'}">${text(name)}: ${seen ? 'seen' : 'not seen'}</span>`;
}

function otherText(pair: CoveredPair): string {
  return `<li>${text(placeText(pair.read, ''))} reads from ${sourceText(pair, '')}</li>`;
}

function placeText({ file, line, function: name }: ReportPlace, here: string): string {
  if (line === 0) return name;
  return file === here ? `line ${line}` : `${file}:${line}`;
}

function text(said: string): string {
  return escaped(printable(said));
}
