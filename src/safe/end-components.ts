/**
 * Sets of states that a scheduler can stay in for ever, whatever the inputs are, and go round in: end components (de
 * Alfaro, _Formal verification of probabilistic systems_, 1997, section 3.3).
 */
import { ComponentSearch } from '../explore/strategy/state-space/liveness/components';
import type { Action } from './safety-game';

/** By state of a set: the actions that stay in the set. Each state has at least one. */
export type EndComponent = ReadonlyMap<number, readonly Action[]>;

/** The strongly connected components of the states by all of these actions, which lead to states of the set. */
export function components(actions: EndComponent): number[][] {
  const states = [...actions.keys()];
  const found: number[][] = [];
  // There states are numbers from 1.
  new ComponentSearch(states.reduce((a, b) => Math.max(a, b), 0) + 1).search(
    states.map((state) => state + 1),
    (state) => actions.get(state - 1)!.flatMap(({ to }) => to.map((next) => ({ to: next + 1, did: 0 }))),
    (members) => {
      found.push(members.map((state) => state - 1));
    },
  );
  return found;
}

/** The largest end components within the states, by these actions, some of which may lead elsewhere. */
export function endComponents(actions: EndComponent): EndComponent[] {
  const found: EndComponent[] = [];
  const open = [closed(actions)];
  for (const part of open) {
    for (const members of components(part)) {
      const inner = closed(new Map(members.map((state) => [state, part.get(state)!])));
      if (inner.size === 0) continue;
      const same = members.length === part.size && inner.size === part.size && sizeOf(inner) === sizeOf(part);
      if (same) found.push(inner);
      else open.push(inner);
    }
  }
  return found;
}

/** Without the actions that may lead out of the set, and without states that have no action then. */
function closed(actions: EndComponent): EndComponent {
  const left = new Map(actions);
  for (let changed = true; changed;) {
    changed = false;
    for (const [state, all] of left) {
      const staying = all.filter(({ to }) => to.every((next) => left.has(next)));
      if (staying.length === all.length && staying.length > 0) continue;
      changed = true;
      if (staying.length === 0) left.delete(state);
      else left.set(state, staying);
    }
  }
  return left;
}

function sizeOf(actions: EndComponent): number {
  let size = 0;
  for (const all of actions.values()) size += all.length;
  return size;
}
