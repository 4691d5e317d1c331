/** Every strategy that samples lets others go on where a thread waits for them in a loop that changes something. */
import { buildText } from '../../support/compiled';
import { drista } from '../../support/command';

const waits = buildText(
  `#include <pthread.h>
  #include <semaphore.h>
  static sem_t done;
  static int tries;
  static void *other(void *unused) {
    sem_post(&done);
    return unused;
  }
  int main(void) {
    pthread_t t;
    sem_init(&done, 0, 0);
    pthread_create(&t, NULL, other, NULL);
    while (sem_trywait(&done) != 0) tries++;
    pthread_join(t, NULL);
    return 0;
  }`,
);

test.each(['portfolio', 'random', 'pct', 'pos', 'surw', 'pctwm'])('%s comes to the end of each walk', (strategy) => {
  const done = drista(['--strategy', strategy, '--max-executions', '20', waits]);
  expect(done.stderr).toBe('');
  expect(done.stdout).toMatch(/\(20 executions, .*not explored: executions that chance did not choose$/m);
});

test('fuzzing does not hold a thread back for which others wait in a loop', () => {
  const program = buildText(
    `#include <pthread.h>
  #include <semaphore.h>
  #include <stdatomic.h>
  static sem_t done;
  static int tries;
  static atomic_int a, b;
  static void *other(void *unused) {
    a = 1;
    if (b == 2) a = 2;
    sem_post(&done);
    return unused;
  }
  int main(void) {
    pthread_t t;
    sem_init(&done, 0, 0);
    pthread_create(&t, NULL, other, NULL);
    b = 1;
    if (a == 1) b = 2;
    while (sem_trywait(&done) != 0) {
      tries++;
      if (a == 2) b = 3;
    }
    pthread_join(t, NULL);
    return 0;
  }`,
  );
  const done = drista(['fuzz', '--no-corpus', '--max-executions', '50', program]);
  expect(done.stderr).toBe('');
  const [, executions, runs] = /\((\d+) executions, (\d+) runs/.exec(done.stdout) ?? [];
  expect(executions).toBe('50');
  expect(Number(runs)).toBeLessThan(500);
});
