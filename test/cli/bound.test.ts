/** --bound preemptions=N. */
import { join } from 'node:path';
import { build } from '../support/compiled';
import { drista, expectRefusal } from '../support/command';
import { top } from '../support/paths';

const program = build([join(top, 'examples', 'store-buffering-seq-cst.c')]);

test('what is beyond the bound is said', () => {
  const done = drista(['--bound', 'preemptions=0', program]);
  expect(done.status).toBe(3);
  expect(done.stdout).toMatch(
    /inconclusive: no error so far .*\(2 executions, .*; not explored: executions with more than 0 preemptions\n/,
  );
  expect(drista(['--bound', 'preemptions=1', program])).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^verified: .*3 executions/) as string,
  });
  expect(JSON.parse(drista(['--bound', 'preemptions=0', '--report', 'json=-', program]).stdout)).toMatchObject({
    limitsHit: ['bound'],
    bound: 'preemptions=0',
  });
});

test('an interrupted check goes on under the same bound', () => {
  expect(
    drista(['--bound', 'preemptions=0', '--max-executions', '1', '--checkpoint', 'bound.resume', program]).status,
  ).toBe(3);
  expect(drista(['--resume', 'bound.resume']).stdout).toMatch(/2 executions, .*more than 0 preemptions\n/);
});

test('wrong use', () => {
  for (const bound of ['2', 'preemptions', 'preemptions=-1', 'preemptions=x', 'steps=3'])
    expectRefusal(drista(['--bound', bound, program]), /--bound knows preemptions=N/);
  expectRefusal(
    drista(['--bound', 'preemptions=1', '--strategy', 'pct', program]),
    /--bound is not supported with --strategy pct/,
  );
  expectRefusal(
    drista(['--bound', 'preemptions=1', '--equivalence', 'co', program]),
    /--bound is not supported with --equivalence co/,
  );
});
