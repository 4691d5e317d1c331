/** Messages between machines: what is read is what was written. */
import { decode, encode } from '../../src/cluster/codec';
import type { BranchResult } from '../../src/explore/session/worker-group';
import { relabelled } from '../../src/parallel/reports';
import type { FoundError } from '../../src/explore/common/verdict';
import { Kind, type Label } from '../../src/program/label';

test('what JSON lacks', () => {
  const value = { bytes: new Uint8Array([1, 2]), big: 3n, far: Infinity, list: [1, [null, 'a']] };
  expect(decode(encode(value))).toEqual(value);
});

test('an object at several places is one object', () => {
  const [a, b] = [{ n: 1 }, { n: 1 }];
  const read = decode(encode({ list: [a, b, { a }], b, both: [a, b] })) as {
    list: [unknown, unknown, { a: unknown }];
    b: unknown;
    both: [unknown, unknown];
  };
  expect(read).toEqual({ list: [a, b, { a }], b, both: [a, b] });
  expect([read.list[2].a, read.both[0]].every((other) => other === read.list[0])).toBe(true);
  expect([read.b, read.both[1]].every((other) => other === read.list[1])).toBe(true);
  expect(read.b).not.toBe(read.list[0]);
});

test('an error still names events of its trace, in the numbers of another worker', () => {
  const label = { kind: Kind.PlainWrite, loc: 0, site: 4, text: '' } as Label;
  const event = { thread: 1, label, value: undefined, written: 2n, source: -2 };
  const error = {
    kind: 'data-race',
    message: 'a race',
    involved: [{ thread: 1, label }],
    trace: [event, { ...event, label: { ...label } }],
    schedule: { steps: [{ thread: 1, label, value: 2n }], memory: [] },
  } as unknown as FoundError;
  const found = { errors: [error] } as unknown as BranchResult;
  const other = relabelled(
    decode(encode(found)) as BranchResult,
    (l) => ({ ...l, site: 9 }),
    (loc) => loc,
  ).errors[0];
  expect(other.involved[0].label).toMatchObject({ site: 9 });
  expect(other.trace.map((e) => e.label === other.involved[0].label)).toEqual([true, false]);
});
