/** The peak of this process's resident memory. */
import { readFileSync } from 'node:fs';

/**
 * The peak in bytes: VmHWM of proc(5). (ru_maxrss of getrusage includes the process before exec.) Undefined without
 * /proc.
 */
export function peakMemory(): number | undefined {
  try {
    const found = /^VmHWM:\s*(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'));
    return found === null ? undefined : Number(found[1]) * 1024;
  } catch {
    return undefined;
  }
}
