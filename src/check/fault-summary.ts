/** What a check says of the faults that it has explored (--faults). */
import { choosesFault } from '../program/operand';
import type { ProcessProgram } from '../program/process-program';
import type { SummarisedFaults } from '../report/summary';
import { checkMessages } from './check-messages';
import type { CheckRequest } from './check-request';

/** Undefined: none were asked for. */
export function faultSummary(request: CheckRequest, program: ProcessProgram): SummarisedFaults | undefined {
  const { faults } = request.settings;
  if (faults === undefined) return undefined;
  const calls = knowsAll(request) ? { calls: callsWithFaults(program) } : {};
  return { kinds: faults.kinds, max: faults.most, ...calls };
}

/** A note where faults were asked for, and no call had any. */
export function faultNotes(request: CheckRequest, program: ProcessProgram): string[] {
  const { faults } = request.settings;
  if (faults === undefined || !knowsAll(request) || callsWithFaults(program) > 0) return [];
  return [checkMessages.noFaults(faults.kinds)];
}

/** Are all histories in this program? Other workers, and paths of other inputs, have programs of their own. */
function knowsAll({ settings: { jobs, symbolic }, cluster }: CheckRequest): boolean {
  return jobs === 1 && symbolic === undefined && cluster === undefined;
}

/** How many calls had a fault, by their places in the code. */
function callsWithFaults(program: ProcessProgram): number {
  const places = new Set<string>();
  for (const { parent, value } of program.nodes) {
    if (!parent?.pending || !choosesFault(parent.pending) || value === 0) continue;
    const { site, text } = parent.pending;
    places.add(String(program.stack(site)[0] ?? text));
  }
  return places.size;
}
