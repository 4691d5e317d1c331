import { namesIn, parseEffects, parseRow, rowOf } from '../../runtime/effects/parse.cjs';

/** The row as data that is easy to compare. */
function row(text: string): unknown {
  const parsed = parseRow(text);
  return typeof parsed === 'string' ? parsed : { ...parsed, flags: [...parsed.flags] };
}

const accesses = (text: string): unknown => (row(`f | ${text}`) as { accesses: unknown }).accesses;
const extent = (size: string): unknown => (accesses(`r1:${size}`) as { extent: unknown }[])[0].extent;

describe('rows of the table of effects', () => {
  it('have four columns, of which all but the first may be left out', () => {
    expect(row('f g')).toEqual({ names: ['f', 'g'], accesses: [], state: [], flags: [] });
    expect(row('f | | env locale+ | blocks outside')).toEqual({
      names: ['f'],
      accesses: [],
      state: [
        { name: 'env', isWritten: false },
        { name: 'locale', isWritten: true },
      ],
      flags: ['blocks', 'outside'],
    });
    expect(row('f | r1:8 |')).toEqual(row('f | r1:8'));
  });

  it('say how arguments are used', () => {
    expect(accesses('r1:8 w2:8 rw3:8 c4 k5 f6')).toEqual([
      { kind: 'reads', argument: 1, extent: { kind: 'constant', bytes: 8 } },
      { kind: 'writes', argument: 2, extent: { kind: 'constant', bytes: 8 } },
      { kind: 'reads-writes', argument: 3, extent: { kind: 'constant', bytes: 8 } },
      { kind: 'calls', argument: 4, extent: undefined },
      { kind: 'keeps', argument: 5, extent: undefined },
      { kind: 'frees', argument: 6, extent: undefined },
    ]);
  });

  it.each([
    ['48', { kind: 'constant', bytes: 48 }],
    ['*3', { kind: 'argument', argument: 3, times: 1 }],
    ['*3x8', { kind: 'argument', argument: 3, times: 8 }],
    ['*2x*3', { kind: 'product', arguments: [2, 3] }],
    ['text', { kind: 'text', atMost: undefined }],
    ['text*2', { kind: 'text', atMost: 2 }],
    ['wide', { kind: 'wide', atMost: undefined }],
    ['wide*2', { kind: 'wide', atMost: 2 }],
    ['result', { kind: 'result', times: 1, plus: 0 }],
    ['resultx8', { kind: 'result', times: 8, plus: 0 }],
    ['result+1', { kind: 'result', times: 1, plus: 1 }],
    ['any', { kind: 'any' }],
  ])('the size %s', (size, meaning) => {
    expect(extent(size)).toEqual(meaning);
  });

  it.each([
    [' | r1:8', 'no name'],
    ['f* | r1:8', 'f* is no name of a function'],
    ['f | x1:8', 'x1:8 is no access: write r1:SIZE, w1:SIZE, rw1:SIZE, c1, k1 or f1'],
    ['f | r0:8', 'r0:8: arguments are counted from 1 to 16'],
    ['f | w17:8', 'w17:8: arguments are counted from 1 to 16'],
    ['f | r1', 'r1 needs a size: r1:SIZE'],
    ['f | r1:0', 'r1:0: 0 is no size'],
    ['f | r1:*', 'r1:*: * is no size'],
    ['f | r1:*0', 'r1:*0: *0 is no size'],
    ['f | r1:*2x0', 'r1:*2x0: *2x0 is no size'],
    ['f | r1:*2x*17', 'r1:*2x*17: *2x*17 is no size'],
    ['f | r1:text*0', 'r1:text*0: text*0 is no size'],
    ['f | r1:words', 'r1:words: words is no size'],
    ['f | c1:8', 'c1:8: c takes no size'],
    ['f | | +', '+ is no name of a state'],
    ['f | | en+v', 'en+v is no name of a state'],
    ['f | | | loud', 'there is no flag loud: flags are blocks, returns-twice, no-return, outside, init, draft'],
    ['f | | | | |', '6 columns: there are four at most'],
  ])('%s: is refused', (text, message) => {
    expect(row(text)).toBe(message);
  });
});

describe('files of the table of effects', () => {
  it('may have comments and empty lines', () => {
    const rows = parseEffects('# all\n\nf # one\n  # none\ng h | c1\n', 'a.effects');
    expect(rows.map(({ names }) => names)).toEqual([['f'], ['g', 'h']]);
  });

  it('tell where an error is, in one line', () => {
    expect(() => parseEffects('f\ng | 1\n', 'a.effects')).toThrow(
      /^a\.effects:2: 1 is no access: write r1:SIZE, w1:SIZE, rw1:SIZE, c1, k1 or f1$/,
    );
  });

  it('have each function once', () => {
    const named = new Map<string, string>();
    parseEffects('f g\n', 'a.effects', named);
    expect(() => parseEffects('h\ng\n', 'b.effects', named)).toThrow(
      /^b\.effects:2: g has a row already: a\.effects:1$/,
    );
    expect(() => parseEffects('h h\n', 'c.effects')).toThrow(/^c\.effects:1: h has a row already: c\.effects:1$/);
  });

  it('can be searched by name', () => {
    expect(namesIn('# f\ng h | c1 # i\n')).toEqual([
      ['g', 'g h | c1'],
      ['h', 'g h | c1'],
    ]);
  });
});

test('the row of a function', () => {
  const text = '# f\ng h | c1 # i\nhh f | g\n';
  expect(['f', 'g', 'h', 'hh', 'c1', 'i', ''].map((name) => rowOf(text, name))).toEqual([
    'hh f | g',
    'g h | c1',
    'g h | c1',
    'hh f | g',
    undefined,
    undefined,
    undefined,
  ]);
});
