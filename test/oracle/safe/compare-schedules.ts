/** Compares the schedule of a random machine with the largest one, found from the definitions. */
import { explore } from '../../../src/explore/explorer';
import { StepRecorder } from '../../../src/explore/common/step-recorder';
import { stateSearch } from '../../../src/explore/strategy/state-space/state-search';
import { isObjectKind } from '../../../src/object';
import { Kind, type Label } from '../../../src/program/label';
import type { Program } from '../../../src/program/program';
import { unsupportedIn } from '../../../src/safe/enforceable';
import { automatonOf, extract, type Automaton } from '../../../src/safe/safe-schedule';
import { randomNumbers } from '../../explore/parts-support';
import { isPlain, type Machine } from '../states/machine';
import { machineProgram, siteText } from '../states/machine-program';
import { linearisation, orderOf } from './linearisations';
import { safeGame, type SafeNode } from './safe-game';

/** How many orders of each schedule are tried. */
const ORDERS = 10;

/**
 * What differs, in words; undefined: there is nothing to compare. `program`: the machine itself, or the machine as a
 * compiled program (machine-c.ts).
 */
export function scheduleDifferences(machine: Machine, seed: number, program?: Program): string[] | undefined {
  const recorder = new StepRecorder();
  const options = { model: 'sc', equivalence: 'state', reduction: false, keepGoing: true, recorder } as const;
  const { limitsHit } = explore(program ?? machineProgram(machine), { ...options, maxExecutions: 5000 }, [stateSearch]);
  const { states, before } = recorder;
  if (limitsHit.length > 0 || states.length > 3000 || unsupportedIn(states) !== undefined) return undefined;
  const { scheduler, verdict } = extract(states, before, true, false);
  const game = safeGame(machine, 6000);
  if (game === undefined) return undefined;
  const isExact = !machine.threads.flat().some((i) => isPlain(i) || i.op === 'fail' || i.op === 'assume');
  if (!scheduler.exists) {
    const isUnfair = scheduler.unfair.length > 0;
    return isExact && !isUnfair && game.exists ? [`${verdict}, but there is a safe schedule`] : [];
  }
  const automaton = automatonOf(states, scheduler.permitted, describe);
  const hasData = machine.threads.flat().some(isPlain);
  const problems = hasData ? [] : game.compare(automatonNodes(automaton), isExact && scheduler.unfair.length === 0);
  const next = randomNumbers(seed + 1);
  const isArrival = (event: number): boolean => automaton.events[event].kind === Kind[Kind.BarrierArrive];
  const labels = states.flatMap((state) => state?.moves.map(({ label }) => label) ?? []);
  const objects = new Set(labels.flatMap(({ kind, loc }) => (isObjectKind(kind) ? [loc] : [])));
  const isData = (location: number): boolean => !objects.has(location);
  // Compiled programs have other places.
  const reference = program === undefined ? { machine, isPermitted: !hasData } : undefined;
  for (const row of [1, 16]) {
    const order = orderOf({ ...automaton, isArrival, isData }, row);
    for (let i = 0; i < ORDERS && problems.length === 0; i++) {
      const wrong = linearisation(order, next, 400, reference);
      if (wrong !== undefined) problems.push(`${row} in a row: ${wrong}`);
    }
  }
  return problems;
}

function describe(label: Label): Automaton['events'][number] {
  return {
    kind: Kind[label.kind],
    site: label.site,
    object: label.loc,
    operand: null,
    text: '',
    place: siteText(label.site),
  };
}

function automatonNodes({ states }: Automaton): SafeNode[] {
  return states.map(({ go }) => go.map(({ thread, to }) => ({ thread, to })));
}
