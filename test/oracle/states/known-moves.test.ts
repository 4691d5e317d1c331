/** Moves that the state search makes without its graph: the graph comes to the same states. */
import { explore } from '../../../src/explore/explorer';
import type { StateFrame } from '../../../src/explore/strategy/state-space/search-path';
import type { KnownMove } from '../../../src/explore/strategy/state-space/known/known-moves';
import type { PossibleMove } from '../../../src/explore/strategy/state-space/known/known-steps';
import { StateSearch, stateSearch } from '../../../src/explore/strategy/state-space/state-search';
import { machineProgram } from './machine-program';
import { machineShapes } from './machine-shapes';
import { randomMachines } from './random-machine';

/** Leads the graph to each new state that a known move leads to, and compares what it has there. */
class Checked extends StateSearch {
  checked = 0;

  protected override stepByKnown(f: StateFrame, move: PossibleMove, known: KnownMove): boolean {
    const { length } = this.path.frames;
    const made = super.stepByKnown(f, move, known);
    if (!made || this.path.frames.length === length) return made;
    this.checked++;
    const { standings, futures, vector } = this.path.frames.at(-1)!;
    f.begun++; // as after the move
    this.path.leadGraph();
    f.begun--;
    const { key } = this.tables;
    expect([...key.vector]).toEqual([...vector]);
    expect(key.futures).toEqual(futures);
    const places = this.observe().standings.map(({ thread, place, label: { kind, loc } }) => [
      thread,
      place,
      kind,
      loc,
    ]);
    expect(places).toEqual(standings.map(({ thread, place, label: { kind, loc } }) => [thread, place, kind, loc]));
    return made;
  }
}

test.each(Object.entries(machineShapes))('%s', (_, shape) => {
  for (const machine of randomMachines(shape, 41, 12)) {
    const searches: Checked[] = [];
    const create: typeof stateSearch.create = (context) => {
      const search = new Checked(context);
      searches.push(search);
      return search;
    };
    explore(machineProgram(machine, 'states'), { model: 'sc', equivalence: 'state' }, [{ ...stateSearch, create }]);
    made += searches.reduce((sum, { checked }) => sum + checked, 0);
  }
});

let made = 0;

afterAll(() => {
  expect(made).toBeGreaterThan(1000);
});
