/** Names of libc: those that the program takes for itself, and a call by which it would get past the runtime. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build, buildText, check } from '../support/compiled';

const options = { model: 'rc11', equivalence: 'rf', timeLimitSeconds: 60 } as const;

test('a program with functions of its own under the names of libc', () => {
  const program = build([join(__dirname, '..', '..', '..', 'test', 'runtime', 'names.c')], ['-w', '-fno-builtin']);
  expect(check(program, options)).toMatchObject({ executions: 2, errors: [] });
  expect(spawnSync(program).status).toBe(0);
});

test('a system call that would get past the runtime is refused', () => {
  const program = buildText(
    '#include <sys/syscall.h>\n#include <unistd.h>\nint main(void) { return (int)syscall(SYS_clone, 0, ' +
      '0, 0, 0, 0); }\n',
    ['-w'],
  );
  expect(() => check(program, options)).toThrow('clone');
});

test('std::atomic::wait is a futex', () => {
  const program = buildText(
    `#include <atomic>
#include <thread>
std::atomic<int> x;
int main() { std::thread t([] { x = 1; x.notify_all(); }); x.wait(0); t.join(); }
`,
    ['-w', '-std=c++20'],
    'c++',
  );
  expect(spawnSync(program).status).toBe(0);
});

test('other system calls go through', () => {
  const program = buildText(
    `#define _GNU_SOURCE
#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void) { return syscall(SYS_getpid) <= 0 || syscall(SYS_close, -1) != -1 || errno != EBADF; }
`,
    ['-w'],
  );
  expect(spawnSync(program).status).toBe(0);
});
