/** RESULT as received: fields are read from the frame when needed, nothing is unpacked. See protocol.ts. */
import {
  ATOM,
  type Atom,
  decodeAtoms,
  DR_EXIT,
  DR_FAILS,
  DR_PENDING,
  DR_UNINITIALISED,
  DR_WAITING_LOOP,
  EVENT,
  Frame,
  frameView,
  garbled,
  HEADER,
  RESULT,
  STACK,
  type Status,
} from './protocol';
import { SYMBOLIC, type SymbolicEntry } from './symbolic';
import { readU64, readValue, type WireValue } from './value';

/** A field of an event that is a struct dr_value. */
export type ValueField = 'value' | 'expected' | 'result' | 'before';

/** One run. Events are numbered from 0 in the order in which they took effect. */
export class RunResult {
  /** Number of events. */
  readonly events: number;
  private readonly view: DataView;
  private readonly stacksAt: number;
  private readonly conflictsAt: number;
  private readonly symbolicsAt: number;
  private readonly stringsAt: number;
  /** Entries of the table of symbolic expressions. */
  readonly symbolics: number;

  /** `who` is the program, for the DristaError when the frame's counts do not fit its length. */
  constructor(
    frame: Uint8Array,
    private readonly who: string,
  ) {
    this.view = frameView(frame, Frame.Result, who);
    if (this.view.byteLength < HEADER + RESULT.bytes) throw garbled(who, 'a result that is too short');
    this.events = this.field(RESULT.events);
    this.stacksAt = HEADER + RESULT.bytes + this.events * EVENT.bytes;
    this.conflictsAt = this.stacksAt + this.field(RESULT.stacks) * STACK.bytes;
    this.symbolicsAt = this.conflictsAt + this.field(RESULT.conflicts) * ATOM.bytes;
    this.symbolics = this.field(RESULT.symbolics);
    this.stringsAt = this.symbolicsAt + this.symbolics * SYMBOLIC.bytes;
    if (this.stringsAt + this.field(RESULT.strings) !== this.view.byteLength)
      throw garbled(who, 'a result whose counts do not fit its length');
  }

  get status(): Status {
    return this.field(RESULT.status);
  }
  /** As from waitpid. */
  get waitStatus(): number {
    return this.field(RESULT.waitStatus);
  }
  /** Steps of the schedule that took effect. */
  get followed(): number {
    return this.field(RESULT.followed);
  }
  /** For Diverged and Died: what happened. */
  get text(): string {
    return this.string(this.field(RESULT.text));
  }

  /** Notes for the report that are no errors, one line each. */
  get notes(): string[] {
    return this.string(this.field(RESULT.notes))
      .split('\n')
      .filter((line) => line !== '');
  }

  /** Thread numbers in use so far in this server. */
  get threads(): number {
    return this.field(RESULT.threads);
  }

  /** The kind of event i, as enum dr_kind (protocol.h). */
  kind(i: number): number {
    return this.view.getUint8(this.at(i) + EVENT.kind);
  }
  /** The memory order of event i; of a compare-exchange, that of success (C11, 7.17.3). */
  order(i: number): number {
    return this.view.getUint8(this.at(i) + EVENT.order);
  }
  /** The memory order of a compare-exchange that fails (C11, 7.17.7.4). */
  failOrder(i: number): number {
    return this.view.getUint8(this.at(i) + EVENT.failOrder);
  }
  /** What distinguishes events of one kind: its meaning depends on the kind (protocol.h, enum dr_kind). */
  op(i: number): number {
    return this.view.getUint8(this.at(i) + EVENT.op);
  }
  /** The number of the thread that performs event i. */
  thread(i: number): number {
    return this.view.getUint16(this.at(i) + EVENT.thread, true);
  }
  /** The number of the thread that event i concerns, for kinds that concern one (protocol.h, enum dr_kind). */
  other(i: number): number {
    return this.view.getUint16(this.at(i) + EVENT.other, true);
  }
  /** Was event i not performed: did the thread wait before it when the run stopped? */
  pending(i: number): boolean {
    return (this.view.getUint32(this.at(i) + EVENT.flags, true) & DR_PENDING) !== 0;
  }
  /** Has the thread come to the head of a loop that may wait for memory, since its last event that returned a value? */
  atWaitingLoop(i: number): boolean {
    return (this.view.getUint32(this.at(i) + EVENT.flags, true) & DR_WAITING_LOOP) !== 0;
  }
  /** Does event i access memory that nothing had written in this run since it was allocated? */
  uninitialised(i: number): boolean {
    return (this.view.getUint32(this.at(i) + EVENT.flags, true) & DR_UNINITIALISED) !== 0;
  }
  /** Is event i a compare-exchange that has failed although it has read what it expected? */
  failsSpuriously(i: number): boolean {
    return (this.view.getUint32(this.at(i) + EVENT.flags, true) & DR_FAILS) !== 0;
  }
  /** Is entry i no event, but the record that the thread's exit handlers had not finished when the run stopped? */
  handles(i: number): boolean {
    return this.kind(i) === DR_EXIT && this.pending(i);
  }
  /** Bytes that event i accesses. */
  size(i: number): number {
    return this.view.getUint32(this.at(i) + EVENT.size, true);
  }
  /** The address that event i concerns; its meaning depends on the kind (protocol.h, enum dr_kind). */
  object(i: number): WireValue {
    return readU64(this.view, this.at(i) + EVENT.object);
  }
  /** The return address of the interposed call; 0: not known. */
  site(i: number): WireValue {
    return readU64(this.view, this.at(i) + EVENT.site);
  }
  /**
   * A fingerprint of the thread's machine state before event i; 0 at kinds that have none (protocol.h, struct
   * dr_event).
   */
  spin(i: number): WireValue {
    return readU64(this.view, this.at(i) + EVENT.spin);
  }
  /**
   * A second fingerprint of the machine state, of registers and bytes of the stack; 0: not known. If two fingerprints
   * of one kind are equal, so are the states.
   */
  machine(i: number): WireValue {
    return readU64(this.view, this.at(i) + EVENT.machine);
  }
  /** Of an event that returns a value: the part of both that counts what the thread has changed. */
  stores(i: number): WireValue {
    return readU64(this.view, this.at(i) + EVENT.stores);
  }
  /** Identifies the thread's local state after event i; 0: unknown. */
  state(i: number): WireValue {
    return readValue(this.view, this.at(i) + EVENT.state);
  }
  /** Index into stacks plus one; 0: none. */
  stack(i: number): number {
    return this.view.getUint32(this.at(i) + EVENT.stack, true);
  }
  /** The text of event i; empty: it has none. */
  eventText(i: number): string {
    return this.string(this.view.getUint32(this.at(i) + EVENT.text, true));
  }
  /** A field of event i that is a struct dr_value, unsigned, of up to 128 bits. */
  value(i: number, field: ValueField): WireValue {
    return readValue(this.view, this.at(i) + EVENT[field]);
  }

  /** A call site, and the caller's stack (index plus one, always smaller than this one's; 0: none). */
  stackEntry(indexPlusOne: number): { pc: WireValue; parent: number } {
    const at = this.stacksAt + (indexPlusOne - 1) * STACK.bytes;
    if (indexPlusOne < 1 || at >= this.conflictsAt) throw garbled(this.who, 'a call stack that does not exist');
    const parent = this.view.getUint32(at + STACK.parent, true);
    return { pc: readU64(this.view, at + STACK.pc), parent };
  }

  /** Plain data that must become events from now on; mostly empty. */
  conflicts(): Atom[] {
    return decodeAtoms(this.view, this.conflictsAt, this.symbolicsAt);
  }

  /** Entry i of the table of symbolic expressions. */
  symbolic(i: number): SymbolicEntry {
    const { view } = this;
    const at = this.symbolicsAt + i * SYMBOLIC.bytes;
    return {
      id: view.getBigUint64(at + SYMBOLIC.id, true),
      a: view.getBigUint64(at + SYMBOLIC.a, true),
      b: view.getBigUint64(at + SYMBOLIC.b, true),
      value: view.getBigUint64(at + SYMBOLIC.value, true) | (view.getBigUint64(at + SYMBOLIC.value + 8, true) << 64n),
      op: view.getUint8(at + SYMBOLIC.op),
      bits: view.getUint8(at + SYMBOLIC.bits),
      thread: view.getUint16(at + SYMBOLIC.thread, true),
      text: this.string(view.getUint32(at + SYMBOLIC.text, true)),
    };
  }

  private at(i: number): number {
    return HEADER + RESULT.bytes + i * EVENT.bytes;
  }

  private field(offset: number): number {
    return this.view.getUint32(HEADER + offset, true);
  }

  private string(offsetPlusOne: number): string {
    if (offsetPlusOne === 0) return '';
    const bytes = new Uint8Array(this.view.buffer, this.view.byteOffset, this.view.byteLength);
    const from = this.stringsAt + offsetPlusOne - 1;
    const end = bytes.indexOf(0, from);
    return Buffer.from(bytes.subarray(from, end < 0 ? undefined : end)).toString();
  }
}
