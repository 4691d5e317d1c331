/** Programs that were not built with `drista cc`: how far they can be checked, and what is said of that. */
import { chmodSync, copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drista, expectRefusal, folder, type Done } from '../support/command';
import { compilePlainly, describeSanitized } from '../support/sanitized';

let count = 0;

function source(text: string, suffix = 'c'): string {
  const path = join(folder, `ways${count++}.${suffix}`);
  writeFileSync(
    path,
    `#include <assert.h>\n#include <pthread.h>\n${suffix === 'c' ? '#include <stdatomic.h>\n' : ''}${text}`,
  );
  return path;
}

function built(compiler: string, flags: readonly string[], text: string): string {
  const path = source(text);
  const program = path.replace(/\.c$/, '');
  compilePlainly(compiler, ['-g', '-pthread', path, '-o', program, ...flags]);
  return program;
}

/** Two or three threads and a mutex. */
const counter = (
  threads: number,
  body: string,
): string => `int n; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, k = PTHREAD_MUTEX_INITIALIZER;
static void *run(void *p) { (void)p; ${body} return 0; }
int main(void) {
  pthread_t t[${threads}];
  for (int i = 0; i < ${threads}; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < ${threads}; i++) pthread_join(t[i], 0);
  return 0;
}
`;
const locked = counter(
  3,
  'pthread_mutex_lock(&m); n++; int s = n; pthread_mutex_unlock(&m); if (s == 3) { ' +
    'pthread_mutex_lock(&k); pthread_mutex_unlock(&k); }',
);
const racing = counter(2, 'n++;');
const deadlock = `pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *one(void *p) { pthread_mutex_lock(&a); pthread_mutex_lock(&b); pthread_mutex_unlock(&b);
pthread_mutex_unlock(&a); return p; }
static void *two(void *p) { pthread_mutex_lock(&b); pthread_mutex_lock(&a); pthread_mutex_unlock(&a);
pthread_mutex_unlock(&b); return p; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, one, 0); pthread_create(&u, 0, two, 0); pthread_join(t, 0);
pthread_join(u, 0); return 0; }
`;

function report(done: Done): {
  verdict: string;
  executions: number;
  level?: string;
  errors: { kind: string }[];
  notes: string[];
} {
  expect(done.stderr).toBe('');
  return JSON.parse(done.stdout) as ReturnType<typeof report>;
}

describeSanitized((compiler, flags) => {
  test('is checked as if it were built with `drista cc`; a note says that it is not', () => {
    const program = built(compiler, flags, locked);
    const { verdict, executions, level, notes } = report(drista(['--report', 'json=-', program]));
    expect([verdict, executions, level]).toEqual(['verified', 6, undefined]);
    expect(notes).toEqual([expect.stringMatching(`built with ${compiler} -fsanitize=thread, not with \`drista cc\``)]);
    expect(drista([program]).stdout).toMatch(
      /^note: .*\n\nverified: no error in any execution under rc11, .*\(6 executions, .*\)\n$/,
    );
  });

  test('an error is found, and seen again', () => {
    const program = built(compiler, flags, racing);
    const found = drista([program]);
    expect(found.stdout).toMatch(/^error: data race on n: .*in run \(thread 1\)\n/);
    expect(found.status).toBe(1);
    const again = drista(['replay', /drista replay (\S+)/.exec(found.stdout)![1]]);
    expect([again.stderr, again.status]).toEqual(['', 1]);
  });

  test('what libraries do before main', () => {
    const library = source(`#include <stdlib.h>
#include <string.h>
static int ran; static pthread_key_t key;
static void once(void) { ran++; }
static void bye(void) {}
__attribute__((constructor)) static void early(void) {
  static pthread_once_t o = PTHREAD_ONCE_INIT; pthread_once(&o, once); pthread_once(&o, once);
  pthread_mutex_t r; pthread_mutex_init(&r, 0); pthread_mutex_lock(&r); pthread_mutex_unlock(&r);
  pthread_mutex_destroy(&r);
  pthread_key_create(&key, free); pthread_setspecific(key, strdup("x")); atexit(bye);
}
int early_ran(void) { return ran == 1 && pthread_getspecific(key) != 0; }
`);
    const shared = library.replace(/\.c$/, '.so');
    compilePlainly(compiler, ['-shared', '-fPIC', library, '-o', shared, ...flags]);
    const program = built(
      compiler,
      [shared, `-Wl,-rpath,${folder}`, ...flags],
      `#include <stdlib.h>
int early_ran(void);
static void *run(void *p) { return p; }
int main(void) { pthread_t t; assert(early_ran()); char *real = realpath("/usr/..", 0); assert(real && real[1] == 0);
free(real);
  pthread_create(&t, 0, run, 0); pthread_join(t, 0); return 0; }
`,
    );
    expect(report(drista(['--report', 'json=-', program]))).toMatchObject({ verdict: 'verified', errors: [] });
    expect(drista(['doctor', program]).stdout).toContain('.so: instrumented\n');
  });

  test('what the program tells ThreadSanitizer', () => {
    const program = built(
      compiler,
      flags,
      `void AnnotateHappensBefore(const char *, int, const volatile void *); void __tsan_acquire(void *);
void __sanitizer_print_stack_trace(void); int data;
int main(void) { AnnotateHappensBefore("", 1, &data); __tsan_acquire(&data); __sanitizer_print_stack_trace();
return data; }
`,
    );
    expect(drista(['-q', program]).status).toBe(0);
  });
});

describe('a plain program', () => {
  const plain = (text: string): string => built('gcc', [], text);

  test('is checked by its pthread calls, and no more is claimed', () => {
    const program = plain(racing);
    const said =
      `${program} was not built with drista cc, so data races and atomics cannot be seen: build it ` +
      `with \`drista cc\``;
    const done = drista([program]);
    expect(done).toMatchObject({ status: 0, stderr: '' });
    const [note, verdict] = done.stdout.split('\n\n');
    expect(note).toMatch(/^note: .* was not built with `drista cc`: only its pthread calls are seen\./);
    expect(note).toMatch(/executions are told apart by the order of those calls \(equivalence rf\)$/);
    expect(verdict).toMatch(
      /^no errors at the level of pthread calls under rc11, equivalence rf \(1 execution, \d+ runs, [\d.]+ s\); /,
    );
    expect(verdict).toContain(said);
    expect(done.stdout).not.toMatch(/verified/);
    expect(drista(['-q', program]).stdout).toContain(said);
    expect(report(drista(['--report', 'json=-', program]))).toMatchObject({
      verdict: 'verified',
      level: 'pthread-calls',
    });
  });

  test('of one without threads nothing is claimed', () => {
    const saying = / was not built with `drista cc` and started no thread, so there is nothing that drista can check: /;
    expectRefusal(drista([plain('int main(void) { return 0; }')]), saying);
    expectRefusal(drista(['-q', '--equivalence', 'co', '/bin/ls']), saying);
    expect(JSON.parse(drista(['--report', 'json=-', '/bin/ls']).stdout)).toMatchObject({
      verdict: 'failure',
      message: expect.stringMatching(saying),
    });
    // An error is one all the same.
    expect(drista([plain('int main(void) { assert(0); }')]).status).toBe(1);
  });

  test('all orders of its calls are run', () => {
    expect(
      report(
        drista(['--report', 'json=-', plain(counter(3, 'pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m);'))]),
      ),
    ).toMatchObject({ verdict: 'verified', executions: 6 });
  });

  test('what is handed over under a mutex is allowed for', () => {
    // The third to come does more: which thread that is depends on data.
    expect(report(drista(['--report', 'json=-', plain(locked)]))).toMatchObject({ verdict: 'verified', executions: 6 });
    const waiting =
      plain(`int full; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void *put(void *p) { pthread_mutex_lock(&m); full = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);
return p; }
int main(void) {
  pthread_t t; pthread_create(&t, 0, put, 0);
  pthread_mutex_lock(&m); while (!full) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m);
  pthread_join(t, 0); return 0;
}
`);
    expect(report(drista(['--report', 'json=-', waiting]))).toMatchObject({ verdict: 'verified', executions: 2 });
  });

  test('an assertion that fails in one order of calls', () => {
    const found = drista([
      plain(`int n; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *set(void *p) { pthread_mutex_lock(&m); n = 1; pthread_mutex_unlock(&m); return p; }
static void *get(void *p) { pthread_mutex_lock(&m); assert(n == 1); pthread_mutex_unlock(&m); return p; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, set, 0); pthread_create(&u, 0, get, 0); pthread_join(t, 0);
pthread_join(u, 0); return 0; }
`),
    ]);
    expect(found.stdout).toMatch(/^error: assertion `n == 1' failed: .* in get \(thread 2\)\n/);
    expect(found.stdout).not.toMatch(/reads|\*0x/);
    expect(drista(['replay', /drista replay (\S+)/.exec(found.stdout)![1]]).status).toBe(1);
  });

  test('a deadlock is found, and seen again', () => {
    const found = drista([plain(deadlock)]);
    expect(found.stdout).toMatch(/^error: deadlock/);
    expect(found.stdout).toMatch(
      /1 error found at the level of pthread calls under .* cannot be seen: build it with `drista cc`\n$/,
    );
    expect(found.status).toBe(1);
    expect(drista(['replay', /drista replay (\S+)/.exec(found.stdout)![1]]).status).toBe(1);
  });

  test('threads that tell each other something through memory are a limit of the tool', () => {
    expectRefusal(
      drista([
        plain(
          `atomic_int n;${counter(
            2,
            `if (atomic_fetch_add(&n, 1) == 0) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); }
             pthread_mutex_lock(&k); pthread_mutex_unlock(&k);
             if (atomic_fetch_add(&n, 1) == 2) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); }`,
          ).replace('int n; ', '')}`,
        ),
      ]),
      /did not repeat itself: .* what its threads tell each other in other ways than under locks is not seen/,
    );
  });

  test('a loop that waits for memory to change is inconclusive', () => {
    const done = drista([
      '--run-limit',
      '0.5',
      plain(`atomic_int flag;
static void *set(void *p) { flag = 1; return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, set, 0); while (!flag) {} pthread_join(t, 0); return 0; }
`),
    ]);
    expect(done.status).toBe(3);
    expect(done.stdout).toMatch(/inconclusive: no error so far at the level of pthread calls/);
  });

  test('memcpy and free alone race with nothing', () => {
    const text = `#include <string.h>\nchar b[64], c[64]; atomic_int flag;
static void *set(void *p) { memcpy(b, p, 64); atomic_store(&flag, 1); return 0; }
static void *get(void *p) { if (atomic_load(&flag)) memcpy(c, b, 64); return p; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, set, c + 0); pthread_create(&u, 0, get, 0);
pthread_join(t, 0); pthread_join(u, 0); return 0; }
`;
    expect(drista(['-q', built('gcc', ['-O0', '-fno-builtin'], text)]).status).toBe(0);
  });

  test('linked with `drista cc`, but not compiled with it', () => {
    const path = source(racing);
    const object = path.replace(/c$/, 'o'),
      program = path.replace(/\.c$/, '');
    compilePlainly('gcc', ['-c', path, '-o', object]);
    expect(drista(['cc', object, '-o', program]).status).toBe(0);
    expect(drista([program]).stdout).toMatch(/no errors at the level of pthread calls/);
  });
});

describe('no way in: one line that says how to rebuild', () => {
  const nothing = source('int main(void) { return 0; }\n');
  const compiled = (compiler: string, ...flags: string[]): string => {
    const program = join(folder, `nothing${count++}`);
    compilePlainly(compiler, [...flags, nothing, '-o', program]);
    return program;
  };

  test('ThreadSanitizer linked statically', () => {
    expectRefusal(
      drista([compiled('gcc', '-fsanitize=thread', '-static-libtsan')]),
      /has ThreadSanitizer's runtime linked into it.*rebuild it with `drista cc`/,
    );
  });

  test('another sanitizer', () => {
    expectRefusal(
      drista([compiled('gcc', '-fsanitize=address')]),
      /was built with AddressSanitizer.*rebuild it with `drista cc` and without -fsanitize/,
    );
  });

  test("with another user's rights", () => {
    const program = join(folder, 'setuid');
    copyFileSync(compiled('gcc'), program);
    chmodSync(program, 0o4755);
    expectRefusal(drista([program]), /setuid.*take a copy without them, or rebuild it/);
  });

  test('an object file, a shared library', () => {
    expectRefusal(drista([compiled('gcc', '-c')]), /is not linked: link it to a program with `drista cc`/);
    expectRefusal(drista([compiled('gcc', '-shared', '-fPIC')]), /is a shared library: build a program that uses it/);
  });

  test('a library that is not found', () => {
    const library = compiled('gcc', '-shared', '-fPIC', '-Wl,-soname,libgone.so');
    expectRefusal(
      drista([compiled('gcc', '-Wl,--no-as-needed', library)]),
      /needs libgone\.so, which the loader does not find/,
    );
  });

  test("a sanitizer's function that drista does not know", () => {
    const [stub, path] = [
      source('void __tsan_init(void) {}\nvoid __tsan_java_init(void) {}\n'),
      source(
        'void __tsan_init(void), __tsan_java_init(void);\nint main(void) { __tsan_init(); ' +
          '__tsan_java_init(); return 0; }\n',
      ),
    ];
    compilePlainly('gcc', ['-shared', '-fPIC', '-Wl,-soname,libtsan.so.2', stub, '-o', `${stub}.so`]);
    compilePlainly('gcc', [path, `${stub}.so`, '-o', `${path}.out`]);
    expectRefusal(drista([`${path}.out`]), /calls __tsan_java_init of the sanitizer, which drista does not know/);
  });
});
