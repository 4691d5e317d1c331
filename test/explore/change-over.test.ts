/** When an exploration of executions changes over to states. */
import { ChangeOver } from '../../src/explore/change-over';
import { MemoryBudget } from '../../src/explore/session/memory-budget';
import { Session } from '../../src/explore/session/session';
import type { ScReduction } from '../../src/explore/equivalence/sc-reduction';
import type { Program } from '../../src/program/program';

const program = { nodes: [] } as unknown as Program;

/** Whether it changes over at a state of the depth, after these executions and events. */
function changing(maySearchStates = true): (executions: number, events: number, depth?: number) => boolean {
  const session = new Session({}, new MemoryBudget(undefined, program));
  new ChangeOver(session, { maySearchStates } as ScReduction, program, 2000);
  return (executions, events, depth = 10) => {
    Object.assign(session.counts, { executions, events });
    try {
      session.changeOver!(executions, depth);
      return false;
    } catch {
      return true;
    }
  };
}

test('many executions', () => {
  const at = changing();
  expect([at(1999, 50_000), at(2000, 50_000)]).toEqual([false, true]);
});

test('many events without a complete execution', () => {
  const at = changing();
  expect([at(0, 19_999), at(0, 20_000)]).toEqual([false, true]);
});

test('events count from the last complete execution on, and anew in each round', () => {
  const at = changing();
  expect([at(0, 15_000), at(1, 19_000), at(1, 38_999), at(0, 5), at(0, 20_000)]).toEqual(Array(5).fill(false));
  expect(at(0, 20_005)).toBe(true);
});

test('the events of one long execution are not many', () => {
  const at = changing();
  expect([at(0, 900_000, 90_000), at(0, 1_800_000, 90_000)]).toEqual([false, true]);
});

test('not where states cannot be explored', () => {
  const at = changing(false);
  expect(at(2000, 1_000_000)).toBe(false);
});
