/** Schedules that are extracted from compiled programs and enforced on their threads, from the command line. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ScheduleFile } from '../../src/safe/schedule-file';
import { buildText } from '../support/compiled';
import { drista, expectRefusal, folder, startDrista, type Done } from '../support/command';

/** A program with these globals and threads; main does `first`, creates them, does `middle`, and joins them. */
function program(globals: string, threads: readonly string[], middle = '', end = '', first = ''): string {
  return buildText(
    [
      ...['pthread', 'semaphore', 'stdatomic', 'stdlib', 'unistd', 'drista'].map((name) => `#include <${name}.h>`),
      globals,
      ...threads.map((body, t) => `static void *thread${t}(void *u) { ${body}; return u; }`),
      `int main(void) { pthread_t t[${threads.length + 1}]; (void)t; ${first};`,
      ...threads.map((_, t) => `pthread_create(&t[${t}], 0, thread${t}, 0);`),
      `${middle};`,
      ...threads.map((_, t) => `pthread_join(t[${t}], 0);`),
      `${end}; return 0; }`,
    ].join('\n'),
    ['-Wno-unused'],
  );
}

let files = 0;

/** Extracts the schedule: its file, and what it contains. */
function extracted(
  path: string,
  options: readonly string[] = [],
): { readonly file: string; readonly schedule: ScheduleFile; readonly done: Done } {
  const file = join(folder, `schedule${files++}.json`);
  const done = drista(['safe', '-q', '-o', file, ...options, path]);
  expect(done.stderr).toBe('');
  return { file, done, schedule: JSON.parse(readFileSync(file, 'utf8')) as ScheduleFile };
}

function runUnder(file: string, path: string, options: readonly string[] = []): Done {
  return drista(['run', '--safe', file, ...options, path], {}, folder, 60_000);
}

function eventsIn({ stderr }: Done): number {
  return Number(/^drista: (\d+) events/.exec(stderr)![1]);
}

const opts = ['0', '1', '2'] as const;

const locks = 'static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;\n';
const both = (one: string, two: string, inside = ''): string =>
  `pthread_mutex_lock(&${one}); pthread_mutex_lock(&${two}); ${inside};` +
  `pthread_mutex_unlock(&${two}); pthread_mutex_unlock(&${one})`;

describe('locks in opposite orders', () => {
  const path = program(
    `${locks}static int n;`,
    [both('a', 'b', 'n++'), both('b', 'a', 'n++')],
    '',
    'if (n != 2) abort()',
  );

  test('the schedule avoids the deadlock', () => {
    const { done, schedule } = extracted(path);
    expect(done.status).toBe(4);
    expect(schedule).toMatchObject({ verdict: 'partially safe', complete: true, found: 19 });
    expect(schedule.avoided).toEqual([expect.stringContaining('deadlock: ')]);
    // Once a thread has its first lock, the other one must not take its own.
    const [first] = schedule.states;
    expect(first.go.map(({ thread }) => thread)).toEqual([1, 2]);
    for (const { thread, to } of first.go) expect(schedule.states[to[0]].go.map((g) => g.thread)).toEqual([thread]);
  });

  test('enforced, it does not happen', () => {
    const { file } = extracted(path);
    for (let i = 0; i < 6; i++) expect(runUnder(file, path)).toMatchObject({ status: 0, stderr: '' });
  });

  test('threads that never end go on for ever', () => {
    const loops = program(
      locks,
      [both('a', 'b'), both('b', 'a')].map((body) => `for (;;) { ${body}; }`),
      'usleep(500000); return 0',
    );
    const { file } = extracted(loops);
    const done = runUnder(file, loops, ['--statistics']);
    expect(done.status).toBe(0);
    // Without the schedule the threads are stuck after some hundred.
    expect(eventsIn(done)).toBeGreaterThan(20_000);
  });
});

describe('verdicts', () => {
  test('safe: all executions are permitted', () => {
    const path = program('static atomic_int x;', ['x++', 'x++']);
    const { done, schedule } = extracted(path);
    expect(done).toMatchObject({ status: 0, stdout: 'safe: no execution goes wrong (4 states)\n' });
    expect(schedule.states.map(({ go }) => go.length)).toEqual([2, 1, 0, 1]);
  });

  test('unsafe: an input makes the program fail whatever the scheduler does', () => {
    const path = program('static atomic_int x;', ['x = drista_choose(2)'], '', 'drista_assert(x == 0)');
    const done = drista(['safe', path]);
    expect(done.stdout).toMatch(/^unsafe: whatever the scheduler does.*\nfound: assertion: /);
    expect(done.status).toBe(1);
  });

  test('partially safe: an input is dangerous in one order only', () => {
    const path = program('static atomic_int x, y;', ['x = drista_choose(3)', 'y = 1; drista_assert(x != 2)']);
    const { file, done } = extracted(path);
    expect(done.status).toBe(4);
    for (let seed = 1; seed <= 4; seed++)
      expect(runUnder(file, path, ['--seed', `${seed}`])).toMatchObject({ status: 0, stderr: '' });
  });

  test('a thread that would have to wait for ever', () => {
    const path = program('static atomic_int x;', ['for (;;) atomic_exchange(&x, 0)', 'int v = x; drista_assert(v)']);
    const done = drista(['safe', path]);
    expect(done.stdout).toContain('states are avoided in which thread 2 would wait for ever');
    expect(done.status).toBe(1);
  });

  test('an error that comes before all choices', () => {
    const done = drista(['safe', program('', ['abort()'])]);
    expect(done.stdout).toMatch(/^unsafe: .*\nfound: abort: /);
    expect(done.status).toBe(1);
  });

  test('not enough explored: no verdict', () => {
    const path = program(`${locks}static int n;`, [both('a', 'b', 'n++'), both('b', 'a', 'n++')]);
    const done = drista(['safe', '--time-limit', '0.000001', path]);
    expect(done.stdout).toMatch(/^no schedule was found yet/);
    expect(done.status).toBe(3);
  });
});

describe('what a schedule avoids', () => {
  test('data races, under weak memory orders too', () => {
    const path = program('static int data; static atomic_int flag;', [
      'data = 1; atomic_store_explicit(&flag, 1, memory_order_release)',
      'int f = atomic_load_explicit(&flag, memory_order_acquire); if (f) data++; else drista_assert(1)',
      'atomic_fetch_add_explicit(&flag, 1, memory_order_relaxed)',
    ]);
    const { done, schedule, file } = extracted(path);
    expect(done.status).toBe(4);
    expect(schedule.avoided).toEqual([expect.stringContaining('data race: ')]);
    for (let i = 0; i < 3; i++) expect(runUnder(file, path)).toMatchObject({ status: 0, stderr: '' });
  });

  test('assumptions that fail: synchronisation that is only declared', () => {
    const path = program(
      'static atomic_int users, together;',
      Array.from({ length: 3 }, () => 'drista_assume(users++ == 0); together = users; users--'),
      '',
      'if (together != 1) abort()',
    );
    const { file, done, schedule } = extracted(path);
    expect(done.status).toBe(4);
    expect(schedule.avoided).toEqual(['an assumption fails']);
    for (let i = 0; i < 3; i++) expect(runUnder(file, path)).toMatchObject({ status: 0, stderr: '' });
  });
});

describe('objects', () => {
  const cases: readonly (readonly [string, string, readonly string[], string, string])[] = [
    [
      'condition variables',
      `${locks}static pthread_cond_t full = PTHREAD_COND_INITIALIZER, empty = PTHREAD_COND_INITIALIZER; static int n;`,
      [
        'for (int i = 0; i < 3; i++) { pthread_mutex_lock(&a); while (n == 1) pthread_cond_wait(&empty, &a);' +
          'n++; pthread_cond_signal(&full); pthread_mutex_unlock(&a); }',
        'for (int i = 0; i < 3; i++) { pthread_mutex_lock(&a); while (n == 0) pthread_cond_wait(&full, &a);' +
          'n--; pthread_cond_broadcast(&empty); pthread_mutex_unlock(&a); }',
      ],
      '',
      'if (n) abort()',
    ],
    [
      'semaphores',
      'static sem_t s, r; static int n;',
      ['sem_wait(&s); n++; sem_post(&r)', 'sem_wait(&r); n++; sem_post(&s)'],
      'sem_init(&r, 0, 0); sem_init(&s, 0, 0); sem_post(&s)',
      'if (n != 2) abort()',
    ],
    [
      'read-write locks',
      'static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER; static int n; static atomic_int sum;',
      [
        'pthread_rwlock_wrlock(&l); n = 1; pthread_rwlock_unlock(&l)',
        'pthread_rwlock_rdlock(&l); sum += n; pthread_rwlock_unlock(&l)',
        'pthread_rwlock_rdlock(&l); sum += n; pthread_rwlock_unlock(&l)',
      ],
      '',
      'if (sum > 2) abort()',
    ],
    [
      'spin locks',
      'static pthread_spinlock_t s, tried; static int n;',
      [
        'pthread_spin_lock(&s); n++; pthread_spin_unlock(&s)',
        'pthread_spin_lock(&s); n++; pthread_spin_unlock(&s);' +
          'if (!pthread_spin_trylock(&tried)) pthread_spin_unlock(&tried)',
        'if (!pthread_spin_trylock(&tried)) pthread_spin_unlock(&tried)',
      ],
      'pthread_spin_init(&s, 0); pthread_spin_init(&tried, 0)',
      'if (n != 2) abort(); pthread_spin_destroy(&s); pthread_spin_destroy(&tried)',
    ],
    [
      'locks of streams',
      '#include <stdio.h>\nstatic int n;',
      [
        'flockfile(stderr); flockfile(stderr); n++; funlockfile(stderr); funlockfile(stderr)',
        'while (ftrylockfile(stderr)) {} n++; funlockfile(stderr)',
      ],
      '',
      'if (n != 2) abort()',
    ],
  ];

  test.each(cases)('%s', (_, globals, threads, first, end) => {
    const path = program(globals, threads, '', end, first);
    const { file, done } = extracted(path);
    expect(done.stdout).toMatch(/^(partially )?safe: /);
    for (const opt of opts) expect(runUnder(file, path, ['--opt', opt])).toMatchObject({ status: 0, stderr: '' });
  });

  test("threads, mutexes and condition variables of C11's threads.h", () => {
    const path = buildText(`#include <stdlib.h>
#include <threads.h>
static mtx_t m, many;
static cnd_t full, empty;
static int n;
static int put(void *u) {
	for (int i = 0; i < 3; i++) {
		mtx_lock(&m);
		while (n == 1) cnd_wait(&empty, &m);
		n++;
		cnd_signal(&full);
		mtx_unlock(&m);
	}
	return (int)(long)u;
}
static int take(void *u) {
	for (int i = 0; i < 3; i++) {
		mtx_lock(&m);
		while (n == 0) cnd_wait(&full, &m);
		n--;
		cnd_broadcast(&empty);
		mtx_unlock(&m);
	}
	if (mtx_trylock(&many) != thrd_success || mtx_lock(&many) != thrd_success) abort();
	mtx_unlock(&many);
	mtx_unlock(&many);
	thrd_exit((int)(long)u);
}
int main(void) {
	thrd_t t[2];
	int results[2];
	mtx_init(&m, mtx_plain);
	mtx_init(&many, mtx_plain | mtx_recursive);
	cnd_init(&full);
	cnd_init(&empty);
	thrd_create(&t[0], put, (void *)-7l);
	thrd_create(&t[1], take, (void *)8l);
	for (int i = 0; i < 2; i++) thrd_join(t[i], &results[i]);
	if (n || results[0] != -7 || results[1] != 8) abort();
	mtx_destroy(&m);
	cnd_destroy(&full);
	return 0;
}`);
    const { file, done } = extracted(path);
    expect(done.stdout).toMatch(/^(partially )?safe: /);
    for (const opt of opts) expect(runUnder(file, path, ['--opt', opt])).toMatchObject({ status: 0, stderr: '' });
  });

  test('barriers', () => {
    const path = buildText(`#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static pthread_barrier_t round;
static atomic_int serial;
static int n[2];
static void *one(void *u) {
	for (int i = 0; i < 3; i++) {
		n[(long)u]++;
		if (pthread_barrier_wait(&round) == PTHREAD_BARRIER_SERIAL_THREAD) serial++;
		if (n[1 - (long)u] != i + 1) abort();
		pthread_barrier_wait(&round);
	}
	return 0;
}
int main(void) {
	pthread_t t;
	pthread_barrier_init(&round, 0, 2);
	pthread_create(&t, 0, one, (void *)1l);
	one(0);
	pthread_join(t, 0);
	if (serial != 3) abort();
	pthread_barrier_destroy(&round);
	return 0;
}`);
    const { file, schedule } = extracted(path);
    // Barriers are explored under sc only.
    expect(schedule).toMatchObject({ verdict: 'partially safe', avoided: [] });
    for (const opt of opts) expect(runUnder(file, path, ['--opt', opt])).toMatchObject({ status: 0, stderr: '' });
  });
});

describe('what the schedule does not know', () => {
  const body = 'pthread_mutex_lock(&a); if (getenv("MORE")) pthread_mutex_lock(&b); pthread_mutex_unlock(&a)';
  const path = program(locks, [body, body], '', 'exit(7)');

  test('the program is stopped, or goes on freely', () => {
    const { file } = extracted(path);
    expect(runUnder(file, path)).toMatchObject({ status: 7, stderr: '' });
    const stopped = drista(['run', '--safe', file, path], { MORE: '1' });
    expect(stopped.status).toBe(3);
    expect(stopped.stderr).toMatch(
      /^drista: thread \d does what the schedule does not know: locking a mutex .*stopped\n$/,
    );
    const once = program(locks, [body], '', 'exit(7)');
    const free = drista(['run', '--safe', extracted(once).file, '--on-unknown', 'free', once], { MORE: '1' });
    expect(free.status).toBe(7);
    expect(free.stderr).toMatch(/^drista: [^\n]*runs freely from now on\n$/);
  });

  test('another binary, other arguments and damaged files are refused', () => {
    const { file } = extracted(path);
    const other = program(`${locks}static int more = 1;`, [body], '', 'exit(more)');
    expectRefusal(drista(['run', '--safe', file, other]), /is not the binary that .* was made for/);
    expectRefusal(drista(['run', '--safe', file, path, '--', 'x']), /with other arguments \(none\)/);
    expectRefusal(drista(['run', path]), /no schedule is given/);
    expectRefusal(drista(['run', '--safe', join(folder, 'missing'), path]), /cannot be read/);
    const text = readFileSync(file, 'utf8');
    for (const [wrong, says] of [
      ['{}', /is no safe schedule/],
      [text.replace('"version":2', '"version":99'), /of version 99/],
      [text.replace(/"to":\[1\]/, '"to":[4711]'), /is damaged/],
      [text.replace(/"found":/, '"found":1'), /is damaged/],
    ] as const) {
      const damaged = join(folder, 'damaged.json');
      writeFileSync(damaged, wrong);
      expectRefusal(drista(['run', '--safe', damaged, path]), says);
    }
  });

  test('programs that no schedule can contain are refused', () => {
    const once = 'static pthread_once_t o = PTHREAD_ONCE_INIT; static void f(void) {}';
    const spins = program(once, ['pthread_once(&o, f)', 'pthread_once(&o, f)']);
    expectRefusal(drista(['safe', spins]), /no schedule can contain an operation of the kind OnceBegin/);
    // libc locks the stream in fputs, where the enforcing library does not see it.
    const prints = program('#include <stdio.h>', ['flockfile(stderr); fputs("a", stderr); funlockfile(stderr)']);
    expectRefusal(drista(['safe', prints]), /no schedule can contain a call that locks a stream, beside flockfile/);
  });
});

test('a first schedule is written before all is explored, and wider ones follow', () => {
  const path = program(`${locks}static atomic_int n;`, [
    both('a', 'b', 'n++; n++; n++'),
    both('b', 'a', 'n++; n++; n++'),
    'n++; n++; n++',
  ]);
  const file = join(folder, 'iterated.json');
  const done = drista(['safe', '--iterate', '-o', file, path]);
  expect(done.status).toBe(4);
  const early = [...done.stderr.matchAll(/a schedule of (\d+) states/g)].map(([, n]) => Number(n));
  expect(early.length).toBeGreaterThan(1);
  const last = (JSON.parse(readFileSync(file, 'utf8')) as ScheduleFile).states.length;
  expect(Math.max(...early)).toBeLessThanOrEqual(last);
  expect(early[0]).toBeLessThan(last);
});

test('Ctrl-C ends the search with the schedule of what was explored until then', async () => {
  const path = program(`${locks}static atomic_int n;`, [
    both('a', 'b', 'for (int i = 0; i < 6; i++) n++'),
    both('b', 'a', 'for (int i = 0; i < 6; i++) n++'),
    ...Array.from({ length: 3 }, () => 'for (int i = 0; i < 30; i++) n++'),
  ]);
  const file = join(folder, 'interrupted.json');
  const child = startDrista(['safe', '--iterate', '-o', file, path]);
  let text = '';
  child.stderr!.setEncoding('utf8').on('data', (part: string) => {
    // There is a first schedule.
    if (!text.includes('a schedule of') && (text + part).includes('a schedule of')) child.kill('SIGINT');
    text += part;
  });
  const code = await new Promise((done) => child.on('exit', done));
  expect(text).toContain('a schedule of');
  const last = JSON.parse(readFileSync(file, 'utf8')) as ScheduleFile;
  expect({ code, ...last }).toMatchObject({ code: 4, verdict: 'partially safe', complete: false });
  expect(last.states.length).toBeGreaterThan(10);
}, 120_000);

test('a program whose threads are stopped and continued follows the schedule', async () => {
  const path = program(
    locks,
    [both('a', 'b'), both('b', 'a')].map((body) => `for (;;) { ${body}; }`),
    'usleep(700000); return 0',
  );
  const { file } = extracted(path);
  for (const opt of opts) {
    const child = startDrista(['run', '--safe', file, '--opt', opt, '--statistics', path]);
    let text = '';
    child.stderr!.setEncoding('utf8').on('data', (part: string) => (text += part));
    const ended = new Promise((done) => child.on('exit', done));
    // The program's process is named as its file.
    const stops = setInterval(() => {
      spawnSync('sh', ['-c', `for p in $(pidof ${path}); do kill -STOP $p; sleep 0.02; kill -CONT $p; done`]);
    }, 60);
    expect(await ended).toBe(0);
    clearInterval(stops);
    expect(eventsIn({ stdout: '', stderr: text, status: 0 })).toBeGreaterThan(100);
  }
}, 120_000);

test('the forms: text, JSON and a graph', () => {
  const path = program('static atomic_int x;', ['x = 1', 'drista_assert(x == 0)']);
  const text = drista(['safe', path]);
  expect(text.stdout).toMatch(/^partially safe: .*\navoids: assertion.*\n\n0: may thread 2: x\.load\(seq_cst\)/);
  expect(text.stdout).toContain('waits thread 1: x.store(1, seq_cst)');
  expect(drista(['safe', '--format', 'dot', path]).stdout).toMatch(/^\/\/ drista: safe schedule\ndigraph \{/);
  const json = JSON.parse(drista(['safe', '--format', 'json', path]).stdout) as ScheduleFile;
  expect(json.states).toHaveLength(3);
});
