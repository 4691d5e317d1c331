/**
 * The random-program test for as long as one likes: `npm run fuzz -- SECONDS [SEED]`. Each program under every model and
 * equivalence. Prints what differs and ends with exit code 1 if anything does.
 */
import { modelNames } from '../../src/model';
import type { Litmus } from '../oracle/litmus';
import { randomLitmus } from '../oracle/random';
import { differences, differencesLarge } from './compare';
import { largeShapes, shapes } from './shapes';

const seconds = Number(process.argv[2] ?? 60);
const first = Number(process.argv[3] ?? Date.now() % 1_000_000_000);
const end = Date.now() + seconds * 1000;
let programs = 0;
let bad = 0;

function compare(name: string, seed: number, litmus: Litmus, large: boolean): void {
  programs++;
  let found: string[];
  try {
    found = large ? differencesLarge(litmus) : modelNames.flatMap((model) => differences(litmus, model));
  } catch (e) {
    found = [(e as Error).stack ?? String(e)];
  }
  if (found.length === 0) return;
  bad++;
  console.log(`${name}, seed ${seed}:\n  ${found.join('\n  ')}\n  ${JSON.stringify(litmus)}`);
}

for (let seed = first; Date.now() < end; seed++) {
  for (const [name, shape] of Object.entries(shapes)) for (const litmus of randomLitmus(shape, seed, 8)) compare(name, seed, litmus, false);
  for (const [name, shape] of Object.entries(largeShapes)) for (const litmus of randomLitmus(shape, seed, 1)) compare(name, seed, litmus, true);
}
console.log(`${programs} programs from seed ${first}, ${bad} with differences`);
process.exitCode = bad > 0 ? 1 : 0;
