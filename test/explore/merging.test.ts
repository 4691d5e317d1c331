/**
 * Under the observational equivalence graphs are told apart while that is cheaper, and merged by their values once they
 * are found to be many more.
 */
import { explore } from '../../src/explore/explorer';
import type { ExploreOptions } from '../../src/explore/explore-options';
import { Kind, label, Order, type Label } from '../../src/program/label';
import { programOf, starter, type Body } from '../oracle/program-of';

const load = (loc: number): Label => label(Kind.Load, { loc, order: Order.Relaxed, size: 4 });
const store = (loc: number, value: number): Label => label(Kind.Store, { loc, value, order: Order.Relaxed, size: 4 });
const times = (n: number, body: Body): Body[] => Array.from({ length: n }, () => body);

/** So many writers of the same value, or each of its own; two threads read it twice. */
const program = (writers: number, same: boolean) => () =>
  programOf([
    starter(writers + 2),
    ...Array.from(
      { length: writers },
      (_, i): Body =>
        function* () {
          yield store(0, same ? 1 : i + 1);
        },
    ),
    ...times(2, function* () {
      yield load(0);
      yield load(0);
    }),
  ]);

const by = (
  make: ReturnType<typeof program>,
  options: Partial<ExploreOptions>,
): { executions: number; states: number; errors: number } => {
  const { executions, states, errors } = explore(make(), { model: 'rc11', equivalence: 'observational', ...options });
  return { executions, states, errors: errors.length };
};

test('many graphs with the same values: they are merged', () => {
  const make = program(6, true);
  const [merged, classes, found] = [by(make, { merging: true }), by(make, { equivalence: 'rf' }), by(make, {})];
  // A thread may read 0 0, 0 1, 1 1; after a 1 it reads no 0.
  expect([merged.executions, found.executions, found.errors]).toEqual([9, 9, 0]);
  expect(classes.executions).toBeGreaterThan(500);
  expect(found.states).toBe(merged.states);
});

test('few: they are told apart, which gives the same', () => {
  const make = program(3, false);
  const [merged, classes, found] = [by(make, { merging: true }), by(make, { equivalence: 'rf' }), by(make, {})];
  expect([merged.executions, classes.executions]).toEqual([found.executions, found.executions]);
  expect(found.states).toBe(classes.states);
});
