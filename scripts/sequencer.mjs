/**
 * The order in which jest runs the test files: the longest first, so that no worker is left alone with one of them in the end. jest knows
 * how long files took on this machine, but nothing in a new clone.
 */
import Sequencer from '@jest/test-sequencer';

/** The files that take longest, with the longest first, below dist/test/. */
const longest = [
  'explore/random',
  'hostile/hostile',
  'explore/compiled',
  'oracle/interleave',
  'examples',
  'explore/compiled-random',
  'explore/resume',
  'misuse/misuse',
  'explore/larger',
  'cli/resume',
  'explore/jobs',
  'explore/endless-wait',
  'oracle/brute',
  'cli/check',
  'explore/containers',
  'explore/preemptions',
  'explore/programs',
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
