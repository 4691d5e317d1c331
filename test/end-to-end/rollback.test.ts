/** Whatever keeps runs apart, an exploration finds the same. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { explore } from '../../src/explore/explorer';
import type { ExploreOptions } from '../../src/explore/explore-options';
import { build, buildText, withProgram } from '../support/compiled';
import { top } from '../support/paths';

/** All that is found, and how often the program ran. */
function found(path: string, rollback: boolean, options: ExploreOptions): unknown {
  return withProgram(
    path,
    (program) => {
      const verdict = explore(program, { keepGoing: true, ...options });
      const all = { ...verdict, statistics: program.statistics, names: program.names, promoted: program.promoted };
      // Fingerprints cover what earlier calls left on the stack; the first runs of a thread differ in that, since its
      // stack is made in them.
      return JSON.stringify(
        all,
        (key, value: unknown) =>
          key === 'spin' || key === 'machine' ? undefined : typeof value === 'bigint' ? String(value) : value,
        1,
      );
    },
    { rollback },
  );
}

function same(path: string): void {
  for (const options of [{}, { runAll: true, equivalence: 'rf' }] as const) {
    const wanted = { model: 'rc11', equivalence: 'observational', ...options } as const;
    expect(found(path, true, wanted)).toEqual(found(path, false, wanted));
  }
}

const examples = readdirSync(join(top, 'examples')).filter((name) =>
  /^(barrier-phases|double-checked-locking-bug|message-passing-relaxed|reference-count|seqlock-bug|treiber-stack-bug|wrong-unlock)\.c$/.test(
    name,
  ),
);

test.each(examples)('%s', (name) => {
  same(build([join(top, 'examples', name)]));
});

test('C++: exceptions, statics, thread_local objects, output, crashes in some executions', () => {
  same(
    buildText(
      `
#include <atomic>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>
std::atomic<int> x, y;
struct Counted { int n = 0; ~Counted() { y += n; } };
thread_local Counted counted;
std::map<int, std::string> &names() { static std::map<int, std::string> m; return m; }
void thread(int i) {
  try {
    counted.n = i;
    if (x.exchange(i) == 3 - i) throw std::runtime_error("second");
  } catch (const std::exception &e) {
    std::cout << e.what() << std::endl;
    y = 7;
  }
}
int main() {
  names()[1] = "one";
  std::thread a(thread, 1), b(thread, 2);
  int seen = y.load();
  a.join();
  b.join();
  if (seen == 7) *(volatile int *)8 = 1;
  return names().size() == 1 ? 0 : 1;
}
`,
      ['-std=c++17'],
      'c++',
    ),
  );
});
