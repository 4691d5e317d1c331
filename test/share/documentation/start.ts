/** Blocks of README.md and of the tutorial. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drista } from '../../support/command';
import { expectShown, project, runSession, succeed, withExamples, type Documented } from './running';

/** A program of C, and of C++. */
const small = `#include <pthread.h>
static void *nothing(void *arg) { return arg; }
int main() { pthread_t t; pthread_create(&t, 0, nothing, 0); return pthread_join(t, 0); }
`;

export const start: readonly Documented[] = [
  {
    page: 'README.md',
    name: 'a test is built and checked, of C and of C++',
    blocks: ['drista cc -o test test.c'],
    run(commands) {
      const verified = 'verified: no error in any execution under rc11, ...';
      expectShown(succeed(project({ 'test.c': small }), commands), verified);
      const [, cxx] = /# C\+\+: (.*)/.exec(commands)!;
      const root = project({ 'test.cc': small });
      expectShown(succeed(root, commands.replace(/.*/, cxx)), verified);
    },
  },
  {
    page: 'README.md',
    name: 'the report',
    blocks: ['$ drista cc -o mp examples/message-passing-relaxed.c'],
    run(session) {
      runSession(withExamples(), session);
    },
  },
  {
    page: 'README.md',
    name: 'the command is that of the help text',
    blocks: ['drista [options] program'],
    run(usage) {
      expect(drista(['--help']).stdout.split('\n')[0]).toBe(usage.trim());
    },
  },
  {
    page: 'docs/tutorial/first-test.md',
    name: 'the error, the repair, the test',
    blocks: [
      '#include <stdatomic.h>\n\n#define SIZE 2',
      '// What arrives is what was sent.',
      '$ drista cc -o queue queue.drista.c\n$ drista ./queue\n',
      'error: data race on queue.slots[0]',
      '  atomic_store_explicit(&q->tail',
      '$ drista cc -o queue queue.drista.c\n$ drista ./queue\nverified',
      '$ drista test',
    ],
    run(queue, text, check, error, repair, again, test) {
      const root = project({ 'queue.h': queue, 'queue.drista.c': text });
      runSession(root, check + error);
      writeFileSync(join(root, 'queue.h'), queue.replace(repair.replace('release', 'relaxed'), repair));
      expect(readFileSync(join(root, 'queue.h'), 'utf8')).not.toBe(queue);
      runSession(root, again + test);
    },
  },
  {
    page: 'docs/tutorial/first-specification.md',
    name: 'the client that fails, the repair, progress, memory orders',
    blocks: [
      '#include <atomic>\n\nclass Stack',
      '// drista: verified\n#include "stack.h"',
      '$ drista spec stack.drista.cc\nerror',
      '  bool pop(int &value) {\n    Node *node = top.load();\n    while',
      '$ drista spec stack.drista.cc\nverified: stack.drista.cc is a stack',
      '    .lock_free()',
      '$ drista spec stack.drista.cc\nverified: stack.drista.cc is a lock-free',
      '// drista: verified --calls 3',
      '$ drista weaken stack.drista.cc',
    ],
    run(stack, text, error, pop, verified, guarantee, lockFree, few, weaken) {
      const root = project({ 'stack.h': stack, 'stack.drista.cc': text });
      const session = (shown: string, status: number): void => {
        const [line, ...rest] = shown.split('\n');
        const done = drista(line.split(' ').slice(2), {}, root);
        expect(done.status).toBe(status);
        expectShown(done.stdout, rest.join('\n'));
      };
      session(error, 1);
      const [before] = / {2}bool pop[^]*?\n {2}\}\n/.exec(stack)!;
      writeFileSync(join(root, 'stack.h'), stack.replace(before, pop));
      session(verified, 0);
      writeFileSync(join(root, 'stack.drista.cc'), text.replace('stack)\n', `stack)\n${guarantee}`));
      session(lockFree, 0);
      writeFileSync(join(root, 'stack.drista.cc'), text.replace('// drista: verified\n', few));
      session(weaken, 0);
    },
  },
];
