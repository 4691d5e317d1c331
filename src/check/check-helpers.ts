/** The threads of further workers of a check: what each starts with, and what it does. */
import { help } from '../parallel/helper';
import type { WorkerStart } from '../parallel/lead';
import { helpByStates, type StateThreadStart } from '../parallel/state-threads';
import { ProcessProgram } from '../program/process-program';
import type { CheckRequest } from './check-request';
import { exploreOptionsOf, programOptions, startServer, type ProgramTraits } from './checked-program';

/** The data with which the thread of a further worker starts. */
export interface HelperData {
  readonly request: CheckRequest;
  readonly start: WorkerStart;
  /** The traits of the first worker's program. */
  readonly traits: ProgramTraits;
}

/** The data with which a thread starts that explores states. */
export interface StateHelperData {
  readonly request: CheckRequest;
  readonly states: StateThreadStart;
}

/** The work of such a thread, until the check ends. */
export function helpByExploringStates({ request, states }: StateHelperData): void {
  helpByStates(states, exploreOptionsOf(request.settings));
}

/** The work of another worker's thread: explores what the check hands it, until the check ends. */
export function helpToCheck({ request, start, traits }: HelperData): void {
  help(
    start,
    () => {
      const server = startServer(request);
      return { server, program: new ProcessProgram(server, programOptions(request, traits, start.program)) };
    },
    exploreOptionsOf(request.settings),
  );
}
