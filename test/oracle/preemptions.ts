/**
 * The fewest preemptions with which a program's executions can be had under sequential consistency: from all
 * interleavings, by the number of preemptions. To leave a thread that could go on is a preemption.
 */
import type { Program } from '../../src/program/program';
import { historiesKey, nextOf, stateKey, steps, type State } from './interleave';

interface Place {
  readonly state: State;
  readonly running: number;
}

const noContext = () => ({ steps: [], memory: [] });

/** By the values read (`valueKey`), where all threads have ended. */
export function preemptionsOf(program: Program): Map<string, number> {
  const result = new Map<string, number>();
  const seen = new Set<string>();
  let level: Place[] = [
    {
      state: { cursors: [{ node: program.root(0, 0, noContext), offset: 0 }], memory: new Map(), objects: new Map() },
      running: 0,
    },
  ];
  for (let n = 0; level.length > 0; n++) {
    const next: Place[] = [];
    for (let place = level.pop(); place !== undefined; place = level.pop()) {
      const { state, running } = place;
      const key = `${stateKey(state)} ${running}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const goesOn = steps(program, state, running).length > 0;
      for (let t = 0; t < state.cursors.length; t++) {
        for (const after of steps(program, state, t))
          (goesOn && t !== running ? next : level).push({ state: after, running: t });
      }
      if (!state.cursors.every((c) => c === undefined || nextOf(c) === null)) continue;
      const name = historiesKey(state);
      if (!result.has(name)) result.set(name, n);
    }
    level = next;
  }
  return result;
}
