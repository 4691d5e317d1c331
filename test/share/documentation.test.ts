/** Code blocks of the documentation, run as they are written: a reader copies them. None is forgotten. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCommand } from '../../src/compiler/compilers';
import { top } from '../support/paths';
import { architecture } from './documentation/architecture';
import { allBlocks, blockOf, blocksIn } from './documentation/blocks';
import { builds } from './documentation/builds';
import { frameworks } from './documentation/frameworks';
import { howTo } from './documentation/how-to';
import { inputs } from './documentation/inputs';
import { results } from './documentation/results';
import type { Documented } from './documentation/running';
import { start } from './documentation/start';

const documented: readonly Documented[] = [
  ...start,
  ...builds,
  ...results,
  ...inputs,
  ...howTo,
  ...frameworks,
  ...architecture,
];

for (const { page, blocks, name, needs = [], hindrance, run } of documented) {
  const missing = needs.filter((command) => findCommand(command) === undefined);
  const why = missing.length > 0 ? `${missing.join(', ')} not found` : hindrance;
  (why === undefined ? test : test.skip)(`${page}: ${name}${why === undefined ? '' : ` (not run: ${why})`}`, () => {
    run(...blocks.map((beginning) => blockOf(page, beginning).text));
  });
}

test('each block is run by one test, or its page says why it is not', () => {
  const run = documented.flatMap(({ page, blocks }) => blocks.map((beginning) => blockOf(page, beginning)));
  const count = (block: unknown): number => run.filter((each) => each === block).length;
  const problems = allBlocks.flatMap((block) => {
    const place = `${block.page}:${block.line}`;
    if (count(block) > 1) return [`${place}: several tests run it`];
    if (count(block) === 1 && block.notRun !== undefined) return [`${place}: a test runs it, but the page denies that`];
    if (count(block) === 0 && block.notRun === undefined)
      return [`${place}: no test runs it: write one, or <!-- not run: REASON --> before it`];
    return [];
  });
  expect(problems).toEqual([]);
});

test('blocks are found in all their forms, with the reason not to run them', () => {
  const markdown = [
    'Text.\n\n    indented\n',
    '<!-- not run: a reason -->\n\n    with one\n',
    '- item\n\n  <!-- not run: why -->\n  ```sh\n  fenced\n  ```\n',
    '<!-- another comment -->\n\n~~~\nplain\n~~~\n',
    '<!-- not run: too far away -->\n\nText.\n\n```\nlast\n```\n',
    '<!-- not run: -->\n\n```\nno reason\n```\n',
  ].join('\n');
  expect(blocksIn('a.md', markdown).map(({ line, text, notRun }) => [line, text.trim(), notRun])).toEqual([
    [3, 'indented', undefined],
    [7, 'with one', 'a reason'],
    [12, 'fenced', 'why'],
    [18, 'plain', undefined],
    [26, 'last', undefined],
    [32, 'no reason', undefined],
  ]);
});

test('scripts that blocks call exist, also in those that are not run', () => {
  const { scripts } = JSON.parse(readFileSync(join(top, 'package.json'), 'utf8')) as { scripts: object };
  const called = allBlocks.flatMap(({ text }) => [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name]) => name));
  expect(called).toContain('setup');
  for (const name of called) expect(Object.keys(scripts)).toContain(name);
});
