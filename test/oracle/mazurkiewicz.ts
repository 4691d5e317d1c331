/**
 * The Mazurkiewicz traces of a small program under sequential consistency, by a search over their prefixes. A trace is
 * named by what each thread has read and, for each location, by the order of accesses, where reads with no write
 * between them have none. Every read-modify-write counts as a write, and so does every operation on an object except
 * sem_getvalue.
 */
import { Kind, type LocationId } from '../../src/program/label';
import type { Program } from '../../src/program/program';
import { historiesKey, nextOf, settled, stateKey, steps, type State } from './interleave';

/** By location the accesses so far; reads in a row are one entry, sorted. */
type Orders = ReadonlyMap<LocationId, readonly (readonly string[])[]>;

export interface Traces {
  /** Names of the traces in which all threads have ended, each with its values (`valueKey`). */
  readonly complete: ReadonlyMap<string, string>;
}

const reading = [Kind.Load, Kind.SemGetvalue];
const isWait = [Kind.CondWake, Kind.FutexAwait];
const local = [Kind.PlainRead, Kind.PlainWrite];

export function mazurkiewicz(program: Program): Traces {
  const complete = new Map<string, string>();
  const visited = new Set<string>();
  const todo: { state: State; orders: Orders }[] = [];

  const visit = (after: State, orders: Orders): void => {
    const state = settled(program, after);
    const key = `${stateKey(state)} ${nameOf(orders)}`;
    if (visited.has(key)) return;
    visited.add(key);
    todo.push({ state, orders });
  };

  const noContext = () => ({ steps: [], memory: [] });
  visit(
    { cursors: [{ node: program.root(0, 0, noContext), offset: 0 }], memory: new Map(), objects: new Map() },
    new Map(),
  );
  for (let at = todo.pop(); at; at = todo.pop()) {
    const { state, orders } = at;
    state.cursors.forEach((cursor, thread) => {
      const label = cursor && nextOf(cursor);
      if (!label) return;
      const isShared = label.loc >= 0 && !local.includes(label.kind);
      for (const after of steps(program, state, thread)) {
        // A wait that was served ends whenever its thread likes: only the signal has an order.
        const isServed = isWait.includes(label.kind) && after.objects === state.objects;
        const isAccess = isShared && !isServed;
        visit(after, isAccess ? extended(orders, label.loc, reading.includes(label.kind), `${thread}`) : orders);
      }
    });
    if (state.cursors.every((c) => !c || !nextOf(c)))
      complete.set(`${historiesKey(state)} ${nameOf(orders)}`, historiesKey(state));
  }
  return { complete };
}

/** The accesses of one thread to a location have one order, so the number of the thread names them. */
function extended(orders: Orders, loc: LocationId, reads: boolean, access: string): Orders {
  const before = orders.get(loc) ?? [];
  const last = before.at(-1);
  const name = `${reads ? 'r' : 'w'}${access}`;
  const joins = reads && last?.[0].startsWith('r') === true;
  const order = joins ? [...before.slice(0, -1), [...last, name].sort()] : [...before, [name]];
  return new Map(orders).set(loc, order);
}

function nameOf(orders: Orders): string {
  return [...orders]
    .sort(([a], [b]) => a - b)
    .map(([loc, order]) => `${loc}:${order.map((group) => group.join('+')).join()}`)
    .join(' ');
}
