/** Errors in executions that never end: saved, and replayed with the loop. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '../support/compiled';
import { drista, expectRefusal, folder } from '../support/command';
import { top } from '../support/paths';

const hostile = (name: string): string => build([join(top, 'test', 'hostile', 'states', `${name}.c`)], ['-g']);

test.each([
  ['starves-test-and-set', '--check=progress', 'starvation'],
  ['starves-writer', '--check=progress', 'starvation'],
  ['starves-never-set', '--check=progress', 'starvation'],
  ['livelock-loop', '--equivalence=state', 'livelock'],
])('%s: the way there and the loop are replayed', (name, option, kind) => {
  const program = hostile(name);
  const file = join(folder, `${name}.json`);
  const found = drista(['--save', file, option, program]);
  expect(found.status).toBe(1);
  const report = found.stdout.slice(0, found.stdout.indexOf('See it again'));
  expect(report).toMatch(/\nthe way there:\n[^]*\nthe loop, again and again:\n/);
  const saved = JSON.parse(readFileSync(file, 'utf8')) as {
    report: { kind: string; loop: number; events: unknown[] };
    steps: unknown[];
  };
  expect(saved.report.kind).toBe(kind);
  expect(saved.report.loop).toBeGreaterThan(0);
  expect(saved.report.loop).toBeLessThan(saved.report.events.length);
  for (let i = 0; i < 2; i++) {
    const again = drista(['replay', file]);
    expect(again).toMatchObject({ status: 1, stderr: '' });
    expect(again.stdout.slice(0, again.stdout.indexOf('See it again'))).toBe(report);
  }
});

test.each([
  ['--equivalence', 'rf'],
  ['--strategy', 'random'],
  ['--tune', 'runs=all'],
  ['--tune', 'unroll=3'],
  ['--bound', 'preemptions=1'],
  ['--tune', 'local-states=off'],
])('--check progress explores states: not with %s %s', (option, value) => {
  expectRefusal(drista(['--check', 'progress', option, value, hostile('starves-never-set')]), /--check progress/);
});
