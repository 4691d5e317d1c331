/** How much memory this process has had at once. */
import { readFileSync } from 'node:fs';

/**
 * Bytes that were resident at most: VmHWM of proc(5). Not ru_maxrss of getrusage, where what the process was before
 * exec counts too. Undefined where /proc is not there.
 */
export function peakMemory(): number | undefined {
  try {
    const found = /^VmHWM:\s*(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'));
    return found === null ? undefined : Number(found[1]) * 1024;
  } catch {
    return undefined;
  }
}
