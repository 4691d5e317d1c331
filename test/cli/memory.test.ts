/** Errors with memory as users read them: what, how much, and where the block came from. */
import { buildText } from '../support/compiled';
import { drista } from '../support/command';

/** The first line that drista says of the program, without the folder of its source. */
function says(text: string, flags: readonly string[] = [], language: 'c' | 'c++' = 'c'): string {
  const { stdout } = drista(['--quiet', buildText(text, flags, language)]);
  return stdout.split('\n')[0].replace(/[^ ]*\/source\d+\.c+/g, 'x');
}

const c = (body: string, before = ''): string => says(`#include <stdlib.h>\n#include <string.h>\n#include <pthread.h>\n#include <stdatomic.h>\n${before}\nint g;\nint main(void) {\n${body}\n  return 0; }\n`);

test.each([
  ['after a block', 'int *p = malloc(40);\np[10] = 1;', 'main writes 4 bytes just after a block of 40 bytes that main allocated at x:8: x:9 in main (main)'],
  ['inside the last word', 'char *p = malloc(10);\ng = p[10];', 'main reads 1 byte just after a block of 10 bytes that main allocated at x:8: x:9 in main (main)'],
  ['in front', 'int *p = malloc(40);\ng = p[-1];', 'main reads 4 bytes, 4 bytes before a block of 40 that main allocated at x:8: x:9 in main (main)'],
  ['far behind', 'int *p = malloc(40);\ng = p[1000];', 'main reads 4 bytes 3960 bytes after a block of 40 bytes that main allocated at x:8: x:9 in main (main)'],
  ['over an element', 'struct { char s[64]; } *p = malloc(640);\np[10].s[8] = 1;',
    'main writes 1 byte 8 bytes after a block of 640 bytes that main allocated at x:8: x:9 in main (main)'],
  ['a range', 'char *p = malloc(10);\nmemset(p, 0, 12);', 'main writes 12 bytes, 2 of them after the end of a block of 10 bytes that main allocated at x:8: x:9 in main (main)'],
  ['a copy', 'char *p = malloc(5);\nstrcpy(p, "hello");', 'main writes 6 bytes, 1 of them after the end of a block of 5 bytes that main allocated at x:8: x:9 in main (main)'],
  ['an atomic', 'atomic_int *p = malloc(4);\np[1]++;', 'main writes 4 bytes just after a block of 4 bytes that main allocated at x:8: x:9 in main (main)'],
  ['after free', 'int *p = malloc(4);\nfree(p);\ng = *p;', 'main reads 4 bytes at 0 in a block of 4 that main allocated at x:8 and main freed at x:9: x:10 in main (main)'],
  ['after realloc', 'int *p = malloc(4), *q = realloc(p, 8);\n(void)q;\n*p = 1;',
    'main writes 4 bytes at 0 in a block of 4 that main allocated at x:8 and main freed at x:8: x:10 in main (main)'],
  ['twice', 'int *p = malloc(4);\nfree(p);\nfree(p);',
    'free, for the second time, of a block of 4 bytes that main allocated at x:8 and main freed at x:9: x:10 in main (main)'],
  ['inside', 'char *p = malloc(40);\nfree(p + 16);', 'free of a pointer 16 bytes into a block of 40 that main allocated at x:8: x:9 in main (main)'],
  ['a local', 'int l;\nfree(&l);', 'free of an address on the stack of main: x:9 in main (main)'],
  ['a static', 'free(&g);', 'free of g, which malloc never returned: x:8 in main (main)'],
  ['realloc of a local', 'int l;\nrealloc(&l, 8);', 'realloc of an address on the stack of main: x:9 in main (main)'],
])('%s', (_, body, message) => { expect(c(body)).toBe(`error: memory error: ${message}`); });

test('a block of another thread', () => {
  expect(c(`pthread_t t; void *p;
pthread_create(&t, 0, f, 0);
pthread_join(t, &p);
g = ((int *)p)[2];`, 'static void *f(void *x) { (void)x; return malloc(8); }')).toBe(
    'error: memory error: main reads 4 bytes just after a block of 8 bytes that thread 1 allocated at x:5: x:11 in main (main)');
});

test('what is right is right', () => {
  expect(c(`char *p = malloc(17); memset(p, 1, 17); p = realloc(p, 33); p[32] = p[0]; free(p);
int (*a)[100] = calloc(100, sizeof *a); a[99][99] = 1; free(a); free(malloc(0)); free(0);
char *q = aligned_alloc(4096, 8192); q[0] = q[8191] = 1; free(q);`)).toMatch(/^verified/);
});

const cc = (body: string, ...flags: string[]): string => says(`#include <cstdlib>\n#include <new>\n#include <vector>
struct A { int x; }; struct B : A { int y[4]; };
int main() {\n${body}\n}\n`, ['-std=c++17', '-fsized-deallocation', ...flags], 'c++');

test.each([
  ['delete of malloc', 'int *p = (int *)malloc(4);\ndelete p;', 'delete of memory that main allocated at x:6 with malloc: x:7 in main (main)'],
  ['free of new', 'int *p = new int;\nfree(p);', 'free of memory that main allocated at x:6 with new: x:7 in main (main)'],
  ['delete of new[]', 'int *p = new int[3];\ndelete p;', 'delete of memory that main allocated at x:6 with new[]: x:7 in main (main)'],
  ['delete[] of new', 'int *p = new int;\ndelete[] p;', 'delete[] of memory that main allocated at x:6 with new: x:7 in main (main)'],
  ['delete of a base without a virtual destructor', 'A *p = new B;\ndelete p;',
    'delete as an object of 4 bytes of a block of 20 that main allocated at x:6: x:7 in main (main)'],
  ['a vector', 'std::vector<int> v(3);\nreturn v.data()[3];', 'main reads 4 bytes just after a block of 12 bytes that main allocated at x:6: x:7 in main (main)'],
])('C++: %s', (_, body, message) => { expect(cc(body, '-w')).toBe(`error: memory error: ${message}`); });

test('C++: what is right is right', () => {
  expect(cc(`delete new B; delete[] new B[3]; delete new (std::nothrow) int; struct alignas(64) W { int x; }; delete new W; delete[] new W[3];
try { std::vector<char> v(1ul << 40); } catch (std::bad_alloc &) {} int *none = nullptr; delete none; delete[] none;`, '-w')).toMatch(/^verified/);
});

test('C++: operators of the program\'s own', () => {
  expect(says(`#include <cstdlib>
#include <new>
static int n;
void *operator new(std::size_t s) { n++; return std::malloc(s); }
void operator delete(void *p) noexcept { n--; std::free(p); }
int main() { int *p = new int, *q = new int[3]; if (n != 2) return 1; delete p; delete[] q; if (n != 0) abort(); }
`, ['-w'], 'c++')).toMatch(/^verified/);
});
