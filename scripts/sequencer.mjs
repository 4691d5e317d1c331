/**
 * The order in which jest runs the test files: the longest first, so that no worker is left alone with one of them in
 * the end. jest knows how long files took on this machine, but nothing in a new clone.
 */
import Sequencer from '@jest/test-sequencer';

/** The files that take longest, with the longest first, below dist/test/. */
const longest = [
  'hostile/hostile',
  'cluster/cluster',
  'cli/resume',
  'oracle/compiled-random',
  'end-to-end/endless-wait',
  'report/page',
  'end-to-end/examples',
  'oracle/random',
  'explore/resume',
  'end-to-end/containers',
  'cluster/protected',
  'hostile/outside/files',
  'oracle/larger',
  'oracle/compiled-corpus',
  'safe/order',
  'hostile/outside/output',
  'end-to-end/jobs',
  'share/documentation',
  'cli/interrupt',
  'cli/replay',
  'safe/enforced',
  'cli/test-command',
  'cli/memory',
  'end-to-end/programs',
  'hostile/outside/text',
  'cli/outcomes',
  'cli/options',
  'oracle/interleave',
  'end-to-end/misuse/misuse',
  'oracle/brute',
  'explore/prune/preemption-bound',
  'cli/check',
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
