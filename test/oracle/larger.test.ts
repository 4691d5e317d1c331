/**
 * The larger programs with exact counts, in memory and compiled. Those that take longest are left to `npm run fuzz --
 * larger`.
 */
import { explore } from '../../src/explore/explorer';
import { compiledExecutions, largerRows } from './larger-compiled';
import type { LargerRow } from './larger-rows';

describe('larger programs', () => {
  const rows = largerRows();
  const quick = rows
    .filter((row) => row.executions < 12_000 || row.model !== 'sc')
    .map((row) => [row.name, row] as [string, LargerRow]);

  test.each(quick)('in memory: %s', (_, { program, model, equivalence, executions }) => {
    expect(explore(program(), { model, equivalence }).executions).toBe(executions);
  });

  test.each(quick)('compiled: %s', (_, row) => {
    expect(compiledExecutions(row, false)).toBe(row.executions);
  });

  test.each(quick.filter(([, row]) => row.executions < 1000))('compiled, every execution run: %s', (_, row) => {
    expect(compiledExecutions(row, true)).toBe(row.executions);
  });

  /**
   * The orders in which updates of `top` succeed. A pop makes it what it was before; then the next push may have found
   * that before, or after.
   */
  const orders: Record<string, number> = {
    'treiber.c -DPUSH=2 -DPOP=1 rc11 rf': 8,
    'treiber.c -DPUSH=2 -DPOP=2 rc11 rf': 38,
    'treiber.c -DPUSH=2 -DPOP=2 sc observational': 38,
    'treiber.c -DPUSH=3 -DPOP=1 rc11 rf': 36,
    'treiber.c -DPUSH=3 -DPOP=1 sc observational': 36,
  };

  test.each(quick.filter(([name]) => name in orders))('without failed attempts: %s', (name, row) => {
    expect(compiledExecutions(row, false, true)).toBe(orders[name]);
  });

  test('all rows are known', () => {
    expect([rows.length, quick.length]).toEqual([24, 21]);
  });
});
