/** Everything that the page shows of an execution and that needs its execution graph and memory model. */
import type { GraphEvent } from '../../graph/event';
import type { ModelName } from '../../model/names';
import { describeThread, type LocationId, type Value } from '../../program/label';
import { valueRead } from '../../program/rmw';
import type { ReportEvent, ShownExecution } from '../report';
import { shortPlace } from '../source-places';
import { valueText, type TracedExecution } from '../traced-execution';
import { comesBack, waitsOf } from '../waiting';
import { coherenceOrders, edgesOf, isMemoryRead } from './graph-edges';
import { missingOrder, type PlaceName } from './missing-order';
import { ObjectStates } from './object-states';
import type { DrawnEdge, PicturedGraph, PicturedLocation, PicturedWait, ReadChoices } from './picture';
import { choicesOf, readsMemory } from './read-choices';
import { ReplayedGraph } from './replayed-graph';
import { ThreadViews } from './thread-views';

/**
 * How much the model is asked at most, in events: some seconds. Beyond, only the last events have views and choices,
 * and the page says so.
 */
export const MAX_WORK = 600_000;

/** The work for views and choices has become too much. */
class TooMuch extends Error {}

/** Computes the picture of the error's graph. Throws Inconsistent where its events make no consistent graph. */
export function picturedGraph(
  error: ShownExecution,
  traced: TracedExecution,
  model: ModelName,
  mostWork = MAX_WORK,
): PicturedGraph {
  const threads = error.events.map((e) => e.thread);
  const name = eventName(error.events);
  const replayed = new ReplayedGraph(traced, threads, model);
  const states = new ObjectStates(replayed, name);
  const objects: { at: number; location: number; state: string }[] = [];
  replayed.steps.forEach(({ pending }, at) => {
    if (pending) return;
    replayed.append(at);
    const change = states.follow(at);
    if (change !== undefined) objects.push({ at, ...change });
  });
  const orders = coherenceOrders(replayed.model, replayed.graph);
  const stale = staleReads(replayed, orders, name, traced.pointers);
  const race = error.kind === 'data-race' ? missingEdge(replayed, error, name) : undefined;
  const waits = error.kind === 'deadlock' || error.kind === 'livelock' ? waitsIn(replayed, error, traced, states) : [];
  const views = viewsAndChoices(() => new ReplayedGraph(traced, threads, model), mostWork);
  return {
    model: replayed.model.name,
    locations: traced.locations.map((l, loc) => locationOf(replayed, l, orders.get(loc) ?? [], traced.pointers)),
    written: replayed.steps.map(({ written, label }) =>
      written === undefined ? null : valueText(written, label.size, traced.pointers),
    ),
    edges: edgesOf(replayed, orders),
    ...views,
    choices: withStale(views.choices, stale),
    objects,
    explanation: explanationOf(error, race?.sentences, waits, stale),
    ...(race === undefined ? {} : { missing: race.edge }),
    waits,
  };
}

/** Names of events in sentences: the line, with the file if there are several; else what the event does. */
function eventName(events: readonly ReportEvent[]): PlaceName {
  const several = new Set(events.flatMap(({ place }) => (place === undefined || place.line === 0 ? [] : place.file)));
  return (at) => {
    if (at < 0) return 'the initial value';
    const { place, operation } = events[at];
    const short = shortPlace(place);
    if (short === '') return `"${operation}"`;
    return several.size > 1 ? short : `line ${place!.line}`;
  };
}

function locationOf(
  replayed: ReplayedGraph,
  { name, size, initial }: TracedExecution['locations'][number],
  order: readonly GraphEvent[],
  pointers: TracedExecution['pointers'],
): PicturedLocation {
  const isObject = size === 0 || order.some((w) => w.object !== undefined);
  const value: Value = order.length > 0 && order[0].written !== undefined ? order[0].written : 0;
  return {
    name,
    initial: isObject || initial === undefined ? '' : valueText(value, size, pointers),
    isObject,
    writes: order.filter((w) => w.thread >= 0).map((w) => replayed.place(w)),
  };
}

/** By place: why a read returned an older value than the last one before it. */
function staleReads(
  replayed: ReplayedGraph,
  orders: ReadonlyMap<LocationId, readonly GraphEvent[]>,
  name: PlaceName,
  pointers: TracedExecution['pointers'],
): Map<number, string> {
  const found = new Map<number, string>();
  for (const r of replayed.graph.events) {
    if (!isMemoryRead(r) || r.loc < 0) continue;
    const order = orders.get(r.loc)!;
    const newer = order.slice(order.indexOf(r.source!) + 1).findLast((w) => w !== r && w.id < r.id);
    if (newer === undefined) continue;
    const at = replayed.place(r);
    const [line, write] = [name(at), name(replayed.place(newer))];
    const value = valueText(valueRead(r.label, r.read!), r.label.size, pointers);
    found.set(
      at,
      `${capital(line)} may return ${value}, because nothing orders ${write} before ${line}. ` +
        missingOrder(replayed, newer, r.thread, name),
    );
  }
  return found;
}

/** The two accesses of a race, and why they are not ordered. */
function missingEdge(
  replayed: ReplayedGraph,
  { events }: ShownExecution,
  name: PlaceName,
): { edge: DrawnEdge; sentences: string[] } | undefined {
  const wrong = events.flatMap((e, i) => (e.wrong ? [i] : []));
  const [first, second] = wrong.sort((a, b) => Number(replayed.steps[a].pending) - Number(replayed.steps[b].pending));
  const a = replayed.events[first];
  if (a === undefined || second === undefined) return undefined;
  const { thread } = replayed.steps[second];
  return {
    edge: [first, second],
    sentences: [
      `There is no chain of synchronization from ${name(first)} (${describeThread(a.thread)}) to ${name(second)} ` +
        `(${describeThread(thread)}), so neither happens before the other.`,
      missingOrder(replayed, a, thread, name),
    ],
  };
}

/** Who waits for whom in the end. */
function waitsIn(
  replayed: ReplayedGraph,
  { kind, events }: ShownExecution,
  traced: TracedExecution,
  states: ObjectStates,
): PicturedWait[] {
  const { steps } = replayed;
  const trace = steps.filter(({ pending }) => !pending).map((step) => ({ ...step, value: step.read }));
  const involved = events.flatMap(({ wrong }, i) => (wrong ? [i] : []));
  const at = new Map(steps.map(({ label }, i) => [label, i]));
  const waits = waitsOf(
    { kind, trace, involved: involved.map((i) => steps[i]) },
    {
      data: ({ loc }) => traced.locations[loc].name,
      place: (l) => shortPlace(events[at.get(l)!].place),
    },
  );
  const found = involved.flatMap((event) => {
    const { thread, label } = steps[event];
    const wait = waits.get(thread);
    if (wait === undefined) return [];
    const on = wait.on.map((t) => ({ thread: t, since: states.since(t, label.loc) }));
    return [{ thread, event, text: wait.text, on, inCycle: comesBack(waits, thread) }];
  });
  return found.sort((a, b) => Number(b.inCycle) - Number(a.inCycle));
}

function explanationOf(
  { kind }: ShownExecution,
  race: readonly string[] | undefined,
  waits: readonly PicturedWait[],
  stale: ReadonlyMap<number, string>,
): string[] {
  if (race !== undefined) return [...race];
  if (waits.length > 0) {
    const clauses = waits.map(({ thread, text }) => `${capital(describeThread(thread))} ${text}.`);
    const cycle = waits.filter((w) => w.inCycle).map((w) => describeThread(w.thread));
    return cycle.length < 2 ? clauses : [...clauses, `So ${listed(cycle)} wait for each other: a cycle.`];
  }
  return kind === 'assertion' || kind === 'abort' || kind === 'crash' ? [...stale.values()].slice(-4) : [];
}

/** Of a long execution the last events count: how many, where the model would be asked too much for more. */
const LAST: readonly number[] = [Infinity, 1000, 200, 0];

type ViewsAndChoices = Pick<PicturedGraph, 'views' | 'viewsFrom'> & { readonly choices: readonly ReadChoices[] };

/** `replay`: makes a graph without events. */
function viewsAndChoices(replay: () => ReplayedGraph, mostWork: number): ViewsAndChoices {
  for (const last of LAST) {
    const replayed = replay();
    try {
      return viewsOfLast(replayed, Math.max(0, replayed.steps.length - last), mostWork);
    } catch (error) {
      if (!(error instanceof TooMuch)) throw error;
    }
  }
  throw new Error('nothing asked is too much');
}

/** Those from the place on. Throws TooMuch where that is more work. */
function viewsOfLast(replayed: ReplayedGraph, from: number, mostWork: number): ViewsAndChoices {
  let left = mostWork;
  const views = new ThreadViews(replayed, (work) => {
    left -= work;
    if (left < 0) throw new TooMuch();
  });
  const choices: ReadChoices[] = [];
  const { steps } = replayed;
  if (from === steps.length) return { views: [], viewsFrom: from, choices };
  for (const [at, { pending, label: l }] of steps.entries()) {
    if (from > 0 && at === from) views.begin(at - 1);
    if (pending) continue;
    const found = at >= from && readsMemory(l) ? choicesOf(replayed, views, at) : undefined;
    replayed.append(at);
    if (at >= from) views.follow(at);
    if (found !== undefined) choices.push({ event: at, ...found });
  }
  return { views: views.changes, viewsFrom: from, choices };
}

function withStale(choices: readonly ReadChoices[], stale: ReadonlyMap<number, string>): ReadChoices[] {
  const known = new Map(choices.map((c) => [c.event, c]));
  for (const [event, text] of stale)
    known.set(event, {
      ...(known.get(event) ?? { event, excluded: [], later: [], laterExcluded: [] }),
      stale: text,
    });
  return [...known.values()]
    .filter((c) => c.excluded.length + c.later.length + c.laterExcluded.length > 0 || c.stale !== undefined)
    .sort((a, b) => a.event - b.event);
}

function listed(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
