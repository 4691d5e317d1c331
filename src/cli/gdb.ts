/**
 * gdb in a saved execution. gdb starts the program, with its end of the socket already open; the program's runs are
 * forks of it, so gdb follows the child, which stops with SIGTRAP once it has followed the schedule.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { findCommand } from '../compiler/compilers';
import { DristaError } from '../base/errors';
import { messages } from './messages';

/** The number that the program's end of the socket has. */
const SOCKET = 3;

/** An event of a run: the thread's n-th one, from 1. */
export interface Moment {
  readonly thread: number;
  readonly event: number;
}

/**
 * Commands for gdb, which stops in the runtime: select the innermost frame of the program. The runtime's code lies
 * between two symbols of the linker, except the function in which a thread begins.
 */
const standInProgram = `python
def dr_stand_in_program(goes_on):
    try:
        if goes_on and gdb.newest_frame().name() not in ("dr_error", "dr_happened"):
            gdb.execute("continue")
        names = ("__start_drista_text", "__stop_drista_text")
        low, high = (int(gdb.parse_and_eval("(unsigned long)&" + name)) for name in names)
        frame = gdb.newest_frame()
        while frame is not None and (low <= frame.pc() < high or frame.name() == "dr_switch_first"):
            frame = frame.older()
        if frame is not None:
            frame.select()
            gdb.execute("frame")
    except gdb.error:
        pass # it has ended, or its symbols were stripped
end`;

/** Is the text one line? Further lines would be commands of gdb. */
function isOneLine(text: string): boolean {
  return !/[\n\r]/.test(text);
}

function isForLoader(variable: string): boolean {
  return /^(LD|PYTHON)[A-Z_]*=/.test(variable);
}

/**
 * Runs gdb on the terminal; sends the frames (PREPARE, then RUN). It stops before the moment, if one is given. Returns
 * gdb's exit code.
 */
export function runGdb(
  program: string,
  args: readonly string[],
  env: readonly string[],
  frames: readonly Uint8Array[],
  gdbArgs: readonly string[],
  moment?: Moment,
): Promise<number> {
  const gdb = findCommand('gdb');
  if (gdb === undefined) throw new DristaError(messages.noGdb);
  // gdb passes the program's environment on unchanged. Variables that would affect gdb itself are set by commands.
  const forLoader = env.filter(isForLoader);
  const own = [...env.filter((e) => !isForLoader(e)), `DRISTA_FD=${SOCKET}`].map((e) => e.split(/=(.*)/s));
  const isSplit = args.some((arg) => !/^\S+$/.test(arg));
  if (isSplit) process.stderr.write(`drista: ${messages.splitArguments}\n`);
  const commands = [
    'set confirm off',
    'set startup-with-shell off',
    'set disable-randomization on',
    // The runtime's threads are not libc's, so gdb's thread support does not work.
    'set auto-load libthread-db off',
    'set libthread-db-search-path /nonexistent',
    'set follow-fork-mode child',
    'set detach-on-fork on',
    'set print inferior-events off',
    'set print thread-events off',
    // gdb adds these two variables.
    ...['LINES', 'COLUMNS']
      .filter((name) => !env.some((e) => e.startsWith(`${name}=`)))
      .map((name) => `unset environment ${name}`),
    ...forLoader.filter(isOneLine).map((e) => `set environment ${e.replace('=', ' = ')}`),
    // An error may come before the schedule's end is noticed.
    'set breakpoint pending on',
    'break dr_error',
    ...(moment === undefined
      ? []
      : [
          'set $dr_events = 0',
          // dr_self->number: the runtime has no debug information, and the number is what a thread begins with.
          `break dr_happened if **(unsigned short **)&dr_self == ${moment.thread} && ++$dr_events == ${moment.event}`,
        ]),
    // Without a shell gdb splits this at white space and changes nothing else; what it makes of --args is for a shell.
    ...(isSplit ? [] : [`set args ${args.join(' ')}`]),
    standInProgram,
    'run', // with arguments here, it would forget the program's
    `python dr_stand_in_program(${moment === undefined ? 'False' : 'True'})`,
  ];
  for (const [name] of env.filter((e) => !isOneLine(e)).map((e) => e.split('=')))
    process.stderr.write(`drista: ${messages.manyLines(name)}\n`);
  const folder = mkdtempSync(join(tmpdir(), 'drista-gdb-'));
  const script = join(folder, 'commands');
  writeFileSync(script, `${commands.join('\n')}\n`);
  // Libraries are mapped below the stack's limit, which must therefore be the same as in a check.
  const shell = [
    '-c',
    'ulimit -S -s 8192; exec "$@"',
    'sh',
    gdb,
    '-q',
    '-x',
    script,
    ...gdbArgs,
    '--args',
    program,
    ...args,
  ];
  const child = spawn('/bin/sh', shell, {
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    env: Object.fromEntries(own),
  });
  const socket = child.stdio[SOCKET] as unknown as Duplex;
  for (const frame of frames) socket.write(frame);
  socket.resume(); // the program's answers are ignored
  socket.on('error', () => undefined); // gdb has ended
  const ignore = (): void => undefined;
  process.on('SIGINT', ignore); // Ctrl-C is gdb's
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => {
      process.off('SIGINT', ignore);
      socket.destroy();
      rmSync(folder, { recursive: true, force: true });
      resolve(code ?? 2);
    });
  });
}
