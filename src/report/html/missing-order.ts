/**
 * Why an event does not happen before another one, in a sentence: whether its thread releases it at all, and how far
 * the nearest release gets.
 */
import { entry } from '../../graph/clock';
import { isWrite, type GraphEvent } from '../../graph/event';
import type { C11Clocks } from '../../model/c11-happens-before';
import { describeThread, Kind, Order, type ThreadId } from '../../program/label';
import type { ReplayedGraph } from './replayed-graph';

/** How the explanation names an event, and the place of one: "line 18". */
export type PlaceName = (place: number) => string;

/**
 * The events of the graph that are released to whoever acquires them, and with them `a`: from `a` on, in order. Writes
 * that an acquire read would synchronise with, operations on objects, the creation of threads, the thread's end.
 */
function carriersOf({ graph }: ReplayedGraph, a: GraphEvent): GraphEvent[] {
  return graph.threads[a.thread].filter(({ index, label: { kind }, clocks }) => {
    if (index < a.index) return false;
    if (kind === Kind.Create || kind === Kind.End) return true;
    return entry((clocks as C11Clocks).carried, a.thread) > a.index;
  });
}

/** Why `a` does not happen before an event of the other thread. */
export function missingOrder(replayed: ReplayedGraph, a: GraphEvent, thread: ThreadId, name: PlaceName): string {
  const { graph } = replayed;
  const nameOf = (e: GraphEvent): string => name(replayed.place(e));
  const from = nameOf(a);
  const [release] = carriersOf(replayed, a).filter((e) => e.label.kind !== Kind.End);
  if (release === undefined)
    return `${capital(describeThread(a.thread))} releases nothing after ${from}${inVain(replayed, a, thread, nameOf)}.`;
  const nearest = release === a ? `${from} is a release` : `the nearest release after ${from} is ${nameOf(release)}`;
  const isReleased = (e: GraphEvent | null): boolean =>
    e !== null && entry((e.clocks as C11Clocks).carried, a.thread) > a.index;
  const hasSeen = (e: GraphEvent): boolean => entry(e.clocks.before, a.thread) > a.index;
  // That a thread is joined orders its whole past, and explains nothing here.
  const others = graph.events.filter((e) => e.thread !== a.thread && e.label.kind !== Kind.Join);
  const reader = others.find((e) => e.thread === thread && isReleased(e.source) && !hasSeen(e));
  if (reader !== undefined)
    return `${capital(nearest)}. ${capital(nameOf(reader))} reads from it, but does not acquire${ofOrder(reader)}.`;
  const acquirer = others.find((e) => e.thread === thread && hasSeen(e)) ?? others.find(hasSeen);
  if (acquirer === undefined) return `${capital(nearest)}, which nobody acquires.`;
  return acquirer.thread === thread
    ? `${capital(nearest)}, which ${describeThread(thread)} acquires only later, at ${nameOf(acquirer)}.`
    : `${capital(nearest)}. ${capital(describeThread(acquirer.thread))} acquires it at ${nameOf(acquirer)}, but ` +
        `nothing leads from there to ${describeThread(thread)}.`;
}

/** A relaxed write after `a` that the other thread reads: it looks like synchronisation, and is none. */
function inVain({ graph }: ReplayedGraph, a: GraphEvent, thread: ThreadId, nameOf: (e: GraphEvent) => string): string {
  const reader = graph.events.find(
    (e) =>
      e.thread === thread &&
      e.source?.thread === a.thread &&
      e.source.index > a.index &&
      e.label.order !== Order.Plain &&
      isWrite(e.source),
  );
  if (reader === undefined) return '';
  const write = reader.source!;
  return `: ${nameOf(reader)} reads what ${nameOf(write)} wrote, but that write is no release${ofOrder(write)}`;
}

function ofOrder({ label: { order } }: GraphEvent): string {
  return order === Order.Relaxed ? ' (it is relaxed)' : '';
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
