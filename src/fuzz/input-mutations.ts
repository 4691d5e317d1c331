/** Mutations of inputs, as libFuzzer and AFL make them: a few random changes of bytes, and parts of other inputs. */
import type { RandomNumbers } from '../explore/strategy/random-numbers';

/** How many changes at once, each as likely as another: most often one. */
const CHANGES = [1, 1, 1, 1, 2, 2, 4, 8];
/** Numbers at which programs often do something else. */
const INTERESTING = [-1, 0, 1, 16, 32, 64, 100, 127, 128, 255, 256, 512, 1000, 1024, 4096, 32767, 32768, 65535, 65536];

/** What mutations take parts from, and how long an input may become. */
export interface InputSources {
  readonly other: Uint8Array;
  /** Words that inputs of the program have (AFL's and libFuzzer's dictionaries). */
  readonly dictionary: readonly Uint8Array[];
  /** What runs with the input have compared and not found equal. */
  readonly compared: readonly ComparedBytes[];
  readonly largest: number;
}

/** Bytes that were compared. */
export interface ComparedBytes {
  readonly a: Uint8Array;
  readonly b: Uint8Array;
}

/** The comparison in a note of a run (RunTraces). */
export function comparisonIn(digits: string): ComparedBytes {
  const [a, b] = digits.split('-').map((side) => Uint8Array.from(Buffer.from(side, 'hex')));
  return { a, b };
}

/** The input with a few random changes, of at most `largest` bytes. */
export function mutated(input: Uint8Array, sources: InputSources, random: RandomNumbers): Uint8Array {
  let bytes = input;
  for (let n = CHANGES[random.below(CHANGES.length)]; n > 0; n--)
    bytes = changes[random.below(changes.length)](bytes, random, sources).subarray(0, sources.largest);
  return bytes.slice();
}

type Change = (bytes: Uint8Array, random: RandomNumbers, sources: InputSources) => Uint8Array;

/** A place where a byte is, and one where a part may be put in. */
const placeIn = (bytes: Uint8Array, random: RandomNumbers): number => random.below(bytes.length);
const gapIn = (bytes: Uint8Array, random: RandomNumbers): number => random.below(bytes.length + 1);

function replaced(bytes: Uint8Array, at: number, removed: number, put: Uint8Array): Uint8Array {
  const all = new Uint8Array(bytes.length - removed + put.length);
  all.set(bytes.subarray(0, at));
  all.set(put, at);
  all.set(bytes.subarray(at + removed), at + put.length);
  return all;
}

function withByte(bytes: Uint8Array, random: RandomNumbers, change: (before: number) => number): Uint8Array {
  if (bytes.length === 0) return Uint8Array.of(random.below(256));
  const at = placeIn(bytes, random);
  return replaced(bytes, at, 1, Uint8Array.of(change(bytes[at])));
}

/** A part of the bytes, most often a short one. */
function partOf(bytes: Uint8Array, random: RandomNumbers): Uint8Array {
  const from = gapIn(bytes, random);
  const most = Math.min(bytes.length - from, 2 ** random.below(8));
  return bytes.subarray(from, from + random.below(most + 1));
}

function put(bytes: Uint8Array, part: Uint8Array, random: RandomNumbers): Uint8Array {
  const at = gapIn(bytes, random);
  return replaced(bytes, at, random.below(2) === 0 ? 0 : Math.min(part.length, bytes.length - at), part);
}

function numberAs(value: number, size: number, big: boolean): Uint8Array {
  const bytes = Uint8Array.from({ length: size }, (_, i) => Math.floor(value / 2 ** (8 * i)) & 0xff);
  return big ? bytes.reverse() : bytes;
}

/**
 * Where the input has one side of a comparison, it gets the other (Aschermann et al., REDQUEEN, NDSS 2019): in the
 * order of the processor, or of networks. Without leading zeros, since programs compare bytes as integers.
 */
function matched(bytes: Uint8Array, random: RandomNumbers, { compared }: InputSources): Uint8Array {
  if (compared.length === 0) return bytes;
  const { a, b } = compared[random.below(compared.length)];
  let [from, to] = random.below(2) === 0 ? [a, b] : [b, a];
  const isInteger = from.length === to.length;
  while (isInteger && from.length > 1 && from.at(-1) === 0 && to.at(-1) === 0 && random.below(4) > 0)
    [from, to] = [from.subarray(0, Math.floor(from.length / 2)), to.subarray(0, Math.floor(to.length / 2))];
  if (isInteger && random.below(4) === 0) [from, to] = [from.slice().reverse(), to.slice().reverse()];
  const places = from.length === 0 ? [] : placesOf(bytes, from);
  if (places.length === 0) return put(bytes, to, random);
  return replaced(bytes, places[random.below(places.length)], from.length, to);
}

function placesOf(bytes: Uint8Array, part: Uint8Array): number[] {
  const places = [];
  for (let at = 0; at + part.length <= bytes.length; at++)
    if (part.every((byte, i) => bytes[at + i] === byte)) places.push(at);
  return places;
}

const changes: readonly Change[] = [
  matched,
  matched,
  (bytes, random) => withByte(bytes, random, (b) => b ^ (1 << random.below(8))),
  (bytes, random) => withByte(bytes, random, () => random.below(256)),
  (bytes, random) => withByte(bytes, random, (b) => (b + random.below(33) - 16) & 0xff),
  (bytes, random) => replaced(bytes, gapIn(bytes, random), 0, Uint8Array.of(random.below(256))),
  (bytes, random) => {
    const at = gapIn(bytes, random);
    return replaced(bytes, at, partOf(bytes.subarray(at), random).length, new Uint8Array());
  },
  (bytes, random) => put(bytes, partOf(bytes, random), random),
  (bytes, random, { other }) => put(bytes, partOf(other, random), random),
  (bytes, random) => {
    const value = INTERESTING[random.below(INTERESTING.length)];
    return put(bytes, numberAs(value, 2 ** random.below(3), random.below(2) === 0), random);
  },
  (bytes, random, { dictionary }) =>
    dictionary.length === 0 ? bytes : put(bytes, dictionary[random.below(dictionary.length)], random),
];

/**
 * The words of a dictionary of AFL or libFuzzer: lines like `name="word"`, with \\, \" and \xAB in the word, and
 * comments after #. Returns the number of the first line that is none of these.
 */
export function dictionaryOf(text: string): Uint8Array[] | number {
  const words: Uint8Array[] = [];
  for (const [i, line] of text.split('\n').entries()) {
    if (/^\s*(#.*)?$/.test(line)) continue;
    const [, word] = /^\s*(?:[\w@-]+\s*=\s*)?"((?:[^"\\]|\\["\\]|\\x[0-9a-fA-F]{2})+)"\s*$/.exec(line) ?? [];
    if (word === undefined) return i + 1;
    const bytes = [...word.matchAll(/\\x(..)|\\(.)|([^\\])/gsu)].flatMap(([, hex, escaped, plain]) =>
      hex === undefined ? [...Buffer.from(escaped ?? plain)] : [parseInt(hex, 16)],
    );
    words.push(Uint8Array.from(bytes));
  }
  return words;
}
