/**
 * Text that the checked program or a file controls cannot make a terminal do anything, nor pass for a line of drista's.
 */
import { buildText } from '../../support/compiled';
import { programs, shell } from './shell';

describe('text that the program controls', () => {
  /** Nothing that a terminal obeys, but for newlines. */
  const unsafe = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
  const hidden = String.raw`\177\302\233\342\200\256\342\200\250\363\240\201\201`;
  const evil = String.raw`\033[31mX\r\n\033]0;pwn\007 verified: no error${hidden}`;
  const shown = String.raw`\x1b[31mX\r\n\x1b]0;pwn\x07 verified: no error\x7f\x9b\u202e\u2028\U000e0041`;
  const cases: readonly (readonly [string, string, string])[] = [
    [
      'an assertion',
      'extern void __assert_fail(const char *, const char *, unsigned, const char *); int main(void) { ' +
        `__assert_fail("${evil}", "f\\033[1mile.c", 3, "fn\\033[7m"); }`,
      'c',
    ],
    [
      "a file's name",
      `#include <pthread.h>
int g; void *t(void *x) { g = 1; return x; }
#line 10 "${evil.replaceAll('\\r\\n', '')}.c"
int main(void) { pthread_t a; pthread_create(&a, 0, t, 0); g = 2; pthread_join(a, 0); return 0; }`,
      'c',
    ],
    [
      "a file's name with empty lines",
      `#include <pthread.h>
int g; void *t(void *x) { g = 1; return x; }
#line 10 "a\\n\\nmain\\n/etc/passwd:1:1\\n\\n.c"
int main(void) { pthread_t a; pthread_create(&a, 0, t, 0); g = 2; pthread_join(a, 0); return 0; }`,
      'c',
    ],
    [
      'a symbol',
      `#include <pthread.h>
int evil __asm__("ev\\033[31mil"); void *t(void *x) { evil = 1; return x; }
int main(void) { pthread_t a; pthread_create(&a, 0, t, 0); evil = 2; pthread_join(a, 0); return 0; }`,
      'c',
    ],
    [
      'a function',
      `void f(void) __asm__("f\\033[31m"); void f(void) { __builtin_trap(); } int main(void) { f(); }`,
      'c',
    ],
    [
      "a thread's name",
      `#define _GNU_SOURCE
#include <pthread.h>
int g; void *t(void *x) { pthread_setname_np(pthread_self(), "\\033[31mev\\n\\a"); g = 1; return x; }
int main(void) { pthread_t a; pthread_create(&a, 0, t, 0); g = 2; pthread_join(a, 0); return 0; }`,
      'c',
    ],
    ['an exception', `#include <stdexcept>\nint main() { throw std::runtime_error("${evil}"); }`, 'c++'],
  ];

  test.each(cases)('%s', (_, text, language) => {
    const program = buildText(text, ['-w'], language as 'c' | 'c++');
    const done = shell(
      'drista $P; drista -v --report json=j --report junit=x --report sarif=s --report dot=d ' +
        '--report svg=g --report html=h $P >v; ' +
        'cat v j x s d g h drista-out/*; ' +
        `drista replay drista-out/*.json; ${language === 'c' ? 'drista --show-output -q $P 2>&1;' : ''} ` +
        'drista doctor $P',
      { P: program },
    );
    expect(done.stdout).toMatch(/^error: /);
    expect(done.stdout.replace(/\t/g, '')).not.toMatch(unsafe);
    expect(done.stderr).toBe('');
    // Of an exception the runtime makes one line itself.
    if (text.includes('pwn') && !text.includes('#line'))
      expect(done.stdout).toContain(language === 'c' ? shown : shown.replace('\\n', ' '));
    expect(done.stdout).not.toMatch(/^ ?verified|^\/etc\/passwd/m);
  });

  test('names and arguments on the command line', () => {
    const bad = '\u001b[31m\u202e\n\u009b';
    const done = shell(
      `cp $R "./$B"; drista "./$B" -- "$B"; drista replay drista-out/*.json; drista doctor "./$B"; drista "$B.none";
      drista replay "$B"; drista --resume "$B"; drista "--$B" x; drista x "$B"
drista --model "$B" x; drista --max-steps "$B" x; drista --save "$B/x" $R; drista --report json="$B/$B" -q $F;
drista cc -o x "$B.c" --drista-compiler="$B"; drista --checkpoint "$B.resume" --max-executions 2 $L; cat drista-out/*`,
      { ...programs, B: bad },
    );
    expect(done.stdout).not.toMatch(unsafe);
    expect(done.stderr).not.toMatch(unsafe);
    for (const line of done.stderr.trimEnd().split('\n')) expect(line).toMatch(/^drista: /);
    expect(done.stdout).toContain(String.raw`\x1b[31m\u202e\n\x9b`);
  });

  test('a saved file that was changed', () => {
    const done = shell(
      String.raw`drista --save s $R >/dev/null
sed -i 's/"message": "/&\\u001b[31m\\n\\u202e/; s/"line": [0-9]*/"line": 1/' s
drista replay s`,
      programs,
    );
    expect(done.stdout).toContain(String.raw`\x1b[31m\n\u202e`);
    expect(done).toMatchObject({ status: 1, stderr: '' });
  });
});
