/**
 * The strategies of the literature against brute force: each Mazurkiewicz trace once, by odpor without a sequence that
 * sleep sets end; all values, deadlocks and errors.
 */
import { sequenceDifferences, sequenceShapes } from './compare-sequences';
import type { Litmus } from './litmus';
import { randomLitmus } from './random';
import { corpusLines } from '../support/paths';

const seed = Number(process.env.DRISTA_SEED ?? 1);

test('programs of the corpus', () => {
  const rows = corpusLines('expected.jsonl')
    .map((line) => JSON.parse(line) as Litmus & { readonly name: string })
    .filter((_, i) => i % 10 === 0);
  expect(rows.flatMap((row) => sequenceDifferences(row).map((text) => `${row.name}: ${text}`))).toEqual([]);
  expect(rows.length).toBe(25);
});

test.each(Object.entries(sequenceShapes))('%s', (_name, shape) => {
  for (const litmus of randomLitmus(shape, seed, 2))
    expect([litmus, sequenceDifferences(litmus)]).toEqual([litmus, []]);
});
