/** Finds memory that was changed by code which drista does not observe. */
import type { RunResult } from '../channel/result';
import { describeThread, isReadLike, Kind, label, type Label, type ThreadId, type Value } from './label';
import { Nondeterminism } from './outcomes';
import type { Step } from './program';

/** The names that messages about an event use. */
export interface EventNames {
  label(run: RunResult, event: number): Label;
  /** What the event has returned. */
  returned(run: RunResult, event: number): Value;
  /** The placeholders of its call stack and its data (docs/explanation/memory.md, "Names"). */
  place(l: Label): string;
  data(l: Label): string;
}

/**
 * The first plain read of a run that followed the steps and has read another value than the schedule's, which follows
 * from all observed writes, and its event; undefined: there is none.
 */
export function changedUnobserved(
  run: RunResult,
  steps: readonly Step[],
  names: EventNames,
): { readonly read: Label; readonly error: Nondeterminism } | undefined {
  const left = new Map<ThreadId, Step[]>();
  for (const step of steps) left.set(step.thread, [...(left.get(step.thread) ?? []), step]);
  for (let event = 0; event < run.events; event++) {
    const kind: Kind = run.kind(event);
    if (run.pending(event) || !isReadLike(label(kind))) continue;
    const thread = run.thread(event);
    const step = left.get(thread)?.shift();
    const found = names.returned(run, event);
    if (kind !== Kind.PlainRead || step?.label.kind !== kind || step.value === found) continue;
    const l = names.label(run, event);
    const what = `${describeThread(thread)} read ${found} from ${names.data(l)}, which was ${step.value}`;
    const message = `${names.place(l)}: ${what}: it was changed unseen`;
    return { read: l, error: new Nondeterminism(thread, event, '', '', { said: message }) };
  }
  return undefined;
}
