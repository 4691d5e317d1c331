import { constants } from 'node:os';

/** A status of waitpid in words: "signal SIGSEGV" or "exit code 1". */
export function describeWaitStatus(status: number): string {
  const signal = status & 0x7f;
  if (signal === 0) return `exit code ${(status >> 8) & 0xff}`;
  const name = Object.entries(constants.signals).find(([, number]) => number === signal)?.[0];
  return `signal ${name ?? signal}`;
}
