/** C++20's waiting on atomics, and what libstdc++ makes of it: turns in which a thread sleeps are no executions. */
import { installed } from '../../src/compiler/compilers';
import { explore } from '../../src/explore/explorer';
import { buildText, hasPass, withProgram } from '../support/compiled';

const headers = ['atomic', 'barrier', 'cassert', 'latch', 'semaphore', 'thread']
  .map((name) => `#include <${name}>\n`)
  .join('');

const queue = (items: number): string => `
static std::atomic<int> item{0};
static void send(int v)
{
	int found = 0;
	while (!item.compare_exchange_strong(found, v)) {
		item.wait(found);
		found = 0;
	}
	item.notify_all();
}
static int receive()
{
	int v;
	while ((v = item.exchange(0)) == 0) item.wait(0);
	item.notify_all();
	return v;
}
int main()
{
	std::thread sender([] { for (int i = 1; i <= ${items}; i++) send(i); });
	for (int i = 1; i <= ${items}; i++) assert(receive() == i);
	sender.join();
}`;

const passing = (type: string, one: string): string => `
std::atomic<${type}> flag;
int x;
int main()
{
	std::thread t([] { x = 1; flag = ${one}; flag.notify_one(); });
	flag.wait({});
	assert(x == 1);
	t.join();
}`;

const two = (notify: string): string => `
std::atomic<int> flag;
int main()
{
	std::thread t([] { flag.wait(0); }), u([] { flag.wait(0); });
	flag = 1;
	${notify};
	t.join(); u.join();
}`;

const meeting = (object: string, meet: string): string => `
${object};
int x, y;
int main()
{
	std::thread t([] { x = 1; ${meet}; assert(y == 1); });
	y = 1;
	${meet};
	assert(x == 1);
	t.join();
}`;

const programs: readonly (readonly [string, string, number | undefined, readonly string[]])[] = [
  ['a queue of one item', queue(1), 1, []],
  ['a queue of two items', queue(2), 1, []],
  ['a queue of three items', queue(3), 1, []],
  ['int', passing('int', '1'), 1, []],
  ['bool', passing('bool', 'true'), 1, []],
  ['size_t', passing('std::size_t', '7'), 1, []],
  ['a pointer', passing('int *', '&x'), 1, []],
  [
    'a flag',
    `std::atomic_flag f;
int main() { std::thread t([] { f.test_and_set(); f.notify_one(); }); f.wait(false); t.join(); }`,
    1,
    [],
  ],
  ['two are notified', two('flag.notify_all()'), 1, []],
  ['one of two is notified', two('flag.notify_one()'), 1, ['deadlock']],
  ['nobody is notified', two(''), 1, ['deadlock']],
  [
    'notified too early',
    'std::atomic<int> f; int main() { std::thread t([] { f.notify_one(); f = 1; }); f.wait(0); t.join(); }',
    1,
    ['deadlock'],
  ],
  // Who of the two comes last.
  ['a latch', meeting('std::latch l(2)', 'l.arrive_and_wait()'), 2, []],
  ['a barrier', meeting('std::barrier b(2)', 'b.arrive_and_wait()'), 2, []],
  // They wait by libstdc++'s own function, which looks twice before it sleeps, and once after.
  [
    'a semaphore',
    `std::binary_semaphore a(0), b(0);
int x;
int main()
{
	std::thread t([] { a.acquire(); x++; b.release(); });
	x++; a.release(); b.acquire();
	assert(x == 2);
	t.join();
}`,
    undefined,
    [],
  ],
];

describe.each([...new Set(installed('c++').map(({ family }) => family))])('%s', (family) => {
  test.each(programs)('%s', (_, text, executions, errors) => {
    const program = buildText(headers + text, ['-std=c++20', '-O1', `--drista-compiler=${family}`], 'c++');
    const found = withProgram(program, (p) => explore(p, { model: 'rc11', equivalence: 'rf', keepGoing: true }));
    expect([...new Set(found.errors.map((e) => e.kind))]).toEqual(errors);
    if (executions === undefined) return;
    if (hasPass && family === 'clang') expect(found.executions).toBe(executions);
    else expect(found.executions).toBeGreaterThanOrEqual(executions);
  });
});
