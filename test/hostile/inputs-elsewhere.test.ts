/**
 * Routines that were compiled without --symbolic, in a program with symbolic input that does not call them itself: the
 * runtime does. They look at the input where nobody follows it.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drista, folder } from '../support/command';

const common = `#include <drista.h>
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
extern uint32_t x;
extern pthread_key_t key;
`;

const routines = `void look(void) { assert(x != 0xdecade); }
void *look_in_thread(void *unused) { look(); return unused; }
void look_at(void *word) { assert(*(uint32_t *)word != 0xdecade); }
void look_for_signal(int unused) { (void)unused; look(); }
`;

/** Of each: code that is compiled with --symbolic, and code that is not. */
const programs: Record<string, readonly [string, string]> = {
  'of a thread': [
    `extern void *look_in_thread(void *);
    uint32_t x;
    int main(void) {
      pthread_t t;
      drista_symbolic(&x, sizeof x, "x");
      pthread_create(&t, 0, look_in_thread, 0);
      pthread_join(t, 0);
    }`,
    routines,
  ],
  'of a thread that was there before the input': [
    `extern void *look_in_thread(void *);
    uint32_t x;
    int main(void) {
      pthread_t t;
      pthread_create(&t, 0, look_in_thread, 0);
      drista_symbolic(&x, sizeof x, "x");
    }`,
    `static pthread_mutex_t m;
    void *look_in_thread(void *unused) { pthread_mutex_lock(&m); return unused; }`,
  ],
  'that runs once': [
    `extern void look(void);
    uint32_t x;
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    int main(void) {
      drista_symbolic(&x, sizeof x, "x");
      pthread_once(&once, look);
    }`,
    routines,
  ],
  'that destroys what a thread has': [
    `extern void look_at(void *);
    uint32_t x;
    pthread_key_t key;
    static void *thread(void *unused) { pthread_setspecific(key, &x); return unused; }
    int main(void) {
      pthread_t t;
      drista_symbolic(&x, sizeof x, "x");
      pthread_key_create(&key, look_at);
      pthread_create(&t, 0, thread, 0);
      pthread_join(t, 0);
    }`,
    routines,
  ],
  'that handles a signal': [
    `extern void look_for_signal(int);
    uint32_t x;
    int main(void) {
      drista_symbolic(&x, sizeof x, "x");
      signal(SIGUSR1, look_for_signal);
      raise(SIGUSR1);
    }`,
    routines,
  ],
  'that sigaction makes a handler': [
    `extern void look_for_signal(int);
    uint32_t x;
    int main(void) {
      struct sigaction action = {.sa_handler = look_for_signal};
      sigaction(SIGUSR1, &action, 0);
      drista_symbolic(&x, sizeof x, "x");
      raise(SIGUSR1);
    }`,
    routines,
  ],
  'that is main': [
    `uint32_t x;
    void make(void) { drista_symbolic(&x, sizeof x, "x"); }`,
    `extern void make(void);
    int main(void) { make(); assert(x != 0xdecade); }`,
  ],
};

test.each(Object.entries(programs))('a routine %s is not followed: inconclusive', (name, [followed, other]) => {
  const file = (end: string): string => join(folder, `${name.replaceAll(' ', '-')}${end}`);
  writeFileSync(file('.followed.c'), common + followed);
  writeFileSync(file('.other.c'), common + other);
  const cc = (...args: string[]): void => {
    expect(drista(['cc', '-g', '-w', ...args]).stderr).toBe('');
  };
  cc('--symbolic', '-c', file('.followed.c'), '-o', file('.followed.o'));
  cc('-c', file('.other.c'), '-o', file('.other.o'));
  cc('--symbolic', file('.followed.o'), file('.other.o'), '-o', file('.program'));
  const { stdout, status } = drista([file('.program')]);
  expect(stdout).toMatch(/what a function without --symbolic does with symbolic inputs at [^ ]*\.other\.c:\d+ cannot/);
  expect(stdout).toMatch(/\ninconclusive: no error so far /);
  expect(status).toBe(3);
});
