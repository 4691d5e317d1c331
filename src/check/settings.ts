/** How a program is checked, as plain data. */
import type { ProgressGuarantee } from '../explore/common/progress-guarantee';
import type { CrashSettings, FaultSettings, OutsideInput } from '../channel/environment';
import type { EquivalenceName } from '../explore/equivalence/equivalence';
import type { StrategyName } from '../explore/strategies';
import type { ModelName } from '../model/names';
import type { AtomicAs, WeakExchanges } from '../program/runner';

/** What is explored. A resumed check takes it from its checkpoint. */
export interface ExploredSettings {
  readonly model: ModelName;
  readonly equivalence: EquivalenceName;
  readonly strategy: StrategyName;
  /** Of random choices. */
  readonly seed: number;
  /** For strategy pct: how many orderings a bug may need. */
  readonly depth: number;
  /** Share of the work for executions sampled at random, in percent. */
  readonly chance: number;
  /** The most preemptions of an execution; undefined: no bound. */
  readonly preemptions?: number | undefined;
  /** Are data races errors, or do plain accesses that race count as atomics? */
  readonly races: 'error' | 'ignore';
  readonly volatile: 'plain' | AtomicAs;
  /** How many values __VERIFIER_nondet_int has; undefined: two, and then the check is inconclusive. */
  readonly nondet?: number | undefined;
  /** Which calls of the program may fail; undefined: none. */
  readonly faults?: FaultSettings | undefined;
  /** How losses of power are explored; undefined: there are none. */
  readonly crash?: CrashSettings | undefined;
  readonly spuriousWakeups: boolean;
  /** How often a call with a time limit times out at one place of a thread. */
  readonly timeouts: number;
  readonly weakExchanges: WeakExchanges;
  /** How often a thread goes back to the head of a loop that may wait; undefined: as often as it does. */
  readonly unroll?: number | undefined;
  /** Is the program run for new behaviour only, or for each execution? */
  readonly runs: 'new' | 'all';
  readonly localStates: boolean;
  /** Are failed attempts of loops left out? */
  readonly attempts: boolean;
  /** Do threads come to a barrier in one order, where that shows nowhere? */
  readonly meets: boolean;
  /** Are executions left out that others are, with threads exchanged that do the same? */
  readonly symmetry: boolean;
  readonly isolation: 'auto' | 'process' | 'rollback';
  readonly checkExitCode: boolean;
  /** What is to be guaranteed of how threads get on. */
  readonly progress: ProgressGuarantee | undefined;
  /** Is a program refused that has code which is not seen? */
  readonly requireInstrumented: boolean;
  /** Are all errors looked for, or only the first? */
  readonly keepGoing: boolean;
  /** The most events of an execution; undefined: the usual number. */
  readonly maxSteps?: number | undefined;
  /** Seconds of a single run. */
  readonly runLimit: number;
}

/** How paths of inputs are explored. */
export interface SymbolicSettings {
  readonly maxInputs: number;
  /** The folder for a test of each input. */
  readonly testFolder?: string | undefined;
  /** Inputs that come from outside the program. */
  readonly outside: readonly OutsideInput[];
  /** What drista's client sends before the bytes that are an input. */
  readonly sent?: Uint8Array | undefined;
}

export interface CheckSettings extends ExploredSettings {
  /** Undefined: the program has no symbolic inputs. */
  readonly symbolic?: SymbolicSettings | undefined;
  readonly maxExecutions?: number | undefined;
  /** Seconds of the check. */
  readonly timeLimit?: number | undefined;
  /** How many workers explore. */
  readonly jobs: number;
  /** Where the program's output goes; undefined: nowhere. */
  readonly showOutput?: 'stdout' | 'stderr' | undefined;
  /** Are errors shown in short executions? */
  readonly minimise: boolean;
  /** Among how many executions a short one is looked for; undefined: few, and for a short time. */
  readonly minimiseExecutions?: number | undefined;
  /** How many executions are sampled to find the event by which an error is decided; undefined: none. */
  readonly decided?: number | undefined;
  /** Does anybody see an estimate of how many executions there are? */
  readonly estimates?: boolean;
  /** Does the summary say more than most need? */
  readonly verbose: boolean;
}

const explored: ExploredSettings = {
  model: 'rc11',
  equivalence: 'observational',
  strategy: 'partition',
  seed: 1,
  depth: 3,
  chance: 5,
  preemptions: undefined,
  races: 'error',
  volatile: 'plain',
  nondet: undefined,
  faults: undefined,
  crash: undefined,
  spuriousWakeups: false,
  timeouts: 5,
  weakExchanges: 'spurious',
  unroll: undefined,
  runs: 'new',
  localStates: true,
  attempts: true,
  meets: true,
  symmetry: false,
  isolation: 'auto',
  checkExitCode: false,
  progress: undefined,
  requireInstrumented: false,
  keepGoing: false,
  maxSteps: undefined,
  runLimit: 10,
};

/** The settings of a check for which nothing else is said. */
export const usualSettings: CheckSettings = { ...explored, jobs: 1, minimise: true, verbose: false };

/** What is explored with these settings. */
export function exploredOf(settings: CheckSettings): ExploredSettings {
  const names = Object.keys(explored) as (keyof ExploredSettings)[];
  return Object.fromEntries(names.map((name) => [name, settings[name]])) as unknown as ExploredSettings;
}

/** The bound in words, as reports have it; undefined: there is none. */
export function boundOf({ preemptions }: ExploredSettings): string | undefined {
  return preemptions === undefined ? undefined : `preemptions=${preemptions}`;
}
