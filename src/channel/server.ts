/** The checked program as a server of runs: started once; a run takes place in it or in a fork of it. */
import { resolve } from 'node:path';
import { DristaError } from '../base/errors';
import { addon, failureCode, type Handle } from './addon';
import { launchEnvironment, programEnvironment } from './environment';
import {
  decodeAtoms,
  decodeHello,
  encodeFrame,
  encodePrepare,
  Frame,
  frameView,
  HEADER,
  type Atom,
  type Module,
  type ThreadName,
} from './protocol';
import { RunResult } from './result';
import { describeWaitStatus } from './wait-status';

/** The program's server of runs ended, did not answer, or sent a malformed answer. */
export class ServerFailure extends DristaError {
  override readonly name: string = 'ServerFailure';
}

export interface ServerOptions {
  readonly args?: readonly string[];
  /** NAME=value (launchEnvironment); default: that of drista, as programs see it. */
  readonly env?: readonly string[];
  readonly cwd?: string;
  /** The file that is run, where it is not the one that the program's name leads to. */
  readonly file?: string;
  /** Where the output of the program goes, before main and in runs that show it (addon.ts). */
  readonly output?: 1 | 2;
  /** How long the program may take before main, in seconds. Default 10. */
  readonly startSeconds?: number;
}

/** Kills the programs of all servers, also those of worker threads, where a waiting run() throws. For Ctrl-C. */
export function killServers(): void {
  addon().killAll();
}

/** Kills the server with that pid and all that it has started, if it still exists; 0: no server. */
export function killGroup(pid: number): void {
  try {
    // The guard (runtime/server/guard.h) kills the others, also those outside the group.
    if (pid > 0) process.kill(-pid, 'SIGTERM');
  } catch {
    // It has ended by itself.
  }
}

export class Server {
  /** The program's executable and libraries. */
  readonly modules: readonly Module[];
  /** How long all runs took. */
  runSeconds = 0;
  private readonly handle: Handle;
  private readonly startSeconds: number;

  /** Starts the program up to main. A DristaError says why it does not get there. */
  constructor(
    readonly path: string,
    options: ServerOptions = {},
  ) {
    this.startSeconds = options.startSeconds ?? 10;
    const { output, cwd, file } = options;
    try {
      this.handle = addon().start(
        resolve(file ?? path),
        [path, ...(options.args ?? [])],
        options.env ?? launchEnvironment(programEnvironment()),
        { output, cwd },
      );
    } catch (error) {
      if (failureCode(error) !== 'START') throw error;
      throw new DristaError(
        `${path} cannot be started (${(error as Error).message}): check that it exists and is executable`,
      );
    }
    try {
      ({ modules: this.modules, pid: this.pid } = decodeHello(this.greeting(), path));
    } catch (error) {
      this.stop();
      throw error;
    }
  }

  /** Process id of the server. */
  readonly pid: number;

  /** The number of the program's process group, which is its guard's process id. */
  get group(): number {
    return addon().pid(this.handle);
  }

  /** Replaces the promoted atoms, the threads' names and the symbolic input for the runs to come. */
  prepare(atoms: readonly Atom[], names: readonly ThreadName[], input?: Uint8Array): void {
    frameView(this.exchange(encodePrepare(atoms, names, input), this.startSeconds), Frame.Ready, this.path);
  }

  /**
   * The state that the program's runtime has collected over all runs, for another server of the same program. Empty
   * where it exceeds the size of a message.
   */
  checkpoint(): Uint8Array {
    const frame = this.exchange(encodeFrame(Frame.Save), this.startSeconds);
    frameView(frame, Frame.Saved, this.path);
    return frame.subarray(HEADER);
  }

  /**
   * Puts the state that `checkpoint` returned in the place of this one's; no bytes: it begins anew. Before prepare().
   */
  restore(checkpoint: Uint8Array): void {
    frameView(this.exchange(encodeFrame(Frame.Restore, checkpoint), this.startSeconds), Frame.Ready, this.path);
  }

  /**
   * Adds the state that `checkpoint` of another server of the same program returned. Returns the conflicts that only
   * the runs of both together show.
   */
  merge(checkpoint: Uint8Array): Atom[] {
    const answer = this.exchange(encodeFrame(Frame.Merge, checkpoint), this.startSeconds);
    return decodeAtoms(frameView(answer, Frame.Merged, this.path), HEADER, answer.byteLength);
  }

  /** Runs the program under the schedule in a RUN frame; `seconds`: how long the answer may take. */
  run(frame: Uint8Array, seconds: number): RunResult {
    const began = performance.now();
    const result = this.exchange(frame, seconds);
    this.runSeconds += (performance.now() - began) / 1000;
    return new RunResult(result, this.path);
  }

  /** Ends the program and everything it started. Returns its status as from waitpid. */
  stop(): number {
    return addon().stop(this.handle);
  }

  private greeting(): Uint8Array {
    try {
      return addon().receive(this.handle, this.startSeconds * 1000);
    } catch (error) {
      throw this.explain(
        error,
        (status) => {
          if ((status & 0x7f) !== 0) {
            return (
              `was ended by ${describeWaitStatus(status)} before it reported to drista: it crashes before main ` +
              'or was not built with drista; try it without drista, or rebuild it with `drista cc`'
            );
          }
          return (
            `ended with ${describeWaitStatus(status)} before main, and never reported to drista: a constructor ` +
            'of it ends the program or does what drista does not support there (a thread, say), or it was not ' +
            'built with drista; run it without drista to see what it says'
          );
        },
        `did not report to drista within ${this.startSeconds} s: it is not built with drista, or runs for long ` +
          'before main; rebuild it with `drista cc`',
      );
    }
  }

  private exchange(frame: Uint8Array, seconds: number): Uint8Array {
    try {
      return addon().exchange(this.handle, frame, seconds * 1000);
    } catch (error) {
      throw this.explain(
        error,
        (status) =>
          `ended by itself between two runs (${describeWaitStatus(status)}): drista's runtime in it failed; ` +
          'please report this with the program',
        `gave no answer in ${seconds} s: the machine is overloaded or drista's runtime in it hangs; try a ` +
          'larger --run-limit',
      );
    }
  }

  /** Stops the program and says in one line what the add-on's error means. */
  private explain(error: unknown, ended: (status: number) => string, late: string): unknown {
    const code = failureCode(error);
    if (code === 'EOF') return new ServerFailure(`${this.path} ${ended(this.stop())}`);
    if (code === 'STOPPED') return new DristaError(`${this.path} was stopped`);
    if (code !== 'TIMEOUT' && code !== 'PROTOCOL') return error;
    this.stop();
    if (code === 'TIMEOUT') return new ServerFailure(`${this.path} ${late}`);
    return new ServerFailure(
      `${this.path} sent bytes that are not drista's protocol (${(error as Error).message}): it is not built ` +
        `with drista, or wrote to drista's socket; rebuild it with \`drista cc\``,
    );
  }
}
