/*
 * The wire protocol between the scheduler and the checked program. The other end is runtime/core/protocol.h: the two
 * files mirror each other and are read side by side.
 *
 * A Unix stream socket pair; the program's end has the number in the environment variable DRISTA_FD. Every frame is {
 * u32 length of the body, u16 type, u16 processor, body }, little-endian, both ways. processor: where the server should
 * run until the next frame, plus one; 0: anywhere. The add-on writes it (native/alternation.h).
 *
 * The header has the table of all frames and their bodies.
 *
 * Here: the frames that are sent, and HELLO. RESULT is read by result.ts. The kinds of events, the operations and the
 * kinds of errors are in program/label.ts, under the same numbers.
 */
import { DristaError } from '../base/errors';
import { readU64, writeU64, writeValue, type WireValue } from './value';

export const DR_MAGIC = 0x54535244; /* "DRST" */
export const DR_VERSION = 22;

export enum Frame {
  Hello = 1,
  Prepare = 2,
  Ready = 3,
  Run = 4,
  Result = 5,
  Save = 6,
  Saved = 7,
  Restore = 8,
  Merge = 9,
  Merged = 10,
}

/** Bytes of a frame before its body. */
export const HEADER = 8;

/** struct dr_event: bytes, and where its fields are. */
export const EVENT = {
  bytes: 144,
  kind: 0,
  order: 1,
  failOrder: 2,
  op: 3,
  thread: 4,
  other: 6,
  flags: 8,
  size: 12,
  object: 16,
  site: 24,
  spin: 32,
  stack: 40,
  text: 44,
  value: 48,
  expected: 64,
  result: 80,
  before: 96,
  machine: 112,
  stores: 120,
  state: 128,
} as const;

/** Flag of an event: it was not performed; the thread waited before it when the run stopped. */
export const DR_PENDING = 1;
/** Flag of an event that waits: the thread has come to the head of a loop that may wait for memory to change. */
export const DR_WAITING_LOOP = 2;
/** Flag of an event that accesses memory: nothing has written it in this run since it was allocated. */
export const DR_UNINITIALISED = 4;
export const DR_FAILS = 8;
/** The kind of event that may be pending without being performed later (protocol.h). */
export const DR_EXIT = 21;

/**
 * struct dr_stack: where the innermost function (which contains the event's site) was called, and where its caller's
 * entry is. The runtime's own frames are left out.
 */
export const STACK = { bytes: 16, pc: 0, parent: 8 } as const;

/** struct dr_atom. */
export const ATOM = { bytes: 16, address: 0, size: 8, flags: 12 } as const;
/** Flag of an atom: also accessed by atomics; a plain read of it waits. */
export const DR_MIXED = 1;

/** struct dr_name. */
export const NAME = { bytes: 8, creator: 0, child: 2 } as const;

/** struct dr_step. */
export const STEP = { bytes: 32, thread: 0, kind: 2, fails: 3, source: 4, object: 8, value: 16 } as const;

/** Where an event reads from: a write by its thread and its place in that, from 0; or what memory held before. */
export type WireSource = { readonly thread: number; readonly index: number } | 'initial';

/** The lowest bits, which say which event of its thread it is. */
const SOURCE_BITS = 22;

/** Field `source` of struct dr_step; 0: not known. */
function sourceNumber(source: WireSource | undefined): number {
  if (source === 'initial') return 0xffff_ffff;
  if (source === undefined || source.index >= 2 ** SOURCE_BITS - 2) return 0;
  return source.thread * 2 ** SOURCE_BITS + source.index + 1;
}

/** struct dr_patch. */
export const PATCH = { bytes: 32, address: 0, size: 8, value: 16 } as const;

/** Body of RUN before its steps. */
export const RUN = {
  bytes: 72,
  flags: 0,
  maxEvents: 8,
  timeLimit: 16,
  timeouts: 24,
  unroll: 32,
  steps: 40,
  patches: 44,
  policy: 48,
  seed: 52,
  object: 56,
  threads: 64,
  unused: 68,
} as const;

/** How a run goes on after its schedule: by the runtime's own policy, or the thread with the highest rank first. */
export enum RunPolicy {
  Own = 0,
  RankThreads = 1,
  RankEvents = 2,
  RankSteps = 3,
}

/** Flags of RUN. */
export enum RunFlag {
  ShowOutput = 1,
  StopAtEnd = 2,
  Trap = 4,
  Reversed = 8,
  Spurious = 16,
  Rollback = 32,
  Names = 64,
  NoPreemption = 128,
  States = 256,
  ClockRead = 512,
  Observes = 1024,
  ErrnoRead = 4096,
  RaisedRead = 8192,
  Prints = 2048,
  /** Accesses to promoted data by instructions are atomic, and relaxed; with RacesSc seq_cst. */
  RacesIgnored = 16384,
  RacesSc = 32768,
  /** Volatile accesses to promoted data are atomic, and relaxed; with VolatileSc seq_cst. */
  VolatileRelaxed = 65536,
  VolatileSc = 131072,
  /** The program has atomic sections, and the model is sc. */
  Sections = 262144,
  Symbolic = 524288,
  WeakHeld = 1048576,
  /** Some code of the program is not seen: what a thread does may depend on more than the values that it has read. */
  HidesData = 2097152,
  /** Results that the program does not use count all the same. */
  TellsAll = 4194304,
}

/** How a run ended. */
export enum Status {
  Complete = 0,
  Stuck = 1,
  Stopped = 2,
  Time = 3,
  Cut = 4,
  Died = 5,
  Diverged = 6,
  Full = 7,
  Killed = 8,
}

/** struct dr_result. */
export const RESULT = {
  bytes: 48,
  status: 0,
  waitStatus: 4,
  followed: 8,
  text: 12,
  events: 16,
  stacks: 20,
  conflicts: 24,
  strings: 28,
  threads: 32,
  notes: 36,
  symbolics: 40,
} as const;

/** A piece of plain data whose accesses are events. */
export interface Atom {
  readonly address: WireValue;
  readonly size: number;
  readonly mixed: boolean;
  /** Code that is not seen changes it: its values do not follow from events (Program.hidesData). Runs ignore this. */
  readonly hidden?: true;
  /**
   * It is no plain data, but memory that atomics of several sizes access: where some of these accesses begin or end
   * within, counted from its beginning. Runs do not ask for it.
   */
  readonly cuts?: readonly number[];
}

/** The child-th thread (from 0) that creator made. */
export interface ThreadName {
  readonly creator: number;
  readonly child: number;
}

/** An executable or library in the program's memory; addresses are numbers below 2^47. */
export interface Module {
  readonly base: number;
  readonly size: number;
  readonly path: string;
}

export interface Hello {
  readonly pid: number;
  readonly modules: readonly Module[];
}

function header(view: DataView, type: Frame, bytes: number): void {
  view.setUint32(0, bytes - HEADER, true);
  view.setUint32(4, type, true);
}

const noInput = new Uint8Array();

/** PREPARE: the atoms must not overlap; names[i] is thread i + 1; `input`: as encodeInput makes it. */
export function encodePrepare(
  all: readonly Atom[],
  names: readonly ThreadName[],
  input: Uint8Array = noInput,
): Uint8Array {
  const atoms = all.filter(({ cuts }) => cuts === undefined);
  const bytes = HEADER + 16 + atoms.length * ATOM.bytes + names.length * NAME.bytes + input.length;
  const view = new DataView(new ArrayBuffer(bytes));
  header(view, Frame.Prepare, bytes);
  view.setUint32(HEADER, atoms.length, true);
  view.setUint32(HEADER + 4, names.length, true);
  view.setUint32(HEADER + 8, input.length, true);
  let at = HEADER + 16;
  for (const atom of atoms) {
    writeU64(view, at + ATOM.address, atom.address);
    view.setUint32(at + ATOM.size, atom.size, true);
    view.setUint32(at + ATOM.flags, atom.mixed ? DR_MIXED : 0, true);
    at += ATOM.bytes;
  }
  for (const name of names) {
    view.setUint16(at + NAME.creator, name.creator, true);
    view.setUint16(at + NAME.child, name.child, true);
    at += NAME.bytes;
  }
  const frame = new Uint8Array(view.buffer);
  frame.set(input, at);
  return frame;
}

/** The structs dr_atom between two places. */
export function decodeAtoms(view: DataView, from: number, to: number): Atom[] {
  const atoms: Atom[] = [];
  for (let at = from; at < to; at += ATOM.bytes) {
    atoms.push({
      address: readU64(view, at + ATOM.address),
      size: view.getUint32(at + ATOM.size, true),
      mixed: (view.getUint32(at + ATOM.flags, true) & DR_MIXED) !== 0,
    });
  }
  return atoms;
}

/** A frame of that type with nothing, or these bytes, in it. */
export function encodeFrame(type: Frame, body: Uint8Array = new Uint8Array()): Uint8Array {
  const frame = new Uint8Array(HEADER + body.length);
  header(new DataView(frame.buffer), type, frame.length);
  frame.set(body, HEADER);
  return frame;
}

/** Writes RUN frames, one after the other into the same memory: begin(), all steps, all patches, finish(). */
export class RunWriter {
  private view = new DataView(new ArrayBuffer(4096));
  private at = 0;
  private steps = 0;
  private patches = 0;
  private threads: readonly number[] = [];

  /**
   * `timeouts`: how often a call may time out at one place of a thread; `unroll`: how many iterations a thread may make
   * of a loop that may wait, 0: no limit.
   */
  begin(flags: number, maxEvents: number, timeLimitMs: number, timeouts = Number.MAX_SAFE_INTEGER, unroll = 0): void {
    this.at = HEADER + RUN.bytes;
    this.steps = this.patches = 0;
    writeU64(this.view, HEADER + RUN.flags, flags);
    writeU64(this.view, HEADER + RUN.maxEvents, maxEvents);
    writeU64(this.view, HEADER + RUN.timeLimit, timeLimitMs);
    writeU64(this.view, HEADER + RUN.timeouts, timeouts);
    writeU64(this.view, HEADER + RUN.unroll, unroll);
    this.goOn(RunPolicy.Own);
  }

  /** How the run goes on after its schedule; threads and object: as the policy says (enum dr_policy). */
  goOn(policy: RunPolicy, seed = 0, threads: readonly number[] = [], object: WireValue = 0): void {
    this.view.setUint32(HEADER + RUN.policy, policy, true);
    this.view.setUint32(HEADER + RUN.seed, seed, true);
    writeU64(this.view, HEADER + RUN.object, object);
    this.threads = threads;
  }

  /**
   * The thread's pending event, of this kind on this object (0: not compared), returns the value; undefined: it fails
   * spuriously. `source`: where the value comes from.
   */
  step(thread: number, kind: number, object: WireValue, value: WireValue | undefined, source?: WireSource): void {
    const at = this.room(STEP.bytes);
    this.view.setUint16(at + STEP.thread, thread, true);
    this.view.setUint8(at + STEP.kind, kind);
    this.view.setUint8(at + STEP.fails, value === undefined ? 1 : 0);
    this.view.setUint32(at + STEP.source, sourceNumber(source), true);
    writeU64(this.view, at + STEP.object, object);
    writeValue(this.view, at + STEP.value, value ?? 0);
    this.steps++;
  }

  /** Memory at the address holds the value once the schedule has been followed. */
  patch(address: WireValue, size: number, value: WireValue): void {
    const at = this.room(PATCH.bytes);
    writeU64(this.view, at + PATCH.address, address);
    this.view.setUint32(at + PATCH.size, size, true);
    writeValue(this.view, at + PATCH.value, value);
    this.patches++;
  }

  /** The frame; valid until the next begin(). */
  finish(): Uint8Array {
    const { threads } = this;
    const at = this.room(8 * Math.ceil(threads.length / 4));
    for (const [i, thread] of threads.entries()) this.view.setUint16(at + 2 * i, thread, true);
    header(this.view, Frame.Run, this.at);
    this.view.setUint32(HEADER + RUN.threads, threads.length, true);
    this.view.setUint32(HEADER + RUN.unused, 0, true);
    this.view.setUint32(HEADER + RUN.steps, this.steps, true);
    this.view.setUint32(HEADER + RUN.patches, this.patches, true);
    return new Uint8Array(this.view.buffer, 0, this.at);
  }

  /** Zeroed bytes for one more struct. */
  private room(bytes: number): number {
    const at = this.at;
    this.at += bytes;
    if (this.at > this.view.byteLength) {
      const larger = new Uint8Array(2 * this.view.byteLength);
      larger.set(new Uint8Array(this.view.buffer));
      this.view = new DataView(larger.buffer);
    }
    for (let i = at; i < this.at; i += 8) this.view.setBigUint64(i, 0n, true);
    return at;
  }
}

/** The frame's bytes as a view, if its type is the one expected; a DristaError otherwise. `who` is the program. */
export function frameView(frame: Uint8Array, type: Frame, who: string): DataView {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  if (frame.byteLength < HEADER || view.getUint32(4, true) !== type)
    throw garbled(who, `a frame that is not ${Frame[type]}`);
  return view;
}

/** The error for malformed bytes. */
export function garbled(who: string, what: string): DristaError {
  return new DristaError(
    `${who} sent ${what}: its runtime is damaged or something else wrote to drista's socket; rebuild it with ` +
      '`drista cc`',
  );
}

/** HELLO, checked for magic number and version. `who` is the program. */
export function decodeHello(frame: Uint8Array, who: string): Hello {
  const view = frameView(frame, Frame.Hello, who);
  if (view.byteLength < HEADER + 16 || view.getUint32(HEADER, true) !== DR_MAGIC)
    throw garbled(who, "a greeting that is not drista's");
  const version = view.getUint32(HEADER + 4, true);
  if (version !== DR_VERSION) {
    throw new DristaError(
      `${who} speaks version ${version} of drista's protocol, this drista speaks version ${DR_VERSION}: ` +
        `rebuild it with this drista's \`drista cc\``,
    );
  }
  const count = view.getUint32(HEADER + 12, true);
  const modules: Module[] = [];
  let at = HEADER + 16;
  for (let i = 0; i < count; i++) {
    if (at + 20 > view.byteLength) throw garbled(who, 'a greeting that is too short');
    const length = view.getUint32(at + 16, true);
    if (at + 20 + length > view.byteLength) throw garbled(who, 'a greeting that is too short');
    const path = Buffer.from(frame.buffer, frame.byteOffset + at + 20, length).toString();
    modules.push({ base: Number(readU64(view, at)), size: Number(readU64(view, at + 8)), path });
    at += 20 + Math.ceil(length / 8) * 8;
  }
  return { pid: view.getUint32(HEADER + 8, true), modules };
}
