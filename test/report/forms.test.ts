/**
 * Every form of report on five executions: a race, an assertion, a deadlock, a livelock, a memory error. What is
 * written is compared with forms/expected/, and read by tools that others made. DRISTA_UPDATE=1 writes what is expected
 * anew.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as Viz from '@viz-js/viz' with { 'resolution-mode': 'import' };
import Ajv from 'ajv';
import { formNames, type FormName } from '../../src/report/forms';
import { build } from '../support/compiled';
import { drista, folder, type Done } from '../support/command';
import { top } from '../support/paths';

const { instance } = jest.requireActual<typeof Viz>('@viz-js/viz');

const sources = join(top, 'test', 'report', 'forms');

interface Reports {
  readonly name: string;
  readonly program: string;
  readonly saved: string;
  readonly done: Done;
  /** The text of each form. */
  readonly text: Readonly<Record<FormName, string>>;
}

const all = ['race', 'assertion', 'deadlock', 'livelock', 'memory'].map((name): Reports => {
  const program = build([join(sources, `${name}.c`)]);
  const saved = join(folder, `${name}.saved`);
  const fileOf = (form: string): string => join(folder, `${name}.${form}`);
  const options = formNames.flatMap((form) => ['--report', `${form}=${fileOf(form)}`]);
  const bounded = ['--tune', 'minimise=50'];
  const done = drista([...bounded, ...options, '--save', saved, program], {}, sources);
  const text = Object.fromEntries(
    formNames.map((form) => [form, readFileSync(fileOf(form), 'utf8')]),
  ) as Reports['text'];
  return { name, program, saved, done, text };
});
const named = all.map((reports) => [reports.name, reports] as const);

/** The data of a page. */
function dataOf(html: string): object {
  return JSON.parse(/<script type="application\/json" id="picture">(.*?)<\/script>/s.exec(html)![1]) as object;
}

/** A report without what differs from machine to machine and from run to run. */
function lasting(text: string, { program, saved }: Reports): string {
  return text
    .replaceAll(program, 'PROGRAM')
    .replaceAll(saved, 'SAVED')
    .replaceAll(`file://${sources}/`, 'file:///SOURCES/')
    .replaceAll(`${sources}/`, '/SOURCES/')
    .replace(/\b[0-9a-f]{12}\b/g, 'EXECUTION')
    .replace(/0x[0-9a-f]{8,}/g, '0xADDRESS')
    .replace(/\d+\.\d+ s\b/g, 'TIME s')
    .replace(/ time="[\d.]+"/g, ' time="TIME"')
    .replace(/"(seconds|peakMemory|nodes)": [\d.]+/g, '"$1": 0')
    .replace(/"version": "\d+\.\d+\.\d+[^"]*"(?=,\n *"rules")/, '"version": "VERSION"');
}

function expectAsKept(name: string, text: string): void {
  const file = join(sources, 'expected', name);
  if (process.env.DRISTA_UPDATE === '1') {
    mkdirSync(join(sources, 'expected'), { recursive: true });
    writeFileSync(file, text);
  }
  expect(text).toBe(readFileSync(file, 'utf8'));
}

describe.each(named)('%s', (name, reports) => {
  const { done, text } = reports;

  test('is found', () => {
    expect(done.status).toBe(1);
    expect(done.stderr).toBe('');
  });

  test('as text', () => {
    expectAsKept(`${name}.txt`, lasting(done.stdout, reports));
  });

  test.each(formNames.filter((form) => form !== 'html'))('as %s', (form) => {
    expectAsKept(`${name}.${form}`, lasting(text[form], reports));
  });

  test('as the data of a page', () => {
    expectAsKept(`${name}.page`, lasting(`${JSON.stringify(dataOf(text.html), null, 1)}\n`, reports));
  });
});

/** The schema, as the package of Microsoft's matchers has it (2.1.0-rtm.5, which OASIS made the standard). */
const sarifSchema = join(top, 'node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');

test('SARIF follows its schema', () => {
  const ajv = new Ajv({ schemaId: 'auto', meta: false, allErrors: true });
  ajv.addMetaSchema(jest.requireActual('ajv/lib/refs/json-schema-draft-04.json'));
  const validate = ajv.compile(JSON.parse(readFileSync(sarifSchema, 'utf8')) as object);
  for (const { text } of all) {
    validate(JSON.parse(text.sarif));
    expect(validate.errors).toBeNull();
  }
  const log = JSON.parse(all[0].text.sarif) as { runs: { results: { level: string }[] }[] };
  log.runs[0].results[0].level = 'fatal';
  expect(validate(log)).toBe(false);
});

test('JSON follows its schema', () => {
  const schema = JSON.parse(readFileSync(join(top, 'docs', 'report.schema.json'), 'utf8')) as object;
  const validate = new Ajv({ allErrors: true }).compile(schema);
  for (const { text } of all) {
    validate(JSON.parse(text.json));
    expect(validate.errors).toBeNull();
  }
});

/** Reads each file as JUnit XML, in a process of its own: the package is an ES module. */
const junitReader = `import { parse } from 'junit2json';
import { readFileSync } from 'node:fs';
const read = await Promise.all(process.argv.slice(1).map((file) => parse(readFileSync(file, 'utf8'))));
console.log(JSON.stringify(read));`;

test('JUnit XML is read as one failed test', () => {
  const files = all.map(({ name }) => join(folder, `${name}.junit`));
  const args = ['--input-type=module', '-e', junitReader, ...files];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: top, encoding: 'utf8' });
  expect(stderr).toBe('');
  const read = JSON.parse(stdout) as {
    tests: number;
    failures: number;
    testcase: { name: string; failure: { type: string; message: string; inner: string }[] }[];
  }[];
  const kinds = ['data-race', 'assertion', 'deadlock', 'livelock', 'memory'];
  expect(read.map(({ testcase }) => testcase[0].failure[0].type)).toEqual(kinds);
  for (const [i, { tests, failures, testcase }] of read.entries()) {
    expect([tests, failures, testcase.length, testcase[0].name]).toEqual([1, 1, 1, all[i].program]);
    expect(all[i].done.stdout).toContain(testcase[0].failure[0].message);
  }
});

test('Graphviz reads DOT, and has drawn SVG as it would itself', async () => {
  const viz = await instance();
  for (const { text } of all) {
    const found = viz.render(text.dot, { format: 'json' });
    expect(found).toMatchObject({ status: 'success', errors: [] });
    const graph = JSON.parse(found.output!) as { objects: { name: string }[] };
    const nodes = graph.objects.map(({ name }) => name).filter((name) => /^e\d+$/.test(name));
    const titles = [...text.svg.matchAll(/<title>(e\d+)<\/title>/g)].map(([, title]) => title);
    expect(titles.sort()).toEqual(nodes.sort());
    expect(nodes.length).toBeGreaterThan(5);
    const ids = [...text.svg.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  }
});

test.each(named.slice(1, 3))('%s: a replay draws the same', (_name, reports) => {
  const { saved, text } = reports;
  const html = join(folder, 'replayed.html'),
    svg = join(folder, 'replayed.svg');
  const done = drista(['replay', '--report', `html=${html}`, '--report', `svg=${svg}`, saved], {}, sources);
  expect(done.status).toBe(1);
  expect(readFileSync(svg, 'utf8')).toBe(text.svg);
  expect(dataOf(readFileSync(html, 'utf8'))).toEqual({ ...dataOf(text.html), verdict: '', notes: [] });
});
