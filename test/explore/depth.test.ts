/** An execution that is too long for the stack is a limit, not a failure. */
import { explore } from '../../src/explore/explorer';
import type { Program } from '../../src/program/program';
import { verdictText } from '../../src/report/verdict-text';

test('what overflows the stack ends the exploration, which says so', () => {
  const deeper = (): never => deeper();
  const program = { nodes: [], initial: () => 0, root: deeper, child: deeper } as unknown as Program;
  const { errors, limitsHit, executions, blocked, deadEnds, events } = explore(program, {
    model: 'rc11',
    equivalence: 'observational',
  });
  expect([errors, limitsHit]).toEqual([[], ['depth']]);
  const text = verdictText({
    program: 'p',
    model: 'rc11',
    equivalence: 'observational',
    strategy: 'partition',
    verdict: 'inconclusive',
    executions,
    blocked,
    deadEnds,
    runs: 0,
    events,
    seconds: 0,
    limitsHit,
    errors: [],
    notes: [],
  });
  expect(text).toMatch(/not explored: executions longer than the explorer can follow: use --max-steps$/);
});
