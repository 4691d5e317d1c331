/** Runs the threads of a program, each up to its next event that returns a value. */
import { DristaError } from '../../base/errors';
import {
  ChoiceOf,
  ErrorKind,
  Kind,
  label,
  Plain,
  RMW_UNUSED,
  type Label,
  type SiteId,
  type ThreadId,
  type Value,
} from '../../program/label';
import { canonical } from '../../program/rmw';
import { binaryResult, unaryResult, Undefined } from './arithmetic';
import type { FunctionCode, Instruction, Register } from './code';
import type { CCode } from './function-code';
import type { CallFrame, Numbering, Stretch, ThreadState } from './interpreted-thread';
import { wrapped } from './machine-types';
import { stackOf, type Cell } from './memory';
import { exits, finish, indexIn, NO_VALUE, OutOfBounds, toMemory, valueIn } from './register-values';

const LONGEST = 200_000;
const DEEPEST = 200;

export class Interpreter {
  private readonly names: readonly string[];

  constructor(
    private readonly code: CCode,
    private readonly numbers: Numbering,
  ) {
    this.names = [...code.functions.keys()];
  }

  /** The value of the event by which a thread is created: the function that it runs, and its argument. */
  startOf(name: string, argument: bigint): Value {
    return (BigInt(1 + this.names.indexOf(name)) << 64n) | argument;
  }

  /** The thread from its beginning on; `start`: as in `startOf`; main: 0. */
  begin(thread: ThreadId, start: Value): Stretch {
    const from = BigInt(start);
    const name = thread === 0 ? 'main' : this.names[Number(from >> 64n) - 1];
    const f = this.code.functions.get(name)!;
    const state: ThreadState = { thread, frames: [], created: 0, used: 0, memory: new Map(), round: false };
    this.enter(state, f, thread === 0 ? [] : [BigInt.asUintN(64, from)]);
    const site = this.numbers.site(name, () => [{ function: name, at: f.at }]);
    return this.run(state, [label(Kind.Begin, { value: start, site })], new Set());
  }

  /** The thread after its pending event has returned the value. */
  resume(before: ThreadState, value: Value): Stretch {
    const state: ThreadState = {
      ...before,
      frames: before.frames.map((frame) => ({ ...frame, registers: frame.registers.slice() })),
      memory: new Map(before.memory),
      round: false,
    };
    if (before.round) return this.run(state, [], new Set([this.keyOf(state)]));
    const frame = state.frames.at(-1)!;
    finish(frame.registers, frame.f.code[frame.pc], value);
    frame.pc++;
    return this.run(state, [], new Set());
  }

  private enter(state: ThreadState, f: FunctionCode, args: readonly (bigint | undefined)[]): void {
    const base = stackOf(state.thread) + state.used;
    state.used += f.frame;
    const registers = new Array<bigint | undefined>(f.registers).fill(undefined);
    args.forEach((value, i) => (registers[i] = value));
    state.frames.push({ f, registers, base, pc: 0 });
    for (const { name, type, offset } of f.variables)
      this.code.memory.know(
        base + offset,
        type,
        state.thread === 0 ? `${name} in ${f.name}` : `${name} in ${f.name} (thread ${state.thread})`,
        state.thread,
      );
  }

  /** `heads`: states at heads of loops since the last event that returned a value. */
  private run(state: ThreadState, segment: Label[], heads: Set<string>): Stretch {
    const { frames } = state;
    for (let steps = 0; ; steps++) {
      const frame = frames.at(-1)!;
      const { f, pc } = frame;
      const i = f.code[pc];
      if (steps > LONGEST) throw this.tooLong(frame);
      try {
        const event = this.step(state, frame, i, segment);
        if (event === 'goes back') {
          const key = this.keyOf(state);
          if (heads.has(key)) {
            state.round = true;
            const round = { op: ChoiceOf.Round, value: 1, site: this.site(state) };
            return this.stretch(state, segment, label(Kind.Choose, round));
          }
          heads.add(key);
        } else if (event !== undefined) {
          if (event.waits) return this.stretch(state, segment, event.label);
          segment.push(event.label);
          if (event.ends) return this.stretch(state, segment, null);
        }
      } catch (error) {
        if (!(error instanceof Undefined)) throw error;
        const kind = error instanceof OutOfBounds ? ErrorKind.Memory : ErrorKind.Misuse;
        segment.push(label(Kind.Error, { op: kind, text: error.message, site: this.site(state) }));
        return this.stretch(state, segment, null);
      }
    }
  }

  private tooLong({ f, pc }: CallFrame): DristaError {
    const { line, column } = f.places[pc];
    return new DristaError(
      `${this.code.file}:${line}:${column}: ${f.name} takes more than ${LONGEST} steps here without looking at ` +
        'memory: make the loop shorter',
    );
  }

  private stretch(state: ThreadState, segment: Label[], pending: Label | null): Stretch {
    if (pending === null) {
      const last = segment.at(-1)!;
      return { state, segment, pending, key: `ended ${last.kind} ${last.value} ${last.text}` };
    }
    const key = `${state.thread} ${state.round ? 'round' : ''} ${this.keyOf(state)}`;
    return { state, segment, pending: { ...pending, spin: 1 + this.numbers.state(key) }, key };
  }

  /** Everything on which the thread's further behaviour depends: where it is, and the values that are live. */
  private keyOf({ frames, created, used, memory }: ThreadState): string {
    const parts = frames.map(({ f, pc, registers }, depth) => {
      const i = f.code[pc];
      const isTop = depth === frames.length - 1;
      const live = isTop ? f.liveBefore[pc] : f.liveAfter[pc].filter((r) => i.o !== 'call' || r !== i.d);
      return `${f.name}:${pc}:${live.map((r) => registers[r] ?? 'u').join()}`;
    });
    const contents = [...memory].sort(([a], [b]) => a - b).map(([address, value]) => `${address}=${value}`);
    return `${created} ${used} ${parts.join(' ')} ${contents.join()}`;
  }

  private site({ frames }: ThreadState): SiteId {
    const key = frames.map(({ f, pc }) => `${f.name}:${pc}`).join(' ');
    return this.numbers.site(key, () => frames.map(({ f, pc }) => ({ function: f.name, at: f.places[pc] })).reverse());
  }

  /** Performs the instruction, or says which event it is; one that waits is performed when it has its value. */
  private step(
    state: ThreadState,
    frame: CallFrame,
    i: Instruction,
    segment: Label[],
  ): { label: Label; waits?: boolean; ends?: boolean } | 'goes back' | undefined {
    const { registers } = frame;
    const get = (r: Register): bigint => valueIn(registers, r);
    const { pc } = frame;
    frame.pc = pc + 1;
    switch (i.o) {
      case 'constant':
        registers[i.d] = i.value;
        return undefined;
      case 'move':
        registers[i.d] = get(i.s);
        return undefined;
      case 'convert':
        registers[i.d] = wrapped(get(i.s), i.type);
        return undefined;
      case 'jump':
      case 'branch':
        if (i.o === 'branch' && (get(i.s) === 0n) !== i.ifZero) return undefined;
        frame.pc = i.to;
        return i.to <= pc ? 'goes back' : undefined;
      case 'call':
        if (state.frames.length >= DEEPEST) throw new Undefined(`more than ${DEEPEST} calls are in each other`);
        frame.pc = pc; // it is still in the call
        this.enter(state, this.code.functions.get(i.function)!, i.args.map(get));
        return undefined;
      case 'return':
        frame.pc = pc;
        return this.leave(state, i.s === undefined ? undefined : get(i.s), segment);
      default:
        frame.pc = pc;
        return this.event(state, frame, i, get);
    }
  }

  /** Ends a call. The life of its variables in memory ends, which is a write to them (C11 6.2.4p2). */
  private leave(
    state: ThreadState,
    value: bigint | undefined,
    segment: Label[],
  ): { label: Label; ends: true } | undefined {
    const { frames, thread } = state;
    const { f, base } = frames.at(-1)!;
    const isLast = frames.length === 1;
    const site = this.site(state);
    if (isLast && thread === 0) return { label: exits(value ?? 0n, site), ends: true };
    for (const cell of f.variables.flatMap((v) => this.code.memory.cellsFrom(base + v.offset, v.type.size)))
      if (this.numbers.isShared(cell))
        segment.push(label(Kind.PlainWrite, { loc: cell.loc, size: cell.size, op: Plain.Freed, site }));
    for (const address of state.memory.keys())
      if (address >= base && address < base + f.frame) state.memory.delete(address);
    frames.pop();
    if (isLast)
      return { label: label(Kind.End, { value: canonical(BigInt.asUintN(64, value ?? 0n)), site }), ends: true };
    const caller = frames.at(-1)!;
    const i = caller.f.code[caller.pc];
    if (i.o === 'call') caller.registers[i.d] = value;
    caller.pc++;
    return undefined;
  }

  private event(
    state: ThreadState,
    frame: CallFrame,
    i: Instruction,
    get: (r: Register) => bigint,
  ): { label: Label; waits?: boolean; ends?: boolean } | undefined {
    const { registers, f, pc } = frame;
    const site = this.site(state);
    const passes = (l: Label): { label: Label } => {
      frame.pc++;
      return { label: l };
    };
    switch (i.o) {
      case 'unary':
        registers[i.d] = unaryResult(i.sign, get(i.s), i.type);
        break;
      case 'binary':
        registers[i.d] = binaryResult(i.sign, get(i.a), get(i.b), i.type);
        break;
      case 'offset':
        registers[i.d] = BigInt.asUintN(64, get(i.a) + get(i.b) * i.scale);
        break;
      case 'local':
        registers[i.d] = BigInt(frame.base + i.offset);
        break;
      case 'element':
        registers[i.d] = get(i.base + indexIn(get(i.index), i.length));
        break;
      case 'setElement':
        registers[i.base + indexIn(get(i.index), i.length)] = get(i.s);
        break;
      case 'access': {
        const cell = this.cell(get(i.address), i.type.size);
        const isPlain = i.kind === Kind.PlainRead || i.kind === Kind.PlainWrite;
        if (this.numbers.accessed(cell, state.thread, !isPlain) === 'privately') {
          this.accessOwn(state, Number(get(i.address)), registers, i);
          break;
        }
        const op = isPlain && i.type.volatile === true ? Plain.Volatile : 0;
        const value = i.value === undefined ? 0 : toMemory(get(i.value), i.type);
        const l = label(i.kind, { loc: cell.loc, size: i.type.size, order: i.order, op, value, site });
        return i.d === undefined ? passes(l) : { label: l, waits: true };
      }
      case 'update': {
        const cell = this.cell(get(i.address), i.type.size);
        this.numbers.accessed(cell, state.thread, true);
        const isUsed = f.liveAfter[pc].includes(i.d) || i.expected !== undefined;
        const { order, failOrder, type } = i;
        const expected = i.expected === undefined ? 0 : toMemory(get(i.expected), type);
        const values = { value: toMemory(get(i.value), type), expected };
        const op = i.op | (isUsed ? 0 : RMW_UNUSED);
        return {
          label: label(Kind.Rmw, { loc: cell.loc, size: type.size, op, order, failOrder, site, ...values }),
          waits: true,
        };
      }
      case 'fence':
        return passes(label(Kind.Fence, { order: i.order, site }));
      case 'object': {
        const { loc } = this.cell(get(i.address), 0);
        const l = label(i.kind, { loc, site });
        if (i.kind !== Kind.MutexUnlock) return { label: l, waits: true };
        registers[i.d] = 0n;
        return passes(l);
      }
      case 'create': {
        const child = this.numbers.childOf(state.thread, state.created++);
        registers[i.d] = BigInt(child + 1);
        const value = this.startOf(i.function, BigInt.asUintN(64, get(i.argument)));
        return passes(label(Kind.Create, { thread: child, value, site }));
      }
      case 'join': {
        const id = get(i.id);
        if (!this.numbers.isThread(id)) throw new Undefined(`joins ${id}, which is no thread`);
        return { label: label(Kind.Join, { thread: Number(id) - 1, site }), waits: true };
      }
      case 'choose': {
        const n = get(i.s);
        if (n < 1n) throw new Undefined(`drista_choose(${n}) has nothing to choose from`);
        return { label: label(Kind.Choose, { value: Number(n), site }), waits: true };
      }
      case 'observe': {
        const value = i.signed ? BigInt.asIntN(64, get(i.s)) : BigInt.asUintN(64, get(i.s));
        return passes(label(Kind.Observe, { text: `${i.name}=${value}`, site }));
      }
      case 'exit':
        return { label: exits(get(i.s), site), ends: true };
      case 'assume':
        return { label: label(Kind.AssumeFailed, { site }), ends: true };
      case 'fail': {
        const op = i.what === 'assertion' ? ErrorKind.Assertion : ErrorKind.Abort;
        return { label: label(Kind.Error, { op, text: i.text, site }), ends: true };
      }
      default:
        throw new Error(`no instruction ${i.o} is an event`);
    }
    frame.pc++;
    return undefined;
  }

  /** An access to a variable of the thread that no other one accesses. */
  private accessOwn(
    { frames, memory }: ThreadState,
    address: number,
    registers: (bigint | undefined)[],
    { d, value, type }: Instruction & { o: 'access' },
  ): void {
    if (!frames.some(({ base, f }) => address >= base && address < base + f.frame))
      throw new OutOfBounds('accesses a variable of a call that has ended (C11 6.2.4p2)');
    if (value !== undefined) memory.set(address, valueIn(registers, value));
    if (d === undefined) return;
    const found = memory.get(address);
    if (found === undefined) throw new Undefined(NO_VALUE);
    registers[d] = wrapped(found, type);
  }

  private cell(address: bigint, size: number): Cell {
    const cell = this.code.memory.cellAt(Number(address));
    if (cell?.size === size) return cell;
    if (address === 0n) throw new OutOfBounds('accesses what a null pointer points to');
    throw new OutOfBounds(
      cell === undefined
        ? 'accesses memory outside of all objects'
        : `accesses ${size} bytes of ${cell.name}, which has ${cell.size}`,
    );
  }
}
