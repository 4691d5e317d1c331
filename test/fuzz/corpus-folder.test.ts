import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CorpusFolder } from '../../src/fuzz/corpus-folder';
import { pairOf } from '../../src/fuzz/coverage';
import { Places } from '../../src/fuzz/places';
import { scratchFolder } from '../support/scratch';

const scratch = scratchFolder('drista-corpus-');
const places = (): Places => new Places({ modules: [], stack: (site) => [site] });

function entryIn(all: Places): Parameters<CorpusFolder['write']>[0] {
  const [a, b] = ['prog+1 prog+2', 'prog+3'].map((name) => all.named(name));
  return {
    input: Uint8Array.of(1, 2, 3),
    schedule: [{ write: a, read: b, wanted: true }],
    prefix: [1, 0, 3],
    shown: { pairs: [pairOf(a, b)], possible: [pairOf(a, b), pairOf(0, b)], edges: [4, 5] },
  };
}

test('another process reads what was written, in its own numbers of places', () => {
  const path = join(scratch, 'shared');
  const own = places();
  new CorpusFolder(path, 'build', own, 100).write(entryIn(own));
  const other = places();
  other.named('prog+9');
  const reader = new CorpusFolder(path, 'build', other, 100);
  expect(reader.read()).toEqual({ entries: [entryIn(other)], inputs: [], others: 0 });
  expect(reader.read()).toEqual({ entries: [], inputs: [], others: 0 });
});

test('of another build only the inputs count, and nothing is removed', () => {
  const path = join(scratch, 'builds');
  const own = places();
  new CorpusFolder(path, 'build', own, 100).write(entryIn(own));
  const before = readdirSync(join(path, 'schedules'));
  const found = new CorpusFolder(path, 'other build', places(), 100).read();
  expect(found).toEqual({ entries: [], inputs: [Uint8Array.of(1, 2, 3)], others: 1 });
  expect(readdirSync(join(path, 'schedules'))).toEqual(before);
});

test('inputs of other fuzzers count; too long ones and files that make no sense do not', () => {
  const path = join(scratch, 'mixed');
  for (const name of ['inputs', 'schedules']) mkdirSync(join(path, name), { recursive: true });
  writeFileSync(join(path, 'inputs', 'seed'), 'abc');
  writeFileSync(join(path, 'inputs', 'long'), 'x'.repeat(101));
  writeFileSync(join(path, 'inputs', '.hidden'), 'no');
  const texts = ['', 'null', '[]', '{', '{"form":"fuzz schedule","build":"build","input":null,"schedule":[{}]}'];
  for (const [i, text] of texts.entries()) writeFileSync(join(path, 'schedules', `${i}.json`), text);
  const found = new CorpusFolder(path, 'build', places(), 100).read();
  expect(found).toEqual({ entries: [], inputs: [Uint8Array.from(Buffer.from('abc'))], others: 0 });
});

test('an input of an error is kept under its own name', () => {
  const path = join(scratch, 'errors');
  const file = new CorpusFolder(path, 'build', places(), 100).writeError(Uint8Array.of(7));
  expect(file).toBe(join(path, 'errors', readdirSync(join(path, 'errors'))[0]));
  expect([...readFileSync(file)]).toEqual([7]);
});
