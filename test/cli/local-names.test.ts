/** Names of local variables: calls that follow each other have theirs in the same part of a stack. */
import { buildText } from '../support/compiled';
import { drista } from '../support/command';

/** What the report names, in the order of its events; `-v` shows those of earlier calls, too. */
function named(program: string): { said: string | undefined; names: Set<string> } {
  const { stdout } = drista(['-v', program]);
  return {
    said: /data race on (.*?): /.exec(stdout)?.[1],
    names: new Set([...stdout.matchAll(/ ([\w:]+::\w+|\w+'s stack)[^=\n]* = 7/g)].map(([, name]) => name)),
  };
}

const SOURCE = `#include <pthread.h>
#include <stdint.h>
static void fill(uint64_t *p, int n) { for (int i = 0; i < n; i++) p[i] = 7; }
static void before(void) { uint64_t early[80]; fill(early, 80); }
static void *put(void *p) { *(uint64_t *)p = 7; return p; }
static void test(void) {
  uint64_t slot;
  pthread_t t;
  pthread_create(&t, 0, put, &slot);
  slot = 7;
  pthread_join(t, 0);
}
int main(void) { before(); test(); }
`;

describe.each(['clang', 'gcc'])('%s', (compiler) => {
  test('each event names the variable of the call that has the place then', () => {
    expect(named(buildText(SOURCE, [`--drista-compiler=${compiler}`]))).toEqual({
      said: 'test::slot',
      names: new Set(['before::early', 'test::slot']),
    });
  });

  test('optimised code, in which variables share places, has no names', () => {
    const source = SOURCE.replace(/static (?=void [^*])/g, '__attribute__((noinline)) static ');
    const { said, names } = named(buildText(source, [`--drista-compiler=${compiler}`, '-O1']));
    expect(said).toMatch(/^main's stack \(0x[0-9a-f]+\)$/);
    expect(names).toEqual(new Set(["main's stack"]));
  });
});
