import { explore } from '../../src/explore/explorer';
import { buildText, withProgram } from '../support/compiled';

test('a loop that waits for plain data races; it does not keep the writer from writing', () => {
  const program = buildText(`#include <pthread.h>
static volatile int alive;
static void *run(void *a) { alive += 1; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); while (alive != 1) { } return 0; }
`);
  const errors = withProgram(program, (p) =>
    explore(p, { model: 'rc11', equivalence: 'observational' }).errors.map((e) => e.kind),
  );
  expect(errors).toEqual(['data-race']);
});
