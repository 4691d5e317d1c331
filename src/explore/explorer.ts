/** What a user asks for and gets: explores a program under a model, and begins afresh where that was found to be needed. */
import type { ModelName } from '../model/model';
import { Restart, type Program } from '../program/program';
import { Afresh } from './afresh';
import { Partition } from './partition';
import { Refinement } from './refinement';
import { Session, Stop } from './session';
import { Strengthening } from './strengthen';
import type { Counts, Verdict } from './verdict';

export type EquivalenceName = 'observational' | 'rf' | 'co';

export interface Progress extends Readonly<Counts> {
  /** Decisions that lead to the present state. */
  readonly depth: number;
}

export interface ExploreOptions {
  readonly model: ModelName;
  readonly equivalence: EquivalenceName;
  /** Go on after an error; else the first one stops. */
  readonly keepGoing?: boolean;
  readonly maxExecutions?: number;
  readonly timeLimitSeconds?: number;
  /** Executions with more events are cut off. Default 10000. */
  readonly maxSteps?: number;
  /** Is an exit code other than 0 an error? */
  readonly checkExitCode?: boolean;
  /** Run and compare every execution as a whole, not only what is new. */
  readonly runAll?: boolean;
  /** Called now and then, at most about ten times a second. */
  readonly onProgress?: (p: Progress) => void;
  /** Called with the histories (or sources) of each complete execution; for tests. */
  readonly onExecution?: (session: Session) => void;
}

/** Explores every execution of the program. Exceptions of the program (it cannot be run ...) pass through. */
export function explore(program: Program, options: ExploreOptions): Verdict {
  const strengthening = new Strengthening(options.model);
  const refinement = new Refinement(options.equivalence === 'observational');
  const session = new Session(options);
  for (;;) {
    try {
      session.begin();
      new Partition(program, strengthening, options.equivalence, refinement, session).run();
      break;
    } catch (e) {
      if (e instanceof Stop) break;
      if (isStackOverflow(e)) {
        session.tooDeep();
        break;
      }
      if (!(e instanceof Restart)) throw e;
      if (!(e instanceof Afresh)) program.restart?.();
    }
  }
  return session.verdict();
}

/** The exploration calls itself for every decision, so an execution may be too long for the stack. */
function isStackOverflow(e: unknown): boolean {
  return e instanceof RangeError && e.message === 'Maximum call stack size exceeded';
}
