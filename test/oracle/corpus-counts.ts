/**
 * `npm run fuzz -- counts MODEL [--write]`: the counts of the corpus (test/corpus/README.md) under the model, from
 * the brute-force enumerator alone. Prints each program whose counts in expected.jsonl are others, or missing, and ends
 * with exit code 1 if there is one; with --write it puts them into the file.
 */
import { modelNames } from '../../src/model/names';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { top } from '../support/paths';
import { bruteForce } from './brute';
import { executionsUnderImm } from './load-buffering';
import type { Litmus } from './litmus';

type Row = Litmus & { readonly name: string } & Record<string, unknown>;

const [name, ...options] = process.argv.slice(2);
const model = modelNames.find((known) => known === name);
if (model === undefined || options.some((option) => option !== '--write')) {
  console.error(`npm run fuzz -- counts MODEL [--write]: MODEL is ${modelNames.join(', ')}`);
  process.exit(2);
}

const writes = options.includes('--write');
const file = join(top, 'test', 'corpus', 'expected.jsonl');
const rows = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Row);
let different = 0;
const counted = rows.map((row) => {
  const { value, rf, co } = model === 'imm' ? executionsUnderImm(row) : bruteForce(row, model);
  const counts = { value: value.size, rf: rf.size, co };
  const [found, known] = [JSON.stringify(counts), JSON.stringify(row[model]) as string | undefined];
  if (found !== known) {
    different++;
    if (!writes) console.log(`${row.name}: ${found}, in the file ${known ?? 'none'}`);
  }
  return { ...row, [model]: counts };
});
console.log(
  `${rows.length} programs under ${model}, ${different} with other counts than ` +
    (writes ? `${file} had: it has these now` : 'in the file'),
);
if (writes) writeFileSync(file, counted.map((row) => JSON.stringify(row) + '\n').join(''));
else process.exitCode = different > 0 ? 1 : 0;
