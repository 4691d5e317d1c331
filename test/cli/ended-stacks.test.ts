/** Accesses to stacks of threads that have ended, as users read them. */
import { c } from './memory-errors';

describe('stacks of threads that have ended', () => {
  const check = (body: string, functions: string): string =>
    c(
      `pthread_t t[2]; void *r; int l = 4; (void)r; (void)l; (void)t;\n${body}`,
      `static int out; static int *shared; static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
${functions}
static void *use(void *x) { out = *(int *)x; return 0; }
static void *publish(void *x) { int v = 5; pthread_mutex_lock(&m); shared = &v; pthread_mutex_unlock(&m); return x; }
static void *look(void *x) { pthread_mutex_lock(&m); int *p = shared; pthread_mutex_unlock(&m); if (p) \
out = *p; return x; }\
`,
    ).replace(/0x[0-9a-f]+/, '?');
  test.each([
    [
      'a returned local',
      'static void *f(void *x) { int v = 3; int *volatile p = &v; (void)x; return p; }',
      'pthread_create(t, 0, f, 0); pthread_join(t[0], &r); out = *(int *)r;',
      'error: memory error: main reads 4 bytes on the stack of thread 1, which has ended: x:13 in main (main)',
    ],
    [
      "main's, which has ended",
      '',
      'pthread_create(t, 0, use, &l); pthread_exit(0);',
      'error: data race on main::l: thread 1 reads what main frees, with no happens-before order between ' +
        'them: x:7 in use (thread 1) and x:11 in main (main)',
    ],
    [
      "main's, which has returned",
      '',
      'pthread_create(t, 0, use, &l);',
      'error: data race on main::l: thread 1 reads what main frees, with no happens-before order between ' +
        'them: x:7 in use (thread 1) and x:11 in main (main)',
    ],
    [
      'a pointer published',
      '',
      'pthread_create(t, 0, publish, 0); pthread_create(t + 1, 0, look, 0); pthread_join(t[0], 0); ' +
        'pthread_join(t[1], 0);',
      'error: data race on publish::v: thread 2 reads what thread 1 frees, with no happens-before order ' +
        'between them: x:9 in look (thread 2) and x:8 in publish (thread 1)',
    ],
    [
      'used after the join',
      '',
      'pthread_create(t, 0, publish, 0); pthread_join(t[0], 0); pthread_create(t, 0, look, 0); pthread_join(t[0], 0);',
      'error: memory error on publish::v: thread 2 reads what thread 1 freed before: x:9 in look ' +
        '(thread 2) and x:8 in publish (thread 1)',
    ],
  ])('%s', (_, functions, body, message) => {
    expect(check(body, functions)).toBe(message);
  });
  test.each([
    ['joined', '', 'pthread_create(t, 0, use, &l); pthread_join(t[0], 0); pthread_exit(0);'],
    [
      'told under a mutex',
      'static int done; static void *f(void *x) { out = *(int *)x; pthread_mutex_lock(&m); done = 1; ' +
        'pthread_mutex_unlock(&m); return 0; }',
      'pthread_create(t, 0, f, &l); for (int d = 0; !d;) { pthread_mutex_lock(&m); d = done; ' +
        'pthread_mutex_unlock(&m); }',
    ],
    [
      'told by an atomic, which lies there too',
      'static void *f(void *x) { atomic_store((atomic_int *)x, 1); return 0; }',
      'atomic_int a = 0; pthread_create(t, 0, f, &a); while (!a); pthread_exit(0);',
    ],
    ['exit by main', '', 'pthread_create(t, 0, use, &l); exit(0);'],
  ])('right: %s', (_, functions, body) => {
    expect(check(body, functions)).toMatch(/^verified/);
  });
});
