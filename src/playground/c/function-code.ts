/** The code of functions: statements and declarations (C11 6.8). */
import { Kind } from '../../program/label';
import { CallCode } from './call-code';
import type { CPosition } from './c-lexer';
import type { FunctionCode } from './code';
import type { CPlace, Named, ProgramScope } from './code-builder';
import { arrayNames, escapingNames } from './escaping';
import { livenessOf, withoutDead } from './liveness';
import { int, isScalar, type CType } from './machine-types';
import { CMemory, isStandard } from './memory';
import type { CDeclaration, CExpression, CFunction, CSource, CStatement, Initializer } from './syntax-tree';

/** A program that the interpreter can run. */
export interface CCode {
  readonly file: string;
  readonly functions: ReadonlyMap<string, FunctionCode>;
  readonly memory: CMemory;
}

/** The code of the program. Throws a DristaError where it is not in the subset. */
export function codeOf(source: CSource, file: string): CCode {
  const memory = new CMemory(file);
  const globals = new Map<string, Named>();
  const scope: ProgramScope = { file, source, memory, globals };
  for (const variable of source.globals) {
    if (globals.has(variable.name)) {
      if (variable.initial === undefined) continue;
      throw new FunctionBuilder(scope, undefined).error(variable.at, `'${variable.name}' is declared twice`);
    }
    globals.set(variable.name, { in: 'global', address: memory.place(variable, variable.name), type: variable.type });
  }
  const functions = new Map<string, FunctionCode>();
  for (const [name, f] of source.functions) functions.set(name, new FunctionBuilder(scope, f).build());
  const main = source.functions.get('main');
  if (main === undefined || main.parameters.length > 0)
    throw new FunctionBuilder(scope, undefined).error(
      main?.at ?? { line: 1, column: 1 },
      "a program has a function 'int main(void)'",
    );
  return { file, functions, memory };
}

/** Is it a mutex, or has parts that are? */
function hasMutex(type: CType): boolean {
  if (type.kind === 'array') return hasMutex(type.of);
  return type.kind === 'mutex' || (type.kind === 'struct' && type.members.some((m) => hasMutex(m.type)));
}

class FunctionBuilder extends CallCode {
  protected readonly name: string;
  private readonly escaping: ReadonlySet<string>;
  /** Of the loops around: jumps to their ends, and to their next iterations. */
  private readonly loops: { readonly ends: number[]; readonly nexts: number[] }[] = [];

  constructor(
    scope: ProgramScope,
    private readonly f: CFunction | undefined,
  ) {
    super(scope);
    this.name = f?.name ?? '';
    const arrays = f === undefined ? new Set<string>() : arrayNames(f.body);
    this.escaping = f === undefined ? new Set() : escapingNames(f, (name) => arrays.has(name));
  }

  build(): FunctionCode {
    const { name, at, parameters, body } = this.f!;
    for (const p of parameters) this.scopes[0].set(p.name, { in: 'register', r: this.register(), type: p.type });
    parameters.forEach((p, r) => {
      if (!this.escaping.has(p.name)) return;
      const moved = this.onStack(p.name, p.type);
      this.write(at, this.placeOf(at, moved), { r, type: isScalar(p.type) ? p.type : int });
      this.scopes[0].set(p.name, moved);
    });
    this.scopes.push(new Map());
    for (const s of body) this.statement(s);
    const s = name === 'main' ? this.constant(at, 0n, int).r : undefined;
    this.emit(body.at(-1)?.at ?? at, { o: 'return', s });
    const first = livenessOf(this.code);
    const code = withoutDead(this.code, first);
    const { before, after } = livenessOf(code);
    const { places, registers, variables, frame } = this;
    const counts = { registers, parameters: parameters.length, variables, frame };
    return { name, at, code, places, ...counts, liveBefore: before, liveAfter: after };
  }

  private statement(s: CStatement): void {
    const { at } = s;
    switch (s.is) {
      case 'expression':
        this.any(s.value);
        return;
      case 'declare':
        for (const variable of s.variables) this.declare(variable);
        return;
      case 'block':
        this.scopes.push(new Map());
        for (const inner of s.of) this.statement(inner);
        this.scopes.pop();
        return;
      case 'if': {
        const otherwise = this.branch(s.if, true);
        this.statement(s.yes);
        if (s.no === undefined) return this.land(otherwise);
        const over = this.emit(at, { o: 'jump', to: 0 });
        this.land(otherwise);
        this.statement(s.no);
        return this.land(over);
      }
      case 'loop':
        return this.loop(s);
      case 'break':
      case 'continue': {
        const loop = this.loops.at(-1);
        if (loop === undefined) throw this.error(at, `'${s.is}' stands outside of a loop`);
        (s.is === 'break' ? loop.ends : loop.nexts).push(this.emit(at, { o: 'jump', to: 0 }));
        return;
      }
      case 'return':
        return this.returnOf(at, s.value);
      case 'nothing':
    }
  }

  /** A jump that is taken if the condition is zero, or not. */
  private branch(condition: CExpression, ifZero: boolean): number {
    return this.emit(condition.at, { o: 'branch', s: this.value(condition).r, ifZero, to: 0 });
  }

  private loop(s: CStatement & { is: 'loop' }): void {
    this.scopes.push(new Map());
    if (s.first !== undefined) this.statement(s.first);
    const loop = { ends: [] as number[], nexts: [] as number[] };
    this.loops.push(loop);
    const head = this.code.length;
    if (s.while !== undefined && !s.late) loop.ends.push(this.branch(s.while, true));
    this.statement(s.body);
    for (const jump of loop.nexts) this.land(jump);
    if (s.step !== undefined) this.any(s.step);
    if (s.while !== undefined && s.late) loop.ends.push(this.branch(s.while, true));
    this.emit(s.at, { o: 'jump', to: head });
    for (const jump of loop.ends) this.land(jump);
    this.loops.pop();
    this.scopes.pop();
  }

  private returnOf(at: CPosition, value: CExpression | undefined): void {
    const { returns } = this.f!;
    if (value === undefined || !isScalar(returns)) {
      if (value !== undefined) this.any(value);
      if (isScalar(returns)) throw this.error(at, `'${this.name}' returns a value: say which`);
      this.emit(at, { o: 'return', s: undefined });
      return;
    }
    this.emit(at, { o: 'return', s: this.converted(at, this.value(value), returns).r });
  }

  private declare(variable: CDeclaration): void {
    const { at, name, type, initial, isStatic } = variable;
    const here = this.scopes.at(-1)!;
    if (here.has(name)) throw this.error(at, `'${name}' is declared twice`);
    if (isStatic) {
      const address = this.scope.memory.place(variable, `${name} in ${this.name}`);
      here.set(name, { in: 'global', address, type });
      return;
    }
    const named = this.placed(name, type);
    if (hasMutex(type) && this.name !== 'main')
      throw this.error(at, 'a mutex is a global variable, a static one, or one of main: declare it there');
    // Its scope begins before its initial value (C11 6.2.1p7).
    here.set(name, named);
    if (initial === undefined) return;
    if (type.kind === 'mutex') {
      if (!isStandard(initial)) throw this.error(at, 'a mutex begins as PTHREAD_MUTEX_INITIALIZER');
      const place = this.placeOf(at, named);
      if (place.in === 'memory')
        this.emit(at, { o: 'object', kind: Kind.MutexInit, d: this.register(), address: place.address });
      return;
    }
    if (named.in === 'registers') return this.initialiseElements(named, initial);
    this.initialise(at, this.placeOf(at, named), initial);
  }

  private placed(name: string, type: CType): Named {
    const isPlain = (t: CType): boolean => isScalar(t) && t.atomic !== true;
    if (!this.escaping.has(name)) {
      if (isPlain(type)) return { in: 'register', r: this.register(), type };
      if (type.kind === 'array' && isPlain(type.of)) {
        const base = this.registers;
        this.registers += type.length;
        return { in: 'registers', base, type };
      }
    }
    return this.onStack(name, type);
  }

  private initialiseElements({ base, type }: Named & { in: 'registers' }, initial: Initializer): void {
    if (!('list' in initial)) throw this.error(initial.at, "initial values of several parts stand in '{' and '}'");
    if (initial.list.length > type.length) throw this.error(initial.at, 'there are more initial values than elements');
    for (let i = 0; i < type.length; i++)
      this.initialise(initial.at, { in: 'register', r: base + i, type: type.of }, initial.list[i]);
  }

  /** Parts without an initial value begin as 0 (C11 6.7.9p21). */
  private initialise(at: CPosition, place: CPlace, initial: Initializer | undefined): void {
    const { type } = place;
    if (place.in === 'memory' && (type.kind === 'array' || type.kind === 'struct')) {
      const list = initial === undefined ? [] : 'list' in initial ? initial.list : undefined;
      if (list === undefined) throw this.error(at, "initial values of several parts stand in '{' and '}'");
      const parts =
        type.kind === 'struct'
          ? type.members
          : Array.from({ length: type.length }, (_, i) => ({ type: type.of, offset: i * type.of.size }));
      if (list.length > parts.length) throw this.error(at, 'there are more initial values than parts');
      parts.forEach((part, i) => {
        const offset = this.constant(at, BigInt(part.offset), int);
        const address = this.register();
        this.emit(at, { o: 'offset', d: address, a: place.address, b: offset.r, scale: 1n });
        this.initialise(at, { in: 'memory', address, type: part.type }, list[i]);
      });
      return;
    }
    const single = initial !== undefined && 'list' in initial ? initial.list[0] : initial;
    const value = single === undefined ? this.constant(at, 0n, int) : 'list' in single ? undefined : this.value(single);
    if (value === undefined) throw this.error(at, 'one initial value is needed here');
    this.write(at, place, value, true);
  }
}
