import { errorKey, isEmpty, traceOf, type Verdict } from '../../../src/explore/common/verdict';
import { Rc11 } from '../../../src/model/rc11';
import { Kind, label } from '../../../src/program/label';
import { foundError } from '../session/found-error';

describe('the same error', () => {
  test('is the same text at the same places', () => {
    const key = errorKey(foundError('assertion', 'x > 0', 4));
    expect(errorKey(foundError('assertion', 'x > 0', 4))).toBe(key);
    expect(errorKey(foundError('assertion', 'y > 0', 4))).not.toBe(key);
    expect(errorKey(foundError('assertion', 'x > 0', 5))).not.toBe(key);
    expect(errorKey(foundError('abort', 'x > 0', 4))).not.toBe(key);
  });

  test('a race is known by its places alone, in whatever order', () => {
    expect(errorKey(foundError('data-race', 'a, b', 4, 5))).toBe(errorKey(foundError('data-race', 'b, a', 5, 4)));
    expect(errorKey(foundError('data-race', 'a, b', 4, 5))).not.toBe(errorKey(foundError('data-race', 'a, b', 4, 4)));
  });

  test('without a place, thread, kind and location name the event; a caller may name it in another way', () => {
    const at = (loc: number) => ({
      ...foundError('misuse', 'm'),
      involved: [{ thread: 1, label: label(Kind.MutexLock, { loc }) }],
    });
    expect(errorKey(at(0))).not.toBe(errorKey(at(1)));
    expect(errorKey(at(0), () => 'here')).toBe(errorKey(at(1), () => 'here'));
  });
});

test('a trace says of each event which one it read from', () => {
  const model = new Rc11('rc11');
  const graph = model.graph(() => 7);
  const store = label(Kind.Store, { loc: 0, value: 1 });
  const load = label(Kind.Load, { loc: 0 });
  const { initial } = graph.location(0);
  model.append(graph, { thread: 2, label: load, source: initial, read: 7, node: null });
  const write = model.append(graph, { thread: 1, label: store, source: null, written: 1, node: null })!;
  model.append(graph, { thread: 2, label: load, source: write, read: 1, node: null });
  expect(traceOf(graph.events)).toEqual([
    { thread: 2, label: load, value: 7, written: undefined, source: -1 },
    { thread: 1, label: store, value: undefined, written: 1, source: -2 },
    { thread: 2, label: load, value: 1, written: undefined, source: 1 },
  ]);
});

test('an exploration is empty if it explored everything and found nothing at all', () => {
  const empty: Verdict = {
    executions: 0,
    blocked: 0,
    crashes: 0,
    deadEnds: 3,
    events: 9,
    states: 4,
    errors: [],
    notes: ['a note'],
    limitsHit: [],
  };
  const error = foundError('assertion', 'x > 0', 1);
  const sampled = { executions: 2, runs: 2, errors: [] };
  expect([empty, { ...empty, sampled }].map(isEmpty)).toEqual([true, true]);
  const others: Partial<Verdict>[] = [
    { executions: 1 },
    { blocked: 1 },
    { errors: [error] },
    { limitsHit: ['steps'] },
    { sampled: { ...sampled, errors: [error] } },
  ];
  expect(others.map((found) => isEmpty({ ...empty, ...found }))).toEqual([false, false, false, false, false]);
});
