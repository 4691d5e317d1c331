/** All that a machine may do: its reachable states, one by one, and what is true of them. */
import { components } from './graph-components';
import { hinderedThreads, type Hindered } from './hindered';
import { type Machine } from './machine';
import { siteOf, type State, type Step, type StepKind } from './state';
import { stuckThreads, isSimple, type Node } from './starving';
import { StateMachine } from './state-machine';

export interface StateSpace {
  readonly states: number;
  /** Pairs of instructions that race; after a race nothing else that is found means anything. */
  readonly races: ReadonlySet<string>;
  /** Pairs of instructions that race and before which two threads stand in one state. */
  readonly adjacent: ReadonlySet<string>;
  readonly assertions: ReadonlySet<string>;
  readonly misuses: ReadonlySet<string>;
  /** Instructions that touch memory which was freed. */
  readonly memory: ReadonlySet<string>;
  /** Where the threads stand in states without a step. */
  readonly deadlocks: ReadonlySet<string>;
  /**
   * Of each bottom component in which all wait, some of them in loops: `livelock` if all
   * others wait to join, else `deadlock`.
   */
  readonly loops: ReadonlySet<string>;
  /** The number of bottom components in which some thread runs on: it changes something, or locks without reading. */
  readonly endless: number;
  /** Threads that do not go on in such a component; those that wait to join are left out. */
  readonly starving: ReadonlySet<number>;
  /** Threads that get nowhere in some fair execution in which some thread changes something; undefined: not known. */
  readonly mayStarve: ReadonlySet<number> | undefined;
  /** Threads that get nowhere if others stand still, and whether several go on for ever; undefined: not known. */
  readonly hindered: Hindered | undefined;
  /** Final states, without what threads know of each other. */
  readonly final: ReadonlySet<string>;
}

/** Undefined: there are more than so many states. */
export function stateSpace(machine: Machine, limit: number): StateSpace | undefined {
  const rules = new StateMachine(machine);
  const numbers = new Map<string, number>();
  const states: State[] = [];
  const nodes: Node[] = [];
  const number = (state: State): number => {
    const key = keyOf(state);
    let n = numbers.get(key);
    if (n === undefined) {
      numbers.set(key, (n = states.length));
      states.push(state);
    }
    return n;
  };
  number(rules.first());
  const errors = new Set<string>();
  const adjacent = new Set<string>();
  const final = new Set<string>();
  for (let n = 0; n < states.length; n++) {
    if (states.length > limit) return undefined;
    const state = states[n];
    const steps = rules.steps(state);
    for (const pair of adjacentRaces(rules, state)) adjacent.add(pair);
    const next = steps.flatMap((s) => ('next' in s ? [number(s.next)] : []));
    for (const s of steps) if ('error' in s) errors.add(s.error);
    if (state.threads.every((place, t) => place === null || rules.hasEnded(state, t)))
      final.add(keyOf({ ...state, known: {} }));
    nodes.push({ state, steps, next });
  }
  const named = (kind: string): Set<string> =>
    new Set([...errors].flatMap((e) => (e.startsWith(`${kind} `) ? e.split(' ').slice(1) : [])));
  return {
    states: states.length,
    races: named('race'),
    adjacent,
    assertions: named('assertion'),
    misuses: named('misuse'),
    memory: named('memory'),
    ...endings(rules, nodes),
    mayStarve: isSimple(machine) && nodes.length <= 300 ? stuckThreads(rules, nodes) : undefined,
    hindered: hinderedThreads(rules, nodes),
    final,
  };
}

type Endings = Pick<StateSpace, 'deadlocks' | 'loops' | 'endless' | 'starving'>;

/** What executions come to that do not end: bottom strongly connected components. */
function endings(rules: StateMachine, nodes: readonly Node[]): Endings {
  const deadlocks = new Set<string>();
  const loops = new Set<string>();
  const starving = new Set<number>();
  let endless = 0;
  for (const component of components(nodes.map((n) => n.next))) {
    const within = new Set(component);
    const leaves = component.some(
      (n) => nodes[n].steps.some((s) => 'error' in s) || nodes[n].next.some((m) => !within.has(m)),
    );
    if (leaves) continue;
    const { state } = nodes[component[0]];
    const left = state.threads.flatMap((p, t) => (p !== null && !rules.hasEnded(state, t) ? [t] : []));
    if (left.length === 0) continue;
    const steps = component.flatMap((n) => nodes[n].steps);
    const passing = new Set(left.filter((t) => passesOn(nodes, component, t)));
    const kindOf = ({ kind, units, thread }: Step): StepKind => (passing.has(thread) ? kind : (units?.kind ?? kind));
    const doing = (kind: StepKind): Set<number> =>
      new Set(steps.filter((s) => kindOf(s) === kind).map((s) => s.thread));
    const [changes, sleeps, looks, locks] = (['changes', 'sleeps', 'looks', 'locks'] as const).map(doing);
    const goesOn = (t: number): boolean => changes.has(t) || sleeps.has(t) || (locks.has(t) && !looks.has(t));
    const joins = (t: number): boolean => rules.next(state, t)?.op === 'join';
    if (left.some(goesOn)) {
      endless++;
      for (const t of left) if (!goesOn(t) && !joins(t)) starving.add(t);
    } else if (steps.length > 0) {
      loops.add(left.every((t) => looks.has(t) || joins(t)) ? 'livelock' : 'deadlock');
    } else {
      deadlocks.add(left.map((t) => siteOf({ thread: t, site: state.threads[t]!.pc })).join(' '));
    }
  }
  return { deadlocks, loops, endless, starving };
}

/**
 * Does the thread, round some cycle of the component, give another number of units of a semaphore than it takes? If
 * not, it has taken as many on every way from one state to another.
 */
function passesOn(nodes: readonly Node[], component: readonly number[], thread: number): boolean {
  const semaphores = nodes[component[0]].state.counts.keys();
  return [...semaphores].some((semaphore) => {
    const given = new Map([[component[0], 0]]);
    const open = [component[0]];
    for (let n = open.pop(); n !== undefined; n = open.pop()) {
      for (const [i, to] of nodes[n].next.entries()) {
        const { units, thread: by } = nodes[n].steps[i];
        const sum = given.get(n)! + (by === thread && units?.semaphore === semaphore ? units.change : 0);
        if (given.has(to) && given.get(to) !== sum) return true;
        if (!given.has(to)) open.push(to);
        given.set(to, sum);
      }
    }
    return false;
  });
}

/** Pairs of conflicting accesses before which two threads stand. */
function adjacentRaces(rules: StateMachine, state: State): string[] {
  const { all } = rules.accesses;
  const standing = state.threads.flatMap((_, t) => rules.access(state, t) ?? []).map((n) => all[n]);
  return standing.flatMap((a, i) =>
    standing
      .slice(i + 1)
      .filter((b) => a.loc === b.loc && (a.plain || b.plain) && (a.writes || b.writes))
      .map((b) => [siteOf(a), siteOf(b)].sort().join('-')),
  );
}

function keyOf(state: State): string {
  const known = Object.entries(state.known)
    .filter(([, what]) => what.length > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify({ ...state, known });
}
