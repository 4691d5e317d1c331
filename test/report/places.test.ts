/** Each error has one place: that of the text's first line is the one for editors and for code scanning. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from 'sarif';
import { drista, folder } from '../support/command';
import { top } from '../support/paths';

const examples = join(top, 'examples');

/** The examples with errors, as tests that expect none. Returns their folder. */
function failing(): string {
  const to = mkdtempSync(join(folder, 'places-'));
  cpSync(join(examples, 'drista.config.json'), join(to, 'drista.config.json'));
  for (const name of readdirSync(examples).filter((file) => /\.cc?$/.test(file))) {
    const text = readFileSync(join(examples, name), 'utf8');
    const changed = text.replace(/drista: error \S+/g, 'drista: verified');
    if (changed !== text) writeFileSync(join(to, name), changed);
  }
  return to;
}

/** Of a file for editors: `KIND PLACE` of each error; `drista` where no place is known. */
function inGcc(text: string): string[] {
  return [...text.matchAll(/^(\S+): error: .* \[([\w-]+)\]$/gm)]
    .map(([, place, kind]) => `${kind} ${place}`)
    .filter((error) => !error.startsWith('test-'));
}

/** The same of a file for code scanning. */
function inSarif(text: string): string[] {
  const [{ results = [] }] = (JSON.parse(text) as Log).runs;
  return results.map(({ ruleId, locations = [] }) => {
    const { artifactLocation, region } = locations.at(0)?.physicalLocation ?? {};
    return `${ruleId} ${artifactLocation === undefined ? 'drista' : `${artifactLocation.uri}:${region?.startLine}`}`;
  });
}

test('the examples: editors and code scanning are told the same places', () => {
  const cwd = failing();
  const { status } = drista(['test', '--report', 'gcc=gcc', '--report', 'sarif=sarif', '.'], {}, cwd);
  const [gcc, sarif] = [inGcc, inSarif].map((read, i) => read(readFileSync(join(cwd, ['gcc', 'sarif'][i]), 'utf8')));
  expect([status, gcc]).toEqual([1, sarif]);
  expect(gcc.length).toBeGreaterThan(20);
  expect(gcc.filter((error) => / \S+:1$/.test(error))).toEqual([]);
});

test('a race in a specification: the place of the access', () => {
  const cwd = mkdtempSync(join(folder, 'places-'));
  const source = `// drista: verified
#include <drista/spec.h>
struct cell {
  int value = 0;
  void set(int v) { value = v; }
  int get() { return value; }
};
DRISTA_SPEC(cell, drista::spec::register_).operation("write", &cell::set).operation("read", &cell::get);
`;
  writeFileSync(join(cwd, 'drista.config.json'), '{}');
  writeFileSync(join(cwd, 'cell.drista.cc'), source);
  drista(['test', '--report', 'gcc=gcc', '--report', 'sarif=sarif'], {}, cwd);
  drista(['spec', '--report', 'gcc=alone.gcc', '--report', 'sarif=alone.sarif', 'cell.drista.cc'], {}, cwd);
  const read = (name: string): string => readFileSync(join(cwd, name), 'utf8');
  const all = [inGcc(read('gcc')), inSarif(read('sarif')), inGcc(read('alone.gcc')), inSarif(read('alone.sarif'))];
  expect(all).toEqual(all.map(() => ['data-race cell.drista.cc:5']));
});
