/** Errors with memory as users read them: what, how much, and where the block came from. */
import { buildText } from '../support/compiled';
import { drista } from '../support/command';
import { c, says } from './memory-errors';

test.each([
  [
    'after a block',
    'int *p = malloc(40);\np[10] = 1;',
    'main writes 4 bytes just after a block of 40 bytes that main allocated at x:8: x:9 in main (main)',
  ],
  [
    'inside the last word',
    'char *p = malloc(10);\ng = p[10];',
    'main reads 1 byte just after a block of 10 bytes that main allocated at x:8: x:9 in main (main)',
  ],
  [
    'in front',
    'int *p = malloc(40);\ng = p[-1];',
    'main reads 4 bytes, 4 bytes before a block of 40 that main allocated at x:8: x:9 in main (main)',
  ],
  [
    'far behind',
    'int *p = malloc(40);\ng = p[1000];',
    'main reads 4 bytes 3960 bytes after a block of 40 bytes that main allocated at x:8: x:9 in main (main)',
  ],
  [
    'over an element',
    'struct { char s[64]; } *p = malloc(640);\np[10].s[8] = 1;',
    'main writes 1 byte 8 bytes after a block of 640 bytes that main allocated at x:8: x:9 in main (main)',
  ],
  [
    'a range',
    'char *p = malloc(10);\nmemset(p, 0, 12);',
    'main writes 12 bytes, 2 of them after the end of a block of 10 bytes that main allocated at x:8: ' +
      'x:9 in main (main)',
  ],
  [
    'a copy',
    'char *p = malloc(5);\nstrcpy(p, "hello");',
    'main writes 6 bytes, 1 of them after the end of a block of 5 bytes that main allocated at x:8: x:9 in main (main)',
  ],
  [
    'an atomic',
    'atomic_int *p = malloc(4);\np[1]++;',
    'main writes 4 bytes just after a block of 4 bytes that main allocated at x:8: x:9 in main (main)',
  ],
  [
    'after free',
    'int *p = malloc(4);\nfree(p);\ng = *p;',
    'main reads 4 bytes at 0 in a block of 4 that main allocated at x:8 and main freed at x:9: x:10 in main (main)',
  ],
  [
    'after realloc',
    'int *p = malloc(4), *q = realloc(p, 8);\n(void)q;\n*p = 1;',
    'main writes 4 bytes at 0 in a block of 4 that main allocated at x:8 and main freed at x:8: x:10 in main (main)',
  ],
  [
    'twice',
    'int *p = malloc(4);\nfree(p);\nfree(p);',
    'free, for the second time, of a block of 4 bytes that main allocated at x:8 and main freed at x:9: ' +
      'x:10 in main (main)',
  ],
  [
    'inside',
    'char *p = malloc(40);\nfree(p + 16);',
    'free of a pointer 16 bytes into a block of 40 that main allocated at x:8: x:9 in main (main)',
  ],
  ['a local', 'int l;\nfree(&l);', 'free of an address on the stack of main: x:9 in main (main)'],
  ['a static', 'free(&g);', 'free of g, which malloc never returned: x:8 in main (main)'],
  ['realloc of a local', 'int l;\nrealloc(&l, 8);', 'realloc of an address on the stack of main: x:9 in main (main)'],
])('%s', (_, body, message) => {
  expect(c(body)).toBe(`error: memory error: ${message}`);
});

test('a block of another thread', () => {
  expect(
    c(
      `pthread_t t; void *p;
pthread_create(&t, 0, f, 0);
pthread_join(t, &p);
g = ((int *)p)[2];`,
      'static void *f(void *x) { (void)x; return malloc(8); }',
    ),
  ).toBe(
    'error: memory error: main reads 4 bytes just after a block of 8 bytes that thread 1 allocated at ' +
      'x:5: x:11 in main (main)',
  );
});

test('what is right is right', () => {
  expect(
    c(`char *p = malloc(17); memset(p, 1, 17); p = realloc(p, 33); p[32] = p[0]; free(p);
int (*a)[100] = calloc(100, sizeof *a); a[99][99] = 1; free(a); free(malloc(0)); free(0);
char *q = aligned_alloc(4096, 8192); q[0] = q[8191] = 1; free(q);`),
  ).toMatch(/^verified/);
});

const cc = (body: string, ...flags: string[]): string =>
  says(
    `#include <cstdlib>\n#include <new>\n#include <vector>
struct A { int x; }; struct B : A { int y[4]; };
int main() {\n${body}\n}\n`,
    ['-std=c++17', '-fsized-deallocation', ...flags],
    'c++',
  );

test.each([
  [
    'delete of malloc',
    'int *p = (int *)malloc(4);\ndelete p;',
    'delete of memory that main allocated at x:6 with malloc: x:7 in main (main)',
  ],
  [
    'free of new',
    'int *p = new int;\nfree(p);',
    'free of memory that main allocated at x:6 with new: x:7 in main (main)',
  ],
  [
    'delete of new[]',
    'int *p = new int[3];\ndelete p;',
    'delete of memory that main allocated at x:6 with new[]: x:7 in main (main)',
  ],
  [
    'delete[] of new',
    'int *p = new int;\ndelete[] p;',
    'delete[] of memory that main allocated at x:6 with new: x:7 in main (main)',
  ],
  [
    'delete of a base without a virtual destructor',
    'A *p = new B;\ndelete p;',
    'delete as an object of 4 bytes of a block of 20 that main allocated at x:6: x:7 in main (main)',
  ],
  [
    'a vector',
    'std::vector<int> v(3);\nreturn v.data()[3];',
    'main reads 4 bytes just after a block of 12 bytes that main allocated at x:6: x:7 in main (main)',
  ],
])('C++: %s', (_, body, message) => {
  expect(cc(body, '-w')).toBe(`error: memory error: ${message}`);
});

test('C++: what is right is right', () => {
  expect(
    cc(
      `delete new B; delete[] new B[3]; delete new (std::nothrow) int; struct alignas(64) W { int x; }; delete new W;
      delete[] new W[3];
try { std::vector<char> v(1ul << 40); } catch (std::bad_alloc &) {} int *none = nullptr; delete none; delete[] none;`,
      '-w',
    ),
  ).toMatch(/^verified/);
});

test("C++: operators of the program's own", () => {
  expect(
    says(
      `#include <cstdlib>
#include <new>
static int n;
void *operator new(std::size_t s) { n++; return std::malloc(s); }
void operator delete(void *p) noexcept { n--; std::free(p); }
int main() { int *p = new int, *q = new int[3]; if (n != 2) return 1; delete p; delete[] q; if (n != 0) abort(); }
`,
      ['-w'],
      'c++',
    ),
  ).toMatch(/^verified/);
});

describe('memory that is lost in the end', () => {
  const notes = (
    text: string,
    flags: readonly string[] = [],
    language: 'c' | 'c++' = 'c',
    options: readonly string[] = [],
  ): string[] => {
    const done = drista([...options, '--report', 'json=-', buildText(text, ['-w', ...flags], language)]);
    expect(done).toMatchObject({ status: 0, stderr: '' });
    return (JSON.parse(done.stdout) as { notes: string[] }).notes
      .filter((n) => !n.includes('no thread besides main'))
      .map((n) => n.replace(/[^ ]*\/source\d+\.c+/g, 'x'));
  };
  const program = (body: string, before = ''): string =>
    `#include <pthread.h>\n#include <stdlib.h>\nstruct n { struct n *next; int v; };\nstatic struct n ` +
    `*head; ${before}\nint main(void) {\n${body}\n return 0; }\n`;
  const lost = (bytes: number, line: number, what = 'them', who = 'main'): string =>
    `${bytes} bytes that ${who} allocated at x:${line} are never freed, and in the end nothing points to ${what}`;

  test.each<[string, string, string[]]>([
    ['a local of main', 'int *p = malloc(12);\n*p = 1;', [lost(12, 6)]],
    ['several from one place', 'for (int i = 0; i < 3; i++)\nmalloc(10);', [lost(30, 7, 'those blocks')]],
    ['two on one line', 'malloc(16); malloc(16);', [`2 blocks of ${lost(16, 6)}`]],
    [
      'a ring is told once',
      'struct n *a = malloc(16);\nstruct n *b = malloc(16);\na->next = b; b->next = a;',
      [lost(16, 6)],
    ],
    ['what a lost block points to is not told', 'struct n *a = malloc(16);\na->next = malloc(16);', [lost(16, 6)]],
    ['static data', 'head = malloc(16);\nhead->next = malloc(16);', []],
    [
      'a pointer to its end, or into it',
      'head = (struct n *)((char *)malloc(16) + 16); static char *in;\nin = (char *)malloc(99) + 30;',
      [],
    ],
    ['a local where exit is called', 'int *volatile p = malloc(12);\nexit(0);', []],
    ['thread-local', 'static __thread int *p;\np = malloc(12);', []],
    ['a key', 'pthread_key_t k; pthread_key_create(&k, 0);\npthread_setspecific(k, malloc(12));', []],
    ['freed', 'free(realloc(malloc(3), 50));', []],
  ])('%s', (_, body, expected) => {
    expect(notes(program(body))).toEqual(expected);
  });

  test('threads: locals of one that has ended, the result that nobody took, a thread that waits', () => {
    expect(
      notes(
        program(
          'pthread_t t; pthread_mutex_lock(&m);\npthread_create(&t, 0, f, 0); pthread_join(t, ' +
            '0);\npthread_create(&t, 0, g, 0); pthread_create(&t, 0, h, 0);',
          `static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *x) { int *p = malloc(8); *p = 1; return x; }
static void *g(void *x) { return malloc(8); }
static void *h(void *x) { int *volatile p = malloc(8); pthread_mutex_lock(&m); return x; }`,
        ),
      ),
    ).toEqual(
      [
        lost(8, 5, 'them', 'thread 1'),
        expect.stringMatching(/mutex locked/),
        expect.stringMatching(/^thread 3 waits for ever when the program ends/),
      ].reverse(),
    );
  });

  test('a node that a lost update drops', () => {
    expect(
      notes(
        program(
          'pthread_t t[2];\nfor (int i = 0; i < 2; i++) pthread_create(&t[i], 0, f, 0);\nfor (int i = 0; i < ' +
            '2; i++) pthread_join(t[i], 0);',
          `static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *x) { struct n *p = malloc(16);
pthread_mutex_lock(&m); struct n *old = head; pthread_mutex_unlock(&m); p->next = old;
pthread_mutex_lock(&m); head = p; pthread_mutex_unlock(&m); return x; }`,
        ),
        [],
        'c',
        ['--tune', 'runs=all'],
      ),
    ).toEqual([expect.stringMatching(/16 bytes that thread [12] allocated at x:5 are never freed/)]);
  });

  test('C++ and its library', () => {
    expect(
      notes(
        `#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <thread>
static std::map<int, std::unique_ptr<std::string>> table;
thread_local std::string name(100, 'y');
int main() {
  std::thread t([s = std::make_shared<int>(3)] { name += "x"; std::ostringstream o; o << name << *s; });
  table[3] = std::make_unique<std::string>(200, 'z');
  name[0] = 'q';
  std::function<int()> f = [p = std::make_shared<int>(4)] { return *p; };
  f();
  t.join();
  std::cout << 1 << std::endl;
  static char *buffer = new char[100];
  fprintf(fopen("/dev/null", "w"), "x");
}
`,
        ['-std=c++17'],
        'c++',
      ),
    ).toEqual([]);
  });
});
