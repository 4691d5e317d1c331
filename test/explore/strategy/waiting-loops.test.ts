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
