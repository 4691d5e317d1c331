/** What `--bound` says. */
import { DristaError } from '../base/errors';
import { messages } from './messages';
import type { CheckOptions } from './option-table';

/** How many preemptions an execution may have; undefined: as many as it likes. */
export function preemptionsOf({ bound, strategy, equivalence }: CheckOptions): number | undefined {
  if (bound === undefined) return undefined;
  const n = /^preemptions=(\d{1,9})$/.exec(bound)?.[1];
  if (n === undefined) throw new DristaError(messages.badBound(bound));
  if (strategy !== 'partition') throw new DristaError(messages.boundOf(`--strategy ${strategy}`));
  if (equivalence === 'co') throw new DristaError(messages.boundOf('--equivalence co'));
  return Number(n);
}
