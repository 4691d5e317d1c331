/** What `npm run bench -- papers` writes: published counts beside measured ones, and what is wrong with these. */
import { columnsOf, programOf, type Paper, type Published } from './rows';

/** What a check has counted, and how long it took. */
export interface Cell {
  readonly executions: number;
  readonly seconds: number;
  /** Did a limit end it? */
  readonly late: boolean;
}

/** By measured column; a text where there is no count: why. */
export type Cells = Readonly<Record<string, Cell | string>>;

export interface MeasuredRow {
  readonly row: Published;
  /** Undefined: the program is not known. */
  readonly cells: Cells | undefined;
}

/** Columns that count executions, each followed by those that must not count fewer. */
const bounds: readonly (readonly [string, readonly string[]])[] = [
  ['observational', ['rf', 'vc-dpor', 'sdpor', 'odpor']],
  ['rf', ['odpor', 'sdpor']],
  ['vc-dpor', ['odpor', 'sdpor']],
  ['odpor', ['sdpor']],
];

/** Counts that must be equal, or not larger, and are not; in words. */
export function problemsOf({ row, cells }: MeasuredRow): string[] {
  if (cells === undefined) return [];
  const name = nameOf(row);
  const { equal = {} } = programOf(row) ?? {};
  const problems: string[] = [];
  for (const [column, publishedColumn] of Object.entries(equal)) {
    const cell = complete(cells[column]);
    const published = Number(row.counts[columnsOf[row.paper].indexOf(publishedColumn)]);
    if (cell !== undefined && Number.isFinite(published) && cell.executions !== published)
      problems.push(
        `${name}: ${column} counts ${cell.executions}, but ${publishedColumn} is published as ${published}`,
      );
  }
  for (const [column, others] of bounds)
    for (const other of others) {
      const [less, more] = [complete(cells[column]), complete(cells[other])];
      if (less !== undefined && more !== undefined && less.executions > more.executions)
        problems.push(`${name}: ${column} counts ${less.executions}, more than the ${more.executions} of ${other}`);
    }
  for (const [column, cell] of Object.entries(cells))
    if (typeof cell === 'string' && cell.startsWith('failed')) problems.push(`${name}: ${column} ${cell}`);
  return problems;
}

/** Both papers' tables in Markdown; `measured`: the names of the measured columns. */
export function tables(rows: readonly MeasuredRow[], measured: readonly string[]): string {
  const papers: readonly Paper[] = ['VC-DPOR', 'Drista'];
  return papers
    .map((paper) => {
      const ofPaper = rows.filter(({ row }) => row.paper === paper);
      const head = ['row', ...columnsOf[paper].map((column) => `published: ${column}`), ...measured, 'program'];
      const lines = ofPaper.map(({ row, cells }) => [
        nameOf(row),
        ...row.counts,
        ...measured.map((column) => (cells === undefined ? '' : textOf(cells[column] ?? ''))),
        cells === undefined ? 'no source' : (programOf(row)?.note ?? ''),
      ]);
      const ruler = head.map((_, i) => (i === 0 || i === head.length - 1 ? '---' : '--:'));
      const table = [head, ruler, ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n');
      return `## ${paper}\n\n${table}`;
    })
    .join('\n\n');
}

/** As people write it: peterson(5). */
export function nameOf({ benchmark, scale }: Published): string {
  return scale === '' ? benchmark : `${benchmark}(${scale})`;
}

function complete(cell: Cell | string | undefined): Cell | undefined {
  return cell === undefined || typeof cell === 'string' || cell.late ? undefined : cell;
}

/** The count; seconds, and microseconds for each execution. */
function textOf(cell: Cell | string): string {
  if (typeof cell === 'string') return cell;
  const { executions, seconds, late } = cell;
  const each = executions === 0 ? '-' : Math.round((seconds * 1e6) / executions);
  return `${late ? '> ' : ''}${executions}<br>${seconds.toFixed(1)} s, ${each} us${late ? ', limit' : ''}`;
}
