/**
 * A program in memory behind the wire protocol: follows RUN frames as docs/explanation/architecture.md says a process
 * does.
 */
import { HEADER, PATCH, RUN, Status, STEP } from '../../src/channel/protocol';
import { RunResult } from '../../src/channel/result';
import { readU64, readValue, type WireValue } from '../../src/channel/value';
import { isReadLike, Kind, type Label, type LocationId, type ThreadId } from '../../src/program/label';
import type { Runner } from '../../src/program/process-program';
import type { HistoryNode, Program } from '../../src/program/program';
import { rmwResult } from '../../src/program/rmw';
import { resultFrame, type MadeUpEvent } from './made-up-run';

const address = (loc: LocationId): number => (loc < 0 ? 0 : 4096 + 16 * loc);
const EBUSY = 16;

/** All plain reads are promoted, and none waits. Mutexes are normal ones. */
export class Simulated implements Runner {
  readonly path = 'simulated';
  readonly modules = [];

  constructor(private readonly program: Program) {}

  prepare(): void {
    /* nothing is promoted, and threads have their numbers */
  }

  checkpoint(): Uint8Array {
    return new Uint8Array();
  }

  restore(): void {
    /* nothing is remembered */
  }

  run(frame: Uint8Array): RunResult {
    const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
    const [steps, patches] = [view.getUint32(HEADER + RUN.steps, true), view.getUint32(HEADER + RUN.patches, true)];
    const first = HEADER + RUN.bytes;
    const run = new Run(this.program);
    run.begin(0, 0);
    for (let i = 0, at = first; i < steps; i++, at += STEP.bytes) {
      const kind: Kind = view.getUint8(at + 2);
      run.follow(view.getUint16(at, true), kind, readU64(view, at + 8), readValue(view, at + 16));
    }
    for (let i = 0, at = first + STEP.bytes * steps; i < patches; i++, at += PATCH.bytes)
      run.memory.set(Number(readU64(view, at)), readValue(view, at + 16));
    const status = run.goOn();
    return new RunResult(resultFrame(run.events, { status, followed: steps, threads: run.threads.length }), this.path);
  }
}

class Run {
  readonly events: MadeUpEvent[] = [];
  readonly threads: HistoryNode[] = [];
  readonly memory = new Map<number, WireValue>();
  private readonly owners = new Map<number, ThreadId>();
  private created: [ThreadId, WireValue][] = [];

  constructor(private readonly program: Program) {}

  begin(thread: ThreadId, argument: WireValue): void {
    this.threads[thread] = this.program.root(thread, argument, () => {
      throw new Error('no context');
    });
    this.advance(thread);
  }

  follow(thread: ThreadId, kind: Kind, object: WireValue, value: WireValue): void {
    const { pending } = this.threads[thread];
    if (pending?.kind !== kind || address(pending.loc) !== object)
      throw new Error(`the schedule does not fit: thread ${thread}`);
    this.perform(thread, value);
  }

  /** To the end, by the runtime's own policy. */
  goOn(): Status {
    for (let thread = 0, idle = 0; idle < this.threads.length;) {
      const value = this.possible(thread);
      if (value === undefined) {
        thread = (thread + 1) % this.threads.length;
        idle++;
      } else {
        this.perform(thread, value);
        idle = 0;
      }
    }
    this.threads.forEach(({ pending }, thread) => {
      if (pending !== null) this.log(thread, pending, { pending: true });
    });
    return this.threads.every((n) => n.pending === null) ? Status.Complete : Status.Stuck;
  }

  /** What the thread's pending event would return now; undefined: it cannot be performed. */
  private possible(thread: ThreadId): WireValue | undefined {
    const { pending } = this.threads[thread];
    if (pending === null) return undefined;
    const held = this.owners.has(address(pending.loc));
    switch (pending.kind) {
      case Kind.Join:
        return this.threads[pending.thread]?.pending === null ? 0 : undefined;
      case Kind.MutexLock:
        return held ? undefined : 0;
      case Kind.MutexTrylock:
        return held ? EBUSY : 0;
      case Kind.Choose:
        return 0;
      default:
        return this.read(pending);
    }
  }

  private read(l: Label): WireValue {
    return this.memory.get(address(l.loc)) ?? this.program.initial(l.loc);
  }

  private perform(thread: ThreadId, value: WireValue): void {
    const node = this.threads[thread];
    const l = node.pending!;
    this.log(thread, l, { result: value });
    if (l.kind === Kind.Rmw) this.memory.set(address(l.loc), rmwResult(l, value) ?? this.read(l));
    if ((l.kind === Kind.MutexLock || l.kind === Kind.MutexTrylock) && value === 0)
      this.owners.set(address(l.loc), thread);
    this.threads[thread] = this.program.child(node, value, () => {
      throw new Error('no context');
    });
    this.advance(thread);
  }

  /** To the thread's next waiting event; then those that it created start. */
  private advance(thread: ThreadId): void {
    const { segment, pending } = this.threads[thread];
    for (const l of segment) {
      this.log(thread, l, {});
      if (l.kind === Kind.Store || l.kind === Kind.PlainWrite) this.memory.set(address(l.loc), l.value);
      if (l.kind === Kind.MutexUnlock) this.owners.delete(address(l.loc));
      if (l.kind === Kind.Create) this.created.push([l.thread, l.value]);
    }
    if (pending?.kind === Kind.PlainRead) return this.perform(thread, this.read(pending));
    const { created } = this;
    this.created = [];
    for (const [child, argument] of created) this.begin(child, argument);
  }

  private log(thread: ThreadId, l: Label, more: Partial<MadeUpEvent>): void {
    const { kind, failOrder, size, op, value, expected } = l;
    const before = l.loc >= 0 ? this.read(l) : 0;
    const site = l.site >= 0 ? 1 + l.site : 0;
    const order = Math.max(0, l.order);
    this.events.push({
      kind,
      thread,
      other: Math.max(0, l.thread),
      object: address(l.loc),
      size,
      order,
      failOrder,
      op,
      site,
      value,
      expected,
      before,
      ...more,
    });
    if (isReadLike(l) && more.pending !== true && more.result === undefined) throw new Error('a result is missing');
  }
}
