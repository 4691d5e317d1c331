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
import { linearisation, orderOf, type Reference } from './linearisations';
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
  const first = firstSchedule(program ?? machineProgram(machine));
  const game = safeGame(machine, 6000);
  if (game === undefined) return undefined;
  const isExact = !machine.threads.flat().some((i) => isPlain(i) || i.op === 'fail' || i.op === 'assume');
  if (first !== undefined && !scheduler.exists) return ['there is a first schedule, but no other'];
  if (!scheduler.exists) {
    const isUnfair = scheduler.unfair.length > 0;
    return isExact && !isUnfair && game.exists ? [`${verdict}, but there is a safe schedule`] : [];
  }
  const automaton = automatonOf(states, scheduler.permitted, describe);
  const hasData = machine.threads.flat().some(isPlain);
  const problems = hasData ? [] : game.compare(automatonNodes(automaton), isExact && scheduler.unfair.length === 0);
  if (first !== undefined && !hasData) problems.push(...game.compare(automatonNodes(first), false));
  const next = randomNumbers(seed + 1);
  const labels = states.flatMap((state) => state?.moves.map(({ label }) => label) ?? []);
  const objects = new Set(labels.flatMap(({ kind, loc }) => (isObjectKind(kind) ? [loc] : [])));
  const isData = (location: number): boolean => !objects.has(location);
  // Compiled programs have other places.
  const reference = program === undefined ? { machine, isPermitted: !hasData } : undefined;
  const compareOrders = (of: Automaton, row: number, by?: Reference): void => {
    const isArrival = (event: number): boolean => of.events[event].kind === Kind[Kind.BarrierArrive];
    const order = orderOf({ ...of, isArrival, isData }, row);
    for (let i = 0; i < ORDERS && problems.length === 0; i++) {
      const wrong = linearisation(order, next, 400, by);
      if (wrong !== undefined) problems.push(`${of === first ? 'first schedule, ' : ''}${row} in a row: ${wrong}`);
    }
  };
  for (const row of [1, 16]) {
    compareOrders(automaton, row, reference);
    // Independent events in another order come through states that it does not know.
    if (first !== undefined && program === undefined) compareOrders(first, row, { machine, isPermitted: false });
  }
  return problems;
}

/** The automaton of what one order of threads has shown; undefined: no schedule was found in it. */
export function firstSchedule(program: Program): Automaton | undefined {
  const recorder = new StepRecorder();
  const options = { model: 'sc', equivalence: 'state', reduction: false, keepGoing: true } as const;
  const interrupted = (): boolean => recorder.steps > 20_000;
  explore(program, { ...options, recorder, oneOrder: true, interrupted }, [stateSearch]);
  const { scheduler } = extract(recorder.states, recorder.before, false, false);
  return scheduler.exists ? automatonOf(recorder.states, scheduler.permitted, describe) : undefined;
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
