/**
 * Programs with a known bug, in checkouts of SCTBench (Thomson, Donaldson, Betts: Concurrency testing using controlled
 * schedulers: an empirical study; ACM TOPC 2016) and of ConVul's programs (Cai et al., ICSE 2019).
 */

/** An error of drista's report. */
export interface FoundError {
  readonly kind: string;
  readonly message: string;
}

/** A known bug: which errors of a report are it. */
export type Bug = 'assertion' | 'deadlock' | 'crash' | 'use after free' | 'assertion or crash';

export interface Row {
  /** As in the tables of later papers, so that their figures can stand beside. */
  readonly name: string;
  readonly checkout: 'sctbench' | 'convul';
  /** In the checkout; the first has the main function. */
  readonly sources: readonly string[];
  readonly bug: Bug;
  /** Of the program. */
  readonly args?: readonly string[];
  /** Of the compiler, besides those of all. */
  readonly flags?: readonly string[];
  /** C that no compiler takes as C without complaint, but g++ with -fpermissive. */
  readonly permissive?: true;
  /** It mixes new with free, or new[] with delete: compiled with allocation.cc. */
  readonly mixes?: true;
}

const isUseAfterFree = ({ kind, message }: FoundError): boolean =>
  // A free that races with an access is reported though races are ignored: the access may come after it.
  kind === 'memory' || kind === 'crash' || (kind === 'data-race' && /\bfrees\b/.test(message));

const errors: Readonly<Record<Bug, (error: FoundError) => boolean>> = {
  assertion: ({ kind }) => kind === 'assertion',
  // A thread that waits for a mutex of its own is reported as misuse.
  deadlock: ({ kind, message }) => kind === 'deadlock' || (kind === 'misuse' && /already holds/.test(message)),
  crash: ({ kind }) => kind === 'crash',
  'use after free': isUseAfterFree,
  'assertion or crash': (error) => error.kind === 'assertion' || error.kind === 'abort' || isUseAfterFree(error),
};

/** Is the error the bug? */
export function isBug(bug: Bug, error: FoundError): boolean {
  return errors[bug](error);
}

const cs = (name: string, bug: Bug = 'assertion', file = `${name}_bad`): Row => ({
  name: `CS/${name}`,
  checkout: 'sctbench',
  sources: [`benchmarks/concurrent-software-benchmarks/${file}.c`],
  bug,
});

/** Atomics begin with 0 in C++20, as they happened to do before. */
const chess = (name: string, bug: Bug = 'assertion'): Row => ({
  name: `Chess/${name}`,
  checkout: 'sctbench',
  sources: [`benchmarks/chess/${name}.cpp`],
  bug,
  args: ['2'],
  // What is never called, but calls functions that drista does not know, is left out.
  flags: ['-std=c++20', '-Wno-narrowing', '-ffunction-sections', '-Wl,--gc-sections'],
  mixes: true,
});

const convul = (number: string, bug: Bug): Row => ({
  name: `CVE-${number}`,
  checkout: 'convul',
  sources: [`cve-benchmark/${number}.cpp`],
  bug,
});

const stringBuffer = 'benchmarks/conc-bugs/stringbuffer-jdk1.4';

export const rows: readonly Row[] = [
  {
    name: 'CB/stringbuffer-jdk1.4',
    checkout: 'sctbench',
    sources: [`${stringBuffer}/main.cpp`, `${stringBuffer}/stringbuffer.cpp`],
    bug: 'assertion',
  },
  cs('account'),
  cs('arithmetic_prog'),
  cs('bluetooth_driver'),
  cs('carter01', 'deadlock'),
  cs('circular_buffer'),
  cs('deadlock01', 'deadlock'),
  ...['2', '3', '4', '5', '6'].map((n) => cs(`din_phil${n}_sat`, 'assertion', `din_phil${n}_sat`)),
  cs('din_phil7_sat', 'deadlock', 'din_phil7_sat'),
  cs('fsbench'),
  cs('lazy01'),
  cs('phase01', 'deadlock'),
  cs('queue'),
  ...['3', '4', '5', '10', '20'].map((n) => cs(`reorder_${n}`)),
  cs('stack'),
  cs('sync01', 'deadlock'),
  cs('sync02', 'deadlock'),
  cs('token_ring'),
  cs('twostage'),
  cs('twostage_100'),
  cs('wronglock'),
  cs('wronglock_3'),
  chess('InterlockedWorkStealQueue'),
  // Threads grow a common vector without a lock: an index out of range, and a use of its old memory, are bugs as well.
  chess('InterlockedWorkStealQueueWithState', 'assertion or crash'),
  chess('StateWorkStealQueue', 'assertion or crash'),
  chess('WorkStealQueue'),
  {
    // Also, as C++ it has handlers of cancellation of its own; those of the C library are not seen.
    name: 'Inspect_benchmarks/boundedBuffer',
    checkout: 'sctbench',
    sources: ['benchmarks/inspect_examples/boundedBuffer.c'],
    bug: 'deadlock',
    permissive: true,
  },
  {
    name: 'Inspect_benchmarks/qsort_mt',
    checkout: 'sctbench',
    sources: ['benchmarks/inspect_benchmarks/qsort_mt.c'],
    bug: 'assertion',
    args: ['-n', '32', '-f', '4', '-h', '2', '-v'],
  },
  { name: 'SafeStack', checkout: 'sctbench', sources: ['benchmarks/safestack/SafeStack.cpp'], bug: 'assertion' },
  convul('2009-3547', 'crash'),
  convul('2013-1792', 'crash'),
  convul('2015-7550', 'crash'),
  { ...convul('2016-1972', 'use after free'), mixes: true },
  convul('2016-1973', 'use after free'),
  convul('2016-7911', 'crash'),
  convul('2017-15265', 'use after free'),
  convul('2017-6346', 'use after free'),
];
