/** The programs that the strategy supports: atomic loads and stores, and mutexes that are locked and unlocked. */
import { DristaError } from '../../base/errors';
import {
  describeThread,
  Kind,
  leavesUndefined,
  MutexFlag,
  MutexType,
  type Label,
  type ThreadId,
  type Value,
} from '../../program/label';
import { goesRound } from '../../program/operand';
import { isObjectKind, objectOf } from '../../object';
import { UNINITIALISED } from '../../program/program';
import type { ExecutionGraph } from '../../graph/graph';

const uninitialised = 'heap blocks that several threads use before something initialises them';

const mutexOperations: readonly Kind[] = [Kind.MutexInit, Kind.MutexLock, Kind.MutexUnlock, Kind.MutexDestroy];

/**
 * Throws a DristaError where annotated partial orders do not describe the event: they have reads and writes, and locks
 * as pairs of these, but no event that does both at once.
 */
export function requireSupported(thread: ThreadId, label: Label): void {
  const what = leavesUndefined(label) ? uninitialised : unsupported(label);
  if (what !== undefined) refuse(what, thread);
}

/** Throws a DristaError where nothing has initialised what the thread is about to read: no value stands for that. */
export function requireInitialised(thread: ThreadId, initial: Value): void {
  if (initial === UNINITIALISED) refuse(uninitialised, thread);
}

/**
 * Throws a DristaError where a mutex is initialised or destroyed while another thread may use it: whether that is
 * misuse depends on the order of the two, which the search leaves open where no read depends on it.
 */
export function requireLifetimes(graph: ExecutionGraph): void {
  const { events } = graph;
  for (const e of events) {
    if (e.label.kind !== Kind.MutexInit && e.label.kind !== Kind.MutexDestroy) continue;
    for (const other of events)
      if (other.loc === e.loc && !graph.createdOrJoinedBefore(e, other) && !graph.createdOrJoinedBefore(other, e))
        if (other.thread !== e.thread)
          refuse('mutexes that are initialised or destroyed while others use them', e.thread);
  }
}

function refuse(what: string, thread: ThreadId): never {
  throw new DristaError(
    `--strategy vc-dpor does not support ${what} (in ${describeThread(thread)}): check the program with ` +
      '--strategy partition',
  );
}

/** What it is, in the plural; undefined: it is supported. */
function unsupported(label: Label): string | undefined {
  const { kind, op } = label;
  if (goesRound(label)) return 'threads that go round a loop for ever';
  if (kind === Kind.Rmw) return 'atomic read-modify-write operations';
  if ((kind === Kind.Load || kind === Kind.Store) && op !== 0) return 'cancellation of threads';
  if (mutexOperations.includes(kind)) {
    const type = op & 3;
    const isPlain = (type === MutexType.Normal || type === MutexType.Spin) && (op & MutexFlag.Robust) === 0;
    return isPlain ? undefined : 'recursive, error-checking or robust mutexes';
  }
  return isObjectKind(kind) ? `operations on a ${objectOf(kind).noun} such as ${Kind[kind]}` : undefined;
}
