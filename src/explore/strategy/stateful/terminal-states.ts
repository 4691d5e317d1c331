/** Classifies states in which no thread can take a step. */
import type { Label, LocationId, ThreadId, Value } from '../../../program/label';
import { iterationEndingAt } from '../../histories/spin-loops';
import { Op, type Places } from './places';
import type { Vector } from './vector';

/**
 * Classifies a state in which all threads that have not ended wait forever: in joins, or in spin loops whose next
 * iteration is like the last one with the present values in memory. `exited`: exit() was called, which ends these
 * threads. Undefined: an earlier read of some thread's iteration returned a value that memory no longer holds, so a
 * further iteration could leave the loop.
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

/** The threads that have not ended, each with its pending event. */
export function waitingThreads(places: Places, vector: Vector, threads: number): { thread: ThreadId; label: Label }[] {
  const waiting: { thread: ThreadId; label: Label }[] = [];
  for (let thread = 0; thread < threads; thread++) {
    const place = vector.place(thread);
    if (places.op[place] !== Op.Nothing) waiting.push({ thread, label: places.nodes[place].pending! });
  }
  return waiting;
}
