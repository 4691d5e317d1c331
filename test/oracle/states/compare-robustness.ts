/**
 * States under models that are weaker than sc: what the search says of a machine with accesses of all orders. Where it
 * explores states, the machine reaches the same places as by interleavings, and has the errors of these.
 */
import { explore } from '../../../src/explore/explorer';
import { verdictDifferences } from './compare-states';
import { stateSearch } from '../../../src/explore/strategy/state-space/state-search';
import { type ModelName, modelsWithoutCycles } from '../../../src/model/names';
import type { Instruction, Machine, Place } from './machine';
import { machineProgram } from './machine-program';
import { StateMachine } from './state-machine';
import { stateSpace } from './state-space';
import { reachablePlaces } from './view-machine';

interface RobustnessComparison {
  readonly differences: readonly string[];
  /** Were states explored? Undefined: too many to compare. */
  readonly byStates?: boolean;
  /** Are there no other places than by interleavings? Undefined: not known. */
  readonly robust?: boolean | undefined;
}

/** What they exclude beyond coherence is not taken into account. */
export const weakModels = modelsWithoutCycles.filter((name) => name !== 'sc');

/** Compares under one of these models. `limit`: the most states of the oracles. */
export function compareRobustness(machine: Machine, model: ModelName, limit = 20_000): RobustnessComparison {
  const space = stateSpace(machine, 2000);
  if (space === undefined) return { differences: [] };
  const others = otherPlaces(machine, model, limit);
  const robust = others === undefined ? undefined : others.length === 0;
  // By the state search alone: where it gives up, the machine may have executions without end.
  const options = { model, equivalence: 'state', keepGoing: true } as const;
  const found = (['states', 'both'] as const).map((knowledge) => {
    const verdict = explore(machineProgram(machine, knowledge), options, [stateSearch]);
    return { knowledge, verdict, byStates: verdict.byStates === true };
  });
  // Histories that are not merged have no iterations, so the search may take for not robust what is.
  const { byStates } = found.find(({ knowledge }) => knowledge === 'both')!;
  if (!byStates) return { differences: [], byStates, robust };
  const differences = found.flatMap(({ knowledge, verdict, byStates }) =>
    byStates
      ? verdictDifferences(machine, verdict, space, false).map((text) => `${model}, by ${knowledge}: ${text}`)
      : [],
  );
  if (robust === false) differences.push(`${model}: it is not robust: ${others![0]}`);
  return { differences, byStates, robust };
}

/** The places that the machine reaches under the model, and not by interleavings; undefined: too many to tell. */
function otherPlaces(machine: Machine, model: ModelName, limit: number): readonly string[] | undefined {
  const remembers = isShort(machine);
  const ordered = model === 'ra' ? allAcqRel(machine) : machine;
  const places = reachablePlaces(ordered, model === 'c20' ? 'c20' : 'c11', limit, remembers);
  if (places === undefined) return undefined;
  const sequential = placesByInterleavings(machine, remembers);
  return [...places].filter((p) => !sequential.has(p) && !isBeforeFence(machine, p));
}

/** Does a thread stand before a fence? That is no place of its own: an iteration that waits may have come there. */
function isBeforeFence({ threads }: Machine, places: string): boolean {
  const all = JSON.parse(places) as readonly (readonly [Place, unknown] | null)[];
  return all.some((at, t) => at !== null && threads[t].at(at[0].pc)?.op === 'fence');
}

/** The machine as `ra` has it. */
function allAcqRel(machine: Machine): Machine {
  const threads = machine.threads.map((list) =>
    list.map((i): Instruction => ('o' in i ? { ...i, o: 'ar', ...('fo' in i ? { fo: 'acq' } : {}) } : i)),
  );
  return { ...machine, threads };
}

/** Where all threads stand in the states of sequential consistency, as reachablePlaces has it. */
function placesByInterleavings(machine: Machine, remembers: boolean): Set<string> {
  const rules = new StateMachine(machine);
  const places = new Set<string>();
  const first = { state: rules.first(), read: machine.threads.map((): readonly number[] => []) };
  const visited = new Set([JSON.stringify(first)]);
  const todo = [first];
  for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
    const { state, read } = at;
    places.add(JSON.stringify(state.threads.map((place, t) => place && [place, read[t]])));
    for (const step of rules.steps(state)) {
      if (!('next' in step)) continue;
      const { thread: t, next } = step;
      const i = rules.next(state, t)!;
      const isRead = remembers && 'x' in i && 'r' in i && next.threads[t]!.pc > state.threads[t]!.pc;
      const to = { state: next, read: isRead ? read.with(t, [...read[t], state.memory[i.x]]) : read };
      const key = JSON.stringify(to);
      if (visited.has(key)) continue;
      visited.add(key);
      todo.push(to);
    }
  }
  return places;
}

/** Do threads come back only to look again? Then what they have read is no more than they have instructions. */
function isShort({ threads }: Machine): boolean {
  return threads.every((list) =>
    list.every((i, at) => !('to' in i) || i.to > at || (i.op === 'if' && list[i.to].op === 'load' && i.to === at - 1)),
  );
}
