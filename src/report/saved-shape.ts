/** Validates the contents of a saved execution, which may have been edited by hand. */
import { faultKinds } from '../channel/environment';
import { equivalenceNames } from '../explore/strategies';
import { modelNames } from '../model/names';
import { Kind, Order } from '../program/label';
import { atomicOrders } from '../program/runner';
import type { ShownExecution } from './report';
import type { SavedExecution } from './saved-format';

type Check = (v: unknown) => boolean;

const text: Check = (v) => typeof v === 'string';
const count: Check = (v) => Number.isSafeInteger(v) && (v as number) >= 0;
const flag: Check = (v) => typeof v === 'boolean';
/**
 * The ranges of the protocol (channel/protocol.ts): numbers of threads, sizes of data, addresses, values of up to 16
 * bytes.
 */
const thread: Check = (v) => count(v) && (v as number) < 1024;
const size: Check = (v) => count(v) && (v as number) <= 2 ** 24;
const address: Check = (v) => typeof v === 'string' && /^[0-9a-f]{1,16}$/.test(v);
const value: Check = (v) => typeof v === 'string' && /^[0-9a-f]{1,32}$/.test(v);
const list =
  (of: Check): Check =>
  (v) =>
    Array.isArray(v) && v.every(of);
const oneOf =
  (...all: readonly string[]): Check =>
  (v) =>
    all.includes(v as string);
const optional =
  (of: Check): Check =>
  (v) =>
    v === undefined || of(v);
const both =
  (a: Check, b: Check): Check =>
  (v) =>
    a(v) && b(v);
const integer: Check = (v) => Number.isSafeInteger(v);

function record(fields: Record<string, Check>): Check {
  return (v) =>
    typeof v === 'object' &&
    v !== null &&
    Object.entries(fields).every(([name, check]) => check((v as Record<string, unknown>)[name]));
}

const place = record({ file: text, line: count, function: text });
const stack = list(place);

const traced = record({
  locations: list(record({ name: text, size, initial: optional(value) })),
  events: list(
    record({
      kind: (v) => typeof v === 'string' && typeof Kind[v as keyof typeof Kind] === 'number',
      location: optional(count),
      order: optional((v) => integer(v) && (v as number) >= Order.Plain && (v as number) <= Order.SeqCst),
      failOrder: optional((v) => integer(v) && (v as number) >= Order.Plain && (v as number) <= Order.SeqCst),
      size: optional(size),
      op: optional(count),
      value: optional((v) => typeof v === 'string' && /^[0-9a-f]{1,48}$/.test(v)),
      expected: optional(value),
      other: optional(thread),
      dead: optional((v) => v === true),
      text: optional(text),
      source: optional((v) => integer(v) && (v as number) >= -1),
      read: optional((v) => typeof v === 'string' && /^[0-9a-f]{1,48}$/.test(v)),
      fails: optional((v) => v === true),
      written: optional(value),
      pending: optional((v) => v === true),
    }),
  ),
  pointers: optional((v) => typeof v === 'object' && v !== null && Object.values(v).every(text)),
});

/** References of an event of the report must be valid. */
const refers: Check = (v) => {
  const { threads, events, loop, decided, traced: t } = v as ShownExecution;
  return (
    (loop ?? 0) <= events.length &&
    (decided === undefined || decided.event < events.length) &&
    events.every(
      (e) => e.thread < threads.length && e.source < events.length && Number.isInteger(e.source) && e.source >= -2,
    ) &&
    (t === undefined ||
      (t.events.length === events.length &&
        t.events.every(
          (e, i) =>
            (e.location ?? -1) < t.locations.length && (e.source ?? -1) < (e.kind === 'Load' ? events.length : i),
        )))
  );
};

const fields: Record<Exclude<keyof SavedExecution, 'format'>, Check> = {
  spurious: optional(flag),
  timeouts: optional(count),
  unroll: optional(count),
  rounds: optional(flag),
  input: optional((v) => typeof v === 'string' && /^([0-9a-f]{2})*$/.test(v)),
  races: optional(oneOf(...atomicOrders)),
  volatile: optional(oneOf(...atomicOrders)),
  events: optional(oneOf('observed', 'printed')),
  nondet: optional((v) => count(v) && (v as number) <= 65_536),
  faults: optional(record({ kinds: list(oneOf(...faultKinds)), most: count })),
  crash: optional(record({ folder: optional(text), at: text, command: text })),
  name: text,
  program: text,
  arguments: list(text),
  environment: list(text),
  buildId: text,
  model: oneOf(...modelNames),
  equivalence: oneOf(...equivalenceNames),
  report: both(
    record({
      message: text,
      loop: optional(count),
      decided: optional(record({ event: count, samples: count })),
      schedule: optional(text),
      threads: list(text),
      stacks: list(stack),
      locations: list(record({ thread: text, file: text, line: count, function: text })),
      events: list(
        record({ thread, operation: text, source: integer, place: optional(place), matters: flag, wrong: flag }),
      ),
      traced: optional(traced),
    }),
    refers,
  ),
  expected: list(list(text)),
  threads: list(both(record({ creator: thread, child: count }), (v) => (v as { child: number }).child < 2 ** 16)),
  atoms: list(record({ address, size, mixed: flag })),
  steps: list(
    record({
      thread,
      kind: (v) => typeof v === 'string' && typeof Kind[v as keyof typeof Kind] === 'number',
      object: address,
      size,
      value,
      fails: optional((v) => v === true),
    }),
  ),
  memory: list(record({ object: address, size, value })),
};

/** The name of the first malformed field; undefined if there is none. */
export function wrongField(saved: Readonly<Record<string, unknown>>): string | undefined {
  return Object.entries(fields).find(([name, check]) => !check(saved[name]))?.[0];
}
