/** A thread that joins itself waits for ever. */
import { buildText, check } from '../support/compiled';

test.each([
  ['main', 'int main(void) { pthread_join(pthread_self(), 0); return 0; }'],
  [
    'another',
    `static void *f(void *a) { pthread_join(pthread_self(), 0); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); return 0; }`,
  ],
])('%s', (_, text) => {
  const { errors } = check(buildText(`#include <pthread.h>\n${text}\n`, ['-w']), { model: 'rc11', equivalence: 'rf' });
  expect(errors.map((e) => e.kind)).toEqual(['deadlock']);
});
