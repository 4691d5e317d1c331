/**
 * Races of a sequence that can be reversed (Abdulla, Aronsson, Jonsson, Sagonas, Source sets, J. ACM 2017, section 3):
 * two events that conflict, with nothing between them in happens-before, such that the later one can come first. They
 * are not data races.
 *
 * An operation that waits cannot come before the event that it waits for, such as the unlock of a mutex. It is then
 * reversed with the last event before which its object was as it needs it, such as the lock.
 */
import { join } from '../../graph/clock';
import { isObjectKind } from '../../object';
import { outcomesAfter } from '../../explore/extend/candidates';
import { conflict } from './dependence';
import { isCovered, type PlacedEvent, type Sequence, type SequenceEvent } from './sequence';

/**
 * The events of the sequence that race with `later`, which is one of them or a next one, and can be reversed.
 * `anywhere`: it is not known where `later` can be performed: each event that it conflicts with counts.
 */
export function reversibleRaces(sequence: Sequence, later: PlacedEvent, anywhere = false): SequenceEvent[] {
  const { label, from } = later;
  if (label.loc < 0) return [];
  const races: SequenceEvent[] = [];
  const list = sequence.accessesOf(label.loc);
  let between = from;
  const at = (list as PlacedEvent[]).lastIndexOf(later);
  for (let i = (at < 0 ? list.length : at) - 1; i >= 0; i--) {
    const e = list[i];
    if (e.thread === later.thread || !conflict(e.label, label) || isCovered(e, between)) continue;
    if (!isEnabledBefore(sequence, e, later)) continue;
    races.push(e);
    if (!anywhere) between = join(between, e.clock);
  }
  return races;
}

/** Could `later` be performed where event e was, as far as the object is concerned? */
function isEnabledBefore({ graph }: Sequence, e: SequenceEvent, { thread, label }: PlacedEvent): boolean {
  if (!isObjectKind(label.kind)) return true;
  const before = graph.location(label.loc).writes.findLast((w) => w.id < e.mark)!;
  return outcomesAfter(graph, before, thread, label).length > 0;
}

/**
 * The events after e that e does not happen before (notdep of the paper), then `later`, which it does: what can be
 * performed in the place of e.
 */
export function reversal({ events }: Sequence, e: SequenceEvent, later: PlacedEvent): PlacedEvent[] {
  const v: PlacedEvent[] = [];
  for (let i = events.indexOf(e) + 1; i < events.length; i++) if (!isCovered(e, events[i].clock)) v.push(events[i]);
  v.push(later);
  return v;
}
