/**
 * Messages between machines as compressed JSON. What JSON lacks is written as an object with one key that begins with
 * `$`. An object that occurs at several places is one object again: an error names events of its trace by their labels.
 * Nothing but data can be read from such bytes, whoever wrote them.
 */
import { deflate, inflate } from '../base/compression';
import { DristaError } from '../base/errors';

/** The most bytes of a message, compressed and not. */
export const MAX_BYTES = 2 ** 26,
  MAX_UNPACKED = 2 ** 28;

/** The message for the value, plain data. Throws a DristaError if it is too large. */
export function encode(value: unknown): Buffer {
  const text = Buffer.from(JSON.stringify(value, writer(value)));
  const bytes = deflate(text);
  if (text.length > MAX_UNPACKED || bytes.length > MAX_BYTES)
    throw new DristaError(
      `a message of ${text.length} bytes is too large for other machines: the program has too many histories; ` +
        'check it on one machine (leave out --on)',
    );
  return bytes;
}

/** The value in a message. Throws an Error if that is malformed or too large. */
export function decode(bytes: Uint8Array): unknown {
  if (bytes.length > MAX_BYTES) throw new Error(`a message of ${bytes.length} bytes is too large`);
  const text = inflate(bytes, MAX_UNPACKED).toString('utf8');
  return JSON.parse(text, reader());
}

/** For JSON.stringify. */
function writer(root: unknown): (this: unknown, key: string, value: unknown) => unknown {
  const repeated = repeatedIn(root);
  const numbers = new Map<unknown, number>();
  let defined: unknown;
  return function (key, value) {
    const isDefinition = key === 'v' && this === defined;
    if (isDefinition || !repeated.has(value)) return toJson.call(this, key, value);
    const known = numbers.get(value);
    if (known !== undefined) return { $r: known };
    numbers.set(value, numbers.size);
    return (defined = { $d: numbers.size - 1, v: value });
  };
}

/** For JSON.parse. */
function reader(): (key: string, value: unknown) => unknown {
  const objects: unknown[] = [];
  return (_key, value) => {
    const { $d: define, $r: refer, v } = (value ?? {}) as { $d?: unknown; $r?: unknown; v?: unknown };
    if (typeof define === 'number') return (objects[define] = v);
    return typeof refer === 'number' ? objects[refer] : fromJson(value);
  };
}

/** The objects that occur several times in plain data. */
function repeatedIn(root: unknown): Set<unknown> {
  const [seen, repeated] = [new Set<unknown>(), new Set<unknown>()];
  const open = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null || value instanceof Uint8Array) continue;
    if (!Array.isArray(value)) {
      if (seen.has(value)) repeated.add(value);
      if (repeated.has(value)) continue;
      seen.add(value);
    }
    for (const element of Object.values(value)) if (typeof element === 'object') open.push(element);
  }
  return repeated;
}

function toJson(this: unknown, key: string, value: unknown): unknown {
  const given = (this as Record<string, unknown>)[key]; // before toJSON
  if (given instanceof Uint8Array) return { $b: Buffer.from(given).toString('base64') };
  if (typeof value === 'bigint') return { $n: String(value) };
  if (value === undefined) return { $u: 1 };
  if (typeof value === 'number' && !Number.isFinite(value)) return { $f: String(value) };
  if (value instanceof Map || value instanceof Set || typeof value === 'function')
    throw new Error(`${key} is not plain data`);
  return value;
}

function fromJson(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const [name] = Object.keys(value);
  if (name?.startsWith('$') !== true) return value;
  const text: unknown = (value as Record<string, unknown>)[name];
  if (name === '$b') return new Uint8Array(Buffer.from(String(text), 'base64'));
  if (name === '$n') return BigInt(String(text));
  if (name === '$f') return Number(text);
  return undefined;
}
