/**
 * Threads of random programs (random.ts) of which one allocates a heap block and publishes it by flags, and others use
 * it where they find it. The block holds the location after the flags. Main may free it, after it has joined some.
 */
import * as fc from 'fast-check';
import type { MemoryOrder, Op } from './litmus';
import type { Block, Shape } from './random-shape';

export function blockThreads(shape: Shape): fc.Arbitrary<Block[][]> {
  const [least, most] = shape.threads;
  return fc
    .tuple(allocating(shape), fc.array(taking(shape), { minLength: least - 1, maxLength: most - 1 }), fc.nat(most - 1))
    .map(([first, others, at]) => {
      const threads = others.map((block) => [block]);
      threads.splice(at % least, 0, [first]);
      return threads;
    })
    .chain((threads) => (shape.frees ? freeing(shape, threads) : fc.constant(threads)));
}

/** Main creates the threads, which have the numbers from 1 on, joins those in any order that are named, and frees. */
function freeing(shape: Shape, threads: readonly Block[][]): fc.Arbitrary<Block[][]> {
  const created = threads.map((_, i) => i + 1);
  const joins = fc.shuffledSubarray(created, { minLength: 0 });
  return fc
    .tuple(joins, taking(shape, [() => ({ op: 'FR', x: shape.locs })]))
    .map(([joined, last]) => [
      [
        () => created.map((t): Op => ({ op: 'C', t })),
        () => joined.map((t): Op => ({ op: 'J', t })),
        last,
        () => created.filter((t) => !joined.includes(t)).map((t): Op => ({ op: 'J', t })),
      ],
      ...threads,
    ]);
}

const mostly = (o: MemoryOrder): fc.Arbitrary<MemoryOrder> => fc.constantFrom<MemoryOrder>(o, o, o, 'rlx', 'sc');

function allocating(shape: Shape): fc.Arbitrary<Block> {
  const x = shape.locs;
  const write = fc.constantFrom<Op[]>(
    [],
    [{ op: 'W', x, o: 'rlx', v: 0 }],
    [{ op: 'W', x, o: 'rlx', v: 1 }],
    [{ op: 'PW', x, v: 1 }],
    [{ op: 'F', o: 'rel' }],
  );
  const flags = fc.array(
    fc.tuple(fc.nat(shape.locs - 1), mostly('rel')).map(([flag, o]): Op => ({ op: 'W', x: flag, o, v: 1 })),
    { minLength: 1, maxLength: 2 },
  );
  return fc
    .tuple(fc.boolean(), write, flags, write)
    .map(([known, before, set, after]): Block => () => [{ op: 'AL', x, known }, ...before, ...set, ...after]);
}

function taking(shape: Shape, last: readonly ((at: number) => Op)[] = []): fc.Arbitrary<Block> {
  const x = shape.locs;
  const frees = fc.constantFrom(...(shape.frees ? [last, last, [(): Op => ({ op: 'FR', x })]] : [last]));
  const use = fc.constantFrom<(at: number) => Op>(
    (at) => ({ op: 'R', x, o: 'rlx', r: `a${at}` }),
    (at) => ({ op: 'R', x, o: 'acq', r: `a${at}` }),
    () => ({ op: 'W', x, o: 'rlx', v: 2 }),
    (at) => ({ op: 'U', x, o: 'ar', r: `a${at}`, k: 'add', v: 1, e: 0 }),
    (at) => ({ op: 'PR', x, r: `a${at}` }),
    () => ({ op: 'PW', x, v: 2 }),
    () => ({ op: 'F', o: 'acq' }),
  );
  return fc
    .tuple(fc.nat(shape.locs - 1), mostly('acq'), fc.array(use, { minLength: 1, maxLength: 2 }), frees)
    .map(([flag, o, some, end]): Block => (at): Op[] => {
      const r = `a${at}`;
      const uses = end.length > 0 ? [...some.slice(1), ...end] : some;
      return [
        { op: 'R', x: flag, o, r },
        { op: 'IF', r, v: 1, skip: uses.length },
        ...uses.map((make, i) => make(at + 2 + i)),
      ];
    });
}
