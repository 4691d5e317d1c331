/** Runs tests side by side: builds each, checks it as its header says, compares. */
import { readFileSync } from 'node:fs';
import { availableParallelism, freemem } from 'node:os';
import { join } from 'node:path';
import { DristaError } from '../base/errors';
import { CheckProcesses } from './check-processes';
import { compare, type Comparison } from './comparison';
import { buildTest } from './test-build';
import { checkProgram, type CheckCommand, type CheckResult } from './test-check';
import { testName, type TestConfig } from './test-config';
import { readHeader, type TestCheck, type TestHeader } from './test-header';
import { VerdictCache } from './verdict-cache';

/** One check of one test, and what came of it. */
export interface TestResult extends Comparison {
  /** The test's file, relative to the configuration's folder. */
  readonly name: string;
  readonly file: string;
  /** The options by which the header tells this check from others of the same test. */
  readonly options: readonly string[];
  /** Undefined: the test could not be built, or its header is wrong. */
  readonly expected: TestCheck | undefined;
  readonly found: CheckResult | undefined;
  /** The result was remembered. */
  readonly isCached: boolean;
  /** What the compiler said, if the test could not be built. */
  readonly output: string;
  /** Of building and checking. */
  readonly seconds: number;
}

export interface TestRunOptions {
  readonly jobs: number | undefined;
  /** Seconds for checks whose test does not say; undefined: as configured. */
  readonly timeLimit: number | undefined;
  readonly useCache: boolean;
  /** Finds all errors, and checks tests that state no expectation. */
  readonly update: boolean;
  /** Given if other machines explore, too: Redis's address, and which checks can be led to them. */
  readonly on?: { readonly url: string; readonly takes: (command: CheckCommand) => Promise<boolean> };
  /** Ends the run: what has not begun by then is left out. */
  readonly signal: AbortSignal;
}

/** Is told of each test when it starts, and of each check of it when it ends. */
export interface TestListener {
  started(name: string): void;
  ended(name: string, results: readonly TestResult[]): void;
}

const MEBIBYTE = 2 ** 20;
const LEAST_MEMORY = 64;

/**
 * Runs the tests of these files, so many at a time. Results are in the order of the files. Rejects with a DristaError,
 * and ends all tests, where a file that they need cannot be written.
 */
export async function runTests(
  files: readonly string[],
  config: TestConfig,
  options: TestRunOptions,
  listener: TestListener,
): Promise<TestResult[]> {
  const jobs = Math.max(1, Math.min(options.jobs ?? config.jobs ?? availableParallelism(), files.length));
  const memory = Math.max(LEAST_MEMORY, Math.floor(freemem() / 2 / jobs / MEBIBYTE));
  const failed = new AbortController();
  const signal = AbortSignal.any([options.signal, failed.signal]);
  const runner = new TestRunner(config, { ...options, signal }, memory);
  const all: (readonly TestResult[])[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < files.length && !signal.aborted) {
      const i = next++;
      const name = testName(files[i], config);
      listener.started(name);
      const results = await runner.run(name, files[i]).catch((error: unknown) => {
        failed.abort();
        throw withoutStack(error);
      });
      if (signal.aborted) return;
      all[i] = results;
      listener.ended(name, results);
    }
  };
  try {
    await Promise.all(Array.from({ length: jobs }, work));
  } finally {
    runner.end();
  }
  return all.flat();
}

/** What a call on a file has thrown, in a line. Any other error is itself. */
function withoutStack(error: unknown): unknown {
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === undefined || path === undefined) return error;
  return new DristaError(`${path} cannot be written (${code}): tests are built and remembered there, make it writable`);
}

class TestRunner {
  private readonly cache: VerdictCache;
  private readonly processes: CheckProcesses;

  constructor(
    private readonly config: TestConfig,
    private readonly options: TestRunOptions,
    private readonly memory: number,
  ) {
    this.cache = new VerdictCache(join(config.output, 'verdicts'), join(config.root, 'drista-out'));
    this.processes = new CheckProcesses(config.root, options.signal);
  }

  end(): void {
    this.processes.end();
  }

  /** The results of all checks of a test. */
  async run(name: string, file: string): Promise<TestResult[]> {
    const begun = performance.now();
    const seconds = (): number => (performance.now() - begun) / 1000;
    const nothing = { name, file, options: [], expected: undefined, found: undefined, isCached: false, output: '' };
    const broken = (reason: string, output: string): TestResult[] => [
      { ...nothing, status: 'broken', reason, output, seconds: seconds() },
    ];
    let header: TestHeader;
    try {
      header = readHeader(readFileSync(file, 'utf8'), name);
      if (header.checks.length === 0 && !this.options.update)
        throw new DristaError(
          `${name}: it states no expectation, such as \`// drista: verified\`, in a comment before its code`,
        );
    } catch (error) {
      return broken((error as Error).message, '');
    }
    const built = await buildTest(file, header, this.config, this.options.signal);
    if (!('program' in built)) return broken('it could not be built', built.output);
    const checks: readonly TestCheck[] =
      header.checks.length > 0 ? header.checks : [{ options: [], verdict: 'verified', errors: [] }];
    const results: TestResult[] = [];
    let before = 0;
    for (const expected of checks) {
      const { found, isCached } = await this.check(built, header, expected);
      const options = checks.length > 1 ? [...(expected.outcomes ? ['outcomes'] : []), ...expected.options] : [];
      const [start, end] = [before, seconds()];
      before = end;
      results.push({
        ...nothing,
        ...compare(expected, found, header),
        options,
        expected,
        found,
        isCached,
        seconds: end - start,
      });
    }
    return results;
  }

  private async check(
    built: { readonly program: string; readonly content: string },
    header: TestHeader,
    expected: TestCheck,
  ): Promise<{ found: CheckResult; isCached: boolean }> {
    const options = [...this.config.options, ...expected.options];
    const keepGoing = expected.errors.length > 1 || this.options.update;
    const { program, content } = built;
    const key = this.cache.key([
      program,
      content,
      options,
      header.arguments,
      Object.entries(header.environment).map(([variable, value]) => `${variable}=${value}`),
      expected.outcomes ? 'outcomes' : String(keepGoing),
    ]);
    const known = this.options.useCache ? this.cache.find(key) : undefined;
    if (known !== undefined) return { found: known, isCached: true };
    const timeLimit = header.timeLimit ?? this.options.timeLimit ?? this.config.timeLimit;
    const command: CheckCommand = {
      program,
      options,
      arguments: header.arguments,
      environment: header.environment,
      kind: expected.outcomes !== undefined ? 'outcomes' : header.isSpec ? 'spec' : 'check',
      keepGoing,
      timeLimit,
      memory: this.memory,
      cwd: this.config.root,
    };
    const found = (await this.sharedCheck(command, expected, header)) ?? (await this.perform(command));
    // A limit of time or memory ends a check elsewhere, or never, another time; a failure may have causes outside.
    const isLasting =
      found.verdict === 'verified' ||
      (found.verdict === 'error' && !isUnfinished(found, keepGoing || expected.outcomes !== undefined));
    if (isLasting) this.cache.keep(key, found);
    return { found, isCached: false };
  }

  private perform(command: CheckCommand): Promise<CheckResult> {
    return checkProgram(command, this.processes, this.options.signal);
  }

  /**
   * The result of the check on several machines, if one machine cannot come to another one: it is verified, or has the
   * errors that are expected. Several machines may find another error first, and they do not explore states.
   */
  private async sharedCheck(
    command: CheckCommand,
    expected: TestCheck,
    header: TestHeader,
  ): Promise<CheckResult | undefined> {
    const { on, update } = this.options;
    if (on === undefined || !(await on.takes(command))) return undefined;
    const found = await this.perform({ ...command, options: [...command.options, '--on', on.url] });
    if (found.limitsHit.length > 0) return undefined;
    const isExpected = found.verdict === 'error' && !update && compare(expected, found, header).status === 'passed';
    return found.verdict === 'verified' || isExpected ? found : undefined;
  }
}

/** Did a limit end a check that was to find all errors? */
function isUnfinished({ limitsHit }: CheckResult, keepGoing: boolean): boolean {
  return (
    keepGoing && limitsHit.some((limit) => ['time', 'memory', 'run-time', 'run-memory', 'run-killed'].includes(limit))
  );
}
