/**
 * The larger programs with exact counts, in memory and compiled. Those that take longest are left to `npm run larger`.
 */
import { explore } from '../../src/explore/explorer';
import { compiledExecutions, isExpected, largerRows } from './larger-compiled';
import type { LargerRow } from './larger-rows';

describe('larger programs', () => {
  const rows = largerRows();
  const quick = rows
    .filter((row) => row.executions < 12_000 || row.model !== 'sc')
    .map((row) => [row.name, row] as [string, LargerRow]);

  test.each(quick)('in memory: %s', (_, { program, model, equivalence, executions }) => {
    expect(explore(program(), { model, equivalence }).executions).toBe(executions);
  });

  const others = quick.filter(([, row]) => row.withAllIterations !== row.executions);
  test.each(others)('in memory, all iterations: %s', (_, { program, model, equivalence, withAllIterations }) => {
    expect(explore(program(false), { model, equivalence }).executions).toBe(withAllIterations);
  });

  test.each(quick)('compiled: %s', (_, row) => {
    const found = compiledExecutions(row, false);
    expect({ found, right: isExpected(row, found) }).toEqual({ found, right: true });
  });

  test.each(quick.filter(([, row]) => row.executions < 1000))('compiled, every execution run: %s', (_, row) => {
    const found = compiledExecutions(row, true);
    expect({ found, right: isExpected(row, found) }).toEqual({ found, right: true });
  });

  // Only bytes of stacks are known there: some of the iterations that come to nothing are seen, and no others.
  test.each(others)('compiled by gcc: %s', (_, row) => {
    const found = compiledExecutions(row, false, ['--drista-compiler=gcc']);
    expect(found).toBeGreaterThanOrEqual(row.executions);
    expect(found).toBeLessThanOrEqual(row.withAllIterations);
  });

  test('all rows are known', () => {
    expect([rows.length, quick.length, others.length]).toEqual([24, 22, 6]);
  });
});
