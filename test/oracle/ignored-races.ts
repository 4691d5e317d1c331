/**
 * Programs whose races are ignored (--races ignore): the same program with plain accesses in the place of relaxed ones,
 * as compiled C, against the one with atomics alone, in memory.
 */
import { explore } from '../../src/explore/explorer';
import type { ModelName } from '../../src/model/names';
import type { ProcessProgramOptions } from '../../src/program/runner';
import { buildText, hasPass, withProgram } from '../support/compiled';
import { cForm } from './c-form';
import type { Storage } from './c-function';
import { equivalences } from './recorded';
import { dataProgram } from './data-program';
import type { Litmus, MemoryOrder, Op } from './litmus';
import { makesAttempts } from './litmus-properties';

/** What differs, in words, under both ways to ask for it; empty when all agrees. */
export function ignoredRaceDifferences(litmus: Litmus, storage: Storage, models: readonly ModelName[]): string[] {
  if (!isComparable(litmus)) return [];
  // C's volatile accesses: with --volatile they are the same atomics.
  const path = buildText(withoutRelaxed(cForm(litmus, storage)), ['-Wno-unused']);
  return models.flatMap((model) =>
    (['races', 'volatiles'] as const).flatMap((how) => {
      const order = model === 'sc' ? 'sc' : 'relaxed';
      const atomics = dataProgram(asAtomics(litmus, order === 'sc' ? 'sc' : 'rlx'));
      const options: ProcessProgramOptions = how === 'races' ? { races: order } : { volatiles: order };
      return withProgram(
        path,
        (program) =>
          equivalences.flatMap((equivalence) => {
            const [mine, theirs] = [program, atomics].map((p) => {
              const { executions, errors, limitsHit } = explore(p, { model, equivalence });
              if (limitsHit.length > 0) return limitsHit.join();
              return errors.length > 0 ? errors[0].kind : hasPass ? executions : 'no error';
            });
            const isMore = remembersFailures(litmus, storage) && Number(mine) > Number(theirs);
            // Who waits for what nobody writes has no events there: the run comes to its limit.
            const isUnseen = theirs === 'livelock' && mine === 'run-time';
            return mine === theirs || isUnseen || isMore
              ? []
              : [`${how} ${model} ${equivalence}: compiled ${mine}, atomics ${theirs}`];
          }),
        options,
      );
    }),
  );
}

/**
 * May the compiled program have more executions? A failed exchange in a loop leaves in a variable what it has read.
 * A register may come to hold the same again: the thread is in the same state. In memory each change is progress. In a
 * handler that libc calls, an exchange that fails spuriously counts twice in some programs: the cause is not known.
 */
export function remembersFailures(litmus: Litmus, storage: Storage): boolean {
  return storage !== 'local' && makesAttempts(litmus);
}

/**
 * Has it an event for each plain access? What is read beside a lock, and then forgotten, has none in data form. What an
 * exchange in a loop writes before has a plain one. Loops that cache mostly look at what nobody writes: their runs take
 * as long as they may.
 */
function isComparable({ threads, handlers }: Litmus): boolean {
  const isPlain = (op: Op): boolean =>
    (op.op === 'LA' && op.beside !== undefined) || (op.op === 'UW' && op.y !== undefined);
  const differs = (op: Op): boolean => isPlain(op) || op.op === 'RX' || op.op === 'CA';
  return handlers === undefined && !threads.some((ops) => ops.some(differs));
}

/** The program with atomics in the place of plain accesses; they and all relaxed ones get the order. */
function asAtomics(litmus: Litmus, order: MemoryOrder): Litmus {
  const changed = (op: Op): Op => {
    switch (op.op) {
      case 'PR':
        return { ...op, op: 'R', o: order };
      case 'PW':
        return { ...op, op: 'W', o: order };
      case 'R':
      case 'W':
      case 'AW':
      case 'FA':
        return op.o === 'rlx' ? { ...op, o: order } : op;
      case 'AD':
        return { ...op, o: op.o === 'rlx' ? order : op.o, yo: op.yo === undefined || op.yo === 'rlx' ? order : op.yo };
      case 'LA':
      case 'RA':
      case 'SA':
        return op.o === 'plain' || op.o === 'rlx' ? { ...op, o: order } : op;
      default:
        return op;
    }
  };
  return { ...litmus, threads: litmus.threads.map((ops) => ops.map(changed)) };
}

/** The C text with plain accesses in the place of relaxed loads and stores. */
function withoutRelaxed(text: string): string {
  return text
    .replace(/atomic_load_explicit\(([^,]+), memory_order_relaxed\)/g, '*(volatile int *)$1')
    .replace(/atomic_store_explicit\(([^,]+), (.*), memory_order_relaxed\)/g, '*(volatile int *)$1 = $2');
}
