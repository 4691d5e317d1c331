/** A function whose own accesses are only calls of memcpy, in a loop that has a copy without announcements. */
import { buildText } from '../support/compiled';
import { drista } from '../support/command';

test('it is seen: verified without reservation', () => {
  const program = buildText(
    `#include <pthread.h>
    #include <stddef.h>
    struct line { char text[32]; };
    struct line from[4], to[4];
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    __attribute__((noinline)) static void copy(struct line *restrict t, struct line const *restrict lo, size_t n) {
      do *--t = *--lo;
      while (--n);
    }
    static void *other(void *unused) {
      pthread_mutex_lock(&lock);
      copy(to + 4, from + 4, 4);
      pthread_mutex_unlock(&lock);
      return unused;
    }
    int main(void) {
      pthread_t t;
      pthread_create(&t, NULL, other, NULL);
      pthread_mutex_lock(&lock);
      from[1].text[3] = 1;
      pthread_mutex_unlock(&lock);
      pthread_join(t, NULL);
      return 0;
    }`,
    ['-O1'],
  );
  expect(drista([program]).stdout).toMatch(/^verified: no error in any execution under rc11[^;]*$/m);
});
