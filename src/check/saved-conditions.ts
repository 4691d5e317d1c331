/** Under which conditions a saved execution runs again. */
import type { ProcessProgram } from '../program/process-program';
import { savedAtoms } from '../report/saved';
import type { SavedExecution } from '../report/saved-format';
import type { CheckRequest } from './check-request';
import { racesAs } from './checked-program';

/** Under which conditions an execution of the program can be run again. */
export function savedConditions(
  request: CheckRequest,
  program: ProcessProgram,
  input?: Uint8Array,
): Omit<SavedExecution, 'format' | 'name' | 'steps' | 'memory' | 'expected' | 'report'> {
  const { model, equivalence, volatile } = request.settings;
  const races = racesAs(request.settings);
  return {
    program: request.program,
    arguments: request.arguments,
    environment: request.environment,
    buildId: request.buildId,
    model,
    equivalence,
    ...(request.settings.spuriousWakeups ? { spurious: true } : {}),
    timeouts: request.settings.timeouts,
    ...(request.settings.unroll === undefined ? {} : { unroll: request.settings.unroll }),
    ...(program.mayGoRound ? { rounds: true } : {}),
    ...(races === undefined ? {} : { races }),
    ...(volatile === 'plain' ? {} : { volatile }),
    ...(request.settings.nondet === undefined ? {} : { nondet: request.settings.nondet }),
    ...(request.settings.faults === undefined ? {} : { faults: request.settings.faults }),
    ...(request.settings.crash === undefined ? {} : { crash: request.settings.crash }),
    ...(program.eventsBesides === undefined ? {} : { events: program.eventsBesides }),
    ...(input === undefined ? {} : { input: Buffer.from(input).toString('hex') }),
    threads: program.names,
    atoms: savedAtoms(program.promoted),
  };
}
