/** The option `--bound`. */
import { DristaError } from '../base/errors';
import { takesOption } from '../explore/strategies';
import { loadBufferingModels } from '../model/names';
import { messages } from './messages';
import type { CheckOptions } from './option-table';

/** The largest number of preemptions of an execution; undefined: no bound. Throws a DristaError if it is malformed. */
export function preemptionsOf({ bound, strategy, equivalence, model }: CheckOptions): number | undefined {
  if (bound === undefined) return undefined;
  const n = /^preemptions=(\d{1,9})$/.exec(bound)?.[1];
  if (n === undefined) throw new DristaError(messages.badBound(bound));
  if (!takesOption(strategy, 'bound')) throw new DristaError(messages.boundOf(`--strategy ${strategy}`));
  if (equivalence === 'co' || equivalence === 'state')
    throw new DristaError(messages.boundOf(`--equivalence ${equivalence}`));
  if (loadBufferingModels.includes(model)) throw new DristaError(messages.boundOf(`--model ${model}`));
  return Number(n);
}
