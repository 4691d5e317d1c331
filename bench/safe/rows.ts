/** The rows of `npm run bench -- safe`. */
export interface SafeRow {
  readonly name: string;
  readonly file: string;
  readonly defines: Readonly<Record<string, string | number>>;
  /** Without a schedule it goes wrong: how far it comes by itself is no measure. */
  readonly fails?: true;
  /** What is defined for the program that runs by itself, where it needs other synchronisation. */
  readonly alone?: Readonly<Record<string, string | number>>;
}

const exchange = (n: number, size: number): SafeRow => ({
  name: `producer/consumer ${n}+${n}, buffer of ${size}`,
  file: 'producer-consumer',
  defines: { PRODUCERS: n, CONSUMERS: n, SIZE: size },
});

export const safeRows: readonly SafeRow[] = [
  ...[5, 1000].flatMap((size) => [1, 2, 4].map((n) => exchange(n, size))),
  { name: 'double lock', file: 'double-lock', defines: { WORK: 1000 } },
  { name: 'file system', file: 'file-system', defines: { THREADS: 2, INODES: 2, BLOCKS: 2, LOCKED: 1 } },
  {
    name: 'file system, declarative',
    file: 'file-system',
    defines: { THREADS: 2, INODES: 2, BLOCKS: 2 },
    alone: { LOCKED: 1 },
  },
  ...[2, 4].map((n): SafeRow => ({ name: `barrier ring of ${n}`, file: 'barrier-ring', defines: { THREADS: n } })),
  { name: 'deadlock', file: 'deadlock', defines: {}, fails: true },
  { name: 'race', file: 'race', defines: {}, fails: true },
  { name: 'file scanner', file: 'scanner', defines: {} },
];
