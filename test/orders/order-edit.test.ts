/** Edits of memory orders in source texts. */
import { Order } from '../../src/program/label';
import type { Language } from '../../src/compiler/language';
import { orderEdit, sourceOf } from '../../src/orders/order-edit';

interface Case {
  readonly language: Language;
  /** The text; a `@` stands where the compiler says that the operation is. */
  readonly text: string;
  readonly operation: string;
  readonly order: Order;
  readonly failOrder?: Order;
  readonly amount?: string;
  readonly isAmbiguous?: boolean;
  /** Undefined: the edit is left to the user. */
  readonly expected: string | undefined;
}

const { Relaxed, Acquire, Release, AcqRel, SeqCst } = Order;
const c = (text: string, operation: string, order: Order, expected?: string, failOrder?: Order): Case => ({
  language: 'c',
  text,
  operation,
  order,
  expected,
  ...(failOrder === undefined ? {} : { failOrder }),
});
/** The same with operators, for which C needs the header. */
const cop = (text: string, operation: string, order: Order, expected?: string): Case => ({
  ...c(`${header}${text}`, operation, order, expected === undefined ? undefined : header + expected),
});
const header = '#include <stdatomic.h>\n';
const cxx = (...args: Parameters<typeof c>): Case => ({ ...c(...args), language: 'c++' });

const cases: readonly Case[] = [
  c('@atomic_store(&x, f(1, 2));', 'store', Release, 'atomic_store_explicit(&x, f(1, 2), memory_order_release);'),
  c('r = @atomic_load(&x);', 'load', Acquire, 'r = atomic_load_explicit(&x, memory_order_acquire);'),
  c(
    '@atomic_store_explicit(&x, 1,\n\tmemory_order_seq_cst);',
    'store',
    Relaxed,
    'atomic_store_explicit(&x, 1,\n\tmemory_order_relaxed);',
  ),
  c('@atomic_store_explicit(&x, 1, ORDER);', 'store', Relaxed),
  c('@STORE(x, 1);', 'store', Relaxed),
  c('@__sync_fetch_and_add(&x, 1);', 'fetch_add', Relaxed),
  c('@__atomic_store_n(&x, 1, __ATOMIC_SEQ_CST);', 'store', Release, '__atomic_store_n(&x, 1, __ATOMIC_RELEASE);'),
  c('@__atomic_add_fetch(&x, 1, 5);', 'fetch_add', Release),
  c(
    '@__atomic_add_fetch(&x, 1, __ATOMIC_SEQ_CST);',
    'fetch_add',
    AcqRel,
    '__atomic_add_fetch(&x, 1, __ATOMIC_ACQ_REL);',
  ),
  c('@atomic_thread_fence(memory_order_seq_cst);', 'fence', Acquire, 'atomic_thread_fence(memory_order_acquire);'),
  c(
    'while (!@atomic_compare_exchange_weak(&x, &e, v));',
    'compare_exchange',
    Release,
    'while (!atomic_compare_exchange_weak_explicit(&x, &e, v, memory_order_release, memory_order_relaxed));',
    Relaxed,
  ),
  c(
    '@__atomic_compare_exchange_n(&x, &e, v, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);',
    'compare_exchange',
    AcqRel,
    '__atomic_compare_exchange_n(&x, &e, v, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);',
    Acquire,
  ),
  c(
    'while (@atomic_flag_test_and_set(&lock));',
    'exchange',
    Acquire,
    'while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire));',
  ),
  cop('\tx @= 1;', 'store', Relaxed, '\tatomic_store_explicit(&x, 1, memory_order_relaxed);'),
  cop('\t*p @= a + b;', 'store', Release, '\tatomic_store_explicit(p, a + b, memory_order_release);'),
  cop('if (a) x @= 1;', 'store', Release, 'if (a) atomic_store_explicit(&x, 1, memory_order_release);'),
  cop(
    'if (a) {\n\tq[i].n @= f(1, "a;b");\n}',
    'store',
    Release,
    'if (a) {\n\tatomic_store_explicit(&q[i].n, f(1, "a;b"), memory_order_release);\n}',
  ),
  cop('y = x @= 1;', 'store', Relaxed),
  cop('p->n@++;', 'fetch_add', Relaxed, 'atomic_fetch_add_explicit(&p->n, 1, memory_order_relaxed);'),
  cop('r = @--p->n;', 'fetch_sub', AcqRel, 'r = (atomic_fetch_sub_explicit(&p->n, 1, memory_order_acq_rel) - 1);'),
  cop('\tx @+= 1;', 'fetch_add', Relaxed, '\tatomic_fetch_add_explicit(&x, 1, memory_order_relaxed);'),
  // A pointer would not move by as many bytes with some compilers.
  cop('\tx @+= 2;', 'fetch_add', Relaxed),
  cop('if (p->@n == 7)', 'load', Acquire, 'if (atomic_load_explicit(&p->n, memory_order_acquire) == 7)'),
  cxx('x.@store(1);', 'store', Release, 'x.store(1, std::memory_order_release);'),
  cxx('@x.store(1);', 'store', Release, 'x.store(1, std::memory_order_release);'),
  cxx('a[i].@load();', 'load', Acquire, 'a[i].load(std::memory_order_acquire);'),
  cxx('x.store(1, memory_order_@seq_cst);', 'store', Release, 'x.store(1, memory_order_release);'),
  cxx('x.load(@std::memory_order::seq_cst);', 'load', Relaxed, 'x.load(std::memory_order::relaxed);'),
  cxx('f(x.@load(), y.load());', 'load', Relaxed, 'f(x.load(std::memory_order_relaxed), y.load());'),
  cxx('f(x.load(), y.@load());', 'load', Relaxed, 'f(x.load(), y.load(std::memory_order_relaxed));'),
  cxx('x.@store(y.load());', 'store', Relaxed, 'x.store(y.load(), std::memory_order_relaxed);'),
  cxx('x.@load(order);', 'load', Relaxed),
  cxx(
    'x.@compare_exchange_strong(e, v, std::memory_order_seq_cst);',
    'compare_exchange',
    Release,
    'x.compare_exchange_strong(e, v, std::memory_order_release, std::memory_order_relaxed);',
    Relaxed,
  ),
  cxx('@p->n++;', 'fetch_add', Relaxed, 'p->n.fetch_add(1, std::memory_order_relaxed);'),
  cxx('\t(*p) @= 1;', 'store', Relaxed, '\t(*p).store(1, std::memory_order_relaxed);'),
  cxx('int k = @y;', 'load', SeqCst, 'int k = y.load(std::memory_order_seq_cst);'),
  cxx('foo(/* @x */ 1);', 'store', Relaxed),
  // The value of a prefix operator is used.
  cop(
    'int r = 10 +\n\t@++y;',
    'fetch_add',
    Relaxed,
    'int r = 10 +\n\t(atomic_fetch_add_explicit(&y, 1, memory_order_relaxed) + 1);',
  ),
  cxx('int r = (int)@++c;', 'fetch_add', Relaxed, 'int r = (int)(c.fetch_add(1, std::memory_order_relaxed) + 1);'),
  cxx('f(1 + /* k */ @--z);', 'fetch_sub', Relaxed, 'f(1 + /* k */ (z.fetch_sub(1, std::memory_order_relaxed) - 1));'),
  cxx('// why\n@++z;', 'fetch_add', Relaxed, '// why\nz.fetch_add(1, std::memory_order_relaxed);'),
  cxx('if (a) @++z;', 'fetch_add', Relaxed, 'if (a) z.fetch_add(1, std::memory_order_relaxed);'),
  cxx('for (;; @++z) ;', 'fetch_add', Relaxed, 'for (;; (z.fetch_add(1, std::memory_order_relaxed) + 1)) ;'),
  cxx('@++s.at(1);', 'fetch_add', Relaxed),
  // What is read is not clear: a pointer, or what it leads to.
  cop('v = @head->next;', 'load', Relaxed),
  cop('v = @tab[0];', 'load', Relaxed),
  cxx('v = @tab[0];', 'load', Relaxed),
  cxx('v = @p->x.y;', 'load', Relaxed, 'v = p->x.y.load(std::memory_order_relaxed);'),
  cxx(
    "x.store(1'000); y.@store(2'000);",
    'store',
    Release,
    "x.store(1'000); y.store(2'000, std::memory_order_release);",
  ),
  cxx('x.@store(R"(,)"[0]);', 'store', Relaxed, 'x.store(R"(,)"[0], std::memory_order_relaxed);'),
  // Macros.
  c('@CHECK(READ(y) != 2 || atomic_load_explicit(&x, memory_order_relaxed) == 2);', 'load', Acquire),
  cop('#define Get atomic_load(&y)\nint q = @Get;', 'load', Acquire),
  cop('int q = @SUM;', 'load', Acquire),
  c(
    '@atomic_compare_exchange_strong_explicit(&x, &e, 5, k, memory_order_seq_cst);',
    'compare_exchange',
    Release,
    undefined,
    Relaxed,
  ),
  // C has no failure order that is stronger than that of success.
  c(
    '@atomic_compare_exchange_strong(&x, &e, 5);',
    'compare_exchange',
    Release,
    'atomic_compare_exchange_strong_explicit(&x, &e, 5, memory_order_acq_rel, memory_order_acquire);',
    Acquire,
  ),
  cxx(
    'x.@compare_exchange_strong(e, 5);',
    'compare_exchange',
    Relaxed,
    'x.compare_exchange_strong(e, 5, std::memory_order_relaxed, std::memory_order_acquire);',
    Acquire,
  ),
  c('_Atomic int x; void f(void) {\n\tx @= 1; }', 'store', Relaxed),
  cop('\ty @= x = 2;', 'store', Relaxed),
  { ...cxx('v = (f + @g);', 'load', Relaxed), isAmbiguous: true },
  { ...cop('ip@++;', 'fetch_add', Relaxed), amount: '4' },
  cxx('@assert(x.load() == 2);', 'load', Relaxed, 'assert(x.load(std::memory_order_relaxed) == 2);'),
  cxx('@assert(x.load() == y.load());', 'load', Relaxed),
  c('@MAX(f(1), g(2)); atomic_load(&x);', 'load', Relaxed),
];

test.each(cases)('$text', ({ text: marked, language, expected, ...change }) => {
  const at = marked.indexOf('@');
  const text = marked.replace('@', '');
  const line = marked.slice(0, at).split('\n').length;
  const column = at - marked.lastIndexOf('\n', at - 1);
  const edits = orderEdit(sourceOf(text, language), { line, column, amount: '1', ...change });
  const edited = edits
    ?.toSorted((a, b) => b.from - a.from)
    .reduce((now, e) => now.slice(0, e.from) + e.text + now.slice(e.to), text);
  expect(edited).toBe(expected);
});

test('a position that the text does not have is left to the user', () => {
  expect(
    orderEdit(sourceOf('x = 1;\n', 'c'), { line: 7, column: 3, operation: 'store', order: Relaxed }),
  ).toBeUndefined();
});
