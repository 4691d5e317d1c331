/**
 * An execution as a short string that can be pasted anywhere: the options of what was explored, the names of the
 * threads, the input, and which write each read takes. It has no addresses, so it mostly fits a program that was built
 * anew, too, as long as its threads perform the same events up to the error.
 */
import { DristaError } from '../base/errors';
import { deflate, inflate } from '../base/compression';
import { sha256 } from '../base/hash';
import type { PlaceInThread } from '../explore/strategy/walks/event-places';
import type { Decided } from '../explore/strategy/walks/following';
import { VarintReader, VarintWriter } from '../explore/store/varint';
import type { FollowedExecution } from './check-request';
import { SPURIOUS } from '../program/rmw';
import type { ThreadId } from '../program/label';

/** What the string says. */
export interface ScheduleWords extends FollowedExecution {
  /** The options of what was explored, as on a command line. */
  readonly options: readonly string[];
}

/** What each string begins with: its version. */
const PREFIX = 'd1';
/** Bytes of the checksum at the end. */
const CHECKSUM = 3;
/** The most bytes of a string, uncompressed. */
const MOST = 2 ** 24;
/** What stands between options. */
const BETWEEN = '\0';
/** The first byte. */
const enum Packing {
  Plain,
  Deflated,
}
/** Where a value comes from, in the two low bits of a decision. Two bits follow: a spurious failure, a plain access. */
const enum Source {
  None,
  Value,
  Initial,
  Event,
}
const SOURCE_BITS = 2,
  FAILS = 1 << SOURCE_BITS,
  PLAIN = 2 * FAILS,
  INDEX = 2 * PLAIN;

/** The string. Undefined: a value of a choice is too large for it. */
export function scheduleText({ options, threads, input, decisions }: ScheduleWords): string | undefined {
  const writer = new VarintWriter();
  addBytes(writer, Buffer.from(options.join(BETWEEN)));
  writer.add(threads.length);
  for (const { creator, child } of threads) {
    writer.add(creator);
    writer.add(child);
  }
  writer.add(input === undefined ? 0 : 1);
  if (input !== undefined) addBytes(writer, input);
  writer.add(decisions.length);
  const next = new Map<ThreadId, number>();
  for (const { thread, index, plain, source, value } of decisions) {
    if (source === undefined && typeof value === 'number' && value >= 2 ** 31) return undefined;
    if (source === undefined && typeof value === 'bigint') return undefined;
    const kind =
      source === 'initial'
        ? Source.Initial
        : source !== undefined
          ? Source.Event
          : value === undefined
            ? Source.None
            : Source.Value;
    writer.add(thread);
    const flags = (value === SPURIOUS ? FAILS : 0) + (plain === 0 ? 0 : PLAIN);
    writer.add((index - (next.get(thread) ?? 0)) * INDEX + flags + kind);
    next.set(thread, index);
    if (plain > 0) writer.add(plain);
    if (kind === Source.Value) writer.add(value as number);
    if (typeof source === 'object') {
      writer.add(source.thread);
      writer.add(2 * source.index + Number(source.plain > 0));
      if (source.plain > 0) writer.add(source.plain);
    }
  }
  const plain = Buffer.from(writer.bytes.subarray(0, writer.length));
  const deflated = deflate(plain);
  const [packing, body] = deflated.length < plain.length ? [Packing.Deflated, deflated] : [Packing.Plain, plain];
  const all = Buffer.concat([Buffer.of(packing), body]);
  return PREFIX + Buffer.concat([all, checksum(all)]).toString('base64url');
}

/** What a string says. Throws a DristaError if it is none, or not a whole one. */
export function readScheduleText(text: string): ScheduleWords {
  const bad = (why: string): never => {
    throw new DristaError(`--schedule needs a string that drista printed; this one ${why}: copy all of it`);
  };
  if (!/^d\d+/.test(text) || /[^\w-]/.test(text)) bad('is none');
  if (!text.startsWith(PREFIX)) bad('is of another version of drista');
  const all = Buffer.from(text.slice(PREFIX.length), 'base64url');
  const body = all.subarray(0, -CHECKSUM);
  if (body.length === 0 || !checksum(body).equals(all.subarray(-CHECKSUM))) bad('was cut or changed');
  try {
    return words(body[0] === Packing.Deflated ? inflate(body.subarray(1), MOST) : body.subarray(1));
  } catch {
    return bad('is malformed');
  }
}

/** Throws an Error where the bytes are none of a schedule. */
function words(bytes: Uint8Array): ScheduleWords {
  const reader = new VarintReader();
  reader.begin(bytes, 0);
  const next = (): number => {
    const n = reader.next();
    if (reader.at > bytes.length) throw new Error('the bytes end');
    return n;
  };
  const nextBytes = (): Buffer => Buffer.from(listOf(next(), next));
  const options = nextBytes().toString();
  const threads = listOf(next(), () => ({ creator: next(), child: next() }));
  const input = next() === 0 ? undefined : Uint8Array.from(nextBytes());
  const sourceOf = (): PlaceInThread => {
    const thread = next();
    const index = next();
    return { thread, index: index >> 1, plain: (index & 1) === 0 ? 0 : next() };
  };
  const known = new Map<ThreadId, number>();
  const decisions = listOf(next(), (): Decided => {
    const thread = next();
    const head = next();
    const index = (known.get(thread) ?? 0) + Math.floor(head / INDEX);
    known.set(thread, index);
    const plain = (head & PLAIN) === 0 ? 0 : next();
    const kind = head & (FAILS - 1);
    const value = kind === Source.Value ? next() : (head & FAILS) !== 0 ? SPURIOUS : undefined;
    const source: PlaceInThread | 'initial' | undefined =
      kind === Source.Event ? sourceOf() : kind === Source.Initial ? 'initial' : undefined;
    return { thread, index, plain, source, value };
  });
  return {
    options: options === '' ? [] : options.split(BETWEEN),
    threads,
    input,
    decisions,
  };
}

function listOf<T>(length: number, item: () => T): T[] {
  const all: T[] = [];
  for (let i = 0; i < length; i++) all.push(item());
  return all;
}

function addBytes(writer: VarintWriter, bytes: Uint8Array): void {
  writer.add(bytes.length);
  for (const byte of bytes) writer.add(byte);
}

function checksum(bytes: Uint8Array): Buffer {
  return Buffer.from(sha256(bytes), 'hex').subarray(0, CHECKSUM);
}
