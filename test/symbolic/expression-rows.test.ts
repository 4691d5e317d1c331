/** What workers send of the paths of an input: it arrives as it was, and what makes no sense is refused. */
import type { RunResult } from '../../src/channel/result';
import { Symbolic } from '../../src/channel/symbolic';
import { decode, encode } from '../../src/cluster/codec';
import { readInputReport } from '../../src/cluster/untrusted';
import { explore } from '../../src/explore/explorer';
import { pathOf } from '../../src/symbolic/conditions';
import { Expressions } from '../../src/symbolic/expression';
import { expressionName, shownIn, shownRows, type ShownRows } from '../../src/symbolic/expression-rows';
import { ShownPaths } from '../../src/symbolic/shown-paths';
import { buildText, hasPass, withProgram } from '../support/compiled';

const text = `
#include <drista.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
static uint32_t x;
static int16_t y;
static _Atomic int32_t a;
static void *thread(void *unused) {
  int32_t old = 3;
  if (atomic_compare_exchange_strong(&a, &old, (int32_t)(x >> 3))) a = y;
  return unused;
}
int main(void) {
  pthread_t t;
  drista_symbolic(&x, sizeof x, "x");
  drista_symbolic(&y, sizeof y, "y");
  pthread_create(&t, 0, thread, 0);
  a = (int32_t)x * 5 - y % 7;
  __int128 wide = (__int128)x << 90 ^ y;
  int n = 0;
  if (wide > ((__int128)1 << 100)) n++;
  if ((uint8_t)(x >> 8) == 7 || a < 4) n += 2;
  switch (y / (int16_t)(x | 1)) { case 1: n++; break; case 2: n--; }
  pthread_join(t, 0);
  return n == 100;
}
`;

(hasPass ? test : test.skip)('what runs have shown arrives as it was', () => {
  const [here, there] = [new Expressions(), new Expressions()];
  const shown = new ShownPaths(here);
  withProgram(
    buildText(text, ['--symbolic', '-O1']),
    (program) => explore(program, { model: 'rc11', equivalence: 'rf', runAll: true }),
    { localStates: false, onSymbolic: (run) => shown.add(run) },
  );
  expect(shown.paths.length).toBeGreaterThan(1);
  const rows = shownRows(shown, here)!;
  const { paths, objects, unseen } = shownIn(decode(encode(rows)) as ShownRows, there);
  const all = shown.paths.map(({ threads, asks }) => ({ threads, asks }));
  expect(paths).toEqual(all);
  expect({ objects, unseen }).toEqual({ objects: shown.objects, unseen: shown.unseen });
  const used = [...all.flatMap(({ threads }) => [...threads.values()].flat()), ...all.flatMap(({ asks }) => asks)];
  const below = here.below(used.map(({ expression }) => expression));
  expect(new Set(below.map((id) => here.node(id).op)).size).toBeGreaterThan(8);
  for (const id of below) {
    const { op, bits, a, b, value } = here.node(id);
    expect(expressionName(here.node(id))).toBe(id);
    expect(there.node(id)).toEqual({ op, bits, a, b, value: op === Symbolic.Constant ? value : 0n });
  }
});

test('the runs of no program show nothing', () => {
  const none = { symbolics: 0, events: 0 } as RunResult;
  expect(pathOf(none, new Expressions())).toEqual({ threads: new Map(), asks: [], unseen: [], objects: [] });
});

/** x < 10 was true, in thread 0 before anything else. */
const sound: ShownRows = {
  expressions: [
    [Symbolic.Input, 8, 5n, 0n],
    [Symbolic.Constant, 8, 10n, 0n],
    [Symbolic.Ult, 1, 0n, 1n],
  ],
  paths: [{ threads: [[0, [[2, 1n, []]]]], asks: [[0, 1, 2, [[0, 1]]]] }],
  objects: [[5n, 1, 'x']],
  unseen: [],
};
const counts = { executions: 1, blocked: 0, crashes: 0, deadEnds: 0, events: 3, states: 3 };
const report = {
  format: 2,
  job: 'j',
  found: 'verified',
  counts,
  notes: ['a\nb'],
  said: [],
  statistics: { runs: 1, events: 3 },
};
const read = (shown: unknown, fields: object = {}): ReturnType<typeof readInputReport> =>
  readInputReport(encode({ ...report, shown, ...fields }), 'j', new Expressions());
const withRow = (i: number, row: readonly unknown[]): object => ({
  ...sound,
  expressions: sound.expressions.map((other, n) => (n === i ? row : other)),
});
const withPath = (path: object): object => ({ ...sound, paths: [{ ...sound.paths[0], ...path }] });

test('a result of an input is taken in its form', () => {
  const { shown, notes } = read(sound);
  expect(notes).toEqual(['a b']);
  expect(shown.paths[0].threads.get(0)).toMatchObject([{ value: 1n, after: new Map() }]);
  expect(read(undefined, { found: 'other' })).toMatchObject({ found: 'other', shown: { paths: [] } });
});

test.each<[string, unknown, object?]>([
  ['no paths', { ...sound, paths: [] }],
  ['nothing', undefined],
  ['no counts', sound, { counts: { ...counts, executions: -1 } }],
  ['no end', sound, { found: 'perhaps' }],
  ['an operand of its own', withRow(2, [Symbolic.Ult, 1, 0n, 2n])],
  ['an operand before all', withRow(2, [Symbolic.Ult, 1, 0n, -1n])],
  ['an operand far away', withRow(2, [Symbolic.Ult, 1, 0n, 2n ** 80n])],
  ['a comparison of 8 bits', withRow(2, [Symbolic.Ult, 8, 0n, 1n])],
  ['operands of two widths', withRow(1, [Symbolic.Constant, 16, 10n, 0n])],
  ['a large constant', withRow(1, [Symbolic.Constant, 8, 256n, 0n])],
  ['an unknown operation', withRow(2, [29, 8, 0n, 1n])],
  ['a branch as an expression', withRow(2, [Symbolic.Branch, 8, 0n, 1n])],
  ['an input of two bytes', withRow(0, [Symbolic.Input, 16, 5n, 0n])],
  ['a byte outside of the operand', withRow(2, [Symbolic.Extract, 8, 0n, 1n])],
  ['too wide a sum', withRow(2, [Symbolic.Zext, 300, 0n, 0n])],
  ['a number for a large one', withRow(0, [Symbolic.Input, 8, 5, 0n])],
  ['an unknown expression', withPath({ threads: [[0, [[3, 1n, []]]]] })],
  ['a value that it cannot have', withPath({ threads: [[0, [[2, 2n, []]]]] })],
  [
    'the same thread twice',
    withPath({
      threads: [
        [0, []],
        [0, []],
      ],
    }),
  ],
  ['a thread too many', withPath({ threads: [[1024, []]], asks: [] })],
  ['something after more than there is', withPath({ threads: [[0, [[2, 1n, [[1, 1]]]]]] })],
  ['a question after more than there is', withPath({ asks: [[0, 2, 2, []]] })],
  ['a huge object', { ...sound, objects: [[5n, 2 ** 30, 'x']] }],
])('a result with %s is refused', (_what, shown, ...fields) => {
  expect(() => read(shown, ...fields)).toThrow(/^it (lacks what results have|has .*)$/);
});
