/**
 * The rows of the papers' tables (published.tsv), and the program of each as far as it is known. What a paper says of a
 * program is often less than what it ran; a program here is known to be the same where some published count shows it
 * (`equal`).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/paths';
import type { ModelName } from '../../src/model/names';

export type Paper = 'VC-DPOR' | 'Drista';

/** What the five published columns of each paper count. */
export const columnsOf: Readonly<Record<Paper, readonly string[]>> = {
  'VC-DPOR': ['VC-DPOR', 'Source', 'Optimal', 'Optimal, observers', 'DC-DPOR'],
  Drista: ['with OE', 'without OE', 'CDSChecker', 'RCMC', 'Tracer'],
};

/** A row as it was published. */
export interface Published {
  readonly paper: Paper;
  readonly benchmark: string;
  /** Empty: it has one scale. */
  readonly scale: string;
  /** By column; "-" and the like where there is no count. */
  readonly counts: readonly string[];
}

/** A program that stands for the rows of a benchmark. */
export interface PaperProgram {
  /** In bench/papers; with ../programs/ in front: among those of the bench. */
  readonly file: string;
  /** For the scale of the row: what is defined. */
  readonly defines: (scale: number) => Readonly<Record<string, number>>;
  readonly flags: readonly string[];
  readonly model: ModelName;
  /** By measured column: the published column whose count it must have. */
  readonly equal: Readonly<Record<string, string>>;
  /** Scales for which the program is known; undefined: all. */
  readonly scales?: readonly number[];
  readonly note?: string;
}

type More = Partial<Omit<PaperProgram, 'file' | 'model'>>;

const byN = (scale: number): Record<string, number> => ({ N: scale });

/** A program of VC-DPOR's tables. Optimal DPOR explores each Mazurkiewicz trace once: the counts must be equal. */
const sc = (file: string, more: More = {}): PaperProgram => ({
  file,
  defines: byN,
  flags: [],
  model: 'sc',
  equal: { odpor: 'Optimal' },
  ...more,
});

/** Where the values and memory orders that a class depends on are ours, no count must be equal. */
const rc11 = (file: string, defines: Readonly<Record<string, number>>, more: More = {}): PaperProgram => ({
  file,
  defines: () => defines,
  flags: [],
  model: 'rc11',
  equal: {},
  ...more,
});

/** All three algorithms count the same: nothing is redundant. */
const same = { odpor: 'Optimal', 'vc-dpor': 'VC-DPOR', rf: 'DC-DPOR' };

const ordersUnknown = 'memory orders and bounds of the paper unknown';

/** By paper and benchmark. */
const programs: Readonly<Record<Paper, Readonly<Record<string, PaperProgram>>>> = {
  'VC-DPOR': {
    parker: sc('parker', { equal: {}, note: 'own version: waits end the thread' }),
    '30_Fun_Point': sc('function_pointer'),
    '45_monabsex': sc('monabsex1'),
    '46_monabsex': sc('monabsex2'),
    fkp2013_true: sc('fkp2013'),
    'nondet-array': sc('nondet_array'),
    'pthread-de': sc('pthread_demo'),
    reorder_5: sc('reorder'),
    sigma_false: sc('sigma'),
    '32_pthread5': sc('pthread5', { equal: same }),
    fkp2014_true: sc('fkp2014', { equal: same }),
    singleton: sc('../programs/singleton'),
    stack_true: sc('stack', { equal: same }),
    '48_ticket_lock': sc('ticket_lock', { equal: same }),
    peterson: sc('../programs/peterson', { equal: { odpor: 'Optimal', rf: 'DC-DPOR' } }),
    lamport: sc('lamport', { equal: { odpor: 'Optimal', rf: 'DC-DPOR' }, scales: [2] }),
    szymanski: sc('szymanski', { equal: { odpor: 'Optimal', rf: 'DC-DPOR' } }),
    redundant_co: sc('redundant_co'),
    float_read: sc('../programs/float_read'),
    opt_lock: sc('opt_lock'),
  },
  Drista: {
    'fib-no-assert': rc11('../programs/fib', { N: 5 }, { equal: { rf: 'RCMC' } }),
    'tri-no-assert': rc11('triangular', { N: 5 }, { equal: { rf: 'RCMC' } }),
    '9w-1r': rc11('writers', { N: 9, M: 1 }, { equal: { rf: 'CDSChecker' }, note: 'all values equal (ours)' }),
    '6w-3r': rc11('writers', { N: 6, M: 3 }, { equal: { rf: 'CDSChecker' }, note: 'all values equal (ours)' }),
    'rw-lock': rc11('rw_lock', {}, { note: ordersUnknown }),
    'mot-ex': rc11('mot_ex', {}, { note: 'after figure 1 and its text' }),
    dekker: rc11('../programs/dekker', { N: 1 }, { note: ordersUnknown }),
    lamport: rc11('../programs/lamport', { N: 2 }, { note: ordersUnknown }),
    'fmax-cas-oe': rc11('fmax_cas', { N: 2 }, { note: ordersUnknown }),
  },
};

/** All published rows. */
export function publishedRows(): Published[] {
  const text = readFileSync(join(packageRoot(), 'bench', 'papers', 'published.tsv'), 'utf8');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.slice(1).map((line) => {
    const [paper, benchmark, scale, ...counts] = line.split('\t');
    return { paper: paper as Paper, benchmark, scale, counts };
  });
}

/** The program of the row; undefined: its source is not known. */
export function programOf({ paper, benchmark, scale }: Published): PaperProgram | undefined {
  const program = programs[paper][benchmark] as PaperProgram | undefined;
  return program?.scales?.includes(Number(scale)) === false ? undefined : program;
}
