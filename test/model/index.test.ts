/** The registry of models, and the places that name all of them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkOptions } from '../../src/cli/option-table';
import { modelOf } from '../../src/model';
import { modelHelp, modelNames } from '../../src/model/names';
import { top } from '../support/paths';

const text = (...path: string[]): string => readFileSync(join(top, ...path), 'utf8');

test('the names of the command line make models of these names', () => {
  for (const name of modelNames) expect(modelOf(name).name).toBe(name);
});

test('the command line offers them', () => {
  expect(checkOptions.model.choices).toEqual(modelNames);
  expect(checkOptions.model.meanings).toEqual(modelNames.map((name) => modelHelp[name]));
});

test('the schema of reports and the documentation name them', () => {
  for (const name of ['report', 'outcomes', 'litmus']) {
    const schema = text('docs', `${name}.schema.json`);
    const lists = [...schema.matchAll(/"enum": (\[[^\]]*"rc11"[^\]]*\])/g)].map(
      ([, list]) => JSON.parse(list) as string[],
    );
    expect(lists).not.toEqual([]);
    for (const list of lists) expect(list).toEqual(modelNames);
  }
  expect(text('README.md')).toContain(`--model ${modelNames.join('\\|')}`);
  const page = text('docs', 'explanation', 'memory-models.md');
  const reference = text('docs', 'reference', 'memory-models.md');
  for (const name of modelNames) {
    expect(page).toContain(`| \`${name}\``);
    expect(reference).toContain(`\`${name}\``);
  }
});
