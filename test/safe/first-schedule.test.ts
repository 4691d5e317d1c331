/** A first schedule is found in few states, however many the program has (state-space/one-order.ts). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/paths';
import { firstSchedule } from '../oracle/safe/compare-schedules';
import { buildText, withProgram } from '../support/compiled';

test.each([
  [1, 5, 10],
  [1, 1000, 10],
  [2, 1000, 21],
  [4, 5, 43],
  [4, 1000, 43],
])('%i producers and as many consumers, a buffer of %i', (n, size, states) => {
  const folder = join(packageRoot(), 'bench', 'safe');
  const text = readFileSync(join(folder, 'producer-consumer.c'), 'utf8');
  const path = buildText(text, [`-I${folder}`, '-O1', `-DPRODUCERS=${n}`, `-DCONSUMERS=${n}`, `-DSIZE=${size}`]);
  expect(withProgram(path, firstSchedule)?.states.length).toBe(states);
});
