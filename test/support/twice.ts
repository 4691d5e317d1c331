/**
 * Each run made twice: by a server that leaves snapshots at every step, and by one that leaves none. What they say must
 * be the same bytes.
 */
import { EVENT, HEADER, RESULT, type Atom, type Module, type ThreadName } from '../../src/channel/protocol';
import type { RunResult } from '../../src/channel/result';
import { launchEnvironment, programEnvironment, type LaunchOptions } from '../../src/channel/environment';
import { Server } from '../../src/channel/server';
import type { Runner } from '../../src/program/process-program';

/**
 * Where runs leave snapshots (runtime/server/snapshot.h): the texts are as long as each other, so that the program's
 * stack begins at the same place.
 */
export function snapshots(which: 'each' | 'none', launch: LaunchOptions = {}): string[] {
  return [
    ...launchEnvironment(programEnvironment(), launch).filter((text) => !text.startsWith('DRISTA_SNAPSHOTS=')),
    `DRISTA_SNAPSHOTS=${which}`,
  ];
}

/**
 * RESULT as it came, but for fingerprints: these cover bytes of stacks that nobody wrote since the runtime did, and
 * what it did there depends on which accesses it knew from earlier runs. That is so in runs from main, too.
 */
export function bytesOf(run: RunResult): Buffer {
  const { view } = run as unknown as { readonly view: DataView };
  const bytes = Buffer.from(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
  for (let i = 0; i < run.events; i++)
    for (const field of [EVENT.spin, EVENT.machine, EVENT.state, EVENT.state + 8])
      bytes.writeBigUInt64LE(0n, HEADER + RESULT.bytes + i * EVENT.bytes + field);
  return bytes;
}

export class Twice implements Runner {
  readonly each: Server;
  readonly none: Server;
  runs = 0;

  constructor(
    readonly path: string,
    args: readonly string[] = [],
    launch: LaunchOptions = {},
  ) {
    this.each = new Server(path, { args, env: snapshots('each', launch) });
    this.none = new Server(path, { args, env: snapshots('none', launch) });
  }

  get modules(): readonly Module[] {
    return this.each.modules;
  }

  prepare(atoms: readonly Atom[], names: readonly ThreadName[]): void {
    this.none.prepare(atoms, names);
    this.each.prepare(atoms, names);
  }

  /** Throws where the two differ. */
  run(frame: Uint8Array, seconds: number): RunResult {
    const alone = this.none.run(frame, seconds);
    const run = this.each.run(frame, seconds);
    this.runs++;
    if (!bytesOf(run).equals(bytesOf(alone)))
      throw new Error(`run ${this.runs} is another with snapshots: ${difference(run, alone)}`);
    return run;
  }

  checkpoint(): Uint8Array {
    return this.each.checkpoint();
  }

  restore(checkpoint: Uint8Array): void {
    this.none.restore(checkpoint);
    this.each.restore(checkpoint);
  }

  /** As Server has it. */
  merge(checkpoint: Uint8Array): Atom[] {
    this.none.merge(checkpoint);
    return this.each.merge(checkpoint);
  }

  stop(): number {
    this.none.stop();
    return this.each.stop();
  }
}

function difference(a: RunResult, b: RunResult): string {
  const [x, y] = [bytesOf(a), bytesOf(b)];
  const at = x.findIndex((byte, i) => byte !== y[i]);
  return (
    `${x.length} bytes and ${y.length}, the first that differs is ${at}; ${a.events} events and ` +
    `${b.events}, followed ${a.followed} and ${b.followed}, status ${a.status} and ${b.status}`
  );
}
