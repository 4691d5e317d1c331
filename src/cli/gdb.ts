/**
 * gdb in a saved execution. gdb starts the program, with its end of the socket already open; the program's runs are
 * forks of it, so gdb follows the child, which stops with SIGTRAP once it has followed the schedule.
 */
import { spawn } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { findCommand } from '../build/compilers';
import { DristaError } from '../errors';
import { messages } from './messages';

/** The number that the program's end of the socket has. */
const SOCKET = 3;

/** Runs gdb on the terminal; sends the frames (PREPARE, then RUN). Returns gdb's exit code. */
export function runGdb(program: string, args: readonly string[], env: readonly string[], frames: readonly Uint8Array[], gdbArgs: readonly string[]): Promise<number> {
  const gdb = findCommand('gdb');
  if (gdb === undefined) throw new DristaError(messages.noGdb);
  const commands = [
    'set confirm off',
    'set startup-with-shell off',
    'set disable-randomization on',
    // The runtime's threads are not the C library's: it would only be confused.
    'set auto-load libthread-db off',
    'set libthread-db-search-path /nonexistent',
    'set follow-fork-mode child',
    'set detach-on-fork on',
    'set print inferior-events off',
    'set print thread-events off',
    'unset environment',
    ...[...env, `DRISTA_FD=${SOCKET}`].map((e) => `set environment ${e.replace('=', ' = ')}`),
    // An error may come before the schedule's end is noticed.
    'set breakpoint pending on',
    'break dr_error',
    'run < /dev/null',
  ];
  // Libraries are mapped below the stack's limit, so that must be what it is in a check.
  const shell = ['-c', 'ulimit -S -s 8192; exec "$@"', 'sh', gdb, '-q', ...commands.flatMap((c) => ['-ex', c]), ...gdbArgs, '--args', program, ...args];
  const child = spawn('/bin/sh', shell, { stdio: ['inherit', 'inherit', 'inherit', 'pipe'] });
  const socket = child.stdio[SOCKET] as unknown as Duplex;
  for (const frame of frames) socket.write(frame);
  socket.resume(); // what the program answers does not matter here
  socket.on('error', () => undefined); // gdb has ended
  const ignore = (): void => undefined;
  process.on('SIGINT', ignore); // Ctrl-C is gdb's
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => {
      process.off('SIGINT', ignore);
      socket.destroy();
      resolve(code ?? 2);
    });
  });
}
