/** How a policy decides which thread goes next in an interleaving (policy-chooser.ts). */
import { Kind, type Label, type ThreadId } from '../../../program/label';
import type { AfterSchedule } from '../../../program/program';
import type { Pending } from '../../extend/extender';

/** What a thread does next in the interleaving: an event that it waits to perform, or one that is to take effect. */
export interface NextStep {
  readonly thread: ThreadId;
  readonly label: Label;
  /** Does the thread wait to perform it? */
  readonly waits: boolean;
}

/** Decides which thread goes next. */
export interface SchedulingPolicy {
  /** A walk begins. */
  begin(): void;
  /** One of the steps, at least one, that threads may take. It may turn out to be impossible. */
  choose<S extends NextStep>(steps: readonly S[]): S;
  /** The thread has taken the step, while others stood before these events. */
  taken(step: NextStep, pending: readonly Pending[]): void;
  /** How a run goes on by this policy after the step, as far as the runtime knows it. Undefined: from the beginning. */
  continuation(step: NextStep | undefined): AfterSchedule;
  /** What the following walks depend on, besides the random numbers. */
  durable: readonly number[];
}

/** May the steps of two threads lead to another state in the other order? */
export function conflict(a: Label, b: Label): boolean {
  return a.loc >= 0 && a.loc === b.loc && !(isLoad(a) && isLoad(b));
}

/** Does it only read memory? */
export function isLoad({ kind }: Label): boolean {
  return kind === Kind.Load || kind === Kind.PlainRead;
}
