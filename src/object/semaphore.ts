/**
 * Unnamed semaphores (POSIX.1-2017 sem_init, sem_wait, _trywait, _timedwait, _post, _getvalue, _destroy). A wait comes
 * after all posts before it (4.12, memory synchronisation): which of them it takes cannot be observed.
 */
import { Kind, NEVER, type Label, type Value } from '../program/label';
import {
  acquiring,
  done,
  EAGAIN,
  made,
  misuse,
  sharing,
  waits,
  type ObjectKind,
  type OperationOutcome,
  type ObjectState,
} from './object';

interface SemaphoreState {
  readonly count: number;
  readonly destroyed: boolean;
}

/** Linux's. */
const SEM_VALUE_MAX = 0x7fffffff;

const holding = (count: number): SemaphoreState => ({ count, destroyed: false });

export const semaphore: ObjectKind = {
  noun: 'semaphore',
  initial: (memory: Value) => holding(Number(memory)),
  /** There is no static initialiser: a destroyed semaphore stays destroyed until sem_init. */
  outcomes(before: ObjectState, l: Label): readonly OperationOutcome[] {
    const { count, destroyed } = before as SemaphoreState;
    if (destroyed && l.kind !== Kind.SemInit) return misuse(`${verb(l)} a semaphore that was destroyed`);
    switch (l.kind) {
      case Kind.SemInit:
        return l.value > SEM_VALUE_MAX
          ? misuse('initialises a semaphore with more than SEM_VALUE_MAX')
          : [done(made(destroyed), holding(Number(l.value)))];
      case Kind.SemDestroy:
        return [done(0, { count: 0, destroyed: true })];
      case Kind.SemWait:
        return count > 0 ? [done(0, holding(count - 1), acquiring)] : waits;
      case Kind.SemTrywait:
        return count > 0 ? [done(0, holding(count - 1), acquiring)] : l.value === NEVER ? waits : [done(busy(l))];
      case Kind.SemPost:
        return count >= SEM_VALUE_MAX
          ? misuse('posts a semaphore beyond SEM_VALUE_MAX')
          : [done(0, holding(count + 1), sharing)];
      case Kind.SemGetvalue:
        return [done(count)];
      default:
        throw new Error(`not an operation on a semaphore: ${Kind[l.kind]}`);
    }
  },
  otherResults(l: Label, states: readonly ObjectState[]): readonly Value[] {
    if (l.kind === Kind.SemTrywait) return l.value === NEVER ? [] : [busy(l)];
    const counts = states.map((s) => (s as SemaphoreState).count);
    const posts = counts.filter((n, i) => i > 0 && n > counts[i - 1]).length;
    return Array.from({ length: counts[0] + posts + 1 }, (_, n) => n);
  },
  awaited: () => 'a post of a semaphore',
};

/** The result of a try when the count is 0. */
function busy(l: Label): Value {
  return l.value === 0 ? EAGAIN : l.value;
}

function verb(l: Label): string {
  switch (l.kind) {
    case Kind.SemPost:
      return 'posts';
    case Kind.SemGetvalue:
      return 'reads';
    case Kind.SemDestroy:
      return 'destroys';
    default:
      return 'waits for';
  }
}
