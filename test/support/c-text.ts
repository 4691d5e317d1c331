/** Texts of C programs. */

/**
 * A program whose main creates the threads, each with its number as argument of `each`, and joins them. `declarations`
 * defines that, and may define `after`, which main calls in the end.
 */
export function createdBy(threads: number, declarations: string): string {
  return `#include <assert.h>
    #include <pthread.h>
    #include <stdatomic.h>
    ${declarations}
    int main(void) {
      pthread_t t[${threads}];
      for (long i = 0; i < ${threads}; i++) pthread_create(&t[i], 0, each, (void *)i);
      for (int i = 0; i < ${threads}; i++) pthread_join(t[i], 0);
      ${declarations.includes('void after(') ? 'after();' : ''}
      return 0;
    }`;
}
