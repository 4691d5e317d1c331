/** Checks for limits of the process (setrlimit) that are too low for Node or a checked program. */
import { readFileSync } from 'node:fs';
import { DristaError } from '../base/errors';
import { messages } from './messages';

/** The socket of a checked program is file 200 (native/launch.cc), and Node opens some dozens. */
const FILES = 256;
/** Threads of Node's, of a check, and a process for each run. The number counts all processes of the user. */
const PROCESSES = 100;
/** Bytes of address space: the runtime reserves terabytes for shadow memory. */
const ADDRESSES = 2 ** 43;

/**
 * Throws a DristaError that names the limit which is too low. The launcher (`drista`) checks before, since Node itself
 * may fail to start.
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
