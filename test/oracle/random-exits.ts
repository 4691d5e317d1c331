/** Ends of random programs (random.ts): calls of exit anywhere, assertions, and handlers with operations in them. */
import * as fc from 'fast-check';
import type { Handlers, Op } from './litmus';
import { nested } from './random-objects';
import type { Block } from './random-shape';

/** Blocks that end the program, and assertions; an assertion fails for one value of a register. */
export function exitBlocks(): { weight: number; arbitrary: fc.Arbitrary<Block> }[] {
  const call = fc.tuple(
    fc.constantFrom('exit' as const, 'exit' as const, '_exit' as const, 'quick_exit' as const),
    fc.nat(2),
  );
  return [
    // A handler might lock what the thread holds: misuse.
    {
      weight: 1,
      arbitrary: call.map(([how, code]): Block => (_, { held }) => [
        { op: 'E', how: held.length > 0 ? '_exit' : how, code },
      ]),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.nat(3), fc.nat(2))
        .map(([which, v]): Block => (_, { registers }) => [
          { op: 'AS', r: registers.length > 0 ? registers[which % registers.length] : 'none', v },
        ]),
    },
  ];
}

/**
 * Who asserts: only the handlers, only one thread, or everybody. Where one thread has all assertions it is exact which
 * of them fail.
 */
export type Asserting = 'handlers' | 'everybody' | number;
export const asserting: fc.Arbitrary<Asserting> = fc.oneof(
  { weight: 4, arbitrary: fc.constant('handlers' as const) },
  { weight: 1, arbitrary: fc.constant('everybody' as const) },
  { weight: 3, arbitrary: fc.nat(3) },
);

/** Removes the assertions of the others; those of a trylock's or a skip's body become stores nobody sees. */
export function onlyOf(who: Asserting, thread: number | 'handlers', ops: readonly Op[]): Op[] {
  if (who === 'everybody' || who === thread) return [...ops];
  return ops.map((op) => (op.op === 'AS' ? { ...op, v: NEVER } : op));
}

/** No register is ever that. */
const NEVER = 99;

/** Handlers made of the blocks; `numbers`: how many there are of each kind at most. */
export function handlers(block: fc.Arbitrary<Block>): fc.Arbitrary<Handlers> {
  const ops = fc
    .array(block, { minLength: 1, maxLength: 2 })
    .map((blocks) => nested(blocks, 0, { registers: [], held: [], thread: -1 }));
  const maybe = fc.oneof({ weight: 3, arbitrary: fc.constant<Op[]>([]) }, { weight: 1, arbitrary: ops });
  return fc.record({
    atexit: fc.array(ops, { maxLength: 2 }),
    quick: fc.array(ops, { maxLength: 1 }),
    local: maybe,
    destructor: maybe,
    afterAll: fc.boolean(),
  });
}
