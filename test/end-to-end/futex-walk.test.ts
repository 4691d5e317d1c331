import { explore } from '../../src/explore/explorer';
import { buildText, withProgram } from '../support/compiled';

test('a wake-up that finds nobody may have looked before others came: walks run like that too', () => {
  const program = buildText(
    `#include <cassert>
#include <future>
#include <thread>
int main() { std::packaged_task<int()> t([] { return 6; }); auto f = t.get_future(); std::thread th(std::move(t));
assert(f.get() == 6); th.join(); }
`,
    [],
    'c++',
  );
  for (const seed of [1, 7, 8, 9]) {
    const verdict = withProgram(program, (p) =>
      explore(p, { model: 'rc11', equivalence: 'observational', strategy: 'pct', seed, maxExecutions: 100 }),
    );
    expect([verdict.errors, verdict.limitsHit]).toEqual([[], ['sample']]);
  }
});
