/**
 * Prints from jest's JSON how long each category of tests took, and last `N passed, N failed`; what failed before jest
 * could run counts as one failure. A category is a folder of test/.
 */
import { readFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { within } from './steps.mjs';

const [file, status] = process.argv.slice(2);
let passed = 0;
let failed = 0;
try {
  const results = JSON.parse(readFileSync(file, 'utf8'));
  passed = results.numPassedTests;
  failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
  printTimes(results.testResults);
} catch {
  // No results: set-up or lint has failed and said why.
}
if (failed === 0 && (status !== '0' || passed === 0)) failed = 1;
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function printTimes(suites) {
  const categories = new Map();
  for (const { name, startTime, endTime, assertionResults } of suites) {
    const category = relative(within('dist', 'test'), dirname(name)).split('/')[0] || 'other';
    const { tests, milliseconds } = categories.get(category) ?? { tests: 0, milliseconds: 0 };
    categories.set(category, {
      tests: tests + assertionResults.length,
      milliseconds: milliseconds + endTime - startTime,
    });
  }
  console.log('\ncategory         tests    seconds');
  for (const [category, { tests, milliseconds }] of [...categories].sort(
    (a, b) => b[1].milliseconds - a[1].milliseconds,
  ))
    console.log(`${category.padEnd(14)} ${String(tests).padStart(7)} ${(milliseconds / 1000).toFixed(1).padStart(10)}`);
}
