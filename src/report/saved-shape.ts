/** Has a file the shape of a saved execution? It may have been edited by hand. */
import { modelNames } from '../model';
import { Kind } from '../program/label';
import type { ReportError } from './report';
import type { Saved } from './saved';

type Check = (v: unknown) => boolean;

const text: Check = (v) => typeof v === 'string';
const count: Check = (v) => Number.isSafeInteger(v) && (v as number) >= 0;
const flag: Check = (v) => typeof v === 'boolean';
const hex: Check = (v) => typeof v === 'string' && /^[0-9a-f]+$/.test(v);
const list = (of: Check): Check => (v) => Array.isArray(v) && v.every(of);
const oneOf = (...all: readonly string[]): Check => (v) => all.includes(v as string);
const optional = (of: Check): Check => (v) => v === undefined || of(v);
const both = (a: Check, b: Check): Check => (v) => a(v) && b(v);
const number: Check = (v) => typeof v === 'number';

function record(fields: Record<string, Check>): Check {
  return (v) => typeof v === 'object' && v !== null
    && Object.entries(fields).every(([name, check]) => check((v as Record<string, unknown>)[name]));
}

const place = record({ file: text, line: number, function: text });
const stack = list(place);

/** What an event of the report refers to must be there. */
const refers: Check = (v) => {
  const { threads, events } = v as ReportError;
  return events.every((e) => e.thread < threads.length && e.source < events.length && Number.isInteger(e.source) && e.source >= -2);
};

const fields: Record<Exclude<keyof Saved, 'format'>, Check> = {
  spurious: optional(flag), nondet: optional(count),
  name: text, program: text, arguments: list(text), environment: list(text), buildId: text,
  model: oneOf(...modelNames), equivalence: oneOf('observational', 'rf', 'co'),
  report: both(record({
    message: text, threads: list(text), stacks: list(stack), locations: list(record({ thread: text, file: text, line: number, function: text })),
    events: list(record({ thread: count, operation: text, source: number, place: optional(place), matters: flag, wrong: flag })),
  }), refers),
  expected: list(list(text)),
  threads: list(record({ creator: count, child: count })),
  atoms: list(record({ address: hex, size: count, mixed: flag })),
  steps: list(record({ thread: count, kind: (v) => typeof v === 'string' && typeof Kind[v as keyof typeof Kind] === 'number', object: hex, size: count, value: hex })),
  memory: list(record({ object: hex, size: count, value: hex })),
};

/** The first field that is not as drista saves it; undefined when all are. */
export function wrongField(saved: Readonly<Record<string, unknown>>): string | undefined {
  return Object.entries(fields).find(([name, check]) => !check(saved[name]))?.[0];
}
