/**
 * Litmus tests of x86 with their published verdicts. The programs from amd1 to n8 are those of Owens, Sarkar, Sewell, A
 * better x86 memory model: x86-TSO (extended version, 2009), which the authors took from the manuals of Intel (iwp) and
 * AMD; n2 and n8 as corrected there. The programs from podwr to safe were made by diy (Alglave, Maranget, Sarkar,
 * Sewell, Fences in weak memory models, CAV 2010). The verdicts are those that the suite x86tso of COATCheck (Lustig,
 * Sethi, Martonosi, Bhattacharjee, ASPLOS 2016) gives with them. R, Z6.0 and those below with one fence are shapes of
 * Alglave, Maranget, Tautschnig, Herding cats (TOPLAS 2014).
 *
 * The verdicts under pso are those of the operational model of the SPARC V8 manual (appendix K): buffers by location.
 */
import { explore } from '../../src/explore/explorer';
import { modelOf } from '../../src/model';
import type { ModelName } from '../../src/model/names';
import { isReadLike, Kind } from '../../src/program/label';
import { dataProgram } from '../oracle/data-program';
import type { Litmus, Op } from '../oracle/litmus';

/** Threads are separated by `|`; x=1 stores, a=x loads, mfence, a=xchg x 1 stores and a gets what was there. */
type Row = readonly [name: string, program: string, condition: string, verdict: 'allowed' | 'forbidden'];

const tests: readonly Row[] = [
  ['amd10', 'x=1; mfence; a=x; b=y | y=1; mfence; a=y; b=x', '0b=0 1b=0', 'forbidden'],
  ['amd3', 'x=1; x=2; a=y | y=1; y=2; a=x', '0a=1 1a=1', 'allowed'],
  ['amd5', 'x=1; mfence; b=y | y=1; mfence; b=x', '0b=0 1b=0', 'forbidden'],
  ['co-iriw', 'x=1 | x=2 | a=x; b=x | a=x; b=x', '2a=1 2b=2 3a=2 3b=1', 'forbidden'],
  ['co-mp', 'x=1; x=2 | a=x; b=x', '1a=2 1b=1 x=2', 'forbidden'],
  ['iriw', 'x=1 | y=1 | a=x; b=y | a=y; b=x', '2a=1 2b=0 3a=1 3b=0', 'forbidden'],
  ['iwp23b', 'x=1; a=x | y=1; a=y', '0a=0', 'forbidden'],
  ['iwp24', 'x=1; a=x; b=y | y=1; a=y; b=x', '0b=0 1b=0', 'allowed'],
  ['iwp24a', 'x=1; a=x; b=y | y=1; a=y; b=x', '0a=1 0b=0 1a=1 1b=0', 'allowed'],
  ['iwp27', 'a=xchg x 1 | a=xchg y 1 | a=x; b=y | a=y; b=x', '2a=1 2b=0 3a=1 3b=0', 'forbidden'],
  ['iwp28a', 'a=xchg x 1; b=y | a=xchg y 1; b=x', '0b=0 1b=0', 'forbidden'],
  ['iwp28b', 'a=xchg x 1; y=1 | a=y; b=x', '1a=1 1b=0', 'forbidden'],
  ['lb', 'a=x; y=1 | a=y; x=1', '0a=1 1a=1', 'forbidden'],
  ['mp+fences', 'x=1; mfence; y=1 | a=y; mfence; b=x', '1a=1 1b=0', 'forbidden'],
  ['mp+staleld', 'x=1; y=1 | a=x; b=y; c=x', '1a=0 1b=1 1c=0', 'forbidden'],
  ['mp', 'x=1; y=1 | a=y; b=x', '1a=1 1b=0', 'forbidden'],
  ['n1', 'x=2; a=y | y=1; x=1 | a=x; b=x', '0a=0 2a=1 2b=2', 'allowed'],
  ['n2', 'y=1; x=1 | x=2; z=1 | a=x; b=x | a=z; b=y', '2a=1 2b=2 3a=1 3b=0', 'forbidden'],
  ['n3', 'a=xchg x 1 | y=1 | a=y; b=x; c=x | a=x; b=y; c=y', '2a=1 2b=0 2c=1 3a=1 3b=0 3c=1', 'forbidden'],
  ['n4', 'a=x; x=1; b=x | a=x; x=2; b=x', '0a=2 0b=1 1a=1 1b=2', 'forbidden'],
  ['n5', 'x=1; a=x | x=2; b=x', '0a=2 1b=1', 'forbidden'],
  ['n6', 'x=1; a=x; b=y | y=2; x=2', '0a=1 0b=0 x=1', 'allowed'],
  ['n7', 'x=1; a=x; b=y | y=1 | a=y; b=x', '0a=1 0b=0 2a=1 2b=0', 'allowed'],
  ['n8', 'a=xchg x 1; b=y | y=1; b=x', '0b=0 1b=0', 'allowed'],
  ['podwr000', 'x=1; a=y | y=1; a=x', '0a=0 1a=0', 'allowed'],
  ['podwr001', 'x=1; a=y | y=1; a=z | z=1; a=x', '0a=0 1a=0 2a=0', 'allowed'],
  ['rfi000', 'x=2 | a=x; y=1 | y=2; x=1; a=x', 'x=2 y=2 1a=2 2a=1', 'forbidden'],
  ['rfi001', 'x=2; y=1 | y=2; x=1; a=x', 'x=2 y=2 1a=1', 'forbidden'],
  ['rfi002', 'x=2; y=1 | y=2; x=1; a=x; b=x', 'x=2 y=2 1a=1 1b=1', 'forbidden'],
  ['rfi003', 'x=1; y=1 | y=2; z=1; a=z; b=x', 'y=2 1a=1 1b=0', 'allowed'],
  ['rfi004', 'x=2; y=1; a=y | y=2; x=1; a=x', 'x=2 y=2 0a=1 1a=1', 'forbidden'],
  ['rfi005', 'x=2; a=x; b=y | y=1; x=1; a=x', 'x=2 0a=2 0b=0 1a=1', 'allowed'],
  ['rfi006', 'x=2 | a=x; b=y | y=1; x=1; a=x', 'x=2 1a=2 1b=0 2a=1', 'forbidden'],
  ['rfi007', 'x=2; mfence; a=y | y=1; x=1; a=x', 'x=2 0a=0 1a=1', 'forbidden'],
  ['rfi008', 'x=2; mfence; a=y | y=1; x=1; a=x; b=x', 'x=2 0a=0 1a=1 1b=1', 'forbidden'],
  ['rfi009', 'x=1; mfence; a=y | y=1; z=1; a=z; b=x', '0a=0 1a=1 1b=0', 'allowed'],
  ['rfi010', 'x=1; mfence; a=y | y=1; y=2; a=y; b=x', 'y=2 0a=0 1a=2 1b=0', 'allowed'],
  ['rfi011', 'x=1 | a=x; y=1 | y=2; a=y; b=x', 'y=2 1a=1 2a=2 2b=0', 'allowed'],
  ['rfi012', 'x=1; y=1 | y=2; a=y; b=x', 'y=2 1a=2 1b=0', 'allowed'],
  ['rfi013', 'x=1; a=x; b=y | y=1; a=y; b=x', '0a=1 0b=0 1a=1 1b=0', 'allowed'],
  ['rfi014', 'x=2; y=1 | a=y; b=x | x=1; a=x', 'x=2 1a=1 1b=0 2a=1', 'forbidden'],
  ['rfi015', 'x=1 | a=x; b=y | y=1; a=y; b=x', '1a=1 1b=0 2a=1 2b=0', 'allowed'],
  ['rfi016', 'x=2; y=1 | y=2; mfence; a=x | x=1; a=x', 'x=2 y=2 1a=0 2a=1', 'forbidden'],
  ['rfi017', 'x=1; mfence; a=y | y=1; a=y; b=x', '0a=0 1a=1 1b=0', 'allowed'],
  ['rfi018', 'x=2; mfence; a=y | y=1; mfence; a=x | x=1; a=x', 'x=2 0a=0 1a=0 2a=1', 'forbidden'],
  ['rwc-fenced', 'x=1 | a=x; b=y | y=1; mfence; a=x', '1a=1 1b=0 2a=0', 'forbidden'],
  ['rwc-unfenced', 'x=1 | a=x; b=y | y=1; a=x', '1a=1 1b=0 2a=0', 'allowed'],
  ['safe000', 'a=x; x=2 | a=x; y=1 | a=y; x=1', 'x=2 0a=1 1a=2 2a=1', 'forbidden'],
  ['safe001', 'x=2; y=1 | a=y; y=2 | a=y; x=1', 'x=2 y=2 1a=1 2a=2', 'forbidden'],
  ['safe002', 'x=1; y=1 | a=y; y=2 | a=y; b=x', 'y=2 1a=1 2a=2 2b=0', 'forbidden'],
  ['safe003', 'x=2; y=1 | a=y; x=1 | a=x; b=x', 'x=2 1a=1 2a=1 2b=1', 'forbidden'],
  ['safe004', 'x=2; y=1 | y=2; x=1 | a=x; b=x', 'x=2 y=2 2a=1 2b=1', 'forbidden'],
  ['safe005', 'x=1; y=1 | a=y; b=y | y=2; mfence; a=x', 'y=2 1a=1 1b=1 2a=0', 'forbidden'],
  ['safe006', 'a=x; y=1 | a=y; x=1', '0a=1 1a=1', 'forbidden'],
  ['safe007', 'a=x; y=1 | a=y; z=1 | a=z; x=1', '0a=1 1a=1 2a=1', 'forbidden'],
  ['safe008', 'x=2; y=1 | a=y; z=1 | a=z; x=1', 'x=2 1a=1 2a=1', 'forbidden'],
  ['safe009', 'x=2 | a=x; y=1 | a=y; x=1', 'x=2 1a=2 2a=1', 'forbidden'],
  ['safe010', 'x=2; y=1 | a=y; x=1', 'x=2 1a=1', 'forbidden'],
  ['safe011', 'x=2; y=1 | y=2; z=1 | a=z; x=1', 'x=2 y=2 2a=1', 'forbidden'],
  ['safe012', 'x=1; y=1 | a=y; z=1 | a=z; b=x', '1a=1 2a=1 2b=0', 'forbidden'],
  ['safe013', 'x=1; y=1 | a=y; z=1 | z=2; mfence; a=x', 'z=2 1a=1 2a=0', 'forbidden'],
  ['safe014', 'x=1; x=2 | a=x; y=1 | a=y; b=x', 'x=2 1a=2 2a=1 2b=0', 'forbidden'],
  ['safe015', 'x=1; x=2 | a=x; y=1 | y=2; mfence; a=x', 'x=2 y=2 1a=2 2a=0', 'forbidden'],
  ['safe016', 'x=2 | a=x; y=1 | y=2 | a=y; x=1', 'x=2 y=2 1a=2 3a=2', 'forbidden'],
  ['safe017', 'x=2 | a=x; y=1 | y=2; x=1', 'x=2 y=2 1a=2', 'forbidden'],
  ['safe018', 'x=1 | a=x; y=1 | a=y; b=x', '1a=1 2a=1 2b=0', 'forbidden'],
  ['safe019', 'x=2 | a=x; b=y | y=1 | a=y; x=1', 'x=2 1a=2 1b=0 3a=1', 'forbidden'],
  ['safe020', 'x=1 | a=x; y=1 | y=2; mfence; a=x', 'y=2 1a=1 2a=0', 'forbidden'],
  ['safe021', 'x=1; y=1 | y=2; z=1 | a=z; b=x', 'y=2 2a=1 2b=0', 'forbidden'],
  ['safe022', 'x=1; y=1 | a=y; b=x', '1a=1 1b=0', 'forbidden'],
  ['safe023', 'x=2; y=1 | a=y; b=x | x=1; mfence; a=x', 'x=2 1a=1 1b=0 2a=1', 'forbidden'],
  ['safe024', 'x=1; y=1 | a=y; b=z | z=1; mfence; a=x', '1a=1 1b=0 2a=0', 'forbidden'],
  ['safe025', 'x=1; x=2 | a=x; b=y | y=1; mfence; a=x', 'x=2 1a=2 1b=0 2a=0', 'forbidden'],
  ['safe026', 'x=2 | a=x; b=y | y=1; x=1', 'x=2 1a=2 1b=0', 'forbidden'],
  ['safe027', 'x=1 | a=x; b=y | y=1 | a=y; b=x', '1a=1 1b=0 3a=1 3b=0', 'forbidden'],
  ['safe028', 'x=1 | a=x; b=y | y=1; mfence; a=x', '1a=1 1b=0 2a=0', 'forbidden'],
  ['safe029', 'x=2; y=1 | y=2; x=1', 'x=2 y=2', 'forbidden'],
  ['safe030', 'x=2; y=1 | y=2; z=1 | z=2; x=1', 'x=2 y=2 z=2', 'forbidden'],
  ['safe031', 'x=1; y=1 | y=2; z=1 | z=2; mfence; a=x', 'y=2 z=2 2a=0', 'forbidden'],
  ['safe032', 'x=2; y=1 | y=2; mfence; a=x | x=1; mfence; a=x', 'x=2 y=2 1a=0 2a=1', 'forbidden'],
  ['safe033', 'x=1; y=1 | y=2; mfence; a=x', 'y=2 1a=0', 'forbidden'],
  ['safe034', 'x=1; y=1 | y=2; mfence; a=z | z=1; mfence; a=x', 'y=2 1a=0 2a=0', 'forbidden'],
  ['safe035', 'x=1; mfence; a=x | x=2; mfence; a=y | y=1; mfence; a=x', 'x=2 0a=1 1a=0 2a=0', 'forbidden'],
  ['safe036', 'x=1; mfence; a=y | y=1; mfence; a=x', '0a=0 1a=0', 'forbidden'],
  ['safe037', 'x=1; mfence; a=y | y=1; mfence; a=z | z=1; mfence; a=x', '0a=0 1a=0 2a=0', 'forbidden'],
  ['sb', 'x=1; a=y | y=1; a=x', '0a=0 1a=0', 'allowed'],
  ['testandset+earlyld', 'a=x; b=xchg x 1 | a=x; b=xchg x 1', '0a=0 0b=0 1a=0 1b=0', 'forbidden'],
  ['testandset', 'a=xchg x 1 | a=xchg x 1', '0a=0 1a=0', 'forbidden'],
  ['wrc', 'x=1 | a=x; y=1 | a=y; b=x', '1a=1 2a=1 2b=0', 'forbidden'],
  ['ssl', 'x=1; x=2; a=x', '0a=1', 'forbidden'],
  ['R', 'x=1; y=1 | y=2; a=x', 'y=2 1a=0', 'allowed'],
  ['R+mfence+po', 'x=1; mfence; y=1 | y=2; a=x', 'y=2 1a=0', 'allowed'],
  ['SB+mfence+po', 'x=1; mfence; a=y | y=1; a=x', '0a=0 1a=0', 'allowed'],
  ['Z6.0', 'x=1; y=1 | a=y; z=1 | z=2; a=x', 'z=2 1a=1 2a=0', 'allowed'],
];

/** rel: a release store; release: a release fence. */
const partialStoreOrder: readonly Row[] = [
  ['SB', 'x=1; a=y | y=1; a=x', '0a=0 1a=0', 'allowed'],
  ['SB+mfences', 'x=1; mfence; a=y | y=1; mfence; a=x', '0a=0 1a=0', 'forbidden'],
  ['SB+rels', 'rel x=1; a=y | rel y=1; a=x', '0a=0 1a=0', 'allowed'],
  ['MP', 'x=1; y=1 | a=y; b=x', '1a=1 1b=0', 'allowed'],
  ['MP+rel+po', 'x=1; rel y=1 | a=y; b=x', '1a=1 1b=0', 'forbidden'],
  ['MP+rel of the message', 'rel x=1; y=1 | a=y; b=x', '1a=1 1b=0', 'allowed'],
  ['MP+release+po', 'x=1; release; y=1 | a=y; b=x', '1a=1 1b=0', 'forbidden'],
  ['MP+mfence+po', 'x=1; mfence; y=1 | a=y; b=x', '1a=1 1b=0', 'forbidden'],
  ['MP+xchg', 'x=1; c=xchg y 1 | a=y; b=x', '1a=1 1b=0', 'forbidden'],
  ['MP+xchg of the message', 'c=xchg x 1; y=1 | a=y; b=x', '1a=1 1b=0', 'forbidden'],
  ['MP+po+read', 'x=1; a=z; y=1 | a=y; b=x', '1a=1 1b=0', 'allowed'],
  ['LB', 'a=x; y=1 | a=y; x=1', '0a=1 1a=1', 'forbidden'],
  ['S', 'x=2; y=1 | a=y; x=1', 'x=2 1a=1', 'allowed'],
  ['S+release+po', 'x=2; release; y=1 | a=y; x=1', 'x=2 1a=1', 'forbidden'],
  ['R', 'x=1; y=1 | y=2; a=x', 'y=2 1a=0', 'allowed'],
  ['R+po+mfence', 'x=1; y=1 | y=2; mfence; a=x', 'y=2 1a=0', 'allowed'],
  ['R+release+mfence', 'x=1; release; y=1 | y=2; mfence; a=x', 'y=2 1a=0', 'forbidden'],
  ['2+2W', 'x=2; y=1 | y=2; x=1', 'x=2 y=2', 'allowed'],
  ['2+2W+release+po', 'x=2; release; y=1 | y=2; x=1', 'x=2 y=2', 'allowed'],
  ['2+2W+releases', 'x=2; release; y=1 | y=2; release; x=1', 'x=2 y=2', 'forbidden'],
  ['3.2W', 'x=2; y=1 | y=2; z=1 | z=2; x=1', 'x=2 y=2 z=2', 'allowed'],
  ['WRC', 'x=1 | a=x; y=1 | a=y; b=x', '1a=1 2a=1 2b=0', 'forbidden'],
  ['ISA2', 'x=1; y=1 | a=y; z=1 | a=z; b=x', '1a=1 2a=1 2b=0', 'allowed'],
  ['ISA2+release', 'x=1; release; y=1 | a=y; z=1 | a=z; b=x', '1a=1 2a=1 2b=0', 'forbidden'],
  ['IRIW', 'x=1 | y=1 | a=x; b=y | a=y; b=x', '2a=1 2b=0 3a=1 3b=0', 'forbidden'],
  ['RWC+mfence', 'x=1 | a=x; b=y | y=1; mfence; a=x', '1a=1 1b=0 2a=0', 'forbidden'],
  ['CoRR', 'x=1; x=2 | a=x; b=x', '1a=2 1b=1', 'forbidden'],
  ['CoWW', 'x=1; x=2', 'x=1', 'forbidden'],
  ['CoWR', 'x=1; a=x | x=2', '0a=0', 'forbidden'],
  ['n5', 'x=1; a=x | x=2; a=x', '0a=2 1a=1', 'forbidden'],
];

const locations = 'xyz';

function parsed(text: string): Op {
  if (text === 'mfence') return { op: 'F', o: 'sc' };
  if (text === 'release') return { op: 'F', o: 'rel' };
  const [, released, left, right, x, value] = /^(rel )?(\w)=(?:(\w)|xchg (\w) (\d))$/.exec(text)!;
  // The order of an exchange says nothing to a processor.
  if (x) return { op: 'U', x: locations.indexOf(x), o: 'rlx', k: 'xchg', r: left, v: Number(value), e: 0 };
  return locations.includes(left)
    ? { op: 'W', x: locations.indexOf(left), o: released ? 'rel' : 'rlx', v: Number(right) }
    : { op: 'R', x: locations.indexOf(right), o: 'rlx', r: left };
}

/** Has the program an execution that ends so? `condition`: such as `0a=1 x=2`, register a of thread 0. */
function isAllowed(program: string, condition: string, model: ModelName): boolean {
  const threads = program.split(' | ').map((ops) => ops.split('; ').map(parsed));
  const litmus: Litmus = { locs: locations.length, threads };
  const registers = new Map<string, number>();
  const memory = new Map<number, number>();
  for (const [, thread, name, value] of condition.matchAll(/(\d?)(\w)=(\d)/g)) {
    if (thread === '') memory.set(locations.indexOf(name), Number(value));
    else registers.set(thread + name, Number(value));
  }
  const target = dataProgram(litmus);
  let found = false;
  explore(target, {
    model,
    equivalence: 'rf',
    onExecution({ graph }) {
      const holds = threads.every((ops, t) => {
        const reads = graph!.threads[t + 1].filter((e) => isReadLike(e.label) && e.label.kind !== Kind.Join);
        const names = ops.flatMap((op) => (op.op === 'R' || op.op === 'U' ? [op.r] : []));
        return names.every((name, i) => (registers.get(`${t}${name}`) ?? reads[i].read) === reads[i].read);
      });
      found ||= holds && modelOf(model).mayEndWith(graph!, memory);
    },
  });
  return found;
}

test.each(tests)('%s under tso: %s, %s: %s', (_, program, condition, verdict) => {
  expect(isAllowed(program, condition, 'tso') ? 'allowed' : 'forbidden').toBe(verdict);
});

test('there are as many as were published, and sc forbids what tso forbids', () => {
  expect(tests).toHaveLength(94);
  for (const [name, program, condition, verdict] of tests)
    if (verdict === 'forbidden') expect([name, isAllowed(program, condition, 'sc')]).toEqual([name, false]);
});

test.each(partialStoreOrder)('%s under pso: %s, %s: %s', (_, program, condition, verdict) => {
  expect(isAllowed(program, condition, 'pso') ? 'allowed' : 'forbidden').toBe(verdict);
});
