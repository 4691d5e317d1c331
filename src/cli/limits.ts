/** Limits of the process (setrlimit) under which neither Node nor a checked program gets far. */
import { readFileSync } from 'node:fs';
import { DristaError } from '../base/errors';
import { messages } from './messages';

/** The socket of a checked program is file 200 (native/launch.cc), and Node opens some dozens. */
const FILES = 256;
/** Threads of Node's, of a check, and a process for each run. The number counts all processes of the user. */
const PROCESSES = 100;
/** Bytes of addresses: the runtime keeps what it knows of each byte of memory at addresses of their own. */
const ADDRESSES = 2 ** 43;

/**
 * A DristaError names the limit that is too low. The launcher (`drista`) looks before Node starts, which may not get
 * this far.
 */
export function checkLimits(): void {
  const text = limitsText();
  for (const { name, least, message } of [
    { name: 'Max open files', least: FILES, message: (n: number) => messages.fewFiles(n, FILES) },
    {
      name: 'Max processes',
      least: process.geteuid?.() === 0 ? 0 : PROCESSES,
      message: (n: number) => messages.fewProcesses(n, PROCESSES),
    }, // root has no limit
    { name: 'Max address space', least: ADDRESSES, message: messages.fewAddresses },
  ]) {
    const found = new RegExp(`^${name} +(\\d+) `, 'm').exec(text)?.[1]; // `unlimited` is no number
    if (found !== undefined && Number(found) < least) throw new DristaError(message(Number(found)));
  }
}

function limitsText(): string {
  try {
    return readFileSync('/proc/self/limits', 'latin1');
  } catch {
    return '';
  }
}
