/**
 * The order in which jest runs the test files: the longest first, so that no worker is left alone with one of them in
 * the end. jest knows how long files took on this machine, but nothing in a new clone. test-seconds.json says how long
 * they took once, in seconds; `DRISTA_TEST_SECONDS=write npm run jest` writes it.
 */
import Sequencer from '@jest/test-sequencer';
import { readFileSync, writeFileSync } from 'node:fs';
import { within } from './steps.mjs';

const file = within('scripts', 'test-seconds.json');
const folder = `${within('dist', 'test')}/`;
/** Files that take less than this many seconds are not listed. */
const MIN_SECONDS = 5;

const nameOf = (path) => path.slice(folder.length).replace(/\.test\.js$/, '');

export default class LongestFirst extends Sequencer {
  sort(tests) {
    const seconds = JSON.parse(readFileSync(file, 'utf8'));
    const of = ({ path }) => seconds[nameOf(path)] ?? 0;
    return super.sort(tests).sort((a, b) => of(b) - of(a));
  }

  cacheResults(tests, results) {
    super.cacheResults(tests, results);
    if (process.env.DRISTA_TEST_SECONDS !== 'write') return;
    const taken = results.testResults
      .map(({ testFilePath, perfStats }) => [nameOf(testFilePath), Math.round(perfStats.runtime / 1000)])
      .filter(([, seconds]) => seconds >= MIN_SECONDS)
      .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
    writeFileSync(file, `${JSON.stringify(Object.fromEntries(taken), undefined, 2)}\n`);
  }
}
