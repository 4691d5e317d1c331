/** What `--memory-limit` says. */
import { readFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { DristaError } from '../base/errors';
import { messages } from './messages';
import type { CheckOptions } from './option-table';

const UNITS: Readonly<Record<string, number>> = { '': 1, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30, T: 2 ** 40 };

/** Bytes below which no program starts. */
const LEAST = 2 ** 24;

/** How many bytes each worker's runs may have; a DristaError says what is wrong with the option. */
export function memoryLimitOf({ 'memory-limit': given, jobs }: CheckOptions): number {
  const all = given === undefined ? available() / 2 : bytesOf(given);
  return Math.max(LEAST, Math.floor(all / jobs));
}

function bytesOf(given: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)([KMGT]?)(?:i?B)?$/i.exec(given) ?? [];
  const bytes = Number(number) * UNITS[unit?.toUpperCase() ?? ''];
  if (!(bytes >= LEAST) || !Number.isSafeInteger(Math.floor(bytes))) throw new DristaError(messages.badMemory(given));
  return bytes;
}

/** Bytes available for new processes, as reported by the kernel and by the container. */
function available(): number {
  return Math.min(freemem(), ofContainer());
}

/** Bytes that may still be allocated in the process's cgroup (cgroups(7)). */
function ofContainer(): number {
  const [most, used] = ['memory.max', 'memory.current'].map((name) => {
    try {
      return Number(readFileSync(`/sys/fs/cgroup/${name}`, 'utf8'));
    } catch {
      return NaN;
    }
  });
  return most > used ? most - used : Infinity;
}
