/** The code of calls: of functions of the program, and of those that the playground knows. */
import { Kind } from '../../program/label';
import type { Register } from './code';
import type { CPlace, TypedValue } from './code-builder';
import { AtomicCode } from './atomic-code';
import { constantValue } from './constants';
import { int, isScalar, pointerTo, typeText, unsignedLong, valueType, voidType } from './machine-types';
import type { CExpression } from './syntax-tree';

type Call = CExpression & { is: 'call' };

const mutexCalls: Readonly<Record<string, Kind>> = {
  pthread_mutex_init: Kind.MutexInit,
  pthread_mutex_lock: Kind.MutexLock,
  pthread_mutex_trylock: Kind.MutexTrylock,
  pthread_mutex_unlock: Kind.MutexUnlock,
  pthread_mutex_destroy: Kind.MutexDestroy,
};

/** Calls that change nothing which others could see: only their arguments are evaluated. */
const silent = new Set(['printf', 'puts', 'atomic_signal_fence']);

/** Why a function is not called. */
const reasons: Readonly<Record<string, string>> = {
  malloc: 'use global variables',
  calloc: 'use global variables',
  free: 'use global variables',
  pthread_exit: 'return from the function',
  pthread_cancel: 'let the thread look at a flag',
  pthread_self: 'pass a number as argument',
  pthread_detach: 'join the thread',
};

export abstract class CallCode extends AtomicCode {
  protected abstract readonly name: string;

  protected call(e: Call): TypedValue {
    const { at, name, args } = e;
    if (this.scope.source.functions.has(name)) return this.own(e);
    const atomic = this.atomicCall(e);
    if (atomic !== undefined) return atomic;
    if (Object.hasOwn(mutexCalls, name)) return this.mutex(e, mutexCalls[name]);
    if (silent.has(name)) {
      for (const arg of args)
        if (arg.is !== 'text' && !(arg.is === 'name' && arg.name.startsWith('memory_order_'))) this.any(arg);
      return this.constant(at, 0n, int);
    }
    switch (name) {
      case 'pthread_create':
        return this.create(e);
      case 'pthread_join':
        return this.join(e);
      case 'assert':
      case 'drista_assert':
      case 'drista_assume':
        return this.condition(e);
      case 'drista_choose': {
        const n = this.cast(at, this.integer(this.arguments(e, 1)[0]), int);
        const d = this.register();
        this.emit(at, { o: 'choose', d, s: n.r });
        return { r: d, type: int };
      }
      case 'drista_observe':
        return this.observe(e);
      case 'exit':
        this.emit(at, { o: 'exit', s: this.cast(at, this.integer(this.arguments(e, 1)[0]), int).r });
        return this.nothing();
      case 'abort':
        this.emit(at, { o: 'fail', what: 'abort', text: `${this.name} calls abort` });
        return this.nothing();
      default: {
        const hint = Object.hasOwn(reasons, name) ? reasons[name] : 'define it, or check the program with drista cc';
        throw this.error(at, `the function '${name}' is not known here: ${hint}`);
      }
    }
  }

  private nothing(): TypedValue {
    return { r: this.register(), type: voidType };
  }

  private own(e: Call): TypedValue {
    const { at, name } = e;
    const { parameters, returns } = this.scope.source.functions.get(name)!;
    const args = this.arguments(e, parameters.length).map((arg, i): Register => {
      const { type } = parameters[i];
      const v = this.converted(at, this.value(arg), isScalar(type) ? type : int);
      const own = this.register();
      this.emit(at, { o: 'move', d: own, s: v.r });
      return own;
    });
    const d = this.register();
    this.emit(at, { o: 'call', d, function: name, args });
    return { r: d, type: isScalar(returns) ? valueType(returns) : voidType };
  }

  private mutex(e: Call, kind: Kind): TypedValue {
    const { at, name } = e;
    const args = this.arguments(e, kind === Kind.MutexInit ? 2 : 1);
    const { r, type } = this.value(args[0]);
    if (type.kind !== 'pointer' || type.to.kind !== 'mutex')
      throw this.error(at, `${name} needs a pointer to a pthread_mutex_t`);
    if (kind === Kind.MutexInit) this.checkNull(args[1], 'attributes of mutexes are not supported: give NULL');
    const d = this.register();
    this.emit(at, { o: 'object', kind, d, address: r });
    return { r: d, type: int };
  }

  private checkNull(e: CExpression, why: string): void {
    if (constantValue(e) !== 0n) throw this.error(e.at, why);
  }

  private create(e: Call): TypedValue {
    const { at } = e;
    const [id, attributes, start, argument] = this.arguments(e, 4);
    this.checkNull(attributes, 'attributes of threads are not supported: give NULL');
    const of = start.is === 'unary' && start.sign === '&' ? start.of : start;
    const name = of.is === 'name' ? of.name : '';
    const parameters = this.scope.source.functions.get(name)?.parameters;
    if (parameters?.length !== 1 || parameters[0].type.kind !== 'pointer')
      throw this.error(start.at, 'a thread runs a function of the program by its name: void *f(void *argument)');
    const given = this.converted(argument.at, this.value(argument), pointerTo(voidType));
    const place = this.outPlace(id, 'pthread_create');
    const d = this.register();
    this.emit(at, { o: 'create', d, function: name, argument: given.r });
    this.write(at, place, { r: d, type: unsignedLong });
    return this.constant(at, 0n, int);
  }

  private join(e: Call): TypedValue {
    const { at } = e;
    const [id, result] = this.arguments(e, 2);
    const thread = this.integer(id);
    const isWanted = constantValue(result) !== 0n;
    const place: CPlace | undefined = isWanted ? this.outPlace(result, 'pthread_join') : undefined;
    const d = this.register();
    this.emit(at, { o: 'join', d, id: thread.r });
    if (place !== undefined) this.write(at, place, { r: d, type: pointerTo(voidType) });
    return this.constant(at, 0n, int);
  }

  private condition(e: Call): TypedValue {
    const { at, name, texts } = e;
    const holds = this.value(this.arguments(e, 1)[0]);
    const over = this.emit(at, { o: 'branch', s: holds.r, ifZero: false, to: 0 });
    const { file } = this.scope;
    const text = `${file.replace(/[\s:]/g, '_')}:${at.line}: ${this.name}: assertion \`${texts[0]}' failed`;
    this.emit(at, name === 'drista_assume' ? { o: 'assume' } : { o: 'fail', what: 'assertion', text });
    this.land(over);
    return this.nothing();
  }

  private observe(e: Call): TypedValue {
    const { at } = e;
    const [name, value] = this.arguments(e, 2);
    if (name.is !== 'text' || name.text.includes('='))
      throw this.error(name.at, 'the name of what is observed must be a string without =');
    const { r, type } = this.value(value);
    if (type.kind !== 'integer') throw this.error(value.at, `values of type ${typeText(type)} are not observed here`);
    this.emit(at, { o: 'observe', name: name.text, s: r, signed: type.signed });
    return this.nothing();
  }
}
