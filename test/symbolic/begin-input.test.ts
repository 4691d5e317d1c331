/** What runs with one input have accessed says nothing of those with another one. */
import { encodeInput } from '../../src/channel/symbolic';
import { explore } from '../../src/explore/explorer';
import { beginInput } from '../../src/program/next-input';
import { buildText, hasPass, withProgram } from '../support/compiled';

const text = `
#include <drista.h>
#include <pthread.h>
static int shared;
static unsigned char who;
static void *thread(void *unused) {
  if (who) shared = 1;
  return unused;
}
int main(void) {
  pthread_t t;
  drista_symbolic(&who, 1, "who");
  pthread_create(&t, 0, thread, 0);
  if (!who) shared = 2;
  pthread_join(t, 0);
}
`;
const inputs = [0, 1, 0].map((who) => encodeInput([{ id: 0n, bytes: Uint8Array.of(who) }]));

(hasPass ? describe : describe.skip)('two threads write, with different inputs', () => {
  const program = buildText(text, ['--symbolic']);
  const promoted = (begin: typeof beginInput): number[] =>
    withProgram(
      program,
      (p) =>
        inputs.map((input) => {
          begin(p, input);
          expect(explore(p, { model: 'rc11', equivalence: 'rf', runAll: true })).toMatchObject({
            errors: [],
            executions: 1,
          });
          return p.promoted.length;
        }),
      { localStates: false, onSymbolic: () => undefined },
    );

  test('nothing is shared where the record of accesses begins anew', () => {
    expect(promoted(beginInput)).toEqual([0, 0, 0]);
  });

  test('where it does not, it is taken for shared', () => {
    expect(
      promoted((p, input) => {
        p.restartWith(input);
      }),
    ).toEqual([0, 1, 1]);
  });
});
