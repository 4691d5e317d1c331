/**
 * Which threads may get nowhere for ever under strong fairness, from the definition: they wait, or are kept from
 * getting on, in a fair set of states in which some thread does not only wait. Where components are small, all sets of
 * states are tried; otherwise the largest fair ones.
 */
import { components } from './graph-components';
import type { Machine, Shared } from './machine';
import type { State, Step, StepKind } from './state';
import type { StateMachine } from './state-machine';

export interface Node {
  readonly state: State;
  readonly steps: readonly Step[];
  readonly next: readonly number[];
}

/** A step, with what threads do in it: the one whose step it is, and those that it wakes. */
interface Edge {
  readonly from: number;
  readonly to: number;
  readonly deeds: ReadonlyMap<number, StepKind>;
}

type Allowed = (e: Edge) => boolean;

/** Do machines consist of what this knows: atomic accesses, plain ones, mutexes and condition variables? */
export function isSimple({ threads }: Machine): boolean {
  const atomics = ['load', 'store', 'add', 'xor', 'xchg', 'cas'];
  const others = ['set', 'jump', 'if', 'create', 'join', 'fail', 'assume', 'read', 'write'];
  const objects = ['lock', 'unlock', 'trylock', 'wait', 'signal', 'broadcast'];
  const known = [...atomics, ...others, ...objects];
  return threads.every((list) => list.every((i) => known.includes(i.op) && !('timed' in i && i.timed === true)));
}

export function stuckThreads(rules: StateMachine, nodes: readonly Node[], most = 9): Set<number> {
  const moves = new Moves(rules, nodes);
  const edges = nodes.map((_, from) => edgesOf(rules, nodes, from));
  const stuck = new Set<number>();
  for (const t of rules.machine.threads.keys()) {
    const kinds: Allowed[] = [
      (e) => e.deeds.get(t) !== 'changes',
      (e) => ['looks', undefined].includes(e.deeds.get(t)),
      () => true,
    ];
    for (const allowed of kinds)
      for (const component of components(nodes.map((n) => n.next))) {
        const sets = component.length <= most ? subsets(component) : fairSets(component, edges, allowed);
        if (sets.some((set) => isStuck(rules, nodes, moves, edges, allowed, set, t))) stuck.add(t);
      }
  }
  return stuck;
}

function edgesOf(rules: StateMachine, nodes: readonly Node[], from: number): Edge[] {
  const { state, steps, next } = nodes[from];
  return steps
    .filter((s) => 'next' in s)
    .map((s, i): Edge => {
      const deeds = new Map<number, StepKind>([[s.thread, s.kind]]);
      for (const u of wokenBy(rules, state, s)) deeds.set(u, 'sleeps');
      return { from, to: next[i], deeds };
    });
}

/** The threads whose places the step of another thread changes. */
function wokenBy(rules: StateMachine, state: State, s: Step): number[] {
  const i = rules.next(state, s.thread)!;
  if (!('next' in s) || (i.op !== 'signal' && i.op !== 'broadcast')) return [];
  return [...state.threads.keys()].filter((u) => u !== s.thread && placeOf(state, u) !== placeOf(s.next, u));
}

function subsets(all: readonly number[]): number[][] {
  return Array.from({ length: 2 ** all.length - 1 }, (_, n) => all.filter((_, i) => (((n + 1) >> i) & 1) === 1));
}

/** The largest fair sets of the states: those of its components from which no states have to be taken away. */
function fairSets(states: readonly number[], edges: readonly Edge[][], allowed: Allowed): number[][] {
  const at = new Map(states.map((n, i) => [n, i]));
  const inner = (n: number): Edge[] => edges[n].filter((e) => at.has(e.to) && allowed(e));
  return components(states.map((n) => inner(n).map((e) => at.get(e.to)!))).flatMap((part) => {
    const set = part.map((i) => states[i]);
    const acting = new Set(within(set, edges, allowed).flatMap((e) => [...e.deeds.keys()]));
    const rest = set.filter((n) => edges[n].every((e) => [...e.deeds.keys()].every((u) => acting.has(u))));
    if (acting.size === 0 || rest.length === 0) return [];
    return rest.length === set.length ? [set] : fairSets(rest, edges, allowed);
  });
}

function within(set: readonly number[], edges: readonly Edge[][], allowed: Allowed): Edge[] {
  return set.flatMap((n) => edges[n].filter((e) => set.includes(e.to) && allowed(e)));
}

function isStuck(
  rules: StateMachine,
  nodes: readonly Node[],
  moves: Moves,
  edges: readonly Edge[][],
  allowed: Allowed,
  set: readonly number[],
  t: number,
): boolean {
  if (!set.every((n) => isAlive(rules, nodes[n].state, t))) return false;
  const inner = within(set, edges, allowed);
  if (!isConnected(set, inner)) return false;
  const acting = new Set(inner.flatMap((e) => [...e.deeds.keys()]));
  const mayAct = set.flatMap((n) => [
    ...nodes[n].steps.map((s) => s.thread),
    ...edges[n].flatMap((e) => [...e.deeds.keys()]),
  ]);
  if (!mayAct.every((u) => acting.has(u))) return false;
  const kindsOf = (u: number): Set<StepKind> => new Set(inner.flatMap((e) => e.deeds.get(u) ?? []));
  const stands = (u: number): Set<string> => new Set(set.map((n) => placeOf(nodes[n].state, u)));
  const waits = (u: number): boolean => {
    const kinds = kindsOf(u);
    if (kinds.size === 0) return true;
    if (kinds.has('changes') || (kinds.size === 1 && kinds.has('locks'))) return false;
    return moves.wait(u, stands(u));
  };
  const isKept = (u: number): boolean =>
    kindsOf(u).has('changes') &&
    moves.keep(u, stands(u), new Set([...acting].filter((v) => v !== u).flatMap((v) => moves.changed(v, stands(v)))));
  return (waits(t) || isKept(t)) && [...acting].some((u) => !waits(u));
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

function placeOf(state: State, t: number): string {
  return JSON.stringify(state.threads[t]);
}

interface Move {
  readonly read: string;
  /** The location that was read, that was written; -1: none. */
  readonly loc: number;
  readonly wrote: number;
  readonly to: string;
  readonly kind: StepKind;
}

/** What threads do from each place, in all states. */
class Moves {
  private readonly from = new Map<string, Move[]>();

  constructor(rules: StateMachine, nodes: readonly Node[]) {
    for (const { state, steps } of nodes)
      for (const s of steps) {
        if (!('next' in s)) continue;
        const i = rules.next(state, s.thread)!;
        const loc = 'x' in i && i.op !== 'store' && i.op !== 'write' ? i.x : -1;
        const wrote = 'x' in i && i.op !== 'load' && i.op !== 'read' ? i.x : -1;
        this.add(state, s.next, s.thread, { read: readBy(i, state, s.next), loc, wrote, kind: s.kind });
        for (const u of wokenBy(rules, state, s))
          this.add(state, s.next, u, { read: '', loc: -1, wrote: -1, kind: 'sleeps' });
      }
  }

  private add(state: State, next: State, t: number, move: Omit<Move, 'to'>): void {
    const place = `${t} ${placeOf(state, t)}`;
    this.from.set(place, [...this.of(place), { ...move, to: `${t} ${placeOf(next, t)}` }]);
  }

  private of(place: string): readonly Move[] {
    return this.from.get(place) ?? [];
  }

  /** Would the thread get on from one of these places if it read something else, or has it always read the same? */
  wait(t: number, stands: ReadonlySet<string>): boolean {
    const places = named(t, stands);
    const round = this.reach(places, (m) => m.kind !== 'changes');
    if ([...round].some((place) => this.of(place).some((m) => m.kind === 'changes'))) return true;
    if ([...round].some((place) => ![...this.reach([place], () => true)].some((p) => places.has(p)))) return true;
    const reads = [...round].some((place) => new Set(this.of(place).map((m) => m.read)).size > 1);
    return !reads && [...round].every((place) => this.of(place).every((m) => m.kind === 'looks'));
  }

  /** Would it leave these places for ever if it read something else at one of these locations? */
  keep(t: number, stands: ReadonlySet<string>, locations: ReadonlySet<number>): boolean {
    const places = named(t, stands);
    return [...places].some((place) =>
      this.of(place).some(
        (m) =>
          locations.has(m.loc) &&
          this.of(place).some((other) => other.read !== m.read && places.has(other.to)) &&
          ![...this.reach([m.to], () => true)].some((p) => places.has(p)),
      ),
    );
  }

  /** The locations that it changes between these places. */
  changed(t: number, stands: ReadonlySet<string>): number[] {
    const places = named(t, stands);
    return [...places].flatMap((place) =>
      this.of(place).flatMap(({ to, kind, wrote }) => (places.has(to) && kind === 'changes' ? wrote : [])),
    );
  }

  private reach(from: Iterable<string>, passes: (m: Move) => boolean): Set<string> {
    const all = new Set(from);
    for (const place of all) for (const m of this.of(place)) if (passes(m)) all.add(m.to);
    return all;
  }
}

function named(t: number, stands: ReadonlySet<string>): Set<string> {
  return new Set([...stands].map((place) => `${t} ${place}`));
}

/** What the step read, as text. */
function readBy(i: Shared, state: State, next: State): string {
  if ('x' in i) return String(state.memory[i.x]);
  if (i.op === 'trylock') return String(state.owners[i.m] >= 0);
  if (i.op === 'signal' || i.op === 'broadcast') return JSON.stringify([state.waiting[i.c], next.waiting[i.c]]);
  return '';
}
