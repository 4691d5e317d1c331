/** Small programs for the known answers of memory models, and what their loads return. */
import { explore } from '../../src/explore/explorer';
import type { ModelName } from '../../src/model/names';
import { Kind } from '../../src/program/label';
import { dataProgram } from '../oracle/data-program';
import type { Litmus, MemoryOrder, Op } from '../oracle/litmus';

export const R = (x: number, o: MemoryOrder = 'rlx', r = `of${x}`): Op => ({ op: 'R', x, o, r });
export const W = (x: number, v: number, o: MemoryOrder = 'rlx'): Op => ({ op: 'W', x, o, v });
export const F = (o: MemoryOrder): Op => ({ op: 'F', o });

export const litmus = (...threads: (readonly Op[])[]): Litmus => ({ locs: 2, threads });

/** What the loads return in the executions: of each thread one after the other, `|` between threads that load. */
export function outcomes(program: Litmus, model: ModelName): string[] {
  const found = new Set<string>();
  const { errors } = explore(dataProgram(program), {
    model,
    equivalence: 'rf',
    onExecution: ({ graph }) => {
      const loads = graph!.threads.map((events) => events.filter((e) => e.label.kind === Kind.Load));
      found.add(
        loads
          .filter((list) => list.length > 0)
          .map((list) => list.map((e) => e.read).join(''))
          .join('|'),
      );
    },
  });
  expect(errors).toEqual([]);
  return [...found].sort();
}
