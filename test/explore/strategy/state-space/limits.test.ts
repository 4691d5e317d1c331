/** Limits that strike while events without a choice are performed (GraphExtender.settle). */
import { explore } from '../../../../src/explore/explorer';
import type { ExploreOptions } from '../../../../src/explore/explore-options';
import { RunLimit } from '../../../../src/program/outcomes';
import type { Program } from '../../../../src/program/program';
import { machineOf } from '../../../oracle/states/made';
import type { Machine, Thread } from '../../../oracle/states/machine';
import { machineProgram } from '../../../oracle/states/machine-program';

const options = { model: 'sc', equivalence: 'state' } as const;

/** After a load, which is a choice, a thread reads plain data, which is none. */
const reads: Thread = [
  { op: 'load', x: 0, r: 0 },
  ...Array.from({ length: 9 }, () => ({ op: 'read', x: 1, r: 0 }) as const),
];
const machine = machineOf([reads]);

function outcome(program: Program, more: Partial<ExploreOptions> = {}): object {
  const { errors, limitsHit, executions } = explore(program, { ...options, ...more });
  return { errors: errors.map((e) => e.kind), limitsHit, executions };
}

test.each([
  [3, 0, ['steps']],
  [6, 0, ['steps']],
  [8, 0, ['steps']],
  [100, 1, []],
])('with at most %d events', (maxSteps, executions, limitsHit) => {
  expect(outcome(machineProgram(machine), { maxSteps })).toEqual({ errors: [], limitsHit, executions });
});

test('an error beside the execution that is too long is found', () => {
  const fails: Thread = [{ op: 'load', x: 2, r: 0 }, { op: 'fail' }];
  const both = machineProgram(machineOf([fails, reads]));
  expect(outcome(both, { maxSteps: 8, keepGoing: true })).toMatchObject({
    errors: ['assertion'],
    limitsHit: ['steps'],
  });
});

/** The machine's program, whose run for the nth new history hits a limit. */
function limited(of: Machine, limit: 'time' | 'memory' | 'events', nth: number): Program {
  const program = machineProgram(of);
  let children = 0;
  return Object.assign(Object.create(program) as Program, {
    child: (...args: Parameters<Program['child']>) => {
      if (++children === nth) throw new RunLimit(limit, 'the run was too long');
      return program.child(...args);
    },
  });
}

test.each([1, 2, 5, 9])('a run that takes too long, in history %d, ends the search', (nth) => {
  for (const limit of ['time', 'memory'] as const)
    expect(outcome(limited(machine, limit, nth))).toEqual({ errors: [], limitsHit: [`run-${limit}`], executions: 0 });
});

test.each([1, 2, 5, 9])('a run that has too many events, in history %d, ends the execution', (nth) => {
  expect(outcome(limited(machine, 'events', nth))).toEqual({ errors: [], limitsHit: ['steps'], executions: 0 });
});
