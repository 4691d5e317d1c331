/** The code of expressions (C11 6.5). Operands are evaluated as clang does: the left one first, but before an
 * assignment the value. */
import { Kind, Order, RmwOp } from '../../program/label';
import type { CPosition } from './c-lexer';
import type { Register } from './code';
import { CodeBuilder, isSameObject, type CPlace, type TypedValue } from './code-builder';
import {
  bool,
  commonType,
  int,
  isScalar,
  long,
  pointerTo,
  promoted,
  typeText,
  unsignedLong,
  valueType,
  type CType,
  type IntegerType,
  type PointerType,
  type ScalarType,
} from './machine-types';
import type { CExpression } from './syntax-tree';

/** Read-modify-writes by the operator of a compound assignment. */
const updates: Readonly<Record<string, RmwOp>> = {
  '+': RmwOp.Add,
  '-': RmwOp.Sub,
  '&': RmwOp.And,
  '|': RmwOp.Or,
  '^': RmwOp.Xor,
};
const comparisons = new Set(['==', '!=', '<', '>', '<=', '>=']);

export abstract class ExpressionCode extends CodeBuilder {
  protected abstract call(e: CExpression & { is: 'call' }): TypedValue;

  /** The value of the expression, which may be of type void. */
  any(e: CExpression): TypedValue {
    const { at } = e;
    switch (e.is) {
      case 'number':
        return this.constant(at, e.value, e.type as ScalarType);
      case 'text':
        throw this.error(at, 'strings are not supported here');
      case 'name':
      case 'index':
      case 'member':
        return this.read(at, this.place(e));
      case 'unary':
        return this.unary(e);
      case 'step': {
        const one = this.constant(at, 1n, int);
        return this.changed(at, this.place(e.of), e.sign[0], one, e.after);
      }
      case 'binary':
        return this.binary(e);
      case 'assign': {
        const value = this.value(e.value);
        const place = this.place(e.to);
        return e.sign === '' ? this.write(at, place, value) : this.changed(at, place, e.sign, value, false);
      }
      case 'choice':
        return this.choice(e);
      case 'call':
        return this.call(e);
      case 'cast':
        return this.explicitCast(e);
      case 'size':
        return this.constant(at, BigInt(this.typeOf(e.of).size), unsignedLong);
    }
  }

  /** The value of the expression, which has one. */
  value(e: CExpression): TypedValue & { readonly type: ScalarType } {
    const v = this.any(e);
    if (v.type.kind === 'void') throw this.error(e.at, 'this has no value');
    return v as TypedValue & { readonly type: ScalarType };
  }

  /** An integer. */
  integer(e: CExpression): TypedValue & { readonly type: IntegerType } {
    const v = this.value(e);
    if (v.type.kind !== 'integer') throw this.error(e.at, 'an integer is needed here');
    return v as TypedValue & { readonly type: IntegerType };
  }

  /** What can be assigned to. */
  place(e: CExpression): CPlace {
    const { at } = e;
    if (e.is === 'name') {
      const named = this.named(e.name);
      if (named !== undefined) return this.placeOf(at, named);
      throw this.error(
        at,
        this.scope.source.functions.has(e.name)
          ? `'${e.name}' is a function: call it, or give it to pthread_create`
          : `'${e.name}' is not declared`,
      );
    }
    if (e.is === 'unary' && e.sign === '*') return this.pointee(at, this.value(e.of));
    if (e.is === 'index') return this.element(e);
    if (e.is === 'member') return this.member(e);
    throw this.error(
      at,
      'only variables, elements, members and what pointers point to can be assigned or have an address',
    );
  }

  private element({ at, of, index }: CExpression & { is: 'index' }): CPlace {
    const named = of.is === 'name' ? this.named(of.name) : undefined;
    if (named?.in === 'registers') {
      const { base, type } = named;
      return { in: 'element', base, length: type.length, index: this.integer(index).r, type: type.of };
    }
    const pointer = this.value(of);
    return this.pointee(at, this.moved(at, pointer, this.integer(index), '+'));
  }

  private member({ at, of, name, through }: CExpression & { is: 'member' }): CPlace {
    const whole = through ? this.pointee(at, this.value(of)) : this.place(of);
    const found = whole.type.kind === 'struct' ? whole.type.members.find((m) => m.name === name) : undefined;
    if (found === undefined || whole.in !== 'memory')
      throw this.error(at, `${typeText(whole.type)} has no member '${name}'`);
    const offset = this.constant(at, BigInt(found.offset), long);
    const d = this.register();
    this.emit(at, { o: 'offset', d, a: whole.address, b: offset.r, scale: 1n });
    return { in: 'memory', address: d, type: found.type };
  }

  /** The pointer, so many elements further. */
  private moved(at: CPosition, pointer: TypedValue, by: TypedValue, sign: string): TypedValue {
    if (pointer.type.kind !== 'pointer') throw this.error(at, 'an array or a pointer is needed here');
    if (pointer.type.to.kind === 'void') throw this.error(at, "a 'void *' is not moved: cast it");
    const size = BigInt(pointer.type.to.size);
    const d = this.register();
    this.emit(at, { o: 'offset', d, a: pointer.r, b: by.r, scale: sign === '-' ? -size : size });
    return { r: d, type: pointer.type };
  }

  private unary(e: CExpression & { is: 'unary' }): TypedValue {
    const { at, sign, of } = e;
    if (sign === '*') return this.read(at, this.place(e));
    if (sign === '&') {
      const place = this.place(of);
      return this.addressOf(at, place);
    }
    if (sign === '!') {
      const v = this.value(of);
      const d = this.register();
      this.emit(at, { o: 'unary', d, sign, s: v.r, type: v.type });
      return { r: d, type: int };
    }
    const v = this.integer(of);
    const type = promoted(v.type);
    const s = this.cast(at, v, type).r;
    if (sign === '+') return { r: s, type };
    const d = this.register();
    this.emit(at, { o: 'unary', d, sign, s, type });
    return { r: d, type, ...(v.isZero === true && sign === '-' ? { isZero: true } : {}) };
  }

  private binary({ at, sign, a, b }: CExpression & { is: 'binary' }): TypedValue {
    if (sign === ',') {
      this.any(a);
      return this.any(b);
    }
    if (sign === '&&' || sign === '||') return this.shortCircuit(at, sign, a, b);
    const left = this.value(a);
    const right = this.value(b);
    return this.combined(at, sign, left, right);
  }

  protected combined(at: CPosition, sign: string, left: TypedValue, right: TypedValue): TypedValue {
    const [p, q] = [left.type, right.type];
    if (p.kind === 'pointer' || q.kind === 'pointer') return this.ofPointers(at, sign, left, right);
    if (p.kind !== 'integer' || q.kind !== 'integer') throw this.error(at, 'integers are needed here');
    const isShift = sign === '<<' || sign === '>>';
    const type = isShift ? promoted(p) : commonType(p, q);
    const [x, y] = [this.cast(at, left, type), isShift ? right : this.cast(at, right, type)];
    const d = this.register();
    this.emit(at, { o: 'binary', d, sign, a: x.r, b: y.r, type });
    return { r: d, type: comparisons.has(sign) ? int : type };
  }

  private ofPointers(at: CPosition, sign: string, left: TypedValue, right: TypedValue): TypedValue {
    if (comparisons.has(sign)) {
      const pointer = (left.type.kind === 'pointer' && left.isZero !== true ? left : right).type as PointerType;
      const [x, y] = [this.converted(at, left, pointer), this.converted(at, right, pointer)];
      const d = this.register();
      this.emit(at, { o: 'binary', d, sign, a: x.r, b: y.r, type: pointer });
      return { r: d, type: int };
    }
    if (sign === '+' && left.type.kind === 'integer') return this.moved(at, right, left, sign);
    if ((sign === '+' || sign === '-') && right.type.kind === 'integer') return this.moved(at, left, right, sign);
    throw this.error(at, `'${sign}' of pointers is not supported: use an index`);
  }

  private shortCircuit(at: CPosition, sign: string, a: CExpression, b: CExpression): TypedValue {
    const d = this.register();
    const first = this.cast(at, this.value(a), bool);
    this.emit(at, { o: 'move', d, s: first.r });
    const over = this.emit(at, { o: 'branch', s: d, ifZero: sign === '&&', to: 0 });
    const second = this.cast(at, this.value(b), bool);
    this.emit(at, { o: 'move', d, s: second.r });
    this.land(over);
    return { r: d, type: int };
  }

  private choice({ at, if: condition, yes, no }: CExpression & { is: 'choice' }): TypedValue {
    const types = [this.typeOf(yes), this.typeOf(no)];
    const type = this.commonOf(at, types[0], types[1]);
    const d = this.register();
    const otherwise = this.emit(at, { o: 'branch', s: this.value(condition).r, ifZero: true, to: 0 });
    const branch = (e: CExpression): void => {
      const v = this.any(e);
      if (type !== undefined) this.emit(at, { o: 'move', d, s: this.converted(at, v, type).r });
    };
    branch(yes);
    const over = this.emit(at, { o: 'jump', to: 0 });
    this.land(otherwise);
    branch(no);
    this.land(over);
    return { r: d, type: type ?? { kind: 'void', size: 1 } };
  }

  private commonOf(at: CPosition, a: CType, b: CType): ScalarType | undefined {
    if (a.kind === 'void' || b.kind === 'void') return undefined;
    if (a.kind === 'integer' && b.kind === 'integer') return commonType(a, b);
    const pointer =
      [a, b].find((t) => t.kind === 'pointer' && t.to.kind !== 'void') ?? [a, b].find((t) => t.kind === 'pointer');
    if (pointer?.kind === 'pointer') return pointer;
    throw this.error(at, 'the two values have no common type');
  }

  /** The type of the expression, which is not evaluated: its code is thrown away. */
  private typeOf(e: CExpression): CType {
    const { length } = this.code;
    const type = e.is === 'name' || e.is === 'index' || e.is === 'member' ? this.typeOfPlace(e) : this.any(e).type;
    this.code.length = this.places.length = length;
    return type.kind === 'array' && e.is !== 'name' ? pointerTo(type.of) : type;
  }

  private typeOfPlace(e: CExpression): CType {
    const named = e.is === 'name' ? this.named(e.name) : undefined;
    return named?.type ?? this.place(e).type;
  }

  private explicitCast({ at, type, of }: CExpression & { is: 'cast' }): TypedValue {
    const v = this.any(of);
    if (type.kind === 'void') return { ...v, type };
    if (!isScalar(type)) throw this.error(at, `casts to ${typeText(type)} are not supported`);
    if (type.kind === 'pointer' && v.type.kind === 'pointer') this.checkCast(at, v.type, type);
    return this.cast(at, v, type);
  }

  /** Pointers to void, and to the same object as an atomic one or not, are converted. */
  private checkCast(at: CPosition, from: PointerType, to: PointerType): void {
    const plain = (type: CType): CType => (isScalar(type) ? valueType(type) : type);
    if (from.to.kind === 'void' || to.to.kind === 'void' || isSameObject(plain(from.to), plain(to.to))) return;
    throw this.error(at, `'${typeText(from)}' is not cast to '${typeText(to)}': use one type for the object`);
  }

  /** `place sign= value`; returns the value after it, or the one before. */
  protected changed(at: CPosition, place: CPlace, sign: string, value: TypedValue, before: boolean): TypedValue {
    const { type } = place;
    if (place.in === 'memory' && isScalar(type) && type.atomic === true)
      return this.atomicallyChanged(at, place.address, type, sign, value, before);
    const old = this.read(at, place);
    const kept = this.register();
    if (before) this.emit(at, { o: 'move', d: kept, s: old.r });
    const now = this.combined(at, sign, old, value);
    const own = isScalar(type) ? this.cast(at, now, type) : now;
    const written = this.write(at, place, own);
    return before ? { r: kept, type: old.type } : written;
  }

  private atomicallyChanged(
    at: CPosition,
    address: Register,
    type: ScalarType,
    sign: string,
    value: TypedValue,
    before: boolean,
  ): TypedValue {
    if (!Object.hasOwn(updates, sign) || type.kind !== 'integer' || type.name === '_Bool')
      throw this.error(
        at,
        `'${sign}=' of this atomic object is not supported: write a loop with atomic_compare_exchange_weak`,
      );
    const own = valueType(type);
    const operand = this.cast(at, value, own);
    const d = this.update(at, updates[sign], address, type, operand.r, Order.SeqCst);
    const old: TypedValue = { r: d, type: own };
    // The result wraps, as that of the update does (C11 7.17.7.5p3).
    const wraps: TypedValue = { r: d, type: { ...type, atomic: false, signed: false } };
    return before ? old : this.cast(at, this.combined(at, sign, wraps, { ...operand, type: wraps.type }), own);
  }

  protected update(
    at: CPosition,
    op: RmwOp,
    address: Register,
    type: ScalarType,
    value: Register,
    order: Order,
  ): Register {
    const d = this.register();
    this.emit(at, {
      o: 'update',
      d,
      success: undefined,
      op,
      address,
      value,
      expected: undefined,
      type,
      order,
      failOrder: Order.Relaxed,
    });
    return d;
  }

  protected atomicRead(at: CPosition, address: Register, type: ScalarType, order: Order): TypedValue {
    const d = this.register();
    this.emit(at, { o: 'access', kind: Kind.Load, d, address, value: undefined, type, order });
    return { r: d, type: valueType(type) };
  }
}
