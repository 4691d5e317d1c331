/** What keeps the local states of a program's threads from being known. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uncoveredBy } from '../../src/compiler/uncovered';
import { build, buildText } from '../support/compiled';

const begin = '#include <stdatomic.h>\n#include <stdio.h>\n#include <stdlib.h>\natomic_int x;\n';

/** What hinders, without the program's name. */
function hindrance(text: string, flags: readonly string[] = [], language: 'c' | 'c++' = 'c'): string | undefined {
  return uncoveredBy([buildText(text, flags, language)])?.replace(/program\d+/, 'PROGRAM');
}

test.each(['-O0', '-O2'])('a program of atomics, memory and output, %s', (level) => {
  const text = `${begin}static int own(int a) { int t[4] = {a, 1, 2, 3}; return t[a & 3]; }
    int main(void) { int *p = malloc(8); *p = own(atomic_load(&x)); printf("%d\\n", *p); free(p); return 0; }`;
  expect(hindrance(text, [level])).toBeUndefined();
});

test('calls of functions whose effects are not known', () => {
  expect(hindrance(`${begin}int main(void) { FILE *f = fopen("a", "r"); return f != 0; }`)).toBe('PROGRAM uses fopen');
  expect(hindrance(`#include <stdlib.h>\nint main(void) { setenv("A", "b", 1); return 0; }`)).toBe(
    'PROGRAM uses setenv',
  );
  expect(hindrance(`#include <setjmp.h>\njmp_buf b;\nint main(void) { return setjmp(b); }`)).toBe(
    'PROGRAM uses _setjmp',
  );
});

test('the address of such a function, in code and in data', () => {
  expect(hindrance(`${begin}char *(*f)(const char *) = getenv;\nint main(void) { return f("A") != 0; }`)).toBe(
    'PROGRAM uses getenv',
  );
  expect(
    hindrance(`#include <search.h>\nvoid *(*f)(const void *, void **, int (*)(const void *, const void *));
    int main(void) { f = tsearch; return 0; }`),
  ).toBe('PROGRAM uses tsearch');
});

test('a weak function that no file defines', () => {
  const text = `void absent(void) __attribute__((weak));
    int main(void) { if (absent) absent(); return 0; }`;
  const program = buildText(text, [], 'c');
  const libraries = execFileSync('ldd', [program], { encoding: 'utf8' }).match(/\/\S+\.so\S*/g) ?? [];
  expect(uncoveredBy([program, ...libraries])).toBeUndefined();
  // Without the libraries nobody knows whether one of them defines it.
  expect(uncoveredBy([program])).toMatch(/uses absent$/);
});

test('functions that do not announce what they write', () => {
  const text = `${begin}int there;\n__attribute__((no_sanitize("thread"), noinline)) void hidden(int v) { there = v; }
    int main(void) { hidden(atomic_load(&x)); return 0; }`;
  expect(hindrance(text)).toBe('functions of PROGRAM write memory unannounced: hidden');
});

test('an object that was compiled without drista', () => {
  const folder = mkdtempSync(join(tmpdir(), 'drista-uncovered-'));
  try {
    const [text, object, main] = ['a.c', 'a.o', 'main.c'].map((name) => join(folder, name));
    writeFileSync(text, 'int there[3]; void helper(int v) { there[1] += v; }');
    expect(spawnSync('cc', ['-c', text, '-o', object]).status).toBe(0);
    writeFileSync(main, `${begin}void helper(int v);\nint main(void) { helper(atomic_load(&x)); return 0; }`);
    expect(uncoveredBy([build([main, object])])).toMatch(/write memory unannounced: helper$/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a program without symbols', () => {
  expect(hindrance(`${begin}int main(void) { return atomic_load(&x); }`, ['-s'])).toBe('PROGRAM has no symbols');
});

test('C++ with objects that are made before main, and output', () => {
  const text = `#include <atomic>\n#include <iostream>\n#include <string>\n#include <thread>\n#include <vector>
    std::vector<int> all; std::atomic<int> a;
    int main() { std::thread t([] { all.push_back(a.load()); }); t.join(); std::string s = "a";
      std::cout << s + std::to_string(all.size()) << 1 << std::endl; }`;
  expect(hindrance(text, [], 'c++')).toBeUndefined();
});
