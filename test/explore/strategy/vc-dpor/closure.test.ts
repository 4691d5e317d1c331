/**
 * Closed annotated partial orders on small random instances, against all linear extensions: there is a closure exactly
 * if some linear extension gives every read a good write; the closure leaves all of these; its realisation is one.
 */
import {
  conflict,
  INITIAL,
  realise,
  type AnnotatedOrder,
  type OrderedEvent,
} from '../../../../src/explore/strategy/vc-dpor/annotated-order';
import { close } from '../../../../src/explore/strategy/vc-dpor/closure';
import { extend } from '../../../../src/explore/strategy/vc-dpor/extend';
import { PartialOrder } from '../../../../src/explore/strategy/vc-dpor/partial-order';
import { RandomNumbers } from '../../../../src/explore/strategy/random-numbers';

const INSTANCES = 4000;

/** All linear extensions. */
function* extensions({ events, order }: AnnotatedOrder, sequence: readonly number[] = []): Generator<readonly number[]> {
  if (sequence.length === events.length) yield sequence;
  for (let e = 0; e < events.length; e++) {
    if (sequence.includes(e)) continue;
    if (events.some((_, other) => order.before(other, e) && !sequence.includes(other))) continue;
    yield* extensions({ events, order }, [...sequence, e]);
  }
}

/** Does every read of the sequence read from one of its good writes? */
function isGood({ events }: AnnotatedOrder, sequence: readonly number[]): boolean {
  return sequence.every((e, at) => {
    const { access, loc, good } = events[e];
    if (access !== 'read') return true;
    const source = sequence.slice(0, at).findLast((w) => events[w].access === 'write' && events[w].loc === loc);
    return good.includes(source ?? INITIAL);
  });
}

/** An instance: threads of a few accesses, all conflicting leaf events ordered, good writes at random. */
function randomInstance(random: RandomNumbers): AnnotatedOrder {
  const order = PartialOrder.empty();
  const events: OrderedEvent[] = [];
  const last: number[] = [];
  const size = 3 + random.below(5);
  for (let n = 0; n < size; n++) {
    const thread = random.below(4);
    const access = random.below(2) === 0 ? 'read' : 'write';
    const index = events.filter((e) => e.thread === thread).length;
    const root = thread === 0;
    const loc = random.below(2);
    events.push({ thread, index, root, access, loc, value: n, good: [], waits: false, joined: false, guard: -1 });
    last[thread] = order.append(thread in last ? [last[thread]] : []);
  }
  for (let i = 0; i < size; i++)
    for (let j = 0; j < i; j++)
      if (!events[i].root && !events[j].root && conflict(events[i], events[j]) && !order.ordered(i, j))
        if (!(random.below(2) === 0 && order.order(i, j))) order.order(j, i);
  const numbers = [...events.keys()];
  return {
    order,
    events: events.map((e) => {
      if (e.access === 'write') return e;
      const side = random.below(2) === 0;
      const writes = numbers.filter((w) => events[w].access === 'write' && events[w].loc === e.loc);
      const some = [INITIAL, ...writes].filter(
        (w) => random.below(2) === 0 && (!e.root || (w !== INITIAL && events[w].root) === side),
      );
      return { ...e, good: some };
    }),
  };
}

test('there is a closure exactly if some sequence gives every read a good write', () => {
  const random = new RandomNumbers(17);
  let closed = 0;
  for (let n = 0; n < INSTANCES; n++) {
    const instance = randomInstance(random);
    const good = [...extensions(instance)].filter((sequence) => isGood(instance, sequence));
    const closure = { events: instance.events, order: instance.order.copy() };
    const found = close(closure);
    expect([n, found]).toEqual([n, good.length > 0]);
    if (!found) continue;
    closed++;
    const left = new Set([...extensions(closure)].map((sequence) => sequence.join()));
    for (const sequence of good) expect(left).toContain(sequence.join());
    const sequence = realise(closure);
    expect(left).toContain(sequence.join());
    expect([n, isGood(instance, sequence)]).toEqual([n, true]);
  }
  expect(closed).toBeGreaterThan(INSTANCES / 10);
  expect(closed).toBeLessThan((9 * INSTANCES) / 10);
});

test('the extensions by an event of a leaf share out the sequences, and that of the root keeps them', () => {
  const random = new RandomNumbers(18);
  for (let n = 0; n < INSTANCES / 2; n++) {
    const instance = randomInstance(random);
    if (!close(instance)) continue;
    const thread = random.below(4);
    const index = instance.events.filter((e) => e.thread === thread).length;
    const event: OrderedEvent = {
      thread,
      index,
      root: thread === 0,
      access: 'write',
      loc: random.below(2),
      value: 99,
      good: [],
      waits: false,
      joined: false,
      guard: -1,
    };
    const after = instance.events.flatMap((e, i) => (e.thread === thread ? [i] : []));
    const order = instance.order.copy();
    order.append(after);
    const appended = { events: [...instance.events, event], order };
    const wanted = [...extensions(appended)].filter((sequence) => isGood(appended, sequence)).map((s) => s.join());
    const found = [...extend(instance, { event, after })].map((extended) =>
      [...extensions(extended)].filter((sequence) => isGood(extended, sequence)).map((s) => s.join()),
    );
    for (const sequences of found) expect(sequences).not.toEqual([]);
    expect(found.flat().sort()).toEqual(wanted.sort());
  }
});
