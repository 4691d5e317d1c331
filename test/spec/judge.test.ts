/** The judge in the program of a test (runtime/include/drista/spec-judge.h) against all orders of the calls. */
import { RandomNumbers } from '../../src/explore/strategy/random-numbers';
import { Judge } from '../../src/spec/judge';
import { historyText, readHistory } from '../../src/spec/call-history';
import { buildText } from '../support/compiled';
import { isPermitted, models, randomHistory } from './judged';

/** A test whose object does nothing: only its specification is asked. */
function specification(name: string, operations: readonly string[]): Judge {
  const text = `#include <drista/spec.h>
    static void *make(void) { return malloc(1); }
    static long long nothing(void *object, const long long *a) { (void)object, (void)a; return DRISTA_VOID; }
    DRISTA_SPEC {
      drista_spec_object(make, free);
      drista_spec_is("${name}");
      ${operations.map((operation) => `drista_spec_operation("${operation}", nothing, NULL);`).join('\n')}
    }`;
  return new Judge(buildText(text, ['-O1']), [], []);
}

const count = Number(process.env.DRISTA_HISTORIES ?? 3000);
const seed = Number(process.env.DRISTA_SEED ?? 1);

test.each(Object.entries(models))('random histories: %s', (name, model) => {
  const operations = new Set(model.calls.map((call) => /^\w+/.exec(call(1))![0]));
  const judge = specification(name, [...operations]);
  const random = new RandomNumbers(seed);
  const all = Array.from({ length: count }, () => randomHistory(model, random));
  const texts = all.map((history) => `${history.client}\t${historyText(history)}`);
  let permitted = 0;
  const answers = judge.questions('judge', texts);
  for (const [i, history] of all.entries()) {
    const is = isPermitted(model, history);
    permitted += Number(is);
    expect([texts[i], answers[i] === 'yes']).toEqual([texts[i], is]);
  }
  // Both answers occur often.
  expect(Math.min(permitted, count - permitted)).toBeGreaterThan(count / 50);
});

test('locks: what a client may do, and the order that they give', () => {
  const judge = specification('lock', ['lock', 'try_lock', 'unlock']);
  expect(
    judge.clients(['lock() unlock() | lock() unlock()', 'lock() | lock()', 'unlock()', 'lock() unlock() | try_lock()']),
  ).toEqual(['yes', 'waits', 'forbidden', 'waits']);
  const client = 'lock() unlock() | lock() unlock()';
  const both = (order: string): string => ` ${' '.repeat(3)}\t0100000000010000\t${order}`;
  const ordered = '0110' + '0010' + '0001' + '0000';
  const unordered = '0100' + '0000' + '0001' + '0000';
  expect(judge.histories(client, [both(ordered), both(unordered)])).toEqual([
    undefined,
    { order: [0, 1], next: [{ call: 2, answers: [{ after: 1 }] }] },
  ]);
});

test('a history as text and back', () => {
  const history = {
    results: ['', 'a b%', 'none'],
    before: [
      [false, true, false],
      [false, false, false],
      [true, false, false],
    ],
    began: [
      [false, true, true],
      [false, false, false],
      [true, true, false],
    ],
  };
  expect(readHistory(historyText(history))).toEqual(history);
});

test('the specification chooses, and what is not deterministic is refused', () => {
  const own = (body: string): Judge =>
    new Judge(
      buildText(
        `#include <drista/spec.h>
        struct state { int n; };
        static void *make(void) { return malloc(1); }
        static long long run(void *o, const long long *a) { (void)o, (void)a; return 0; }
        static long long specified(void *state, const long long *a) {
          struct state *s = state;
          (void)s, (void)a;
          ${body}
        }
        DRISTA_SPEC {
          drista_spec_object(make, free);
          drista_spec_own(sizeof(struct state), NULL);
          drista_spec_operation("run", run, specified);
        }`,
        ['-O1'],
      ),
      [],
      [],
    );
  const history = (result: string): string => ` ${result}\t0\t0`;
  const chooses = own('return s->n += (int)drista_spec_choose(3);');
  expect(chooses.histories('run()', ['0', '2', '3'].map(history))).toEqual([
    undefined,
    undefined,
    { order: [], next: [{ call: 0, answers: [{ result: '0' }, { result: '1' }, { result: '2' }] }] },
  ]);
  const random = own('static int n; return n++;');
  expect(() => random.clients(['run()'])).toThrow(/returns different results in equal states/);
});
