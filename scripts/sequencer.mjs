/**
 * The order in which jest runs the test files: the longest first, so that no worker is left alone with one of them in
 * the end. jest knows how long files took on this machine, but nothing in a new clone.
 */
import Sequencer from '@jest/test-sequencer';

/** The files that take longest, with the longest first, below dist/test/. */
const longest = [
  'oracle/random',
  'hostile/hostile',
  'oracle/compiled-corpus',
  'oracle/interleave',
  'end-to-end/examples',
  'oracle/compiled-random',
  'explore/resume',
  'end-to-end/misuse/misuse',
  'oracle/larger',
  'cli/resume',
  'end-to-end/jobs',
  'end-to-end/endless-wait',
  'oracle/brute',
  'cli/options',
  'cli/check',
  'end-to-end/containers',
  'explore/prune/preemption-bound',
  'end-to-end/programs',
  'cli/replay',
  'cli/memory',
];

export default class LongestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => {
      const index = longest.findIndex((name) => path.endsWith(`/dist/test/${name}.test.js`));
      return index < 0 ? longest.length : index;
    };
    return super.sort(tests).sort((a, b) => rank(a) - rank(b));
  }
}
