/** `npm run bench -- papers`: what it says is wrong, and a quick row. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { problemsOf, tables, type Cell } from '../../bench/papers/report';
import { programOf, publishedRows, type Published } from '../../bench/papers/rows';
import { top } from '../support/paths';

const cell = (executions: number, late = false): Cell => ({ executions, seconds: 1, late });

function row(benchmark: string, scale: string): Published {
  return publishedRows().find((each) => each.benchmark === benchmark && each.scale === scale)!;
}

test('all rows of both papers are there, and each program stands for one', () => {
  const rows = publishedRows();
  expect(rows.filter(({ paper }) => paper === 'VC-DPOR')).toHaveLength(153);
  expect(rows.filter(({ paper }) => paper === 'Drista')).toHaveLength(17);
  expect(rows.every(({ counts }) => counts.length === 5)).toBe(true);
  const files = new Set(rows.flatMap((each) => programOf(each)?.file ?? []));
  const own = readdirSync(join(top, 'bench', 'papers')).filter((name) => name.endsWith('.c'));
  expect([...files].filter((file) => !file.startsWith('..')).sort()).toEqual(
    own.map((name) => name.slice(0, -2)).sort(),
  );
});

test('counts that must be equal', () => {
  const pthread5 = row('32_pthread5', '1');
  const right = { observational: cell(6), rf: cell(20), odpor: cell(24), 'vc-dpor': cell(20) };
  expect(problemsOf({ row: pthread5, cells: right })).toEqual([]);
  expect(problemsOf({ row: pthread5, cells: { ...right, odpor: cell(25) } })).toEqual([
    '32_pthread5(1): odpor counts 25, but Optimal is published as 24',
  ]);
  expect(problemsOf({ row: pthread5, cells: { ...right, odpor: cell(3, true) } })).toEqual([]);
  expect(problemsOf({ row: pthread5, cells: { ...right, observational: cell(21) } })).toEqual([
    '32_pthread5(1): observational counts 21, more than the 20 of rf',
    '32_pthread5(1): observational counts 21, more than the 20 of vc-dpor',
  ]);
  expect(problemsOf({ row: pthread5, cells: { ...right, state: 'failed: no program' } })).toEqual([
    '32_pthread5(1): state failed: no program',
  ]);
});

test('rows without a source say so', () => {
  const text = tables([{ row: row('tsay', '2'), cells: undefined }], ['rf']);
  expect(text).toContain('| tsay(2) | 2488 | 7469 | 7469 | 7469 | 7469 |  | no source |');
});

test('a row is measured', () => {
  const done = spawnSync(process.execPath, [join(top, 'dist', 'bench', 'papers.js'), '32_pthread5(1)'], {
    encoding: 'utf8',
  });
  const cells = done.stdout.split('\n').find((line) => line.startsWith('| 32_pthread5(1)')) ?? '';
  const counts = cells.split('|').map((text) => text.trim().split('<')[0]);
  expect(counts.slice(2, 9)).toEqual(['20', '24', '24', '24', '20', '6', '20']);
  expect(counts.slice(-4, -2)).toEqual(['24', '20']);
  expect([done.stderr, done.status]).toEqual(['papers: VC-DPOR 32_pthread5(1)\n', 0]);
});
