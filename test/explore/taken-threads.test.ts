/** A thread may be joined or detached once: whichever of two such events comes first, the other one is misuse. */
import { explore } from '../../src/explore/explorer';
import { machineProgram } from '../oracle/states/machine-program';
import { machineOf } from '../oracle/states/made';
import type { Instruction, Thread } from '../oracle/states/machine';

const take = (op: 'join' | 'detach'): Instruction => ({ op, t: 1 });
const store: Instruction = { op: 'store', x: 0, v: 1 };
const load: Instruction = { op: 'load', x: 0, r: 0 };

const wrong: Record<string, Thread[]> = {
  'a detach beside a join': [[], [take('detach')], [take('join')]],
  'a join beside a detach': [[], [take('join')], [take('detach')]],
  'two that detach': [[], [take('detach')], [take('detach')]],
  'a thread that detaches itself, and is joined': [[take('detach')], [take('join')]],
  'a detach beside a join of a thread that waits': [[load], [take('detach'), store], [take('join')]],
  'a detach where the join was seen': [
    [],
    [take('join'), store],
    [load, { op: 'if', r: 0, v: 1, not: true, to: 3 }, take('detach')],
  ],
  'a detach where the join was not seen': [
    [],
    [take('join'), store],
    [load, { op: 'if', r: 0, v: 0, not: true, to: 3 }, take('detach')],
  ],
};

describe.each(Object.entries(wrong))('%s', (_, threads) => {
  test.each(['observational', 'rf', 'co', 'state'] as const)('is misuse by %s', (equivalence) => {
    const { errors } = explore(machineProgram(machineOf(threads)), { model: 'sc', equivalence });
    expect(errors.map(({ kind }) => kind)).toEqual(['misuse']);
  });
});

test('a thread that is joined or detached is not taken twice', () => {
  const choice: Thread = [{ op: 'xchg', x: 0, r: 0, v: 1 }, { op: 'if', r: 0, v: 1, to: 3 }, take('detach')];
  const threads = [[], choice, choice.with(2, take('join'))];
  expect(explore(machineProgram(machineOf(threads)), { model: 'sc', equivalence: 'rf' }).errors).toEqual([]);
});
