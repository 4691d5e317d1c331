/** Runs compiled programs as the scheduler does, on the level of frames, and says what happened in lines of text. */
import { spawnSync } from 'node:child_process';
import { RunWriter } from '../../src/channel/protocol';
import type { RunResult } from '../../src/channel/result';
import { Server } from '../../src/channel/server';
import { isReadLike, Kind, label } from '../../src/program/label';

export type Step = readonly [thread: number, kind: Kind, value: number];
export interface Run {
  steps?: readonly Step[];
  flags?: number;
  events?: number;
  ms?: number;
  patch?: readonly [number, number, number];
}

export function run(server: Server, { steps = [], flags = 0, events = 0, ms = 5000, patch }: Run = {}): RunResult {
  const writer = new RunWriter();
  writer.begin(flags, events, ms);
  for (const [thread, kind, value] of steps) writer.step(thread, kind, 0, value);
  if (patch !== undefined) writer.patch(...patch);
  return server.run(writer.finish(), 20);
}

export function withServer<T>(program: string, what: string, use: (server: Server) => T): T {
  const server = new Server(program, { args: [what] });
  try {
    return use(server);
  } finally {
    server.stop();
  }
}

/**
 * Events whose kinds the pattern fits, one line each: thread and kind, what it returned; "?" where the thread only
 * stood before it.
 */
export function results(r: RunResult, kinds: RegExp): string[] {
  return Array.from({ length: r.events }, (_, i) => {
    const kind = r.kind(i);
    const value = r.pending(i) ? ' ?' : isReadLike(label(kind)) ? ` ${r.value(i, 'result')}` : '';
    return `${r.thread(i)} ${Kind[kind]}${value}`;
  }).filter((line) => kinds.test(line.split(' ')[1]));
}

/** The run's events of the kind, by their numbers. */
export function eventsOf(r: RunResult, kind: Kind): number[] {
  return Array.from({ length: r.events }, (_, i) => i).filter((i) => r.kind(i) === (kind as number));
}

/** Runs the program by itself, without a scheduler: exit code, and all that it printed. */
export function alone(program: string, what = ''): [number | null, string] {
  const { status, stdout, stderr } = spawnSync(program, [what], { encoding: 'utf8', timeout: 20_000 });
  return [status, stdout + stderr];
}
