/** Rows of the table of larger programs. */
import type { EquivalenceName } from '../../src/explore/equivalence/equivalence';
import type { ModelName } from '../../src/model/names';
import type { Program } from '../../src/program/program';
import { counter, fib, petersonTry, ticketTry, treiber } from './larger';

export interface LargerRow {
  readonly name: string;
  readonly source: string;
  readonly defines: readonly string[];
  readonly model: ModelName;
  readonly equivalence: EquivalenceName;
  readonly executions: number;
  /** The same program in memory. */
  readonly program: () => Program;
}

/** Reads a line: program, defines, model, equivalence, executions, separated by tabs. */
export function larger(line: string): LargerRow {
  const [source, defines, model, equivalence, executions] = line.split('\t');
  const value = (name: string): number | undefined => {
    const found = new RegExp(`-D${name}=(\\d+)`).exec(defines);
    return found === null ? undefined : Number(found[1]);
  };
  const programs: Record<string, () => Program> = {
    'counter.c': () => counter(value('T')!, value('N')!),
    'fib.c': () => fib(value('N')!, value('MOD')),
    'peterson_try.c': () => petersonTry(value('N')!),
    'ticket_try.c': () => ticketTry(value('T')!),
    'treiber.c': () => treiber(value('PUSH')!, value('POP')!),
  };
  return {
    name: `${source} ${defines} ${model} ${equivalence}`,
    source,
    defines: defines.split(' '),
    model: model as ModelName,
    equivalence: equivalence as EquivalenceName,
    executions: Number(executions),
    program: programs[source],
  };
}
