/** Compares the exploration of a litmus program under imm with the brute force (load-buffering.ts). */
import { explore } from '../../src/explore/explorer';
import type { EquivalenceName } from '../../src/explore/equivalence/equivalence';
import type { ModelName } from '../../src/model/names';
import { dataProgram } from './data-program';
import type { Litmus } from './litmus';
import { executionsUnderImm } from './load-buffering';
import { same } from './outcome';
import { equivalences, Recorded } from './recorded';

/** What differs, in words; empty when all agrees. */
export function loadBufferingDifferences(litmus: Litmus): string[] {
  const problems = isBuffered(litmus) ? bruteDifferences(litmus) : weakerDifferences(litmus);
  return problems.map((text) => `imm ${text}`);
}

/** Has the brute force the operations of the program? */
export function isBuffered({ threads, handlers }: Litmus): boolean {
  return (
    handlers === undefined &&
    threads
      .flat()
      .every((op) => ['R', 'W', 'F', 'IF'].includes(op.op) || (op.op === 'U' && op.k !== 'weak' && op.blind !== true))
  );
}

function bruteDifferences(litmus: Litmus): string[] {
  const brute = executionsUnderImm(litmus);
  const counts = { observational: brute.value.size, rf: brute.rf.size, co: brute.co };
  return equivalences.flatMap((equivalence) => {
    const { executions, values, keys } = explored(litmus, 'imm', equivalence);
    const problems: string[] = [];
    same('values', new Set(values), brute.value, problems);
    if (equivalence !== 'observational') same('sources', new Set(keys), brute.rf, problems);
    const count = counts[equivalence as keyof typeof counts];
    if (executions !== count) problems.push(`${executions} executions, not ${count}`);
    return problems.map((text) => `${equivalence}: ${text}`);
  });
}

/** Every execution of rc11 is one of imm, and every kind of error. */
function weakerDifferences(litmus: Litmus): string[] {
  const [strong, weak] = (['rc11', 'imm'] as const).map((model) => explored(litmus, model, 'observational'));
  const problems = [...strong.errors].filter((kind) => !weak.errors.has(kind)).map((kind) => `misses a ${kind}`);
  if (strong.errors.size === 0 && weak.errors.size === 0 && strong.values.some((key) => !weak.values.includes(key)))
    problems.push('misses values of rc11');
  return problems;
}

function explored(litmus: Litmus, model: ModelName, equivalence: EquivalenceName) {
  const recorded = new Recorded(litmus);
  const { executions, errors } = explore(dataProgram(litmus), {
    model,
    equivalence,
    keepGoing: true,
    onExecution: (session) => {
      recorded.add(session);
    },
  });
  const { values, keys } = recorded;
  return { executions, errors: new Set(errors.map((e) => e.kind)), values, keys };
}
