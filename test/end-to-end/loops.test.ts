/** Programs that wait, with the pass that announces what is live: exact counts, the same at each -O. */
import { check, buildText, hasPass, withProgram } from '../support/compiled';
import { explore } from '../../src/explore/explorer';
import { waitingPrograms } from '../support/waiting-programs';

const levels = ['-O0', '-O1', '-O2'];

(hasPass ? describe : describe.skip)('what is live is known', () => {
  describe.each(levels)('%s', (level) => {
    test.each(waitingPrograms)('$name', ({ text, executions: least, atMost = least, onlyByValue }) => {
      const path = buildText(text, [level]);
      for (const equivalence of onlyByValue ? (['observational'] as const) : (['observational', 'rf'] as const)) {
        const { executions, errors, limitsHit } = check(path, { model: 'rc11', equivalence });
        expect({ errors, limitsHit }).toEqual({ errors: [], limitsHit: [] });
        expect([executions >= least, executions <= atMost, executions]).toEqual([true, true, expect.any(Number)]);
      }
    });
  });

  test.each([1, 2, 3])('--tune unroll %i of a loop that goes round four times', (unroll) => {
    const path = buildText(`#include <stdatomic.h>
      atomic_int x;
      int main(void) { for (int i = 0; i < 4; i++) atomic_fetch_add(&x, 1); return 0; }`);
    const verdict = withProgram(path, (p) => explore(p, { model: 'rc11', equivalence: 'rf' }), { unroll });
    expect(verdict).toMatchObject({ executions: 0, blocked: 0, limitsHit: ['unroll'] });
    expect(verdict.notes).toEqual([
      expect.stringMatching(new RegExp(`^main went round the loop at .* ${unroll} times, and not once more$`)),
    ]);
  });

  test.each([
    [4, 143],
    [5, 421],
    [6, 933],
  ])(
    '--tune unroll %i of two threads that stamp a location until their stamps are there twice',
    (unroll, executions) => {
      const path = buildText(`#include <pthread.h>
      #include <stdatomic.h>
      static atomic_int stamp, limit = 2;
      static void *commits(void *me) {
        for (int done = 0; done < atomic_load_explicit(&limit, memory_order_acquire);) {
          atomic_store_explicit(&stamp, (int)(long)me, memory_order_release);
          if (atomic_load_explicit(&stamp, memory_order_acquire) == (int)(long)me) done++;
        }
        return 0;
      }
      int main(void) {
        pthread_t t;
        pthread_create(&t, 0, commits, (void *)1L);
        pthread_create(&t, 0, commits, (void *)2L);
        return 0;
      }`);
      const options = { model: 'rc11', equivalence: 'rf' } as const;
      const verdict = withProgram(path, (p) => explore(p, options), { unroll });
      expect(verdict).toMatchObject({ executions, blocked: 0, limitsHit: ['unroll'], errors: [] });
    },
  );

  test('--tune unroll=4 of a loop that goes round four times', () => {
    const path = buildText(`#include <stdatomic.h>
      atomic_int x;
      int main(void) { for (int i = 0; i < 4; i++) atomic_fetch_add(&x, 1); return 0; }`);
    const verdict = withProgram(path, (p) => explore(p, { model: 'rc11', equivalence: 'rf' }), { unroll: 4 });
    expect(verdict).toMatchObject({ executions: 1, limitsHit: [] });
  });
});
