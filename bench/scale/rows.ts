/** The benches whose trees are recorded, of different shapes. All are explored under rc11, by reads-from. */
import type { Row } from '../programs/rows';

/** A program of bench/programs at one scale. */
export interface ScaleRow {
  readonly file: string;
  readonly defines: Readonly<Record<string, number>>;
}

export const scaleRows: readonly ScaleRow[] = [
  { file: 'nw3r', defines: { N: 40 } },
  { file: 'reorder', defines: { N: 200 } },
  { file: 'ninc', defines: { N: 7 } },
  { file: 'readers', defines: { N: 16 } },
  { file: 'lastzero', defines: { N: 12 } },
  { file: 'fib', defines: { N: 5 } },
  { file: 'treiber', defines: { PUSH: 3, POP: 2 } },
  { file: 'szymanski', defines: { N: 3 } },
  { file: 'ainc', defines: { N: 8, TOLD: 1 } },
  { file: 'mutex', defines: { N: 4, M: 3 } },
  { file: 'indexer', defines: { N: 16 } },
];

/** As people write it. */
export function rowName({ file, defines }: ScaleRow): string {
  return [file, ...Object.values(defines)].join(' ');
}

/** As `build` in bench/build.ts wants it. */
export function asBenchRow({ file }: ScaleRow): Row {
  return { name: `scale-${file}`, file, flags: [], options: [], scales: [] };
}
