/**
 * Exceptions that threads share: what libstdc++ counts is announced where it matters (runtime/libstdc++/exception.c).
 */
import { buildText, check } from '../support/compiled';

const options = { model: 'rc11', equivalence: 'observational', timeLimitSeconds: 60 } as const;

const failure = `#include <cassert>
#include <exception>
#include <future>
#include <thread>
static int gone;
struct Failure {
  int code;
  explicit Failure(int c) : code(c) {}
  Failure(const Failure &other) : code(other.code) {}
  ~Failure() { code = 0; gone++; }
};
static int codeOf(std::exception_ptr p) {
  try { std::rethrow_exception(p); } catch (const Failure &f) { return f.code; }
}
`;

/** The number of executions, and the program. */
const right: Record<string, [number, string]> = {
  'who drops the last reference destroys it, after all others have looked': [
    252,
    `int main() {
  std::exception_ptr p;
  try { throw Failure(7); } catch (...) { p = std::current_exception(); }
  std::thread t([p] { assert(codeOf(p) == 7); });
  assert(codeOf(p) == 7);
  p = nullptr;
  t.join();
}`,
  ],
  'a promise with an exception': [
    90,
    `int main() {
  std::promise<int> p;
  auto f = p.get_future();
  std::thread t([p = std::move(p)]() mutable {
    try { throw Failure(7); } catch (...) { p.set_exception(std::current_exception()); }
  });
  try { f.get(); assert(false); } catch (Failure &e) { assert(e.code == 7); }
  t.join();
  assert(gone == 1);
}`,
  ],
  'async with an exception': [
    1,
    `int main() {
  auto f = std::async(std::launch::async, []() -> int { throw Failure(7); });
  try { f.get(); assert(false); } catch (Failure &e) { assert(e.code == 7); }
  assert(gone == 1);
}`,
  ],
  'destroyed by who has joined all others: nothing depends on the counting': [
    1,
    `int main() {
  std::exception_ptr p = std::make_exception_ptr(Failure(7));
  auto look = [&p] { assert(codeOf(p) == 7); };
  std::thread a(look), b(look);
  a.join();
  b.join();
}`,
  ],
};

test.each(Object.keys(right))('%s', (name) => {
  const [executions, text] = right[name];
  expect(check(buildText(failure + text, [], 'c++'), options)).toMatchObject({ executions, errors: [] });
});

const wrong: Record<string, [string, string]> = {
  'the pointer itself is changed by one thread while another copies it': [
    'data-race',
    `static std::exception_ptr p;
int main() {
  std::thread t([] { p = std::make_exception_ptr(Failure(1)); });
  std::exception_ptr q = p;
  t.join();
}`,
  ],
  'two threads change the exception': [
    'data-race',
    `int main() {
  std::exception_ptr p = std::make_exception_ptr(Failure(1));
  auto change = [](std::exception_ptr q) { try { std::rethrow_exception(q); } catch (Failure &f) { f.code++; } };
  std::thread t(change, p);
  change(p);
  t.join();
}`,
  ],
  'a reference to the exception outlives all pointers to it': [
    'memory',
    `int main() {
  std::exception_ptr p = std::make_exception_ptr(Failure(1));
  const Failure *f = nullptr;
  try { std::rethrow_exception(p); } catch (const Failure &e) { f = &e; }
  std::thread t([&p] { p = nullptr; });
  t.join();
  return f->code;
}`,
  ],
  'a pointer that libstdc++ makes in place, handed over without order': [
    'data-race',
    `#include <atomic>
static std::atomic<std::exception_ptr *> box;
static std::atomic<int> seen;
int main() {
  std::thread t([] { box.store(new std::exception_ptr(std::make_exception_ptr(1)), std::memory_order_relaxed); });
  std::exception_ptr *p = box.load(std::memory_order_relaxed);
  if (p && *p) seen = 1;
  t.join();
}`,
  ],
  'the same of the exception that is handled': [
    'data-race',
    `#include <atomic>
static std::atomic<std::exception_ptr *> box;
static std::atomic<int> seen;
int main() {
  std::thread t([] {
    try { throw 1; } catch (...) {
      box.store(new std::exception_ptr(std::current_exception()), std::memory_order_relaxed); }
  });
  std::exception_ptr *p = box.load(std::memory_order_relaxed);
  if (p && *p) seen = 1;
  t.join();
}`,
  ],
};

test.each(Object.keys(wrong))('%s', (name) => {
  const [kind, text] = wrong[name];
  expect(check(buildText(failure + text, [], 'c++'), options).errors.map((e) => e.kind)).toEqual([kind]);
});

test('what libstdc++ makes ready at the end of a thread is refused', () => {
  const path = buildText(
    failure +
      `int main() {
  std::promise<int> p;
  auto f = p.get_future();
  std::thread t([&p] { p.set_value_at_thread_exit(1); });
  t.join();
  assert(f.wait_for(std::chrono::seconds(0)) == std::future_status::ready);
}`,
    [],
    'c++',
  );
  expect(() => check(path, options)).toThrow(/not supported yet: std::promise::set_value_at_thread_exit/);
});
