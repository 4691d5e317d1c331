/**
 * Data that only unseen code accesses: the order of three critical sections in a library, in a function that is not
 * instrumented, or under a mutex of the program. Each order is run, and the verdict says what was not seen.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drista, expectSuccess, folder } from '../support/command';

const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

/** Each thread adds its number: `3 2 1` gives 57. The program fails where the sum is its argument. */
const threads = `
static void *first(void *a) { add(1); return a; }
static void *second(void *a) { add(2); return a; }
int main(int argc, char **argv)
{
	pthread_t t, u;
	pthread_create(&t, 0, first, 0);
	pthread_create(&u, 0, second, 0);
	add(3);
	pthread_join(t, 0);
	pthread_join(u, 0);
	assert(argc < 2 || get() != atoi(argv[1]));
	return 0;
}
`;
const headers = '#include <assert.h>\n#include <pthread.h>\n#include <stdlib.h>\n';
const mutex = 'static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;\n';
const locking = 'pthread_mutex_lock(&mutex); n = n * 4 + k; pthread_mutex_unlock(&mutex);';

const compile = (name: string, text: string, ...flags: string[]): void => {
  expectSuccess(drista(['cc', '-o', name, file(`${name}.c`, text), ...flags]));
};
const library = (name: string, text: string): string => {
  const done = spawnSync('gcc', ['-O2', '-shared', '-fPIC', '-o', name, file(`${name}.c`, text)], {
    cwd: folder,
    encoding: 'utf8',
  });
  expectSuccess(done);
  return `./${name}`;
};

const unseen = '__attribute__((noinline, no_sanitize("thread")))';
const programs: Record<string, { readonly seen: string; readonly build: () => void }> = {
  library: {
    seen: 'libsum.so was seen only at its pthread calls',
    build: () => {
      const sum = `#include <pthread.h>\n${mutex}static int n;
void add(int k) { ${locking} }
int get(void) { return n; }\n`;
      compile('library', `${headers}void add(int);\nint get(void);${threads}`, library('libsum.so', sum));
    },
  },
  'own-mutex': {
    seen: 'libplain.so was seen only at its pthread calls',
    build: () => {
      const sum = 'static int n;\nvoid append(int k) { n = n * 4 + k; }\nint get(void) { return n; }\n';
      const own = `static void add(int k) { pthread_mutex_lock(&mutex); append(k); pthread_mutex_unlock(&mutex); }`;
      const text = `${headers}${mutex}void append(int);\nint get(void);\n${own}${threads}`;
      compile('own-mutex', text, library('libplain.so', sum));
    },
  },
  functions: {
    seen: 'add in functions, get in functions were seen only at their pthread calls',
    build: () => {
      const own = `static volatile int n;\n${unseen} static void add(int k) { ${locking} }\n`;
      compile('functions', `${headers}${mutex}${own}${unseen} static int get(void) { return n; }${threads}`);
    },
  },
  semaphore: {
    seen: 'append in semaphore, get in semaphore were seen only at their pthread calls',
    build: () => {
      const own = `static sem_t sem;\nstatic int n;\n${unseen} static void append(int k) { n = n * 4 + k; }
__attribute__((constructor)) static void begin(void) { sem_init(&sem, 0, 1); }
static void add(int k) { sem_wait(&sem); append(k); sem_post(&sem); }\n`;
      const text = `#include <semaphore.h>\n${headers}${own}${unseen} static int get(void) { return n; }${threads}`;
      compile('semaphore', text);
    },
  },
};

describe.each(Object.entries(programs))('%s', (name, { seen, build }) => {
  beforeAll(build);
  const sums = [27, 30, 39, 45, 54, 57];

  test('each order is an execution', () => {
    const done = drista(['-q', name]);
    expect(done.stdout).toMatch(
      new RegExp(`^no errors found under rc11, equivalence rf \\(6 executions, \\d+ runs, [\\d.]+ s\\); ${seen}\\n$`),
    );
    expect(done.status).toBe(0);
  });

  test.each(sums)('that with the sum %d is run', (sum) => {
    const done = drista(['-q', '--tune', 'minimise=off', name, '--', `${sum}`]);
    expect(done.stdout).toMatch(/^error: assertion/);
    expect(done.stdout).toMatch(new RegExp(`^1 error found under rc11, equivalence rf \\(.*\\); ${seen}$`, 'm'));
    expect(done.status).toBe(1);
  });
});

test('the report names what was not seen, and --require instrumented refuses it', () => {
  const { stdout } = drista(['--report', 'json=-', '--jobs', '2', 'library']);
  expect(JSON.parse(stdout)).toMatchObject({
    verdict: 'verified',
    executions: 6,
    level: 'partly-instrumented',
    unseen: ['libsum.so'],
  });
  const refused = drista(['--require', 'instrumented', 'library']);
  expect(refused.stderr).toBe(
    'drista: --require instrumented: not seen: libsum.so, not compiled with `drista cc`; build all with `drista cc`, ' +
      'or leave the option out\n',
  );
  expect(refused.status).toBe(2);
  const all = `${headers}static int get(void) { return 0; }\nstatic void add(int k) { (void)k; }${threads}`;
  compile('instrumented', all);
  expect(drista(['-q', '--require', 'instrumented', 'instrumented']).stdout).toMatch(/^verified: /);
});

test('what a call of a library waits for comes in each order', () => {
  const flag = `#include <pthread.h>\n${mutex}static int done;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
void set(void)
{
	pthread_mutex_lock(&mutex);
	done = 1;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&mutex);
}
void await(void)
{
	pthread_mutex_lock(&mutex);
	while (!done)
		pthread_cond_wait(&changed, &mutex);
	pthread_mutex_unlock(&mutex);
}
int get(void) { pthread_mutex_lock(&mutex); int r = done; pthread_mutex_unlock(&mutex); return r; }\n`;
  const path = library('libflag.so', flag);
  const client = (use: string): string => `${headers}void set(void);\nvoid await(void);\nint get(void);\nstatic int x;
static void *body(void *a) { x = 1; set(); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, body, 0); ${use} pthread_join(t, 0); return 0; }\n`;
  const seen = 'libflag.so was seen only at its pthread calls';
  for (const use of ['await(); assert(x == 1);', 'if (get()) assert(x == 1);']) {
    compile('waiting', client(use), path);
    expect(drista(['-q', 'waiting']).stdout).toMatch(
      new RegExp(`^no errors found under rc11, equivalence rf \\(2 executions, .*; ${seen}\\n$`),
    );
  }
  for (const use of ['assert(get());', 'assert(!get());']) {
    compile('waiting', client(use), path);
    expect(drista(['-q', 'waiting']).status).toBe(1);
  }
});

test('a race that unseen code may order is a possible one', () => {
  const path = library('libempty.so', 'static int n;\nvoid call(void) { __atomic_fetch_add(&n, 1, 4); }\n');
  const text = `${headers}void call(void);\nstatic int x;\nstatic void *body(void *a) { x++; call(); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, body, 0); body(0); pthread_join(t, 0); return 0; }\n`;
  compile('possible', text, path);
  const done = drista(['possible']);
  expect(done.stdout).toMatch(/^error: possible data race on x: /);
  expect(done.stdout).toMatch(/^note: not seen: libempty\.so, .*; the race may be ordered inside it$/m);
  expect(done.stdout).toMatch(/^1 possible error found under /m);
  expect(done.status).toBe(1);
  const { stdout } = drista(['--report', 'json=-', 'possible']);
  expect(JSON.parse(stdout)).toMatchObject({ errors: [{ kind: 'data-race', possible: ['libempty.so'] }] });
});

test('a thread is created after another one has been joined', () => {
  const own = `static volatile int n;\n${unseen} static void add(int k) { ${locking} }\n`;
  const body = `static void *first(void *a) { add(1); return a; }
static void *last(void *a) { add(2); return a; }
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, first, 0);
	add(3);
	pthread_join(t, 0);
	pthread_create(&t, 0, last, 0);
	pthread_join(t, 0);
	assert(n != 30);
	return 0;
}
`;
  compile('afterwards', `${headers}${mutex}${own}${body}`);
  const done = drista(['-q', 'afterwards']);
  expect(done.stdout).toMatch(/^error: assertion .*\n1 error found .*; add in afterwards was seen only at its/s);
  expect(done.status).toBe(1);
});

test('a template that was compiled without drista comes first in the program', () => {
  const plain = '#include <vector>\nstd::vector<int> other;\nvoid plain() { other.push_back(1); }\n';
  const text = `#include <thread>\n#include <vector>\nstd::vector<int> v;\nint main()
{
	v.reserve(9);
	std::thread t([] { v.push_back(1); });
	v.push_back(2);
	t.join();
}
`;
  const cxx = ['-O0', '-c', '-o'];
  expectSuccess(
    spawnSync('g++', [...cxx, 'plain-template.o', file('plain-template.cc', plain)], { cwd: folder, encoding: 'utf8' }),
  );
  expectSuccess(drista(['c++', ...cxx, 'seen-template.o', file('seen-template.cc', text)]));
  expectSuccess(drista(['c++', '-o', 'template', 'plain-template.o', 'seen-template.o']));
  // The functions of std::vector that both files have are those of the first one.
  const done = drista(['-q', 'template']);
  expect(done.stdout).toMatch(/ found under .* were seen only at their pthread calls\n$|^no errors found/);
  expect(done.stdout).not.toMatch(/^verified/);
});
