/** --max-steps stops a run amid the events of one write, whose values are not in memory yet. */
import { buildText } from '../support/compiled';
import { drista } from '../support/command';

const copies = buildText(
  `#include <pthread.h>
  #include <string.h>
  static char data[64];
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static void *other(void *unused) {
    char copy[64];
    pthread_mutex_lock(&lock);
    memcpy(copy, data, sizeof copy);
    pthread_mutex_unlock(&lock);
    return unused;
  }
  int main(void) {
    char text[64];
    pthread_t t[2];
    memset(text, 'h', sizeof text);
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, other, NULL);
    pthread_mutex_lock(&lock);
    memcpy(data, text, sizeof data);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  }`,
);

test.each([15, 20, 24, 30, 33])('a write of 8 events, cut after %d steps, repeats itself', (steps) => {
  const done = drista(['--max-steps', String(steps), copies]);
  expect(done.stderr).toBe('');
  expect(done.status).toBe(3);
  expect(done.stdout).toMatch(/^inconclusive: .*not explored: the rest of executions longer than --max-steps$/m);
});

test('with enough steps all is explored', () => {
  expect(drista(['-q', '--max-steps', '100', copies])).toMatchObject({ status: 0, stderr: '' });
});
