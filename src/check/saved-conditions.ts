/** Under which conditions a saved execution runs again. */
import type { ProcessProgram } from '../program/process-program';
import { savedAtoms } from '../report/saved';
import type { SavedExecution } from '../report/saved-format';
import type { Task } from './task';
import { racesAs } from './task-program';

/** Under which conditions an execution of the program can be run again. */
export function savedConditions(
  task: Task,
  program: ProcessProgram,
  input?: Uint8Array,
): Omit<SavedExecution, 'format' | 'name' | 'steps' | 'memory' | 'expected' | 'report'> {
  const { model, equivalence, volatile } = task.options;
  const races = racesAs(task.options);
  return {
    program: task.program,
    arguments: task.arguments,
    environment: task.environment,
    buildId: task.buildId,
    model,
    equivalence,
    ...(task.options['spurious-wakeups'] ? { spurious: true } : {}),
    timeouts: task.options.timeouts,
    ...(task.options.unroll === undefined ? {} : { unroll: task.options.unroll }),
    ...(program.mayGoRound ? { rounds: true } : {}),
    ...(races === undefined ? {} : { races }),
    ...(volatile === 'plain' ? {} : { volatile }),
    ...(task.options.nondet === undefined ? {} : { nondet: task.options.nondet }),
    ...(program.eventsBesides === undefined ? {} : { events: program.eventsBesides }),
    ...(input === undefined ? {} : { input: Buffer.from(input).toString('hex') }),
    threads: program.names,
    atoms: savedAtoms(program.promoted),
  };
}
