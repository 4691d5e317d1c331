/**
 * Initials and weak initials (Abdulla, Aronsson, Jonsson, Sagonas, Source sets: a foundation for optimal dynamic
 * partial order reduction, J. ACM 2017, section 4). `v` is a sequence that can follow the present one; its events carry
 * what happens before them because of their threads.
 */
import { dependent } from './dependence';
import { isCovered, isSame, type ChosenEvent, type PlacedEvent } from './sequence';

/** Does nothing of v happen before its event at place i? */
export function isInitial(v: readonly PlacedEvent[], i: number): boolean {
  const e = v[i];
  for (let j = 0; j < i; j++) if (dependent(v[j], e) || isCovered(v[j], e.from)) return false;
  return true;
}

/** The events of v that nothing of v happens before (I of the paper). */
export function initials(v: readonly PlacedEvent[]): PlacedEvent[] {
  return v.filter((_, i) => isInitial(v, i));
}

/**
 * May v, or v with more events, be reordered so that it begins with the next event p (WI of the paper)? Returns what is
 * left of v then; undefined: no.
 */
export function without(p: ChosenEvent, v: readonly PlacedEvent[]): readonly PlacedEvent[] | undefined {
  const i = v.findIndex((e) => e.thread === p.thread);
  if (i < 0) return v.some((e) => dependent(e, p)) ? undefined : v;
  return isSame(v[i], p) && isInitial(v, i) ? v.filter((_, j) => j !== i) : undefined;
}
