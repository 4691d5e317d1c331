/** The add-on (native/), loaded when first needed. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DristaError } from '../base/errors';
import { packageRoot } from '../base/paths';

/** A started program; when it is garbage collected the program is killed. */
export type Handle = { readonly opaque: unique symbol };

/** Errors that the functions throw have one of these codes, and `errno` (0: none). */
export type FailureCode = 'EOF' | 'TIMEOUT' | 'PROTOCOL' | 'START' | 'STOPPED' | 'ARGUMENT';

export interface StartOptions {
  /**
   * Where the program's stdout goes: 1: to drista's stdout, 2: to its stderr. The program's stderr then goes to
   * drista's. Undefined: both go to /dev/null.
   */
  readonly output?: 1 | 2;
  /** Working directory; default: that of drista. */
  readonly cwd?: string;
}

export interface Addon {
  /**
   * Starts a program (no search in PATH; args[0] is its name; env as NAME=value): addresses fixed, own process group.
   */
  start(path: string, args: readonly string[], env: readonly string[], options: StartOptions): Handle;
  /** Waits for a frame, header included. */
  receive(handle: Handle, timeoutMs: number): Uint8Array;
  /** Sends a frame and waits for the answer; writes into its header where the program should run (protocol.h). */
  exchange(handle: Handle, frame: Uint8Array, timeoutMs: number): Uint8Array;
  /**
   * Kills the process group and reaps the program. Returns its status as from waitpid; the same again when called
   * again.
   */
  stop(handle: Handle): number;
  pid(handle: Handle): number;
  /** Kills the programs of all threads of this process; calls that wait for one fail with EOF. */
  killAll(): void;
  /** Ends this process without Node's tear-down, in which signals have their default action. */
  exitAtOnce(code: number): never;
}

/** The code of an error that the add-on threw; undefined for other errors. */
export function failureCode(error: unknown): FailureCode | undefined {
  return (error as { code?: FailureCode } | null | undefined)?.code;
}

let loaded: Addon | undefined;

/** The add-on; a DristaError when it is not built. */
export function addon(): Addon {
  loaded ??= load();
  return loaded;
}

function load(): Addon {
  const path = join(packageRoot(), 'build', 'Release', 'drista.node');
  if (!existsSync(path))
    throw new DristaError(`drista's add-on ${path} is missing: run \`npm run setup\` in ${packageRoot()}`);
  try {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- a native module has no other loader
    return require(path) as Addon;
  } catch (error) {
    throw new DristaError(
      `drista's add-on ${path} does not load (${(error as Error).message}): remove it, and run \`npm run setup\` ` +
        'with this version of Node',
    );
  }
}
