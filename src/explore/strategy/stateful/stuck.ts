/** A state in which no thread can go on. */
import type { Label, LocationId, ThreadId, Value } from '../../../program/label';
import { iterationEndingAt } from '../../histories/spin-loops';
import { Op, type Places } from './places';
import type { Vector } from './vector';

/**
 * What it is when all threads that have not ended wait for good: in joins, or in loops that go round again with what
 * memory holds. `exited`: exit() was called, which ends them. Undefined: some thread has read, earlier in its turn,
 * what no longer holds; had it looked now, it would go on.
 */
export function waitingForEver(
  places: Places,
  vector: Vector,
  threads: number,
): 'deadlock' | 'livelock' | 'exited' | undefined {
  const holds = ([loc, value]: readonly [LocationId, Value]): boolean =>
    places.valueAt(loc, (slot) => vector.held(slot)) === value;
  let spins = false;
  let exited = false;
  for (let t = 0; t < threads; t++) {
    const place = vector.place(t);
    switch (places.op[place]) {
      case Op.Nothing:
        exited ||= places.exited[place];
        break;
      case Op.Join:
        break;
      default: {
        spins = true;
        const read = places.valueOf(places.slot[place], vector.held(places.slot[place]));
        const turn = iterationEndingAt(places.nodes[place].children.get(read)!);
        if (turn?.values === undefined || ![...turn.values].every(holds)) return undefined;
      }
    }
  }
  return exited ? 'exited' : spins ? 'livelock' : 'deadlock';
}

/** The threads that have not ended, and what each stands before. */
export function waitingThreads(places: Places, vector: Vector, threads: number): { thread: ThreadId; label: Label }[] {
  const waiting: { thread: ThreadId; label: Label }[] = [];
  for (let thread = 0; thread < threads; thread++) {
    const place = vector.place(thread);
    if (places.op[place] !== Op.Nothing) waiting.push({ thread, label: places.nodes[place].pending! });
  }
  return waiting;
}
