/** What the options of a check say, as settings. */
import { DristaError } from '../base/errors';
import type { CheckSettings, SymbolicSettings } from '../check/settings';
import { formNames, STDOUT } from '../report/forms';
import { preemptionsOf } from './bound';
import { faultsOf } from './fault-options';
import { clientBytes } from './client';
import { messages } from './messages';
import { progressOf } from './progress-option';
import type { CheckOptions } from './option-table';
import { outsideInputs } from './symbolic-inputs';

/** Throws a DristaError for a value that is malformed, or does not go with the others. */
export function settingsOf(options: CheckOptions): CheckSettings {
  const { model, equivalence, strategy, seed, chance, races, volatile, nondet, timeouts, unroll, runs } = options;
  return {
    model,
    equivalence,
    strategy,
    seed,
    depth: options['pct-depth'],
    chance,
    preemptions: preemptionsOf(options),
    races,
    volatile,
    nondet,
    faults: faultsOf(options),
    spuriousWakeups: options['spurious-wakeups'],
    timeouts,
    weakExchanges: options['weak-cas'],
    unroll,
    runs,
    localStates: options['local-states'] === 'on',
    attempts: options.attempts === 'on',
    meets: options.unordered === 'once',
    symmetry: options.symmetry === 'on',
    isolation: options.isolation,
    checkExitCode: options['check-exit-code'],
    progress: progressOf(options),
    requireInstrumented: options.require !== undefined,
    keepGoing: options['keep-going'],
    maxSteps: options['max-steps'],
    runLimit: options['run-limit'],
    symbolic: symbolicOf(options),
    maxExecutions: options['max-executions'],
    timeLimit: options['time-limit'],
    jobs: options.jobs,
    showOutput: outputOf(options),
    ...minimisingOf(options.minimise),
    decided: options.decided,
    estimates:
      (options['time-limit'] ?? options['max-executions']) !== undefined || (process.stderr.isTTY && !options.quiet),
    verbose: options.verbose,
  };
}

/** `on`, `off`, or the number of executions that are looked at. Throws a DristaError for anything else. */
function minimisingOf(given: string): Pick<CheckSettings, 'minimise' | 'minimiseExecutions'> {
  if (given === 'on' || given === 'off') return { minimise: given === 'on' };
  if (!/^[1-9]\d{0,8}$/.test(given)) throw new DristaError(messages.badMinimise(given));
  return { minimise: true, minimiseExecutions: Number(given) };
}

/** Where the program's stdout goes: not to drista's stdout if a report goes there. */
function outputOf(options: CheckOptions): CheckSettings['showOutput'] {
  if (!options['show-output']) return undefined;
  return formNames.some((name) => options[name] === STDOUT) ? 'stderr' : 'stdout';
}

function symbolicOf(options: CheckOptions): SymbolicSettings | undefined {
  if (!options.symbolic) return undefined;
  return {
    maxInputs: options['max-inputs'],
    testFolder: options['write-tests'],
    outside: outsideInputs(options),
    sent: options.client === undefined ? undefined : clientBytes(options.client),
  };
}
