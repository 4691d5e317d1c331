/** `drista fuzz` as a check: the strategy, the corpus, and what is said of it. */
import { Symbols } from '../debug-info/symbols';
import type { FoundError, Verdict } from '../explore/common/verdict';
import type { StrategyFactory } from '../explore/strategy/strategy';
import { CorpusFolder } from '../fuzz/corpus-folder';
import { coveredPairs, type CoveredPair } from '../fuzz/covered-pairs';
import { fuzzStrategy } from '../fuzz/fuzz-walks';
import { Fuzzing } from '../fuzz/fuzzing';
import { Places } from '../fuzz/places';
import type { ProcessProgram } from '../program/process-program';
import type { RunTraces } from '../program/runtime-notes';
import { shorterInput, type WithInput } from '../minimise/shorter-input';
import type { CheckRequest, FuzzRequest } from './check-request';
import { exploreOptionsOf } from './checked-program';

/** The time for shorter inputs of errors, in milliseconds. */
const SHORTENING = 2000;

export class FuzzCheck {
  private readonly fuzzing: Fuzzing;
  private readonly places: Places;
  private readonly found: Int32Array;

  /** Throws a DristaError if there cannot be such a corpus. */
  constructor(
    private readonly request: CheckRequest,
    fuzz: FuzzRequest,
    private readonly program: ProcessProgram,
    private readonly interrupted: () => boolean,
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
    return [fuzzStrategy(this.fuzzing, maxExecutions, timeLimit !== undefined)];
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
    const errors = this.withInputs(verdict.errors);
    return {
      ...verdict,
      executions: fuzzing.executions,
      errors,
      notes: [
        ...verdict.notes,
        `reads have read from writes in ${pairs.size} pairs of places, of ${pairs.size + missing.length} that might`,
        ...fuzzing.notes,
      ],
    };
  }

  /** The errors with inputs that lead to them, shorter ones if there are any. */
  private withInputs(errors: readonly FoundError[]): FoundError[] {
    const { fuzzing, program, request, interrupted } = this;
    const end = Date.now() + SHORTENING;
    const known: WithInput = {
      program,
      restartWith: (input) => {
        fuzzing.restartWith(input);
      },
      options: exploreOptionsOf(request.settings),
      isOver: () => !request.settings.minimise || interrupted() || Date.now() >= end,
    };
    return errors.map((error) => {
      const input = fuzzing.inputOf(error);
      if (input === undefined) return error;
      let best = { error, input };
      try {
        best = shorterInput(best, known);
      } catch {
        // The program cannot be followed there. The input stays as it was found.
      }
      return fuzzing.withInput(best.error, best.input);
    });
  }

  /** Which reads have read from which writes, and which might. */
  pairs(program: ProcessProgram): CoveredPair[] {
    return coveredPairs(this.fuzzing.coverage, this.places, new Symbols(program.modules));
  }
}
