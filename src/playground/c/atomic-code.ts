/** The code of calls of <stdatomic.h> (C11 7.17). */
import { atomicCalls, memoryOrders, whyNoCall } from '../../litmus/atomic-calls';
import { Kind, Order, RmwOp } from '../../program/label';
import type { CPosition } from './c-lexer';
import type { CPlace, TypedValue } from './code-builder';
import { outArgument } from './escaping';
import { ExpressionCode } from './expression-code';
import { bool, isScalar, typeText, valueType, voidType, type ScalarType } from './machine-types';
import type { CExpression } from './syntax-tree';

const orders: Readonly<Record<string, Order>> = {
  relaxed: Order.Relaxed,
  acquire: Order.Acquire,
  release: Order.Release,
  acq_rel: Order.AcqRel,
  seq_cst: Order.SeqCst,
};

const operations: Readonly<Record<string, RmwOp>> = {
  atomic_exchange: RmwOp.Xchg,
  atomic_fetch_add: RmwOp.Add,
  atomic_fetch_sub: RmwOp.Sub,
  atomic_fetch_and: RmwOp.And,
  atomic_fetch_or: RmwOp.Or,
  atomic_fetch_xor: RmwOp.Xor,
  atomic_compare_exchange_strong: RmwOp.Cas,
  atomic_compare_exchange_weak: RmwOp.CasWeak,
};

type Call = CExpression & { is: 'call' };

export abstract class AtomicCode extends ExpressionCode {
  /** The call of an atomic operation; undefined: it is none. */
  protected atomicCall(e: Call): TypedValue | undefined {
    const { at, name, args } = e;
    if (name === 'atomic_thread_fence') {
      this.emit(at, { o: 'fence', order: this.order(args[0], memoryOrders, at) });
      return { r: this.register(), type: voidType };
    }
    if (name === 'atomic_init') {
      const [object, value] = this.arguments(e, 2);
      const { address, type } = this.object(object, name);
      this.write(at, { in: 'memory', address, type }, this.value(value), true);
      return { r: this.register(), type: voidType };
    }
    const isExplicit = name.endsWith('_explicit');
    const known = isExplicit ? name.slice(0, -'_explicit'.length) : name;
    if (known === 'atomic_flag_test_and_set' || known === 'atomic_flag_clear') return this.flag(e, known, isExplicit);
    if (!Object.hasOwn(atomicCalls, known)) {
      if (name.startsWith('atomic_')) throw this.error(at, whyNoCall(name));
      return undefined;
    }
    const call = atomicCalls[known];
    const given = this.arguments(e, call.arguments.length + (isExplicit ? call.orders.length : 0));
    const { address, type } = this.object(given[0], name);
    if (call.computes === true && (type.kind !== 'integer' || type.name === '_Bool'))
      throw this.error(at, `${name} needs an object of an integer type`);
    const order = (i: number): Order =>
      isExplicit ? this.order(given[call.arguments.length + i], call.orders[i], at) : Order.SeqCst;
    const value = (i: number): number => this.converted(at, this.value(given[i]), valueType(type)).r;
    if (known === 'atomic_load') return this.atomicRead(at, address, type, order(0));
    if (known === 'atomic_store') {
      this.emit(at, { o: 'access', kind: Kind.Store, d: undefined, address, value: value(1), type, order: order(0) });
      return { r: this.register(), type: voidType };
    }
    if (call.returns !== 'success')
      return { r: this.update(at, operations[known], address, type, value(1), order(0)), type: valueType(type) };
    const failOrder = order(1);
    return this.exchange(e, { address, type, desired: given[2], op: operations[known], order: order(0), failOrder });
  }

  private exchange(
    { at, name, args }: Call,
    x: { address: number; type: ScalarType; desired: CExpression; op: RmwOp; order: Order; failOrder: Order },
  ): TypedValue {
    const { address, type, op, order, failOrder } = x;
    const expected = this.outPlace(args[1], name);
    if (!isScalar(expected.type) || valueType(expected.type).size !== type.size || expected.type.kind !== type.kind)
      throw this.error(
        at,
        `the expected value has the type '${typeText(expected.type)}', not '${typeText(valueType(type))}'`,
      );
    const value = this.converted(at, this.value(x.desired), valueType(type)).r;
    const before = this.read(at, expected).r;
    const [d, success] = [this.register(), this.register()];
    this.emit(at, { o: 'update', d, success, op, address, value, expected: before, type, order, failOrder });
    const over = this.emit(at, { o: 'branch', s: success, ifZero: false, to: 0 });
    this.write(at, expected, { r: d, type: valueType(type) });
    this.land(over);
    return { r: success, type: bool };
  }

  private flag(e: Call, known: string, isExplicit: boolean): TypedValue {
    const { at, name } = e;
    const given = this.arguments(e, isExplicit ? 2 : 1);
    const { address, type } = this.object(given[0], name);
    const sets = known === 'atomic_flag_test_and_set';
    const allowed = sets ? memoryOrders : ['relaxed', 'release', 'seq_cst'];
    const order = isExplicit ? this.order(given[1], allowed, at) : Order.SeqCst;
    const value = this.constant(at, sets ? 1n : 0n, bool).r;
    if (sets) return { r: this.update(at, RmwOp.Xchg, address, type, value, order), type: bool };
    this.emit(at, { o: 'access', kind: Kind.Store, d: undefined, address, value, type, order });
    return { r: this.register(), type: voidType };
  }

  /** The place where a call returns a value: `&x`, or what a pointer points to. */
  protected outPlace(e: CExpression, name: string): CPlace {
    if (outArgument(name) >= 0 && e.is === 'unary' && e.sign === '&') return this.place(e.of);
    return this.pointee(e.at, this.value(e));
  }

  protected arguments({ at, name, args }: Call, count: number): readonly CExpression[] {
    if (args.length !== count) throw this.error(at, `${name} has ${count} arguments, not ${args.length}`);
    return args;
  }

  private object(e: CExpression, name: string): { address: number; type: ScalarType } {
    const { r, type } = this.value(e);
    if (type.kind === 'pointer' && isScalar(type.to) && type.to.atomic === true) return { address: r, type: type.to };
    throw this.error(e.at, `${name} needs a pointer to an atomic object: declare it as atomic_int, or _Atomic`);
  }

  private order(e: CExpression | undefined, allowed: readonly string[], at: CPosition): Order {
    const name = e?.is === 'name' ? e.name : '';
    const order = name.replace(/^memory_order_/, '');
    if (order === 'consume' && e !== undefined)
      throw this.error(e.at, `${name} is not supported: use memory_order_acquire`);
    if (order === name || !Object.hasOwn(orders, order))
      throw this.error(
        e?.at ?? at,
        'a memory order is needed here, by its name: memory_order_relaxed ... memory_order_seq_cst',
      );
    if (!allowed.includes(order)) throw this.error(e!.at, `${name} is not allowed here (C11 7.17.7)`);
    return orders[order];
  }
}
