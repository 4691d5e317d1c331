/**
 * What a read could have returned. A write is possible if the memory model admits the read with it, in an execution
 * that is the same but for what depends on the read. Writes that come later in the order of the trace count too: the
 * read, and what depends on it, may come after them.
 */
import type { GraphEvent } from '../../graph/event';
import { visibleToPlainRead } from '../../graph/conflict';
import { isObjectKind } from '../../object';
import { Kind, type Label } from '../../program/label';
import { returns, rmwResult } from '../../program/rmw';
import { INITIAL, RACE, type Excluded } from './picture';
import type { ReplayedGraph } from './replayed-graph';
import { costOf, exclusionOf, type ThreadViews } from './thread-views';

/** How many events after a read are looked through for later writes. */
const WINDOW = 60;
/** How many writes a read is tried with: the last ones. */
const MAX_WRITES = 64;

export interface Choices {
  readonly excluded: Excluded[];
  readonly later: number[];
  readonly laterExcluded: Excluded[];
}

/** Is it an event that reads memory? */
export function readsMemory(l: Label): boolean {
  return l.kind === Kind.Load || l.kind === Kind.Rmw || l.kind === Kind.PlainRead;
}

/** The choices of the read at the place; the graph has the events before it. */
export function choicesOf(replayed: ReplayedGraph, views: ThreadViews, at: number): Choices {
  const { thread, label: l, source } = replayed.steps[at];
  const excluded: Excluded[] = [];
  if (l.kind !== Kind.PlainRead) {
    for (const w of views.of(thread, l.loc).slice(-MAX_WRITES)) {
      if (w === source) continue;
      views.spend(costOf(replayed));
      if (!admitsRead(replayed, at, replayed.write(w, l.loc))) excluded.push(whyNot(replayed, at, w));
    }
  }
  return { excluded, ...laterChoices(replayed, at, views.spend) };
}

/** Could the read at the place read from the write, which is in the graph? */
function admitsRead(replayed: ReplayedGraph, at: number, source: GraphEvent): boolean {
  const { thread, label: l } = replayed.steps[at];
  if (l.kind === Kind.PlainRead) {
    const visible = visibleToPlainRead(replayed.graph, thread, l.loc);
    return 'writes' in visible && visible.writes.includes(source);
  }
  return returns(l, source.written!).some((read) => {
    const written = l.kind === Kind.Rmw ? rmwResult(l, read) : undefined;
    return replayed.admits({ thread, label: l, source, read, written, node: null });
  });
}

function whyNot(replayed: ReplayedGraph, at: number, w: number): Excluded {
  const { thread, label: l } = replayed.steps[at];
  const source = replayed.write(w, l.loc);
  const taker = replayed.graph
    .location(l.loc)
    .writes.find((x) => x.source === source && x !== source && x.written !== undefined);
  if (l.kind === Kind.Rmw && taker !== undefined) return [w, 'taken', replayed.place(taker)];
  const [why, by] = exclusionOf(replayed, thread, l.loc, source) ?? (['sc', undefined] as const);
  return [w, why, by === undefined ? INITIAL : replayed.place(by)];
}

/** The later writes among the next events, and which of them the read could have returned. */
function laterChoices(
  replayed: ReplayedGraph,
  at: number,
  spend: (work: number) => void,
): Pick<Choices, 'later' | 'laterExcluded'> {
  const { steps, graph } = replayed;
  const { label: l } = steps[at];
  const later: number[] = [];
  const laterExcluded: Excluded[] = [];
  const end = Math.min(steps.length, at + WINDOW);
  let last = at;
  for (let i = at + 1; i < end; i++)
    if (steps[i].label.loc === l.loc && steps[i].written !== undefined && !steps[i].pending) last = i;
  const mark = graph.mark();
  const dependent = new Set<number>([at]);
  const stopped = new Set([steps[at].thread]);
  for (let i = at + 1; i <= last; i++) {
    const { thread, source, label, written, pending } = steps[i];
    if (pending) continue;
    const isWrite = label.loc === l.loc && written !== undefined && !isObjectKind(label.kind);
    if (stopped.has(thread) || dependent.has(source)) {
      stopped.add(thread);
      dependent.add(i);
      if (isWrite) laterExcluded.push([i, 'depends', at]);
      continue;
    }
    spend(costOf(replayed));
    const w = replayed.append(i);
    if (!isWrite) continue;
    if (admitsRead(replayed, at, w)) later.push(i);
    else if (l.kind === Kind.PlainRead) laterExcluded.push([i, 'sc', RACE]);
    else laterExcluded.push(whyNot(replayed, at, i));
  }
  replayed.undo(mark, at);
  return { later, laterExcluded };
}
