/** The most permissive safe and fair scheduler, compared with brute force on small games. */
import { randomNumbers } from '../explore/parts-support';
import { endComponents } from '../../src/safe/end-components';
import { BAD, permittedIn, safeStates, type Action, type Game } from '../../src/safe/safety-game';
import { schedulerOf } from '../../src/safe/scheduler';

type Kind = 'changes' | 'looks' | 'locks';

function go(thread: number, to: number | readonly number[], kind: Kind = 'changes'): Action {
  const targets = typeof to === 'number' ? [to] : to;
  return { thread, to: targets, kinds: targets.map(() => new Map([[thread, kind]])) };
}

const end = { actions: [], end: true };
const at = (...actions: Action[]): Game[number] => ({ actions, end: false });

describe('small games', () => {
  test('a state without a way out of harm is removed, and what leads there only', () => {
    // 0 may go to 1, where only a bad action is left, or to 2, where the program ends.
    const game = [at(go(1, 1), go(2, 2)), at(go(1, BAD)), end];
    expect([...safeStates(game)]).toEqual([1, 0, 1]);
    expect(permittedIn(game, safeStates(game)).map((all) => all.map(({ thread }) => thread))).toEqual([[2], [], []]);
  });

  test('an action needs all inputs to be safe', () => {
    expect([...safeStates([at(go(0, [1, 2])), end, at(go(0, BAD))])]).toEqual([0, 1, 0]);
    expect([...safeStates([at(go(0, [1, 2])), end, end])]).toEqual([1, 1, 1]);
  });

  test('a deadlock is avoided, the end of the program is not', () => {
    expect([...safeStates([at(go(0, 1), go(1, 2)), at(), end])]).toEqual([1, 0, 1]);
  });

  test('a thread that must never go although it always could makes the schedule unfair', () => {
    const { exists, unfair } = schedulerOf([at(go(1, 0), go(2, BAD))], 0);
    expect(exists).toBe(false);
    expect(unfair).toEqual([{ threads: [2], state: 0 }]);
  });

  test('a thread that can go only where it must not is starved also where it is blocked in between', () => {
    expect(schedulerOf([at(go(1, 1), go(2, BAD)), at(go(1, 0))], 0).exists).toBe(false);
  });

  test('the scheduler stays where a thread does not starve, if it can', () => {
    // Thread 2 could go in 0, where it must not. In 1 it cannot, and thread 1 may stay there.
    const { exists, permitted } = schedulerOf([at(go(1, 1), go(2, BAD)), at(go(1, 0), go(1, 1))], 0);
    expect(exists).toBe(true);
    expect(permitted[0].map(({ to }) => to)).toEqual([[1]]);
    expect(permitted[1].map(({ to }) => to)).toEqual([[1]]);
  });

  test('a loop in which all threads only look is avoided', () => {
    const waits = [at(go(1, 1), go(2, 2)), at(go(1, 1, 'looks')), end];
    expect(schedulerOf(waits, 0).permitted[0].map(({ to }) => to)).toEqual([[2]]);
    expect(schedulerOf([at(go(1, 0, 'looks'))], 0)).toMatchObject({ exists: false, unfair: [{ threads: [] }] });
    expect(schedulerOf([at(go(1, 0, 'locks'))], 0).exists).toBe(true);
  });

  test('end components have no action that may lead out of them', () => {
    const actions = new Map([
      [0, [go(0, [0, 1])]],
      [1, [go(0, 2), go(1, 1)]],
      [2, [go(0, 1)]],
    ]);
    expect(endComponents(actions).map((part) => [...part.keys()].sort())).toEqual([[1, 2]]);
  });
});

function randomGame(next: () => number): Game {
  const count = 1 + Math.floor(next() * 5);
  const target = (): number => (next() < 0.15 ? BAD : Math.floor(next() * count));
  const kinds = ['changes', 'looks', 'locks'] as const;
  return Array.from({ length: count }, () => {
    if (next() < 0.15) return end;
    return at(
      ...Array.from({ length: Math.floor(next() * 3) }, () =>
        go(
          Math.floor(next() * 3),
          Array.from({ length: next() < 0.25 ? 2 : 1 }, target),
          kinds[next() < 0.5 ? 0 : Math.floor(next() * 3)],
        ),
      ),
    );
  });
}

/** The union of all sets in which each state is an end or has an action that stays in the set. */
function safeByForce(game: Game): boolean[] {
  const safe = game.map(() => false);
  for (let set = 0; set < 2 ** game.length; set++) {
    const has = (state: number): boolean => state !== BAD && ((set >> state) & 1) === 1;
    const isClosed = game.every(
      (state, n) => !has(n) || state.end || state.actions.some(({ to }) => to.every((next) => has(next))),
    );
    if (isClosed) game.forEach((_, n) => (safe[n] ||= has(n)));
  }
  return safe;
}

/** Does a scheduler that takes each of these actions again and again never go wrong, and treat all threads fairly? */
function isRight(game: Game, taken: readonly (readonly Action[])[]): boolean {
  const from = (first: number): Set<number> => {
    const found = new Set([first]);
    for (const state of found) if (state !== BAD) for (const { to } of taken[state]) for (const n of to) found.add(n);
    return found;
  };
  const reached = from(0);
  if (reached.has(BAD)) return false;
  for (const state of reached) {
    if (taken[state].length === 0 && !game[state].end) return false;
    const around = from(state);
    const isBottom = [...around].every((other) => from(other).has(state));
    if (!isBottom || taken[state].length === 0) continue;
    const steps = [...around].flatMap((other) => taken[other]);
    const able = new Set([...around].flatMap((other) => game[other].actions.map(({ thread }) => thread)));
    if (![...able].every((t) => steps.some(({ thread }) => thread === t))) return false;
    const did = (t: number, kind: Kind): boolean => steps.some(({ kinds }) => kinds.some((k) => k.get(t) === kind));
    const isLive = [...able].some((t) => did(t, 'changes') || (did(t, 'locks') && !did(t, 'looks')));
    if (!isLive) return false;
  }
  return true;
}

/** Is there such a scheduler? Each choice of actions is tried. */
function existsByForce(game: Game): boolean {
  const all = game.flatMap(({ actions }, state) => actions.map((action) => ({ state, action })));
  for (let set = 0; set < 2 ** all.length; set++) {
    const taken = game.map((_, n) => all.filter(({ state }, i) => state === n && (set >> i) & 1).map((a) => a.action));
    if (isRight(game, taken)) return true;
  }
  return false;
}

test('random games: the safe states are those of brute force', () => {
  const next = randomNumbers(17);
  for (let i = 0; i < 3000; i++) {
    const game = randomGame(next);
    expect([...safeStates(game)].map((n) => n === 1)).toEqual(safeByForce(game));
  }
});

test('random games: a scheduler is found exactly if there is one, and it is safe and fair', () => {
  const next = randomNumbers(4);
  const count = { found: 0, unfair: 0 };
  for (let i = 0; i < 3000; i++) {
    const game = randomGame(next);
    const { exists, permitted, unfair } = schedulerOf(game, 0);
    expect({ game, exists }).toEqual({ game, exists: existsByForce(game) });
    if (!exists) continue;
    expect(isRight(game, permitted)).toBe(true);
    count.found++;
    if (unfair.length > 0) count.unfair++;
  }
  // Both ways are tried.
  expect(count.found).toBeGreaterThan(300);
  expect(count.unfair).toBeGreaterThan(3);
});
