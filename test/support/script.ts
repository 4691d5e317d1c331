/** A runner that gives prepared results of runs, and the events that they are made of. */
import { HEADER, RUN, STEP, type Atom, type ThreadName } from '../../src/channel/protocol';
import { RunResult } from '../../src/channel/result';
import { Kind, Order } from '../../src/program/label';
import type { Runner } from '../../src/program/process-program';
import type { HistoryNode, Schedule } from '../../src/program/program';
import { resultFrame, type MadeUpEvent, type MadeUpRun } from './made-up-run';

/** Addresses of two atomics. */
export const X = 4096,
  Y = 8192;
export const NOTHING: Schedule = { steps: [], memory: [] };
export const from =
  (schedule: Schedule = NOTHING) =>
  () =>
    schedule;
export const never = (): Schedule => {
  throw new Error('run although it is known');
};

/** Gives runs that were prepared; remembers what it was asked. */
export class Script implements Runner {
  readonly path = 'a.out';
  readonly modules = [];
  readonly frames: Buffer[] = [];
  readonly prepared: { atoms: readonly Atom[]; names: readonly ThreadName[] }[] = [];
  private readonly runs: Uint8Array[] = [];

  then(events: readonly MadeUpEvent[], run: MadeUpRun = {}): this {
    this.runs.push(resultFrame(events, run));
    return this;
  }

  checkpoint(): Uint8Array {
    return new Uint8Array();
  }

  restore(): void {
    /* nothing is remembered */
  }

  prepare(atoms: readonly Atom[], names: readonly ThreadName[]): void {
    this.prepared.push({ atoms, names });
  }

  run(frame: Uint8Array): RunResult {
    this.frames.push(Buffer.from(frame));
    return new RunResult(this.runs.shift()!, this.path);
  }

  /** Steps of a frame as [thread, kind, object, value]. */
  steps(n: number): number[][] {
    const f = this.frames[n];
    return Array.from(
      { length: f.readUInt32LE(HEADER + RUN.steps) },
      (_, i) => HEADER + RUN.bytes + STEP.bytes * i,
    ).map((at) => [
      f.readUInt16LE(at),
      f[at + 2],
      Number(f.readBigUInt64LE(at + 8)),
      Number(f.readBigUInt64LE(at + 16)),
    ]);
  }
}

export const begin: MadeUpEvent = { kind: Kind.Begin };
export const load = (result: number, object = X, more: Partial<MadeUpEvent> = {}): MadeUpEvent => ({
  kind: Kind.Load,
  object,
  size: 4,
  order: Order.Acquire,
  result,
  ...more,
});
export const store = (value: number, object = X, more: Partial<MadeUpEvent> = {}): MadeUpEvent => ({
  kind: Kind.Store,
  object,
  size: 4,
  order: Order.Release,
  value,
  ...more,
});
export const end: MadeUpEvent = { kind: Kind.End };

export const kinds = (node: HistoryNode): string => node.segment.map((l) => Kind[l.kind]).join(' ');
