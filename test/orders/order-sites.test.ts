/** Sites of memory orders, and the calls that they have in a program. */
import type { WireValue } from '../../src/channel/value';
import { OrderSites, ProgramCalls, type BuiltPlace, type SiteFilter } from '../../src/orders/order-sites';
import { Kind, label, Order, RmwOp } from '../../src/program/label';
import { ownOrders } from '../../src/program/order-table';

const everywhere: SiteFilter = { only: [], keep: [], foreign: ['/drista/include'] };

const at = (file: string, line: number, column: number, name = 'f'): BuiltPlace => ({
  built: 1,
  file,
  line,
  column,
  function: name,
});

/** Places by return address. */
const places: ReadonlyMap<WireValue, readonly BuiltPlace[]> = new Map([
  [10, [at('/home/a.c', 1, 5)]],
  [20, [at('/home/a.c', 7, 2)]],
  [30, [at('/home/a.c', 8, 2)]],
  [40, [at('/usr/include/c++/12/atomic', 9, 1, 'std::atomic<int>::store(int, std::memory_order)')]],
  [50, [at('/usr/include/c++/12/memory', 9, 1, 'std::__shared_count<2>::~__shared_count()')]],
  [
    60,
    [
      at('/usr/include/c++/12/atomic', 3, 1, 'int std::atomic_load<int>(std::atomic<int> const*)'),
      at('/home/b.cc', 4, 7),
    ],
  ],
  [70, [at('/drista/include/drista.h', 1, 1, 'std::__atomic_base<int>::wait(int)')]],
  [80, []],
  [90, [at('/home/a.c', 0, 0)]],
  [11, [at('/home/a.c', 1, 5)]],
  [12, [at('/home/a.c', 1, 5), at('/home/a.c', 30, 1, 'g')]],
  [
    95,
    [at('/usr/include/c++/12/bits/atomic_wait.h', 9, 1, 'void std::__atomic_notify_address<int>(int const*, bool)')],
  ],
]);

/** The sites after the labels were seen, each with its callers, and whether the last one was new. */
function learned(
  seen: readonly (readonly [Kind, Order, readonly WireValue[]])[],
  filter = everywhere,
): { sites: string[]; isNew: boolean; foreign: string[] } {
  const sites = new OrderSites(filter);
  const calls = new ProgramCalls(sites);
  let isNew = false;
  for (const [i, [kind, order, callers]] of seen.entries()) {
    const l = label(kind, { site: i, order, op: kind === Kind.Rmw ? RmwOp.Cas : 0, failOrder: Order.Acquire });
    isNew = calls.learn(
      [l],
      () => callers,
      () => places,
    );
  }
  const text = sites.all.map(
    ({ file, line, column, operation, was }) => `${file}:${line}:${column} ${operation} ${Order[was]}`,
  );
  return { sites: text, isNew, foreign: [...sites.foreign] };
}

const { Relaxed, SeqCst, AcqRel } = Order;

test('a call that another caller leads to is known, also under another order', () => {
  const sites = new OrderSites(everywhere);
  const calls = new ProgramCalls(sites);
  const learn = (callers: readonly WireValue[], order: Order, own = -1): boolean =>
    calls.learn(
      [label(Kind.Store, { site: 0, order, own })],
      () => callers,
      () => places,
    );
  expect(learn([10, 20], Relaxed)).toBe(true);
  expect(learn([10, 30], SeqCst, ownOrders(Relaxed, Relaxed))).toBe(false);
  expect(sites.own).toEqual([Relaxed]);
  expect(calls.orders([SeqCst])).toEqual([
    { callers: [10], own: ownOrders(Relaxed, Relaxed), order: SeqCst, failOrder: Relaxed },
  ]);
  expect(learn([10, 30], SeqCst)).toBe(true);
  expect(sites.own).toEqual([Relaxed, SeqCst]);
});

test('an operation with several orders has a site for each', () => {
  const seen = [
    [Kind.Load, Relaxed, [10]],
    [Kind.Load, Order.Acquire, [60]],
    [Kind.Load, SeqCst, [60, 20]],
    [Kind.Load, SeqCst, [60, 30]],
  ] as const;
  expect(learned(seen).sites).toEqual([
    '/home/a.c:1:5 load Relaxed',
    '/home/b.cc:4:7 load Acquire',
    '/home/b.cc:4:7 load SeqCst',
  ]);
});

test('the site of an operation in a header of the system is where the user calls it', () => {
  expect(learned([[Kind.Store, SeqCst, [40, 20]]]).sites).toEqual(['/home/a.c:7:2 store SeqCst']);
  expect(learned([[Kind.Load, SeqCst, [60]]]).sites).toEqual(['/home/b.cc:4:7 load SeqCst']);
});

test('different calls from the same places are told apart from copies that were inlined elsewhere', () => {
  const ambiguous = (one: readonly WireValue[], other: readonly WireValue[]): boolean => {
    const sites = new OrderSites(everywhere);
    const calls = new ProgramCalls(sites);
    calls.learn(
      [label(Kind.Load, { site: 0 })],
      () => one,
      () => places,
    );
    calls.learn(
      [label(Kind.Load, { site: 0 })],
      () => other,
      () => places,
    );
    return sites.all.some(({ isAmbiguous }) => isAmbiguous === true);
  };
  expect(ambiguous([10], [11])).toBe(true);
  expect(ambiguous([10], [12])).toBe(false);
  expect(ambiguous([10, 20], [10, 30])).toBe(false);
});

test('what a library does to wake threads is no site', () => {
  expect(learned([[Kind.Fence, SeqCst, [95, 20]]])).toMatchObject({ sites: [], foreign: ['/home/a.c:7'] });
});

test('a compare-exchange has two sites', () => {
  expect(learned([[Kind.Rmw, AcqRel, [10]]]).sites).toEqual([
    '/home/a.c:1:5 compare_exchange AcqRel',
    '/home/a.c:1:5 compare_exchange failure Acquire',
  ]);
});

test('what a library does for the user is no site', () => {
  expect(learned([[Kind.Load, SeqCst, [40, 50, 20]]])).toEqual({ sites: [], isNew: false, foreign: ['/home/a.c:7'] });
  for (const callers of [[80], [80, 80], [90], [90, 20], []])
    expect(learned([[Kind.Load, SeqCst, callers]]).sites).toEqual([]);
});

test('plain accesses, and what the program prints, have no order', () => {
  expect(
    learned([
      [Kind.PlainRead, Order.Plain, [10]],
      [Kind.MutexLock, Relaxed, [20]],
    ]).sites,
  ).toEqual([]);
});

test.each<[Partial<SiteFilter>, number]>([
  [{ only: ['a.c'] }, 1],
  [{ only: ['/home/a.c'] }, 1],
  [{ only: ['c'] }, 0],
  [{ only: ['b.cc'] }, 0],
  [{ keep: ['a.c'] }, 0],
  [{ keep: ['a.c:1'] }, 0],
  [{ keep: ['a.c:1:5'] }, 0],
  [{ keep: ['a.c:1:6'] }, 1],
  [{ keep: ['a.c:2'] }, 1],
])('%j', (filter, n) => {
  expect(learned([[Kind.Store, SeqCst, [10]]], { ...everywhere, ...filter }).sites).toHaveLength(n);
});
