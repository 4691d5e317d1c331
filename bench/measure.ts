/** Checks a program as a user does, from the start of the process to its end, and says what that took. */
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { DristaError } from '../src/errors';
import { packageRoot } from '../src/paths';
import { PeakWatch, cpuOfChildren } from './memory';

/** What one check says in its JSON report. */
export interface Counts {
  readonly verdict: string;
  readonly executions: number;
  readonly blocked: number;
  readonly deadEnds: number;
  readonly nodes: number;
  readonly runs: number;
  readonly events: number;
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
  /** Bytes that a process of the program had at most, in a check that is not among the samples: looking takes time. */
  readonly programPeak: number;
  readonly samples: readonly Sample[];
}

/** The one in the middle; of an even number the mean of the two. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Checks it `repeats` times with the options, and once before to warm up. A DristaError says that a check failed, ended with another verdict than `verified`, or counted
 * something else the next time.
 */
export async function measure(program: string, options: readonly string[], repeats: number): Promise<Measured> {
  const warm = await once(program, options, true);
  const { counts } = warm;
  const all: Once[] = [];
  const what = `${program} ${options.join(' ')}`;
  if (counts.verdict !== 'verified') throw new DristaError(`${what}: ${counts.verdict}, not verified: look at it with \`drista\``);
  for (let i = 0; i < repeats; i++) all.push(await once(program, options));
  const other = all.find((each) => JSON.stringify(each.counts) !== JSON.stringify(counts));
  if (other !== undefined) throw new DristaError(`${what}: not the same twice: ${JSON.stringify(counts)} and ${JSON.stringify(other.counts)}`);
  return { counts, programPeak: warm.programPeak, samples: all.map(({ sample }) => sample) };
}

interface Report extends Counts {
  readonly seconds: number;
  readonly peakMemory: number;
}

interface Once {
  readonly counts: Counts;
  readonly sample: Sample;
  /** 0 where it was not watched. */
  readonly programPeak: number;
}

/** One check. A DristaError says that it failed. `watched`: look at the memory of the program's processes meanwhile. */
export async function once(program: string, options: readonly string[], watched = false): Promise<Once> {
  const main = join(packageRoot(), 'dist', 'src', 'cli', 'main.js');
  const save = join(packageRoot(), 'build', 'bench', 'out/');
  const used = cpuOfChildren();
  const start = process.hrtime.bigint();
  const child = spawn(process.execPath, [main, '--quiet', '--json', '-', '--save', save, ...options, program], { stdio: ['ignore', 'pipe', 'pipe'] });
  const watch = watched ? new PeakWatch(child.pid!) : undefined;
  let stdout = '', stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => { stdout += text; });
  child.stderr.setEncoding('utf8').on('data', (text: string) => { stderr += text; });
  await new Promise((resolve) => child.on('close', resolve));
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  const programPeak = watch?.stop() ?? 0;
  if (stdout === '') throw new DristaError(`${program} ${options.join(' ')}: ${stderr.trim() || `drista was ended by ${child.signalCode}`}`);
  const { verdict, executions, blocked, deadEnds, nodes, runs, events, seconds: engineSeconds, peakMemory } = JSON.parse(stdout) as Report;
  return {
    counts: { verdict, executions, blocked, deadEnds, nodes, runs, events },
    programPeak, sample: { seconds, engineSeconds, cpuSeconds: cpuOfChildren() - used, schedulerPeak: peakMemory },
  };
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
