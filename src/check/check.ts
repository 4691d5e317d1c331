/** A check from start to end, without a user. What a run of it shows of the program may make another one necessary. */
import { ObservesToo } from '../program/outcomes';
import type { CheckHooks } from './check-hooks';
import { checkMessages } from './check-messages';
import type { CheckRequest } from './check-request';
import { CheckRun, RollbackFailure, UnseenLoaded } from './check-run';
import type { CheckOutcome } from './found-error';

/** Checks the program. Throws a DristaError if that is not possible. */
export function check(request: CheckRequest, hooks: CheckHooks): CheckOutcome {
  const started = Date.now();
  try {
    return new CheckRun(request, hooks, started).run();
  } catch (error) {
    if (error instanceof ObservesToo) return check({ ...request, outcomes: 'observed' }, hooks);
    if (error instanceof UnseenLoaded)
      return check({ ...request, loaded: [...(request.loaded ?? []), ...error.modules] }, hooks);
    if (!(error instanceof RollbackFailure)) throw error;
    return new CheckRun({ ...request, asProcesses: checkMessages.notUndone }, hooks, started).run();
  }
}
