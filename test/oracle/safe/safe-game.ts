/** The game of a machine's scheduler, by brute force: which threads may go in which state, from the definitions. */
import type { Machine } from '../states/machine';
import type { State } from '../states/state';
import { StateMachine } from '../states/state-machine';
import { settle } from './replay';

/** A state of a schedule: which threads may go, and the states that follow by input. */
export type SafeNode = readonly { readonly thread: number; readonly to: readonly number[] }[];

export interface SafeGame {
  /** Is the first state safe? */
  readonly exists: boolean;
  /** What is wrong with the schedule, whose first state is 0. `exactly`: it must permit all that is safe. */
  readonly compare: (nodes: readonly SafeNode[], exactly: boolean) => string[];
}

interface Move {
  readonly thread: number;
  /** The states that follow, by input; -1: the execution goes wrong. */
  readonly to: readonly number[];
}

/** Undefined: there are more than so many states, or a thread runs for ever without an event. */
export function safeGame(machine: Machine, limit: number): SafeGame | undefined {
  const rules = new StateMachine(machine);
  const numbers = new Map<string, number>();
  const states: State[] = [];
  let isEndless = false;
  const numberOf = (state: State | undefined): number => {
    if (state === undefined) return -1;
    const settled = settle(rules, { ...state, known: {} });
    if (settled === 'endless') isEndless = true;
    if (settled === undefined || settled === 'endless') return -1;
    const key = JSON.stringify(settled);
    let n = numbers.get(key);
    if (n === undefined) numbers.set(key, (n = states.push(settled) - 1));
    return n;
  };
  const first = numberOf(rules.first());
  const moves: Move[][] = [];
  const ends: boolean[] = [];
  for (let n = 0; n < states.length; n++) {
    if (states.length > limit) return undefined;
    const state = states[n];
    moves[n] = movesOf(rules, state, numberOf);
    ends[n] = state.threads.every((place, t) => place === null || rules.hasEnded(state, t));
  }
  if (isEndless) return undefined;
  const safe = states.map(() => true);
  const isSafe = ({ to }: Move): boolean => to.every((next) => next >= 0 && safe[next]);
  for (let changed = true; changed;) {
    changed = false;
    for (let n = 0; n < states.length; n++) {
      if (!safe[n] || ends[n] || moves[n].some(isSafe)) continue;
      safe[n] = false;
      changed = true;
    }
  }
  return {
    exists: first >= 0 && safe[first],
    compare: (nodes, exactly) => compare(nodes, first, (n) => moves[n].filter(isSafe), exactly),
  };
}

function compare(
  nodes: readonly SafeNode[],
  first: number,
  safeMoves: (n: number) => Move[],
  exactly: boolean,
): string[] {
  const seen = new Set<string>();
  const open: [number, number][] = [[0, first]];
  for (const [node, n] of open) {
    const key = `${node} ${n}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const mine = nodes[node];
    const theirs = n < 0 ? [] : safeMoves(n);
    for (const thread of new Set([...mine, ...theirs].map((m) => m.thread))) {
      const [a, b] = [mine, theirs].map((all) => all.filter((m) => m.thread === thread));
      if (b.length < a.length) return [`state ${node} permits thread ${thread} what is not safe`];
      if (a.length < b.length && exactly) return [`state ${node} does not permit thread ${thread} what is safe`];
      // Which outcome is which is not compared where some are not permitted.
      if (a.length !== b.length) continue;
      a.forEach(({ to }, i) => {
        to.forEach((next, input) => open.push([next, b[i].to[input]]));
      });
    }
  }
  return [];
}

/** The moves of the state: of a choice, one with all inputs; else one for each outcome. */
function movesOf(rules: StateMachine, state: State, numberOf: (state: State | undefined) => number): Move[] {
  const chosen = new Map<number, number[]>();
  const moves: Move[] = [];
  for (const step of rules.steps(state)) {
    const to = numberOf('next' in step ? step.next : undefined);
    if (rules.next(state, step.thread)?.op !== 'choose') moves.push({ thread: step.thread, to: [to] });
    else chosen.set(step.thread, [...(chosen.get(step.thread) ?? []), to]);
  }
  return [...moves, ...[...chosen].map(([thread, to]) => ({ thread, to }))];
}
