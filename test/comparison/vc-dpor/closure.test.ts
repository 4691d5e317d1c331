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
} from '../../../src/comparison/vc-dpor/annotated-order';
import { close } from '../../../src/comparison/vc-dpor/closure';
import { extend } from '../../../src/comparison/vc-dpor/extend';
import { PartialOrder } from '../../../src/comparison/vc-dpor/partial-order';
import { RandomNumbers } from '../../../src/explore/strategy/random-numbers';

const INSTANCES = 4000;

/** All linear extensions. */
function* extensions(
  { events, order }: AnnotatedOrder,
  sequence: readonly number[] = [],
): Generator<readonly number[]> {
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

/** Good writes of a read at random: for the root those of one side. */
function someWrites(random: RandomNumbers, events: readonly OrderedEvent[], { root, loc }: OrderedEvent): number[] {
  const side = random.below(2) === 0;
  const writes = [...events.keys()].filter((w) => events[w].access === 'write' && events[w].loc === loc);
  return [INITIAL, ...writes].filter(
    (w) => random.below(2) === 0 && (!root || (w !== INITIAL && events[w].root) === side),
  );
}

/** An instance: threads of a few accesses, good writes at random, events of leaves ordered as far as they must be. */
function randomInstance(random: RandomNumbers): AnnotatedOrder {
  const order = PartialOrder.empty();
  const accesses: OrderedEvent[] = [];
  const last: number[] = [];
  const size = 3 + random.below(5);
  for (let n = 0; n < size; n++) {
    const thread = random.below(4);
    const index = accesses.filter((e) => e.thread === thread).length;
    accesses.push(access(random, thread, index));
    last[thread] = order.append(thread in last ? [last[thread]] : []);
  }
  const events = accesses.map((e) =>
    e.access === 'read' && random.below(8) > 0 ? { ...e, good: someWrites(random, accesses, e) } : e,
  );
  const isGood = (w: number): boolean => events.some(({ good }) => good.includes(w));
  const mayStay = (i: number, j: number): boolean =>
    events[i].access === 'write' && events[j].access === 'write' && !isGood(i) && !isGood(j);
  for (let i = 0; i < size; i++)
    for (let j = 0; j < i; j++) {
      if (events[i].root || events[j].root || !conflict(events[i], events[j]) || order.ordered(i, j)) continue;
      if (mayStay(i, j) && random.below(2) === 0) continue;
      if (!(random.below(2) === 0 && order.order(i, j))) order.order(j, i);
    }
  return { order, events };
}

function access(random: RandomNumbers, thread: number, index: number): OrderedEvent {
  return {
    thread,
    index,
    root: thread === 0,
    access: random.below(2) === 0 ? 'read' : 'write',
    loc: random.below(2),
    value: undefined,
    good: [],
    waits: false,
    joined: false,
    guard: -1,
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

test('the extensions by an event share out the sequences that give every read a good write', () => {
  const random = new RandomNumbers(18);
  for (let n = 0; n < INSTANCES / 2; n++) {
    const instance = randomInstance(random);
    if (!close(instance)) continue;
    const thread = random.below(4);
    const index = instance.events.filter((e) => e.thread === thread).length;
    const made = access(random, thread, index);
    const event = made.access === 'read' ? { ...made, good: someWrites(random, instance.events, made) } : made;
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
