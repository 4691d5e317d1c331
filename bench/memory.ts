/**
 * Peak memory of the processes of the program that drista checks, from /proc, looked at again and again: a run ends too quickly for anything else. getrusage
 * would not do: what a process had before exec counts there, and between fork and exec that is a copy of Node.
 */
import { readdirSync, readFileSync } from 'node:fs';

/** Looks at a drista that runs. */
export class PeakWatch {
  private peak = 0;
  private server: number | undefined;
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly drista: number, milliseconds = 1) {
    this.timer = setInterval(() => { this.look(); }, milliseconds);
  }

  /** Ends it. Bytes that were resident in one process, at most; 0: none was seen. */
  stop(): number {
    clearInterval(this.timer);
    return this.peak;
  }

  private look(): void {
    // The runs are children of the server, which is drista's. Numbers of processes grow: few are greater, and all others are older.
    const newer = readdirSync('/proc').map(Number).filter((pid) => pid > this.drista);
    this.server ??= newer.find((pid) => parent(pid) === this.drista);
    if (this.server === undefined) return;
    for (const pid of newer) {
      if (pid === this.server || parent(pid) === this.server) this.peak = Math.max(this.peak, highWater(pid));
    }
  }
}

/** Empty where the process has ended meanwhile. */
function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** proc(5), status: VmHWM, in kB. */
function highWater(pid: number): number {
  return Number(/^VmHWM:\s*(\d+)/m.exec(read(pid, 'status'))?.[1] ?? 0) * 1024;
}

/** proc(5), stat: field 4. */
function parent(pid: number): number {
  return Number(fields(read(pid, 'stat'))[1]);
}

/** proc(5), stat: fields 16 and 17, seconds of CPU that processes have used which this one started, or they, and whose end was waited for. Steps of 10 ms. */
export function cpuOfChildren(): number {
  const [user, system] = fields(readFileSync('/proc/self/stat', 'utf8')).slice(13, 15).map(Number);
  return (user + system) / 100; // USER_HZ is 100 on x86-64
}

/** From field 3 on: the second is a name in brackets, which may hold anything. */
const fields = (stat: string): string[] => stat.slice(stat.lastIndexOf(')') + 2).split(' ');
