/** RESULT frames made up for tests: what runtime/ would send. */
import { ATOM, EVENT, Frame, HEADER, RESULT, STACK, Status, type Atom } from '../../src/channel/protocol';
import { RunResult } from '../../src/channel/result';
import { writeU64, writeValue, type WireValue } from '../../src/channel/value';
import type { Kind } from '../../src/program/label';

export interface MadeUpEvent {
  readonly kind: Kind;
  readonly thread?: number;
  readonly other?: number;
  readonly pending?: boolean;
  readonly object?: WireValue;
  readonly size?: number;
  readonly order?: number;
  readonly failOrder?: number;
  readonly op?: number;
  readonly site?: WireValue;
  readonly spin?: WireValue;
  readonly machine?: WireValue;
  readonly stack?: number;
  readonly text?: string;
  readonly value?: WireValue;
  readonly expected?: WireValue;
  readonly result?: WireValue;
  readonly before?: WireValue;
}

export interface MadeUpRun {
  readonly status?: Status;
  readonly waitStatus?: number;
  readonly followed?: number;
  readonly text?: string;
  readonly stacks?: readonly { pc: WireValue; parent: number }[];
  readonly conflicts?: readonly Atom[];
  readonly threads?: number;
}

export function resultFrame(events: readonly MadeUpEvent[], run: MadeUpRun = {}): Uint8Array {
  let strings = '';
  const text = (s: string | undefined): number => {
    if (s === undefined) return 0;
    strings += `${s}\0`;
    return strings.length - s.length;
  };
  const { stacks = [], conflicts = [] } = run;
  const view = new DataView(
    new ArrayBuffer(
      HEADER + RESULT.bytes + events.length * EVENT.bytes + stacks.length * STACK.bytes + conflicts.length * ATOM.bytes,
    ),
  );
  let at = HEADER + RESULT.bytes;
  for (const e of events) {
    const { kind, order = 0, failOrder = 0, op = 0, thread = 0, other = 0 } = e;
    [kind, order, failOrder, op].forEach((v, i) => view.setUint8(at + i, v));
    view.setUint16(at + EVENT.thread, thread, true);
    view.setUint16(at + EVENT.other, other, true);
    view.setUint32(at + EVENT.flags, e.pending === true ? 1 : 0, true);
    view.setUint32(at + EVENT.size, e.size ?? 0, true);
    writeU64(view, at + EVENT.object, e.object ?? 0);
    writeU64(view, at + EVENT.site, e.site ?? 0);
    writeU64(view, at + EVENT.spin, e.spin ?? 0);
    writeU64(view, at + EVENT.machine, e.machine ?? 0);
    view.setUint32(at + EVENT.stack, e.stack ?? 0, true);
    view.setUint32(at + EVENT.text, text(e.text), true);
    for (const field of ['value', 'expected', 'result', 'before'] as const)
      writeValue(view, at + EVENT[field], e[field] ?? 0);
    at += EVENT.bytes;
  }
  for (const s of stacks) {
    writeU64(view, at, s.pc);
    view.setUint32(at + STACK.parent, s.parent, true);
    at += STACK.bytes;
  }
  for (const c of conflicts) {
    writeU64(view, at, c.address);
    view.setUint32(at + ATOM.size, c.size, true);
    view.setUint32(at + ATOM.flags, c.mixed ? 1 : 0, true);
    at += ATOM.bytes;
  }
  const runText = text(run.text);
  const threads = run.threads ?? 1 + Math.max(0, ...events.map((e) => Math.max(e.thread ?? 0, e.other ?? 0)));
  const head = [
    run.status ?? Status.Complete,
    run.waitStatus ?? 0,
    run.followed ?? 0,
    runText,
    events.length,
    stacks.length,
    conflicts.length,
    strings.length,
    threads,
    0,
  ];
  head.forEach((v, i) => view.setUint32(HEADER + 4 * i, v, true));
  const frame = new Uint8Array(view.byteLength + strings.length);
  frame.set(new Uint8Array(view.buffer));
  frame.set(Buffer.from(strings, 'latin1'), view.byteLength);
  new DataView(frame.buffer).setUint32(0, frame.byteLength - HEADER, true);
  new DataView(frame.buffer).setUint32(4, Frame.Result, true);
  return frame;
}

export function madeUpRun(events: readonly MadeUpEvent[], run: MadeUpRun = {}): RunResult {
  return new RunResult(resultFrame(events, run), 'a.out');
}
