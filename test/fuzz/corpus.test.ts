import { RandomNumbers } from '../../src/explore/strategy/random-numbers';
import { Corpus, isSimpler, type CorpusEntry } from '../../src/fuzz/corpus';
import type { ShownByWalk } from '../../src/fuzz/coverage';

const input = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text));
const shown = (edges: number[], pairs: number[] = []): ShownByWalk => ({ pairs, possible: [], edges });

/** Keeps what the execution has shown, as the fuzzer does. Returns what the entry is kept for, and the replaced ones. */
function keep(corpus: Corpus, text: string | undefined, all: ShownByWalk): { own: unknown; replaced: string[] } {
  const bytes = text === undefined ? undefined : input(text);
  const own = corpus.unowned(bytes, all);
  if (own === undefined) return { own, replaced: [] };
  const entry: CorpusEntry = { input: bytes, schedule: [], prefix: [], shown: own };
  return { own, replaced: corpus.add(entry, own).map((each) => Buffer.from(each.input!).toString()) };
}

test('what was shown belongs to the simplest input; what has nothing of its own any more is left out', () => {
  const corpus = new Corpus();
  expect(keep(corpus, 'long one', shown([1, 2], [7]))).toEqual({ own: shown([1, 2], [7]), replaced: [] });
  expect(keep(corpus, 'long two', shown([1, 2]))).toEqual({ own: undefined, replaced: [] });
  expect(keep(corpus, 'short', shown([2, 3]))).toEqual({ own: shown([2, 3]), replaced: [] });
  expect(keep(corpus, 'tiny', shown([1], [7]))).toEqual({ own: shown([1], [7]), replaced: ['long one'] });
  expect(corpus.has(input('long one'))).toBe(false);
  expect(corpus.has(input('short'))).toBe(true);
  const random = new RandomNumbers(1);
  const drawn = Array.from({ length: 50 }, () => Buffer.from(corpus.draw(random)!.input!).toString());
  expect([...new Set(drawn)].sort()).toEqual(['short', 'tiny']);
});

test('without inputs the first execution that shows something is kept', () => {
  const corpus = new Corpus();
  expect(keep(corpus, undefined, shown([], [1]))).toEqual({ own: shown([], [1]), replaced: [] });
  expect(keep(corpus, undefined, shown([], [1]))).toEqual({ own: undefined, replaced: [] });
  expect(keep(corpus, undefined, shown([], [1, 2]))).toEqual({ own: shown([], [2]), replaced: [] });
});

test('shorter inputs are simpler, then those that are less in the order of bytes', () => {
  expect(isSimpler(input('b'), input('aa'))).toBe(true);
  expect(isSimpler(input('aa'), input('ab'))).toBe(true);
  expect(isSimpler(input('ab'), input('aa'))).toBe(false);
  expect(isSimpler(input('aa'), input('aa'))).toBe(false);
  expect(isSimpler(undefined, undefined)).toBe(false);
});
