/** Processes that a program makes past libc: none is left, however drista ends. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drista, folder, processesOf, startDrista } from '../support/command';

/** Leaves processes in sessions of their own in every run, and then takes long. */
const source = `
static long call(long n, long a, long b)
{
  long r;
  __asm__ volatile("syscall" : "=a"(r) : "a"(n), "D"(a), "S"(b), "d"(0) : "rcx", "r11", "memory");
  return r;
}
#ifdef EARLY
static __attribute__((constructor))
#endif
void leave(void)
{
  if (call(57, 0, 0) == 0) {
    call(112, 0, 0);
    if (call(57, 0, 0) == 0) for (;;) call(34, 0, 0);
    call(231, 0, 0);
  }
}
int main(void)
{
#ifndef EARLY
  leave();
#endif
  for (volatile long n = 0; n < 1l << 40; n++) ;
}`;

async function until(holds: () => boolean): Promise<boolean> {
  for (let i = 0; i < 500 && !holds(); i++) await new Promise((resolve) => setTimeout(resolve, 20));
  return holds();
}

describe.each([
  ['in a run', []],
  ['before main', ['-DEARLY']],
] as const)('made %s', (when, flags) => {
  const program = join(folder, `leaves-${when.replace(' ', '-')}`);
  beforeAll(() => {
    writeFileSync(`${program}.c`, source);
    expect(drista(['cc', ...flags, '-o', program, `${program}.c`]).stderr).toBe('');
  });

  test.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)('drista ends by %s', async (signal) => {
    const check = startDrista([program]);
    const over = new Promise((resolve) => check.on('exit', resolve));
    expect(await until(() => processesOf(program) >= 4)).toBe(true); // the guard, the server, a run, its child
    check.kill(signal);
    if (signal !== 'SIGKILL') {
      // A second time: at once. Signals within 100 ms are one.
      await new Promise((resolve) => setTimeout(resolve, 200));
      check.kill(signal);
    }
    await over;
    expect(await until(() => processesOf(program) === 0)).toBe(true);
  });
});
