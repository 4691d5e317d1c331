/** `drista fuzz` as a check: the strategy, the corpus, and what is said of it. */
import { Symbols } from '../debug-info/symbols';
import type { Verdict } from '../explore/common/verdict';
import type { StrategyFactory } from '../explore/strategy/strategy';
import { CorpusFolder } from '../fuzz/corpus-folder';
import { coveredPairs, type CoveredPair } from '../fuzz/covered-pairs';
import { Fuzzing } from '../fuzz/fuzzing';
import { Places } from '../fuzz/places';
import type { ProcessProgram } from '../program/process-program';
import type { RunTraces } from '../program/runtime-notes';
import { ONE_THREAD } from '../explore/session/completion';
import type { CheckRequest, FuzzRequest } from './check-request';

export class FuzzCheck {
  private readonly fuzzing: Fuzzing;
  private readonly places: Places;
  private readonly found: Int32Array;

  /** Throws a DristaError if there cannot be such a corpus. */
  constructor(
    private readonly request: CheckRequest,
    fuzz: FuzzRequest,
    program: ProcessProgram,
  ) {
    this.places = new Places(program);
    const { corpus, largestInput } = fuzz;
    const folder =
      corpus === undefined ? undefined : new CorpusFolder(corpus, request.buildId, this.places, largestInput);
    this.found = new Int32Array(fuzz.found);
    const isOver = (): boolean => !request.settings.keepGoing && Atomics.load(this.found, 0) !== 0;
    const { seed } = request.settings;
    this.fuzzing = new Fuzzing({ ...fuzz, seed, isOver }, program, this.places, folder);
  }

  /** The strategy. */
  get factories(): readonly StrategyFactory<unknown>[] {
    const { maxExecutions, timeLimit } = this.request.settings;
    return [this.fuzzing.strategy(maxExecutions, timeLimit !== undefined)];
  }

  /** To be called with the traces of each run. */
  ran(traces: RunTraces): void {
    this.fuzzing.ran(traces);
  }

  /** What `explore` finds, with what is to be said of it. */
  verdict(explore: () => Verdict): Verdict {
    const verdict = explore();
    if (verdict.errors.length > 0) Atomics.store(this.found, 0, 1);
    const { fuzzing } = this;
    const { pairs, missing } = fuzzing.coverage;
    const errors = verdict.errors.map((error) => fuzzing.withInput(error));
    return {
      ...verdict,
      executions: fuzzing.executions,
      errors,
      notes: [
        // It is said of the first execution.
        ...verdict.notes.filter((note) => fuzzing.threads === 1 || note !== ONE_THREAD),
        `reads have read from writes in ${pairs.size} pairs of places, of ${pairs.size + missing.length} that might`,
        ...fuzzing.notes,
      ],
    };
  }

  /** Which reads have read from which writes, and which might. */
  pairs(program: ProcessProgram): CoveredPair[] {
    return coveredPairs(this.fuzzing.coverage, this.places, new Symbols(program.modules));
  }
}
