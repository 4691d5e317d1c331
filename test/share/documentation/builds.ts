/** Blocks on builds: drista in the place of the compiler, and tests of drista within builds. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { atLine, project, shell, succeed, type Documented } from './running';

const page = 'docs/how-to/build-systems.md';

/** The line of queue.h that the pages name. */
const LINE = 41;

/** A queue of one, whose item is read too early where ORDER is relaxed. */
export const queueHeader = `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef ORDER
#define ORDER memory_order_release
#endif
static atomic_int item, full;
static void *put(void *arg) {
  atomic_store_explicit(&item, 1, memory_order_relaxed);
  atomic_store_explicit(&full, 1, ORDER);
  return arg;
}
static void get(void) {
  if (!atomic_load_explicit(&full, memory_order_acquire)) return;
${atLine(LINE - 14, '  assert(atomic_load_explicit(&item, memory_order_relaxed) == 1);')}
}
`;

/** A program that uses the queue. */
export const queueProgram = `// drista: verified
#include "queue.h"
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, put, 0);
  get();
  return pthread_join(t, 0);
}
`;

const queue = { 'queue.h': queueHeader, 'queue.drista.c': queueProgram };

/** What `configure` of autotools does: it tries the compiler, and writes it into the makefile. */
const configure = `#!/bin/sh
echo 'int main(void) { return 0; }' > conftest.c
$CC -o conftest conftest.c && ./conftest || exit 77
sed "s/@CC@/$CC/" Makefile.in > Makefile
`;

/** A makefile for the test of a project. */
const makefile = `build/tests/queue: queue.drista.c queue.h
	mkdir -p build/tests
	$(CC) -o $@ queue.drista.c -lpthread
`;

const cmakeList = `cmake_minimum_required(VERSION 3.16)
project(queue C CXX)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY \${CMAKE_BINARY_DIR}/tests)
add_executable(queue queue.drista.c)
`;

const mesonBuild = `project('queue', 'c')
subdir('tests')
`;

/** The line of a block that has this comment. */
function lineOf(commands: string, comment: string): string {
  return commands.split('\n').find((line) => line.endsWith(`# ${comment}`))!;
}

/** The program has drista's runtime, so that `drista cc` has linked it. */
function expectBuilt(root: string): void {
  expect(readFileSync(join(root, 'build', 'tests', 'queue')).includes('drista_runtime_')).toBe(true);
}

export const builds: readonly Documented[] = [
  {
    page: 'docs/reference/drop-in-compiler.md',
    name: 'make builds C and C++',
    blocks: ['CC="drista cc"'],
    needs: ['make'],
    run(commands) {
      const rules = `all: build/tests/queue cxx\ncxx: cxx.cc\n${makefile}`;
      const root = project({ ...queue, Makefile: rules, 'cxx.cc': '#include <atomic>\nint main() {}\n' });
      expect(succeed(root, commands)).toContain('drista c++     cxx.cc   -o cxx');
      expectBuilt(root);
    },
  },
  {
    page: 'docs/how-to/build.md',
    name: 'make, autotools, CMake and Meson',
    blocks: ['CC="drista cc"'],
    needs: ['make', 'cmake', 'meson', 'ninja'],
    run(commands) {
      const made = project({ ...queue, Makefile: makefile });
      succeed(made, lineOf(commands, 'make'));
      expectBuilt(made);
      const configured = project({ ...queue, 'Makefile.in': `CC = @CC@\n${makefile}`, configure });
      succeed(configured, `chmod +x configure\n${lineOf(commands, 'autotools')}\nmake`);
      expectBuilt(configured);
      const cmake = project({ ...queue, 'CMakeLists.txt': cmakeList });
      succeed(cmake, `${lineOf(commands, 'CMake')}\ncmake --build build`);
      expectBuilt(cmake);
      const tests = "executable('queue', '../queue.drista.c')\n";
      const meson = project({ ...queue, 'meson.build': mesonBuild, 'tests/meson.build': tests });
      succeed(meson, `${lineOf(commands, 'Meson')}\nninja -C build`);
      expectBuilt(meson);
      expect(commands.trim().split('\n')).toHaveLength(4);
    },
  },
  {
    page,
    name: 'CMake builds, ctest checks',
    blocks: ['cmake_minimum_required', 'cmake -B build'],
    needs: ['cmake', 'ctest'],
    run(list, commands) {
      const root = project({
        'CMakeLists.txt': list,
        'include/queue.h': queueHeader,
        'queue.drista.c': queueProgram,
        'queue.c': queueProgram,
      });
      const printed = succeed(root, commands);
      expect(printed).toMatch(/Test +#1: queue \.+ +Passed/);
      expect(printed).toMatch(/Test +#2: queue-relaxed \.+ +Passed/);
      expect(printed).toContain('100% tests passed, 0 tests failed out of 2');
    },
  },
  {
    page,
    name: 'Meson builds and checks',
    blocks: ['project(', 'meson setup build'],
    needs: ['meson', 'ninja'],
    run(build, commands) {
      const root = project({ ...queue, 'stack.drista.c': queueProgram, 'meson.build': build });
      expect(succeed(root, commands)).toMatch(/\/2 queue +OK[^]*Ok: +2/);
    },
  },
  {
    page,
    name: 'the makefile calls drista for each test, each time',
    blocks: ['check: '],
    needs: ['make'],
    run(text) {
      // A file of the name of the target without one must not end that.
      const root = project({ Makefile: text, ...queue, 'stack.drista.c': queueProgram, FORCE: '' });
      const first = succeed(root, 'make');
      for (const name of ['queue', 'stack']) expect(first).toContain(` ✓ ${name}.drista.c (2 executions, `);
      expect(succeed(root, 'make')).toContain(' ✓ queue.drista.c (2 executions, cached)');
      writeFileSync(join(root, 'queue.h'), queueHeader.replace('memory_order_release', 'memory_order_relaxed'));
      expect(shell(root, 'make')).toMatchObject({
        status: 2,
        stdout: expect.stringContaining(`found assertion at queue.h:${LINE}`) as string,
      });
    },
  },
];
