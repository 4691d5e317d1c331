import { sizedDifferences } from './sizes/compare-sizes';
import { randomSized, sizedShapes } from './sizes/random-sizes';
const end = Date.now() + 1000 * Number(process.argv[2]);
let n = 0, bad = 0;
for (let seed = Number(process.argv[3]); Date.now() < end; seed++)
  for (const [name, shape] of Object.entries(sizedShapes)) {
    if (process.argv[4] && !name.includes(process.argv[4])) continue;
    for (const s of randomSized(shape, seed, 4)) {
      if (Date.now() >= end) break;
      n++;
      let d: string[];
      try { d = sizedDifferences(s); } catch (e) { d = [(e as Error).stack!]; }
      if (d.length) { bad++; console.log(name, seed, d.join('\n   '), JSON.stringify(s)); if (bad > 5) process.exit(1); }
    }
  }
console.log(n, 'programs', bad, 'bad');
