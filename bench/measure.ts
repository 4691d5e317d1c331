/** Checks a program as a user does, from the start of the process to its end, and says what that took. */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DristaError } from '../src/base/errors';
import { packageRoot } from '../src/base/paths';
import { strategyNames, takesOption } from '../src/explore/strategies';

/** What one check says in its JSON report. */
export interface Counts {
  readonly verdict: string;
  readonly executions: number;
  readonly blocked: number;
  readonly deadEnds: number;
  readonly nodes: number;
  readonly runs: number;
  readonly events: number;
  /** Where states were explored: how many. */
  readonly states?: number;
}

/** What one check took. */
export interface Sample {
  /** The whole process. */
  readonly seconds: number;
  /** The check in it, as the report says. */
  readonly engineSeconds: number;
  /** Of all its processes, the program's too. */
  readonly cpuSeconds: number;
  /** Bytes that drista's own process had at most. */
  readonly schedulerPeak: number;
}

export interface Measured {
  readonly counts: Counts;
  readonly samples: readonly Sample[];
}

/** The one in the middle; of an even number the mean of the two. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Checks it `repeats` times with the options. A DristaError says that a check failed, ended with another verdict than
 * `verified`, or counted something else the next time.
 */
export async function measure(program: string, options: readonly string[], repeats: number): Promise<Measured> {
  const all: Once[] = [];
  for (let i = 0; i < repeats; i++) all.push(await once(program, options));
  const [{ counts }] = all;
  const what = `${program} ${options.join(' ')}`;
  if (counts.verdict !== 'verified')
    throw new DristaError(`${what}: ${counts.verdict}, not verified: look at it with \`drista\``);
  const other = all.find((each) => JSON.stringify(each.counts) !== JSON.stringify(counts));
  if (other !== undefined)
    throw new DristaError(`${what}: not the same twice: ${JSON.stringify(counts)} and ${JSON.stringify(other.counts)}`);
  return { counts, samples: all.map(({ sample }) => sample) };
}

interface Report extends Counts {
  readonly seconds: number;
  readonly peakMemory: number;
}

interface Once {
  readonly counts: Counts;
  readonly sample: Sample;
}

/** May a check with these options be given the place of its checkpoint? */
function leavesCheckpoint(options: readonly string[]): boolean {
  const at = options.indexOf('--strategy');
  const strategy = strategyNames.find((name) => at >= 0 && name === options[at + 1]);
  return !options.includes('--jobs') && (strategy === undefined || takesOption(strategy, 'checkpoint'));
}

/** One check. A DristaError says that it failed. */
export async function once(program: string, options: readonly string[]): Promise<Once> {
  const out = join(packageRoot(), 'build', 'bench', 'out/');
  const own = [
    '--quiet',
    '--report',
    'json=-',
    '--save',
    out,
    ...(leavesCheckpoint(options) ? ['--checkpoint', join(out, 'resume')] : []),
  ];
  const used = cpuOfChildren();
  const start = process.hrtime.bigint();
  const child = spawn(join(packageRoot(), 'drista'), [...own, ...options, program], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '',
    stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  await new Promise((resolve) => child.on('close', resolve));
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  if (stdout === '')
    throw new DristaError(
      `${program} ${options.join(' ')}: ${stderr.trim() || `drista was ended by ${child.signalCode}`}`,
    );
  const {
    verdict,
    executions,
    blocked,
    deadEnds,
    nodes,
    runs,
    events,
    states,
    seconds: engineSeconds,
    peakMemory,
  } = JSON.parse(stdout) as Report;
  return {
    counts: {
      verdict,
      executions,
      blocked,
      deadEnds,
      nodes,
      runs,
      events,
      ...(states === undefined ? {} : { states }),
    },
    sample: { seconds, engineSeconds, cpuSeconds: cpuOfChildren() - used, schedulerPeak: peakMemory },
  };
}

/**
 * proc(5), stat: fields 16 and 17, seconds of CPU that processes have used which this one started, or they, and whose
 * end was waited for. Steps of 10 ms.
 */
function cpuOfChildren(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  // The second field is a name in brackets, which may hold anything.
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(13, 15)
    .map(Number);
  return (user + system) / 100; // USER_HZ is 100 on x86-64
}

/**
 * Bytes that a run of the program has in memory at most: of one by itself, under the runtime's own policy. `peak`:
 * bench/peak.c.
 */
export function peakOfRun(peak: string, program: string): number {
  const done = spawnSync(peak, [program], { encoding: 'utf8' });
  if (done.status !== 0)
    throw new DristaError(`${program} failed when it ran by itself: ${done.stderr.trim() || 'try it'}`);
  return Number(done.stdout) * 1024;
}

/** Seconds that a program takes by itself, each time. */
export function plainSeconds(program: string, repeats: number): number[] {
  return Array.from({ length: repeats }, () => {
    const start = process.hrtime.bigint();
    const done = spawnSync(program, { stdio: 'ignore' });
    if (done.status !== 0) throw new DristaError(`${program} failed (${done.signal ?? `exit code ${done.status}`})`);
    return Number(process.hrtime.bigint() - start) / 1e9;
  });
}
