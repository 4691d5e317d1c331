import { comparisonIn, dictionaryOf, mutated } from '../../src/fuzz/input-mutations';
import { RandomNumbers } from '../../src/explore/strategy/random-numbers';

const bytesOf = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text));
const hex = (text: string): string => Buffer.from(text).toString('hex');
const none = { other: new Uint8Array(), dictionary: [], compared: [], largest: 64 };

test('mutations follow from the seed, and keep within the largest size', () => {
  const lineOf = (seed: number): string[] => {
    const random = new RandomNumbers(seed);
    let input: Uint8Array = bytesOf('begin');
    return Array.from({ length: 500 }, () => {
      input = mutated(input, { ...none, other: bytesOf('other') }, random);
      expect(input.length).toBeLessThanOrEqual(64);
      return Buffer.from(input).toString('hex');
    });
  };
  expect(lineOf(7)).toEqual(lineOf(7));
  expect(new Set(lineOf(7)).size).toBeGreaterThan(300);
});

test('an input comes to have what it was compared with', () => {
  const compared = [comparisonIn(`${hex('AAAA')}-${hex('MAGI')}`)];
  const random = new RandomNumbers(1);
  const all = Array.from({ length: 200 }, () => Buffer.from(mutated(bytesOf('xAAAAy'), { ...none, compared }, random)));
  expect(all.some((input) => input.equals(Buffer.from('xMAGIy')))).toBe(true);
});

test('an integer is put in as the bytes that are compared with it', () => {
  // 'x' as an int of 32 bits, which was compared with 'a'.
  const compared = [comparisonIn('78000000-61000000')];
  const random = new RandomNumbers(1);
  const all = Array.from({ length: 300 }, () => Buffer.from(mutated(bytesOf('bab'), { ...none, compared }, random)));
  expect(all.some((input) => input.equals(Buffer.from('bxb')))).toBe(true);
});

test('texts that are compared may have other lengths', () => {
  const compared = [comparisonIn(`${hex('ab')}-${hex('quit!')}`), comparisonIn(`-${hex('x')}`)];
  const random = new RandomNumbers(1);
  const all = Array.from({ length: 300 }, () => Buffer.from(mutated(bytesOf('ab'), { ...none, compared }, random)));
  expect(all.some((input) => input.equals(Buffer.from('quit!')))).toBe(true);
});

test('dictionaries of AFL and libFuzzer', () => {
  expect(dictionaryOf('# words\n\nkw1="GET"\n"a\\\\b\\"c"\n  kw@2 = "\\x00\\xff"  \n')).toEqual([
    bytesOf('GET'),
    bytesOf('a\\b"c'),
    Uint8Array.of(0, 255),
  ]);
  expect(dictionaryOf('"one"\ntwo\n')).toBe(2);
  expect(dictionaryOf('""\n')).toBe(1);
});
