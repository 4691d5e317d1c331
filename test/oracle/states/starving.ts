/**
 * Which threads may starve under strong fairness, from the definition, for machines without objects: sets of states are
 * tried one by one.
 */
import { components } from './graph-components';
import type { Machine } from './machine';
import type { State, Step } from './state';
import type { StateMachine } from './state-machine';

export interface Node {
  readonly state: State;
  readonly steps: readonly Step[];
  readonly next: readonly number[];
}

interface Edge {
  readonly from: number;
  readonly to: number;
  readonly thread: number;
  readonly changes: boolean;
}

/** Undefined: there are too many sets of states. */
export function starvingThreads(rules: StateMachine, nodes: readonly Node[], most = 11): Set<number> | undefined {
  const edges = nodes.map(({ steps, next }, from) =>
    steps
      .filter((s) => 'next' in s)
      .map(({ thread, kind }, i): Edge => ({ from, to: next[i], thread, changes: kind !== 'looks' })),
  );
  const starving = new Set<number>();
  for (const component of components(nodes.map((n) => n.next))) {
    if (component.length > most) return undefined;
    for (let bits = 1; bits < 2 ** component.length; bits++) {
      const set = component.filter((_, i) => ((bits >> i) & 1) === 1);
      for (let t = 0; t < rules.machine.threads.length; t++) {
        if (starving.has(t) || !set.every((n) => isAlive(rules, nodes[n].state, t))) continue;
        const inner = set.flatMap((n) => edges[n].filter((e) => set.includes(e.to) && !(e.thread === t && e.changes)));
        if (!isConnected(set, inner) || !isFair(set, inner, nodes)) continue;
        const stands = (u: number): Set<string> => new Set(set.map((n) => placeOf(nodes[n].state, u)));
        const waiting = (u: number): boolean => {
          const own = inner.filter((e) => e.thread === u);
          return !own.some((e) => e.changes) && (own.length === 0 || waits(rules, nodes, u, stands(u)));
        };
        if (waiting(t) && inner.some((e) => e.thread !== t && !waiting(e.thread))) starving.add(t);
      }
    }
  }
  return starving;
}

/** Does the machine consist of atomic accesses, and of what creates and joins threads? */
export function hasOnlyAtomics({ threads }: Machine): boolean {
  const known = ['set', 'jump', 'if', 'load', 'store', 'add', 'xor', 'xchg', 'cas', 'create', 'join', 'fail', 'assume'];
  return threads.every((list) => list.every(({ op }) => known.includes(op)));
}

function isAlive(rules: StateMachine, state: State, t: number): boolean {
  const i = rules.next(state, t);
  return i !== undefined && i.op !== 'join' && state.threads[t] !== null;
}

function isConnected(set: readonly number[], edges: readonly Edge[]): boolean {
  const reaches = (from: 'from' | 'to', to: 'from' | 'to'): boolean => {
    const seen = new Set([set[0]]);
    for (const n of seen) for (const e of edges) if (e[from] === n) seen.add(e[to]);
    return seen.size === set.length;
  };
  return edges.length > 0 && reaches('from', 'to') && reaches('to', 'from');
}

function isFair(set: readonly number[], edges: readonly Edge[], nodes: readonly Node[]): boolean {
  return set.every((n) => nodes[n].steps.every(({ thread }) => edges.some((e) => e.thread === thread)));
}

function placeOf(state: State, t: number): string {
  return JSON.stringify(state.threads[t]);
}

/** Would the thread get on from one of these places if it read something else, or has it always read the same? */
function waits(rules: StateMachine, nodes: readonly Node[], t: number, places: ReadonlySet<string>): boolean {
  const moves = new Map<string, { read: number; to: string; changes: boolean }[]>();
  for (const { state, steps } of nodes)
    for (const s of steps) {
      if (s.thread !== t || !('next' in s)) continue;
      const i = rules.next(state, t)!;
      const place = placeOf(state, t);
      const read = 'x' in i ? state.memory[i.x] : 0;
      moves.set(place, [...(moves.get(place) ?? []), { read, to: placeOf(s.next, t), changes: s.kind !== 'looks' }]);
    }
  const reach = (from: Iterable<string>): Set<string> => {
    const all = new Set(from);
    for (const place of all) for (const m of moves.get(place) ?? []) if (!m.changes) all.add(m.to);
    return all;
  };
  const round = reach(places);
  if ([...round].some((place) => moves.get(place)?.some((m) => m.changes))) return true;
  if ([...round].some((place) => ![...reach([place])].some((p) => places.has(p)))) return true;
  return ![...round].some((place) => new Set((moves.get(place) ?? []).map((m) => m.read)).size > 1);
}
