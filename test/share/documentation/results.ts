/** Blocks on what checks are compared with: regression tests, outcomes, litmus tests. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { drista } from '../../support/command';
import { top } from '../../support/paths';
import { blockOf } from './blocks';
import { atLine, expectShown, project, runSession, succeed, type Documented } from './running';

const test1 =
  '// drista: verified\n#include <drista.h>\n#include "one.h"\nint main(void) { drista_assert(ONE == 1); }\n';

/** Two threads call the function, and another one behind them. */
const main = (left: string, right: string, end = ''): string => `int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, ${left}, 0);
  pthread_create(&u, 0, ${right}, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  ${end}
}
`;

const stack = `// drista: verified
// drista: verified --model sc
#include <pthread.h>
#include <stdatomic.h>
struct node { struct node *next; };
static _Atomic(struct node *) top;
static void *push(void *arg) {
  struct node node = { top };
  while (!atomic_compare_exchange_strong(&top, &node.next, &node)) ;
  return arg;
}
${main('push', 'push')}`;

const counter = {
  'counter.h': atLine(12, 'static int n;\nstatic void *count(void *arg) { n++; return arg; }\n').replace('\n', ''),
  'counter.drista.c': `// drista: verified\n#include <pthread.h>\n#include "counter.h"\n${main('count', 'count')}`,
};

/** Store buffering by seq_cst accesses, of which `ra` makes weaker ones. */
const buffering = {
  'queue.h': `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
void *left(void *arg);
void *right(void *arg);
extern int seen[N];
${atLine(35, 'static inline void check(void) { assert(seen[0] || seen[1]); }')}
`,
  'queue.c': `#include "queue.h"
static atomic_int x, y;
int seen[N];
void *left(void *arg) { x = 1; seen[0] = y; return arg; }
void *right(void *arg) { y = 1; seen[1] = x; return arg; }
`,
};

/** The files of the tutorial, repaired. */
function tutorial(): Record<string, string> {
  const text = (beginning: string): string => blockOf('docs/tutorial/first-test.md', beginning).text;
  const repair = text('  atomic_store_explicit(&q->tail');
  return {
    'queue.h': text('#include <stdatomic.h>').replace(repair.replace('release', 'relaxed'), repair),
    'queue.drista.c': text('// What arrives is what was sent.'),
  };
}

export const results: readonly Documented[] = [
  {
    page: 'docs/how-to/testing.md',
    name: 'tests, one of which fails',
    blocks: ['$ drista test\n'],
    run(session) {
      const root = project({ ...tutorial(), ...counter, 'stack.drista.c': stack });
      succeed(root, 'drista test --filter stack');
      runSession(root, session);
    },
  },
  {
    page: 'docs/how-to/testing.md',
    name: 'a header with two checks and flags',
    blocks: ['// Two producers and a consumer.'],
    run(text) {
      expect(text).toMatch(/^\.\.\.$/m);
      const root = project({ ...buffering, 'q.drista.c': text.replace('...', main('left', 'right', 'check();')) });
      expectShown(
        succeed(root, 'drista test'),
        '✓ q.drista.c (3 executions, 0.1 s) ✓ q.drista.c --model ra (assertion, 0.1 s) ...',
      );
    },
  },
  {
    page: 'docs/how-to/testing.md',
    name: 'the configuration, in which -I is relative to the folder of the test',
    blocks: ['{\n  "$schema"'],
    run(config) {
      const schema = JSON.parse(readFileSync(join(top, 'docs', 'config.schema.json'), 'utf8')) as object;
      const ajv = new Ajv();
      expect([ajv.validate(schema, JSON.parse(config)), ajv.errors]).toEqual([true, null]);
      const root = project({
        'drista.config.json': config,
        'checks/a.drista.c': test1,
        'checks/slow/b.drista.c': 'this is excluded',
        'checks/below/c.drista.c': test1,
        'include/one.h': '#define ONE 1\n',
        'checks/include/one.h': '#define ONE 2\n',
      });
      const done = drista(['test'], {}, root);
      expect(done.stdout).toMatch(/^ ✓ checks\/a\.drista\.c \(1 execution, /);
      expect(done.stdout).toContain('FAILED checks/below/c.drista.c');
      expect(done.stdout).toContain('2 tests: 1 passed, 1 failed');
    },
  },
  {
    page: 'docs/how-to/outcomes.md',
    name: 'the outcomes of a program',
    blocks: ['$ drista cc -o sb sb.c', '#include <drista.h>'],
    run(session, text) {
      const root = project({ 'sb.c': text });
      runSession(root, session);
      expectShown(succeed(root, 'drista replay drista-out/outcome-4.json'), 'outcome: r1=0 r2=0 ...');
    },
  },
  ...['sb', 'wait'].map((name) => ({
    page: 'docs/how-to/litmus.md',
    name: `the test ${name} and its answer`,
    blocks: [`$ cat ${name}.litmus`],
    run(session: string): void {
      const shape = new RegExp(`^\\$ cat ${name}\\.litmus\\n([^]*)^\\$ drista litmus ${name}\\.litmus\\n([^]*)$`, 'm');
      const [, text, answer] = shape.exec(session)!;
      const root = project();
      writeFileSync(join(root, `${name}.litmus`), text);
      expect(drista(['litmus', `${name}.litmus`], {}, root)).toEqual({ status: 0, stderr: '', stdout: answer });
    },
  })),
];
