/** What libstdc++ holds compiled: containers and streams that threads share. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build, buildText, check, hasPass } from '../support/compiled';

const options = { model: 'rc11', equivalence: 'rf', timeLimitSeconds: 60 } as const;

interface Shared {
  readonly headers: string;
  /** The container `c`. */
  readonly declaration: string;
  /** What two threads do with it, with k = 1 and k = 2. */
  readonly work: string;
  /** What main asserts afterwards. */
  readonly after: string;
}

const containers: Record<string, Shared> = {
  map: {
    headers: 'map',
    declaration: 'std::map<int, int> c',
    work: 'c[k] = k; c[k + 10] = 1;',
    after: 'c.size() == 4 && c.rbegin()->first == 12',
  },
  'map, erased from': {
    headers: 'map',
    declaration: 'std::map<int, int> c{{1, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 5}}',
    work: 'c.erase(k * 2);',
    after: 'c.size() == 3 && std::next(c.begin())->first == 3',
  },
  set: { headers: 'set', declaration: 'std::set<int> c', work: 'c.insert(k); c.erase(c.begin());', after: 'c.empty()' },
  list: {
    headers: 'list',
    declaration: 'std::list<int> c',
    work: 'c.push_back(k); c.push_front(k); c.reverse();',
    after: 'c.size() == 4 && c.front() == c.back()',
  },
  unordered_map: {
    headers: 'unordered_map',
    declaration: 'std::unordered_map<int, int> c',
    work: 'for (int i = 0; i < 9; i++) c[100 * k + i] = k;',
    after: 'c.size() == 18 && c[208] == 2',
  },
  'unordered_set of strings': {
    headers: 'unordered_set',
    declaration: 'std::unordered_set<std::string> c',
    work: 'c.insert(k == 1 ? "one" : "two"); c.insert("more");',
    after: 'c.size() == 3',
  },
  vector: { headers: 'vector', declaration: 'std::vector<int> c', work: 'c.push_back(k);', after: 'c[0] + c[1] == 3' },
  queue: {
    headers: 'queue',
    declaration: 'std::queue<int> c',
    work: 'c.push(k); if (c.size() == 2) c.pop();',
    after: 'c.size() == 1',
  },
  ostringstream: {
    headers: 'sstream',
    declaration: 'std::ostringstream c',
    work: 'c << k << "ab" << 1.5;',
    after: 'c.str().size() == 12',
  },
  string: {
    headers: 'string',
    declaration: 'std::string c',
    work: 'c += k == 1 ? "one" : "a text that is too long for the object";',
    after: 'c.size() == 41',
  },
};

function program({ headers, declaration, work, after }: Shared, lock: string): string {
  return buildText(
    `#include <${headers}>
#include <cassert>
#include <mutex>
#include <string>
#include <thread>
static std::mutex mutex;
static ${declaration};
static void work(int k) { ${lock} ${work} }
int main() {
  std::thread a(work, 1), b(work, 2);
  a.join();
  b.join();
  assert(${after});
}
`,
    [],
    'c++',
  );
}

describe.each(Object.keys(containers))('%s', (name) => {
  test('shared under a mutex', () => {
    expect(check(program(containers[name], 'std::lock_guard<std::mutex> guard(mutex);'), options)).toMatchObject({
      executions: 2,
      errors: [],
    });
  });
});

test.each(Object.keys(containers))('%s shared without a mutex', (name) => {
  expect(check(program(containers[name], ''), options).errors.map((e) => e.kind)).toEqual(['data-race']);
});

test('the containers do what they should', () => {
  const path = build([join(__dirname, '..', '..', '..', 'test', 'runtime', 'containers.cc')], ['-std=c++17'], 'c++');
  expect(spawnSync(path)).toMatchObject({ status: 0, signal: null });
  expect(check(path, options)).toMatchObject({ executions: 1, errors: [] });
});

/** Other parts of the library that touch shared memory. */
const others: [string, number, string][] = [
  [
    'shared_ptr and weak_ptr',
    50,
    `#include <memory>
#include <thread>
static int gone;
struct S { int x = 3; ~S() { gone++; } };
int main() {
  {
    auto p = std::make_shared<S>();
    std::thread a([p] { assert(p->x == 3); });
    std::thread b([w = std::weak_ptr<S>(p)] { if (auto q = w.lock()) assert(q->x == 3); });
    p.reset();
    a.join();
    b.join();
  }
  assert(gone == 1);
}`,
  ],
  [
    'atomic_load of a shared_ptr',
    8,
    `#include <memory>
#include <thread>
static auto p = std::make_shared<int>(1);
int main() {
  std::thread a([] { std::atomic_store(&p, std::make_shared<int>(2)); });
  auto q = std::atomic_load(&p);
  assert(*q == 1 || *q == 2);
  a.join();
}`,
  ],
  [
    'cout by two threads',
    1,
    `#include <iostream>
#include <thread>
static void print(int k) { std::cout << "hello " << k << ' ' << 1.5 << std::string("x") << std::endl; }
int main() {
  std::thread a(print, 1), b(print, 2);
  a.join();
  b.join();
}`,
  ],
  [
    'a loop that prints while it waits',
    // An iteration comes to nothing, the first one too. The bytes of the stack are others after the first one.
    hasPass ? 1 : 2,
    `#include <atomic>
#include <iostream>
#include <thread>
static std::atomic<int> go;
int main() {
  std::thread t([] { while (!go) std::cout << "waiting " << 5 << std::endl; });
  go = 1;
  t.join();
}`,
  ],
  [
    'a log under a mutex',
    2,
    `#include <fstream>
#include <mutex>
#include <thread>
static std::mutex mutex;
static std::ofstream log("/dev/null");
static void print(int k) {
  std::lock_guard<std::mutex> guard(mutex);
  log << "thread " << k << std::endl;
}
int main() {
  std::thread a(print, 1), b(print, 2);
  a.join();
  b.join();
  assert(log.good());
}`,
  ],
  [
    'a queue and a condition variable',
    8,
    `#include <condition_variable>
#include <queue>
#include <string>
#include <thread>
static std::condition_variable changed;
static std::mutex mutex;
static std::queue<std::string> items;
int main() {
  std::thread producer([] {
    for (int i = 0; i < 2; i++) {
      { std::lock_guard<std::mutex> guard(mutex); items.push("item " + std::to_string(i)); }
      changed.notify_one();
    }
  });
  for (int i = 0; i < 2; i++) {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [] { return !items.empty(); });
    assert(items.front() == "item " + std::to_string(i));
    items.pop();
  }
  producer.join();
}`,
  ],
  [
    'async',
    2,
    `#include <future>
#include <mutex>
#include <thread>
static int n;
static std::mutex mutex;
static int count() { std::lock_guard<std::mutex> guard(mutex); return ++n; }
int main() {
  auto a = std::async(std::launch::async, count), b = std::async(std::launch::async, count);
  assert(a.get() + b.get() == 3);
}`,
  ],
  [
    'accounts by name, with a log',
    3,
    `#include <map>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>
static std::mutex mutex;
static std::map<std::string, std::unique_ptr<int>> accounts;
static std::vector<std::string> log;
static void add(std::string name, int amount) {
  std::lock_guard<std::mutex> guard(mutex);
  auto &account = accounts[name];
  if (!account) account = std::make_unique<int>(0);
  *account += amount;
  std::ostringstream line;
  line << name << ' ' << *account;
  log.push_back(line.str());
}
int main() {
  std::thread a([] { add("ann", 3); add("somebody with a rather long name", 4); }), b([] { add("ann", 5); });
  a.join();
  b.join();
  assert(*accounts["ann"] == 8 && log.size() == 3);
}`,
  ],
  [
    'string streams of their own',
    2,
    `#include <mutex>
#include <sstream>
#include <thread>
static std::mutex mutex;
static std::string all;
static void print(int k) {
  std::ostringstream out;
  out << k << ':' << std::hex << 255 << 2.5;
  std::lock_guard<std::mutex> guard(mutex);
  all += out.str();
}
int main() {
  std::thread a(print, 1), b(print, 2);
  a.join();
  b.join();
  assert(all == "1:ff2.52:ff2.5" || all == "2:ff2.51:ff2.5");
}`,
  ],
  [
    'an exception handed over',
    4,
    `#include <exception>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
static std::mutex mutex;
static std::exception_ptr last;
static void fail(int) {
  try { throw std::runtime_error("bad"); }
  catch (...) {
    std::lock_guard<std::mutex> guard(mutex);
    last = std::current_exception();
  }
}
int main() {
  std::thread a(fail, 1), b(fail, 2);
  a.join();
  b.join();
  try { std::rethrow_exception(last); }
  catch (std::exception &e) { assert(e.what() == std::string("bad")); }
}`,
  ],
  [
    'sort',
    2,
    `#include <algorithm>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>
static std::mutex mutex;
static std::vector<int> v{3, 1, 2, 9, 4};
static void sort(bool up) {
  std::lock_guard<std::mutex> guard(mutex);
  if (up) std::sort(v.begin(), v.end());
  else std::stable_sort(v.begin(), v.end(), std::greater<int>());
}
int main() {
  std::thread a(sort, true), b(sort, false);
  a.join();
  b.join();
  assert(v[0] == 1 || v[0] == 9);
}`,
  ],
];

test.each(others)('%s', (_, executions, text) => {
  expect(check(buildText(`#include <cassert>\n${text}\n`, [], 'c++'), options)).toMatchObject({
    executions,
    errors: [],
  });
});
