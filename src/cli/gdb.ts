/**
 * gdb in a saved execution. gdb starts the program, with its end of the socket already open; the process that greets
 * there gets the frames, makes the run itself, and stops with SIGTRAP once it has followed the schedule. gdb's commands
 * for the execution are in share/drista/gdb.py.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { findCommand } from '../compiler/compilers';
import { DristaError } from '../base/errors';
import { gdbCommands } from '../base/paths';
import { complain } from './complain';
import { feed } from './gdb-socket';
import { messages } from './messages';

/** The number that the program's end of the socket has. */
const SOCKET = 3;

/** As the program's runtime is told, which is to stay in the process that gdb has started; as long as in a check. */
const SOCKET_TEXT = `0${SOCKET}d`;

/** Is the text one line? Further lines would be commands of gdb. */
function isOneLine(text: string): boolean {
  return !/[\n\r]/.test(text);
}

function isForLoader(variable: string): boolean {
  return /^(LD|PYTHON)[A-Z_]*=/.test(variable);
}

/**
 * Runs gdb on the terminal; sends the frames (PREPARE, then RUN) to each process of the program. `events`: what gdb's
 * commands know of the execution (gdb-events.ts). Returns gdb's exit code.
 */
export function runGdb(
  program: string,
  args: readonly string[],
  env: readonly string[],
  frames: readonly Uint8Array[],
  gdbArgs: readonly string[],
  events: string,
): Promise<number> {
  const gdb = findCommand('gdb');
  if (gdb === undefined) throw new DristaError(messages.noGdb);
  // gdb passes the program's environment on unchanged. Variables that would affect gdb itself are set by commands.
  const forLoader = env.filter(isForLoader);
  const own = [...env.filter((e) => !isForLoader(e)), `DRISTA_FD=${SOCKET_TEXT}`].map((e) => e.split(/=(.*)/s));
  const isSplit = args.some((arg) => !/^\S+$/.test(arg));
  if (isSplit) process.stderr.write(`drista: ${messages.splitArguments}\n`);
  const folder = mkdtempSync(join(tmpdir(), 'drista-gdb-'));
  const saved = join(folder, 'events.json');
  writeFileSync(saved, events);
  const commands = [
    'set confirm off',
    'set startup-with-shell off',
    'set disable-randomization on',
    // The runtime's threads are not libc's, so gdb's thread support does not work.
    'set auto-load libthread-db off',
    'set libthread-db-search-path /nonexistent',
    'set print inferior-events off',
    'set print thread-events off',
    // gdb adds these two variables.
    ...['LINES', 'COLUMNS']
      .filter((name) => !env.some((e) => e.startsWith(`${name}=`)))
      .map((name) => `unset environment ${name}`),
    ...forLoader.filter(isOneLine).map((e) => `set environment ${e.replace('=', ' = ')}`),
    // Without a shell gdb splits this at white space and changes nothing else; what it makes of --args is for a shell.
    ...(isSplit ? [] : [`set args ${args.join(' ')}`]),
    `source ${gdbCommands()}`,
    `python drista_begin(${JSON.stringify(saved)})`,
  ];
  for (const [name] of env.filter((e) => !isOneLine(e)).map((e) => e.split('=')))
    process.stderr.write(`drista: ${messages.manyLines(name)}\n`);
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
  feed(socket, program, frames, (error) => {
    complain(error);
    socket.destroy(); // which ends the program
  });
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
