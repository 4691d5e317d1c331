/** Programs with accesses of several sizes as C. */
import { createdBy } from '../../support/c-text';
import { failing, isAccess, numberOf, type Sized, type SizedOp, type SizedOrder } from './sized';

const orders: Readonly<Record<SizedOrder, string>> = {
  rlx: '__ATOMIC_RELAXED',
  acq: '__ATOMIC_ACQUIRE',
  rel: '__ATOMIC_RELEASE',
  ar: '__ATOMIC_ACQ_REL',
  sc: '__ATOMIC_SEQ_CST',
};

/** The text of the program. */
export function sizedC(sized: Sized): string {
  const { unit, threads } = sized;
  const bodies = threads.map(
    (ops, t) =>
      `static void *thread${t}(void) {\n${ops.map((op) => `  ${statement(op, unit)}\n`).join('')}  return 0;\n}`,
  );
  return createdBy(
    threads.length,
    `#include <stdint.h>
typedef unsigned __int128 uint128_t;
static _Alignas(16) unsigned char m[${16 * unit}];
${bodies.join('\n')}
static void *each(void *i) {
  switch ((long)i) {
${threads.map((_, t) => `  case ${t}: return thread${t}();\n`).join('')}  }
  return 0;
}`,
  );
}

function statement(op: SizedOp, unit: number): string {
  if (!isAccess(op)) return `__atomic_thread_fence(${orders[op.o]});`;
  const bits = 8 * unit * op.size;
  const type = `uint${bits}_t`;
  const place = `(${type} *)(m + ${unit * op.at})`;
  const order = orders[op.o];
  const literal = (digits: readonly number[]): string => {
    const n = numberOf(digits, unit);
    const half = (v: bigint): string => `${BigInt.asUintN(64, v)}u`;
    return bits < 128 ? `(${type})${half(n)}` : `(uint128_t)${half(n >> 64n)} << 64 | ${half(n)}`;
  };
  switch (op.op) {
    case 'R':
      return `__atomic_load_n(${place}, ${order});`;
    case 'W':
      return `__atomic_store_n(${place}, ${literal(op.v)}, ${order});`;
    case 'PR':
      return `{ ${type} here = *${place}; (void)here; }`;
    case 'PW':
      return `*${place} = ${literal(op.v)};`;
    case 'xchg':
      return `__atomic_exchange_n(${place}, ${literal(op.v)}, ${order});`;
    case 'cas':
      return (
        `{ ${type} e = ${literal(op.e)}; ` +
        `__atomic_compare_exchange_n(${place}, &e, ${literal(op.v)}, 0, ${order}, ${orders[failing[op.o]]}); }`
      );
    default:
      return `__atomic_fetch_${op.op}(${place}, ${literal(op.v)}, ${order});`;
  }
}
