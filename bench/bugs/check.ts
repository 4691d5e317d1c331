/** Building a program with a known bug, and one check of it. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { launcher, packageRoot } from '../../src/base/paths';
import { takesOption, type StrategyName } from '../../src/explore/strategies';
import { isBug, type FoundError, type Row } from './rows';
import { withoutHeaders } from './source';

/** What is tried: a strategy, or `drista fuzz` without a corpus. */
export type Tried = StrategyName | 'fuzz';

/** Does it choose at random? */
export function hasSeed(tried: Tried): boolean {
  return tried === 'fuzz' || takesOption(tried, 'seed');
}

/** What a check has come to. */
export interface Outcome {
  /** `other`: another error ended the check; `refused`: drista has not checked the program. */
  readonly result: 'found' | 'not found' | 'other' | 'refused';
  /** Of an error or a refusal. */
  readonly message: string;
  /** Those begun, with the one that has the error: also those that came to nothing. */
  readonly executions: number;
  /** Those of them that came to nothing. */
  readonly deadEnds: number;
  /** How often the program ran. */
  readonly runs: number;
  /** Of the check, without the start of drista. */
  readonly seconds: number;
}

/** Limits of one check. */
export interface Limits {
  readonly executions: number;
  readonly seconds: number;
}

/** The fields of drista's report that matter. */
interface Report {
  readonly verdict: string;
  readonly message?: string;
  readonly executions: number;
  readonly blocked: number;
  readonly deadEnds: number;
  readonly runs: number;
  readonly seconds: number;
  readonly errors: readonly FoundError[];
}

// Functions without a return are common in these programs. clang would let them run into a trap, or anywhere.
const warnings = ['-w', '-Wno-return-type', '-Wno-implicit-function-declaration'];

/** Builds the row's program in the folder. Returns the compiler's first complaint; undefined: it is built. */
export function build(row: Row, checkout: string, folder: string): string | undefined {
  mkdirSync(folder, { recursive: true });
  const isC = row.sources[0].endsWith('.c');
  const sources = row.sources.map((source) => {
    const from = join(checkout, source);
    const to = join(folder, basename(source));
    if (isC) writeFileSync(to, withoutHeaders(readFileSync(from, 'latin1')), 'latin1');
    else copyFileSync(from, to);
    return to;
  });
  const isPermissive = row.permissive === true;
  const language = isPermissive ? ['--drista-compiler=gcc', '-fpermissive', '-x', 'c++'] : ['-fno-strict-return'];
  const own = row.mixes === true ? [join(packageRoot(), 'bench', 'bugs', 'allocation.cc')] : [];
  const done = spawnSync(
    launcher(),
    [
      isC && !isPermissive ? 'cc' : 'c++',
      ...language,
      ...['-g', '-O0', '-pthread', ...warnings, ...(row.flags ?? [])],
      ...['-I', dirname(join(checkout, row.sources[0]))],
      ...['-o', join(folder, 'program'), ...sources, ...own],
    ],
    { encoding: 'utf8' },
  );
  if (done.status === 0) return undefined;
  return /.*(error|undefined)\b.*/.exec(done.stderr)?.[0] ?? 'it cannot be built';
}

/**
 * Checks the program that `build` made. Data races are no errors, as in the studies that the programs are from: racing
 * accesses take part in the exploration instead.
 */
export function check(row: Row, folder: string, tried: Tried, seed: number, limits: Limits): Outcome {
  const json = join(folder, 'report.json');
  rmSync(json, { force: true });
  spawnSync(
    launcher(),
    [
      ...(tried === 'fuzz' ? ['fuzz', '--no-corpus', '--seed', `${seed}`] : strategyOption(tried, seed)),
      ...['--model', 'sc', '--races', 'ignore', '--tune', 'minimise=off', '--quiet'],
      ...['--max-executions', `${limits.executions}`, '--time-limit', `${limits.seconds}`],
      ...['--save', join(folder, 'saved'), '--report', `json=${json}`, './program', '--', ...(row.args ?? [])],
    ],
    { cwd: folder, timeout: (limits.seconds + 60) * 1000, stdio: 'ignore' },
  );
  try {
    return outcomeOf(row, JSON.parse(readFileSync(json, 'utf8')) as Report);
  } catch {
    const message = 'drista has not ended in time';
    return { result: 'refused', message, executions: 0, deadEnds: 0, runs: 0, seconds: limits.seconds };
  }
}

function strategyOption(strategy: StrategyName, seed: number): string[] {
  return ['--strategy', hasSeed(strategy) ? `${strategy}:seed=${seed}` : strategy];
}

/** What the report says about the row's bug. */
export function outcomeOf({ bug }: Row, report: Report): Outcome {
  if (report.verdict === 'failure') {
    const message = report.message?.split('\n')[0] ?? '';
    return { result: 'refused', message, executions: 0, deadEnds: 0, runs: 0, seconds: 0 };
  }
  const { executions, blocked, deadEnds, runs, seconds, errors } = report;
  const known = errors.find((error) => isBug(bug, error));
  const error = known ?? errors.at(0);
  return {
    result: error === undefined ? 'not found' : known === undefined ? 'other' : 'found',
    message: error === undefined ? '' : `${error.kind}: ${error.message.split('\n')[0]}`,
    executions: executions + blocked + deadEnds + (error === undefined ? 0 : 1),
    deadEnds,
    runs,
    seconds,
  };
}
