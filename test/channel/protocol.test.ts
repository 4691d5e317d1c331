import * as fc from 'fast-check';
import {
  DR_VERSION,
  decodeHello,
  encodePrepare,
  Frame,
  frameView,
  RunFlag,
  RunPolicy,
  RunWriter,
} from '../../src/channel/protocol';
import { readValue, writeValue } from '../../src/channel/value';
import { describeWaitStatus } from '../../src/channel/wait-status';

const hex = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('hex')
    .replace(/(.{16})/g, '$1 ')
    .trim();

describe('values', () => {
  it.each<[number | bigint, string]>([
    [0, '0000000000000000 0000000000000000'],
    [0x1_0000_0002, '0200000001000000 0000000000000000'],
    [Number.MAX_SAFE_INTEGER, 'ffffffffffff1f00 0000000000000000'],
    [2n ** 53n, '0000000000002000 0000000000000000'],
    [2n ** 64n - 1n, 'ffffffffffffffff 0000000000000000'],
    [2n ** 127n + 5n, '0500000000000000 0000000000000080'],
  ])('%s', (value, bytes) => {
    const view = new DataView(new ArrayBuffer(16));
    writeValue(view, 0, value);
    expect(hex(new Uint8Array(view.buffer))).toBe(bytes);
    expect(readValue(view, 0)).toBe(value);
  });

  it('come back as they were, in their smallest form', () => {
    const view = new DataView(new ArrayBuffer(16));
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 128n - 1n), fc.nat(128), (big, bits) => {
        const value = big >> BigInt(bits);
        writeValue(view, 0, value);
        expect(readValue(view, 0)).toBe(value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value);
      }),
    );
  });
});

describe('frames', () => {
  it('PREPARE', () => {
    const frame = encodePrepare(
      [{ address: 0x5555_0000_1000, size: 8, mixed: true }],
      [
        { creator: 0, child: 1 },
        { creator: 2, child: 0 },
      ],
      Uint8Array.of(7, 8),
    );
    expect(hex(frame)).toBe(
      [
        '3200000002000000',
        '0100000002000000', // header; counts
        '0200000000000000', // bytes of input
        '0010000055550000',
        '0800000001000000', // atom
        '0000010000000000',
        '0200000000000000', // names
        '0708', // input
      ].join(' '),
    );
  });

  it('RUN, twice in the same memory', () => {
    const writer = new RunWriter();
    writer.begin(RunFlag.StopAtEnd, 1, 1);
    for (let i = 0; i < 500; i++) writer.step(9, 9, 2n ** 64n - 1n, 2n ** 128n - 1n);
    expect(writer.finish().byteLength).toBe(80 + 500 * 32);
    writer.begin(RunFlag.ShowOutput | RunFlag.Trap, 1000, 2000, 5, 6);
    writer.step(258, 6, 4096, 7);
    writer.patch(4096, 4, 3);
    writer.goOn(RunPolicy.RankSteps, 7, [1, 2, 3, 4, 5], 8192);
    expect(hex(writer.finish())).toBe(
      [
        '9800000004000000',
        '0500000000000000',
        'e803000000000000',
        'd007000000000000',
        '0500000000000000',
        '0600000000000000',
        '0100000001000000',
        '0300000007000000',
        '0020000000000000',
        '0500000000000000',
        '0201060000000000',
        '0010000000000000',
        '0700000000000000',
        '0000000000000000',
        '0010000000000000',
        '0400000000000000',
        '0300000000000000',
        '0000000000000000',
        '0100020003000400',
        '0500000000000000',
      ].join(' '),
    );
  });

  it('HELLO', () => {
    const bytes = Buffer.alloc(8 + 16 + 20 + 16 + 20 + 8);
    [bytes.length - 8, Frame.Hello, 0x54535244, DR_VERSION, 42, 2].forEach((v, i) => bytes.writeUInt32LE(v, 4 * i));
    const module = (at: number, base: bigint, path: string): void => {
      bytes.writeBigUInt64LE(base, at);
      bytes.writeBigUInt64LE(4096n, at + 8);
      bytes.writeUInt32LE(path.length, at + 16);
      bytes.write(path, at + 20);
    };
    module(24, 0x555555554000n, '/tmp/a.out');
    module(60, 0x7ffff0000000n, '/lib/c.s');
    expect(decodeHello(bytes, 'p')).toEqual({
      pid: 42,
      modules: [
        { base: 0x555555554000, size: 4096, path: '/tmp/a.out' },
        { base: 0x7ffff0000000, size: 4096, path: '/lib/c.s' },
      ],
    });
  });

  it('of another type are refused', () => {
    expect(() => frameView(encodePrepare([], []), Frame.Ready, 'a.out')).toThrow(
      'a.out sent a frame that is not Ready',
    );
    expect(() => frameView(new Uint8Array(3), Frame.Ready, 'a.out')).toThrow('a.out sent a frame that is not Ready');
  });
});

it('a wait status in words', () => {
  expect([0, 256, 11, 139, 63].map(describeWaitStatus)).toEqual([
    'exit code 0',
    'exit code 1',
    'signal SIGSEGV',
    'signal SIGSEGV',
    'signal 63',
  ]);
});
